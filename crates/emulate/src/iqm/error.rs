use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde_json::json;

use crate::reply;

/// Result of a handler.
pub(super) type Reply = Result<Response, IqmError>;

/// Error response of the service.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct IqmError {
    status: StatusCode,
    code: &'static str,
    message: String,
}

impl IqmError {
    pub(super) fn new(status: StatusCode, code: &'static str, message: impl Into<String>) -> Self {
        Self {
            status,
            code,
            message: message.into(),
        }
    }

    /// Error of a request that was refused for its status alone.
    pub(super) fn of_status(status: StatusCode) -> Self {
        let code = match status {
            StatusCode::UNAUTHORIZED => "unauthorized",
            StatusCode::FORBIDDEN => "forbidden",
            StatusCode::CONFLICT => "conflict",
            StatusCode::TOO_MANY_REQUESTS => "rate_limit_exceeded",
            status if status.is_client_error() => "bad_request",
            _ => "internal_error",
        };
        let message = status.canonical_reason().unwrap_or("Error");
        Self::new(status, code, message)
    }

    pub(super) fn invalid_payload(message: impl Into<String>) -> Self {
        Self::new(StatusCode::BAD_REQUEST, "invalid_job_payload", message)
    }
}

impl IntoResponse for IqmError {
    fn into_response(self) -> Response {
        let body = json!({
            "error_code": self.code,
            "message": self.message,
            "request_id": "00000000-0000-4000-8000-000000000000",
            "details": {},
        });
        reply::json(self.status, &body)
    }
}
