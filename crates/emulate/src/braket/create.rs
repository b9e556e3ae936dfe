//! Tasks before they are there: what is asked for, and why it is refused.

use std::collections::BTreeSet;
use std::sync::{Arc, PoisonError};

use axum::Extension;
use axum::body::Bytes;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use cheqqers_circuit::{Clbit, Qubit};
use cheqqers_qasm::Dialect;
use serde_json::{Map, Value, json};

use super::device::Device;
use super::task::Details;
use super::{Braket, Error, Kind, Region};
use crate::jobs::{Order, Run};
use crate::program::{Program, without_comments};
use crate::reply;
use crate::shared::Shared;

pub(super) async fn create(
    State(braket): State<Arc<Braket>>,
    Extension(region): Extension<Region>,
    body: Bytes,
) -> Response {
    match created(&braket, region, body) {
        Ok(arn) => reply::json(StatusCode::CREATED, &json!({"quantumTaskArn": arn})),
        Err(error) => error.reply(),
    }
}

/// Creates a task; with a token that was used already it gives the one created then.
fn created(braket: &Braket, region: Region, body: Bytes) -> Result<String, Error> {
    let (shared, tasks) = (&braket.shared, &braket.tasks);
    let Ok(Value::Object(request)) = serde_json::from_slice(&body) else {
        return Err(Error::invalid("the body is no JSON object"));
    };
    let token = text(&request, "clientToken")?.to_owned();
    if !(1..=64).contains(&token.len()) {
        let message = "'clientToken' must have from 1 to 64 characters";
        return Err(Error::invalid(message));
    }
    // Two requests with one token must not both find it new.
    let mut tokens = tasks.tokens.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some((first, arn)) = tokens.get(&token) {
        let message = "The client token was used with other parameters.";
        let is_same = *first == body;
        return is_same
            .then(|| arn.clone())
            .ok_or_else(|| Error::new(Kind::Conflict, message));
    }
    if let Some(limit) = &tasks.limit
        && limit.take(shared.clock.now()).is_err()
    {
        return Err(Error::new(Kind::Throttled, "Rate exceeded"));
    }
    let task = tasks.all.submit(shared, order(shared, region, request)?);
    let arn = task.details.arn(&task.id);
    tokens.insert(token, (body, arn.clone()));
    Ok(arn)
}

fn text<'a>(request: &'a Map<String, Value>, key: &str) -> Result<&'a str, Error> {
    let value = request.get(key).and_then(Value::as_str);
    value.ok_or_else(|| Error::invalid(format!("'{key}' must be a text")))
}

/// What a request asks for.
fn order(
    shared: &Shared,
    Region(region): Region,
    request: Map<String, Value>,
) -> Result<Order<Details>, Error> {
    text(&request, "outputS3Bucket")?;
    text(&request, "outputS3KeyPrefix")?;
    let arn = text(&request, "deviceArn")?;
    let not_found = || Error::new(Kind::NotFound, format!("Device {arn} not found"));
    let device = Device::find(arn).ok_or_else(not_found)?;
    if let Some(error) = device.refusal(&shared.faults) {
        return Err(error);
    }
    let shots = request.get("shots").and_then(Value::as_u64);
    let shots = shots.filter(|shots| device.shots.contains(shots));
    let shots = shots.ok_or_else(|| {
        let (least, most) = (device.shots.start(), device.shots.end());
        Error::invalid(format!("'shots' must be from {least} to {most}"))
    })?;
    let (program, columns) = program(text(&request, "action")?, device)?;
    let run = Run {
        program,
        shots: usize::try_from(shots).expect("devices take few shots"),
    };
    Ok(Order {
        id: None,
        details: Details {
            device,
            request,
            region,
            shots,
            columns,
        },
        machine: device.machine().with(shared.options.noise),
        runs: Ok(vec![run]),
    })
}

/// The program of an action, if the device runs it.
fn program(action: &str, device: &Device) -> Result<(Program, Vec<(Clbit, Qubit)>), Error> {
    let action: Value = serde_json::from_str(action)
        .map_err(|_| Error::invalid("'action' must be JSON in a text"))?;
    if action["braketSchemaHeader"]["name"] != "braket.ir.openqasm.program" {
        let message = "'action' must be a braket.ir.openqasm.program";
        return Err(Error::invalid(message));
    }
    let source = action["source"].as_str();
    let source = source.ok_or_else(|| Error::invalid("'action.source' must be a text"))?;
    let mut program = Program::read(source).map_err(|error| Error::invalid(error.to_string()))?;
    let text = without_comments(source);
    if program.dialect != Dialect::Braket {
        let message = "the program must be OpenQASM 3.0 and must not include anything";
        return Err(Error::invalid(message));
    }
    if text.contains('$') {
        let message = "physical qubits such as $0 are not supported";
        return Err(Error::invalid(message));
    }
    if program.registers.len() > 1 {
        return Err(Error::invalid(
            "a program has at most one classical register",
        ));
    }
    let found = program.circuit.num_qubits();
    if found > device.qubits {
        let message = format!("{found} qubits, and {} has {}", device.name, device.qubits);
        return Err(Error::invalid(message));
    }
    if device.is_simulator()
        && let Some(unused) = unused(&program, &text)
    {
        let unused = unused.index();
        let message = format!("the device requires contiguous qubits: q[{unused}] is not used");
        return Err(Error::invalid(message));
    }
    if program.circuit.measurements().next().is_none() {
        // The bits that a program declares stay 0 then, and are no result.
        let all = program.measure_rest("all");
        program.registers = vec![all];
    }
    let columns = columns(&program);
    Ok((program, columns))
}

/// A qubit that nothing happens to, as far as that is known.
fn unused(program: &Program, text: &str) -> Option<Qubit> {
    // Identities are gates too, and are left out when a text is read.
    let mut statements = text.split(';').map(str::trim_start);
    if statements.any(|statement| statement.starts_with("i ")) {
        return None;
    }
    let operations = program.circuit.operations().iter();
    let used: BTreeSet<Qubit> = operations.flat_map(|done| done.qubits().to_vec()).collect();
    let mut all = (0..program.circuit.num_qubits()).map(Qubit::from_index);
    all.find(|qubit| !used.contains(qubit))
}

/// The bits that are measured in their order, and the qubit of each.
fn columns(program: &Program) -> Vec<(Clbit, Qubit)> {
    let measurements = program.circuit.measurements();
    let mut columns: Vec<_> = measurements.map(|(qubit, clbit)| (clbit, qubit)).collect();
    columns.sort_unstable();
    columns
}
