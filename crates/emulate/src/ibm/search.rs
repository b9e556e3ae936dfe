//! Search for the instances of an account.

use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::State;
use axum::http::HeaderMap;
use serde_json::{Value, json};

use super::error::{IbmError, Reply};
use super::state::Ibm;
use crate::reply;

/// Names of the instances of any account, with the last part of their CRN; the second has no devices.
const INSTANCES: [(&str, &str); 2] = [("games", "1"), ("empty", "2")];

/// Lists instances, one a page.
pub(super) async fn search(State(ibm): State<Arc<Ibm>>, headers: HeaderMap, body: Bytes) -> Reply {
    ibm.tokens.check_token(&headers)?;
    let request: Value = serde_json::from_slice(&body).unwrap_or_default();
    if request["query"] != "service_name:quantum-computing" {
        let message = "this emulator searches for service_name:quantum-computing only";
        return Err(IbmError::invalid(message));
    }
    let cursor = request["search_cursor"].as_str();
    let start = cursor.map_or(Some(0), |cursor| cursor.parse::<usize>().ok());
    let start = start.ok_or_else(|| IbmError::invalid("the cursor is none of ours"))?;
    let items = INSTANCES.iter().skip(start).take(1).map(|(name, id)| {
        let devices = json!({"backends": ["ibm_torino", "ibm_fez", "ibm_pittsburgh"]});
        let extensions = if *name == "empty" {
            Value::Null
        } else {
            devices
        };
        json!({
            "crn": format!("crn:v1:bluemix:public:quantum-computing:us-east:a/0:{id}::"),
            "name": name,
            "doc": {"extensions": extensions},
        })
    });
    Ok(reply::ok(&json!({
        "items": items.collect::<Value>(),
        "limit": 1,
        "search_cursor": (start < INSTANCES.len()).then(|| (start + 1).to_string()),
    })))
}
