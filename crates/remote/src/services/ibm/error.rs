//! Errors of IBM's APIs.

use std::fmt;

use reqwest::StatusCode;
use serde_json::Value;

use crate::error::{RemoteError, redacted};
use crate::http::Reply;
use crate::service_name::ServiceName;

/// Part of a submission that a service refuses, though it may take another.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::services) enum RefusedPart {
    /// The program is not offered.
    Program,
    /// The parameters are not in a form that it reads.
    Parameters,
}

/// A failure in the service's own words.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(in crate::services) struct ErrorText {
    pub(in crate::services) code: String,
    pub(in crate::services) text: String,
}

impl fmt::Display for ErrorText {
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

/// Code of a job that is not known.
pub(in crate::services) const NO_JOB: &str = "1291";

/// Words in messages about circuits that no device runs, where the code says less.
const OF_PROGRAM_WORDS: [&str; 6] = [
    "isa circuit",
    "target definition",
    "unknown instruction",
    "qasm",
    "basis gates",
    "coupling map",
];

/// Words in messages about programs that are not offered.
const NO_PROGRAM_WORDS: [&str; 6] = [
    "program not found",
    "program_id",
    "unknown program",
    "invalid program",
    "program is no longer",
    "program is not available",
];

/// Words in messages about parameters in a form that is not read.
const OF_PARAMETERS_WORDS: [&str; 6] = [
    "pubs",
    "parameter_values",
    "parameter values",
    "ndarray",
    "validation error",
    "schema_version",
];

impl ErrorText {
    /// Reads an error response, in any of the forms that are in use, or whatever else came.
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
            text: text.unwrap_or_else(|| reply.excerpt()),
        }
    }

    /// The part of a submission that it refuses, by its words.
    pub(in crate::services) fn refused_part(&self) -> Option<RefusedPart> {
        let lower = self.text.to_lowercase();
        let has = |words: &[&str]| words.iter().any(|word| lower.contains(word));
        if has(&NO_PROGRAM_WORDS) {
            return Some(RefusedPart::Program);
        }
        has(&OF_PARAMETERS_WORDS).then_some(RefusedPart::Parameters)
    }

    /// Error of a failed job.
    pub(in crate::services) fn into_failure(self) -> RemoteError {
        let is_of_form = self.refused_part().is_some();
        let Self { code, text } = self;
        let lower = text.to_lowercase();
        let is_of_program = is_of_form
            || OF_PROGRAM.contains(&code.as_str())
            || OF_PROGRAM_WORDS.iter().any(|word| lower.contains(word));
        match code.as_str() {
            "1305" | "5201" => RemoteError::RanTooLong { limit: None, text },
            _ if is_of_program => RemoteError::BadProgram { code, text },
            _ => RemoteError::Failed { code, text },
        }
    }
}

/// A number or a text as text, without what is secret in addresses; `None` for nothing.
pub(in crate::services) fn word(value: &Value) -> Option<String> {
    match value {
        Value::String(text) if !text.trim().is_empty() => Some(redacted(text.trim())),
        Value::Number(number) => Some(number.to_string()),
        _ => None,
    }
}

/// A refusal of whatever was asked of a device or a job; `on` is its name.
pub(in crate::services) fn refused(service: ServiceName, on: &str, reply: &Reply) -> RemoteError {
    let said = ErrorText::of(reply);
    let device = on.to_owned();
    match (said.code.as_str(), reply.status) {
        ("1200" | "1201", _) | (_, StatusCode::FORBIDDEN) => RemoteError::Unauthorised {
            service: service.title().into(),
            text: said.to_string(),
        },
        ("1007" | "1216", _) => RemoteError::unsuitable(device, said.to_string()),
        ("1004" | "1233", _) | (_, StatusCode::LOCKED) => RemoteError::DeviceOffline {
            device,
            text: said.to_string(),
        },
        (NO_JOB, _) => RemoteError::JobNotFound {
            job: on.into(),
            text: said.to_string(),
        },
        (_, StatusCode::PAYMENT_REQUIRED) => RemoteError::Quota {
            text: said.to_string(),
        },
        _ => RemoteError::protocol(reply.excerpt()),
    }
}

