use cheqqers_circuit::{Action, Circuit, CircuitError, Gate, Qubit};
use nalgebra::Matrix2;
use num_complex::Complex64;

use crate::euler::{Turns, about_z};
use crate::matrix::single;

/// Writes a circuit in `rz`, `sx`, `x` and `cz`, the gates of IBM's Heron processors, all qubits
/// starting in |0⟩.
///
/// The probabilities of all measured bits stay, and where nothing is measured the state up to a
/// global phase. A gate on one qubit becomes at most `rz sx rz sx rz`; turns about Z wait until
/// they meet the next `sx`, as they do nothing to a `cz` nor to a measurement. Groups are kept.
/// Angles are in radians, in (-π, π]. Cost: linear where measurements stand together.
pub fn lower(circuit: &Circuit) -> Circuit {
    let words = circuit.decomposed();
    let mut lowering = Lowering {
        out: Circuit::new(circuit.num_qubits(), circuit.num_clbits()),
        waiting: vec![Waiting::default(); circuit.num_qubits()],
    };
    let mut is_measured = false;
    for operation in words.operations() {
        let group = operation.group;
        let pushed = match operation.action {
            Action::Gate(Gate::Cx, operands) => {
                let [control, target] = [operands.as_slice()[0], operands.as_slice()[1]];
                lowering.cx(group, control, target)
            }
            Action::Gate(gate, operands) => {
                lowering.turn(group, operands.as_slice()[0], &single(gate));
                Ok(())
            }
            Action::Measure(qubit, clbit) => {
                // Before the first of several all qubits, so that no gates come between them.
                if !is_measured {
                    (0..circuit.num_qubits())
                        .try_for_each(|index| lowering.flush(Qubit::from_index(index)))
                        .expect(SAME);
                }
                lowering.out.measure(qubit, clbit)
            }
        };
        pushed.expect(SAME);
        is_measured = matches!(operation.action, Action::Measure(..));
    }
    if circuit.measurements().next().is_none() {
        for index in 0..circuit.num_qubits() {
            lowering.end(Qubit::from_index(index)).expect(SAME);
        }
    }
    lowering.out
}

/// Why nothing can be out of range.
const SAME: &str = "the qubits and clbits are those of the circuit";

struct Lowering {
    out: Circuit,
    waiting: Vec<Waiting>,
}

/// What has still to be done to a qubit.
#[derive(Clone, Copy, Debug)]
struct Waiting {
    unitary: Matrix2<Complex64>,
    group: u32,
    /// Whether the qubit is still in |0⟩, so that a turn about Z does nothing.
    is_fresh: bool,
}

impl Default for Waiting {
    fn default() -> Self {
        Self {
            unitary: Matrix2::identity(),
            group: 0,
            is_fresh: true,
        }
    }
}

impl Lowering {
    fn turn(&mut self, group: u32, qubit: Qubit, unitary: &Matrix2<Complex64>) {
        let waiting = &mut self.waiting[qubit.index()];
        waiting.unitary = unitary * waiting.unitary;
        waiting.group = group;
    }

    fn cx(&mut self, group: u32, control: Qubit, target: Qubit) -> Result<(), CircuitError> {
        let hadamard = single(Gate::H);
        self.turn(group, target, &hadamard);
        self.flush(control)?;
        self.flush(target)?;
        self.out.push_in(group, Gate::Cz, &[control, target])?;
        self.turn(group, target, &hadamard);
        Ok(())
    }

    /// Does all but the last turn about Z, which goes on waiting.
    fn flush(&mut self, qubit: Qubit) -> Result<(), CircuitError> {
        let Waiting {
            unitary,
            group,
            is_fresh,
        } = self.waiting[qubit.index()];
        let turns = Turns::of(&unitary);
        let rest = if turns.middle.is_empty() {
            turns.first
        } else {
            if turns.first != 0.0 && !is_fresh {
                self.out.push_in(group, Gate::Rz(turns.first), &[qubit])?;
            }
            for gate in turns.middle {
                if gate != Gate::Rz(0.0) {
                    self.out.push_in(group, gate, &[qubit])?;
                }
            }
            self.waiting[qubit.index()].is_fresh = false;
            turns.last
        };
        self.waiting[qubit.index()].unitary = about_z(rest);
        Ok(())
    }

    /// Does the last turn about Z as well.
    fn end(&mut self, qubit: Qubit) -> Result<(), CircuitError> {
        self.flush(qubit)?;
        let Waiting {
            unitary,
            group,
            is_fresh,
        } = self.waiting[qubit.index()];
        let rest = Turns::of(&unitary).first;
        if rest != 0.0 && !is_fresh {
            self.out.push_in(group, Gate::Rz(rest), &[qubit])?;
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
    fn turns_about_z_wait_and_do_nothing_to_bits() {
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
