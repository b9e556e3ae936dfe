use reqwest::StatusCode;
use serde_json::Value;

use crate::error::{RemoteError, shortened};
use crate::http::Reply;
use crate::service_name::ServiceName;
use crate::services::time_limit::ran_too_long;

/// Words by which a message is known to blame the program, as the service has no codes.
const OF_PROGRAMS: [&str; 6] = [
    "qasm",
    "transpil",
    "parse",
    "parsing",
    "syntax",
    "unsupported",
];

/// Error of a failed job by its message: it says whether the job may be sent again.
pub(super) fn failed(message: &str) -> RemoteError {
    let text = message.to_owned();
    let code = "failed".to_owned();
    if let Some(error) = ran_too_long(&code, message) {
        return error;
    }
    let lower = message.to_lowercase();
    if OF_PROGRAMS.iter().any(|word| lower.contains(word)) {
        return RemoteError::BadProgram { code, text };
    }
    if is_offline(&lower) {
        return RemoteError::DeviceOffline {
            device: "the device".into(),
            text,
        };
    }
    RemoteError::Failed { code, text }
}

/// Returns `true` if a message, in lower case, says that the device takes no jobs.
fn is_offline(message: &str) -> bool {
    message.contains("device") && message.contains("not available")
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
    if reply.status.is_success() {
        return Ok(reply);
    }
    if reply.status == StatusCode::NOT_FOUND {
        return Err(RemoteError::JobNotFound {
            job: job.into(),
            text: said(&reply),
        });
    }
    Err(refusal(&reply, None).without_verdict())
}

/// Error of a refused request, which was about `device`.
pub(super) fn refusal(reply: &Reply, device: Option<&str>) -> RemoteError {
    let text = said(reply);
    let lower = text.to_lowercase();
    match (reply.status, device) {
        (StatusCode::UNAUTHORIZED | StatusCode::FORBIDDEN, _) => RemoteError::Unauthorised {
            service: ServiceName::Oqtopus.name().into(),
            text,
        },
        (StatusCode::BAD_REQUEST, Some(device)) if is_offline(&lower) => {
            RemoteError::DeviceOffline {
                device: device.into(),
                text,
            }
        }
        (StatusCode::NOT_FOUND, Some(device)) => RemoteError::Unsuitable {
            device: device.into(),
            text,
        },
        (StatusCode::BAD_REQUEST, Some(device)) if lower.contains("device not found") => {
            RemoteError::Unsuitable {
                device: device.into(),
                text,
            }
        }
        (StatusCode::BAD_REQUEST | StatusCode::UNPROCESSABLE_ENTITY, _) => {
            RemoteError::BadProgram {
                code: reply.status.as_u16().to_string(),
                text,
            }
        }
        _ => RemoteError::Protocol {
            what: format!("HTTP {}: {text}", reply.status.as_u16()),
            raw: None,
        },
    }
}

/// Text of an error response: `message` of the service's own, `detail` for a malformed request.
fn said(reply: &Reply) -> String {
    let body: Value = serde_json::from_slice(&reply.body).unwrap_or_default();
    match body.get("message").or_else(|| body.get("detail")) {
        Some(Value::String(message)) => shortened(message),
        Some(other) => shortened(&other.to_string()),
        None => reply.excerpt(),
    }
}
