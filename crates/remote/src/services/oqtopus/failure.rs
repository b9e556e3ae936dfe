use reqwest::StatusCode;
use serde_json::Value;

use crate::error::{RemoteError, shortened};
use crate::http::Reply;
use crate::service_name::ServiceName;
use crate::services::error_mapping::ErrorMapping;
use crate::services::job_failure::job_failure;

/// Errors of refused requests.
pub(super) const ERRORS: ErrorMapping = ErrorMapping {
    refusal,
    no_job: said,
};

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
    match job_failure("failed", message, &OF_PROGRAMS) {
        RemoteError::Failed { text, .. } if is_offline(&message.to_lowercase()) => {
            RemoteError::DeviceOffline {
                device: "the device".into(),
                text,
            }
        }
        error => error,
    }
}

/// Returns `true` if a message, in lower case, says that the device takes no jobs.
fn is_offline(message: &str) -> bool {
    message.contains("device") && message.contains("not available")
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
        (StatusCode::NOT_FOUND, Some(device)) => RemoteError::unsuitable(device, text),
        (StatusCode::BAD_REQUEST, Some(device)) if lower.contains("device not found") => {
            RemoteError::unsuitable(device, text)
        }
        (StatusCode::BAD_REQUEST | StatusCode::UNPROCESSABLE_ENTITY, _) => {
            RemoteError::BadProgram {
                code: reply.status.as_u16().to_string(),
                text,
            }
        }
        _ => RemoteError::protocol(format!("HTTP {}: {text}", reply.status.as_u16())),
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
