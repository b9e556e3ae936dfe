use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use axum::body::Bytes;
use axum::extract::{Path, Query, State};
use axum::http::StatusCode;
use axum::response::Response;
use serde_json::{Value, json};

use super::device::Device;
use super::{Ionq, error, not_found};
use crate::reply;

/// The sessions, as the service tells of them.
#[derive(Debug, Default)]
pub(super) struct Sessions {
    all: Mutex<HashMap<String, Value>>,
}

impl Sessions {
    /// The session of a name, after a change to it.
    fn change(&self, id: &str, change: impl FnOnce(&mut Value)) -> Option<Value> {
        let mut all = self.all.lock().unwrap_or_else(PoisonError::into_inner);
        let session = all.get_mut(id)?;
        change(session);
        Some(session.clone())
    }
}

pub(super) async fn create(State(ionq): State<Arc<Ionq>>, body: Bytes) -> Response {
    let body: Value = serde_json::from_slice(&body).unwrap_or_default();
    let backend = body.get("backend").and_then(Value::as_str);
    let Some(device) = backend.and_then(Device::find) else {
        return error(
            StatusCode::BAD_REQUEST,
            "\"backend\" must be one that there is",
        );
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
    let mut all = ionq
        .sessions
        .all
        .lock()
        .unwrap_or_else(PoisonError::into_inner);
    all.insert(id, session.clone());
    reply::json(StatusCode::CREATED, &session)
}

pub(super) async fn show(State(ionq): State<Arc<Ionq>>, Path(id): Path<String>) -> Response {
    let session = ionq.sessions.change(&id, |_| {});
    session.map_or_else(|| not_found("session"), |session| reply::ok(&session))
}

pub(super) async fn end(State(ionq): State<Arc<Ionq>>, Path(id): Path<String>) -> Response {
    let clock = &ionq.shared.clock;
    let session = ionq.sessions.change(&id, |session| {
        session["status"] = json!("ended");
        session["active"] = json!(false);
        session["ended_at"] = json!(clock.text(clock.now()));
    });
    session.map_or_else(|| not_found("session"), |session| reply::ok(&session))
}

pub(super) async fn jobs(state: State<Arc<Ionq>>, Path(id): Path<String>) -> Response {
    let query = HashMap::from([("session_id".to_owned(), id)]);
    super::job::list(state, Query(query)).await
}
