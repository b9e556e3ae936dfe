//! IBM Quantum Platform.
//!
//! `/ibm/identity/token` issues a token for any key, and `/ibm/v3/resources/search` lists the instances
//! of its account. All other routes are below `/ibm/api/v1` and require a token and a `Service-CRN`: `versions`, `backends` with their configuration, properties
//! and status, `jobs` with their results, metrics, logs and tags, `sessions`, `instances/usage`.
//!
//! Devices are the presets of `cheqqers_native`, and a `mock_` of each that answers with random bits; it
//! and its jobs are listed only where `include_mocks` asks for them. A job runs the program `sampler` or `executor` (its
//! parameters in version 2.0) on circuits in OpenQASM 3 on physical qubits; a circuit that the device
//! can't run makes the job fail when it starts. Circuits in QPY are refused at once. In results bit 0
//! of a register is the lowest bit.

mod arrays;
mod device;
mod error;
mod executor;
mod isa;
mod job;
mod list;
mod program;
mod result;
mod sampler;
mod search;
mod session;
mod state;
#[cfg(test)]
mod tests;
mod token;

use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::{Method, StatusCode};
use axum::middleware::{self, Next};
use axum::response::IntoResponse;
use axum::routing::{get, post, put};
use axum::{Json, Router};
use serde_json::json;

use crate::fault::Route;
use crate::jobs::Jobs;
use crate::limit::RateLimit;
use crate::middleware::{FaultRoutes, with_faults};
use crate::reply::header;
use crate::sessions::Sessions;
use crate::shared::SharedState;
use error::Reply;
use state::Ibm;

pub(crate) use device::{Backend, VERSION, state};
pub(crate) use error::IbmError;
pub(crate) use program::JobParams;
pub(crate) use result::{ResultForm, result};
pub(crate) use state::VERSIONS;
pub(crate) use token::{Tokens, router as identity};

/// Rate limit of submissions, per minute.
const SUBMISSIONS: usize = 5;

const FAULT_ROUTES: FaultRoutes = FaultRoutes {
    route,
    error: |status| IbmError::from_status(status).into_response(),
};

pub(crate) fn router(shared: &Arc<SharedState>, tokens: &Arc<Tokens>) -> Router {
    let state = Arc::new(Ibm {
        shared: Arc::clone(shared),
        tokens: Arc::clone(tokens),
        jobs: Jobs::default(),
        sessions: Sessions::default(),
        submissions: RateLimit::new(SUBMISSIONS, shared.clock.scaled(60.0)),
    });
    let closed = Router::new()
        .route("/backends", get(device::list))
        .route("/backends/{name}/status", get(device::status))
        .route("/backends/{name}/configuration", get(device::configuration))
        .route("/backends/{name}/properties", get(device::properties))
        .route("/jobs", post(job::submit).get(list::list))
        .route("/jobs/{id}", get(job::show).delete(job::delete))
        .route("/jobs/{id}/results", get(job::results))
        .route("/jobs/{id}/logs", get(job::logs))
        .route("/jobs/{id}/metrics", get(job::metrics))
        .route("/jobs/{id}/tags", put(job::tag))
        .route("/jobs/{id}/cancel", post(job::cancel))
        .route("/sessions", post(session::create))
        .route("/sessions/{id}", get(session::show).patch(session::change))
        .route(
            "/sessions/{id}/close",
            axum::routing::delete(session::close),
        )
        .route("/instances/usage", get(list::usage))
        .route("/tags", get(list::tags))
        .layer(middleware::from_fn_with_state(Arc::clone(&state), checked));
    let api = Router::new()
        .route(
            "/versions",
            get(async || Json(json!({"versions": VERSIONS}))),
        )
        .merge(closed);
    let all = Router::new()
        .nest("/api/v1", api)
        .route("/v3/resources/search", post(search::search))
        .fallback(async || IbmError::new(StatusCode::NOT_FOUND, 1000, "there is no such route"))
        .with_state(state)
        .nest("/identity", identity(tokens));
    with_faults(all, shared, FAULT_ROUTES)
}

fn route(method: &Method, path: &str) -> Route {
    let path = path.strip_prefix("/api/v1").unwrap_or(path);
    match path.trim_matches('/').split('/').collect::<Vec<_>>()[..] {
        ["identity", ..] => Route::Token,
        ["jobs"] if method == Method::POST => Route::Submit,
        ["jobs", _, "results"] => Route::Result,
        ["jobs", _, "cancel"] => Route::Cancel,
        ["jobs"] | ["jobs", _] if method == Method::GET => Route::Status,
        _ => Route::Other,
    }
}

/// Refuses requests without a valid token, an instance and a known version.
async fn checked(State(ibm): State<Arc<Ibm>>, request: Request, next: Next) -> Reply {
    ibm.tokens.check(request.headers())?;
    let version = header(request.headers(), "ibm-api-version");
    if version.is_some_and(|version| !VERSIONS.contains(&version)) {
        let message = format!("IBM-API-Version must be one of {}", VERSIONS.join(", "));
        return Err(IbmError::new(StatusCode::BAD_REQUEST, 1002, message));
    }
    Ok(next.run(request).await)
}
