//! Lists of jobs, and what they took together.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::{Query, State};
use axum::response::Response;
use jiff::Timestamp;
use serde_json::{Value, json};

use super::job::{Job, describe, used};
use super::{Ibm, Refusal};
use crate::reply;

/// Seconds that an instance has in a month.
const ALLOWED: f64 = 600.0;

/// The most jobs of a page.
const MOST: usize = 200;

pub(super) async fn list(
    State(ibm): State<Arc<Ibm>>,
    Query(query): Query<Vec<(String, String)>>,
) -> Result<Response, Refusal> {
    let asked = |key: &str| {
        let mut found = query.iter().filter(|(name, _)| name == key);
        found.next().map(|(_, value)| &value[..])
    };
    let mut found = Vec::new();
    for job in ibm.jobs.all() {
        if is_asked(&ibm, &job, &query)? {
            let told = describe(&ibm, &job).await;
            let status = told["state"]["status"].as_str().unwrap_or_default();
            let is_pending = !["Completed", "Failed", "Cancelled"].contains(&status);
            if asked("pending").is_none_or(|wanted| (wanted == "true") == is_pending) {
                found.push(told);
            }
        }
    }
    if asked("sort") != Some("ASC") {
        found.reverse();
    }
    let number = |key| asked(key).and_then(|text| text.parse::<usize>().ok());
    let (offset, limit) = (
        number("offset").unwrap_or(0),
        number("limit").unwrap_or(MOST),
    );
    let count = found.len();
    let page = found.into_iter().skip(offset).take(limit.min(MOST));
    Ok(reply::ok(&json!({
        "jobs": page.collect::<Value>(),
        "count": count,
        "offset": offset,
        "limit": limit.min(MOST),
    })))
}

/// Whether a job is one of those asked for, whatever its state; all tags asked for must be there.
fn is_asked(ibm: &Ibm, job: &Job, query: &[(String, String)]) -> Result<bool, Refusal> {
    let clock = &ibm.shared.clock;
    for (key, value) in query {
        let time = || {
            let time = value.parse::<Timestamp>();
            time.map_err(|_| Refusal::invalid(format!("{key} must be a time of ISO 8601")))
        };
        let created = || clock.text(job.accepted).parse::<Timestamp>().ok();
        let fits = match &key[..] {
            "backend" => job.details.backend == *value,
            "session_id" => job.details.session.as_ref() == Some(value),
            "program" => value == "sampler",
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
        .filter(|job| job.cancelled().is_some() || job.ended <= now);
    let consumed: f64 = over.map(|job| used(job)).sum();
    reply::ok(&json!({
        "instance": "crn",
        "plan_id": "emulated",
        "usage_limit_reached": consumed >= ALLOWED,
        "usage_limit_seconds": ALLOWED,
        "usage_allocation_seconds": ALLOWED,
        "usage_consumed_seconds": consumed,
        "usage_remaining_seconds": (ALLOWED - consumed).max(0.0),
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
