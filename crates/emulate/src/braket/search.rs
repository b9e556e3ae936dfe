//! Searches, a page each.

use std::sync::Arc;

use axum::Extension;
use axum::body::Bytes;
use axum::extract::State;
use axum::response::Response;
use serde_json::{Value, json};

use super::device::DEVICES;
use super::{Braket, Error, Region, task};
use crate::reply;

/// The devices of the region that was asked.
pub(super) async fn devices(
    State(braket): State<Arc<Braket>>,
    Extension(Region(region)): Extension<Region>,
    body: Bytes,
) -> Response {
    let here = DEVICES.into_iter().filter(|device| {
        let place = device.region;
        place.is_none_or(|place| place == region)
    });
    let told = here.map(|device| device.summary(&braket.shared.faults));
    page(&body, told.collect(), "devices")
}

/// The tasks, the latest first.
pub(super) async fn tasks(State(braket): State<Arc<Braket>>, body: Bytes) -> Response {
    let mut told = Vec::new();
    for found in braket.tasks.all.all().iter().rev() {
        let status = braket.tasks.state(&braket.shared, found).await;
        told.push(task::summary(&braket, found, status));
    }
    page(&body, told, "quantumTasks")
}

/// The entries that the filters of a request let through, as many as it wants.
fn page(body: &Bytes, entries: Vec<Value>, name: &str) -> Response {
    let Ok(request) = serde_json::from_slice::<Value>(body) else {
        return Error::invalid("the body is no JSON object").reply();
    };
    let number = |key: &str, otherwise: usize| match &request[key] {
        Value::Null => Some(otherwise),
        Value::String(text) => text.parse().ok(),
        value => value.as_u64().and_then(|value| value.try_into().ok()),
    };
    let first = number("nextToken", 0);
    let most = number("maxResults", 100).filter(|most| (1..=100).contains(most));
    let (Some(first), Some(most)) = (first, most) else {
        return Error::invalid("'maxResults' must be from 1 to 100, 'nextToken' as it was given")
            .reply();
    };
    let nothing = Vec::new();
    let filters = request["filters"].as_array().unwrap_or(&nothing);
    let passes = |entry: &Value| filters.iter().all(|filter| passes(entry, filter));
    let found: Vec<Value> = entries.into_iter().filter(passes).collect();
    let next = first + most;
    let token = (next < found.len()).then(|| next.to_string());
    let shown: Vec<Value> = found.into_iter().skip(first).take(most).collect();
    let mut told = json!({name: shown});
    if let Some(token) = token {
        told["nextToken"] = json!(token);
    }
    reply::ok(&told)
}

/// Whether an entry has what a filter wants: one of its values, or before or after the first.
fn passes(entry: &Value, filter: &Value) -> bool {
    let Some(name) = filter["name"].as_str() else {
        return true;
    };
    let found = match name.strip_prefix("tags:") {
        Some(tag) => entry["tags"][tag].as_str(),
        None => entry[name].as_str(),
    };
    let nothing = Vec::new();
    let mut values = filter["values"].as_array().unwrap_or(&nothing).iter();
    let found = found.unwrap_or_default();
    let mut any =
        |holds: &dyn Fn(&str) -> bool| values.any(|value| value.as_str().is_some_and(holds));
    match filter["operator"].as_str() {
        Some("LT") => any(&|value| found < value),
        Some("LTE") => any(&|value| found <= value),
        Some("GT") => any(&|value| found > value),
        Some("GTE") => any(&|value| found >= value),
        Some("BETWEEN") => {
            let mut limits = filter["values"].as_array().unwrap_or(&nothing).iter();
            let mut limit = || limits.next().and_then(Value::as_str).unwrap_or_default();
            (limit()..=limit()).contains(&found)
        }
        _ => any(&|value| found == value),
    }
}
