use std::collections::HashMap;
use std::sync::Arc;

use axum::extract::{Path, Query, State};
use axum::http::HeaderMap;
use serde_json::{Map, Value, json};

use super::error::{OqtopusError, Reply};
use super::state::{Draft, Job, Oqtopus};
use super::submit::info;
use crate::clock::Moment;
use crate::jobs::Phase;
use crate::reply;

/// Seconds that a job stays in the states `submitted` and `cancelling`.
const SUBMITTED: f64 = 0.5;
const CANCELLING: f64 = 1.0;

/// State of a job as OQTOPUS names it.
async fn state(oqtopus: &Oqtopus, job: &Arc<Job>) -> &'static str {
    let clock = &oqtopus.shared.clock;
    let now = clock.now();
    match job.phase(&oqtopus.shared).await {
        Phase::Queued if now < ready(oqtopus, job) => "submitted",
        Phase::Queued => "ready",
        Phase::Running => "running",
        Phase::Completed => "succeeded",
        Phase::Failed => "failed",
        Phase::Cancelled => {
            let end = job.cancelled().unwrap_or(now) + clock.scaled(CANCELLING);
            if now < end { "cancelling" } else { "cancelled" }
        }
        Phase::Unknown => Phase::UNKNOWN,
    }
}

/// Time at which a job is queued.
fn ready(oqtopus: &Oqtopus, job: &Job) -> Moment {
    let ready = job.accepted + oqtopus.shared.clock.scaled(SUBMITTED);
    ready.min(job.started)
}

async fn describe(oqtopus: &Oqtopus, job: &Arc<Job>, headers: &HeaderMap) -> Value {
    let clock = &oqtopus.shared.clock;
    let now = clock.now();
    let state = state(oqtopus, job).await;
    let details = &job.details;
    let sent = |key: &str| details.request.get(key).cloned().unwrap_or_default();
    let mut object = json!({
        "job_id": job.id,
        "name": details.request.get("name").cloned().unwrap_or_else(|| json!("")),
        "description": sent("description"),
        "job_type": "sampling",
        "status": state,
        "device_id": details.device.id(),
        "shots": details.shots,
        "job_info": info(oqtopus, job, state == "succeeded", headers),
        "transpiler_info": details.request.get("transpiler_info").cloned().unwrap_or(json!({})),
        "simulator_info": details.request.get("simulator_info").cloned().unwrap_or(json!({})),
        "mitigation_info": details.request.get("mitigation_info").cloned().unwrap_or(json!({})),
        "submitted_at": clock.text(job.accepted),
    });
    let end = job.cancelled();
    let happened = |moment: Moment| now >= moment && end.is_none_or(|end| end >= moment);
    if happened(ready(oqtopus, job)) {
        object["ready_at"] = json!(clock.text(ready(oqtopus, job)));
    }
    if happened(job.started) {
        object["running_at"] = json!(clock.text(job.started));
    }
    if matches!(state, "succeeded" | "failed") {
        object["ended_at"] = json!(clock.text(job.ended));
        object["execution_time"] = json!(job.ended.saturating_sub(job.started).as_secs_f64());
    }
    if state == "cancelled" {
        object["ended_at"] = json!(end.map(|end| clock.text(end)));
    }
    object
}

/// Submitted job of an id, or an error.
fn find(oqtopus: &Oqtopus, id: &str) -> Result<Arc<Job>, OqtopusError> {
    let job = oqtopus.jobs.find(id);
    job.ok_or_else(|| OqtopusError::not_found("job not found"))
}

/// Description of a job that is only registered.
fn described(id: &str, draft: &Draft) -> Value {
    let status = if draft.is_cancelled {
        "cancelled"
    } else {
        "registered"
    };
    json!({"job_id": id, "status": status})
}

