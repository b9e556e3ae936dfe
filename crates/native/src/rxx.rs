use std::f64::consts::{FRAC_PI_2, PI, TAU};

use cheqqers_circuit::{Circuit, CircuitError, Gate, Qubit};
use nalgebra::Matrix2;
use num_complex::Complex64;

use crate::device::Basis;
use crate::euler::{EulerGates, z_rotation};
use crate::matrix::single;
use crate::prx::PrxOperation;

/// Gate of a computer of trapped ions.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum RxxOperation {
    /// Rotation of a qubit about Z, which is virtual.
    Rz {
        /// Qubit that is rotated.
        qubit: Qubit,
        /// Angle of the rotation in radians, in (-π, π].
        angle: f64,
    },
    /// Rotation of a qubit about an axis of the XY plane: Rz(`phase`) Rx(`angle`) Rz(-`phase`).
    R {
        /// Qubit that is rotated.
        qubit: Qubit,
        /// Angle of the rotation in radians, in 0..=π.
        angle: f64,
        /// Angle from the X axis to that of the rotation, in radians, in 0..=2π.
        phase: f64,
    },
    /// Mølmer-Sørensen gate of a pair: exp(-i π/4 X⊗X), a rotation by π/2.
    Rxx([Qubit; 2]),
}

impl RxxOperation {
    /// Appends the operation to a circuit, in gates of the table and up to a global phase.
    ///
    /// # Errors
    /// Returns an error if the circuit lacks a qubit, or the pair is the same one twice.
    pub fn append_to(self, circuit: &mut Circuit) -> Result<(), CircuitError> {
        match self {
            Self::Rz { qubit, angle } => circuit.push(Gate::Rz(angle), &[qubit]),
            Self::R {
                qubit,
                angle,
                phase,
            } => {
                let rotation = PrxOperation::Prx {
                    qubit,
                    angle,
                    phase,
                };
                rotation.append_to(circuit)
            }
            Self::Rxx(pair) => {
                // exp(-i π/4 Z⊗Z) between Hadamard gates.
                let [a, b] = [&pair[..1], &pair[1..]];
                let hadamard = [(Gate::H, a), (Gate::H, b)];
                let rotation = [(Gate::Cz, &pair[..]), (Gate::S, a), (Gate::S, b)];
                let gates = hadamard.iter().chain(&rotation).chain(&hadamard);
                gates
                    .into_iter()
                    .try_for_each(|(gate, qubits)| circuit.push(*gate, qubits))
            }
        }
    }
}

/// Gates of trapped ions for a circuit of `rz`, `rx` and `cz`, as [`lower_to`](crate::lower_to) makes it
/// for [`Basis::Prx`](crate::Basis::Prx); `None` if it has others. All qubits start in |0⟩.
///
/// Preserves the distribution of the bits when all qubits are measured at the end. A `cz` takes one
/// gate on its pair, and between two of these a qubit takes at most one rotation in the XY plane.
/// Rotations about X commute with the gates on pairs and are delayed. Measurements are left out: they
/// come last.
pub fn rxx_operations(circuit: &Circuit) -> Option<Vec<RxxOperation>> {
    let mut writer = Writer {
        operations: Vec::new(),
        pending: vec![Matrix2::identity(); circuit.num_qubits()],
        is_zero: vec![true; circuit.num_qubits()],
    };
    // CZ = (H ⊗ H) RXX(π/2) (H ⊗ H) (Rz(-π/2) ⊗ Rz(-π/2)) up to a phase, where all but the outer
    // Hadamard gates commute.
    let hadamard = single(Gate::H);
    let after = z_rotation(-FRAC_PI_2) * hadamard;
    for (gate, qubits) in circuit.gates() {
        match (gate, qubits) {
            (Gate::Rz(_) | Gate::Rx(_), &[qubit]) => writer.rotate(qubit, &single(gate)),
            (Gate::Cz, &[a, b]) => {
                for qubit in [a, b] {
                    writer.rotate(qubit, &hadamard);
                    writer.flush(qubit);
                }
                writer.operations.push(RxxOperation::Rxx([a, b]));
                for qubit in [a, b] {
                    writer.rotate(qubit, &after);
                }
            }
            _ => return None,
        }
    }
    for index in 0..circuit.num_qubits() {
        writer.end(Qubit::from_index(index));
    }
    Some(writer.operations)
}

