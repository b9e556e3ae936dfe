use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::Response;
use serde_json::{Value, json};

use super::error::{Reply, SystemError};
use super::state::{Details, Job, LANES, System};
use crate::fault::{FailureKind, Faults, IbmProgram};
use crate::fetch::{self, FetchError};
use crate::ibm::{self, Backend, IbmError, JobParams, ResultForm};
use crate::jobs::{JobRequest, Phase};
use crate::machine::Machine;
use crate::output::Failure;
use crate::reply;

/// Reason codes of failed jobs.
const REFUSED: u32 = 5203;
const BROKEN: u32 = 5204;
const RAN_TOO_LONG: u32 = 1305;

/// Presigned address of a part of a job.
fn address<'a>(request: &'a Value, part: &str) -> Option<&'a str> {
    let option = &request["storage"][part];
    let is_known = option["type"] == "s3_compatible";
    option["presigned_url"].as_str().filter(|_| is_known)
}

pub(super) async fn submit(State(system): State<Arc<System>>, body: Bytes) -> Reply {
    let request: Value = serde_json::from_slice(&body)
        .map_err(|error| IbmError::invalid(format!("the body is not JSON: {error}")))?;
    let (id, backend) = checked(&system, &request)?;
    if system.shared.options.rate_limits && lanes_taken(&system) >= LANES {
        let status = StatusCode::TOO_MANY_REQUESTS;
        return Err(SystemError(IbmError::new(
            status,
            1232,
            "all execution lanes are in use",
        )));
    }
    let params = match address(&request, "input") {
        Some(url) => params(url, backend, &system.shared.faults).await,
        None => Err(Failure::program("the input has no presigned URL")),
    };
    let (form, runs) = match params {
        Ok(params) => (params.form, params.runs),
        Err(failure) => (ResultForm::Plain, Err(failure)),
    };
    let job_request = JobRequest {
        id: Some(id),
        details: Details {
            request,
            form,
            written: Arc::default(),
        },
        machine: Machine::Placed(Arc::clone(&backend.device))
            .with_noise(system.shared.options.noise),
        runs,
    };
    let job = system.jobs.submit(&system.shared, job_request);
    tokio::spawn(async move { write(&system, &job).await });
    Ok(reply::no_content())
}

/// Id and device of a valid request.
fn checked(system: &System, request: &Value) -> Result<(String, &'static Backend), IbmError> {
    let text = |key: &str| {
        let text = request[key]
            .as_str()
            .filter(|text| (1..=256).contains(&text.len()));
        text.ok_or_else(|| IbmError::invalid(format!("{key} must be a string of 1 to 256 bytes")))
    };
    let (id, name) = (text("id")?, text("backend")?);
    if text("program_id")? != "sampler" {
        return Err(IbmError::invalid(
            "program_id must be sampler: this emulator has no other",
        ));
    }
    if request["timeout_secs"]
        .as_u64()
        .is_none_or(|seconds| seconds == 0)
    {
        return Err(IbmError::invalid("timeout_secs must be an integer from 1"));
    }
    if !request["storage"]["results"].is_object() {
        return Err(IbmError::invalid("storage must have input and results"));
    }
    let backend = Backend::find(name)?;
    if ibm::state(&system.shared.faults) == "offline" {
        let message = format!("Backend {name} is offline");
        return Err(IbmError::new(StatusCode::BAD_REQUEST, 1004, message));
    }
    if system.jobs.find(id).is_some() {
        let message = format!("there is a job {id} already");
        return Err(IbmError::new(StatusCode::CONFLICT, 1231, message));
    }
    Ok((id.to_owned(), backend))
}

fn lanes_taken(system: &System) -> usize {
    let jobs = system.jobs.all();
    let runs = |job: &&Arc<Job>| job.cancelled().is_none() && job.details.written.get().is_none();
    jobs.iter().filter(runs).count()
}

async fn params(url: &str, backend: &Backend, faults: &Faults) -> Result<JobParams, Failure> {
    let bytes = fetch::get(url).await;
    let bytes = bytes.map_err(|error| Failure::program(format!("the input: {error}")))?;
    let params: Value = serde_json::from_slice(&bytes)
        .map_err(|error| Failure::program(format!("the input is not JSON: {error}")))?;
    let params = JobParams::read(IbmProgram::Sampler, &params, &backend.device, faults);
    params.map_err(|refusal| Failure::program(refusal.message))
}

