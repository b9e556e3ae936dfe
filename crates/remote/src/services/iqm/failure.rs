use reqwest::StatusCode;
use serde::Deserialize;

use super::shapes::Job;
use crate::error::{RemoteError, shortened};
use crate::http::Reply;
use crate::service_name::ServiceName;
use crate::services::time_limit::ran_too_long;

/// Parts of the codes and messages that blame the program, as the codes of failed jobs are not
/// documented.
const OF_PROGRAMS: [&str; 4] = ["validation", "invalid", "compil", "not supported"];

/// Body of an error response.
#[derive(Deserialize, Default)]
struct ErrorBody {
    #[serde(default)]
    error_code: String,
    #[serde(default)]
    message: String,
}

/// Cause of a job's failure, where the service tells one.
pub(super) fn job_failure(job: &Job) -> Option<RemoteError> {
    let error = job.errors.as_ref()?.first()?;
    let code = error.error_code.clone().unwrap_or_else(|| "failed".into());
    if let Some(error) = ran_too_long(&code, &error.message) {
        return Some(error);
    }
    let text = shortened(&error.message);
    let told = format!("{code} {text}").to_lowercase();
    Some(if OF_PROGRAMS.iter().any(|part| told.contains(part)) {
        RemoteError::BadProgram { code, text }
    } else {
        RemoteError::Failed { code, text }
    })
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
    let text = match &body.message[..] {
        "" => reply.excerpt(),
        message => shortened(message),
    };
    let device = device.map(str::to_owned);
    match (reply.status, &body.error_code[..], device) {
        (_, "not_enough_credits" | "quota_exceeded", _) => RemoteError::Quota { text },
        (_, "timeslot_required" | "no_booked_timeslots", Some(device)) => {
            RemoteError::DeviceOffline { device, text }
        }
        (StatusCode::UNAUTHORIZED | StatusCode::FORBIDDEN, _, _) => RemoteError::Unauthorised {
            service: ServiceName::Iqm.name().into(),
            text,
        },
        (StatusCode::NOT_FOUND, _, Some(device)) => RemoteError::Unsuitable { device, text },
        (
            StatusCode::BAD_REQUEST
            | StatusCode::PAYLOAD_TOO_LARGE
            | StatusCode::UNPROCESSABLE_ENTITY,
            code,
            _,
        ) => RemoteError::BadProgram {
            code: match code {
                "" => reply.status.as_u16().to_string(),
                code => code.into(),
            },
            text,
        },
        _ => RemoteError::Protocol {
            what: reply.excerpt(),
            raw: None,
        },
    }
}
