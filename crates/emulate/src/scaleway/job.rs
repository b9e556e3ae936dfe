use std::sync::Arc;

use axum::extract::{Path, Query, State};
use serde_json::{Value, json};

use super::error::{Reply, ScalewayError};
use super::list::Parameters;
use super::state::{Job, Scaleway};
use crate::jobs::Phase;
use crate::reply;

/// Seconds that a job stays in the state `cancelling`.
const CANCELLING: f64 = 1.0;

pub(super) fn describe(scaleway: &Scaleway, job: &Job, phase: Phase) -> Value {
    let clock = &scaleway.shared.clock;
    let now = clock.now();
    let ended = job.cancelled().unwrap_or(job.ended);
    let status = match phase {
        Phase::Queued => "waiting",
        Phase::Running => "running",
        Phase::Completed => "completed",
        Phase::Failed => "error",
        Phase::Cancelled if now < ended + clock.scaled(CANCELLING) => "cancelling",
        Phase::Cancelled => "cancelled",
        Phase::Unknown => Phase::UNKNOWN,
    };
    let is_begun = matches!(phase, Phase::Running | Phase::Completed | Phase::Failed);
    let took = ended.saturating_sub(job.started).as_secs_f64();
    let message = match job.outputs() {
        Some(Err(failure)) if phase == Phase::Failed => Some(&failure.message[..]),
        _ => None,
    };
    let updated = match phase {
        Phase::Queued | Phase::Unknown => job.accepted,
        Phase::Running => job.started,
        _ => ended,
    };
    let sent = |key: &str| job.details.request.get(key).cloned().unwrap_or_default();
    json!({
        "id": job.id,
        "name": sent("name"),
        "tags": sent("tags"),
        "session_id": job.details.session,
        "created_at": clock.text(job.accepted),
        "started_at": is_begun.then(|| clock.text(job.started)),
        "updated_at": clock.text(updated),
        "status": status,
        "progress_message": message,
        "job_duration": (phase == Phase::Completed).then(|| format!("{took}s")),
        "result_distribution": null,
        "model_id": sent("model_id"),
        "parameters": sent("parameters"),
    })
}

pub(super) fn find(scaleway: &Scaleway, id: &str) -> Result<Arc<Job>, ScalewayError> {
    let job = scaleway.jobs.find(id);
    job.ok_or_else(|| ScalewayError::not_found("job", id))
}

pub(super) async fn show(State(scaleway): State<Arc<Scaleway>>, Path(id): Path<String>) -> Reply {
    let job = find(&scaleway, &id)?;
    let phase = job.phase(&scaleway.shared).await;
    Ok(reply::ok(&describe(&scaleway, &job, phase)))
}

pub(super) async fn list(
    State(scaleway): State<Arc<Scaleway>>,
    Query(query): Query<Vec<(String, String)>>,
) -> Reply {
    let query = Parameters(query);
    let session = query.get("session_id");
    let session = session.ok_or_else(|| ScalewayError::invalid("session_id", "is required"))?;
    let mut found = Vec::new();
    for job in scaleway.jobs_of(session) {
        if query.has_tags(&job.details.request) {
            let phase = job.phase(&scaleway.shared).await;
            found.push(describe(&scaleway, &job, phase));
        }
    }
    query.page("jobs", found, "created_at_desc")
}

/// Cancels a job; one that has ended stays as it is.
pub(super) async fn cancel(State(scaleway): State<Arc<Scaleway>>, Path(id): Path<String>) -> Reply {
    let job = find(&scaleway, &id)?;
    if job.phase(&scaleway.shared).await.is_final() {
        return Err(ScalewayError::precondition("the job has ended"));
    }
    job.cancel(&scaleway.shared);
    let phase = job.phase(&scaleway.shared).await;
    Ok(reply::ok(&describe(&scaleway, &job, phase)))
}

pub(super) async fn delete(State(scaleway): State<Arc<Scaleway>>, Path(id): Path<String>) -> Reply {
    find(&scaleway, &id)?;
    scaleway.jobs.delete(&id);
    Ok(reply::no_content())
}

/// The program that came with a job; null where it has a model.
pub(super) async fn circuit(
    State(scaleway): State<Arc<Scaleway>>,
    Path(id): Path<String>,
) -> Reply {
    let job = find(&scaleway, &id)?;
    let circuit = job.details.request["circuit"].clone();
    Ok(reply::ok(&json!({
        "perceval_circuit": circuit["perceval_circuit"],
        "qiskit_circuit": circuit["qiskit_circuit"],
    })))
}
