//! A sparse state whose qubits have bases of their own.

use std::mem;

use cheqqers_circuit::{Bitstring, Gate, Qubit};
use num_complex::Complex64;
use rand::Rng;

use super::state::State;
use crate::class::Class;
use crate::sparse::bit_of;
use crate::{Limits, Readout, SimError, Sparse};

/// Probability of a basis state, over that of the likeliest, below which it is left out. Relaxation makes paths of
/// different length that would cancel leave a trace, and traces of traces without end.
const NEGLIGIBLE: f64 = 1e-7;

/// Number of amplitudes up to which the bases of all qubits are looked at after a gate, and not only those of its own.
const FEW: usize = 4096;

/// A vector of a qubit's amplitudes.
type Vector = [Complex64; 2];

/// A unitary matrix by its rows; its columns are the basis states of a qubit.
type Basis = [Vector; 2];

const STANDARD: Basis = [
    [Complex64::ONE, Complex64::ZERO],
    [Complex64::ZERO, Complex64::ONE],
];

/// A sparse state in product bases. A gate on one qubit changes its basis alone; after a gate on two, the bases are
/// looked for in which the state has fewest amplitudes.
///
/// Gates that a device has on one qubit are merged across those on two. So in the standard basis nearly every qubit is in
/// superposition between these, and a state that has few basis states in the end has very many on the way.
#[derive(Clone)]
pub(super) struct RotatedSparse {
    state: Sparse,
    bases: Vec<Basis>,
}

impl RotatedSparse {
    /// Gives a qubit the standard basis.
    fn straighten(&mut self, qubit: Qubit) -> Result<(), SimError> {
        let basis = mem::replace(&mut self.bases[qubit.index()], STANDARD);
        if basis != STANDARD {
            let mix = |low, high| product(basis, low, high);
            self.state.mix_qubit_within(qubit, mix, Limits::default())?;
        }
        Ok(())
    }

    /// Turns bases until none that is tried leaves fewer amplitudes.
    fn turn_all(&mut self, linked: &[Qubit]) {
        let all: Vec<Qubit> = (0..self.bases.len()).map(Qubit::from_index).collect();
        let qubits = if self.state.len() <= FEW {
            &all
        } else {
            linked
        };
        loop {
            let before = self.state.len();
            // To turn one basis is no gain as long as those of other qubits are wrong too.
            let mut turned = self.clone();
            for &qubit in qubits {
                if let Some(first) = turned.eigenvector(qubit) {
                    turned.turn(qubit, first);
                }
            }
            if turned.state.len() < before {
                *self = turned;
            }
            for &qubit in qubits {
                self.turn_one(qubit);
            }
            if self.state.len() >= before {
                return;
            }
        }
    }

    /// Turns the basis of one qubit if that leaves fewer amplitudes: to the eigenvectors of its reduced density matrix, or to
    /// its own state where the others are in the likeliest state of those that leave it in superposition.
    fn turn_one(&mut self, qubit: Qubit) {
        let candidates = [self.eigenvector(qubit), self.state.likeliest_pair(qubit)];
        let counted = candidates.into_iter().flatten().map(|first| {
            let first = normalized(first);
            (self.count_turned(qubit, first), first)
        });
        if let Some((count, first)) = counted.min_by_key(|&(count, _)| count)
            && count < self.state.len()
        {
            self.turn(qubit, first);
        }
    }

    /// The eigenvector of a qubit's reduced density matrix; `None` if all are alike.
    fn eigenvector(&self, qubit: Qubit) -> Option<Vector> {
        let (zero, one, across) = self.state.density(qubit);
        let half = (zero - one) / 2.0;
        let radius = half.hypot(across.norm());
        // Of two forms the one that does not cancel.
        let vector = if half >= 0.0 {
            [Complex64::from(half + radius), across.conj()]
        } else {
            [across, Complex64::from(radius - half)]
        };
        (radius > 1e-6).then(|| normalized(vector))
    }

    /// Takes a vector in the basis of a qubit for its first basis state.
    fn turn(&mut self, qubit: Qubit, first: Vector) {
        let mix = |low, high| product(adjoint(with_first(first)), low, high);
        self.state.mix_qubit(qubit, mix);
        self.leave_out();
        let basis = &mut self.bases[qubit.index()];
        let [left, right] = with_first(first);
        *basis = basis.map(|[a, b]| [a * left[0] + b * right[0], a * left[1] + b * right[1]]);
    }

    /// Number of amplitudes that [`Self::turn`] would leave.
    fn count_turned(&self, qubit: Qubit, first: Vector) -> usize {
        let mix = |low, high| product(adjoint(with_first(first)), low, high);
        let negligible = NEGLIGIBLE * self.state.largest_probability();
        self.state.count_mixed(qubit, mix, negligible)
    }

    fn leave_out(&mut self) {
        let negligible = NEGLIGIBLE * self.state.largest_probability();
        self.state
            .entries
            .retain(|entry| entry.amplitude.norm_sqr() > negligible);
    }
}

fn normalized(vector: Vector) -> Vector {
    let norm = vector[0].norm_sqr() + vector[1].norm_sqr();
    vector.map(|amplitude| amplitude / norm.sqrt())
}

/// The basis with this first basis state.
fn with_first([a, b]: Vector) -> Basis {
    [[a, -b.conj()], [b, a.conj()]]
}

fn adjoint([[a, b], [c, d]]: Basis) -> Basis {
    [[a.conj(), c.conj()], [b.conj(), d.conj()]]
}

