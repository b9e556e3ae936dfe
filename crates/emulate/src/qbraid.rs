//! qBraid, its runtime API of 2026.
//!
//! | request below `/qbraid/api/v1` | what |
//! | --- | --- |
//! | `GET /users/verify`, `GET /billing/credits/balance` | describes the owner of the key, and what is left to spend |
//! | `GET /devices`, `GET /devices/QRN`, `GET /devices/QRN/calibrations` | describes devices |
//! | `GET /jobs/cost-estimate` | tells what a job would cost |
//! | `POST /jobs` | submits a job of one program, or of several where the device takes them |
//! | `GET /jobs`, `GET /jobs/QRN`, `DELETE /jobs/QRN` | lists, describes and deletes jobs |
//! | `GET /jobs/QRN/result`, `GET /jobs/QRN/program` | returns what came of a job, and what was sent |
//! | `POST /jobs/QRN/cancel` | cancels a job once it is initialized |
//!
//! Programs are OpenQASM 2 and 3; a wrong one makes the job fail later. Devices behind Amazon Braket take its
//! gates too. Results are counts, with bit 0 last. Groups of jobs, compiled programs and noise models are not
//! served.

mod device;
mod devices;
mod envelope;
mod error;
mod job;
mod result;
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
use crate::jobs::Jobs;
use crate::middleware::{FaultRoutes, with_faults};
use crate::reply::{header, is_good};
use crate::shared::SharedState;
use envelope::success;
use error::{QbraidError, Reply};
use state::Qbraid;

/// Owner of all jobs.
const OWNER: &str = "emulated";

const FAULT_ROUTES: FaultRoutes = FaultRoutes {
    route,
    error: |status| QbraidError::of_status(status).into_response(),
};

pub(crate) fn router(shared: &Arc<SharedState>) -> Router {
    let state = Arc::new(Qbraid {
        shared: Arc::clone(shared),
        jobs: Jobs::default(),
    });
    let all = Router::new()
        .route("/users/verify", get(owner))
        .route("/billing/credits/balance", get(balance))
        .route("/devices", get(devices::list))
        .route("/devices/{qrn}", get(devices::show))
        .route("/devices/{qrn}/calibrations", get(devices::calibrations))
        .route("/jobs", post(submit::submit).get(job::list))
        .route("/jobs/cost-estimate", get(devices::estimate))
        .route("/jobs/{qrn}", get(job::show).delete(job::delete))
        .route("/jobs/{qrn}/program", get(job::program))
        .route("/jobs/{qrn}/result", get(result::show))
        .route("/jobs/{qrn}/cancel", post(job::cancel))
        .fallback(async || QbraidError::of_status(StatusCode::NOT_FOUND))
        .layer(middleware::from_fn(authorized));
    with_faults(all.with_state(state), shared, FAULT_ROUTES)
}

fn route(method: &Method, path: &str) -> Route {
    match path.trim_matches('/').split('/').collect::<Vec<_>>()[..] {
        ["jobs"] if method == Method::POST => Route::Submit,
        ["jobs", "cost-estimate"] => Route::Other,
        ["jobs", _] if method == Method::GET => Route::Status,
        ["jobs", _, "result"] => Route::Result,
        ["jobs", _, "cancel"] => Route::Cancel,
        _ => Route::Other,
    }
}

/// Refuses requests without a valid key.
async fn authorized(request: Request, next: Next) -> Reply {
    match header(request.headers(), "x-api-key") {
        Some(key) if is_good(key) => Ok(next.run(request).await),
        Some(_) => Err(QbraidError::new(
            StatusCode::UNAUTHORIZED,
            "INVALID_API_KEY",
            "Invalid API key",
        )),
        None => Err(QbraidError::of_status(StatusCode::UNAUTHORIZED)),
    }
}

async fn owner() -> Response {
    let data = json!({
        "userName": OWNER,
        "email": "emulated@example.org",
        "organizationId": OWNER,
        "organizationUserId": OWNER,
    });
    success(StatusCode::OK, &data)
}

async fn balance() -> Response {
    let data = json!({
        "qbraidCredits": 100_000,
        "awsCredits": 0,
        "autoRecharge": "disabled",
        "organizationId": OWNER,
        "userId": OWNER,
    });
    success(StatusCode::OK, &data)
}
