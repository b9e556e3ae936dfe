//! What IBM says when something fails.

use std::fmt;

use cheqqers_backend::JobError;
use reqwest::StatusCode;
use serde_json::Value;

use crate::ServiceName;
use crate::http::Reply;

/// A failure in the service's own words.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(in crate::services) struct Said {
    pub(in crate::services) code: String,
    pub(in crate::services) text: String,
}

impl fmt::Display for Said {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.code.is_empty() {
            return f.write_str(&self.text);
        }
        write!(f, "{} ({})", self.text, self.code)
    }
}

/// Codes of jobs that no device runs: they fail in the checks of circuits.
///
/// Source: IBM's registry of error codes; 1517 stands in the text of failed jobs.
const OF_PROGRAM: [&str; 9] = [
    "1002", "1003", "1005", "1106", "1107", "1109", "1517", "7000", "7001",
];

/// The code of a job that is not known.
pub(in crate::services) const NO_JOB: &str = "1291";

/// What is said of circuits that no device runs, where the code says less.
const OF_PROGRAM_WORDS: [&str; 6] = [
    "isa circuit",
    "target definition",
    "unknown instruction",
    "qasm",
    "basis gates",
    "coupling map",
];

impl Said {
    /// What a refusal says, in any of the forms that are in use, and whatever else came.
    pub(in crate::services) fn of(reply: &Reply) -> Self {
        let body: Value = serde_json::from_slice(&reply.body).unwrap_or_default();
        let inner = match (&body["errors"][0], &body["error"]) {
            (error @ Value::Object(_), _) | (_, error @ Value::Object(_)) => error,
            _ => &body,
        };
        let first = |names: &[&str]| {
            let values = names.iter().map(|name| word(&inner[*name]));
            values.flatten().next()
        };
        let text = first(&["message", "errorMessage", "detail", "title", "error"]);
        Self {
            code: first(&["code", "errorCode"]).unwrap_or_default(),
            text: text.unwrap_or_else(|| reply.told()),
        }
    }

    /// Why a job failed.
    pub(in crate::services) fn into_failure(self) -> JobError {
        let Self { code, text } = self;
        let lower = text.to_lowercase();
        let is_of_program = OF_PROGRAM.contains(&code.as_str())
            || OF_PROGRAM_WORDS.iter().any(|word| lower.contains(word));
        match code.as_str() {
            "1305" | "5201" => JobError::RanTooLong,
            _ if is_of_program => JobError::BadProgram { code, text },
            _ => JobError::Failed { code, text },
        }
    }
}

/// A number or a text as text; `None` for nothing.
pub(in crate::services) fn word(value: &Value) -> Option<String> {
    match value {
        Value::String(text) if !text.trim().is_empty() => Some(text.trim().to_owned()),
        Value::Number(number) => Some(number.to_string()),
        _ => None,
    }
}

/// A refusal of whatever was asked of a device or a job; `on` is its name.
pub(in crate::services) fn refused(service: ServiceName, on: &str, reply: &Reply) -> JobError {
    let said = Said::of(reply);
    let device = on.to_owned();
    match (said.code.as_str(), reply.status) {
        ("1200" | "1201", _) | (_, StatusCode::FORBIDDEN) => JobError::Unauthorised {
            service: service.title().into(),
            text: said.to_string(),
        },
        ("1007" | "1216", _) => JobError::Unsuitable {
            device,
            text: said.to_string(),
        },
        ("1004" | "1233", _) | (_, StatusCode::LOCKED) => JobError::DeviceOffline {
            device,
            text: said.to_string(),
        },
        // It may be known later, or to another instance.
        (NO_JOB, _) => JobError::Unreachable {
            text: said.to_string(),
        },
        (_, StatusCode::PAYMENT_REQUIRED) => JobError::Quota {
            text: said.to_string(),
        },
        _ => JobError::Protocol {
            what: reply.told(),
            raw: None,
        },
    }
}

/// A refusal of a job that was submitted.
pub(in crate::services) fn refused_job(
    service: ServiceName,
    device: &str,
    reply: &Reply,
) -> JobError {
    let said = Said::of(reply);
    match (refused(service, device, reply), reply.status) {
        (JobError::Protocol { .. }, StatusCode::CONFLICT) => JobError::Quota {
            text: said.to_string(),
        },
        (JobError::Protocol { .. }, StatusCode::NOT_FOUND) => JobError::Unsuitable {
            device: device.into(),
            text: said.to_string(),
        },
        (
            JobError::Protocol { .. },
            StatusCode::BAD_REQUEST
            | StatusCode::PAYLOAD_TOO_LARGE
            | StatusCode::UNPROCESSABLE_ENTITY,
        ) => JobError::BadProgram {
            code: said.code,
            text: said.text,
        },
        (error, _) => error,
    }
}

