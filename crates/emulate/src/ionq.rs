//! IonQ Quantum Cloud, version 0.4 of its API.
//!
//! Routes below `/ionq/v0.4`: `whoami`, `backends`, `jobs` with their artifacts, probabilities,
//! costs and cancellation, and `sessions`. Programs are OpenQASM 3 (`ionq.qasm3.v1`) or lists of
//! gates (`ionq.circuit.v1`). What is wrong with the request is refused with 400, what is wrong with
//! the program makes the job fail later. In all results bit 0 stands first, but for those of
//! `results/probabilities`, whose keys are decimal numbers with qubit 0 as the lowest bit.

mod artifact;
mod circuit;
mod device;
mod job;
mod session;
mod submit;
#[cfg(test)]
mod tests;

use std::sync::Arc;

use axum::Router;
use axum::extract::{Path, Request};
use axum::http::{HeaderValue, Method, StatusCode};
use axum::middleware::{self, Next};
use axum::response::Response;
use axum::routing::{get, post, put};
use serde_json::json;

use crate::fault::{Route, Service, with_faults};
use crate::jobs::Jobs;
use crate::reply::{self, header, is_good};
use crate::shared::Shared;

/// What the routes share.
#[derive(Debug)]
struct Ionq {
    shared: Arc<Shared>,
    jobs: Jobs<submit::Details>,
    sessions: session::Sessions,
}

/// Whose jobs these are.
const SUBMITTER: &str = "00000000-0000-4000-8000-000000000001";
const PROJECT: &str = "00000000-0000-4000-8000-000000000002";

const SERVICE: Service = Service {
    route,
    error: |status| error(status, "the request failed"),
};

pub(crate) fn router(shared: &Arc<Shared>) -> Router {
    let state = Arc::new(Ionq {
        shared: Arc::clone(shared),
        jobs: Jobs::default(),
        sessions: session::Sessions::default(),
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
    let all = closed.merge(open).fallback(async || not_found("route"));
    let with_id = all.layer(middleware::from_fn_with_state(
        Arc::clone(&state),
        request_id,
    ));
    with_faults(with_id.with_state(state), shared, SERVICE)
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

/// Lets requests with a key through.
async fn authorized(request: Request, next: Next) -> Response {
    let key = header(request.headers(), "authorization");
    let key = key.and_then(|value| value.strip_prefix("apiKey "));
    if key.is_some_and(is_good) {
        return next.run(request).await;
    }
    error(StatusCode::UNAUTHORIZED, "the API key is missing or wrong")
}

/// Gives each answer a number.
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

/// An error as the service tells it.
fn error(status: StatusCode, message: impl AsRef<str>) -> Response {
    let body = json!({
        "statusCode": status.as_u16(),
        "error": status.canonical_reason().unwrap_or("Error"),
        "message": message.as_ref(),
    });
    reply::json(status, &body)
}

fn not_found(what: &str) -> Response {
    error(StatusCode::NOT_FOUND, format!("there is no such {what}"))
}

/// The job of the path, if there is one.
fn job(ionq: &Ionq, Path(id): &Path<String>) -> Result<Arc<submit::Job>, Box<Response>> {
    ionq.jobs.find(id).ok_or_else(|| Box::new(not_found("job")))
}
