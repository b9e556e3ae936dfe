//! Object storage with the interface of Amazon S3, the bucket in the path.
//!
//! | request | effect |
//! | --- | --- |
//! | `PUT /s3/BUCKET` | none: every bucket exists |
//! | `HEAD /s3/BUCKET` | confirms that it exists |
//! | `PUT /s3/BUCKET/KEY` | stores an object |
//! | `GET`, `HEAD /s3/BUCKET/KEY` | returns it, or its size |
//! | `DELETE /s3/BUCKET/KEY` | deletes it |
//!
//! Requests are signed with version 4, in a header or in the address; [`sigv4`] checks them. Bodies
//! in signed chunks are refused.

use std::sync::Arc;

use axum::Router;
use axum::body::Bytes;
use axum::extract::{DefaultBodyLimit, OriginalUri, State};
use axum::http::header::{CONTENT_TYPE, ETAG, LAST_MODIFIED};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode};
use axum::response::Response;
use percent_encoding::percent_decode_str;

use crate::braket::Tasks;
use crate::fault::Route;
use crate::middleware::{FaultRoutes, with_faults};
use crate::objects::Object;
use crate::reply::{header, reply};
use crate::shared::SharedState;
use crate::sigv4::{self, SignatureError, SignedRequest};

/// Storage in which the results of Braket's tasks appear when they end.
pub(crate) fn router(shared: &Arc<SharedState>, tasks: &Arc<Tasks>) -> Router {
    let router = Router::new()
        .fallback(answer)
        .layer(DefaultBodyLimit::disable())
        .with_state((Arc::clone(shared), Arc::clone(tasks)));
    let routes = FaultRoutes {
        route: |method, _| match *method {
            Method::GET | Method::HEAD => Route::Result,
            _ => Route::Other,
        },
        error: |status| {
            let (code, message) = match status {
                StatusCode::TOO_MANY_REQUESTS | StatusCode::SERVICE_UNAVAILABLE => {
                    ("SlowDown", "Please reduce your request rate.")
                }
                StatusCode::UNAUTHORIZED | StatusCode::FORBIDDEN => {
                    ("ExpiredToken", "The provided token has expired.")
                }
                StatusCode::NOT_FOUND => ("NoSuchKey", "The specified key does not exist."),
                _ => (
                    "InternalError",
                    "We encountered an internal error. Please try again.",
                ),
            };
            error(status, code, message, "")
        },
    };
    with_faults(router, shared, routes)
}

async fn answer(
    State((shared, tasks)): State<(Arc<SharedState>, Arc<Tasks>)>,
    OriginalUri(uri): OriginalUri,
    method: Method,
    headers: HeaderMap,
    body: Bytes,
) -> Response {
    let sent = SignedRequest {
        method: method.as_str(),
        path: uri.path(),
        query: uri.query().unwrap_or_default(),
        headers: &headers,
        body: &body,
    };
    let now = shared.clock.now();
    if let Err(refusal) = sigv4::check(&sent, sigv4::SignedService::S3, shared.clock.unix(now)) {
        return refused(refusal);
    }
    let path = uri.path().trim_start_matches("/s3").trim_matches('/');
    let name = percent_decode_str(path).decode_utf8_lossy();
    let is_bucket = !name.contains('/');
    match method {
        Method::PUT | Method::HEAD if is_bucket && !name.is_empty() => {
            reply(StatusCode::OK, "application/xml", "")
        }
        _ if is_bucket => not_allowed(),
        Method::PUT => put(&shared, &name, &headers, body),
        Method::GET | Method::HEAD => {
            tasks.deliver(&shared).await;
            let Some(object) = shared.objects.get(&name) else {
                let message = "The specified key does not exist.";
                return error(StatusCode::NOT_FOUND, "NoSuchKey", message, &name);
            };
            found(&shared, &object)
        }
        Method::DELETE => {
            shared.objects.delete(&name);
            reply(StatusCode::NO_CONTENT, "application/xml", "")
        }
        _ => not_allowed(),
    }
}

fn put(shared: &SharedState, name: &str, headers: &HeaderMap, bytes: Bytes) -> Response {
    let is_in_pieces = header(headers, "content-encoding").is_some_and(|encoding| {
        let mut parts = encoding.split(',');
        parts.any(|part| part.trim() == "aws-chunked")
    });
    if is_in_pieces {
        let message = "A body in pieces is not taken here: send it whole.";
        return error(StatusCode::NOT_IMPLEMENTED, "NotImplemented", message, name);
    }
    let object = Object {
        bytes,
        kind: header(headers, "content-type")
            .unwrap_or("binary/octet-stream")
            .to_owned(),
        modified: shared.clock.now(),
    };
    let mut response = reply(StatusCode::OK, "application/xml", "");
    insert(&mut response, ETAG, &object.tag());
    shared.objects.put(name, object);
    response
}

fn found(shared: &SharedState, object: &Object) -> Response {
    let mut response = reply(StatusCode::OK, "application/xml", object.bytes.clone());
    insert(&mut response, ETAG, &object.tag());
    insert(&mut response, CONTENT_TYPE, &object.kind);
    let modified = shared.clock.http(object.modified);
    insert(&mut response, LAST_MODIFIED, &modified);
    response
}

/// Sets a header, if the text is a valid value.
fn insert(response: &mut Response, name: HeaderName, value: &str) {
    if let Ok(value) = HeaderValue::from_str(value) {
        response.headers_mut().insert(name, value);
    }
}

fn refused(refusal: SignatureError) -> Response {
    let forbidden = StatusCode::FORBIDDEN;
    let (status, code, message) = match refusal {
        SignatureError::Missing => (forbidden, "AccessDenied", "Access Denied"),
        SignatureError::Expired => (forbidden, "AccessDenied", "Request has expired"),
        SignatureError::Malformed => (
            StatusCode::BAD_REQUEST,
            "AuthorizationHeaderMalformed",
            "The authorization that was sent is malformed.",
        ),
        SignatureError::UnknownKey => (
            forbidden,
            "InvalidAccessKeyId",
            "The access key that was sent does not exist in our records.",
        ),
        SignatureError::Skewed => (
            forbidden,
            "RequestTimeTooSkewed",
            "The time of the request and the current time differ too much.",
        ),
        SignatureError::Mismatch => (
            forbidden,
            "SignatureDoesNotMatch",
            "The signature of the request does not match: check the secret key and how it signs.",
        ),
    };
    error(status, code, message, "")
}

fn not_allowed() -> Response {
    let message = "The specified method is not allowed against this resource.";
    let status = StatusCode::METHOD_NOT_ALLOWED;
    error(status, "MethodNotAllowed", message, "")
}

/// Error response in the XML of the service.
pub(crate) fn error(status: StatusCode, code: &str, message: &str, name: &str) -> Response {
    let key = name.split_once('/').map_or("", |(_, key)| key);
    let key = match key {
        "" => String::new(),
        key => format!("<Key>{}</Key>", escaped(key)),
    };
    let body = format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<Error><Code>{code}</Code>\
         <Message>{message}</Message>{key}<RequestId>EMULATE</RequestId></Error>"
    );
    reply(status, "application/xml", body)
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
}

#[cfg(test)]
mod tests;
