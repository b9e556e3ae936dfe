//! Programs: the circuit of a job but for its shots, with the qubits whose bits are read.

use std::f64::consts::PI;

use cheqqers_circuit::{Circuit, Clbit, Qubit};
use cheqqers_native::{RxxOperation, rxx_operations};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::entry::Entry;
use crate::error::RemoteError;

/// Most operations of a circuit, its measurement among them.
const MAX_OPERATIONS: usize = 2000;

/// Angle of the gate on pairs, in units of π.
const RXX_ANGLE: f64 = 0.5;

/// Part of a program that tells what its bits are.
#[derive(Deserialize)]
struct MeasuredQubits {
    /// Qubit of each clbit.
    measured: Vec<usize>,
}

/// A whole program.
#[derive(Deserialize)]
struct Program {
    circuits: [ProgramCircuit; 1],
    /// Qubit of each clbit.
    measured: Vec<u32>,
}

#[derive(Deserialize)]
struct ProgramCircuit {
    /// Bounds what a record from elsewhere makes us allocate.
    number_of_qubits: u16,
    quantum_circuit: Vec<Operation>,
}

/// An operation, with angles in units of π.
#[derive(Deserialize)]
#[serde(tag = "operation")]
enum Operation {
    #[serde(rename = "RZ")]
    Rz {
        qubit: u32,
        phi: f64,
    },
    R {
        qubit: u32,
        theta: f64,
        phi: f64,
    },
    #[serde(rename = "RXX")]
    Rxx {
        qubits: [u32; 2],
        theta: f64,
    },
    #[serde(rename = "MEASURE")]
    Measure {},
}

/// Writes a placed circuit in the gates of trapped ions, with angles in units of π.
///
/// The measurement at its end is of all qubits up to the last one in use.
///
/// # Errors
/// Returns what is wrong, if it has other gates than `rz`, `rx` and `cz`, or too many.
pub(super) fn write(circuit: &Circuit) -> Result<String, String> {
    let gates = rxx_operations(circuit).ok_or("the circuit is not in its gates")?;
    let mut operations: Vec<Value> = gates.iter().map(operation).collect();
    operations.push(json!({"operation": "MEASURE"}));
    if operations.len() > MAX_OPERATIONS {
        return Err(format!(
            "the circuit has {} operations, and {MAX_OPERATIONS} are allowed",
            operations.len()
        ));
    }
    let mut measured: Vec<_> = circuit.measurements().collect();
    measured.sort_by_key(|&(_, clbit)| clbit);
    let measured: Vec<u32> = measured.iter().map(|&(Qubit(qubit), _)| qubit).collect();
    let used = circuit.operations().iter();
    let used = used.flat_map(|operation| operation.qubits().to_vec());
    let num_qubits = used.map(|qubit| qubit.index() + 1).max().unwrap_or(1);
    let program = json!({
        "circuits": [{"number_of_qubits": num_qubits, "quantum_circuit": operations}],
        "measured": measured,
    });
    Ok(program.to_string())
}

fn operation(operation: &RxxOperation) -> Value {
    match *operation {
        RxxOperation::Rz { qubit, angle } => {
            json!({"operation": "RZ", "qubit": qubit.0, "phi": angle / PI})
        }
        RxxOperation::R {
            qubit,
            angle,
            phase,
        } => json!({
            "operation": "R",
            "qubit": qubit.0,
            "theta": angle / PI,
            "phi": phase / PI,
        }),
        RxxOperation::Rxx([Qubit(a), Qubit(b)]) => {
            json!({"operation": "RXX", "qubits": [a, b], "theta": RXX_ANGLE})
        }
    }
}

/// Circuit of a program: its measurement is of the qubits whose bits are read.
///
/// # Errors
/// Returns what is wrong with it, in words: it has others than the operations that are written here, or not
/// one measurement at the end.
pub(super) fn read(text: &str) -> Result<Circuit, String> {
    let program: Program = serde_json::from_str(text).map_err(|error| error.to_string())?;
    let [
        ProgramCircuit {
            number_of_qubits,
            mut quantum_circuit,
        },
    ] = program.circuits;
    // The order is told to nobody, so that it has to be this one.
    if !program.measured.is_sorted_by(|one, next| one < next) {
        return Err("its bits are not in the order of its qubits".into());
    }
    let mut circuit = Circuit::new(number_of_qubits.into(), program.measured.len());
    if !matches!(quantum_circuit.pop(), Some(Operation::Measure {})) {
        return Err("it has no measurement at the end".into());
    }
    for operation in quantum_circuit {
        let operation = match operation {
            Operation::Rz { qubit, phi } => RxxOperation::Rz {
                qubit: Qubit(qubit),
                angle: phi * PI,
            },
            Operation::R { qubit, theta, phi } => RxxOperation::R {
                qubit: Qubit(qubit),
                angle: theta * PI,
                phase: phi * PI,
            },
            Operation::Rxx { qubits, theta } if theta == RXX_ANGLE => {
                RxxOperation::Rxx(qubits.map(Qubit))
            }
            Operation::Rxx { theta, .. } => return Err(format!("it has an RXX by {theta} π")),
            Operation::Measure {} => return Err("an operation follows its measurement".into()),
        };
        let appended = operation.append_to(&mut circuit);
        appended.map_err(|error| error.to_string())?;
    }
    for (clbit, qubit) in (0..).map(Clbit).zip(program.measured) {
        let measured = circuit.measure(Qubit(qubit), clbit);
        measured.map_err(|error| error.to_string())?;
    }
    Ok(circuit)
}

/// Body of the request that submits a job; its key is the job's label.
///
/// # Errors
/// [`RemoteError::Unsuitable`] if its program is none of this service.
pub(super) fn payload(entry: &Entry) -> Result<String, RemoteError> {
    let program: Value =
        serde_json::from_str(&entry.provenance.qasm).map_err(|error| unsuitable(entry, &error))?;
    let mut circuits = program["circuits"].clone();
    for circuit in circuits.as_array_mut().into_iter().flatten() {
        circuit["repetitions"] = entry.provenance.shots.into();
    }
    let body = json!({
        "job_type": "quantum_circuit",
        "label": entry.key(),
        "payload": {"circuits": circuits},
    });
    Ok(body.to_string())
}

/// Qubit of each clbit of a job.
///
/// # Errors
/// [`RemoteError::Unsuitable`] if its program is none of this service.
pub(super) fn measured(entry: &Entry) -> Result<Vec<usize>, RemoteError> {
    let read = serde_json::from_str::<MeasuredQubits>(&entry.provenance.qasm);
    let read = read.map_err(|error| unsuitable(entry, &error))?;
    Ok(read.measured)
}

fn unsuitable(entry: &Entry, error: &serde_json::Error) -> RemoteError {
    RemoteError::unsuitable(
        entry.provenance.device.clone(),
        format!("its program is none of this service: {error}"),
    )
}
