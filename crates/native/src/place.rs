mod embed;
mod score;

use cheqqers_circuit::{Action, Circuit, Qubit};

use crate::graph::Graph;
use crate::route::{Routed, route};
use crate::{Device, PlaceError, lower};
use embed::embeddings;
use score::score;

/// The largest readout error, the mean of both bits, of a qubit that is used.
const WORST_READOUT: f64 = 0.1;

/// A circuit that a device can run.
#[derive(Clone, PartialEq, Debug)]
pub struct Placed {
    /// On the device's qubits, all of them, in its gates and along its edges.
    pub circuit: Circuit,
    /// Where each qubit is at its first gate; `None` for one without gates and measurements.
    pub start: Vec<Option<Qubit>>,
    /// Where each qubit is at last, and is measured.
    pub end: Vec<Option<Qubit>>,
    /// How likely it is that nothing goes wrong in one run, 0..=1, as far as calibration tells.
    ///
    /// The product over all gates and measurements of 1 - error, and over the qubits of
    /// exp(-t / T1), where t is how long one waits between its first gate and its measurement.
    pub success: f64,
}

/// Puts a circuit, whose qubits all start in |0⟩, on the qubits of a device.
///
/// Measured bits keep their joint distribution, and the final state stays where nothing is
/// measured, up to a global phase; measurements come last. Shorten the circuit before, as
/// `cheqqers_circuit::optimize` does. Gates on two qubits are as few as are found; of the places
/// where so few do, the best by calibration is taken. Left out are qubits that read wrongly with
/// more than 10 %, and those with no `sx`. The same circuit and device give the same answer.
///
/// Cost: with a few thousand routes looked at, tens of milliseconds for 8 qubits.
///
/// # Errors
/// When the device has too few qubits that hang together, or a qubit is used after it was measured.
pub fn place(circuit: &Circuit, device: &Device) -> Result<Placed, PlaceError> {
    check_order(circuit)?;
    let usable: Vec<usize> = (0..device.num_qubits())
        .filter(|&index| is_usable(device, index))
        .collect();
    let mut neighbours = vec![Vec::new(); device.num_qubits()];
    for edge in device.edges() {
        let [a, b] = edge.qubits.map(Qubit::index);
        if is_usable(device, a) && is_usable(device, b) {
            neighbours[a].push(b);
            neighbours[b].push(a);
        }
    }
    let graph = Graph::largest_part(neighbours);
    check_size(circuit, device, &graph, usable.len())?;
    let mut best: Option<(f64, Placed)> = None;
    for routed in route(circuit, &graph) {
        let lowered = lower(&routed.circuit);
        for sites in embeddings(&lowered, device, &usable) {
            let placed = on(&lowered, &routed, device, &sites);
            let score = score(&placed.circuit, device);
            if best.as_ref().is_none_or(|(known, _)| score > *known) {
                let success = score.exp();
                best = Some((score, Placed { success, ..placed }));
            }
        }
    }
    let (_, placed) = best.expect("a route was found on this very graph");
    Ok(placed)
}

fn is_usable(device: &Device, index: usize) -> bool {
    let qubit = &device.qubits()[index];
    qubit.readout_error() <= WORST_READOUT && qubit.sx_error < 1.0
}

/// Makes sure that measurements are last on their qubits.
fn check_order(circuit: &Circuit) -> Result<(), PlaceError> {
    let mut is_measured = vec![false; circuit.num_qubits()];
    for operation in circuit.operations() {
        for &qubit in operation.qubits() {
            if is_measured[qubit.index()] {
                return Err(PlaceError::MeasuredBefore { qubit });
            }
        }
        if let Action::Measure(qubit, _) = operation.action {
            is_measured[qubit.index()] = true;
        }
    }
    Ok(())
}

/// Makes sure that there are qubits enough.
fn check_size(
    circuit: &Circuit,
    device: &Device,
    graph: &Graph,
    usable: usize,
) -> Result<(), PlaceError> {
    let mut is_used = vec![false; circuit.num_qubits()];
    let mut is_joined = is_used.clone();
    for operation in circuit.operations() {
        for qubit in operation.qubits() {
            is_used[qubit.index()] = true;
            is_joined[qubit.index()] |= operation.qubits().len() > 1;
        }
    }
    let count = |of: &[bool]| of.iter().filter(|&&is| is).count();
    for (needed, usable) in [(count(&is_joined), graph.len()), (count(&is_used), usable)] {
        if needed > usable {
            return Err(PlaceError::TooManyQubits {
                device: device.name().into(),
                needed,
                usable,
            });
        }
    }
    Ok(())
}

/// A lowered circuit with its sites on qubits of the device.
fn on(lowered: &Circuit, routed: &Routed, device: &Device, sites: &[usize]) -> Placed {
    let to = |site: Qubit| Qubit::from_index(sites[site.index()]);
    let all = |ends: &[Option<Qubit>]| ends.iter().map(|end| end.map(to)).collect();
    Placed {
        circuit: lowered
            .relabelled(device.num_qubits(), to)
            .expect("sites keep apart on the device"),
        start: all(&routed.start),
        end: all(&routed.end),
        success: 0.0,
    }
}

#[cfg(test)]
mod tests;
