use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::{Path, Query, State};
use serde_json::{Value, json};

use super::error::{Reply, ScalewayError};
use super::list::Parameters;
use super::platform::Platform;
use super::session::Session;
use super::state::Scaleway;
use crate::reply;

/// Most seconds that a session is idle and open, unless it says so.
const MAX_IDLE: f64 = 3600.0;
const MAX: f64 = 3600.0;

pub(super) async fn create(State(scaleway): State<Arc<Scaleway>>, body: Bytes) -> Reply {
    let request: Value = serde_json::from_slice(&body)
        .map_err(|_| ScalewayError::invalid("body", "must be JSON"))?;
    let text = |key: &str| {
        let value = request[key].as_str().filter(|text| !text.is_empty());
        value.ok_or_else(|| ScalewayError::invalid(key, "is required"))
    };
    text("project_id")?;
    let platform = text("platform_id")?;
    let platform =
        Platform::find(platform).ok_or_else(|| ScalewayError::not_found("platform", platform))?;
    let (max_idle, max) = (
        seconds(&request, "max_idle_duration", MAX_IDLE)?,
        seconds(&request, "max_duration", MAX)?,
    );
    tags(&request)?;
    if scaleway.availability() != "available" {
        return Err(ScalewayError::precondition("the platform is not available"));
    }
    let mut sessions = scaleway.sessions();
    let same = request["deduplication_id"].as_str().and_then(|id| {
        let mut open = sessions
            .iter()
            .filter(|session| session.terminated.is_none());
        open.find(|session| {
            !id.is_empty()
                && session.text("deduplication_id") == id
                && session.text("project_id") == request["project_id"]
                && session.platform.id == platform.id
        })
    });
    let session = if let Some(session) = same {
        session.clone()
    } else {
        let session = Session {
            id: scaleway.shared.uuid(),
            platform,
            created: scaleway.shared.clock.now(),
            terminated: None,
            max_idle,
            max,
            request,
        };
        sessions.push(session.clone());
        session
    };
    drop(sessions);
    Ok(reply::ok(&scaleway.describe(&session)))
}

/// Seconds of a duration such as `2.5s`, or of a number.
fn seconds(request: &Value, key: &str, otherwise: f64) -> Result<f64, ScalewayError> {
    let found = match &request[key] {
        Value::Null => Some(otherwise),
        Value::Number(number) => number.as_f64(),
        Value::String(text) => text.strip_suffix('s').and_then(|text| text.parse().ok()),
        _ => None,
    };
    let found = found.filter(|seconds: &f64| seconds.is_finite() && *seconds > 0.0);
    found.ok_or_else(|| ScalewayError::invalid(key, "must be a duration such as 2.5s"))
}

/// Checks the tags of a request, if it has any.
pub(super) fn tags(request: &Value) -> Result<(), ScalewayError> {
    let is_good = match &request["tags"] {
        Value::Null => true,
        Value::Array(tags) => tags.iter().all(Value::is_string),
        _ => false,
    };
    let error = || ScalewayError::invalid("tags", "must be strings");
    is_good.then_some(()).ok_or_else(error)
}

fn find(scaleway: &Scaleway, id: &str) -> Result<Session, ScalewayError> {
    let session = scaleway.session(id);
    session.ok_or_else(|| ScalewayError::not_found("session", id))
}

pub(super) async fn show(State(scaleway): State<Arc<Scaleway>>, Path(id): Path<String>) -> Reply {
    let session = find(&scaleway, &id)?;
    Ok(reply::ok(&scaleway.describe(&session)))
}

pub(super) async fn list(
    State(scaleway): State<Arc<Scaleway>>,
    Query(query): Query<Vec<(String, String)>>,
) -> Reply {
    let query = Parameters(query);
    let project = query.get("project_id");
    let project = project.ok_or_else(|| ScalewayError::invalid("project_id", "is required"))?;
    let all = scaleway.sessions().clone();
    let wanted = all.iter().filter(|session| {
        session.text("project_id") == project
            && query
                .get("platform_id")
                .is_none_or(|id| session.platform.id == id)
            && query.has_tags(&session.request)
    });
    let found = wanted.map(|session| scaleway.describe(session)).collect();
    query.page("sessions", found, "name_asc")
}

pub(super) async fn access(State(scaleway): State<Arc<Scaleway>>, Path(id): Path<String>) -> Reply {
    find(&scaleway, &id)?;
    Ok(reply::ok(&json!({"total_count": 1, "acls": ["full"]})))
}

/// Ends a session; one that has ended stays as it is.
pub(super) async fn terminate(
    State(scaleway): State<Arc<Scaleway>>,
    Path(id): Path<String>,
) -> Reply {
    find(&scaleway, &id)?;
    scaleway.terminate(&id, scaleway.shared.clock.now());
    let session = find(&scaleway, &id)?;
    Ok(reply::ok(&scaleway.describe(&session)))
}

pub(super) async fn delete(State(scaleway): State<Arc<Scaleway>>, Path(id): Path<String>) -> Reply {
    find(&scaleway, &id)?;
    for job in scaleway.jobs_of(&id) {
        scaleway.jobs.delete(&job.id);
    }
    scaleway.sessions().retain(|session| session.id != id);
    Ok(reply::no_content())
}
