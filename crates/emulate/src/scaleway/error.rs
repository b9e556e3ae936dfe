use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde_json::{Value, json};

use crate::reply;

/// Result of a handler.
pub(super) type Reply = Result<Response, ScalewayError>;

/// Error response of the service.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct ScalewayError {
    status: StatusCode,
    body: Value,
}

impl ScalewayError {
    fn new(status: StatusCode, body: Value) -> Self {
        Self { status, body }
    }

    /// Error of a request that was refused for its status alone.
    pub(super) fn of_status(status: StatusCode) -> Self {
        let kind = match status.as_u16() {
            400 => "invalid_arguments",
            401 => "denied_authentication",
            403 => "permissions_denied",
            404 => "not_found",
            409 => "transient_state",
            410 => "resource_expired",
            412 => "precondition_failed",
            429 => "too_many_requests",
            _ => "unknown",
        };
        let message = status.canonical_reason().unwrap_or("Error").to_lowercase();
        Self::new(status, json!({"type": kind, "message": message}))
    }

    /// Error of a field that is missing or can't be used.
    pub(super) fn invalid(field: &str, help: impl Into<String>) -> Self {
        let details = json!([{
            "argument_name": field,
            "reason": "constraint",
            "help_message": help.into(),
        }]);
        Self::new(
            StatusCode::BAD_REQUEST,
            json!({
                "type": "invalid_arguments",
                "message": "invalid argument(s)",
                "details": details,
            }),
        )
    }

    pub(super) fn not_found(resource: &str, id: &str) -> Self {
        Self::new(
            StatusCode::NOT_FOUND,
            json!({
                "type": "not_found",
                "message": "resource is not found",
                "resource": resource,
                "resource_id": id,
            }),
        )
    }

    /// Error of something that is in a state in which this can't be done.
    pub(super) fn precondition(help: &str) -> Self {
        Self::new(
            StatusCode::PRECONDITION_FAILED,
            json!({
                "type": "precondition_failed",
                "message": "precondition is not respected",
                "precondition": "unknown_precondition",
                "help_message": help,
            }),
        )
    }
}

impl IntoResponse for ScalewayError {
    fn into_response(self) -> Response {
        reply::json(self.status, &self.body)
    }
}
