use reqwest::StatusCode;
use serde::Deserialize;
use serde_json::Value;

use crate::error::{RemoteError, shortened};
use crate::http::Reply;
use crate::service_name::ServiceName;
use crate::services::time_limit::ran_too_long;

/// Parts of the messages of failed jobs that blame the program, as these are not documented.
const OF_PROGRAMS: [&str; 4] = ["validation", "invalid", "program", "not supported"];

/// Code of a failed job, as the service has none.
const CODE: &str = "error";

/// Body of an error response.
#[derive(Deserialize, Default)]
struct ErrorBody {
    /// Text, or a list of what is wrong with the fields of a request.
    #[serde(default)]
    detail: Value,
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
    let text = match body.detail {
        Value::Null => reply.excerpt(),
        Value::String(text) => shortened(&text),
        other => shortened(&other.to_string()),
    };
    let device = device.map(str::to_owned);
    match (reply.status, device) {
        (StatusCode::UNAUTHORIZED | StatusCode::FORBIDDEN, _) => RemoteError::Unauthorised {
            service: ServiceName::Aqt.name().into(),
            text,
        },
        (StatusCode::PAYMENT_REQUIRED, _) => RemoteError::Quota { text },
        (StatusCode::NOT_FOUND, Some(device)) => RemoteError::Unsuitable { device, text },
        (StatusCode::CONFLICT, Some(device)) => RemoteError::DeviceOffline { device, text },
        (
            StatusCode::BAD_REQUEST
            | StatusCode::PAYLOAD_TOO_LARGE
            | StatusCode::UNPROCESSABLE_ENTITY,
            _,
        ) => RemoteError::BadProgram {
            code: reply.status.as_u16().to_string(),
            text,
        },
        _ => RemoteError::Protocol {
            what: reply.excerpt(),
            raw: None,
        },
    }
}
