//! Filters and pages of searches.

use axum::body::Bytes;
use serde_json::{Value, json};

use super::error::{BraketError, Reply};
use crate::reply;

/// Response with one page of the entries that pass the filters of a request.
pub(super) fn page(body: &Bytes, entries: Vec<Value>, name: &str) -> Reply {
    let Ok(request) = serde_json::from_slice::<Value>(body) else {
        return Err(BraketError::invalid("the body is not a JSON object"));
    };
    let number = |key: &str, otherwise: usize| match &request[key] {
        Value::Null => Some(otherwise),
        Value::String(text) => text.parse().ok(),
        value => value.as_u64().and_then(|value| value.try_into().ok()),
    };
    let first = number("nextToken", 0);
    let most = number("maxResults", 100).filter(|most| (1..=100).contains(most));
    let (Some(first), Some(most)) = (first, most) else {
        let message = "'maxResults' must be from 1 to 100, 'nextToken' as it was given";
        return Err(BraketError::invalid(message));
    };
    let nothing = Vec::new();
    let filters = request["filters"].as_array().unwrap_or(&nothing);
    let passes = |entry: &Value| filters.iter().all(|filter| passes(entry, filter));
    let found: Vec<Value> = entries.into_iter().filter(passes).collect();
    let next = first + most;
    let token = (next < found.len()).then(|| next.to_string());
    let shown: Vec<Value> = found.into_iter().skip(first).take(most).collect();
    let mut object = json!({name: shown});
    if let Some(token) = token {
        object["nextToken"] = json!(token);
    }
    Ok(reply::ok(&object))
}

/// Returns `true` if an entry passes a filter: equal to one of its values, or compared with them.
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
