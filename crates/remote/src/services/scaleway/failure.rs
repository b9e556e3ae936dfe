use reqwest::StatusCode;
use serde::Deserialize;
use serde_json::Value;

use crate::error::{RemoteError, shortened};
use crate::http::Reply;
use crate::service_name::ServiceName;
use crate::services::time_limit::ran_too_long;

/// Parts of the messages of failed jobs that blame the program, as these are not documented.
const OF_PROGRAMS: [&str; 6] = [
    "qasm",
    "transpil",
    "syntax",
    "invalid",
    "unsupported",
    "not supported",
];

/// Code of a failed job, as the service has none.
const CODE: &str = "error";

/// Body of an error response.
#[derive(Deserialize, Default)]
struct ErrorBody {
    #[serde(rename = "type", default)]
    kind: String,
    #[serde(default)]
    message: String,
    #[serde(default)]
    help_message: String,
    #[serde(default)]
    resource: String,
    #[serde(default)]
    details: Vec<Detail>,
}

/// Argument that is wrong, or resource that is used up.
#[derive(Deserialize)]
struct Detail {
    #[serde(default)]
    argument_name: String,
    #[serde(default)]
    help_message: String,
    #[serde(default)]
    resource: String,
    #[serde(default)]
    quota: Value,
}

impl ErrorBody {
    /// All of it that says something, in one line.
    fn text(&self) -> String {
        let details = self.details.iter().map(|detail| {
            let quota = match &detail.quota {
                Value::Number(quota) => format!("of {quota}"),
                _ => String::new(),
            };
            joined(&[
                &detail.argument_name,
                &detail.help_message,
                &detail.resource,
                &quota,
            ])
        });
        let details = details.collect::<Vec<_>>().join("; ");
        let said = [&self.message, &self.help_message, &self.resource, &details];
        let said = said.into_iter().filter(|part| !part.is_empty());
        shortened(&said.map(|part| &part[..]).collect::<Vec<_>>().join(": "))
    }
}

fn joined(parts: &[&str]) -> String {
    let parts = parts.iter().filter(|part| !part.is_empty());
    parts.copied().collect::<Vec<_>>().join(" ")
}

/// Cause of a job's failure.
pub(super) fn job_failure(message: &str) -> RemoteError {
    if let Some(error) = ran_too_long(CODE, message) {
        return error;
    }
    let (code, text) = (CODE.into(), shortened(message));
    let told = message.to_lowercase();
    if OF_PROGRAMS.iter().any(|part| told.contains(part)) {
        RemoteError::BadProgram { code, text }
    } else {
        RemoteError::Failed { code, text }
    }
}

/// Passes a successful response about a device.
pub(super) fn about_device(reply: Reply, device: &str) -> Result<Reply, RemoteError> {
    if reply.status.is_success() {
        return Ok(reply);
    }
    Err(refusal(&reply, Some(device)))
}

/// Passes a successful response about a job.
pub(super) fn about_job(reply: Reply, job: &str) -> Result<Reply, RemoteError> {
    match reply.status {
        status if status.is_success() => Ok(reply),
        StatusCode::NOT_FOUND => Err(RemoteError::JobNotFound {
            job: job.into(),
            text: reply.excerpt(),
        }),
        _ => Err(refusal(&reply, None).without_verdict()),
    }
}

/// Error of a refused request, which was about `device`.
pub(super) fn refusal(reply: &Reply, device: Option<&str>) -> RemoteError {
    let body: ErrorBody = serde_json::from_slice(&reply.body).unwrap_or_default();
    let text = match body.text() {
        text if text.is_empty() => reply.excerpt(),
        text => text,
    };
    let device = device.map(str::to_owned);
    match (reply.status, &body.kind[..], device) {
        // By its type, as its status is that of a refused key.
        (_, "quotas_exceeded", _) | (StatusCode::PAYMENT_REQUIRED, _, _) => {
            RemoteError::Quota { text }
        }
        (StatusCode::UNAUTHORIZED | StatusCode::FORBIDDEN, _, _) => RemoteError::Unauthorised {
            service: ServiceName::Scaleway.name().into(),
            text,
        },
        (_, "out_of_stock", Some(device))
        | (
            StatusCode::CONFLICT | StatusCode::GONE | StatusCode::PRECONDITION_FAILED,
            _,
            Some(device),
        ) => RemoteError::DeviceOffline { device, text },
        (StatusCode::NOT_FOUND, _, Some(device)) => RemoteError::Unsuitable { device, text },
        (
            StatusCode::BAD_REQUEST
            | StatusCode::PAYLOAD_TOO_LARGE
            | StatusCode::UNPROCESSABLE_ENTITY,
            kind,
            _,
        ) => RemoteError::BadProgram {
            code: match kind {
                "" => reply.status.as_u16().to_string(),
                kind => kind.into(),
            },
            text,
        },
        _ => RemoteError::Protocol {
            what: reply.excerpt(),
            raw: None,
        },
    }
}
