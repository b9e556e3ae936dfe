use cheqqers_circuit::{Action, Circuit};

use super::*;
use crate::{AnnotatedCircuit, Definitions, Dialect};

mod accepted;
mod bounds;
mod hostile;
mod library;
mod refused;
mod second;
mod written;

/// Reads what stands behind a version and an include.
fn circuit(text: &str) -> Circuit {
    match read(text) {
        Ok(parsed) => parsed.circuit,
        Err(error) => panic!("{error}\n{text}"),
    }
}

/// The operations of a circuit in a line: `h 0; cx 0 1; measure 1 0`.
fn shown(circuit: &Circuit) -> String {
    let operations = circuit.operations().iter();
    let words = operations.map(|operation| match operation.action {
        Action::Gate(gate, operands) => {
            let operands = operands.as_slice().iter();
            operands.fold(gate.to_string(), |text, qubit| {
                format!("{text} {}", qubit.0)
            })
        }
        Action::Measure(qubit, clbit) => format!("measure {} {}", qubit.0, clbit.0),
    });
    words.collect::<Vec<String>>().join("; ")
}
