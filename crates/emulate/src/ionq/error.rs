use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde_json::json;

use crate::reply;

/// Result of a handler.
pub(super) type Reply = Result<Response, IonqError>;

/// Error response of the service.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct IonqError {
    status: StatusCode,
    message: String,
    /// Wrong key of the request.
    key: Option<String>,
}

impl IonqError {
    pub(super) fn new(status: StatusCode, message: impl Into<String>) -> Self {
        Self {
            status,
            message: message.into(),
            key: None,
        }
    }

    pub(super) fn not_found(what: &str) -> Self {
        Self::new(StatusCode::NOT_FOUND, format!("there is no such {what}"))
    }

    pub(super) fn invalid(key: impl Into<String>, message: impl Into<String>) -> Self {
        Self {
            key: Some(key.into()),
            ..Self::new(StatusCode::BAD_REQUEST, message)
        }
    }
}

impl IntoResponse for IonqError {
    fn into_response(self) -> Response {
        let mut body = json!({
            "statusCode": self.status.as_u16(),
            "error": self.status.canonical_reason().unwrap_or("Error"),
            "message": self.message,
        });
        if let Some(key) = self.key {
            body["validation"] = json!({"source": "payload", "keys": [key]});
        }
        reply::json(self.status, &body)
    }
}

/// Fault of a program, with which its job fails later.
#[derive(Debug)]
pub(super) struct ProgramError {
    /// Code from the service's list.
    pub(super) code: &'static str,
    pub(super) message: String,
}

impl ProgramError {
    pub(super) fn new(code: &'static str, message: impl Into<String>) -> Self {
        Self {
            code,
            message: message.into(),
        }
    }
}
