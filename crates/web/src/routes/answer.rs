//! Answers that are written already.

use axum::body::Bytes;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};

use crate::outgoing::SharedBody;

/// An answer that is JSON already, in parts.
pub(super) fn json(status: StatusCode, parts: Vec<Bytes>) -> Response {
    let kind = [(header::CONTENT_TYPE, "application/json")];
    (status, kind, SharedBody::body(parts)).into_response()
}
