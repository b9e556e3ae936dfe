use cheqqers_circuit::{Action, Circuit};
use cheqqers_qasm::{AnnotatedCircuit, Definitions, Dialect};
use num_complex::Complex64;

use super::*;

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

/// Image of a basis state under the gates of a small circuit.
fn image(circuit: &Circuit, index: usize) -> Vec<Complex64> {
    let mut state = vec![Complex64::default(); 1 << circuit.num_qubits()];
    state[index] = Complex64::new(1.0, 0.0);
    for (gate, qubits) in circuit.gates() {
        let matrix = gate.matrix();
        let places = || qubits.iter().enumerate();
        let local = |index: usize| {
            let bits = places().map(|(k, qubit)| (index >> qubit.index() & 1) << k);
            bits.sum::<usize>()
        };
        let with = |index: usize, local: usize| {
            places().fold(index, |index, (k, qubit)| {
                let cleared = index & !(1 << qubit.index());
                cleared | (local >> k & 1) << qubit.index()
            })
        };
        let rows = (0..state.len()).map(|row| {
            let columns = 0..matrix.ncols();
            let terms =
                columns.map(|column| matrix[(local(row), column)] * state[with(row, column)]);
            terms.sum()
        });
        state = rows.collect();
    }
    state
}
