use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;
use std::time::Duration;

use axum::extract::{Path, Query, State};
use axum::http::{HeaderValue, StatusCode};
use serde_json::{Map, Value, json};

use super::error::{IqmError, Reply};
use super::state::{Iqm, Job};
use crate::fault::{FailureKind, JobFault};
use crate::jobs::Phase;
use crate::output::{Failure, ProgramOutput};
use crate::reply;

fn status(phase: Phase) -> &'static str {
    match phase {
        Phase::Queued => "waiting",
        Phase::Running => "processing",
        Phase::Completed => "completed",
        Phase::Failed => "failed",
        Phase::Cancelled => "cancelled",
        Phase::Unknown => Phase::UNKNOWN,
    }
}

/// Codes of failures; those of the service are not documented.
fn error(failure: &Failure) -> Value {
    let code = match failure.kind {
        FailureKind::Program => "circuit_validation_error",
        FailureKind::Device => "internal_error",
        FailureKind::Time => "execution_timeout",
    };
    json!({
        "error_code": code,
        "message": failure.message,
        "source": "iqm-station-control",
    })
}

/// Description of a job.
pub(super) async fn describe(iqm: &Iqm, job: &Arc<Job>) -> Value {
    let phase = job.phase(&iqm.shared).await;
    let clock = &iqm.shared.clock;
    let is_begun = matches!(phase, Phase::Running | Phase::Completed | Phase::Failed);
    let ended = job.cancelled().unwrap_or(job.ended);
    let event = |status: &str, moment| {
        json!({
            "source": "iqm-server",
            "status": status,
            "timestamp": clock.text(moment),
        })
    };
    let mut timeline = vec![event("created", job.accepted)];
    timeline.extend(is_begun.then(|| event("processing", job.started)));
    timeline.extend(phase.is_final().then(|| event(status(phase), ended)));
    let errors = job.outputs().and_then(Result::err).map(error);
    let artifacts = artifacts(iqm).iter().filter(|_| phase == Phase::Completed);
    let artifacts = artifacts.map(|kind| json!({"type": kind}));
    let runtime = u64::try_from(job.ended.saturating_sub(job.started).as_millis()).ok();
    json!({
        "id": job.id,
        "type": "circuit",
        "status": status(phase),
        "qc": {"id": iqm.computer},
        "tag": job.details.tag,
        "queue_position": (phase == Phase::Queued).then_some(0),
        "compilation": is_begun.then(|| json!({"calibration_set_id": iqm.calibration})),
        "execution": null,
        "messages": [],
        "errors": errors.into_iter().collect::<Vec<_>>(),
        "timeline": timeline,
        "artifacts": artifacts.collect::<Vec<_>>(),
        "runtime_ms": (phase == Phase::Completed).then_some(runtime),
    })
}

/// Kinds of results.
fn artifacts(iqm: &Iqm) -> &'static [&'static str] {
    if iqm.shared.faults.has(JobFault::Counts) {
        &["measurement_counts"]
    } else {
        &["measurements", "measurement_counts"]
    }
}

pub(super) async fn show(
    State(iqm): State<Arc<Iqm>>,
    Path(id): Path<String>,
    Query(query): Query<HashMap<String, String>>,
) -> Reply {
    const DEFAULT: u64 = 10;
    const LONGEST: u64 = 30;
    let job = iqm.job(&id)?;
    let waits = query.get("wait_until_terminal");
    if waits.is_none_or(|waits| waits != "true") {
        return Ok(reply::ok(&describe(&iqm, &job).await));
    }
    let seconds = query.get("timeout_seconds");
    let seconds = seconds.and_then(|text| text.parse().ok());
    let seconds = Duration::from_secs(seconds.unwrap_or(DEFAULT).min(LONGEST));
    let ended = tokio::time::timeout(seconds, job.end(&iqm.shared)).await;
    let mut response = reply::ok(&describe(&iqm, &job).await);
    if ended.is_err() {
        let value = HeaderValue::from_static("true");
        response
            .headers_mut()
            .insert("iqm-long-poll-timed-out", value);
    }
    Ok(response)
}

/// Cancels a job; one that has ended is refused.
pub(super) async fn cancel(State(iqm): State<Arc<Iqm>>, Path(id): Path<String>) -> Reply {
    let job = iqm.job(&id)?;
    if job.phase(&iqm.shared).await.is_final() {
        let message = "the job has ended";
        let code = "illegal_job_status";
        return Err(IqmError::new(StatusCode::FORBIDDEN, code, message));
    }
    job.cancel(&iqm.shared);
    Ok(reply::ok(&describe(&iqm, &job).await))
}

pub(super) async fn delete(State(iqm): State<Arc<Iqm>>, Path(id): Path<String>) -> Reply {
    let job = iqm.job(&id)?;
    job.cancel(&iqm.shared);
    iqm.jobs.delete(&job.id);
    Ok(reply::no_content())
}

pub(super) async fn payload(State(iqm): State<Arc<Iqm>>, Path(id): Path<String>) -> Reply {
    let job = iqm.job(&id)?;
    let payload = job.details.payload.clone();
    let mut response = reply::reply(StatusCode::OK, "application/json", payload);
    let kind = HeaderValue::from_static("circuit");
    response.headers_mut().insert("iqm-job-type", kind);
    Ok(response)
}

/// Results of a job that has completed, an entry for each circuit.
pub(super) async fn artifact(
    State(iqm): State<Arc<Iqm>>,
    Path((id, artifact)): Path<(String, String)>,
) -> Reply {
    let job = iqm.job(&id)?;
    let phase = job.phase(&iqm.shared).await;
    let outputs = job.outputs().and_then(Result::ok);
    let outputs = outputs.filter(|_| phase == Phase::Completed);
    let content = match (outputs, &artifact[..]) {
        (Some(outputs), kind) if artifacts(&iqm).contains(&kind) => match kind {
            "measurements" => outputs.iter().map(measurements).collect(),
            _ => outputs.iter().map(counts).collect(),
        },
        _ => {
            let message = format!("the job has no artifact {artifact:?}");
            let code = "job_artifact_not_found";
            return Err(IqmError::new(StatusCode::NOT_FOUND, code, message));
        }
    };
    Ok(reply::ok(&Value::Array(content)))
}

/// Every shot, by the key of the measurement.
fn measurements(output: &ProgramOutput) -> Value {
    let registers = output.registers.iter().map(|register| {
        let shots = output.shots.iter().map(|bits| {
            let bits = register.bits.iter().map(|&place| u8::from(bits.bit(place)));
            bits.collect::<Vec<_>>()
        });
        (register.name.clone(), json!(shots.collect::<Vec<_>>()))
    });
    Value::Object(registers.collect::<Map<_, _>>())
}

/// Counts of the bits of all measurements in their order.
fn counts(output: &ProgramOutput) -> Value {
    let mut counts: BTreeMap<String, u64> = BTreeMap::new();
    for bits in &output.shots {
        let places = output.registers.iter().flat_map(|register| &register.bits);
        let text = places.map(|&place| if bits.bit(place) { '1' } else { '0' });
        *counts.entry(text.collect()).or_default() += 1;
    }
    let keys = output.registers.iter().map(|register| &register.name);
    json!({"measurement_keys": keys.collect::<Vec<_>>(), "counts": counts})
}
