use axum::http::StatusCode;
use axum::response::Response;
use serde_json::{Value, json};

use crate::reply;

/// Response with data in the service's envelope.
pub(super) fn success(status: StatusCode, data: &Value) -> Response {
    reply::json(status, &json!({"success": true, "data": data}))
}