/// Waits for the end of a job and writes its result and log.
async fn write(system: &System, job: &Arc<Job>) {
    let phase = job.end(&system.shared).await;
    let request = &job.details.request;
    let written = match job.outputs() {
        Some(Ok(measured)) if phase == Phase::Completed => match address(request, "results") {
            Some(url) => {
                let result = ibm::result(measured, job.details.form);
                fetch::put(url, result.to_string()).await
            }
            None => Err(FetchError::Url),
        },
        _ => Ok(()),
    };
    if let Some(url) = address(request, "logs") {
        let failure = job.outputs().and_then(Result::err);
        let log = failure.map_or("done", |failure| &failure.message);
        // The job is complete without its log too.
        let _ = fetch::put(url, format!("{log}\n")).await;
    }
    // Set only here.
    let _ = job.details.written.set(written);
}

/// Description of a job.
async fn describe(system: &System, job: &Arc<Job>) -> Value {
    let phase = job.phase(&system.shared).await;
    let failure = job.outputs().and_then(Result::err);
    let (status, code, message) = match (phase, job.details.written.get(), failure) {
        (Phase::Unknown, ..) => (Phase::UNKNOWN, None, None),
        (Phase::Cancelled, ..) => ("Cancelled", None, None),
        (Phase::Queued | Phase::Running, ..) | (_, None, _) => ("Running", None, None),
        (_, Some(Err(error)), _) => {
            let message = format!("the result could not be written: {error}");
            ("Failed", Some(BROKEN), Some(message))
        }
        (_, Some(Ok(())), None) => ("Completed", None, None),
        (_, Some(Ok(())), Some(failure)) => {
            let message = Some(failure.message.clone());
            match failure.kind {
                FailureKind::Program => ("Failed", Some(REFUSED), message),
                FailureKind::Device => ("Failed", Some(BROKEN), message),
                FailureKind::Time => ("Cancelled", Some(RAN_TOO_LONG), message),
            }
        }
    };
    let clock = &system.shared.clock;
    let request = &job.details.request;
    let took = job.ended.saturating_sub(job.started).as_nanos();
    let mut object = json!({
        "id": job.id,
        "backend": request["backend"],
        "program_id": request["program_id"],
        "log_level": request["log_level"].as_str().unwrap_or("warning"),
        "timeout_secs": request["timeout_secs"],
        "storage": request["storage"],
        "status": status,
        "created_time": clock.text(job.accepted),
    });
    if !["Running", Phase::UNKNOWN].contains(&status) {
        object["end_time"] = json!(clock.text(job.cancelled().unwrap_or(job.ended)));
        object["usage"] = json!({"quantum_nanoseconds": u64::try_from(took).unwrap_or(u64::MAX)});
    }
    if let Some((code, message)) = code.zip(message) {
        object["reason_code"] = json!(code);
        object["reason_message"] = json!(message);
    }
    object
}

fn find(system: &System, id: &str) -> Result<Arc<Job>, IbmError> {
    system.jobs.find(id).ok_or_else(|| IbmError::no_job(id))
}

pub(super) async fn show(State(system): State<Arc<System>>, Path(id): Path<String>) -> Reply {
    let job = find(&system, &id)?;
    Ok(reply::ok(&describe(&system, &job).await))
}

pub(super) async fn list(State(system): State<Arc<System>>) -> Response {
    let mut jobs = Vec::new();
    for job in system.jobs.all() {
        jobs.push(describe(&system, &job).await);
    }
    reply::ok(&json!({"jobs": jobs}))
}

pub(super) async fn cancel(State(system): State<Arc<System>>, Path(id): Path<String>) -> Reply {
    let job = find(&system, &id)?;
    if job.phase(&system.shared).await.is_final() {
        return Err(SystemError(IbmError::not_cancellable(&id)));
    }
    job.cancel(&system.shared);
    Ok(reply::no_content())
}

pub(super) async fn delete(State(system): State<Arc<System>>, Path(id): Path<String>) -> Reply {
    let job = find(&system, &id)?;
    let is_over = job.cancelled().is_some() || job.details.written.get().is_some();
    if !is_over {
        let message = format!("Job {id} is not over, so it can not be deleted");
        return Err(SystemError(IbmError::new(
            StatusCode::CONFLICT,
            1337,
            message,
        )));
    }
    system.jobs.delete(&id);
    Ok(reply::no_content())
}
