//! IonQ Quantum Cloud, version 0.4 of its API.
//!
//! Routes below `/ionq/v0.4`: `whoami`, `backends`, `jobs` with their artifacts, probabilities,
//! costs and cancellation, and `sessions`. Programs are OpenQASM 3 (`ionq.qasm3.v1`) or lists of
//! gates (`ionq.circuit.v1`). A wrong request is refused with 400; a wrong program makes the job
//! fail later. Bit 0 comes first in all results but `results/probabilities`, whose keys are decimal
//! numbers with qubit 0 as the lowest bit.

mod artifact;
mod circuit;
mod device;
mod error;
mod job;
mod session;
mod state;
mod submit;
#[cfg(test)]
mod tests;

use std::sync::Arc;

use axum::Router;
use axum::extract::Request;
use axum::http::{HeaderValue, Method, StatusCode};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post, put};
use serde_json::json;

use crate::fault::Route;
use crate::jobs::Jobs;
use crate::middleware::{FaultRoutes, with_faults};
use crate::reply::{self, header, is_good};
use crate::sessions::Sessions;
use crate::shared::SharedState;
use error::{IonqError, Reply};
use state::{Ionq, PROJECT, SUBMITTER};

const FAULT_ROUTES: FaultRoutes = FaultRoutes {
    route,
    error: |status| IonqError::new(status, "the request failed").into_response(),
};

pub(crate) fn router(shared: &Arc<SharedState>) -> Router {
    let state = Arc::new(Ionq {
        shared: Arc::clone(shared),
        jobs: Jobs::default(),
        sessions: Sessions::default(),
    });
    let closed = Router::new()
        .route("/whoami", get(whoami))
        .route("/jobs", post(submit::submit).get(job::list))
        .route("/jobs/estimate", get(job::estimate))
        .route("/jobs/status/cancel", put(job::cancel_many))
        .route("/jobs/{id}", get(job::show).delete(job::delete))
        .route("/jobs/{id}/cost", get(job::cost))
        .route("/jobs/{id}/status/cancel", put(job::cancel))
        .route("/jobs/{id}/artifacts/{artifact}", get(artifact::show))
        .route(
            "/jobs/{id}/results/probabilities",
            get(artifact::probabilities),
        )
        .route("/sessions", post(session::create))
        .route("/sessions/{id}", get(session::show))
        .route("/sessions/{id}/end", post(session::end))
        .route("/sessions/{id}/jobs", get(session::jobs))
        .layer(middleware::from_fn(authorized));
    let open = Router::new()
        .route("/backends", get(device::list))
        .route("/backends/{name}", get(device::show))
        .route(
            "/backends/{name}/characterizations",
            get(device::characterizations),
        );
    let all = closed
        .merge(open)
        .fallback(async || IonqError::not_found("route"));
    let with_id = all.layer(middleware::from_fn_with_state(
        Arc::clone(&state),
        request_id,
    ));
    with_faults(with_id.with_state(state), shared, FAULT_ROUTES)
}

fn route(method: &Method, path: &str) -> Route {
    match path.trim_matches('/').split('/').collect::<Vec<_>>()[..] {
        ["jobs"] if method == Method::POST => Route::Submit,
        ["jobs" | "sessions", .., "cancel"] => Route::Cancel,
        ["jobs", _, "artifacts" | "results", _] => Route::Result,
        ["jobs"] | ["jobs", _] if method == Method::GET => Route::Status,
        _ => Route::Other,
    }
}

/// Refuses requests without a valid key.
async fn authorized(request: Request, next: Next) -> Reply {
    let key = header(request.headers(), "authorization");
    let key = key.and_then(|value| value.strip_prefix("apiKey "));
    if key.is_some_and(is_good) {
        return Ok(next.run(request).await);
    }
    let message = "the API key is missing or wrong";
    Err(IonqError::new(StatusCode::UNAUTHORIZED, message))
}

/// Adds a request id to every response.
async fn request_id(
    axum::extract::State(ionq): axum::extract::State<Arc<Ionq>>,
    request: Request,
    next: Next,
) -> Response {
    let mut response = next.run(request).await;
    if let Ok(id) = HeaderValue::try_from(ionq.shared.uuid()) {
        response.headers_mut().insert("x-request-id", id);
    }
    response
}

async fn whoami() -> Response {
    reply::ok(&json!({
        "key_id": SUBMITTER,
        "key_name": "emulated",
        "project_id": PROJECT,
    }))
}
