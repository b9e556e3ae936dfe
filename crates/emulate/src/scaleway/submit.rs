use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::State;
use serde_json::Value;

use super::error::{Reply, ScalewayError};
use super::job::describe;
use super::sessions::tags;
use super::state::{Details, Scaleway};
use super::{model, packed};
use crate::fault::JobFault;
use crate::jobs::{JobRequest, Phase, ProgramRun};
use crate::output::Failure;
use crate::reply;

pub(super) async fn submit(State(scaleway): State<Arc<Scaleway>>, body: Bytes) -> Reply {
    let request: Value = serde_json::from_slice(&body)
        .map_err(|_| ScalewayError::invalid("body", "must be JSON"))?;
    let text = |key: &str| request[key].as_str().filter(|text| !text.is_empty());
    let required = |key: &str| text(key).ok_or_else(|| ScalewayError::invalid(key, "is required"));
    required("name")?;
    tags(&request)?;
    let id = required("session_id")?;
    let session = scaleway.session(id);
    let session = session.ok_or_else(|| ScalewayError::not_found("session", id))?;
    if session.terminated.is_some() {
        return Err(ScalewayError::precondition("the session is stopped"));
    }
    let platform = session.platform;
    let (shots, has_memory) = parameters(text("parameters"), platform.max_shots)?;
    let default = Some(session.text("model_id")).filter(|id| !id.is_empty());
    let payload = match (
        text("model_id").or(default),
        request["circuit"]["qiskit_circuit"].as_str(),
    ) {
        (Some(id), _) => {
            let models = scaleway.models();
            let model = models.get(id);
            let model = model.ok_or_else(|| ScalewayError::not_found("model", id))?;
            model.payload.clone()
        }
        (None, Some(payload)) => payload.to_owned(),
        (None, None) => return Err(ScalewayError::invalid("model_id", "is required")),
    };
    // What is wrong with a program shows when its job fails.
    let programs = model::programs(&payload, platform).map_err(Failure::program);
    let has_memory = has_memory && !scaleway.shared.faults.has(JobFault::Counts);
    let details = Details {
        session: session.id,
        platform,
        num_qubits: programs
            .iter()
            .flatten()
            .map(|program| program.circuit.num_qubits())
            .collect(),
        has_memory,
        request,
    };
    let runs = programs.map(|programs| {
        let run = |program| ProgramRun { program, shots };
        programs.into_iter().map(run).collect()
    });
    let machine = platform.machine().with_noise(scaleway.shared.options.noise);
    let request = JobRequest {
        id: None,
        details,
        machine,
        runs,
    };
    let job = scaleway.jobs.submit(&scaleway.shared, request);
    // It waits at first, whatever came of it in the meantime.
    Ok(reply::ok(&describe(&scaleway, &job, Phase::Queued)))
}

/// Number of shots of a job, and `true` if each is to be in the result.
fn parameters(text: Option<&str>, most: u64) -> Result<(usize, bool), ScalewayError> {
    let invalid = |help: String| ScalewayError::invalid("parameters", help);
    let text = text.ok_or_else(|| invalid("is required".into()))?;
    let parameters = packed::parse(text).map_err(invalid)?;
    let shots = parameters["shots"].as_u64();
    let shots = shots.filter(|shots| (1..=most).contains(shots));
    let shots = shots.ok_or_else(|| invalid(format!("shots must be from 1 to {most}")))?;
    Ok((
        usize::try_from(shots).expect("few"),
        parameters["options"]["memory"] == true,
    ))
}
