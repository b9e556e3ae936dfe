//! Answers of any service.

use axum::body::Body;
use axum::http::header::{CONTENT_TYPE, RETRY_AFTER};
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::response::Response;
use serde_json::Value;

/// An answer with a body of a type.
pub(crate) fn reply(status: StatusCode, kind: &'static str, body: impl Into<Body>) -> Response {
    let mut response = Response::new(body.into());
    *response.status_mut() = status;
    let kind = HeaderValue::from_static(kind);
    response.headers_mut().insert(CONTENT_TYPE, kind);
    response
}

/// An answer in JSON.
pub(crate) fn json(status: StatusCode, body: &Value) -> Response {
    reply(status, "application/json", body.to_string())
}

/// An answer in JSON, all being well.
pub(crate) fn ok(body: &Value) -> Response {
    json(StatusCode::OK, body)
}

/// An answer without a body, all being well.
pub(crate) fn no_content() -> Response {
    let mut response = Response::new(Body::empty());
    *response.status_mut() = StatusCode::NO_CONTENT;
    response
}

/// The same answer, which says when to try again.
pub(crate) fn retry_after(mut response: Response, seconds: u64) -> Response {
    response.headers_mut().insert(RETRY_AFTER, seconds.into());
    response
}

/// A header, where it is text.
pub(crate) fn header<'a>(headers: &'a HeaderMap, name: &str) -> Option<&'a str> {
    headers.get(name)?.to_str().ok()
}

/// Whether a key, token or signature is taken: any is but for the `bad` ones.
pub(crate) fn is_good(secret: &str) -> bool {
    !secret.is_empty() && !secret.starts_with("bad")
}
