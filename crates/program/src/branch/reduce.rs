use cheqqers_circuit::{Gate, Qubit};
use cheqqers_sim::is_diagonal_on;
use smallvec::SmallVec;

/// Qubits of a gate, in its order.
pub(super) type GateQubits = SmallVec<[Qubit; 3]>;

/// Effect of a gate, given that some qubits are certain.
pub(super) enum ReducedGate {
    /// No effect but a global phase.
    Nothing,
    /// Two qubits change places.
    Exchange(Qubit, Qubit),
    /// A certain qubit changes its value.
    Flip(Qubit),
    /// A gate without controls that are certain.
    Gate(Gate, GateQubits),
}

/// Reduces a gate by what is certain, a global phase left out. `certain` returns the value of a qubit
/// that has one.
pub(super) fn reduced(
    mut gate: Gate,
    qubits: &[Qubit],
    certain: impl Fn(Qubit) -> Option<bool>,
) -> ReducedGate {
    let mut qubits = GateQubits::from_slice(qubits);
    while qubits.len() > 1 {
        let places = qubits.iter().enumerate();
        // Controls, and the target of a CZ, which is one as well.
        let mut controls = places.take_while(|(k, _)| is_diagonal_on(gate, *k));
        match controls.find_map(|(k, &qubit)| Some((k, certain(qubit)?))) {
            None => break,
            Some((_, false)) => return ReducedGate::Nothing,
            Some((k, true)) => {
                // Controls may stand in any order.
                qubits.swap(0, k);
                qubits.remove(0);
                gate = gate.uncontrolled().expect("it has a control");
            }
        }
    }
    match (gate, &qubits[..]) {
        (Gate::Swap, &[a, b]) => ReducedGate::Exchange(a, b),
        // Values that differ get a phase, but a global one.
        (Gate::Iswap | Gate::Iswapdg, &[a, b]) if certain(a).is_some() && certain(b).is_some() => {
            ReducedGate::Exchange(a, b)
        }
        (_, &[qubit]) if certain(qubit).is_some() => match gate {
            Gate::X | Gate::Y => ReducedGate::Flip(qubit),
            _ if is_diagonal_on(gate, 0) => ReducedGate::Nothing,
            _ => ReducedGate::Gate(gate, qubits),
        },
        _ => ReducedGate::Gate(gate, qubits),
    }
}
