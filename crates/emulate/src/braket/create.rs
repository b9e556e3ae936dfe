//! Creation of tasks, with the checks of the service.

use std::collections::BTreeSet;
use std::ops::RangeInclusive;
use std::sync::{Arc, PoisonError};

use axum::Extension;
use axum::body::Bytes;
use axum::extract::State;
use axum::http::StatusCode;
use cheqqers_circuit::{Clbit, Qubit};
use cheqqers_qasm::Dialect;
use serde_json::{Map, Value, json};

use super::device::Device;
use super::error::{BraketError, ErrorKind, Reply};
use super::state::{Braket, Region};
use super::task::Details;
use crate::jobs::{JobRequest, ProgramRun};
use crate::program::{Program, without_comments};
use crate::reply;
use crate::shared::SharedState;

pub(super) async fn create(
    State(braket): State<Arc<Braket>>,
    Extension(region): Extension<Region>,
    body: Bytes,
) -> Reply {
    let arn = created(&braket, region, body)?;
    Ok(reply::json(
        StatusCode::CREATED,
        &json!({"quantumTaskArn": arn}),
    ))
}

/// Creates a task and returns its ARN. A client token that was used before returns the task created
/// then.
fn created(braket: &Braket, region: Region, body: Bytes) -> Result<String, BraketError> {
    let (shared, tasks) = (&braket.shared, &braket.tasks);
    let Ok(Value::Object(request)) = serde_json::from_slice(&body) else {
        return Err(BraketError::invalid("the body is not a JSON object"));
    };
    let token = text(&request, "clientToken")?.to_owned();
    if !(1..=64).contains(&token.len()) {
        let message = "'clientToken' must have from 1 to 64 characters";
        return Err(BraketError::invalid(message));
    }
    // Two requests with one token must not both find it new.
    let mut tokens = tasks.tokens.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some((first, arn)) = tokens.get(&token) {
        let message = "The client token was used with other parameters.";
        let is_same = *first == body;
        return is_same
            .then(|| arn.clone())
            .ok_or_else(|| BraketError::new(ErrorKind::Conflict, message));
    }
    if let Some(limit) = &tasks.limit
        && limit.take(shared.clock.now()).is_err()
    {
        return Err(BraketError::new(ErrorKind::Throttled, "Rate exceeded"));
    }
    let task = tasks
        .all
        .submit(shared, job_request(shared, region, request)?);
    let arn = task.details.arn(&task.id);
    tokens.insert(token, (body, arn.clone()));
    Ok(arn)
}

fn text<'a>(request: &'a Map<String, Value>, key: &str) -> Result<&'a str, BraketError> {
    let value = request.get(key).and_then(Value::as_str);
    value.ok_or_else(|| BraketError::invalid(format!("'{key}' must be a string")))
}

/// Checks a request against the device.
fn job_request(
    shared: &SharedState,
    Region(region): Region,
    request: Map<String, Value>,
) -> Result<JobRequest<Details>, BraketError> {
    text(&request, "outputS3Bucket")?;
    text(&request, "outputS3KeyPrefix")?;
    let arn = text(&request, "deviceArn")?;
    let not_found = || BraketError::new(ErrorKind::NotFound, format!("Device {arn} not found"));
    let device = Device::find(arn).ok_or_else(not_found)?;
    if let Some(error) = device.refusal(&shared.faults) {
        return Err(error);
    }
    let shots = request.get("shots").and_then(Value::as_u64);
    let shots = shots.ok_or_else(|| BraketError::invalid("'shots' must be a number"))?;
    let action = action(text(&request, "action")?, device, shots)?;
    let (mut runs, mut columns) = (Vec::new(), Vec::new());
    for source in &action.sources {
        let (program, of_program) = program(source, device)?;
        runs.push(ProgramRun {
            program,
            shots: usize::try_from(action.shots).expect("devices take few shots"),
        });
        columns.push(of_program);
    }
    Ok(JobRequest {
        id: None,
        details: Details {
            device,
            request,
            region,
            shots,
            columns,
            is_set: action.is_set,
        },
        machine: device.machine().with_noise(shared.options.noise),
        runs: Ok(runs),
    })
}

/// Action of a set of programs.
pub(super) const SET: &str = "braket.ir.openqasm.program_set";

/// Programs of a task.
struct Programs {
    sources: Vec<String>,
    /// Shots of each.
    shots: u64,
    is_set: bool,
}

