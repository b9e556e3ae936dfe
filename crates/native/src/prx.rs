use std::f64::consts::{PI, TAU};

use cheqqers_circuit::{Circuit, CircuitError, Gate, Qubit};

/// Gate of a device with the basis [`Basis::Prx`](crate::Basis::Prx).
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum PrxOperation {
    /// Rotation of a qubit about an axis of the XY plane: Rz(`phase`) Rx(`angle`) Rz(-`phase`).
    Prx {
        /// Qubit that is rotated.
        qubit: Qubit,
        /// Angle of the rotation in radians.
        angle: f64,
        /// Angle from the X axis to that of the rotation, in radians, in (-π, π].
        phase: f64,
    },
    /// Controlled Z of a pair.
    Cz([Qubit; 2]),
}

impl PrxOperation {
    /// Appends the operation to a circuit, in gates of the table.
    ///
    /// # Errors
    /// Returns an error if the circuit lacks a qubit, or the pair is the same one twice.
    pub fn append_to(self, circuit: &mut Circuit) -> Result<(), CircuitError> {
        match self {
            Self::Prx {
                qubit,
                angle,
                phase,
            } => [Gate::Rz(-phase), Gate::Rx(angle), Gate::Rz(phase)]
                .into_iter()
                .try_for_each(|gate| circuit.push(gate, &[qubit])),
            Self::Cz(pair) => circuit.push(Gate::Cz, &pair),
        }
    }
}

/// Gates of a circuit of `rz`, `rx` and `cz`, as [`lower_to`](crate::lower_to) makes it for
/// [`Basis::Prx`](crate::Basis::Prx); `None` if it has others.
///
/// Rotations about Z are added to the phases of what follows and left out at the end, where they don't
/// affect measurements. Measurements are left out: they come last.
pub fn prx_operations(circuit: &Circuit) -> Option<Vec<PrxOperation>> {
    // Angle of the rotation about Z that each qubit's frame has had.
    let mut frames = vec![0.0; circuit.num_qubits()];
    let mut operations = Vec::new();
    for (gate, qubits) in circuit.gates() {
        match (gate, qubits) {
            (Gate::Rz(angle), &[qubit]) => frames[qubit.index()] += angle,
            // Rx(θ) Rz(φ) = Rz(φ) Rz(-φ) Rx(θ) Rz(φ).
            (Gate::Rx(angle), &[qubit]) => operations.push(PrxOperation::Prx {
                qubit,
                angle,
                phase: reduced(-frames[qubit.index()]),
            }),
            (Gate::Cz, &[a, b]) => operations.push(PrxOperation::Cz([a, b])),
            _ => return None,
        }
    }
    Some(operations)
}

/// Reduces an angle to (-π, π].
fn reduced(angle: f64) -> f64 {
    let angle = angle - TAU * (angle / TAU).round();
    if angle <= -PI {
        angle + TAU
    } else {
        // Never minus zero.
        angle + 0.0
    }
}

#[cfg(test)]
mod tests {
    use std::f64::consts::FRAC_PI_2;

    use super::*;
    use crate::{Basis, lower_to};

    #[test]
    fn rotations_about_z_turn_the_axes_of_what_follows() {
        let mut circuit = Circuit::new(2, 0);
        let (a, b) = (Qubit(0), Qubit(1));
        for (gate, qubits) in [
            (Gate::Rx(1.0), &[a][..]),
            (Gate::Rz(FRAC_PI_2), &[a]),
            (Gate::Cz, &[b, a]),
            (Gate::Rx(2.0), &[a]),
            (Gate::Rx(3.0), &[b]),
        ] {
            circuit.push(gate, qubits).unwrap();
        }
        let prx = |qubit, angle, phase| PrxOperation::Prx {
            qubit,
            angle,
            phase,
        };
        let expected = [
            prx(a, 1.0, 0.0),
            PrxOperation::Cz([b, a]),
            prx(a, 2.0, -FRAC_PI_2),
            prx(b, 3.0, 0.0),
        ];
        assert_eq!(prx_operations(&circuit).unwrap(), expected);
    }

    #[test]
    fn every_gate_on_one_qubit_takes_one_rotation_and_others_are_refused() {
        let mut circuit = Circuit::new(1, 0);
        for gate in [Gate::H, Gate::T, Gate::Ry(0.3)] {
            circuit.push(gate, &[Qubit(0)]).unwrap();
        }
        assert_eq!(prx_operations(&circuit), None);
        let lowered = lower_to(&circuit, Basis::Prx);
        assert_eq!(prx_operations(&lowered).unwrap().len(), 1);
    }

    #[test]
    fn phases_are_reduced() {
        for (angle, expected) in [(0.0, 0.0), (-PI, PI), (PI, PI), (5.0 * PI, PI)] {
            assert!((reduced(angle) - expected).abs() < 1e-12, "{angle}");
        }
        assert!(reduced(-0.0).is_sign_positive());
    }
}