/// A matrix times a vector.
fn product(rows: Basis, low: Complex64, high: Complex64) -> (Complex64, Complex64) {
    let [zero, one] = rows.map(|[a, b]| a * low + b * high);
    (zero, one)
}

impl State for RotatedSparse {
    fn start(num_qubits: usize) -> Result<Self, SimError> {
        Ok(Self {
            state: Sparse::zero(num_qubits)?,
            bases: vec![STANDARD; num_qubits],
        })
    }

    fn gate(&mut self, gate: Gate, qubits: &[Qubit]) -> Result<(), SimError> {
        if let [qubit] = *qubits {
            let class = Class::of(gate).ok_or(SimError::UnsupportedGate { gate })?;
            let [zero, one] = &mut self.bases[qubit.index()];
            for (low, high) in zero.iter_mut().zip(one) {
                (*low, *high) = class.of_qubit(*low, *high);
            }
            return Ok(());
        }
        for &qubit in qubits {
            self.straighten(qubit)?;
        }
        self.leave_out();
        self.state.apply_within(gate, qubits, Limits::default())?;
        self.turn_all(qubits);
        Ok(())
    }

    fn one(&self, qubit: Qubit) -> f64 {
        let [_, [a, b]] = self.bases[qubit.index()];
        let (zero, one, across) = self.state.density(qubit);
        a.norm_sqr() * zero + b.norm_sqr() * one + 2.0 * (a * b.conj() * across).re
    }

    fn decay(&mut self, qubit: Qubit) -> Result<(), SimError> {
        self.straighten(qubit)?;
        self.state.discard(qubit, true);
        // A bit that all entries have in common changes nothing in their order.
        let bit = bit_of(qubit);
        for entry in &mut self.state.entries {
            entry.key &= !bit;
        }
        Ok(())
    }

    fn scale(&mut self, qubit: Qubit, zero: f64, one: f64) -> Result<(), SimError> {
        self.straighten(qubit)?;
        let bit = bit_of(qubit);
        for entry in &mut self.state.entries {
            entry.amplitude *= if entry.key & bit == 0 { zero } else { one };
        }
        self.leave_out();
        self.turn_one(qubit);
        Ok(())
    }

    fn draw(
        mut self,
        readout: &Readout,
        shots: usize,
        rng: &mut (impl Rng + ?Sized),
    ) -> Result<Vec<Bitstring>, SimError> {
        for qubit in (0..self.bases.len()).map(Qubit::from_index) {
            self.straighten(qubit)?;
            self.leave_out();
        }
        Ok(self.state.shots(readout, shots, rng))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn turned_qubits_of_one_piece_have_an_amplitude_for_each_square() {
        const NUM: u32 = 40;
        let mut state = RotatedSparse::start(NUM as usize).unwrap();
        let turns = |k: u32| {
            let angle = 0.3 + 0.17 * f64::from(k);
            [Gate::Ry(angle), Gate::Rz(2.0 * angle), Gate::Sx]
        };
        let back = |k: u32| {
            let mut gates = turns(k).map(|gate| gate.inverse().0);
            gates.reverse();
            gates
        };
        state.gate(Gate::X, &[Qubit(0)]).unwrap();
        // Qubits are left in a basis of their own, and in the standard one while a gate is on them.
        for k in 1..NUM {
            let pair = [Qubit(k - 1), Qubit(k)];
            state.gate(Gate::Siswap, &pair).unwrap();
            for qubit in pair {
                for gate in turns(qubit.0) {
                    state.gate(gate, &[qubit]).unwrap();
                }
            }
            // A later part of the chain is too rare to count.
            assert!(
                state.state.len() <= k as usize + 1,
                "{k}: {}",
                state.state.len()
            );
            for gate in back(k) {
                state.gate(gate, &[Qubit(k)]).unwrap();
            }
        }
        let one = state.one(Qubit(NUM - 1));
        assert!(one < NEGLIGIBLE, "{one}");
        for gate in back(0) {
            state.gate(gate, &[Qubit(0)]).unwrap();
        }
        assert!((state.one(Qubit(0)) - 0.5).abs() < 1e-6);
    }

    #[test]
    fn amplitudes_are_those_of_the_standard_basis_in_the_end() {
        let gates: [(Gate, &[u32]); 12] = [
            (Gate::H, &[0]),
            (Gate::Cz, &[0, 1]),
            (Gate::Ry(0.7), &[1]),
            (Gate::Cx, &[1, 2]),
            (Gate::Sx, &[2]),
            (Gate::Iswap, &[0, 2]),
            (Gate::T, &[0]),
            (Gate::Rx(1.1), &[0]),
            (Gate::Siswap, &[0, 1]),
            (Gate::S, &[1]),
            (Gate::Y, &[2]),
            (Gate::Cz, &[1, 2]),
        ];
        let mut rotated = RotatedSparse::start(3).unwrap();
        let mut plain = Sparse::zero(3).unwrap();
        for (gate, qubits) in gates {
            let qubits: Vec<Qubit> = qubits.iter().copied().map(Qubit).collect();
            rotated.gate(gate, &qubits).unwrap();
            plain.apply(gate, &qubits);
            for k in 0..3 {
                let (one, expected) = (rotated.one(Qubit(k)), plain.probability(Qubit(k)));
                assert!((one - expected).abs() < 1e-6, "{gate}: {one} {expected}");
            }
        }
        for k in 0..3 {
            rotated.straighten(Qubit(k)).unwrap();
        }
        for (index, amplitude) in plain.amplitudes() {
            let difference = rotated.state.amplitude(index) - amplitude;
            assert!(difference.norm() < 1e-3, "{index}: {difference}");
        }
    }
}