/// Programs of an action with so many shots in all, if the device takes as many.
fn action(action: &str, device: &Device, shots: u64) -> Result<Programs, BraketError> {
    let action: Value = serde_json::from_str(action)
        .map_err(|_| BraketError::invalid("'action' must be JSON in a string"))?;
    let source = |program: &Value| {
        if program["inputs"]
            .as_object()
            .is_some_and(|all| !all.is_empty())
        {
            return Err(BraketError::invalid("programs with inputs are not served"));
        }
        let source = program["source"].as_str().map(str::to_owned);
        source.ok_or_else(|| BraketError::invalid("the 'source' of a program must be a string"))
    };
    let programs = match (action["braketSchemaHeader"]["name"].as_str(), &device.set) {
        (Some("braket.ir.openqasm.program"), _) => Programs {
            sources: vec![source(&action)?],
            shots,
            is_set: false,
        },
        (Some(SET), Some(limits)) => {
            let sources = action["programs"]
                .as_array()
                .into_iter()
                .flatten()
                .map(source);
            let sources: Vec<String> = sources.collect::<Result<_, _>>()?;
            if !(1..=limits.executables).contains(&sources.len()) {
                let most = limits.executables;
                let message = format!("a program set must have from 1 to {most} executables");
                return Err(BraketError::invalid(message));
            }
            if !limits.shots.contains(&shots) {
                return Err(out_of_range("'shots' of a program set", &limits.shots));
            }
            let executables = sources.len() as u64;
            if !shots.is_multiple_of(executables) {
                let message = "'shots' must be the same number for each executable";
                return Err(BraketError::invalid(message));
            }
            Programs {
                sources,
                shots: shots / executables,
                is_set: true,
            }
        }
        _ => {
            let message = "'action' must be a braket.ir.openqasm.program, or a set where the device supports it";
            return Err(BraketError::invalid(message));
        }
    };
    if !device.shots.contains(&programs.shots) {
        return Err(out_of_range("'shots'", &device.shots));
    }
    Ok(programs)
}

fn out_of_range(what: &str, range: &RangeInclusive<u64>) -> BraketError {
    let (least, most) = (range.start(), range.end());
    BraketError::invalid(format!("{what} must be from {least} to {most}"))
}

/// Program of a text and the qubit of each measured bit, if the device can run it.
fn program(source: &str, device: &Device) -> Result<(Program, Vec<(Clbit, Qubit)>), BraketError> {
    let mut program =
        Program::read(source).map_err(|error| BraketError::invalid(error.to_string()))?;
    let text = without_comments(source);
    if program.dialect != Dialect::Braket {
        let message = "the program must be OpenQASM 3.0 and must not include anything";
        return Err(BraketError::invalid(message));
    }
    if text.contains('$') {
        let message = "physical qubits such as $0 are not supported";
        return Err(BraketError::invalid(message));
    }
    if program.registers.len() > 1 {
        return Err(BraketError::invalid(
            "a program has at most one classical register",
        ));
    }
    let found = program.circuit.num_qubits();
    if found > device.qubits {
        let message = format!("{found} qubits, and {} has {}", device.name, device.qubits);
        return Err(BraketError::invalid(message));
    }
    if device.is_simulator()
        && let Some(unused) = unused(&program, &text)
    {
        let unused = unused.index();
        let message = format!("the device requires contiguous qubits: q[{unused}] is not used");
        return Err(BraketError::invalid(message));
    }
    if program.circuit.measurements().next().is_none() {
        // The bits that a program declares stay 0 then, and are no result.
        let all = program.measure_rest("all");
        program.registers = vec![all];
    }
    let columns = columns(&program);
    let measured: BTreeSet<Qubit> = columns.iter().map(|(_, qubit)| *qubit).collect();
    if device.requires_all_measured && measured.len() < found {
        let message = format!("{} requires that all qubits are measured", device.name);
        return Err(BraketError::invalid(message));
    }
    Ok((program, columns))
}

/// First qubit without operations, as far as that is known.
fn unused(program: &Program, text: &str) -> Option<Qubit> {
    // Identities are gates too, and are left out when a text is read.
    let mut statements = text.split(';').map(str::trim_start);
    if statements.any(|statement| statement.starts_with("i ")) {
        return None;
    }
    let operations = program.circuit.operations().iter();
    let used: BTreeSet<Qubit> = operations
        .flat_map(|operation| operation.qubits().to_vec())
        .collect();
    let mut all = (0..program.circuit.num_qubits()).map(Qubit::from_index);
    all.find(|qubit| !used.contains(qubit))
}

/// Measured bits in ascending order, each with its qubit.
fn columns(program: &Program) -> Vec<(Clbit, Qubit)> {
    let measurements = program.circuit.measurements();
    let mut columns: Vec<_> = measurements.map(|(qubit, clbit)| (clbit, qubit)).collect();
    columns.sort_unstable();
    columns
}
