use std::sync::Arc;

use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::IntoResponse;
use serde_json::{Map, Value, json};

use super::error::Reply;
use super::state::{Aqt, Job};
use crate::jobs::Phase;
use crate::output::ProgramOutput;
use crate::reply;

fn status(phase: Phase) -> &'static str {
    match phase {
        Phase::Queued => "queued",
        Phase::Running => "ongoing",
        Phase::Completed => "finished",
        Phase::Failed => "error",
        Phase::Cancelled => "cancelled",
        Phase::Unknown => Phase::UNKNOWN,
    }
}

/// Fields of a job that don't change.
pub(super) fn metadata(job: &Job) -> Value {
    json!({
        "job_id": job.id,
        "job_type": "quantum_circuit",
        "label": job.details.label,
        "resource_id": job.details.resource.id,
        "workspace_id": job.details.resource.workspace,
    })
}

/// State of a job, and its result once it is finished.
pub(super) async fn show(State(aqt): State<Arc<Aqt>>, Path(id): Path<String>) -> Reply {
    let job = aqt.job(&id)?;
    let phase = job.phase(&aqt.shared).await;
    let clock = &aqt.shared.clock;
    let change =
        |status: &str, moment| json!({"new_status": status, "timestamp": clock.text(moment)});
    let is_begun = matches!(phase, Phase::Running | Phase::Completed | Phase::Failed);
    let ended = job.cancelled().unwrap_or(job.ended);
    let mut changes = vec![change("queued", job.accepted)];
    changes.extend(is_begun.then(|| change("ongoing", job.started)));
    changes.extend(phase.is_final().then(|| change(status(phase), ended)));
    let mut response = json!({"status": status(phase), "timing_data": changes});
    match (phase, job.outputs()) {
        (Phase::Running, _) => response["finished_count"] = 0.into(),
        (Phase::Completed, Some(Ok(outputs))) => response["result"] = result(outputs),
        (Phase::Failed, Some(Err(failure))) => response["message"] = failure.message.clone().into(),
        _ => {}
    }
    Ok(reply::ok(
        &json!({"job": metadata(&job), "response": response}),
    ))
}

/// Shots of each circuit, by its number; a bit for each qubit.
fn result(outputs: &[ProgramOutput]) -> Value {
    let circuits = outputs.iter().enumerate().filter_map(|(number, output)| {
        let register = output.registers.first()?;
        let shots = output.shots.iter().map(|bits| {
            let bits = register.bits.iter().map(|&place| u8::from(bits.bit(place)));
            bits.collect::<Vec<_>>()
        });
        Some((number.to_string(), json!(shots.collect::<Vec<_>>())))
    });
    Value::Object(circuits.collect::<Map<_, _>>())
}

/// Cancels a job; of one that has ended it is reported that nothing is left to do.
pub(super) async fn cancel(State(aqt): State<Arc<Aqt>>, Path(id): Path<String>) -> Reply {
    let job = aqt.job(&id)?;
    if job.phase(&aqt.shared).await.is_final() {
        return Ok(StatusCode::ALREADY_REPORTED.into_response());
    }
    job.cancel(&aqt.shared);
    Ok(reply::no_content())
}
