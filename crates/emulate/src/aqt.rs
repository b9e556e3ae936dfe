//! AQT Arnica, version 1 of its API.
//!
//! | request below `/aqt/api/v1` | what |
//! | --- | --- |
//! | `GET /workspaces` | lists the workspaces with their resources |
//! | `GET /resources/RESOURCE` | describes a resource: its state, qubits and characterisation |
//! | `POST /submit/WORKSPACE/RESOURCE` | submits a batch of circuits |
//! | `GET /result/JOB` | describes a job, with its result once it is finished |
//! | `DELETE /jobs/JOB` | cancels a job |
//!
//! There is no list of jobs. Circuits are in the gates `RZ`, `R` and `RXX` of any two qubits, with
//! angles in units of π, and end with the measurement of all qubits. All that the service's own types
//! say of a request is checked when it comes, so that what is wrong is refused with 422.

mod circuit;
mod error;
mod job;
mod resource;
mod resources;
mod state;
mod submit;
#[cfg(test)]
mod tests;

use std::sync::Arc;

use axum::Router;
use axum::extract::Request;
use axum::http::{Method, StatusCode};
use axum::middleware::{self, Next};
use axum::response::IntoResponse;
use axum::routing::{delete, get, post};

use crate::fault::Route;
use crate::middleware::{FaultRoutes, with_faults};
use crate::reply::{header, is_good};
use crate::shared::SharedState;
use error::{AqtError, Reply};
use state::Aqt;

const FAULT_ROUTES: FaultRoutes = FaultRoutes {
    route,
    error: |status| AqtError::of_status(status).into_response(),
};

pub(crate) fn router(shared: &Arc<SharedState>) -> Router {
    let all = Router::new()
        .route("/workspaces", get(resources::workspaces))
        .route("/resources/{resource}", get(resources::show))
        .route("/submit/{workspace}/{resource}", post(submit::submit))
        .route("/result/{job}", get(job::show))
        .route("/jobs/{job}", delete(job::cancel))
        .fallback(async || AqtError::of_status(StatusCode::NOT_FOUND))
        .layer(middleware::from_fn(authorized));
    with_faults(
        all.with_state(Arc::new(Aqt::new(shared))),
        shared,
        FAULT_ROUTES,
    )
}

/// A result comes with the state, so that no request is for it alone.
fn route(method: &Method, path: &str) -> Route {
    match path.trim_matches('/').split('/').collect::<Vec<_>>()[..] {
        ["submit", _, _] => Route::Submit,
        ["result", _] => Route::Status,
        ["jobs", _] if method == Method::DELETE => Route::Cancel,
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
    Err(AqtError::of_status(StatusCode::UNAUTHORIZED))
}
