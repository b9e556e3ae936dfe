use std::collections::HashMap;
use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::{Path, Query, State};
use axum::http::StatusCode;
use serde_json::{Map, Value};

use super::circuit;
use super::device::{MAX_CIRCUITS, MAX_SHOTS};
use super::error::{IqmError, Reply};
use super::job::describe;
use super::state::{Details, Iqm};
use crate::jobs::{JobRequest, ProgramRun};
use crate::machine::Machine;
use crate::reply;

/// Keys of a payload, old names of some among them.
const KEYS: [&str; 12] = [
    "circuits",
    "calibration_set_id",
    "qubit_mapping",
    "shots",
    "max_circuit_duration_over_t2",
    "heralding_mode",
    "move_gate_validation",
    "move_validation_mode",
    "move_gate_frame_tracking",
    "move_gate_frame_tracking_mode",
    "active_reset_cycles",
    "dd_mode",
];

/// Further keys that may be left out or null.
const NULLS: [&str; 1] = ["dd_strategy"];

pub(super) async fn submit(
    State(iqm): State<Arc<Iqm>>,
    Path((qc, kind)): Path<(String, String)>,
    Query(query): Query<HashMap<String, String>>,
    body: Bytes,
) -> Reply {
    iqm.check(&qc)?;
    if kind != "circuit" {
        let message = format!("jobs of type {kind:?} are not supported");
        let code = "unsupported_job_type";
        return Err(IqmError::new(StatusCode::BAD_REQUEST, code, message));
    }
    if query
        .get("use_timeslot")
        .is_some_and(|use_it| use_it == "true")
    {
        let message = "there is no timeslot of this user now";
        let code = "no_booked_timeslots";
        return Err(IqmError::new(StatusCode::FORBIDDEN, code, message));
    }
    if iqm.is_offline() {
        // The real code is not known.
        let message = "the quantum computer takes no jobs";
        return Err(IqmError::new(StatusCode::FORBIDDEN, "forbidden", message));
    }
    let request = job_request(&iqm, &body, query.get("tag").cloned())?;
    let job = iqm.jobs.submit(&iqm.shared, request);
    Ok(reply::ok(&describe(&iqm, &job).await))
}

fn job_request(
    iqm: &Iqm,
    body: &Bytes,
    tag: Option<String>,
) -> Result<JobRequest<Details>, IqmError> {
    let Ok(Value::Object(payload)) = serde_json::from_slice(body) else {
        return Err(IqmError::invalid_payload(
            "the payload is not a JSON object",
        ));
    };
    check_keys(&payload)?;
    let shots = payload.get("shots").map_or(Some(1), Value::as_u64);
    let shots = shots.filter(|shots| (1..=MAX_SHOTS).contains(shots));
    let shots = shots.ok_or_else(|| {
        IqmError::invalid_payload(format!("\"shots\" must be from 1 to {MAX_SHOTS}"))
    })?;
    let shots = usize::try_from(shots).expect("few");
    let circuits = payload.get("circuits").and_then(Value::as_array);
    let circuits = circuits.filter(|circuits| (1..=MAX_CIRCUITS).contains(&circuits.len()));
    let circuits = circuits.ok_or_else(|| {
        IqmError::invalid_payload(format!("\"circuits\" must hold 1 to {MAX_CIRCUITS}"))
    })?;
    let has_name = |circuit: &Value| circuit.get("name").is_some_and(Value::is_string);
    if !circuits.iter().all(has_name) {
        return Err(IqmError::invalid_payload(
            "a circuit is an object with a name: QIR is not emulated",
        ));
    }
    if let Some(set) = payload.get("calibration_set_id")
        && !set.is_null()
    {
        let set = set.as_str().unwrap_or_default();
        iqm.check_set(set)
            .map_err(|_| IqmError::invalid_payload(format!("no calibration set {set:?}")))?;
    }
    let runs = circuits.iter().map(|circuit| {
        let program = circuit::read(iqm, circuit)?;
        Ok(ProgramRun { program, shots })
    });
    let machine = Machine::Placed(Arc::clone(&iqm.device));
    Ok(JobRequest {
        id: None,
        details: Details {
            payload: String::from_utf8_lossy(body).into_owned(),
            tag,
        },
        machine: machine.with_noise(iqm.shared.options.noise),
        runs: runs.collect(),
    })
}

fn check_keys(payload: &Map<String, Value>) -> Result<(), IqmError> {
    for (key, value) in payload {
        let is_known = KEYS.contains(&&key[..]) || NULLS.contains(&&key[..]);
        if !is_known {
            return Err(IqmError::invalid_payload(format!("{key:?} is not allowed")));
        }
        let is_emulated = match &key[..] {
            "heralding_mode" => value == "none",
            "dd_mode" => value == "disabled",
            "qubit_mapping" | "dd_strategy" | "active_reset_cycles" => value.is_null(),
            _ => true,
        };
        if !is_emulated {
            return Err(IqmError::invalid_payload(format!(
                "{key:?} with {value} is not emulated"
            )));
        }
    }
    Ok(())
}
