use serde::Deserialize;

use super::shapes::Job;
use crate::error::{RemoteError, shortened};
use crate::http::Reply;
use crate::service_name::ServiceName;
use crate::services::error_mapping::{Cause, ErrorMapping, ErrorResponse};
use crate::services::job_failure::job_failure;

/// Errors of refused requests.
pub(super) const ERRORS: ErrorMapping = ErrorMapping {
    refusal,
    no_job: Reply::excerpt,
};

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
pub(super) fn failure(job: &Job) -> Option<RemoteError> {
    let error = job.errors.as_ref()?.first()?;
    let code = error.error_code.as_deref().unwrap_or("failed");
    Some(job_failure(code, &error.message, &OF_PROGRAMS))
}

/// Error of a refused request, which was about `device`.
pub(super) fn refusal(reply: &Reply, device: Option<&str>) -> RemoteError {
    let body: ErrorBody = serde_json::from_slice(&reply.body).unwrap_or_default();
    let text = match &body.message[..] {
        "" => reply.excerpt(),
        message => shortened(message),
    };
    let response = ErrorResponse {
        service: ServiceName::Iqm,
        text,
        cause: match &body.error_code[..] {
            "not_enough_credits" | "quota_exceeded" => Some(Cause::Quota),
            "timeslot_required" | "no_booked_timeslots" => Some(Cause::DeviceOffline),
            _ => None,
        },
        code: body.error_code,
    };
    response.into_error(reply, device)
}
