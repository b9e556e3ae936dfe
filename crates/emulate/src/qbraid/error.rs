use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde_json::json;

use crate::reply;

/// Result of a handler.
pub(super) type Reply = Result<Response, QbraidError>;

/// Error response of the service.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct QbraidError {
    status: StatusCode,
    code: &'static str,
    message: String,
}

impl QbraidError {
    pub(super) fn new(status: StatusCode, code: &'static str, message: impl Into<String>) -> Self {
        let message = message.into();
        Self {
            status,
            code,
            message,
        }
    }

    /// Error of a request that was refused for its status alone.
    pub(super) fn of_status(status: StatusCode) -> Self {
        let code = match status.as_u16() {
            401 => "NO_VALID_AUTHENTICATION",
            402 => "INSUFFICIENT_CREDITS",
            404 => "NOT_FOUND",
            _ => "ERROR",
        };
        Self::new(status, code, status.canonical_reason().unwrap_or("Error"))
    }

    pub(super) fn not_found(what: &str, qrn: &str) -> Self {
        let message = format!("{what} '{qrn}' not found");
        Self::new(StatusCode::NOT_FOUND, "NOT_FOUND", message)
    }

    pub(super) fn invalid(message: impl Into<String>) -> Self {
        Self::new(
            StatusCode::UNPROCESSABLE_ENTITY,
            "VALIDATION_ERROR",
            message,
        )
    }
}

impl IntoResponse for QbraidError {
    fn into_response(self) -> Response {
        let body = json!({
            "success": false,
            "message": self.message,
            "error": {"code": self.code, "message": self.message},
        });
        reply::json(self.status, &body)
    }
}
