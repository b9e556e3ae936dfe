use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use serde_json::{Value, json};

use super::circuit;
use super::error::{AqtError, Reply};
use super::job::metadata;
use super::state::{Aqt, Details};
use crate::jobs::{JobRequest, ProgramRun};
use crate::reply;

/// Most shots of a circuit, and circuits of a job.
const MAX_SHOTS: u64 = 2000;
const MAX_CIRCUITS: usize = 50;

pub(super) async fn submit(
    State(aqt): State<Arc<Aqt>>,
    Path((workspace, resource)): Path<(String, String)>,
    body: Bytes,
) -> Reply {
    let resource = Aqt::resource(&resource)?;
    if resource.workspace != workspace {
        let detail = format!("workspace {workspace:?} has no such resource");
        return Err(AqtError::new(StatusCode::NOT_FOUND, detail));
    }
    let invalid = |message: &str| AqtError::invalid(&["body"], message);
    let request: Value =
        serde_json::from_slice(&body).map_err(|_| invalid("the body is not JSON"))?;
    if request
        .get("job_type")
        .is_some_and(|kind| kind != "quantum_circuit")
    {
        return Err(invalid("\"job_type\" must be \"quantum_circuit\""));
    }
    let label = match request.get("label") {
        None | Some(Value::Null) => None,
        Some(Value::String(label)) => Some(label.clone()),
        Some(_) => return Err(invalid("\"label\" must be a string")),
    };
    let payload = request.get("payload");
    let circuits = payload.and_then(|payload| payload.get("circuits")?.as_array());
    let circuits = circuits
        .filter(|circuits| (1..=MAX_CIRCUITS).contains(&circuits.len()))
        .ok_or_else(|| invalid("\"circuits\" must hold 1 to 50"))?;
    let runs = circuits.iter().map(|circuit| {
        let run = run(circuit)?;
        let needed = run.program.circuit.num_qubits();
        if needed > resource.num_qubits {
            return Err(format!(
                "{needed} qubits, but {} are available",
                resource.num_qubits
            ));
        }
        Ok(run)
    });
    let runs: Result<Vec<ProgramRun>, String> = runs.collect();
    let runs = runs.map_err(|what| AqtError::invalid(&["body", "payload", "circuits"], what))?;
    if aqt.is_offline() {
        // The real answer is not known.
        let detail = "the resource takes no jobs";
        return Err(AqtError::new(StatusCode::CONFLICT, detail));
    }
    let request = JobRequest {
        id: None,
        details: Details { label, resource },
        machine: resource.machine().with_noise(aqt.shared.options.noise),
        runs: Ok(runs),
    };
    let job = aqt.jobs.submit(&aqt.shared, request);
    // It is queued at first, whatever came of it in the meantime.
    Ok(reply::ok(&json!({
        "job": metadata(&job),
        "response": {"status": "queued"},
    })))
}

fn run(circuit: &Value) -> Result<ProgramRun, String> {
    let shots = circuit.get("repetitions").and_then(Value::as_u64);
    let shots = shots.filter(|shots| (1..=MAX_SHOTS).contains(shots));
    let shots = shots.ok_or("\"repetitions\" must be from 1 to 2000")?;
    Ok(ProgramRun {
        program: circuit::read(circuit)?,
        shots: usize::try_from(shots).expect("few"),
    })
}
