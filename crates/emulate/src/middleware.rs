use std::io;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::{Body, Bytes, to_bytes};
use axum::extract::{Request, State};
use axum::http::header::{CONTENT_LENGTH, USER_AGENT};
use axum::http::{Method, StatusCode};
use axum::middleware::{self, Next};
use axum::response::Response;
use futures_util::{StreamExt, stream};
use serde_json::{Value, json};

use crate::fault::{Route, TransportFault};
use crate::fetch;
use crate::reply::{header, reply, retry_after};
use crate::shared::SharedState;

/// Extension of a response that is not sent: the server resets the connection instead.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Reset;

/// Routes and error responses of a service, for faults.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FaultRoutes {
    /// Purpose of a request, by its path below the service's own.
    pub(crate) route: fn(&Method, &str) -> Route,
    /// Error response of the service with this status.
    pub(crate) error: fn(StatusCode) -> Response,
}

/// Adds faults to the routes of a service.
pub(crate) fn with_faults(
    router: Router,
    shared: &Arc<SharedState>,
    routes: FaultRoutes,
) -> Router {
    let state = (Arc::clone(shared), routes);
    router.layer(middleware::from_fn_with_state(state, faulty))
}

async fn faulty(
    State((shared, routes)): State<(Arc<SharedState>, FaultRoutes)>,
    request: Request,
    next: Next,
) -> Response {
    // Requests of the emulated device come the same way as those of clients.
    let route = if header(request.headers(), USER_AGENT.as_str()) == Some(fetch::AGENT) {
        Route::Storage
    } else {
        (routes.route)(request.method(), request.uri().path())
    };
    let is_get = request.method() == Method::GET;
    let faults = shared.faults.for_request(route, is_get);
    let refused = faults.iter().find_map(|&fault| refusal(fault, routes));
    let mut response = match refused {
        Some(refused) => {
            // A client that is still sending would take an early response for a broken connection.
            let _ = to_bytes(request.into_body(), usize::MAX).await;
            refused
        }
        None => match faults.iter().find_map(|fault| fault.handled_after()) {
            Some(time) => handle_late(request, next, time).await,
            None => next.run(request).await,
        },
    };
    for fault in faults {
        response = spoilt(response, fault, routes).await;
    }
    response
}

/// Handles a request after a time, even if its client is gone by then.
async fn handle_late(request: Request, next: Next, time: Duration) -> Response {
    let (parts, body) = request.into_parts();
    let body = to_bytes(body, usize::MAX).await.unwrap_or_default();
    let handled = tokio::spawn(async move {
        tokio::time::sleep(time).await;
        next.run(Request::from_parts(parts, body.into())).await
    });
    handled.await.unwrap_or_else(|_| reset())
}

fn error(routes: FaultRoutes, code: u16) -> Response {
    let status = StatusCode::from_u16(code).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    (routes.error)(status)
}

/// Response to a request that is not handled.
fn refusal(fault: TransportFault, routes: FaultRoutes) -> Option<Response> {
    Some(match fault {
        TransportFault::Limit(seconds) => {
            let response = error(routes, 429);
            match seconds {
                Some(seconds) => retry_after(response, seconds.into()),
                None => response,
            }
        }
        TransportFault::Status(code) => error(routes, code),
        TransportFault::Html => {
            let page = "<html><head><title>502 Bad Gateway</title></head>\
                        <body><h1>502 Bad Gateway</h1></body></html>\n";
            reply(StatusCode::BAD_GATEWAY, "text/html", page)
        }
        TransportFault::ResetBefore => reset(),
        TransportFault::Conflict => error(routes, 409),
        TransportFault::Expired => error(routes, 401),
        TransportFault::Delay(_)
        | TransportFault::Late(_)
        | TransportFault::StatusAfter(_)
        | TransportFault::Truncate
        | TransportFault::Malformed
        | TransportFault::ResetAfter
        | TransportFault::ExtraFields => return None,
    })
}

/// Response to a request that was handled.
async fn spoilt(response: Response, fault: TransportFault, routes: FaultRoutes) -> Response {
    match fault {
        TransportFault::Delay(seconds) => {
            tokio::time::sleep(Duration::from_secs_f64(seconds)).await;
            response
        }
        TransportFault::StatusAfter(code) => error(routes, code),
        TransportFault::ResetAfter => reset(),
        TransportFault::Truncate => {
            let (mut parts, bytes) = apart(response).await;
            parts.headers.insert(CONTENT_LENGTH, bytes.len().into());
            let half = bytes.slice(..bytes.len() / 2);
            let end = async {
                // Time to send the first half: unsent data is lost when the connection breaks.
                tokio::time::sleep(Duration::from_millis(20)).await;
                Err(io::Error::from(io::ErrorKind::ConnectionAborted))
            };
            let rest = stream::once(async { Ok(half) }).chain(stream::once(end));
            Response::from_parts(parts, Body::from_stream(rest))
        }
        TransportFault::Malformed => {
            let (mut parts, bytes) = apart(response).await;
            parts.headers.remove(CONTENT_LENGTH);
            Response::from_parts(parts, bytes.slice(..bytes.len() / 2).into())
        }
        TransportFault::ExtraFields => {
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

/// Adds an unknown field to a JSON object; leaves other bodies as they are.
fn with_fields(bytes: Bytes) -> Bytes {
    match serde_json::from_slice(&bytes) {
        Ok(Value::Object(mut fields)) => {
            fields.insert("x_new".into(), json!({"since": 2027, "values": [1, null]}));
            Value::Object(fields).to_string().into()
        }
        _ => bytes,
    }
}
