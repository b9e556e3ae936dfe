use cheqqers_circuit::{Action, Circuit, Gate, Qubit};

use crate::device::Device;

/// Logarithm of the estimated probability of a run without errors, for a placed circuit.
pub(super) fn score(circuit: &Circuit, device: &Device) -> f64 {
    let errors: f64 = circuit
        .operations()
        .iter()
        .map(|operation| match &operation.action {
            Action::Gate(gate, operands) => of_gate(*gate, operands.as_slice(), device),
            Action::Measure(qubit, _) => of_readout(qubit.index(), device),
        })
        .sum();
    errors - idle_time(circuit, device)
}

/// Logarithm of the probability of a correct readout.
pub(super) fn of_readout(qubit: usize, device: &Device) -> f64 {
    (-device.qubits()[qubit].readout_error()).ln_1p()
}

/// Logarithm of the probability of a gate without error. Rotations about Z are virtual.
pub(super) fn of_gate(gate: Gate, qubits: &[Qubit], device: &Device) -> f64 {
    match (gate, qubits) {
        (_, &[a, b]) => {
            let edge = device.edge(a, b);
            edge.map_or(f64::NEG_INFINITY, |edge| (-edge.error).ln_1p())
        }
        (Gate::Sx | Gate::X | Gate::Rx(_), &[qubit]) => {
            (-device.qubits()[qubit.index()].sx_error).ln_1p()
        }
        _ => 0.0,
    }
}

/// Total idle time of the qubits after their first gate on two qubits, in units of T1, if each gate
/// starts as early as possible and all measurements come at the end. Gates before can be delayed.
fn idle_time(circuit: &Circuit, device: &Device) -> f64 {
    let mut free_at = vec![0.0_f64; circuit.num_qubits()];
    let mut is_begun = vec![false; circuit.num_qubits()];
    let mut waits = vec![0.0_f64; circuit.num_qubits()];
    for (gate, qubits) in circuit.gates() {
        let length = length(gate, qubits, device);
        let begin = qubits.iter().map(|qubit| free_at[qubit.index()]);
        let begin = begin.fold(0.0, f64::max);
        for index in qubits.iter().map(|qubit| qubit.index()) {
            if is_begun[index] {
                waits[index] += begin - free_at[index];
            }
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

/// Duration of a gate in ns.
fn length(gate: Gate, qubits: &[Qubit], device: &Device) -> f64 {
    match (gate, qubits) {
        (_, &[a, b]) => device.edge(a, b).map_or(0.0, |edge| edge.length),
        (Gate::Sx | Gate::X | Gate::Rx(_), &[qubit]) => device.qubits()[qubit.index()].sx_length,
        _ => 0.0,
    }
}
