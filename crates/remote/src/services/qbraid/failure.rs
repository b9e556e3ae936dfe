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
    no_job: |reply| said(reply).1,
};

/// Parts of the messages of failed jobs that blame the program, as these are not documented.
const OF_PROGRAMS: [&str; 8] = [
    "qasm",
    "transpil",
    "syntax",
    "invalid",
    "undeclared",
    "undefined",
    "unsupported",
    "not supported",
];

/// Cause of a job's failure; the service has no codes.
pub(super) fn failure(message: &str) -> RemoteError {
    job_failure("FAILED", message, &OF_PROGRAMS)
}

/// Error of a refused request, which was about `device`.
pub(super) fn refusal(reply: &Reply, device: Option<&str>) -> RemoteError {
    let (code, text) = said(reply);
    let response = ErrorResponse {
        service: ServiceName::Qbraid,
        cause: if code == "INSUFFICIENT_CREDITS" {
            Some(Cause::Quota)
        } else {
            Cause::of(reply.status)
        },
        code,
        text,
    };
    response.into_error(reply, device)
}

/// Body of an error response, whose message may stand in any of these fields.
#[derive(Deserialize, Default)]
struct ErrorBody {
    #[serde(default)]
    message: Value,
    #[serde(default)]
    error: Value,
    /// Of a malformed request: a text, or a list of what is wrong at which place.
    #[serde(default)]
    detail: Value,
}

/// Code and text of an error response.
///
/// Source: qbraid-core 0.6, `sessions.py`.
fn said(reply: &Reply) -> (String, String) {
    let body: ErrorBody = serde_json::from_slice(&reply.body).unwrap_or_default();
    let texts = [
        &body.message,
        &body.error["message"],
        &body.error,
        &body.detail,
    ];
    let text = texts.into_iter().find_map(|text| match text {
        Value::String(text) if !text.is_empty() => Some(shortened(text)),
        Value::Array(all) if !all.is_empty() => {
            Some(shortened(&Value::Array(all.clone()).to_string()))
        }
        _ => None,
    });
    let code = body.error["code"].as_str().unwrap_or_default();
    (code.into(), text.unwrap_or_else(|| reply.excerpt()))
}
