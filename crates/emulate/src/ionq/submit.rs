use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::State;
use axum::http::StatusCode;
use cheqqers_qasm::Dialect;
use serde_json::{Map, Value, json};

use super::circuit;
use super::device::Device;
use super::error::{IonqError, ProgramError, Reply};
use super::state::{ALL, Details, Ionq};
use crate::jobs::{JobRequest, ProgramRun};
use crate::machine::Machine;
use crate::output::Failure;
use crate::program::{Program, Register, without_comments};
use crate::reply;

const KEYS: [&str; 12] = [
    "type",
    // Of cirq-ionq.
    "lang",
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

pub(super) async fn submit(State(ionq): State<Arc<Ionq>>, body: Bytes) -> Reply {
    let job_request = job_request(&ionq, &body)?;
    let session = job_request.details.request.get("session_id").cloned();
    let job = ionq.jobs.submit(&ionq.shared, job_request);
    let body = json!({"id": job.id, "status": "submitted", "session_id": session});
    Ok(reply::json(StatusCode::CREATED, &body))
}

fn job_request(ionq: &Ionq, body: &Bytes) -> Result<JobRequest<Details>, IonqError> {
    let Ok(Value::Object(request)) = serde_json::from_slice(body) else {
        return Err(IonqError::invalid("", "the body is not a JSON object"));
    };
    if let Some(key) = request.keys().find(|key| !KEYS.contains(&&key[..])) {
        let message = format!("\"{key}\" is not allowed");
        return Err(IonqError::invalid(key.as_str(), message));
    }
    let invalid = |key: &str, message: &str| IonqError::invalid(key, message);
    let text = |key| request.get(key).and_then(Value::as_str);
    let name = text("backend").unwrap_or("simulator");
    let device = Device::find(name);
    let device = device.ok_or_else(|| invalid("backend", &format!("no backend {name:?}")))?;
    if let Some(refusal) = device.refusal(&ionq.shared.faults) {
        return Err(refusal);
    }
    let shots = match request.get("shots") {
        None => 100,
        // cirq-ionq writes it as text.
        Some(shots) => shots
            .as_u64()
            .or_else(|| shots.as_str()?.parse().ok())
            .filter(|shots| (1..=MAX_SHOTS).contains(shots))
            .ok_or_else(|| invalid("shots", "\"shots\" must be from 1 to 1000000"))?,
    };
    let all_text = |map: &Map<String, Value>| map.values().all(Value::is_string);
    match request.get("metadata") {
        None | Some(Value::Null) => {}
        Some(Value::Object(map)) if all_text(map) => {}
        Some(_) => return Err(invalid("metadata", "\"metadata\" must hold strings")),
    }
    let model = request.get("noise").and_then(|noise| noise.get("model"));
    let machine = device.machine(model.and_then(Value::as_str));
    let machine = machine.ok_or_else(|| invalid("noise", "there is no such model of noise"))?;
    let machine = machine.with_noise(ionq.shared.options.noise);
    let input = request.get("input");
    let input = input.ok_or_else(|| invalid("input", "\"input\" is required"))?;
    let program = match text("type") {
        Some("ionq.qasm3.v1") => {
            let data = input.get("data").and_then(Value::as_str);
            qasm(data.ok_or_else(|| invalid("input", "\"input.data\" must be a string"))?)
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
    Ok(JobRequest {
        id: None,
        details: Details {
            shots,
            code: program
                .as_ref()
                .err()
                .map_or("CompilationError", |refused| refused.code),
            size: program.as_ref().ok().map(|program| {
                let circuit = &program.circuit;
                let single = circuit.gates().filter(|(_, qubits)| qubits.len() == 1);
                let single = single.count();
                let double = circuit.gates().count() - single;
                [circuit.num_qubits(), single, double]
            }),
            is_ideal: device.is_simulator && matches!(machine, Machine::Exact),
            request,
        },
        machine,
        runs: match program {
            Ok(program) => Ok(vec![ProgramRun { program, shots }]),
            Err(refused) => Err(Failure::program(refused.message)),
        },
    })
}

/// Reads a program in OpenQASM 3.
fn qasm(text: &str) -> Result<Program, ProgramError> {
    let program = Program::read(text);
    let program =
        program.map_err(|error| ProgramError::new("CompilationError", error.to_string()))?;
    let has_gates = program.circuit.gates().next().is_some();
    match program.dialect {
        Dialect::Qasm2 => {
            return Err(ProgramError::new(
                "InvalidInput",
                "the program is OpenQASM 2",
            ));
        }
        Dialect::Ibm => {
            let message = "physical qubits such as $0 are not supported";
            return Err(ProgramError::new("CompilationError", message));
        }
        Dialect::Braket if has_gates => {
            let message =
                "a program without stdgates.inc has native gates only, which are not emulated";
            return Err(ProgramError::new("UnsupportedGate", message));
        }
        _ => {}
    }
    if without_comments(text).contains("->") {
        let message = "write a measurement as an assignment: c[0] = measure q[0];";
        return Err(ProgramError::new("CompilationError", message));
    }
    let is_taken = |register: &Register| register.name == "output" || register.name == ALL;
    match program.registers.iter().find(|register| is_taken(register)) {
        Some(register) => {
            let message = format!("the name of the register {:?} is reserved", register.name);
            Err(ProgramError::new("CompilationError", message))
        }
        None => Ok(program),
    }
}

/// Adds the register of all qubits to a program that fits on the device.
fn fitting(mut program: Program, device: &Device) -> Result<Program, ProgramError> {
    let found = program.circuit.num_qubits();
    if found > device.qubits {
        let message = format!("{found} qubits, and {} has {}", device.name, device.qubits);
        return Err(ProgramError::new("NotEnoughQubits", message));
    }
    let all = program.measure_rest(ALL);
    program.registers.insert(0, all);
    Ok(program)
}
