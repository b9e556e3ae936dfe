use std::collections::HashMap;
use std::sync::Arc;

use axum::extract::{Path, Query, State};
use axum::http::StatusCode;
use serde_json::{Value, json};

use super::envelope::success;
use super::error::{QbraidError, Reply};
use super::state::{Job, Qbraid, qrn};
use crate::jobs::Phase;
use crate::reply;

/// Seconds that a job stays in the states `INITIALIZING` and `CANCELLING`.
const INITIALIZING: f64 = 0.5;
const CANCELLING: f64 = 1.0;

/// Jobs of a page: those of a request that names no number, and the most.
const PAGE: usize = 50;
const MAX_PAGE: usize = 100;

/// States by the service's words in which a job waits, runs or is being cancelled.
const PENDING: [&str; 4] = ["INITIALIZING", "QUEUED", "RUNNING", "CANCELLING"];

fn status(qbraid: &Qbraid, job: &Job, phase: Phase) -> &'static str {
    let clock = &qbraid.shared.clock;
    let now = clock.now();
    let is_within = |start, seconds| now < start + clock.scaled(seconds);
    match phase {
        Phase::Queued if is_within(job.accepted, INITIALIZING) => "INITIALIZING",
        Phase::Queued => "QUEUED",
        Phase::Running => "RUNNING",
        Phase::Completed => "COMPLETED",
        Phase::Failed => "FAILED",
        Phase::Cancelled if is_within(job.cancelled().unwrap_or(now), CANCELLING) => "CANCELLING",
        Phase::Cancelled => "CANCELLED",
        Phase::Unknown => Phase::UNKNOWN,
    }
}

/// Times of a job.
pub(super) fn times(qbraid: &Qbraid, job: &Job, phase: Phase) -> Value {
    let clock = &qbraid.shared.clock;
    let ended = job.cancelled().unwrap_or(job.ended);
    let took = ended.saturating_sub(job.started).as_millis();
    let took = u64::try_from(took).ok();
    json!({
        "createdAt": clock.text(job.accepted),
        "endedAt": phase.is_final().then(|| clock.text(ended)),
        "executionDuration": took.filter(|_| phase.is_final()),
    })
}

pub(super) fn describe(qbraid: &Qbraid, job: &Job, phase: Phase) -> Value {
    let details = &job.details;
    let device = details.device;
    let sent = |key: &str, otherwise: Value| {
        let value = details.request.get(key).cloned();
        value.unwrap_or(otherwise)
    };
    let message = match job.outputs() {
        Some(Err(failure)) if phase == Phase::Failed => Some(&failure.message[..]),
        _ => None,
    };
    let cost = match phase {
        Phase::Completed => Some(details.cost),
        Phase::Failed | Phase::Cancelled => Some(0.0),
        _ => None,
    };
    json!({
        "name": sent("name", Value::Null),
        "shots": sent("shots", Value::Null),
        "deviceQrn": device.qrn,
        "tags": sent("tags", json!({})),
        "runtimeOptions": sent("runtimeOptions", json!({})),
        "groupJobQrn": null,
        "jobQrn": qrn(job),
        "vendor": device.vendor(),
        "provider": device.provider(),
        "status": status(qbraid, job, phase),
        "statusMsg": message,
        "experimentType": device.paradigm(),
        "queuePosition": (phase == Phase::Queued).then_some(1),
        "timeStamps": times(qbraid, job, phase),
        "cost": cost,
        "estimatedCost": details.cost,
        "metadata": {},
        "numCircuits": details.batch.unwrap_or(1),
    })
}

pub(super) async fn show(State(qbraid): State<Arc<Qbraid>>, Path(qrn): Path<String>) -> Reply {
    let job = qbraid.job(&qrn)?;
    let phase = job.phase(&qbraid.shared).await;
    Ok(success(StatusCode::OK, &describe(&qbraid, &job, phase)))
}

