use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use axum::body::Bytes;
use axum::extract::{Path, Query, State};
use axum::http::{HeaderMap, StatusCode};
use serde_json::{Value, json};

use super::device::{self, Backend};
use super::error::{IbmError, Reply};
use super::program::JobParams;
use super::result;
use super::state::{CHARGED, Details, Ibm, Job, VERSIONS};
use crate::fault::{FailureKind, IbmProgram};
use crate::jobs::{JobRequest, Phase};
use crate::reply::{self, header};

/// Maximum execution time of a job, in seconds.
const MAX_COST: u64 = 10_800;

/// Reason codes of failed jobs.
const NOT_ISA: u32 = 1517;
const RAN_TOO_LONG: u32 = 1305;
const BROKEN: u32 = 9999;

pub(super) async fn submit(State(ibm): State<Arc<Ibm>>, body: Bytes) -> Reply {
    if ibm.shared.options.rate_limits
        && let Err(wait) = ibm.submissions.take(ibm.shared.clock.now())
    {
        return Err(IbmError {
            retry_after: Some(wait.as_secs() + 1),
            ..IbmError::from_status(StatusCode::TOO_MANY_REQUESTS)
        });
    }
    let job_request = job_request(&ibm, &body)?;
    let session = job_request.details.session.clone();
    let job = ibm.jobs.submit(&ibm.shared, job_request);
    let mut answer = json!({"id": job.id, "backend": job.details.backend});
    if let Some(session) = session {
        answer["session_id"] = json!(session);
    }
    Ok(reply::ok(&answer))
}

fn job_request(ibm: &Ibm, body: &Bytes) -> Result<JobRequest<Details>, IbmError> {
    let request: Value = serde_json::from_slice(body)
        .map_err(|error| IbmError::invalid(format!("the body is not JSON: {error}")))?;
    let text = |key: &str| request.get(key).and_then(Value::as_str);
    let program = text("program_id").ok_or_else(|| IbmError::invalid("program_id is required"))?;
    let program = IbmProgram::find(program, &ibm.shared.faults)?;
    let name = text("backend").ok_or_else(|| IbmError::invalid("backend is required"))?;
    let backend = Backend::find(name)?;
    if device::state(&ibm.shared.faults) == "offline" {
        let message = format!("Backend {name} is offline");
        return Err(IbmError::new(StatusCode::BAD_REQUEST, 1004, message));
    }
    let session = text("session_id").map(str::to_owned);
    if let Some(session) = &session {
        ibm.check_session(session)?;
    }
    let cost = request.get("cost").and_then(Value::as_u64);
    if cost.is_some_and(|cost| !(1..=MAX_COST).contains(&cost)) {
        return Err(IbmError::invalid("cost must be from 1 to 10800 seconds"));
    }
    let params = request.get("params").unwrap_or(&Value::Null);
    let params = JobParams::read(program, params, &backend.device, &ibm.shared.faults)?;
    Ok(JobRequest {
        id: None,
        details: Details {
            backend: name.to_owned(),
            session,
            form: params.form,
            tags: Arc::new(Mutex::new(texts(request.get("tags")))),
            request,
        },
        machine: backend.machine(ibm.shared.options.noise),
        runs: params.runs,
    })
}

/// Strings of a JSON array.
fn texts(value: Option<&Value>) -> Vec<String> {
    let values = value.and_then(Value::as_array).into_iter().flatten();
    let texts = values.filter_map(Value::as_str).map(str::to_owned);
    texts.collect()
}

pub(super) fn find(ibm: &Ibm, id: &str) -> Result<Arc<Job>, IbmError> {
    ibm.jobs.find(id).ok_or_else(|| IbmError::no_job(id))
}

/// Returns `true` if the version of the API that is asked for has used time in the metrics of a job alone.
fn has_charged_time(headers: &HeaderMap) -> bool {
    header(headers, "ibm-api-version").unwrap_or(VERSIONS[0]) >= CHARGED
}

/// Description of a job without its parameters, in the version of the API that is asked for.
pub(super) async fn describe(ibm: &Ibm, job: &Arc<Job>, headers: &HeaderMap) -> Value {
    let phase = job.phase(&ibm.shared).await;
    let details = &job.details;
    let failure = job.outputs().and_then(Result::err);
    let failure = failure.filter(|_| phase == Phase::Failed);
    let is_late = failure.is_some_and(|failure| failure.kind == FailureKind::Time);
    let state = match phase {
        Phase::Queued => "Queued",
        Phase::Running => "Running",
        Phase::Completed => "Completed",
        Phase::Failed if is_late => "Cancelled",
        Phase::Failed => "Failed",
        Phase::Cancelled => "Cancelled",
        Phase::Unknown => Phase::UNKNOWN,
    };
    let code = failure.map(|failure| match failure.kind {
        FailureKind::Program => NOT_ISA,
        FailureKind::Time => RAN_TOO_LONG,
        FailureKind::Device => BROKEN,
    });
    let seconds = if phase.is_final() { used(job) } else { 0.0 };
    let mut object = json!({
        "id": job.id,
        "backend": details.backend,
        "state": {
            "status": state,
            "reason": failure.map(|failure| &failure.message),
            "reason_code": code,
            "reason_solution": failure.map(|_| "Change the circuit, then submit it again."),
        },
        "status": if is_late { "Cancelled - Ran too long" } else { state },
        "program": {"id": details.request["program_id"]},
        "created": ibm.shared.clock.text(job.accepted),
        "cost": details.request.get("cost").and_then(Value::as_u64).unwrap_or(MAX_COST),
        "tags": details.tags().clone(),
        "session_id": details.session,
        "private": is_private(job),
        "estimated_running_time_seconds": job.ended.saturating_sub(job.started).as_secs_f64(),
        "usage": {"seconds": seconds},
    });
    if has_charged_time(headers) {
        object["usage"] = json!({});
    }
    object
}

