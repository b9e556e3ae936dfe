//! Programs as lists of gates.

use std::f64::consts::{FRAC_PI_2, PI};

use cheqqers_circuit::{Circuit, Gate, Qubit};
use cheqqers_qasm::{Definitions, Dialect};
use serde_json::Value;

use super::error::ProgramError;
use crate::program::Program;

/// Reads an `input` of the gate set `qis`, without the measurement of all qubits at its end.
pub(super) fn read(input: &Value) -> Result<Program, ProgramError> {
    let wrong = |message: &str| ProgramError::new("InvalidInput", message);
    if input.get("gateset").is_some_and(|set| set != "qis") {
        return Err(wrong("the only gate set that is emulated is qis"));
    }
    let qubits = input.get("qubits").and_then(Value::as_u64);
    let qubits = qubits.and_then(|qubits| usize::try_from(qubits).ok());
    let qubits = qubits.filter(|qubits| (1..=128).contains(qubits));
    let qubits = qubits.ok_or_else(|| wrong("\"qubits\" must be from 1 to 128"))?;
    let mut circuit = Circuit::new(qubits, 0);
    let gates = input.get("circuit").and_then(Value::as_array);
    for gate in gates.ok_or_else(|| wrong("\"circuit\" must be a list of gates"))? {
        append(&mut circuit, gate)?;
    }
    Ok(Program {
        circuit,
        registers: Vec::new(),
        dialect: Dialect::Ionq,
        definitions: Definitions::Flat,
    })
}

fn append(circuit: &mut Circuit, gate: &Value) -> Result<(), ProgramError> {
    let name = gate.get("gate").and_then(Value::as_str).unwrap_or_default();
    let controls = qubits(gate, "control", "controls");
    let targets = qubits(gate, "target", "targets");
    let angle = gate.get("rotation").and_then(Value::as_f64);
    let unsupported = || {
        let message = format!("{name:?} with {} controls is not supported", controls.len());
        ProgramError::new("UnsupportedGate", message)
    };
    let gate = match (name, controls.len(), angle) {
        ("x" | "not", 0, None) => Gate::X,
        ("x" | "not" | "cnot", 1, None) => Gate::Cx,
        ("x" | "not" | "cnot", 2, None) => Gate::Ccx,
        ("y", 0, None) => Gate::Y,
        ("z", 0, None) => Gate::Z,
        ("z", 1, None) => Gate::Cz,
        ("h", 0, None) => Gate::H,
        ("h", 1, None) => Gate::Ch,
        ("s", 0, None) => Gate::S,
        ("si", 0, None) => Gate::Sdg,
        ("t", 0, None) => Gate::T,
        ("ti", 0, None) => Gate::Tdg,
        ("v", 0, None) => Gate::Sx,
        ("vi", 0, None) => Gate::Sxdg,
        ("rx", 0, Some(angle)) => Gate::Rx(angle),
        ("ry", 0, Some(angle)) => Gate::Ry(angle),
        ("rz", 0, Some(angle)) => Gate::Rz(angle),
        ("swap", 0, None) => Gate::Swap,
        ("xx" | "yy" | "zz", 0, Some(angle)) => return two(circuit, name, &targets, angle),
        _ => return Err(unsupported()),
    };
    let operands = [controls, targets].concat();
    push(circuit, gate, &operands)
}

/// Appends exp(-iθPP/2) for a Pauli matrix P: a rotation about Z between changes of basis.
fn two(
    circuit: &mut Circuit,
    name: &str,
    targets: &[Qubit],
    angle: f64,
) -> Result<(), ProgramError> {
    let (there, back) = match name {
        "xx" => (Some(Gate::H), Some(Gate::H)),
        "yy" => (Some(Gate::Rx(FRAC_PI_2)), Some(Gate::Rx(-FRAC_PI_2))),
        _ => (None, None),
    };
    for &target in targets {
        there.map_or(Ok(()), |gate| push(circuit, gate, &[target]))?;
    }
    push(circuit, Gate::Cx, targets)?;
    push(circuit, Gate::Rz(angle.rem_euclid(4.0 * PI)), &targets[1..])?;
    push(circuit, Gate::Cx, targets)?;
    for &target in targets {
        back.map_or(Ok(()), |gate| push(circuit, gate, &[target]))?;
    }
    Ok(())
}

fn push(circuit: &mut Circuit, gate: Gate, qubits: &[Qubit]) -> Result<(), ProgramError> {
    let pushed = circuit.push(gate, qubits);
    pushed.map_err(|error| ProgramError::new("InvalidInput", error.to_string()))
}

/// Qubits under one of two keys; an invalid number becomes a qubit out of range.
fn qubits(gate: &Value, one: &str, many: &str) -> Vec<Qubit> {
    let number = |value: &Value| {
        let number = value.as_u64().and_then(|number| u32::try_from(number).ok());
        Qubit(number.unwrap_or(u32::MAX))
    };
    match (gate.get(one), gate.get(many).and_then(Value::as_array)) {
        (Some(value), _) => vec![number(value)],
        (None, Some(values)) => values.iter().map(number).collect(),
        (None, None) => Vec::new(),
    }
}
