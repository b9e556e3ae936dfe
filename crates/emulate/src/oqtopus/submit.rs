//! Registration and submission of jobs.

use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::{Path, State};
use axum::http::HeaderMap;
use axum::response::Response;
use cheqqers_qasm::Dialect;
use serde_json::{Value, json};

use super::device::Device;
use super::error::{OqtopusError, Reply};
use super::state::{Details, Draft, Job, Oqtopus, Upload};
use super::{archive, storage};
use crate::fault::JobFault;
use crate::jobs::{JobRequest, ProgramRun};
use crate::output::Failure;
use crate::program::Program;
use crate::reply;

const MAX_SHOTS: u64 = 10_000_000;

pub(super) async fn register(State(oqtopus): State<Arc<Oqtopus>>, headers: HeaderMap) -> Response {
    let id = oqtopus.shared.uuid();
    let upload = Upload::new(&oqtopus, &id);
    let presigned = upload.describe(&headers);
    let draft = Draft {
        registered: oqtopus.shared.clock.now(),
        upload,
        input: None,
        is_cancelled: false,
    };
    oqtopus.drafts.lock().insert(id.clone(), draft);
    reply::ok(&json!({"job_id": id, "presigned_url": presigned}))
}

pub(super) async fn submit(
    State(oqtopus): State<Arc<Oqtopus>>,
    Path(id): Path<String>,
    body: Bytes,
) -> Reply {
    let job_request = job_request(&oqtopus, &id, &body)?;
    oqtopus.drafts.lock().remove(&id);
    oqtopus.jobs.submit(&oqtopus.shared, job_request);
    Ok(reply::ok(&json!({"message": "job submitted"})))
}

fn job_request(
    oqtopus: &Oqtopus,
    id: &str,
    body: &Bytes,
) -> Result<JobRequest<Details>, OqtopusError> {
    let invalid = |message: &str| OqtopusError::invalid(message);
    let draft = oqtopus.drafts.lock().get(id).cloned();
    let is_open = draft.as_ref().is_some_and(|draft| !draft.is_cancelled);
    let draft = draft.filter(|_| is_open);
    let draft = draft.ok_or_else(|| {
        if !oqtopus.knows(id) {
            return OqtopusError::not_found("job not found with the given id");
        }
        OqtopusError::invalid(format!(
            "{id} job is not in valid status for submission (valid status for submission: \
             'registered')"
        ))
    })?;
    let input = draft.input.ok_or_else(|| {
        OqtopusError::invalid(format!("job information input for {id} job not found"))
    })?;
    let Ok(Value::Object(request)) = serde_json::from_slice(body) else {
        return Err(invalid("the body is not a JSON object"));
    };
    let text = |key: &str| request.get(key).and_then(Value::as_str).unwrap_or_default();
    let device = Device::find(text("device_id"));
    let device = device.ok_or_else(|| invalid("device not found"))?;
    if oqtopus.shared.faults.has(JobFault::Offline) {
        let message = format!("device {} is not available", device.id());
        return Err(OqtopusError::invalid(message));
    }
    if text("job_type") != "sampling" {
        return Err(invalid(
            "job_type must be sampling: no other type is served",
        ));
    }
    let shots = request.get("shots").and_then(Value::as_u64);
    let shots = shots.filter(|shots| (1..=MAX_SHOTS).contains(shots));
    let shots = shots.ok_or_else(|| invalid("shots must be from 1 to 10000000"))?;
    let info = request.get("transpiler_info");
    let as_it_is = info.and_then(|info| info.get("transpiler_lib")) == Some(&Value::Null);
    let program = program(&input, device, as_it_is);
    let is_compiled = !as_it_is && !device.is_simulator();
    let transpiled = program
        .as_ref()
        .ok()
        .filter(|_| is_compiled)
        .map(|program| {
            let circuit = cheqqers_native::lower(&program.circuit);
            let lowered = Program {
                circuit,
                ..program.clone()
            };
            [program.clone(), lowered]
        });
    let run = |program| {
        let shots = usize::try_from(shots).expect("ten million at most");
        vec![ProgramRun { program, shots }]
    };
    Ok(JobRequest {
        id: Some(id.to_owned()),
        machine: device.machine().with_noise(oqtopus.shared.options.noise),
        runs: program.map(run),
        details: Details {
            device,
            shots,
            request,
            input,
            transpiled,
        },
    })
}

/// Uploaded program, or the failure that ends its job.
fn program(input: &Bytes, device: Device, as_it_is: bool) -> Result<Program, Failure> {
    let text = archive::unpack(input).map_err(|error| Failure::program(error.to_string()))?;
    let input: Value = serde_json::from_str(&text).unwrap_or_default();
    let programs = input["program"].as_array().map(Vec::as_slice);
    let Some([Value::String(text)]) = programs else {
        let message = "input.json must have a list \"program\" with one string";
        return Err(Failure::program(message));
    };
    let program = Program::read(text).map_err(|error| Failure::program(error.to_string()))?;
    if program.dialect == Dialect::Qasm2 {
        return Err(Failure::program("the program is not OpenQASM 3"));
    }
    if program.dialect == Dialect::Braket && program.circuit.gates().next().is_some() {
        let message = "gates are unknown without: include \"stdgates.inc\";";
        return Err(Failure::program(message));
    }
    if program.circuit.measurements().next().is_none() {
        return Err(Failure::program("the program measures nothing"));
    }
    let found = program.circuit.num_qubits();
    if found > device.qubits() {
        let message = format!("{found} qubits, and the device has {}", device.qubits());
        return Err(Failure::program(message));
    }
    if as_it_is {
        device.takes(&program.circuit)?;
    }
    Ok(program)
}

/// Addresses of a job's files, and its message.
pub(super) fn info(oqtopus: &Oqtopus, job: &Job, is_done: bool, headers: &HeaderMap) -> Value {
    let address = |name: &str| storage::address(oqtopus, &job.id, name, headers);
    let mut object = json!({"input": address("input.zip")});
    if is_done {
        object["result"] = json!(address("result.zip"));
        if job.details.transpiled.is_some() {
            object["transpile_result"] = json!(address("transpile_result.zip"));
        }
    }
    if let Some(Err(failure)) = job.outputs() {
        object["message"] = json!(failure.message);
    }
    object
}