pub(super) async fn show(
    State(oqtopus): State<Arc<Oqtopus>>,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Reply {
    if let Some(draft) = oqtopus.drafts.lock().get(&id) {
        return Ok(reply::ok(&described(&id, draft)));
    }
    let job = find(&oqtopus, &id)?;
    Ok(reply::ok(&describe(&oqtopus, &job, &headers).await))
}

pub(super) async fn status(State(oqtopus): State<Arc<Oqtopus>>, Path(id): Path<String>) -> Reply {
    if let Some(draft) = oqtopus.drafts.lock().get(&id) {
        return Ok(reply::ok(&described(&id, draft)));
    }
    let job = find(&oqtopus, &id)?;
    let state = state(&oqtopus, &job).await;
    Ok(reply::ok(&json!({"job_id": id, "status": state})))
}

/// Page of jobs, the latest first unless `order=ASC`, with the requested fields.
pub(super) async fn list(
    State(oqtopus): State<Arc<Oqtopus>>,
    Query(query): Query<HashMap<String, String>>,
    headers: HeaderMap,
) -> Reply {
    let wanted = |key: &str| query.get(key).map(String::as_str);
    let number = |key: &str, otherwise: usize| match wanted(key) {
        Some(text) => text.parse().ok().filter(|number| *number > 0),
        None => Some(otherwise),
    };
    let (Some(page), Some(size)) = (number("page", 1), number("size", 10)) else {
        let message = "page and size must be integers from 1";
        return Err(OqtopusError::invalid(message));
    };
    let drafts = oqtopus.drafts.lock().clone();
    let mut all: Vec<(Moment, Value)> = drafts
        .into_iter()
        .map(|(id, draft)| (draft.registered, described(&id, &draft)))
        .collect();
    for job in oqtopus.jobs.all() {
        all.push((job.accepted, describe(&oqtopus, &job, &headers).await));
    }
    all.sort_by_key(|(moment, _)| *moment);
    if !wanted("order").is_some_and(|order| order.eq_ignore_ascii_case("asc")) {
        all.reverse();
    }
    let listed = all
        .into_iter()
        .map(|(_, object)| object)
        .filter(|object| is_wanted(object, &query));
    let page = listed.skip((page - 1).saturating_mul(size)).take(size);
    let page = page.map(|object| with_fields(object, wanted("fields")));
    Ok(reply::ok(&Value::Array(page.collect())))
}

/// Returns `true` if a job matches the filters of a query.
fn is_wanted(object: &Value, query: &HashMap<String, String>) -> bool {
    let text = |key: &str| object[key].as_str().unwrap_or_default();
    let submitted = text("submitted_at");
    let passes = |key: &str, passes: &dyn Fn(&str) -> bool| {
        query.get(key).is_none_or(|wanted| passes(wanted))
    };
    passes("status", &|status| text("status") == status)
        && passes("start_time", &|start| submitted >= start)
        && passes("end_time", &|end| submitted <= end)
        && passes("q", &|part| {
            ["job_id", "name", "description"]
                .iter()
                .any(|key| text(key).contains(part))
        })
}

fn with_fields(object: Value, fields: Option<&str>) -> Value {
    let (Some(fields), Value::Object(all)) = (fields, &object) else {
        return object;
    };
    let wanted = |name: &String| fields.split(',').any(|field| field.trim() == name);
    let kept = all.iter().filter(|(name, _)| wanted(name));
    let kept = kept.map(|(name, value)| (name.clone(), value.clone()));
    Value::Object(kept.collect::<Map<_, _>>())
}

/// Marks a job as cancelled; one that is so already stays so.
pub(super) async fn cancel(State(oqtopus): State<Arc<Oqtopus>>, Path(id): Path<String>) -> Reply {
    let accepted = || Ok(reply::ok(&json!({"message": "cancel request accepted"})));
    if let Some(draft) = oqtopus.drafts.lock().get_mut(&id) {
        draft.is_cancelled = true;
        return accepted();
    }
    let job = find(&oqtopus, &id)?;
    let state = state(&oqtopus, &job).await;
    if !matches!(state, "submitted" | "ready" | "running" | "cancelled") {
        let message = format!(
            "{id} job is not in valid status for cancellation (valid statuses for cancellation: \
             'registered', 'ready', 'submitted' and 'running')"
        );
        return Err(OqtopusError::invalid(message));
    }
    job.cancel(&oqtopus.shared);
    accepted()
}

pub(super) async fn delete(State(oqtopus): State<Arc<Oqtopus>>, Path(id): Path<String>) -> Reply {
    let draft = oqtopus
        .drafts
        .lock()
        .get(&id)
        .map(|draft| draft.is_cancelled);
    let is_over = if let Some(is_cancelled) = draft {
        is_cancelled
    } else {
        let job = find(&oqtopus, &id)?;
        let state = state(&oqtopus, &job).await;
        matches!(state, "succeeded" | "failed" | "cancelled")
    };
    if !is_over {
        let message = format!(
            "{id} job is not in valid status for deletion (valid statuses for deletion: \
             'succeeded', 'failed' and 'cancelled')"
        );
        return Err(OqtopusError::invalid(message));
    }
    oqtopus.drafts.lock().remove(&id);
    oqtopus.jobs.delete(&id);
    Ok(reply::ok(&json!({"message": "job deleted"})))
}