/// Seconds of device time that a job used.
pub(super) fn used(job: &Job) -> f64 {
    let end = job.cancelled().unwrap_or(job.ended);
    end.saturating_sub(job.started).as_secs_f64()
}

fn is_private(job: &Job) -> bool {
    job.details.request.get("private") == Some(&Value::Bool(true))
}

pub(super) async fn show(
    State(ibm): State<Arc<Ibm>>,
    headers: HeaderMap,
    Path(id): Path<String>,
    Query(query): Query<HashMap<String, String>>,
) -> Reply {
    let job = find(&ibm, &id)?;
    let mut object = describe(&ibm, &job, &headers).await;
    let is_short = query
        .get("exclude_params")
        .is_some_and(|text| text == "true");
    if !is_short && !is_private(&job) {
        object["params"] = job.details.request["params"].clone();
    }
    Ok(reply::ok(&object))
}

/// Results, sent as text like those of the service.
pub(super) async fn results(State(ibm): State<Arc<Ibm>>, Path(id): Path<String>) -> Reply {
    let job = find(&ibm, &id)?;
    let phase = job.phase(&ibm.shared).await;
    let text = match job.outputs() {
        Some(Ok(measured)) if phase == Phase::Completed => {
            result::result(measured, job.details.form).to_string()
        }
        Some(Err(failure)) if phase == Phase::Failed => failure.message.clone(),
        _ => return Ok(reply::no_content()),
    };
    Ok(reply::reply(
        StatusCode::OK,
        "text/plain; charset=utf-8",
        text,
    ))
}

pub(super) async fn logs(State(ibm): State<Arc<Ibm>>, Path(id): Path<String>) -> Reply {
    let job = find(&ibm, &id)?;
    if !job.phase(&ibm.shared).await.is_final() {
        return Err(IbmError::no_job(&id));
    }
    let text = format!("{} on {}\n", job.id, job.details.backend);
    Ok(reply::reply(
        StatusCode::OK,
        "text/plain; charset=utf-8",
        text,
    ))
}

pub(super) async fn metrics(
    State(ibm): State<Arc<Ibm>>,
    headers: HeaderMap,
    Path(id): Path<String>,
) -> Reply {
    let job = find(&ibm, &id)?;
    let phase = job.phase(&ibm.shared).await;
    let clock = &ibm.shared.clock;
    let has_started = phase == Phase::Running || phase.is_final();
    let seconds = if phase.is_final() { used(&job) } else { 0.0 };
    let finished = job.cancelled().unwrap_or(job.ended);
    let mut usage = json!({
        "qpu_charge_time_seconds": seconds,
        "status": if phase.is_final() { "complete" } else { "pending" },
    });
    if !has_charged_time(&headers) {
        usage["quantum_seconds"] = seconds.into();
        usage["seconds"] = seconds.into();
    }
    Ok(reply::ok(&json!({
        "timestamps": {
            "created": clock.text(job.accepted),
            "running": has_started.then(|| clock.text(job.started)),
            "finished": phase.is_final().then(|| clock.text(finished)),
        },
        "usage": usage,
        "position_in_queue": (phase == Phase::Queued).then_some(1),
        "estimated_start_time": clock.text(job.started),
        "bss": {"seconds": seconds},
    })))
}

pub(super) async fn tag(State(ibm): State<Arc<Ibm>>, Path(id): Path<String>, body: Bytes) -> Reply {
    let job = find(&ibm, &id)?;
    let body: Value = serde_json::from_slice(&body).unwrap_or_default();
    if !body["tags"].is_array() {
        return Err(IbmError::invalid("tags must be a list of strings"));
    }
    *job.details.tags() = texts(body.get("tags"));
    Ok(reply::no_content())
}

pub(super) async fn cancel(State(ibm): State<Arc<Ibm>>, Path(id): Path<String>) -> Reply {
    let job = find(&ibm, &id)?;
    if job.phase(&ibm.shared).await.is_final() {
        return Err(IbmError::not_cancellable(&id));
    }
    job.cancel(&ibm.shared);
    Ok(reply::no_content())
}

pub(super) async fn delete(State(ibm): State<Arc<Ibm>>, Path(id): Path<String>) -> Reply {
    let job = find(&ibm, &id)?;
    if !job.phase(&ibm.shared).await.is_final() {
        let message = format!("Job {id} is not over, so it can not be deleted");
        return Err(IbmError::new(StatusCode::CONFLICT, 1337, message));
    }
    ibm.jobs.delete(&id);
    Ok(reply::no_content())
}
