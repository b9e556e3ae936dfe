//! Answers that are written already.

use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};

/// An answer that is JSON already.
pub(super) fn json(status: StatusCode, body: String) -> Response {
    let kind = [(header::CONTENT_TYPE, "application/json")];
    (status, kind, body).into_response()
}
