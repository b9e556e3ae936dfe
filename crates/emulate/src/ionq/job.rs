use std::collections::HashMap;
use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::{Path, Query, State};
use axum::http::StatusCode;
use axum::response::Response;
use cheqqers_backend::IONQ_PRICES;
use serde_json::{Map, Value, json};

use super::artifact::Format;
use super::error::{IonqError, Reply};
use super::state::{Ionq, Job, PROJECT, SUBMITTER};
use crate::fault::FailureKind;
use crate::jobs::Phase;
use crate::reply;

fn status(phase: Phase) -> &'static str {
    match phase {
        Phase::Queued => "ready",
        Phase::Running => "started",
        Phase::Completed => "completed",
        Phase::Failed => "failed",
        Phase::Cancelled => "canceled",
        Phase::Unknown => Phase::UNKNOWN,
    }
}

/// Description of a job.
pub(super) async fn describe(ionq: &Ionq, job: &Arc<Job>) -> Value {
    let phase = job.phase(&ionq.shared).await;
    let clock = &ionq.shared.clock;
    let details = &job.details;
    let field = |key: &str| details.request.get(key).cloned().unwrap_or_default();
    let ended = job.cancelled().unwrap_or(job.ended);
    let started = matches!(phase, Phase::Running | Phase::Completed | Phase::Failed);
    let is_dry = field("dry_run") == true;
    let results = (phase == Phase::Completed && !is_dry).then(|| {
        let formats = Format::of(ionq, job).into_iter();
        let formats = formats.map(|format| (format.name().to_owned(), format.descriptor(job)));
        let mut formats = formats.collect::<Map<String, Value>>();
        if field("type") == "ionq.circuit.v1" {
            // Clients of such jobs still read the first version of results, at this address.
            let mut first = Format::Probabilities.descriptor(job);
            first["url"] = json!(format!("/v0.4/jobs/{}/results/probabilities", job.id));
            formats.insert("probabilities".into(), first);
        }
        formats
    });
    let failure = job.outputs().and_then(Result::err).map(|failure| {
        let code = match failure.kind {
            FailureKind::Device => "QuantumComputerError",
            FailureKind::Time => "TooLongPredictedExecutionTime",
            FailureKind::Program => details.code,
        };
        json!({"code": code, "message": failure.message})
    });
    let took = job.ended.saturating_sub(job.started).as_millis();
    let mut object = json!({
        "id": job.id,
        "status": status(phase),
        "type": field("type"),
        "backend": details.request.get("backend").cloned().unwrap_or(json!("simulator")),
        "dry_run": is_dry,
        "submitter_id": SUBMITTER,
        "project_id": PROJECT,
        "parent_job_id": null,
        "child_job_ids": null,
        "name": field("name"),
        "metadata": field("metadata"),
        "settings": details.request.get("settings").cloned().unwrap_or(json!({})),
        "session_id": field("session_id"),
        "stats": details.size.map_or(json!({}), |[qubits, single, double]| json!({
            "qubits": qubits, "circuits": 1, "gate_counts": {"total": single + double},
        })),
        "failure": failure,
        "results": results,
        "output": {},
        "submitted_at": clock.text(job.accepted),
        "started_at": started.then(|| clock.text(job.started)),
        "completed_at": phase.is_final().then(|| clock.text(ended)),
        "predicted_wait_time_ms": u64::try_from(job.started.saturating_sub(job.accepted).as_millis()).ok(),
        "predicted_execution_duration_ms": u64::try_from(took).ok(),
        "execution_duration_ms": started.then(|| u64::try_from(took).ok()),
    });
    if !details.is_ideal {
        object["shots"] = json!(details.shots);
    }
    if let Some(noise) = details.request.get("noise") {
        object["noise"] = noise.clone();
    }
    object
}

pub(super) async fn show(State(ionq): State<Arc<Ionq>>, Path(id): Path<String>) -> Reply {
    let job = ionq.job(&id)?;
    Ok(reply::ok(&describe(&ionq, &job).await))
}

/// Page of jobs, the latest first; `next` is the number of the first job on the next page.
pub(super) async fn list(
    State(ionq): State<Arc<Ionq>>,
    Query(query): Query<HashMap<String, String>>,
) -> Response {
    const PAGE_SIZE: usize = 25;
    let mut found = Vec::new();
    for job in ionq.jobs.all().iter().rev() {
        let object = describe(&ionq, job).await;
        let matches = |key: &str, field: &str| {
            let wanted = query.get(key);
            wanted.is_none_or(|wanted| object[field] == wanted.as_str())
        };
        let ids = query.get("ids");
        let is_listed = ids.is_none_or(|ids| ids.split(',').any(|id| id == job.id));
        if is_listed
            && matches("status", "status")
            && matches("target", "backend")
            && matches("session_id", "session_id")
        {
            found.push(object);
        }
    }
    let number = |key: &str| query.get(key).and_then(|text| text.parse::<usize>().ok());
    let first = number("next").unwrap_or(0);
    let most = number("limit").unwrap_or(PAGE_SIZE).clamp(1, PAGE_SIZE);
    let next = first + most;
    let next = (next < found.len()).then(|| next.to_string());
    let jobs: Vec<Value> = found.into_iter().skip(first).take(most).collect();
    reply::ok(&json!({"jobs": jobs, "next": next}))
}