/// A refusal of a job that was submitted.
pub(in crate::services) fn refused_job(
    service: ServiceName,
    device: &str,
    reply: &Reply,
) -> RemoteError {
    let said = ErrorText::of(reply);
    match (refused(service, device, reply), reply.status) {
        (RemoteError::Protocol { .. }, StatusCode::CONFLICT) => RemoteError::Quota {
            text: said.to_string(),
        },
        (RemoteError::Protocol { .. }, StatusCode::NOT_FOUND) => {
            RemoteError::unsuitable(device, said.to_string())
        }
        (
            RemoteError::Protocol { .. },
            StatusCode::BAD_REQUEST
            | StatusCode::PAYLOAD_TOO_LARGE
            | StatusCode::UNPROCESSABLE_ENTITY,
        ) => RemoteError::BadProgram {
            code: said.code,
            text: said.text,
        },
        (error, _) => error,
    }
}

/// The part of a submission that a refusal is about, if another may be taken in its place.
pub(in crate::services) fn refused_part(error: &RemoteError, reply: &Reply) -> Option<RefusedPart> {
    let part = ErrorText::of(reply).refused_part();
    match error {
        RemoteError::BadProgram { .. } => part.or(Some(RefusedPart::Parameters)),
        RemoteError::Unsuitable { .. } => part.filter(|part| *part == RefusedPart::Program),
        _ => None,
    }
}

/// A refusal to tell of a device.
pub(in crate::services) fn refused_device(
    service: ServiceName,
    device: &str,
    reply: &Reply,
) -> RemoteError {
    match refused(service, device, reply) {
        RemoteError::Protocol { .. } if reply.status == StatusCode::NOT_FOUND => {
            RemoteError::unsuitable(device, ErrorText::of(reply).to_string())
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
            let said = ErrorText::of(&reply(404, body));
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
        assert!(matches!(of(403, "1200"), RemoteError::Unauthorised { .. }));
        assert!(matches!(of(404, "1216"), RemoteError::Unsuitable { .. }));
        assert!(matches!(of(423, "1233"), RemoteError::DeviceOffline { .. }));
        assert!(matches!(of(400, "1004"), RemoteError::DeviceOffline { .. }));
        assert!(matches!(of(409, ""), RemoteError::Quota { .. }));
        assert!(matches!(of(402, ""), RemoteError::Quota { .. }));
        assert!(matches!(of(400, "1205"), RemoteError::BadProgram { code, .. } if code == "1205"));
        assert!(matches!(of(404, "1291"), RemoteError::JobNotFound { .. }));
        assert!(matches!(of(418, ""), RemoteError::Protocol { .. }));
        let missing = reply(404, "<html>");
        assert!(matches!(
            refused(ServiceName::Ibm, "job", &missing),
            RemoteError::Protocol { .. }
        ));
        assert!(matches!(
            refused_device(ServiceName::Ibm, "ibm_example", &missing),
            RemoteError::Unsuitable { .. }
        ));
    }

    #[test]
    fn the_part_that_is_refused_is_told_by_words() {
        let of = |status, text: &str| {
            let body = format!(r#"{{"errors": [{{"code": 1286, "message": "{text}"}}]}}"#);
            let reply = reply(status, &body);
            let error = refused_job(ServiceName::Ibm, "ibm_example", &reply);
            refused_part(&error, &reply)
        };
        let (program, parameters) = (RefusedPart::Program, RefusedPart::Parameters);
        assert_eq!(of(404, "Program not found: sampler"), Some(program));
        assert_eq!(of(400, "program_id must be executor"), Some(program));
        assert_eq!(of(400, "pubs.0.1: an array is expected"), Some(parameters));
        assert_eq!(of(422, "something is wrong"), Some(parameters));
        assert_eq!(of(404, "there is no such backend"), None);
        assert_eq!(of(409, "the program has used up its time"), None);
        assert_eq!(of(403, "pubs are not for you"), None);
    }

    #[test]
    fn failures_of_a_program_are_no_failures_of_a_device() {
        let of = |code: &str, text: &str| {
            let (code, text) = (code.into(), text.into());
            ErrorText { code, text }.into_failure()
        };
        for code in ["1305", "5201"] {
            let (limit, text) = (None, "timed out".to_owned());
            let expected = RemoteError::RanTooLong { limit, text };
            assert_eq!(of(code, "timed out"), expected);
        }
        assert!(matches!(of("1517", ""), RemoteError::BadProgram { .. }));
        assert!(matches!(
            of("5203", "'unknown instruction: h'"),
            RemoteError::BadProgram { .. }
        ));
        assert!(matches!(of("5203", ""), RemoteError::Failed { .. }));
        assert!(matches!(
            of("1010", "backend level"),
            RemoteError::Failed { .. }
        ));
    }
}
