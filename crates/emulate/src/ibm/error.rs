use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde_json::json;

use crate::reply;

/// An error as the service tells it: an HTTP status, a code of the service's list, and a message.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Refusal {
    pub(crate) status: StatusCode,
    pub(crate) code: u32,
    pub(crate) message: String,
    /// When to try again, in seconds.
    pub(crate) retry_after: Option<u64>,
}

impl Refusal {
    pub(crate) fn new(status: StatusCode, code: u32, message: impl Into<String>) -> Self {
        Self {
            status,
            code,
            message: message.into(),
            retry_after: None,
        }
    }

    /// The request itself is wrong.
    pub(crate) fn invalid(message: impl Into<String>) -> Self {
        Self::new(StatusCode::BAD_REQUEST, 1002, message)
    }

    /// There is no such job.
    pub(crate) fn no_job(id: &str) -> Self {
        let message = format!("Job not found. Job ID: {id}");
        Self::new(StatusCode::NOT_FOUND, 1291, message)
    }

    /// The job is over already.
    pub(crate) fn not_cancellable(id: &str) -> Self {
        let message = format!("Job {id} is in a state in which it can not be cancelled");
        Self::new(StatusCode::CONFLICT, 1306, message)
    }

    /// There is no such device.
    pub(crate) fn no_device(name: &str) -> Self {
        let message = format!("Backend not found: {name}");
        Self::new(StatusCode::NOT_FOUND, 1216, message)
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        let body = json!({
            "trace": "00000000000000000000000000000000",
            "errors": [{
                "code": self.code,
                "message": self.message,
                "solution": "Check the request, then try again.",
                "more_info": "https://docs.quantum.ibm.com/errors",
            }],
        });
        let response = reply::json(self.status, &body);
        match self.retry_after {
            Some(seconds) => reply::retry_after(response, seconds),
            None => response,
        }
    }
}

/// The error of a status that was asked for.
pub(crate) fn of_status(status: StatusCode) -> Refusal {
    let (code, message) = match status.as_u16() {
        401 => (1201, "The token has expired or is invalid"),
        403 => (1200, "You are not authorized to do this"),
        404 => (1291, "Job not found"),
        409 => (1306, "The job is in a state in which this can not be done"),
        429 => (1202, "Too many requests, limit 5 per minute"),
        503 => (1000, "The service is under maintenance"),
        _ => (1000, "Internal error"),
    };
    Refusal::new(status, code, message)
}