/// Cancels a job. For a finished job it changes nothing and is no error.
pub(super) async fn cancel(State(ionq): State<Arc<Ionq>>, Path(id): Path<String>) -> Reply {
    let job = ionq.job(&id)?;
    job.cancel(&ionq.shared);
    let status = status(job.phase(&ionq.shared).await);
    Ok(reply::ok(&json!({"id": job.id, "status": status})))
}

pub(super) async fn cancel_many(State(ionq): State<Arc<Ionq>>, body: Bytes) -> Reply {
    let body: Value = serde_json::from_slice(&body).unwrap_or_default();
    let Some(ids) = body.get("ids").and_then(Value::as_array) else {
        let message = "\"ids\" is required";
        return Err(IonqError::new(StatusCode::BAD_REQUEST, message));
    };
    for id in ids.iter().filter_map(Value::as_str) {
        if let Some(job) = ionq.jobs.find(id) {
            job.cancel(&ionq.shared);
        }
    }
    Ok(reply::ok(&json!({"ids": ids, "status": "canceled"})))
}

pub(super) async fn delete(State(ionq): State<Arc<Ionq>>, Path(id): Path<String>) -> Reply {
    let job = ionq.job(&id)?;
    ionq.jobs.delete(&job.id);
    Ok(reply::ok(&json!({"id": job.id, "status": "deleted"})))
}

/// Cost of a job by the published prices, which nobody pays here; none on a simulator.
pub(super) async fn cost(State(ionq): State<Arc<Ionq>>, Path(id): Path<String>) -> Reply {
    let job = ionq.job(&id)?;
    let details = &job.details;
    let mut object = json!({"dry_run": details.request.get("dry_run") == Some(&Value::Bool(true))});
    let backend = details.request.get("backend").and_then(Value::as_str);
    if let Some([_, single, double]) = details.size
        && is_paid(backend.unwrap_or_default())
    {
        let amount = json!({
            "unit": "usd",
            "value": IONQ_PRICES.job(details.shots, single, double),
        });
        object["estimated_cost"] = amount.clone();
        if job.phase(&ionq.shared).await == Phase::Completed {
            object["cost"] = amount;
        }
    }
    Ok(reply::ok(&object))
}

/// Returns `true` if jobs on a device cost something.
fn is_paid(device: &str) -> bool {
    device.starts_with("qpu.")
}

/// Estimate of what a job costs, by the published prices.
pub(super) async fn estimate(
    State(ionq): State<Arc<Ionq>>,
    Query(query): Query<HashMap<String, String>>,
) -> Response {
    let number = |key: &str, default: usize| {
        let given = query.get(key).and_then(|text| text.parse().ok());
        given.unwrap_or(default)
    };
    let text = |key: &str, default: &str| query.get(key).map_or(default, String::as_str).to_owned();
    let backend = text("backend", "simulator");
    let (shots, single) = (number("shots", 1000), number("1q_gates", 0));
    let double = number("2q_gates", 0);
    let total = if is_paid(&backend) {
        IONQ_PRICES.job(shots, single, double)
    } else {
        0.0
    };
    reply::ok(&json!({
        "estimate_context": {
            "backend": backend,
            "type": text("type", "ionq.circuit.v1"),
            "qubits": number("qubits", 25),
            "shots": shots,
            "1q_gates": single,
            "2q_gates": double,
            "error_mitigation": text("error_mitigation", "false") == "true",
            "organization": null,
            "project": PROJECT,
        },
        "estimated_at": ionq.shared.clock.text(ionq.shared.clock.now()),
        "estimated_unit": "usd",
        "estimated_total_cost": total,
        "rate_card": {
            "id": "published",
            "rates": [{
                "sku": backend,
                "unit": "gates",
                "cost_1q_gate": IONQ_PRICES.single,
                "cost_2q_gate": IONQ_PRICES.double,
                "job_cost_minimum": IONQ_PRICES.least,
            }],
        },
        "estimated_execution_time": 0,
        "current_predicted_queue_time": 0,
    }))
}
