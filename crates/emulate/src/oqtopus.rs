//! OQTOPUS, as of 2026.
//!
//! | request below `/oqtopus` | what |
//! | --- | --- |
//! | `POST /jobs` | registers a job; returns the address for its program |
//! | `POST /storage` | uploads the program: a form with the returned fields, then `file`, a zip |
//! | `POST /jobs/ID/submit` | submits the job |
//! | `GET /jobs`, `GET /jobs/ID`, `GET /jobs/ID/status` | lists jobs, describes one |
//! | `GET /storage/ID/NAME.zip` | downloads a file of a job, at an address that expires |
//! | `POST /jobs/ID/cancel`, `DELETE /jobs/ID` | cancels a job, deletes a finished one |
//! | `GET /devices`, `GET /devices/ID` | describes devices |
//! | `GET /api-token/status`, `GET /system/settings` | describes the token and the site |
//!
//! Jobs sample one program; estimations, several programs at once and programs in Python are not
//! served. A program is read when the job is submitted; a wrong one makes the job fail later.
//! Counts have bit 0 last.

mod archive;
mod device;
mod devices;
mod error;
mod job;
mod state;
mod storage;
mod submit;
#[cfg(test)]
mod tests;

use std::sync::Arc;

use axum::Router;
use axum::extract::{DefaultBodyLimit, Request, State};
use axum::http::{Method, StatusCode};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use serde_json::json;

use crate::fault::Route;
use crate::jobs::Jobs;
use crate::middleware::{FaultRoutes, with_faults};
use crate::reply::{self, header, is_good};
use crate::shared::SharedState;
use error::{OqtopusError, Reply};
use state::{Drafts, Oqtopus};

/// Maximum size of an upload, in bytes.
const MAX_BODY: usize = 16 << 20;

pub(crate) fn router(shared: &Arc<SharedState>) -> Router {
    let state = Arc::new(Oqtopus {
        shared: Arc::clone(shared),
        jobs: Jobs::default(),
        drafts: Drafts::default(),
        secret: shared.uuid(),
    });
    let closed = Router::new()
        .route("/jobs", post(submit::register).get(job::list))
        .route("/jobs/{id}", get(job::show).delete(job::delete))
        .route("/jobs/{id}/submit", post(submit::submit))
        .route("/jobs/{id}/status", get(job::status))
        .route("/jobs/{id}/cancel", post(job::cancel))
        .route("/devices", get(devices::list))
        .route("/devices/{id}", get(devices::show))
        .route("/api-token/status", get(token))
        .route("/system/settings", get(settings))
        .fallback(async || OqtopusError::not_found("Not Found"))
        .layer(middleware::from_fn(authorized));
    let open = Router::new()
        .route("/storage", post(storage::upload))
        .route("/storage/{id}/{name}", get(storage::download))
        .layer(DefaultBodyLimit::max(MAX_BODY));
    let routes = FaultRoutes {
        route,
        error: |status| {
            let message = status.canonical_reason().unwrap_or("Error");
            OqtopusError::new(status, message).into_response()
        },
    };
    with_faults(closed.merge(open).with_state(state), shared, routes)
}

fn route(method: &Method, path: &str) -> Route {
    match path.trim_matches('/').split('/').collect::<Vec<_>>()[..] {
        ["jobs" | "storage"] if method == Method::POST => Route::Submit,
        ["jobs", _, "submit"] => Route::Submit,
        ["jobs", _, "cancel"] => Route::Cancel,
        ["jobs", _, "status"] => Route::Status,
        ["jobs", _] if method == Method::GET => Route::Status,
        ["storage", ..] => Route::Result,
        ["api-token", ..] => Route::Token,
        _ => Route::Other,
    }
}

/// Refuses requests without a valid token.
async fn authorized(request: Request, next: Next) -> Reply {
    if header(request.headers(), "q-api-token").is_some_and(is_good) {
        return Ok(next.run(request).await);
    }
    Err(OqtopusError::new(StatusCode::UNAUTHORIZED, "Unauthorized"))
}

async fn token(State(oqtopus): State<Arc<Oqtopus>>) -> Response {
    let clock = &oqtopus.shared.clock;
    let expires = clock.text(clock.now() + oqtopus.life());
    reply::ok(&json!({"api_token_expiration": expires}))
}

async fn settings() -> Response {
    reply::ok(&json!({
        "editable_fields": [],
        "allow_deletion": false,
        "visible_fields": ["id", "name"],
        "login_history_enabled": false,
    }))
}
