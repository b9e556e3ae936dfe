//! Storage of objects.

use std::sync::Arc;

use axum::Router;
use axum::http::{Method, StatusCode};
use axum::response::Response;
use serde_json::json;

use crate::fault::{Route, Service, with_faults};
use crate::reply;
use crate::shared::Shared;

const SERVICE: Service = Service { route, error };

pub(crate) fn router(shared: &Arc<Shared>) -> Router {
    with_faults(Router::new(), shared, SERVICE)
}

fn route(_method: &Method, _path: &str) -> Route {
    Route::Other
}

fn error(status: StatusCode) -> Response {
    reply::json(status, &json!({"message": "the request failed"}))
}
