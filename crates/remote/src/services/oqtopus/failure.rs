use cheqqers_backend::JobError;
use reqwest::StatusCode;
use serde_json::Value;

use super::NAME;
use crate::http::Reply;
use crate::words::{lost, shortened};

/// Words by which a message is known to blame the program, as the service has no codes.
const OF_PROGRAMS: [&str; 6] = [
    "qasm",
    "transpil",
    "parse",
    "parsing",
    "syntax",
    "unsupported",
];

/// Why a job failed, and so whether it may be sent again.
pub(super) fn failed(message: &str) -> JobError {
    let text = message.to_owned();
    let code = "failed".to_owned();
    let lower = message.to_lowercase();
    if OF_PROGRAMS.iter().any(|word| lower.contains(word)) {
        return JobError::BadProgram { code, text };
    }
    if is_offline(&lower) {
        return JobError::DeviceOffline {
            device: "the device".into(),
            text,
        };
    }
    JobError::Failed { code, text }
}

/// Whether a message, in small letters, says that the device takes no jobs.
fn is_offline(message: &str) -> bool {
    message.contains("device") && message.contains("not available")
}

/// An answer about a device, if it is a good one.
pub(super) fn about_device(reply: Reply, device: &str) -> Result<Reply, JobError> {
    if reply.status.is_success() {
        return Ok(reply);
    }
    Err(refusal(&reply, Some(device)))
}

/// An answer about a job, if it is a good one.
pub(super) fn about_job(reply: Reply, job: &str) -> Result<Reply, JobError> {
    if reply.status.is_success() {
        return Ok(reply);
    }
    if reply.status == StatusCode::NOT_FOUND {
        return Err(JobError::Unreachable {
            text: format!("it knows no job {job}: {}", said(&reply)),
        });
    }
    Err(lost(refusal(&reply, None)))
}

/// Why a request was refused; `device` is what it was about.
pub(super) fn refusal(reply: &Reply, device: Option<&str>) -> JobError {
    let text = said(reply);
    let lower = text.to_lowercase();
    match (reply.status, device) {
        (StatusCode::UNAUTHORIZED | StatusCode::FORBIDDEN, _) => JobError::Unauthorised {
            service: NAME.into(),
            text,
        },
        (StatusCode::BAD_REQUEST, Some(device)) if is_offline(&lower) => JobError::DeviceOffline {
            device: device.into(),
            text,
        },
        (StatusCode::NOT_FOUND, Some(device)) => JobError::Unsuitable {
            device: device.into(),
            text,
        },
        (StatusCode::BAD_REQUEST, Some(device)) if lower.contains("device not found") => {
            JobError::Unsuitable {
                device: device.into(),
                text,
            }
        }
        (StatusCode::BAD_REQUEST | StatusCode::UNPROCESSABLE_ENTITY, _) => JobError::BadProgram {
            code: reply.status.as_u16().to_string(),
            text,
        },
        _ => JobError::Protocol {
            what: format!("HTTP {}: {text}", reply.status.as_u16()),
            raw: None,
        },
    }
}

/// What an error says: `message` of the service's own, `detail` for a request of another shape.
fn said(reply: &Reply) -> String {
    let body: Value = serde_json::from_slice(&reply.body).unwrap_or_default();
    match body.get("message").or_else(|| body.get("detail")) {
        Some(Value::String(message)) => shortened(message),
        Some(other) => shortened(&other.to_string()),
        None => reply.told(),
    }
}
