use axum::response::{IntoResponse, Response};
use serde_json::json;

use crate::ibm::IbmError;
use crate::reply;

/// Result of a handler.
pub(super) type Reply = Result<Response, SystemError>;

/// Error of the cloud service in the JSON of this one.
#[derive(Debug)]
pub(super) struct SystemError(pub(super) IbmError);

impl IntoResponse for SystemError {
    fn into_response(self) -> Response {
        let IbmError {
            status,
            code,
            message,
            ..
        } = self.0;
        let body = json!({
            "status_code": status.as_u16(),
            "title": status.canonical_reason(),
            "trace": "00000000000000000000000000000000",
            "correlation_id": "00000000-0000-4000-8000-000000000000",
            "errors": [{
                "code": code.to_string(),
                "message": message,
                "more_info": "https://docs.quantum.ibm.com/errors",
            }],
        });
        reply::json(status, &body)
    }
}

impl From<IbmError> for SystemError {
    fn from(refusal: IbmError) -> Self {
        Self(refusal)
    }
}
