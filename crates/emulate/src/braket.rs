//! Service of Amazon Braket: quantum tasks and devices.
//!
//! | request below `/braket` | operation |
//! | --- | --- |
//! | `POST /devices`, `GET /device/ARN` | `SearchDevices`, `GetDevice` |
//! | `POST /quantum-task` | `CreateQuantumTask` |
//! | `GET /quantum-task/ARN`, `PUT /quantum-task/ARN/cancel` | `GetQuantumTask`, `CancelQuantumTask` |
//! | `POST /quantum-tasks` | `SearchQuantumTasks` |
//!
//! The result of a completed task is an object of the storage under `/s3`, or several for a program set. A
//! program is read when its task is created; a wrong one is refused then. Other operations, such as hybrid
//! jobs, and programs with inputs are not served.

mod capabilities;
mod create;
mod delivery;
mod device;
mod devices;
mod error;
mod result;
mod search;
mod set_result;
mod state;
mod status;
mod task;
mod tasks;
#[cfg(test)]
mod tests;

use std::sync::Arc;

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::extract::{OriginalUri, Request, State};
use axum::http::Method;
use axum::middleware::{self, Next};
use axum::routing::{get, post, put};

use crate::fault::Route;
use crate::middleware::{FaultRoutes, with_faults};
use crate::shared::SharedState;
use crate::sigv4::{self, SignedRequest};
use error::{BraketError, ErrorKind, Reply};
use state::{Braket, Region};

pub(crate) use tasks::Tasks;

/// Maximum size of a request body, in bytes.
const MAX_BODY: usize = 16 << 20;

pub(crate) fn router(shared: &Arc<SharedState>, tasks: &Arc<Tasks>) -> Router {
    let state = Arc::new(Braket {
        shared: Arc::clone(shared),
        tasks: Arc::clone(tasks),
    });
    let router = Router::new()
        .route("/devices", post(devices::search))
        .route("/device/{arn}", get(devices::show))
        .route("/quantum-task", post(create::create))
        .route("/quantum-task/{arn}", get(status::show))
        .route("/quantum-task/{arn}/cancel", put(status::cancel))
        .route("/quantum-tasks", post(status::search))
        .fallback(async || BraketError::new(ErrorKind::NotFound, "there is no such operation"))
        .layer(middleware::from_fn_with_state(Arc::clone(&state), signed))
        .with_state(state);
    let routes = FaultRoutes {
        route,
        error: |status| {
            BraketError::new(ErrorKind::of(status), "the request failed").with_status(status)
        },
    };
    with_faults(router, shared, routes)
}

fn route(method: &Method, path: &str) -> Route {
    match path.trim_matches('/').split('/').collect::<Vec<_>>()[..] {
        ["quantum-task"] => Route::Submit,
        ["quantum-task", _] if method == Method::GET => Route::Status,
        ["quantum-task", _, "cancel"] => Route::Cancel,
        _ => Route::Other,
    }
}

/// Refuses requests without a valid signature.
async fn signed(
    State(braket): State<Arc<Braket>>,
    OriginalUri(uri): OriginalUri,
    request: Request,
    next: Next,
) -> Reply {
    let (parts, body) = request.into_parts();
    let body = to_bytes(body, MAX_BODY).await;
    let body = body.map_err(|_| BraketError::invalid("the request is too large"))?;
    let sent = SignedRequest {
        method: parts.method.as_str(),
        path: uri.path(),
        query: uri.query().unwrap_or_default(),
        headers: &parts.headers,
        body: &body,
    };
    let clock = &braket.shared.clock;
    let region = sigv4::check(&sent, sigv4::SignedService::Braket, clock.unix(clock.now()))?;
    let mut request = Request::from_parts(parts, Body::from(body));
    request.extensions_mut().insert(Region(region));
    Ok(next.run(request).await)
}
