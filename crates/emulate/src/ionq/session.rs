use std::collections::HashMap;
use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::{Path, Query, State};
use axum::http::StatusCode;
use axum::response::Response;
use serde_json::{Value, json};

use super::device::Device;
use super::error::{IonqError, Reply};
use super::job;
use super::state::Ionq;
use crate::reply;

pub(super) async fn create(State(ionq): State<Arc<Ionq>>, body: Bytes) -> Reply {
    let body: Value = serde_json::from_slice(&body).unwrap_or_default();
    let backend = body.get("backend").and_then(Value::as_str);
    let Some(device) = backend.and_then(Device::find) else {
        let message = "\"backend\" must be one that there is";
        return Err(IonqError::new(StatusCode::BAD_REQUEST, message));
    };
    let id = ionq.shared.uuid();
    let clock = &ionq.shared.clock;
    let now = clock.text(clock.now());
    let session = json!({
        "id": id,
        "created_at": now,
        "started_at": now,
        "ended_at": null,
        "organization_id": "00000000-0000-4000-8000-000000000003",
        "backend": device.name,
        "project_id": null,
        "creator_id": "00000000-0000-4000-8000-000000000001",
        "ender_id": null,
        "settings": body.get("settings").cloned().unwrap_or(json!({})),
        "active": true,
        "status": "started",
    });
    ionq.sessions.add(id, session.clone());
    Ok(reply::json(StatusCode::CREATED, &session))
}

pub(super) async fn show(State(ionq): State<Arc<Ionq>>, Path(id): Path<String>) -> Reply {
    Ok(reply::ok(&ionq.session(&id)?))
}

pub(super) async fn end(State(ionq): State<Arc<Ionq>>, Path(id): Path<String>) -> Reply {
    let clock = &ionq.shared.clock;
    let session = ionq.change_session(&id, |session| {
        session["status"] = json!("ended");
        session["active"] = json!(false);
        session["ended_at"] = json!(clock.text(clock.now()));
    })?;
    Ok(reply::ok(&session))
}

pub(super) async fn jobs(state: State<Arc<Ionq>>, Path(id): Path<String>) -> Response {
    let query = HashMap::from([("session_id".to_owned(), id)]);
    job::list(state, Query(query)).await
}