struct Writer {
    operations: Vec<RxxOperation>,
    /// Product of the delayed rotations of each qubit.
    pending: Vec<Matrix2<Complex64>>,
    /// The qubit is still in |0⟩, so that a rotation about Z has no effect.
    is_zero: Vec<bool>,
}

impl Writer {
    fn rotate(&mut self, qubit: Qubit, unitary: &Matrix2<Complex64>) {
        let pending = &mut self.pending[qubit.index()];
        *pending = unitary * *pending;
    }

    /// Applies the delayed rotations but for a last one about X.
    fn flush(&mut self, qubit: Qubit) {
        let index = qubit.index();
        let unitary = self.pending[index];
        if self.is_zero[index] {
            self.is_zero[index] = false;
            let gates = EulerGates::of(&unitary, Basis::Prx);
            self.rotation(qubit, &gates, gates.last);
            self.pending[index] = Matrix2::identity();
            return;
        }
        // Rx(last) Rz(middle) Rx(first), which Hadamard gates exchange with rotations about Z and X.
        let hadamard = single(Gate::H);
        let gates = EulerGates::of(&(hadamard * unitary * hadamard), Basis::Prx);
        let last = match gates.middle[..] {
            [Gate::Rx(angle)] => {
                self.about_x(qubit, gates.first);
                self.operations.push(RxxOperation::Rz { qubit, angle });
                gates.last
            }
            _ => gates.first,
        };
        self.pending[index] = single(Gate::Rx(last));
    }

    /// Applies the delayed rotations but for a last one about Z.
    fn end(&mut self, qubit: Qubit) {
        let gates = EulerGates::of(&self.pending[qubit.index()], Basis::Prx);
        self.rotation(qubit, &gates, -gates.first);
    }

    /// Applies the rotation about X of a decomposition, with its axis turned about Z.
    fn rotation(&mut self, qubit: Qubit, gates: &EulerGates, phase: f64) {
        if let [Gate::Rx(angle)] = gates.middle[..] {
            self.operations.push(RxxOperation::R {
                qubit,
                angle,
                phase: phase.rem_euclid(TAU),
            });
        }
    }

