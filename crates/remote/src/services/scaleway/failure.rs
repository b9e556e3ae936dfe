use reqwest::StatusCode;
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
const OF_PROGRAMS: [&str; 6] = [
    "qasm",
    "transpil",
    "syntax",
    "invalid",
    "unsupported",
    "not supported",
];

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

/// Cause of a job's failure; the service has no codes.
pub(super) fn failure(message: &str) -> RemoteError {
    job_failure("error", message, &OF_PROGRAMS)
}

/// Error of a refused request, which was about `device`.
pub(super) fn refusal(reply: &Reply, device: Option<&str>) -> RemoteError {
    let body: ErrorBody = serde_json::from_slice(&reply.body).unwrap_or_default();
    let text = match body.text() {
        text if text.is_empty() => reply.excerpt(),
        text => text,
    };
    let response = ErrorResponse {
        service: ServiceName::Scaleway,
        text,
        cause: match (reply.status, &body.kind[..]) {
            // By its type, as its status is that of a refused key.
            (_, "quotas_exceeded") | (StatusCode::PAYMENT_REQUIRED, _) => Some(Cause::Quota),
            (StatusCode::UNAUTHORIZED | StatusCode::FORBIDDEN, _) => None,
            (_, "out_of_stock")
            | (StatusCode::CONFLICT | StatusCode::GONE | StatusCode::PRECONDITION_FAILED, _) => {
                Some(Cause::DeviceOffline)
            }
            _ => None,
        },
        code: body.kind,
    };
    response.into_error(reply, device)
}
