use serde::Deserialize;
use serde_json::Value;

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

/// Parts of the messages of failed jobs that blame the program, as these are not documented.
const OF_PROGRAMS: [&str; 4] = ["validation", "invalid", "program", "not supported"];

/// Body of an error response.
#[derive(Deserialize, Default)]
struct ErrorBody {
    /// Text, or a list of what is wrong with the fields of a request.
    #[serde(default)]
    detail: Value,
}

/// Cause of a job's failure; the service has no codes.
pub(super) fn failure(message: &str) -> RemoteError {
    job_failure("error", message, &OF_PROGRAMS)
}

/// Error of a refused request, which was about `device`.
pub(super) fn refusal(reply: &Reply, device: Option<&str>) -> RemoteError {
    let body: ErrorBody = serde_json::from_slice(&reply.body).unwrap_or_default();
    let text = match body.detail {
        Value::Null => reply.excerpt(),
        Value::String(text) => shortened(&text),
        other => shortened(&other.to_string()),
    };
    let response = ErrorResponse {
        service: ServiceName::Aqt,
        code: String::new(),
        text,
        cause: Cause::of(reply.status),
    };
    response.into_error(reply, device)
}
