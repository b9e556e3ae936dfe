//! Lists of jobs and their total usage.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::{Query, State};
use axum::http::HeaderMap;
use axum::response::Response;
use jiff::Timestamp;
use serde_json::{Value, json};

use super::device::{Backend, includes_mocks};
use super::error::{IbmError, Reply};
use super::job::{describe, used};
use super::state::{Ibm, Job};
use crate::reply;

/// Device time of an instance per month, in seconds.
const MONTHLY_SECONDS: f64 = 600.0;

/// Maximum number of jobs on a page.
const PAGE_SIZE: usize = 200;

pub(super) async fn list(
    State(ibm): State<Arc<Ibm>>,
    headers: HeaderMap,
    Query(query): Query<Vec<(String, String)>>,
) -> Reply {
    let parameter = |key: &str| {
        let mut found = query.iter().filter(|(name, _)| name == key);
        found.next().map(|(_, value)| &value[..])
    };
    let with_mocks = parameter("include_mocks").is_some_and(includes_mocks);
    let mut found = Vec::new();
    for job in ibm.jobs.all() {
        let is_shown = with_mocks || !is_of_mock(&job);
        if is_shown && matches(&ibm, &job, &query)? {
            let object = describe(&ibm, &job, &headers).await;
            let status = object["state"]["status"].as_str().unwrap_or_default();
            let is_pending = !["Completed", "Failed", "Cancelled"].contains(&status);
            if parameter("pending").is_none_or(|wanted| (wanted == "true") == is_pending) {
                found.push(object);
            }
        }
    }
    if parameter("sort") != Some("ASC") {
        found.reverse();
    }
    let number = |key| parameter(key).and_then(|text| text.parse::<usize>().ok());
    let (offset, limit) = (
        number("offset").unwrap_or(0),
        number("limit").unwrap_or(PAGE_SIZE),
    );
    let count = found.len();
    let page = found.into_iter().skip(offset).take(limit.min(PAGE_SIZE));
    Ok(reply::ok(&json!({
        "jobs": page.collect::<Value>(),
        "count": count,
        "offset": offset,
        "limit": limit.min(PAGE_SIZE),
    })))
}

/// Returns `true` for a job of a device that only checks jobs.
fn is_of_mock(job: &Job) -> bool {
    Backend::find(&job.details.backend).is_ok_and(|backend| backend.is_mock)
}

/// Returns `true` if a job matches the filters of a query, apart from its state. All tags must
/// match.
fn matches(ibm: &Ibm, job: &Job, query: &[(String, String)]) -> Result<bool, IbmError> {
    let clock = &ibm.shared.clock;
    for (key, value) in query {
        let time = || {
            let time = value.parse::<Timestamp>();
            time.map_err(|_| IbmError::invalid(format!("{key} must be a time of ISO 8601")))
        };
        let created = || clock.text(job.accepted).parse::<Timestamp>().ok();
        let fits = match &key[..] {
            "backend" => job.details.backend == *value,
            "session_id" => job.details.session.as_ref() == Some(value),
            "program" => job.details.request["program_id"] == **value,
            "tags" => job.details.tags().contains(value),
            "created_after" => created() >= Some(time()?),
            "created_before" => created() <= Some(time()?),
            _ => true,
        };
        if !fits {
            return Ok(false);
        }
    }
    Ok(true)
}

pub(super) async fn usage(State(ibm): State<Arc<Ibm>>) -> Response {
    let now = ibm.shared.clock.now();
    let jobs = ibm.jobs.all();
    let over = jobs
        .iter()
        .filter(|job| !is_of_mock(job) && (job.cancelled().is_some() || job.ended <= now));
    let consumed: f64 = over.map(|job| used(job)).sum();
    reply::ok(&json!({
        "instance": "crn",
        "plan_id": "emulated",
        "usage_limit_reached": consumed >= MONTHLY_SECONDS,
        "usage_limit_seconds": MONTHLY_SECONDS,
        "usage_allocation_seconds": MONTHLY_SECONDS,
        "usage_consumed_seconds": consumed,
        "usage_remaining_seconds": (MONTHLY_SECONDS - consumed).max(0.0),
        "usage_period": {
            "start_time": ibm.shared.clock.text(Duration::ZERO),
            "end_time": ibm.shared.clock.text(Duration::from_hours(28 * 24)),
        },
    }))
}

pub(super) async fn tags(State(ibm): State<Arc<Ibm>>) -> Response {
    let jobs = ibm.jobs.all();
    let tags = jobs.iter().flat_map(|job| job.details.tags().clone());
    reply::ok(&json!({"tags": tags.collect::<BTreeSet<String>>()}))
}
