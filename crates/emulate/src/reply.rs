//! Responses of any service.

use axum::body::Body;
use axum::http::header::{CONTENT_TYPE, RETRY_AFTER};
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::response::Response;
use serde_json::Value;

/// Response with a body of a content type.
pub(crate) fn reply(status: StatusCode, kind: &'static str, body: impl Into<Body>) -> Response {
    let mut response = Response::new(body.into());
    *response.status_mut() = status;
    let kind = HeaderValue::from_static(kind);
    response.headers_mut().insert(CONTENT_TYPE, kind);
    response
}

/// Response in JSON.
pub(crate) fn json(status: StatusCode, body: &Value) -> Response {
    reply(status, "application/json", body.to_string())
}

/// Response 200 in JSON.
pub(crate) fn ok(body: &Value) -> Response {
    json(StatusCode::OK, body)
}

/// Response 204 without a body.
pub(crate) fn no_content() -> Response {
    let mut response = Response::new(Body::empty());
    *response.status_mut() = StatusCode::NO_CONTENT;
    response
}

/// Adds the header `Retry-After`.
pub(crate) fn retry_after(mut response: Response, seconds: u64) -> Response {
    response.headers_mut().insert(RETRY_AFTER, seconds.into());
    response
}

/// Value of a header, if it is text.
pub(crate) fn header<'a>(headers: &'a HeaderMap, name: &str) -> Option<&'a str> {
    headers.get(name)?.to_str().ok()
}

/// Returns `true` if a key, token or signature is accepted: any but the empty one and those that
/// start with `bad`.
pub(crate) fn is_good(secret: &str) -> bool {
    !secret.is_empty() && !secret.starts_with("bad")
}
