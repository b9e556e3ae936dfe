use std::io;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::{Body, Bytes, to_bytes};
use axum::extract::{Request, State};
use axum::http::header::CONTENT_LENGTH;
use axum::http::{Method, StatusCode};
use axum::middleware::{self, Next};
use axum::response::Response;
use futures_util::{StreamExt, stream};
use serde_json::{Value, json};

use super::{Route, Transport};
use crate::reply::{reply, retry_after};
use crate::shared::Shared;

/// In the extensions of an answer: it is not sent, and the connection is reset.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Reset;

/// What faults need to know of a service.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Service {
    /// What a request is for, by its path behind the service's own.
    pub(crate) route: fn(&Method, &str) -> Route,
    /// The service's answer with an error of this status.
    pub(crate) error: fn(StatusCode) -> Response,
}

/// The routes of a service, with what goes wrong there.
pub(crate) fn with_faults(router: Router, shared: &Arc<Shared>, service: Service) -> Router {
    let state = (Arc::clone(shared), service);
    router.layer(middleware::from_fn_with_state(state, faulty))
}

async fn faulty(
    State((shared, service)): State<(Arc<Shared>, Service)>,
    request: Request,
    next: Next,
) -> Response {
    let route = (service.route)(request.method(), request.uri().path());
    let is_get = request.method() == Method::GET;
    let faults = shared.faults.of_request(route, is_get);
    let refused = faults.iter().find_map(|&fault| refusal(fault, service));
    let mut response = match refused {
        Some(refused) => {
            // A client that still writes would take the refusal for a broken connection.
            let _ = to_bytes(request.into_body(), usize::MAX).await;
            refused
        }
        None => next.run(request).await,
    };
    for fault in faults {
        response = spoilt(response, fault, service).await;
    }
    response
}

fn error(service: Service, code: u16) -> Response {
    let status = StatusCode::from_u16(code).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    (service.error)(status)
}

/// The answer to a request that is not done.
fn refusal(fault: Transport, service: Service) -> Option<Response> {
    Some(match fault {
        Transport::Limit(seconds) => {
            let response = error(service, 429);
            match seconds {
                Some(seconds) => retry_after(response, seconds.into()),
                None => response,
            }
        }
        Transport::Status(code) => error(service, code),
        Transport::Html => {
            let page = "<html><head><title>502 Bad Gateway</title></head>\
                        <body><h1>502 Bad Gateway</h1></body></html>\n";
            reply(StatusCode::BAD_GATEWAY, "text/html", page)
        }
        Transport::ResetBefore => reset(),
        Transport::Conflict => error(service, 409),
        Transport::Expired => error(service, 401),
        Transport::Delay(_)
        | Transport::StatusAfter(_)
        | Transport::Truncate
        | Transport::Malformed
        | Transport::ResetAfter
        | Transport::ExtraFields => return None,
    })
}

/// The answer to a request that was done.
async fn spoilt(response: Response, fault: Transport, service: Service) -> Response {
    match fault {
        Transport::Delay(seconds) => {
            tokio::time::sleep(Duration::from_secs_f64(seconds)).await;
            response
        }
        Transport::StatusAfter(code) => error(service, code),
        Transport::ResetAfter => reset(),
        Transport::Truncate => {
            let (mut parts, bytes) = apart(response).await;
            parts.headers.insert(CONTENT_LENGTH, bytes.len().into());
            let half = bytes.slice(..bytes.len() / 2);
            let end = async {
                // Time for the half to be sent: what is still here when an answer breaks off is lost.
                tokio::time::sleep(Duration::from_millis(20)).await;
                Err(io::Error::from(io::ErrorKind::ConnectionAborted))
            };
            let rest = stream::once(async { Ok(half) }).chain(stream::once(end));
            Response::from_parts(parts, Body::from_stream(rest))
        }
        Transport::Malformed => {
            let (mut parts, bytes) = apart(response).await;
            parts.headers.remove(CONTENT_LENGTH);
            Response::from_parts(parts, bytes.slice(..bytes.len() / 2).into())
        }
        Transport::ExtraFields => {
            let (mut parts, bytes) = apart(response).await;
            parts.headers.remove(CONTENT_LENGTH);
            Response::from_parts(parts, with_fields(bytes).into())
        }
        _ => response,
    }
}

fn reset() -> Response {
    let mut response = Response::new(Body::empty());
    *response.status_mut() = StatusCode::INTERNAL_SERVER_ERROR;
    response.extensions_mut().insert(Reset);
    response
}

async fn apart(response: Response) -> (axum::http::response::Parts, Bytes) {
    let (parts, body) = response.into_parts();
    let bytes = to_bytes(body, usize::MAX).await;
    (parts, bytes.expect("the answer is in memory"))
}

/// The object with a field more; what is no object stays.
fn with_fields(bytes: Bytes) -> Bytes {
    match serde_json::from_slice(&bytes) {
        Ok(Value::Object(mut fields)) => {
            fields.insert("x_new".into(), json!({"since": 2027, "values": [1, null]}));
            Value::Object(fields).to_string().into()
        }
        _ => bytes,
    }
}
