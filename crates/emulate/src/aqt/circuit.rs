//! Circuits of operations with the name of a gate, qubits and angles in units of π.

use std::f64::consts::{FRAC_PI_2, PI};
use std::ops::RangeInclusive;

use cheqqers_circuit::{Circuit, Gate, Qubit};
use cheqqers_native::{Basis, RxxOperation, lower_to};
use cheqqers_qasm::{Definitions, Dialect};
use serde_json::{Map, Value};

use crate::program::Program;

/// Most operations of a circuit and qubits of its register.
const MAX_OPERATIONS: usize = 2000;
const MAX_QUBITS: u64 = 31;

/// Name of the register of all qubits in order.
const REGISTER: &str = "all";

/// Difference of an angle from π/2 that makes none.
const CLOSE: f64 = 1e-12;

/// Reads a circuit with its register: all its qubits, which are measured at the end.
pub(super) fn read(circuit: &Value) -> Result<Program, String> {
    let num_qubits = circuit.get("number_of_qubits").and_then(Value::as_u64);
    let num_qubits = num_qubits
        .filter(|found| (1..=MAX_QUBITS).contains(found))
        .ok_or("\"number_of_qubits\" must be from 1 to 31")?;
    let operations = circuit.get("quantum_circuit").and_then(Value::as_array);
    let operations = operations
        .filter(|found| (1..=MAX_OPERATIONS).contains(&found.len()))
        .ok_or("\"quantum_circuit\" must hold 1 to 2000 operations")?;
    let measures = |operation: &Value| {
        operation
            .get("operation")
            .is_some_and(|name| name == "MEASURE")
    };
    let is_last = operations.iter().position(measures) == Some(operations.len() - 1);
    let last = operations.last().and_then(Value::as_object);
    if !is_last || last.is_none_or(|last| last.len() != 1) {
        return Err("need exactly one MEASURE operation at the end of the circuit".into());
    }
    let num_qubits = usize::try_from(num_qubits).expect("few");
    let mut read = Circuit::new(num_qubits, 0);
    for operation in &operations[..operations.len() - 1] {
        let fields = operation.as_object().ok_or("an operation is an object")?;
        append(&mut read, fields).map_err(|what| format!("{what}: {operation}"))?;
    }
    let mut program = Program {
        circuit: read,
        registers: Vec::new(),
        // The text is in none.
        dialect: Dialect::Qasm3,
        definitions: Definitions::Flat,
    };
    let register = program.measure_rest(REGISTER);
    program.registers.push(register);
    // One rotation between two gates on pairs, as on the device.
    program.circuit = lower_to(&program.circuit, Basis::Prx);
    Ok(program)
}

fn append(circuit: &mut Circuit, fields: &Map<String, Value>) -> Result<(), String> {
    let name = fields.get("operation").and_then(Value::as_str);
    let has_only = |keys: &[&str]| {
        fields
            .keys()
            .all(|key| keys.contains(&&key[..]) || key == "operation")
    };
    let qubit = |value: Option<&Value>| {
        let index = value.and_then(Value::as_u64);
        let index = index.and_then(|index| usize::try_from(index).ok());
        let index = index.filter(|&index| index < circuit.num_qubits());
        let qubit = index.map(Qubit::from_index);
        qubit.ok_or("operations address qubits of the register")
    };
    match name {
        Some("RZ") if has_only(&["phi", "qubit"]) => {
            let phi = angle(fields, "phi", f64::MIN..=f64::MAX)?;
            let qubit = qubit(fields.get("qubit"))?;
            append_to(circuit, RxxOperation::Rz { qubit, angle: phi })
        }
        Some("R") if has_only(&["phi", "theta", "qubit"]) => {
            let rotation = RxxOperation::R {
                phase: angle(fields, "phi", 0.0..=2.0)?,
                angle: angle(fields, "theta", 0.0..=1.0)?,
                qubit: qubit(fields.get("qubit"))?,
            };
            append_to(circuit, rotation)
        }
        Some("RXX") if has_only(&["theta", "qubits"]) => {
            let theta = angle(fields, "theta", 0.0..=0.5)?;
            let pair = match fields
                .get("qubits")
                .and_then(Value::as_array)
                .map(Vec::as_slice)
            {
                Some([a, b]) => [qubit(Some(a))?, qubit(Some(b))?],
                _ => return Err("\"qubits\" must be two".into()),
            };
            if pair[0] == pair[1] {
                return Err("addressed qubits must be unique".into());
            }
            rxx(circuit, pair, theta)
        }
        _ => Err("an operation that is not known, or has other fields".into()),
    }
}

/// An angle in radians, of a number of units of π in a range.
fn angle(
    fields: &Map<String, Value>,
    key: &str,
    range: RangeInclusive<f64>,
) -> Result<f64, String> {
    let number = fields.get(key).and_then(Value::as_f64);
    let number = number.filter(|number| range.contains(number));
    let number = number
        .ok_or_else(|| format!("{key:?} must be from {} to {}", range.start(), range.end()))?;
    Ok(number * PI)
}

/// Appends exp(-i θ/2 X⊗X): by one gate on the pair for π/2, and for other angles by two, as
/// exp(-i θ/2 Z⊗Z) between Hadamard gates.
fn rxx(circuit: &mut Circuit, pair: [Qubit; 2], theta: f64) -> Result<(), String> {
    if (theta - FRAC_PI_2).abs() < CLOSE {
        return append_to(circuit, RxxOperation::Rxx(pair));
    }
    let [first, second] = [&pair[..1], &pair[1..]];
    let hadamard = [(Gate::H, first), (Gate::H, second)];
    let rotation = [
        (Gate::Cx, &pair[..]),
        (Gate::Rz(theta), second),
        (Gate::Cx, &pair),
    ];
    let gates = hadamard.iter().chain(&rotation).chain(&hadamard);
    gates.into_iter().try_for_each(|(gate, qubits)| {
        let pushed = circuit.push(*gate, qubits);
        pushed.map_err(|error| error.to_string())
    })
}

fn append_to(circuit: &mut Circuit, operation: RxxOperation) -> Result<(), String> {
    let appended = operation.append_to(circuit);
    appended.map_err(|error| error.to_string())
}
