use cheqqers_circuit::{Action, Circuit, Gate, Qubit};

use crate::Device;

/// The logarithm of how likely it is that nothing goes wrong, of a circuit on the device's edges.
pub(super) fn score(circuit: &Circuit, device: &Device) -> f64 {
    let errors: f64 = circuit
        .operations()
        .iter()
        .map(|operation| match &operation.action {
            Action::Gate(gate, operands) => of_gate(*gate, operands.as_slice(), device),
            Action::Measure(qubit, _) => of_readout(qubit.index(), device),
        })
        .sum();
    errors - waiting(circuit, device)
}

/// The logarithm of how likely a readout is right.
pub(super) fn of_readout(qubit: usize, device: &Device) -> f64 {
    (-device.qubits()[qubit].readout_error()).ln_1p()
}

/// The logarithm of how likely a gate does what it should. Turns about Z are only reckoned.
pub(super) fn of_gate(gate: Gate, qubits: &[Qubit], device: &Device) -> f64 {
    match (gate, qubits) {
        (_, &[a, b]) => {
            let edge = device.edge(a, b);
            edge.map_or(f64::NEG_INFINITY, |edge| (-edge.error).ln_1p())
        }
        (Gate::Sx | Gate::X, &[qubit]) => (-device.qubits()[qubit.index()].sx_error).ln_1p(),
        _ => 0.0,
    }
}

/// The time that qubits wait between gates, in units of their T1, when each gate comes as early as
/// it can, the first on a qubit as late as its next allows, and all measurements at the end.
fn waiting(circuit: &Circuit, device: &Device) -> f64 {
    let mut free_at = vec![0.0_f64; circuit.num_qubits()];
    let mut is_begun = vec![false; circuit.num_qubits()];
    let mut waits = vec![0.0_f64; circuit.num_qubits()];
    for (gate, qubits) in circuit.gates() {
        let length = length(gate, qubits, device);
        let begin = qubits.iter().filter(|qubit| is_begun[qubit.index()]);
        let begin = begin.map(|q| free_at[q.index()]).fold(0.0, f64::max);
        for index in qubits.iter().map(|qubit| qubit.index()) {
            if is_begun[index] {
                waits[index] += begin - free_at[index];
            }
            // One that nothing but itself turned yet can be turned later.
            is_begun[index] |= qubits.len() > 1;
            free_at[index] = begin + length;
        }
    }
    let end = free_at.iter().copied().fold(0.0, f64::max);
    let all = waits.iter().zip(&free_at).zip(&is_begun);
    let of_qubits = all
        .zip(device.qubits())
        .map(|(((wait, free), begun), qubit)| {
            let wait = if *begun { wait + end - free } else { 0.0 };
            qubit.t1.map_or(0.0, |t1| wait / (1000.0 * t1))
        });
    of_qubits.sum()
}

/// How long a gate takes, in ns.
fn length(gate: Gate, qubits: &[Qubit], device: &Device) -> f64 {
    match (gate, qubits) {
        (_, &[a, b]) => device.edge(a, b).map_or(0.0, |edge| edge.length),
        (Gate::Sx | Gate::X, &[qubit]) => device.qubits()[qubit.index()].sx_length,
        _ => 0.0,
    }
}
