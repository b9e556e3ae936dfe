use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde_json::json;

use crate::reply;

/// Result of a handler.
pub(super) type Reply = Result<Response, OqtopusError>;

/// Error response of the service.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct OqtopusError {
    status: StatusCode,
    message: String,
}

impl OqtopusError {
    pub(super) fn new(status: StatusCode, message: impl Into<String>) -> Self {
        Self {
            status,
            message: message.into(),
        }
    }

    pub(super) fn not_found(message: impl Into<String>) -> Self {
        Self::new(StatusCode::NOT_FOUND, message)
    }

    pub(super) fn invalid(message: impl Into<String>) -> Self {
        Self::new(StatusCode::BAD_REQUEST, message)
    }
}

impl IntoResponse for OqtopusError {
    fn into_response(self) -> Response {
        reply::json(self.status, &json!({"message": self.message}))
    }
}
