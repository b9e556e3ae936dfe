use cheqqers_circuit::Gate;
use num_complex::Complex64;

use super::controlled_gate::{ControlledGate, ControlledKind};
use super::error::Location;
use super::inputs::Inputs;
use super::machine::Machine;
use super::matrix::TOLERANCE;
use super::null_processor::NullProcessor;
use super::tree::Definition;

/// Maximum number of operations of a definition that is compared with a gate of the table.
const MAX_COMPARED: usize = 10_000;

/// Maximum number of steps of its expansion.
const MAX_STEPS: usize = 1 << 20;

/// Gate of the table with this name, if the definition equals it up to a global phase, which is
/// given as well.
pub(super) fn known(name: &str, definition: &Definition, at: Location) -> Option<(Gate, f64)> {
    let gate = Gate::from_name(name, &[])?;
    let same_shape = definition.num_parameters == 0 && definition.num_qubits == gate.num_qubits();
    if !same_shape || definition.cost.operations > MAX_COMPARED {
        return None;
    }
    let inputs = Inputs::new();
    let mut processor = NullProcessor;
    let mut machine = Machine::new(&mut processor, &inputs, 0).within(MAX_STEPS);
    let gates = machine.expansion(definition, at);
    let gates = gates.ok().filter(|gates| gates.len() <= MAX_COMPARED)?;
    let phase = difference(&gates, gate)?;
    Some((gate, if phase.abs() < TOLERANCE { 0.0 } else { phase }))
}

/// Global phase by which gates on a gate's qubits differ from it; `None` if they differ otherwise.
fn difference(gates: &[ControlledGate], gate: Gate) -> Option<f64> {
    let size = 1 << gate.num_qubits();
    let matrix = gate.matrix();
    let columns: Vec<Vec<Complex64>> = (0..size)
        .map(|column| image(gates, gate.num_qubits(), column))
        .collect();
    let entries = || {
        let places = (0..size).flat_map(|row| (0..size).map(move |column| (row, column)));
        places.map(|(row, column)| (columns[column][row], matrix[(row, column)]))
    };
    let overlap: Complex64 = entries().map(|(ours, table)| ours * table.conj()).sum();
    let phase = overlap / overlap.norm();
    // Without overlap the phase is NaN, and every comparison fails.
    let same = entries().all(|(ours, table)| (ours - phase * table).norm() <= TOLERANCE);
    same.then(|| phase.arg())
}

/// Image of a basis state under gates on a few qubits, global phase included.
pub(super) fn image(gates: &[ControlledGate], num_qubits: usize, index: usize) -> Vec<Complex64> {
    let mut state = vec![Complex64::default(); 1 << num_qubits];
    state[index] = Complex64::new(1.0, 0.0);
    for applied in gates {
        let controls = applied.controls.as_deref().unwrap_or_default();
        let acts = |index: usize| {
            let mut controls = controls.iter();
            controls.all(|&(qubit, positive)| (index >> qubit & 1 == 1) == positive)
        };
        let rows = 0..state.len();
        state = match applied.kind {
            ControlledKind::Phase(angle) => rows
                .map(|row| {
                    let factor = if acts(row) {
                        Complex64::cis(angle)
                    } else {
                        Complex64::new(1.0, 0.0)
                    };
                    factor * state[row]
                })
                .collect(),
            ControlledKind::Gate(gate, qubits) => {
                let qubits = &qubits[..gate.num_qubits()];
                let matrix = gate.matrix();
                let local = |index: usize| {
                    let bits = qubits.iter().enumerate();
                    bits.map(|(k, qubit)| (index >> qubit & 1) << k)
                        .sum::<usize>()
                };
                let with = |index: usize, local: usize| {
                    let bits = qubits.iter().enumerate();
                    bits.fold(index, |index, (k, qubit)| {
                        let cleared = index & !(1 << qubit);
                        cleared | (local >> k & 1) << qubit
                    })
                };
                rows.map(|row| {
                    if !acts(row) {
                        return state[row];
                    }
                    let columns = 0..matrix.ncols();
                    let terms = columns
                        .map(|column| matrix[(local(row), column)] * state[with(row, column)]);
                    terms.sum()
                })
                .collect()
            }
        };
    }
    state
}
