use cheqqers_circuit::{Action, Circuit, CircuitError, Gate, Groups, Qubit};
use nalgebra::Matrix2;
use num_complex::Complex64;

use crate::device::Basis;
use crate::euler::{EulerGates, z_rotation};
use crate::matrix::single;

/// Decomposes a circuit into `rz`, `sx`, `x` and `cz`, the gates of IBM's Heron processors. All
/// qubits start in |0⟩.
///
/// Preserves the distribution of the measured bits, and without measurements the state up to a
/// global phase. A gate on one qubit becomes at most `rz sx rz sx rz`; rotations about Z are
/// delayed to the next `sx`, as they commute with `cz` and don't affect measurements. A gate belongs
/// to the groups of all gates it is made of. Angles are in radians, in (-π, π]. Cost: linear if the
/// measurements are adjacent.
pub fn lower(circuit: &Circuit) -> Circuit {
    lower_to(circuit, Basis::Heron)
}

/// Decomposes a circuit into the gates of a basis, as [`lower`] does into those of a Heron processor.
///
/// In [`Basis::Prx`] a gate on one qubit becomes at most `rz rx rz`.
pub fn lower_to(circuit: &Circuit, basis: Basis) -> Circuit {
    let decomposed = circuit.decomposed();
    let mut lowering = Lowering {
        basis,
        out: Circuit::new(circuit.num_qubits(), circuit.num_clbits()),
        pending: vec![PendingRotation::default(); circuit.num_qubits()],
    };
    let mut is_measured = false;
    for operation in decomposed.operations() {
        let groups = operation.groups;
        let pushed = match operation.action {
            Action::Gate(Gate::Cx, operands) => {
                let [control, target] = [operands.as_slice()[0], operands.as_slice()[1]];
                lowering.cx(groups, control, target)
            }
            Action::Gate(gate, operands) => {
                lowering.rotate(groups, operands.as_slice()[0], &single(gate));
                Ok(())
            }
            Action::Measure(qubit, clbit) => {
                // All qubits before the first of several measurements, to keep them adjacent.
                if !is_measured {
                    (0..circuit.num_qubits())
                        .try_for_each(|index| lowering.flush(Qubit::from_index(index)))
                        .expect(IN_RANGE);
                }
                lowering.out.measure(qubit, clbit)
            }
        };
        pushed.expect(IN_RANGE);
        is_measured = matches!(operation.action, Action::Measure(..));
    }
    if circuit.measurements().next().is_none() {
        for index in 0..circuit.num_qubits() {
            lowering.end(Qubit::from_index(index)).expect(IN_RANGE);
        }
    }
    lowering.out
}

const IN_RANGE: &str = "the qubits and clbits are those of the circuit";

struct Lowering {
    basis: Basis,
    out: Circuit,
    pending: Vec<PendingRotation>,
}

/// Delayed rotation of a qubit.
#[derive(Clone, Copy, Debug)]
struct PendingRotation {
    unitary: Matrix2<Complex64>,
    groups: Groups,
    /// The qubit is still in |0⟩, so that a rotation about Z has no effect.
    is_zero: bool,
}

impl Default for PendingRotation {
    fn default() -> Self {
        Self {
            unitary: Matrix2::identity(),
            groups: Groups::default(),
            is_zero: true,
        }
    }
}

impl Lowering {
    fn rotate(&mut self, groups: Groups, qubit: Qubit, unitary: &Matrix2<Complex64>) {
        let pending = &mut self.pending[qubit.index()];
        pending.unitary = unitary * pending.unitary;
        pending.groups = pending.groups.union(groups);
    }

    fn cx(&mut self, groups: Groups, control: Qubit, target: Qubit) -> Result<(), CircuitError> {
        let hadamard = single(Gate::H);
        self.rotate(groups, target, &hadamard);
        self.flush(control)?;
        self.flush(target)?;
        self.out.push_in(groups, Gate::Cz, &[control, target])?;
        self.rotate(groups, target, &hadamard);
        Ok(())
    }

    /// Applies all but the last rotation about Z, which stays delayed.
    fn flush(&mut self, qubit: Qubit) -> Result<(), CircuitError> {
        let PendingRotation {
            unitary,
            groups,
            is_zero,
        } = self.pending[qubit.index()];
        let gates = EulerGates::of(&unitary, self.basis);
        let rest = if gates.middle.is_empty() {
            gates.first
        } else {
            if gates.first != 0.0 && !is_zero {
                self.out.push_in(groups, Gate::Rz(gates.first), &[qubit])?;
            }
            for gate in gates.middle {
                if gate != Gate::Rz(0.0) {
                    self.out.push_in(groups, gate, &[qubit])?;
                }
            }
            self.pending[qubit.index()].is_zero = false;
            gates.last
        };
        let pending = &mut self.pending[qubit.index()];
        pending.unitary = z_rotation(rest);
        if rest == 0.0 {
            pending.groups = Groups::default();
        }
        Ok(())
    }

    /// Applies the last rotation about Z too.
    fn end(&mut self, qubit: Qubit) -> Result<(), CircuitError> {
        self.flush(qubit)?;
        let PendingRotation {
            unitary,
            groups,
            is_zero,
        } = self.pending[qubit.index()];
        let rest = EulerGates::of(&unitary, self.basis).first;
        if rest != 0.0 && !is_zero {
            self.out.push_in(groups, Gate::Rz(rest), &[qubit])?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lowered(gates: &[(Gate, &[u32])]) -> Vec<String> {
        let mut circuit = Circuit::new(2, 0);
        for (gate, qubits) in gates {
            let qubits: Vec<Qubit> = qubits.iter().copied().map(Qubit).collect();
            circuit.push(*gate, &qubits).unwrap();
        }
        circuit.measure_all();
        lower(&circuit)
            .gates()
            .map(|(gate, _)| gate.name().to_owned())
            .collect()
    }

    #[test]
    fn rotations_about_z_wait_and_do_nothing_to_bits() {
        assert_eq!(lowered(&[(Gate::H, &[0]), (Gate::T, &[0])]), ["sx"]);
        assert_eq!(
            lowered(&[(Gate::X, &[0]), (Gate::S, &[0]), (Gate::Z, &[1])]),
            ["x"]
        );
        assert_eq!(lowered(&[(Gate::X, &[0]), (Gate::X, &[0])]), [""; 0]);
    }

    #[test]
    fn measurements_that_stood_together_still_do() {
        let mut circuit = Circuit::new(2, 0);
        circuit.push(Gate::H, &[Qubit(1)]).unwrap();
        circuit.measure_all();
        let lowered = lower(&circuit);
        let is_gate = |k: usize| matches!(lowered.operations()[k].action, Action::Gate(..));
        assert_eq!([0, 1, 2].map(is_gate), [true, false, false]);
    }

    #[test]
    fn a_bell_pair_takes_one_cz() {
        let gates: &[(Gate, &[u32])] = &[(Gate::H, &[0]), (Gate::Cx, &[0, 1])];
        assert_eq!(lowered(gates), ["sx", "sx", "cz", "rz", "sx"]);
    }
}
