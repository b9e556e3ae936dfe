use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use axum::body::Bytes;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::Response;
use serde_json::{Value, json};

use super::device::Backend;
use super::{Ibm, Refusal};
use crate::reply;

/// The sessions and batches, as the service tells of them.
#[derive(Debug, Default)]
pub(super) struct Sessions {
    all: Mutex<HashMap<String, Value>>,
}

impl Sessions {
    /// The session of a name, after a change to it.
    fn change(&self, id: &str, change: impl FnOnce(&mut Value)) -> Result<Value, Refusal> {
        let mut all = self.all.lock().unwrap_or_else(PoisonError::into_inner);
        let session = all.get_mut(id).ok_or_else(|| {
            let message = format!("Session not found. Session ID: {id}");
            Refusal::new(StatusCode::NOT_FOUND, 1292, message)
        })?;
        change(session);
        Ok(session.clone())
    }

    /// Whether a session takes jobs.
    pub(super) fn check(&self, id: &str) -> Result<(), Refusal> {
        let session = self.change(id, |_| {})?;
        if session["accepting_jobs"] == true {
            return Ok(());
        }
        let message = format!("Session {id} has been closed");
        Err(Refusal::new(StatusCode::CONFLICT, 1217, message))
    }
}

pub(super) async fn create(State(ibm): State<Arc<Ibm>>, body: Bytes) -> Result<Response, Refusal> {
    const LONGEST: u64 = 28_800;
    let body: Value = serde_json::from_slice(&body).unwrap_or_default();
    let text = |key: &str| body.get(key).and_then(Value::as_str);
    let mode = text("mode").unwrap_or("dedicated");
    if !["dedicated", "batch"].contains(&mode) {
        return Err(Refusal::invalid("mode must be dedicated or batch"));
    }
    let backend = text("backend").ok_or_else(|| Refusal::invalid("backend is required"))?;
    let backend = Backend::find(backend)?;
    let id = ibm.shared.uuid();
    let clock = &ibm.shared.clock;
    let now = clock.text(clock.now());
    let session = json!({
        "id": id,
        "backend_name": backend.name,
        "mode": mode,
        "state": "open",
        "accepting_jobs": true,
        "interactive_ttl": 60,
        "active_ttl": 60,
        "max_ttl": body.get("max_ttl").and_then(Value::as_u64).unwrap_or(LONGEST),
        "created_at": now,
        "started_at": now,
        "activated_at": null,
        "closed_at": null,
        "last_job_started": null,
        "last_job_completed": null,
        "elapsed_time": 0,
    });
    let mut all = ibm
        .sessions
        .all
        .lock()
        .unwrap_or_else(PoisonError::into_inner);
    all.insert(id, session.clone());
    Ok(reply::ok(&session))
}

pub(super) async fn show(
    State(ibm): State<Arc<Ibm>>,
    Path(id): Path<String>,
) -> Result<Response, Refusal> {
    Ok(reply::ok(&ibm.sessions.change(&id, |_| {})?))
}

/// Ends the taking of jobs, or begins it anew; those that wait are run.
pub(super) async fn change(
    State(ibm): State<Arc<Ibm>>,
    Path(id): Path<String>,
    body: Bytes,
) -> Result<Response, Refusal> {
    let body: Value = serde_json::from_slice(&body).unwrap_or_default();
    let Some(accepting) = body.get("accepting_jobs").and_then(Value::as_bool) else {
        return Err(Refusal::invalid("accepting_jobs must be true or false"));
    };
    ibm.sessions
        .change(&id, |session| session["accepting_jobs"] = json!(accepting))?;
    Ok(reply::no_content())
}

/// Ends a session, and cancels its jobs that wait.
pub(super) async fn close(
    State(ibm): State<Arc<Ibm>>,
    Path(id): Path<String>,
) -> Result<Response, Refusal> {
    let clock = &ibm.shared.clock;
    ibm.sessions.change(&id, |session| {
        session["accepting_jobs"] = json!(false);
        session["state"] = json!("closed");
        session["closed_at"] = json!(clock.text(clock.now()));
    })?;
    for job in ibm.jobs.all() {
        if job.details.session.as_ref() == Some(&id) && clock.now() < job.started {
            job.cancel(&ibm.shared);
        }
    }
    Ok(reply::no_content())
}
