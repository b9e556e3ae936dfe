use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::{Path, State};
use serde_json::{Value, json};

use super::device::Backend;
use super::error::{IbmError, Reply};
use super::state::Ibm;
use crate::reply;

pub(super) async fn create(State(ibm): State<Arc<Ibm>>, body: Bytes) -> Reply {
    const LONGEST: u64 = 28_800;
    let body: Value = serde_json::from_slice(&body).unwrap_or_default();
    let text = |key: &str| body.get(key).and_then(Value::as_str);
    let mode = text("mode").unwrap_or("dedicated");
    if !["dedicated", "batch"].contains(&mode) {
        return Err(IbmError::invalid("mode must be dedicated or batch"));
    }
    let backend = text("backend").ok_or_else(|| IbmError::invalid("backend is required"))?;
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
    ibm.sessions.add(id, session.clone());
    Ok(reply::ok(&session))
}

pub(super) async fn show(State(ibm): State<Arc<Ibm>>, Path(id): Path<String>) -> Reply {
    Ok(reply::ok(&ibm.session(&id)?))
}

/// Closes a session to new jobs or opens it again; queued jobs still run.
pub(super) async fn change(
    State(ibm): State<Arc<Ibm>>,
    Path(id): Path<String>,
    body: Bytes,
) -> Reply {
    let body: Value = serde_json::from_slice(&body).unwrap_or_default();
    let Some(accepting) = body.get("accepting_jobs").and_then(Value::as_bool) else {
        return Err(IbmError::invalid("accepting_jobs must be true or false"));
    };
    ibm.change_session(&id, |session| session["accepting_jobs"] = json!(accepting))?;
    Ok(reply::no_content())
}

/// Closes a session and cancels its queued jobs.
pub(super) async fn close(State(ibm): State<Arc<Ibm>>, Path(id): Path<String>) -> Reply {
    let clock = &ibm.shared.clock;
    ibm.change_session(&id, |session| {
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
