use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde_json::{Value, json};

use crate::reply;

/// Result of a handler.
pub(super) type Reply = Result<Response, AqtError>;

/// Error response of the service.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct AqtError {
    status: StatusCode,
    detail: Value,
}

impl AqtError {
    pub(super) fn new(status: StatusCode, detail: impl Into<String>) -> Self {
        Self {
            status,
            detail: Value::String(detail.into()),
        }
    }

    /// Error of a request that was refused for its status alone.
    pub(super) fn of_status(status: StatusCode) -> Self {
        Self::new(status, status.canonical_reason().unwrap_or("Error"))
    }

    /// Error of a request that is not of the service's types.
    pub(super) fn invalid(place: &[&str], message: impl Into<String>) -> Self {
        Self {
            status: StatusCode::UNPROCESSABLE_ENTITY,
            detail: json!([{"loc": place, "msg": message.into(), "type": "value_error"}]),
        }
    }
}

impl IntoResponse for AqtError {
    fn into_response(self) -> Response {
        reply::json(self.status, &json!({"detail": self.detail}))
    }
}
