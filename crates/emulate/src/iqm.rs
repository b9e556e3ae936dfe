//! IQM Server, version 1 of its API, as IQM Resonance runs it.
//!
//! | request below `/api/v1` | what |
//! | --- | --- |
//! | `GET /about`, `GET /quantum-computers` | describes the server, lists the computers |
//! | `GET /quantum-computers/QC/health`, `/limits`, `/queue-availability` | describes one |
//! | `GET /quantum-computers/QC/artifacts/static-quantum-architectures`, `/about` | its qubits and couplers; its software |
//! | `GET /calibration-sets/QC/SET`, `/dynamic-quantum-architecture`, `/metrics` | its calibration: times, calibrated gates, errors; the set is `default` or an id |
//! | `POST /jobs/QC/circuit` | submits a batch of circuits |
//! | `GET /jobs/ID`, `DELETE /jobs/ID`, `POST /jobs/ID/cancel` | describes, deletes and cancels a job; `wait_until_terminal` and `timeout_seconds` hold the answer back |
//! | `GET /jobs/ID/payload`, `GET /jobs/ID/artifacts/measurements`, `/measurement_counts` | what was sent; its results |
//!
//! The paths stand below no prefix, as IQM's client takes none. There is no list of jobs, as at the
//! service. Circuits are in the gates `prx`, `cz`, `measure` and `barrier` on physical qubits; QIR,
//! a mapping of qubits and heralding are refused. A malformed request is refused with 400; a circuit
//! that can't be run makes its job fail later.

mod calibration;
mod circuit;
mod device;
mod error;
mod job;
mod state;
mod submit;
#[cfg(test)]
mod tests;

use std::sync::Arc;

use axum::Router;
use axum::extract::Request;
use axum::http::{Method, StatusCode};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use serde_json::json;

use crate::fault::Route;
use crate::middleware::{FaultRoutes, with_faults};
use crate::reply::{self, header, is_good};
use crate::shared::SharedState;
use error::{IqmError, Reply};
use state::Iqm;

const FAULT_ROUTES: FaultRoutes = FaultRoutes {
    route,
    error: |status| IqmError::of_status(status).into_response(),
};

pub(crate) fn router(shared: &Arc<SharedState>) -> Router {
    let state = Arc::new(Iqm::new(shared));
    let all = Router::new()
        .route("/about", get(about))
        .route("/quantum-computers", get(device::list))
        .route("/quantum-computers/{qc}/health", get(device::health))
        .route("/quantum-computers/{qc}/limits", get(device::limits))
        .route(
            "/quantum-computers/{qc}/queue-availability",
            get(device::queue),
        )
        .route(
            "/quantum-computers/{qc}/artifacts/{artifact}",
            get(device::artifact),
        )
        .route("/calibration-sets/{qc}/{set}", get(calibration::set))
        .route(
            "/calibration-sets/{qc}/{set}/dynamic-quantum-architecture",
            get(calibration::architecture),
        )
        .route(
            "/calibration-sets/{qc}/{set}/metrics",
            get(calibration::metrics),
        )
        .route("/jobs/{id}", get(job::show).delete(job::delete))
        .route("/jobs/{id}/cancel", post(job::cancel))
        .route("/jobs/{id}/payload", get(job::payload))
        .route("/jobs/{id}/artifacts/{artifact}", get(job::artifact))
        // The first part is a computer, the second a type of jobs.
        .route("/jobs/{id}/{kind}", post(submit::submit))
        .fallback(async || IqmError::new(StatusCode::NOT_FOUND, "not_found", "no such resource"))
        .layer(middleware::from_fn(authorized));
    with_faults(all.with_state(state), shared, FAULT_ROUTES)
}

fn route(method: &Method, path: &str) -> Route {
    match path.trim_matches('/').split('/').collect::<Vec<_>>()[..] {
        ["jobs", _, "cancel"] => Route::Cancel,
        ["jobs", _, _] if method == Method::POST => Route::Submit,
        ["jobs", _, "artifacts", _] => Route::Result,
        ["jobs", _] if method == Method::GET => Route::Status,
        _ => Route::Other,
    }
}

/// Refuses requests without a valid token.
async fn authorized(request: Request, next: Next) -> Reply {
    let token = header(request.headers(), "authorization");
    let token = token.and_then(|value| value.strip_prefix("Bearer "));
    if token.is_some_and(is_good) {
        return Ok(next.run(request).await);
    }
    Err(IqmError::of_status(StatusCode::UNAUTHORIZED))
}

async fn about() -> Response {
    reply::ok(&json!({"version": "emulated"}))
}
