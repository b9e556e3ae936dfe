//! Jobs before they run: registered, their programs uploaded, submitted.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use axum::body::Bytes;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use cheqqers_qasm::Dialect;
use serde_json::{Map, Value, json};

use super::device::Device;
use super::storage::Upload;
use super::{Oqtopus, archive, error, storage};
use crate::clock::Moment;
use crate::fault::Data;
use crate::jobs::{Failure, Order, Run};
use crate::program::Program;
use crate::reply;

const MAX_SHOTS: u64 = 10_000_000;

/// A job that is registered.
#[derive(Clone, Debug)]
pub(super) struct Draft {
    pub(super) registered: Moment,
    pub(super) upload: Upload,
    /// What was uploaded.
    pub(super) input: Option<Bytes>,
}

/// The jobs that are registered and not submitted, by their names.
#[derive(Debug, Default)]
pub(super) struct Drafts {
    all: Mutex<BTreeMap<String, Draft>>,
}

impl Drafts {
    pub(super) fn lock(&self) -> MutexGuard<'_, BTreeMap<String, Draft>> {
        self.all.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// What the service keeps of a job.
#[derive(Clone, Debug)]
pub(super) struct Details {
    pub(super) device: Device,
    pub(super) shots: u64,
    /// What was sent with it.
    pub(super) request: Map<String, Value>,
    /// What was uploaded.
    pub(super) input: Bytes,
    /// The program before and after it is compiled, where the device does.
    pub(super) transpiled: Option<[Program; 2]>,
}

pub(super) type Job = crate::jobs::Job<Details>;

pub(super) async fn register(State(oqtopus): State<Arc<Oqtopus>>, headers: HeaderMap) -> Response {
    let id = oqtopus.shared.uuid();
    let upload = Upload::new(&oqtopus, &id);
    let presigned = upload.describe(&headers);
    let draft = Draft {
        registered: oqtopus.shared.clock.now(),
        upload,
        input: None,
    };
    oqtopus.drafts.lock().insert(id.clone(), draft);
    reply::ok(&json!({"job_id": id, "presigned_url": presigned}))
}

pub(super) async fn submit(
    State(oqtopus): State<Arc<Oqtopus>>,
    Path(id): Path<String>,
    body: Bytes,
) -> Response {
    let order = match order(&oqtopus, &id, &body) {
        Ok(order) => order,
        Err((status, message)) => return error(status, message),
    };
    oqtopus.drafts.lock().remove(&id);
    oqtopus.jobs.submit(&oqtopus.shared, order);
    reply::ok(&json!({"message": "job submitted"}))
}

fn order(
    oqtopus: &Oqtopus,
    id: &str,
    body: &Bytes,
) -> Result<Order<Details>, (StatusCode, String)> {
    let invalid = |message: &str| (StatusCode::BAD_REQUEST, message.to_owned());
    let draft = oqtopus.drafts.lock().get(id).cloned();
    let draft = draft.ok_or_else(|| match oqtopus.jobs.find(id) {
        Some(_) => invalid("the job is submitted already"),
        None => (StatusCode::NOT_FOUND, "job not found".to_owned()),
    })?;
    let input = draft
        .input
        .ok_or_else(|| invalid("input.zip is not uploaded yet"))?;
    let Ok(Value::Object(request)) = serde_json::from_slice(body) else {
        return Err(invalid("the body is no JSON object"));
    };
    let text = |key: &str| request.get(key).and_then(Value::as_str).unwrap_or_default();
    let device = Device::find(text("device_id"));
    let device = device.ok_or_else(|| invalid("device_id names no device"))?;
    if oqtopus.shared.faults.stands(Data::Offline) {
        return Err(invalid("the device is not available"));
    }
    if text("job_type") != "sampling" {
        return Err(invalid("job_type must be sampling: others are not served"));
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
        vec![Run { program, shots }]
    };
    Ok(Order {
        id: Some(id.to_owned()),
        machine: device.machine().with(oqtopus.shared.options.noise),
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

/// The program that was uploaded, or why it fails when its turn comes.
fn program(input: &Bytes, device: Device, as_it_is: bool) -> Result<Program, Failure> {
    let text = archive::unpack(input).map_err(|error| Failure::program(error.to_string()))?;
    let input: Value = serde_json::from_str(&text).unwrap_or_default();
    let programs = input["program"].as_array().map(Vec::as_slice);
    let Some([Value::String(text)]) = programs else {
        let message = "input.json must have a list \"program\" with one text";
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

/// The addresses of what a job has, and its message.
pub(super) fn info(oqtopus: &Oqtopus, job: &Job, is_done: bool, headers: &HeaderMap) -> Value {
    let address = |name: &str| storage::address(oqtopus, &job.id, name, headers);
    let mut told = json!({"input": address("input.zip")});
    if is_done {
        told["result"] = json!(address("result.zip"));
        if job.details.transpiled.is_some() {
            told["transpile_result"] = json!(address("transpile_result.zip"));
        }
    }
    if let Some(Err(failure)) = job.outcome() {
        told["message"] = json!(failure.message);
    }
    told
}
