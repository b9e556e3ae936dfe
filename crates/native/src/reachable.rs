use std::collections::BTreeMap;

use nalgebra::{Matrix4, Vector4};
use num_complex::Complex64;

/// Bound below which an amplitude or a component of a vector counts as rounding error.
const ROUNDING: f64 = 1e-12;

/// State after a prefix of a circuit, as long as it has few basis states.
#[derive(Clone, Debug)]
pub(crate) struct ReachableState {
    /// Amplitudes by basis state; `None` once there were too many.
    amplitudes: Option<BTreeMap<u128, Complex64>>,
}

impl ReachableState {
    /// Maximum number of basis states.
    const MAX_STATES: usize = 2048;

    /// All qubits in |0⟩.
    pub(crate) fn zero(num_qubits: usize) -> Self {
        let is_kept = num_qubits <= 128;
        let zero = BTreeMap::from([(0, Complex64::new(1.0, 0.0))]);
        Self {
            amplitudes: is_kept.then_some(zero),
        }
    }

    /// Applies a gate to a pair, whose first qubit is bit 0 of the matrix index.
    pub(crate) fn apply(&mut self, pair: [usize; 2], unitary: &Matrix4<Complex64>) {
        let Some(before) = self.amplitudes.take() else {
            return;
        };
        let mut after = BTreeMap::new();
        for (&state, &amplitude) in &before {
            let (rest, from) = split_bits(state, pair);
            for to in 0..4 {
                let part = unitary[(to, from)] * amplitude;
                if part.norm() > ROUNDING {
                    *after.entry(join_bits(rest, pair, to)).or_default() += part;
                }
            }
        }
        after.retain(|_, amplitude: &mut Complex64| amplitude.norm() > ROUNDING);
        self.amplitudes = (after.len() <= Self::MAX_STATES).then_some(after);
    }

    /// Orthonormal basis of the reachable states of a pair, for any state of the other qubits.
    ///
    /// Made of computational basis states where possible.
    pub(crate) fn span(&self, pair: [usize; 2]) -> Vec<Vector4<Complex64>> {
        let Some(amplitudes) = &self.amplitudes else {
            return (0..4).map(unit).collect();
        };
        let mut parts: BTreeMap<u128, Vector4<Complex64>> = BTreeMap::new();
        for (&state, &amplitude) in amplitudes {
            let (rest, index) = split_bits(state, pair);
            parts.entry(rest).or_default()[index] += amplitude;
        }
        let spanning = orthonormal(parts.into_values());
        // The projections of the basis states span the same space and are simpler.
        let projector: Matrix4<Complex64> = spanning.iter().map(|v| v * v.adjoint()).sum();
        orthonormal((0..4).map(|k| projector.column(k).into_owned()))
    }
}

fn unit(k: usize) -> Vector4<Complex64> {
    let mut unit = Vector4::zeros();
    unit[k] = Complex64::new(1.0, 0.0);
    unit
}

/// Orthonormal basis of the span of vectors (Gram-Schmidt).
fn orthonormal(vectors: impl Iterator<Item = Vector4<Complex64>>) -> Vec<Vector4<Complex64>> {
    let mut basis: Vec<Vector4<Complex64>> = Vec::with_capacity(4);
    for mut vector in vectors {
        // Twice, as the remainder of a nearly dependent vector is mostly rounding error.
        for known in basis.iter().chain(&basis) {
            vector -= known * known.dotc(&vector);
        }
        let norm = vector.norm();
        if norm > 10.0 * ROUNDING && basis.len() < 4 {
            basis.push(vector.unscale(norm));
        }
    }
    basis
}

/// Basis state with the bits of a pair cleared, and these bits as an index.
fn split_bits(state: u128, pair: [usize; 2]) -> (u128, usize) {
    let bits = pair.into_iter().enumerate();
    bits.fold((state, 0), |(rest, index), (k, qubit)| {
        let bit = usize::from(state >> qubit & 1 == 1);
        (rest & !(1 << qubit), index | bit << k)
    })
}

fn join_bits(rest: u128, pair: [usize; 2], index: usize) -> u128 {
    let bits = pair.into_iter().enumerate();
    bits.fold(rest, |state, (k, qubit)| {
        state | u128::from(index >> k & 1 == 1) << qubit
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::matrix;
    use cheqqers_circuit::Gate;

    #[test]
    fn one_hot_pairs_span_what_they_can_be_in() {
        let mut known = ReachableState::zero(3);
        let pairs = [[0, 1], [1, 2]];
        assert_eq!(known.span(pairs[0]), [unit(0)]);
        known.apply([0, 1], &matrix::one_of_both(0, &matrix::single(Gate::X)));
        known.apply([0, 1], &matrix::pair(Gate::Siswap));
        assert_eq!(known.span(pairs[0]).len(), 1);
        assert_eq!(known.span(pairs[1]), [unit(0), unit(1)]);
        known.apply([1, 2], &matrix::pair(Gate::Siswap));
        // |00⟩ and the one state that the first split made of |10⟩ and |01⟩.
        assert_eq!(known.span(pairs[0]).len(), 2);
        known.apply([0, 1], &matrix::pair(Gate::Siswap));
        assert_eq!(known.span(pairs[1]).len(), 2);
    }
}
