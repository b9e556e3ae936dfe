//! IBM Quantum System API: a machine on the premises.
//!
//! Tokens as in the cloud, at `/ibm-system/identity/token`; below `/ibm-system` are `version`,
//! `versions` and, with a token and a `Service-CRN`, `v1/backends` and `v1/jobs`. The client
//! chooses the id of a job and sends presigned addresses of this machine: the parameters are read
//! from one when the job is submitted, result and logs are written to others when it ends. A job is
//! `Running` from the start until they are written.

mod error;
mod job;
mod state;
#[cfg(test)]
mod tests;

use std::sync::Arc;

use axum::extract::{Path, Request, State};
use axum::http::{Method, StatusCode};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use serde_json::{Value, json};

use crate::fault::Route;
use crate::ibm::{self, Backend, Tokens};
use crate::jobs::Jobs;
use crate::middleware::{FaultRoutes, with_faults};
use crate::reply;
use crate::shared::SharedState;
use error::{Reply, SystemError};
use state::{LANES, System};

const FAULT_ROUTES: FaultRoutes = FaultRoutes {
    route,
    error: |status| SystemError(ibm::IbmError::from_status(status)).into_response(),
};

pub(crate) fn router(shared: &Arc<SharedState>, tokens: &Arc<Tokens>) -> Router {
    let state = Arc::new(System {
        shared: Arc::clone(shared),
        tokens: Arc::clone(tokens),
        jobs: Jobs::default(),
    });
    let closed = Router::new()
        .route("/backends", get(backends))
        .route("/backends/{name}", get(backend))
        .route("/backends/{name}/configuration", get(configuration))
        .route("/backends/{name}/properties", get(properties))
        .route("/backends/{name}/lanes", get(lanes))
        .route("/jobs", post(job::submit).get(job::list))
        .route("/jobs/{id}", get(job::show).delete(job::delete))
        .route("/jobs/{id}/cancel", post(job::cancel))
        .layer(middleware::from_fn_with_state(Arc::clone(&state), checked));
    let all = Router::new()
        .route("/version", get(async || Json(json!({"version": "1.0.0"}))))
        .route(
            "/versions",
            get(async || Json(json!({"versions": ibm::VERSIONS}))),
        )
        .nest("/v1", closed)
        .fallback(async || SystemError(ibm::IbmError::from_status(StatusCode::NOT_FOUND)))
        .with_state(state)
        .nest("/identity", ibm::identity(tokens));
    with_faults(all, shared, FAULT_ROUTES)
}

fn route(method: &Method, path: &str) -> Route {
    match path.trim_matches('/').split('/').collect::<Vec<_>>()[..] {
        ["identity", ..] => Route::Token,
        ["v1", "jobs"] if method == Method::POST => Route::Submit,
        ["v1", "jobs", _, "cancel"] => Route::Cancel,
        ["v1", "jobs"] | ["v1", "jobs", _] if method == Method::GET => Route::Status,
        _ => Route::Other,
    }
}

/// Refuses requests without a valid token and an instance.
async fn checked(State(system): State<Arc<System>>, request: Request, next: Next) -> Reply {
    system.tokens.check(request.headers())?;
    Ok(next.run(request).await)
}

fn describe(system: &System, backend: &Backend) -> Value {
    json!({
        "name": backend.name,
        "status": ibm::state(&system.shared.faults),
        "version": ibm::VERSION,
        "message": "",
        "locked": false,
    })
}

async fn backends(State(system): State<Arc<System>>) -> Response {
    let backends = Backend::real();
    let backends: Value = backends.map(|backend| describe(&system, backend)).collect();
    reply::ok(&json!({"backends": backends}))
}

async fn backend(State(system): State<Arc<System>>, Path(name): Path<String>) -> Reply {
    Ok(reply::ok(&describe(&system, Backend::find(&name)?)))
}

async fn configuration(Path(name): Path<String>) -> Reply {
    Ok(reply::ok(&Backend::find(&name)?.configuration()))
}

async fn properties(Path(name): Path<String>) -> Reply {
    Ok(reply::ok(&Backend::find(&name)?.properties()))
}

async fn lanes(Path(name): Path<String>) -> Reply {
    Backend::find(&name)?;
    Ok(reply::ok(&json!({
        "hpc_workload_manager": {"lanes": LANES},
        "ibm_quantum_compute": {"lanes": 0},
    })))
}
