//! OQTOPUS, as its servers are since 2026.
//!
//! | request below `/oqtopus` | what |
//! | --- | --- |
//! | `POST /jobs` | registers a job, and says where its program goes |
//! | `POST /storage` | takes the program: the fields that were given, and then `file`, a zip |
//! | `POST /jobs/ID/submit` | submits the job |
//! | `GET /jobs`, `GET /jobs/ID`, `GET /jobs/ID/status` | lists jobs, tells of one |
//! | `GET /storage/ID/NAME.zip` | gives what a job has, at an address that expires |
//! | `POST /jobs/ID/cancel`, `DELETE /jobs/ID` | cancels a job, forgets one that is over |
//! | `GET /devices`, `GET /devices/ID` | tells of devices |
//! | `GET /api-token/status`, `GET /system/settings` | tells of the token, and of the site |
//!
//! Jobs sample one program; estimations, several programs at once and programs in Python are not
//! served. A program is read when its turn comes, so that a wrong one fails then. Counts have bit 0
//! last.

mod archive;
mod device;
mod job;
mod storage;
mod submit;
#[cfg(test)]
mod tests;

use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::{DefaultBodyLimit, Request, State};
use axum::http::{Method, StatusCode};
use axum::middleware::{self, Next};
use axum::response::Response;
use axum::routing::{get, post};
use serde_json::json;

use crate::fault::{Data, Route, Service, with_faults};
use crate::jobs::Jobs;
use crate::reply::{self, header, is_good};
use crate::shared::Shared;

/// What the routes share.
#[derive(Debug)]
struct Oqtopus {
    shared: Arc<Shared>,
    jobs: Jobs<submit::Details>,
    drafts: submit::Drafts,
    /// What addresses are signed with.
    secret: String,
}

impl Oqtopus {
    /// How long tokens and addresses are good for.
    fn life(&self) -> Duration {
        const HOUR: f64 = 3600.0;
        let life = self.shared.faults.standing().find_map(|fault| match fault {
            Data::TokenLife(seconds) => Some(seconds),
            _ => None,
        });
        Duration::from_secs_f64(life.unwrap_or(HOUR))
    }
}

/// The largest upload.
const MAX_BODY: usize = 16 << 20;

pub(crate) fn router(shared: &Arc<Shared>) -> Router {
    let state = Arc::new(Oqtopus {
        shared: Arc::clone(shared),
        jobs: Jobs::default(),
        drafts: submit::Drafts::default(),
        secret: shared.uuid(),
    });
    let closed = Router::new()
        .route("/jobs", post(submit::register).get(job::list))
        .route("/jobs/{id}", get(job::show).delete(job::delete))
        .route("/jobs/{id}/submit", post(submit::submit))
        .route("/jobs/{id}/status", get(job::status))
        .route("/jobs/{id}/cancel", post(job::cancel))
        .route("/devices", get(device::list))
        .route("/devices/{id}", get(device::show))
        .route("/api-token/status", get(token))
        .route("/system/settings", get(settings))
        .fallback(async || error(StatusCode::NOT_FOUND, "Not Found"))
        .layer(middleware::from_fn(authorized));
    let open = Router::new()
        .route("/storage", post(storage::upload))
        .route("/storage/{id}/{name}", get(storage::download))
        .layer(DefaultBodyLimit::max(MAX_BODY));
    let service = Service {
        route,
        error: |status| error(status, status.canonical_reason().unwrap_or("Error")),
    };
    with_faults(closed.merge(open).with_state(state), shared, service)
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

/// Lets requests with a token through.
async fn authorized(request: Request, next: Next) -> Response {
    if header(request.headers(), "q-api-token").is_some_and(is_good) {
        return next.run(request).await;
    }
    error(StatusCode::UNAUTHORIZED, "Unauthorized")
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

/// An error as the service tells it.
fn error(status: StatusCode, message: impl AsRef<str>) -> Response {
    reply::json(status, &json!({"message": message.as_ref()}))
}