/// A refusal to tell of a device.
pub(in crate::services) fn refused_device(
    service: ServiceName,
    device: &str,
    reply: &Reply,
) -> JobError {
    match refused(service, device, reply) {
        JobError::Protocol { .. } if reply.status == StatusCode::NOT_FOUND => {
            JobError::Unsuitable {
                device: device.into(),
                text: Said::of(reply).to_string(),
            }
        }
        error => error,
    }
}

#[cfg(test)]
mod tests {
    use reqwest::header::HeaderMap;

    use super::*;

    fn reply(status: u16, body: &str) -> Reply {
        Reply {
            status: StatusCode::from_u16(status).unwrap(),
            headers: HeaderMap::new(),
            body: body.into(),
        }
    }

    #[test]
    fn every_form_of_a_refusal_is_read() {
        for (body, code, text) in [
            (
                r#"{"trace": "t", "errors": [{"code": "1291", "message": "no job", "more_info": "..."}]}"#,
                "1291",
                "no job",
            ),
            (
                r#"{"error": {"code": 1202, "message": "too many"}}"#,
                "1202",
                "too many",
            ),
            (
                r#"{"errorCode": "BXNIM0415E", "errorMessage": "no key", "errorDetails": null}"#,
                "BXNIM0415E",
                "no key",
            ),
            (
                r#"{"detail": "backend x is not available."}"#,
                "",
                "backend x is not available.",
            ),
            (
                "<html>\n<h1>Down</h1></html>",
                "",
                "HTTP 404: <html> <h1>Down</h1></html>",
            ),
            ("", "", "HTTP 404"),
            ("[]", "", "HTTP 404: []"),
        ] {
            let said = Said::of(&reply(404, body));
            assert_eq!((said.code.as_str(), said.text.as_str()), (code, text));
        }
    }

    #[test]
    fn refusals_are_told_apart() {
        let errors =
            |code: &str| format!(r#"{{"errors": [{{"code": "{code}", "message": "m"}}]}}"#);
        let of = |status, code: &str| {
            refused_job(
                ServiceName::Ibm,
                "ibm_example",
                &reply(status, &errors(code)),
            )
        };
        assert!(matches!(of(403, "1200"), JobError::Unauthorised { .. }));
        assert!(matches!(of(404, "1216"), JobError::Unsuitable { .. }));
        assert!(matches!(of(423, "1233"), JobError::DeviceOffline { .. }));
        assert!(matches!(of(400, "1004"), JobError::DeviceOffline { .. }));
        assert!(matches!(of(409, ""), JobError::Quota { .. }));
        assert!(matches!(of(402, ""), JobError::Quota { .. }));
        assert!(matches!(of(400, "1205"), JobError::BadProgram { code, .. } if code == "1205"));
        assert!(matches!(of(404, "1291"), JobError::Unreachable { .. }));
        assert!(matches!(of(418, ""), JobError::Protocol { .. }));
        let missing = reply(404, "<html>");
        assert!(matches!(
            refused(ServiceName::Ibm, "job", &missing),
            JobError::Protocol { .. }
        ));
        assert!(matches!(
            refused_device(ServiceName::Ibm, "ibm_example", &missing),
            JobError::Unsuitable { .. }
        ));
    }

    #[test]
    fn failures_of_a_program_are_no_failures_of_a_device() {
        let of = |code: &str, text: &str| {
            let (code, text) = (code.into(), text.into());
            Said { code, text }.into_failure()
        };
        assert_eq!(of("1305", ""), JobError::RanTooLong);
        assert_eq!(of("5201", "timed out"), JobError::RanTooLong);
        assert!(matches!(of("1517", ""), JobError::BadProgram { .. }));
        assert!(matches!(
            of("5203", "'unknown instruction: h'"),
            JobError::BadProgram { .. }
        ));
        assert!(matches!(of("5203", ""), JobError::Failed { .. }));
        assert!(matches!(
            of("1010", "backend level"),
            JobError::Failed { .. }
        ));
    }
}
