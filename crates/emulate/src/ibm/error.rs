use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde_json::json;

use crate::reply;

/// Result of a handler.
pub(super) type Reply = Result<Response, IbmError>;

/// Error response of the service: HTTP status, code from the service's list, message.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct IbmError {
    pub(crate) status: StatusCode,
    pub(crate) code: u32,
    pub(crate) message: String,
    /// Value of the header `Retry-After`, in seconds.
    pub(crate) retry_after: Option<u64>,
}

impl IbmError {
    pub(crate) fn new(status: StatusCode, code: u32, message: impl Into<String>) -> Self {
        Self {
            status,
            code,
            message: message.into(),
            retry_after: None,
        }
    }

    /// Error that the service sends with a status.
    pub(crate) fn from_status(status: StatusCode) -> Self {
        let (code, message) = match status.as_u16() {
            401 => (1201, "The token has expired or is invalid"),
            403 => (1200, "You are not authorized to do this"),
            404 => (1291, "Job not found"),
            409 => (1306, "The job is in a state in which this can not be done"),
            429 => (1202, "Too many requests, limit 5 per minute"),
            503 => (1000, "The service is under maintenance"),
            _ => (1000, "Internal error"),
        };
        Self::new(status, code, message)
    }

    pub(crate) fn invalid(message: impl Into<String>) -> Self {
        Self::new(StatusCode::BAD_REQUEST, 1002, message)
    }

    pub(crate) fn no_program(id: &str) -> Self {
        let message = format!("Program not found: {id}");
        Self::new(StatusCode::NOT_FOUND, 1286, message)
    }

    pub(crate) fn no_job(id: &str) -> Self {
        let message = format!("Job not found. Job ID: {id}");
        Self::new(StatusCode::NOT_FOUND, 1291, message)
    }

    pub(crate) fn not_cancellable(id: &str) -> Self {
        let message = format!("Job {id} is in a state in which it can not be cancelled");
        Self::new(StatusCode::CONFLICT, 1306, message)
    }

    pub(crate) fn no_device(name: &str) -> Self {
        let message = format!("Backend not found: {name}");
        Self::new(StatusCode::NOT_FOUND, 1216, message)
    }
}

impl IntoResponse for IbmError {
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