    fn about_x(&mut self, qubit: Qubit, angle: f64) {
        if angle != 0.0 {
            self.operations.push(RxxOperation::R {
                qubit,
                angle: angle.abs(),
                phase: if angle < 0.0 { PI } else { 0.0 },
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use nalgebra::{Matrix4, Vector4};

    use super::*;
    use crate::lower_to;

    fn circuit(num_qubits: usize, gates: &[(Gate, &[u32])]) -> Circuit {
        let mut circuit = Circuit::new(num_qubits, 0);
        for (gate, qubits) in gates {
            let qubits: Vec<Qubit> = qubits.iter().copied().map(Qubit).collect();
            circuit.push(*gate, &qubits).unwrap();
        }
        lower_to(&circuit, Basis::Prx)
    }

    /// Probabilities of the basis states, qubit 0 the least significant bit, by the definitions of the
    /// gates alone.
    fn probabilities(operations: &[RxxOperation]) -> Vec<f64> {
        let identity = Matrix2::identity();
        let on = |qubit: Qubit, unitary: Matrix2<Complex64>| {
            if qubit == Qubit(0) {
                identity.kronecker(&unitary)
            } else {
                unitary.kronecker(&identity)
            }
        };
        let (half, i) = (0.5f64.sqrt(), Complex64::i());
        let mut state = Vector4::from_element(Complex64::default());
        state[0] = 1.0.into();
        for operation in operations {
            let unitary: Matrix4<Complex64> = match *operation {
                RxxOperation::Rz { qubit, angle } => on(qubit, z_rotation(angle)),
                RxxOperation::R {
                    qubit,
                    angle,
                    phase,
                } => {
                    let (sine, cosine) = (angle / 2.0).sin_cos();
                    let off = |phase: f64| -i * sine * Complex64::cis(phase);
                    let diagonal = Complex64::from(cosine);
                    let rows = Matrix2::new(diagonal, off(-phase), off(phase), diagonal);
                    on(qubit, rows)
                }
                RxxOperation::Rxx(_) => Matrix4::from_fn(|row, column| match row ^ column {
                    0 => half.into(),
                    3 => -i * half,
                    _ => 0.0.into(),
                }),
            };
            state = unitary * state;
        }
        state.iter().map(Complex64::norm_sqr).collect()
    }

    fn assert_close(found: &[f64], expected: [f64; 4]) {
        for (found, expected) in found.iter().zip(expected) {
            assert!((found - expected).abs() < 1e-12, "{found} {expected}");
        }
    }

    #[test]
    fn a_bell_pair_takes_one_gate_on_the_pair() {
        let bell = circuit(2, &[(Gate::H, &[0]), (Gate::Cx, &[0, 1])]);
        let operations = rxx_operations(&bell).unwrap();
        let pairs = operations
            .iter()
            .filter(|operation| matches!(operation, RxxOperation::Rxx(_)));
        assert_eq!(pairs.count(), 1);
        assert_close(&probabilities(&operations), [0.5, 0.0, 0.0, 0.5]);
    }

    #[test]
    fn phases_before_and_between_gates_on_pairs_count() {
        // Ramsey's experiment on qubit 0, whose phase the second qubit turns twice by a controlled
        // rotation, so that |0⟩ comes with cos²(0.2 + 0.35).
        let ramsey = circuit(
            2,
            &[
                (Gate::X, &[1]),
                (Gate::H, &[0]),
                (Gate::P(0.4), &[0]),
                (Gate::Cx, &[1, 0]),
                (Gate::Rx(0.3), &[0]),
                (Gate::Cx, &[1, 0]),
                (Gate::Cz, &[0, 1]),
                (Gate::P(0.7), &[0]),
                (Gate::Cz, &[0, 1]),
                (Gate::H, &[0]),
            ],
        );
        let operations = rxx_operations(&ramsey).unwrap();
        // By hand: H P(0.7) Rx(0.3) P(0.4) H |0⟩ but for the order of X and Rx, which commute.
        let mut vector = single(Gate::H).column(0).into_owned();
        for gate in [
            Gate::P(0.4),
            Gate::X,
            Gate::Rx(0.3),
            Gate::X,
            Gate::Z,
            Gate::P(0.7),
            Gate::Z,
            Gate::H,
        ] {
            vector = single(gate) * vector;
        }
        let expected = [0.0, 0.0, vector[0].norm_sqr(), vector[1].norm_sqr()];
        assert!(expected[2] > 0.05 && expected[3] > 0.05, "{expected:?}");
        assert_close(&probabilities(&operations), expected);
    }

    #[test]
    fn rotations_between_gates_on_pairs_that_commute_take_none() {
        // In between only a rotation about Z, which is one about X in these gates.
        let gates: &[(Gate, &[u32])] = &[
            (Gate::H, &[0]),
            (Gate::H, &[1]),
            (Gate::Cz, &[0, 1]),
            (Gate::T, &[0]),
            (Gate::Cz, &[1, 0]),
            (Gate::H, &[0]),
        ];
        let operations = rxx_operations(&circuit(2, gates)).unwrap();
        let first = operations
            .iter()
            .position(|operation| matches!(operation, RxxOperation::Rxx(_)));
        let next = operations[first.unwrap() + 1];
        assert!(matches!(next, RxxOperation::Rxx(_)), "{operations:?}");
    }

    #[test]
    fn angles_are_in_their_ranges_and_other_gates_are_refused() {
        let mut other = Circuit::new(1, 0);
        other.push(Gate::T, &[Qubit(0)]).unwrap();
        assert_eq!(rxx_operations(&other), None);
        for angle in [-3.0, -FRAC_PI_2, -0.1, 0.1, 2.0, PI] {
            let gates: &[(Gate, &[u32])] = &[
                (Gate::Ry(angle), &[0]),
                (Gate::Cz, &[0, 1]),
                (Gate::Rx(angle), &[0]),
                (Gate::Ry(angle), &[1]),
                (Gate::Cz, &[0, 1]),
                (Gate::Ry(angle), &[1]),
            ];
            for operation in rxx_operations(&circuit(2, gates)).unwrap() {
                match operation {
                    RxxOperation::R { angle, phase, .. } => {
                        assert!(angle > 0.0 && angle <= PI, "{operation:?}");
                        assert!((0.0..=TAU).contains(&phase), "{operation:?}");
                    }
                    RxxOperation::Rz { angle, .. } => {
                        assert!(angle > -PI && angle <= PI, "{operation:?}");
                    }
                    RxxOperation::Rxx(_) => {}
                }
            }
        }
    }
}
