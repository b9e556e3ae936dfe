//! Scaleway's Quantum as a Service, version v1alpha1 of its API.
//!
//! | request below `/scaleway/qaas/v1alpha1` | what |
//! | --- | --- |
//! | `GET /platforms`, `GET /platforms/PLATFORM` | describes the platforms with their prices |
//! | `POST /sessions` | opens a session on a platform, or returns the open one with its deduplication id |
//! | `GET /sessions`, `GET /sessions/SESSION` | describes the sessions of a project |
//! | `GET /sessions/SESSION/acls` | lists what may be done with a session |
//! | `POST /sessions/SESSION/terminate` | ends a session and cancels its jobs |
//! | `DELETE /sessions/SESSION` | deletes a session with its jobs |
//! | `POST /models`, `GET /models`, `GET /models/MODEL` | stores programs, and describes what is stored |
//! | `POST /jobs` | runs a model in a session |
//! | `GET /jobs`, `GET /jobs/JOB` | describes the jobs of a session |
//! | `GET /jobs/JOB/results` | lists the results of a job, one for each program |
//! | `GET /jobs/JOB/circuit` | returns the program that came with a job instead of a model |
//! | `POST /jobs/JOB/cancel`, `DELETE /jobs/JOB` | cancels or deletes a job |
//! | `GET /bookings`, `GET /applications` | lists nothing |
//!
//! Long results are at signed addresses below `/scaleway/results`. A session ends by itself when it was
//! idle or open for as long as was asked for, unless no time passes here at all.

mod error;
mod job;
mod list;
mod model;
mod packed;
mod platform;
mod platforms;
mod result;
mod session;
mod sessions;
mod state;
mod submit;
#[cfg(test)]
mod tests;

use std::sync::Arc;

use axum::Router;
use axum::extract::{Request, State};
use axum::http::{Method, StatusCode};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use serde_json::json;

use crate::fault::Route;
use crate::middleware::{FaultRoutes, with_faults};
use crate::reply::{self, header, is_good};
use crate::shared::SharedState;
use error::{Reply, ScalewayError};
use state::Scaleway;

const FAULT_ROUTES: FaultRoutes = FaultRoutes {
    route,
    error: |status| ScalewayError::of_status(status).into_response(),
};

pub(crate) fn router(shared: &Arc<SharedState>) -> Router {
    let state = Arc::new(Scaleway::new(shared));
    let api = Router::new()
        .route("/platforms", get(platforms::list))
        .route("/platforms/{id}", get(platforms::show))
        .route("/sessions", post(sessions::create).get(sessions::list))
        .route(
            "/sessions/{id}",
            get(sessions::show).delete(sessions::delete),
        )
        .route("/sessions/{id}/acls", get(sessions::access))
        .route("/sessions/{id}/terminate", post(sessions::terminate))
        .route("/models", post(model::create).get(model::list))
        .route("/models/{id}", get(model::show))
        .route("/jobs", post(submit::submit).get(job::list))
        .route("/jobs/{id}", get(job::show).delete(job::delete))
        .route("/jobs/{id}/circuit", get(job::circuit))
        .route("/jobs/{id}/cancel", post(job::cancel))
        .route("/jobs/{id}/results", get(result::list))
        .route("/bookings", get(bookings))
        .route("/applications", get(applications))
        .layer(middleware::from_fn_with_state(Arc::clone(&state), settled))
        .layer(middleware::from_fn(authorized));
    let all = Router::new()
        .nest("/qaas/v1alpha1", api)
        .route("/results/{job}/{number}", get(result::download))
        .fallback(async || ScalewayError::of_status(StatusCode::NOT_FOUND));
    with_faults(all.with_state(state), shared, FAULT_ROUTES)
}

fn route(method: &Method, path: &str) -> Route {
    let path = path.trim_matches('/');
    let path = path.strip_prefix("qaas/v1alpha1/").unwrap_or(path);
    match path.split('/').collect::<Vec<_>>()[..] {
        ["jobs"] if method == Method::POST => Route::Submit,
        ["jobs", _] if method == Method::GET => Route::Status,
        ["jobs", _, "results"] | ["results", ..] => Route::Result,
        ["jobs", _, "cancel"] => Route::Cancel,
        _ => Route::Other,
    }
}

/// Refuses requests without a valid key.
async fn authorized(request: Request, next: Next) -> Reply {
    if header(request.headers(), "x-auth-token").is_some_and(is_good) {
        return Ok(next.run(request).await);
    }
    Err(ScalewayError::of_status(StatusCode::UNAUTHORIZED))
}

/// Ends the sessions whose time is over, before anything is said of them.
async fn settled(State(state): State<Arc<Scaleway>>, request: Request, next: Next) -> Response {
    state.end_sessions();
    next.run(request).await
}

async fn bookings() -> Response {
    reply::ok(&json!({"total_count": 0, "bookings": []}))
}

async fn applications() -> Response {
    reply::ok(&json!({"total_count": 0, "applications": []}))
}