/// Page of jobs, the latest first.
pub(super) async fn list(
    State(qbraid): State<Arc<Qbraid>>,
    Query(query): Query<HashMap<String, String>>,
) -> Reply {
    let number = |key: &str, otherwise: usize| match query.get(key) {
        None => Ok(otherwise),
        Some(text) => {
            let number = text.parse().ok().filter(|&number| number > 0);
            number.ok_or_else(|| QbraidError::invalid(format!("{key} must be a number from 1")))
        }
    };
    let (page, limit) = (number("page", 1)?, number("limit", PAGE)?);
    if limit > MAX_PAGE {
        let message = format!("limit must be {MAX_PAGE} at most");
        return Err(QbraidError::invalid(message));
    }
    let tags: Value = match query.get("tags") {
        None => json!({}),
        Some(text) => serde_json::from_str(text)
            .map_err(|_| QbraidError::invalid("tags must be a JSON object"))?,
    };
    let mut found = Vec::new();
    for job in qbraid.jobs.all().iter().rev() {
        let phase = job.phase(&qbraid.shared).await;
        let object = describe(&qbraid, job, phase);
        if is_wanted(&object, &query, &tags) {
            found.push(object);
        }
    }
    let total = found.len();
    let pages = total.div_ceil(limit);
    let shown = found.into_iter().skip((page - 1).saturating_mul(limit));
    Ok(reply::ok(&json!({
        "success": true,
        "data": shown.take(limit).collect::<Vec<_>>(),
        "pagination": {
            "page": page,
            "limit": limit,
            "total": total,
            "totalPages": pages,
            "hasNext": page < pages,
            "hasPrev": page > 1,
        },
    })))
}

/// Returns `true` if a job matches the filters of a query.
fn is_wanted(object: &Value, query: &HashMap<String, String>, tags: &Value) -> bool {
    let text = |key: &str| object[key].as_str().unwrap_or_default();
    let passes = |key: &str, passes: &dyn Fn(&str) -> bool| {
        query.get(key).is_none_or(|wanted| passes(wanted))
    };
    let is_pending = PENDING.contains(&text("status"));
    let mut tags = tags.as_object().into_iter().flatten();
    passes("vendor", &|wanted| {
        wanted == "all" || text("vendor") == wanted
    }) && passes("provider", &|wanted| text("provider") == wanted)
        && passes("status", &|wanted| text("status") == wanted)
        && passes("statusGroup", &|wanted| match wanted {
            "pending" => is_pending,
            "returned" => !is_pending,
            _ => true,
        })
        && passes("search", &|part| {
            ["name", "jobQrn"]
                .iter()
                .any(|key| text(key).contains(part))
        })
        && tags.all(|(name, value)| object["tags"].get(name) == Some(value))
}

/// Cancels a job that is initialized and has not ended.
pub(super) async fn cancel(State(qbraid): State<Arc<Qbraid>>, Path(name): Path<String>) -> Reply {
    let job = qbraid.job(&name)?;
    let phase = job.phase(&qbraid.shared).await;
    let now = status(&qbraid, &job, phase);
    if now == "INITIALIZING" {
        let message = "Job is still initializing";
        return Err(QbraidError::new(
            StatusCode::CONFLICT,
            "JOB_CANCEL_CONFLICT",
            message,
        ));
    }
    if phase.is_final() {
        let message = format!("Job in state {now} cannot be cancelled");
        return Err(QbraidError::new(
            StatusCode::BAD_REQUEST,
            "INVALID_STATE",
            message,
        ));
    }
    job.cancel(&qbraid.shared);
    let data = json!({
        "message": "Job cancellation initiated successfully",
        "jobQrn": name,
        "status": "CANCELLING",
    });
    Ok(success(StatusCode::ACCEPTED, &data))
}

pub(super) async fn delete(State(qbraid): State<Arc<Qbraid>>, Path(name): Path<String>) -> Reply {
    let job = qbraid.job(&name)?;
    qbraid.jobs.delete(&job.id);
    Ok(success(StatusCode::OK, &json!({"jobQrn": name})))
}

pub(super) async fn program(State(qbraid): State<Arc<Qbraid>>, Path(qrn): Path<String>) -> Reply {
    let job = qbraid.job(&qrn)?;
    Ok(success(StatusCode::OK, &job.details.request["program"]))
}
