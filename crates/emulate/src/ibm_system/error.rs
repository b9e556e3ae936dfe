use axum::response::{IntoResponse, Response};
use serde_json::json;

use crate::ibm::Refusal;
use crate::reply;

/// The same error as in the cloud, in another shape.
#[derive(Debug)]
pub(super) struct Refused(pub(super) Refusal);

impl IntoResponse for Refused {
    fn into_response(self) -> Response {
        let Refusal {
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
