use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use cheqqers_qasm::Dialect;
use serde_json::{Map, Value, json};

use super::device::Device;
use super::{Ionq, circuit};
use crate::jobs::{Failure, Order, Run};
use crate::machine::Machine;
use crate::program::{Program, Register, without_comments};
use crate::reply;

/// The register of all qubits, which every result has.
pub(super) const ALL: &str = "output_all";

/// What the service keeps of a job.
#[derive(Clone, Debug)]
pub(super) struct Details {
    /// What was sent.
    pub(super) request: Map<String, Value>,
    pub(super) shots: usize,
    /// The code of its failure, where the program is to blame.
    pub(super) code: &'static str,
    /// How many qubits and gates it has, where its program could be read.
    pub(super) size: Option<(usize, usize)>,
    /// Whether it runs on the simulator without noise.
    pub(super) is_ideal: bool,
}

pub(super) type Job = crate::jobs::Job<Details>;

const KEYS: [&str; 11] = [
    "type",
    "backend",
    "shots",
    "name",
    "metadata",
    "noise",
    "settings",
    "input",
    "session_id",
    "dry_run",
    "parent_job_id",
];

const MAX_SHOTS: u64 = 1_000_000;

pub(super) async fn submit(State(ionq): State<Arc<Ionq>>, body: Bytes) -> Response {
    let order = match order(&ionq, &body) {
        Ok(order) => order,
        Err(response) => return *response,
    };
    let session = order.details.request.get("session_id").cloned();
    let job = ionq.jobs.submit(&ionq.shared, order);
    let body = json!({"id": job.id, "status": "submitted", "session_id": session});
    reply::json(StatusCode::CREATED, &body)
}

/// Refuses a request for what one of its keys says.
#[expect(
    clippy::unnecessary_box_returns,
    reason = "results with such an error are too large"
)]
fn invalid(key: &str, message: impl AsRef<str>) -> Box<Response> {
    let status = StatusCode::BAD_REQUEST;
    Box::new(reply::json(
        status,
        &json!({
            "statusCode": 400,
            "error": "Bad Request",
            "message": message.as_ref(),
            "validation": {"source": "payload", "keys": [key]},
        }),
    ))
}

fn order(ionq: &Ionq, body: &Bytes) -> Result<Order<Details>, Box<Response>> {
    let Ok(Value::Object(request)) = serde_json::from_slice(body) else {
        return Err(invalid("", "the body is no JSON object"));
    };
    if let Some(key) = request.keys().find(|key| !KEYS.contains(&&key[..])) {
        return Err(invalid(key, format!("\"{key}\" is not allowed")));
    }
    let text = |key| request.get(key).and_then(Value::as_str);
    let name = text("backend").unwrap_or("simulator");
    let device = Device::find(name);
    let device = device.ok_or_else(|| invalid("backend", format!("no backend {name:?}")))?;
    if let Some(refusal) = device.refusal(&ionq.shared.faults) {
        return Err(Box::new(refusal));
    }
    let shots = match request.get("shots") {
        None => 100,
        Some(shots) => shots
            .as_u64()
            .filter(|shots| (1..=MAX_SHOTS).contains(shots))
            .ok_or_else(|| invalid("shots", "\"shots\" must be from 1 to 1000000"))?,
    };
    let all_text = |map: &Map<String, Value>| map.values().all(Value::is_string);
    match request.get("metadata") {
        None | Some(Value::Null) => {}
        Some(Value::Object(map)) if all_text(map) => {}
        Some(_) => return Err(invalid("metadata", "\"metadata\" must hold texts")),
    }
    let model = request.get("noise").and_then(|noise| noise.get("model"));
    let machine = device.machine(model.and_then(Value::as_str));
    let machine = machine.ok_or_else(|| invalid("noise", "there is no such model of noise"))?;
    let machine = machine.with(ionq.shared.options.noise);
    let input = request.get("input");
    let input = input.ok_or_else(|| invalid("input", "\"input\" is required"))?;
    let program = match text("type") {
        Some("ionq.qasm3.v1") => {
            let data = input.get("data").and_then(Value::as_str);
            qasm(data.ok_or_else(|| invalid("input", "\"input.data\" must be a text"))?)
        }
        Some("ionq.circuit.v1") => circuit::read(input),
        _ => {
            return Err(invalid(
                "type",
                "\"type\" must be one of ionq.qasm3.v1, ionq.circuit.v1",
            ));
        }
    };
    let program = program.and_then(|program| fitting(program, device));
    let shots = usize::try_from(shots).expect("a million at most");
    Ok(Order {
        id: None,
        details: Details {
            shots,
            code: program
                .as_ref()
                .err()
                .map_or("CompilationError", |refused| refused.code),
            size: program.as_ref().ok().map(|program| {
                let circuit = &program.circuit;
                (circuit.num_qubits(), circuit.gates().count())
            }),
            is_ideal: device.is_simulator && matches!(machine, Machine::Exact),
            request,
        },
        machine,
        runs: match program {
            Ok(program) => Ok(vec![Run { program, shots }]),
            Err(refused) => Err(Failure::program(refused.message)),
        },
    })
}

/// Why a program fails later.
#[derive(Debug)]
pub(super) struct Refused {
    /// As in the service's list.
    pub(super) code: &'static str,
    pub(super) message: String,
}

impl Refused {
    pub(super) fn new(code: &'static str, message: impl Into<String>) -> Self {
        Self {
            code,
            message: message.into(),
        }
    }
}

/// A program in OpenQASM 3.
fn qasm(text: &str) -> Result<Program, Refused> {
    let program = Program::read(text);
    let program = program.map_err(|error| Refused::new("CompilationError", error.to_string()))?;
    let has_gates = program.circuit.gates().next().is_some();
    match program.dialect {
        Dialect::Qasm2 => return Err(Refused::new("InvalidInput", "the program is OpenQASM 2")),
        Dialect::Ibm => {
            let message = "physical qubits such as $0 are not supported";
            return Err(Refused::new("CompilationError", message));
        }
        Dialect::Braket if has_gates => {
            let message =
                "a program without stdgates.inc has native gates only, which are not emulated";
            return Err(Refused::new("UnsupportedGate", message));
        }
        _ => {}
    }
    if without_comments(text).contains("->") {
        let message = "write a measurement as an assignment: c[0] = measure q[0];";
        return Err(Refused::new("CompilationError", message));
    }
    let is_taken = |register: &Register| register.name == "output" || register.name == ALL;
    match program.registers.iter().find(|register| is_taken(register)) {
        Some(register) => {
            let message = format!("the name of the register {:?} is reserved", register.name);
            Err(Refused::new("CompilationError", message))
        }
        None => Ok(program),
    }
}

/// The same program with the register of all qubits, if the device has room for it.
fn fitting(mut program: Program, device: &Device) -> Result<Program, Refused> {
    let found = program.circuit.num_qubits();
    if found > device.qubits {
        let message = format!("{found} qubits, and {} has {}", device.name, device.qubits);
        return Err(Refused::new("NotEnoughQubits", message));
    }
    let all = program.measure_rest(ALL);
    program.registers.insert(0, all);
    Ok(program)
}
