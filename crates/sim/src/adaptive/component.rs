//! Operations of components of branches, beside their gates.

use std::borrow::Cow;

use cheqqers_circuit::{Circuit, Qubit};
use num_complex::Complex64;
use rayon::prelude::*;

use super::{AdaptiveState, costs};
use crate::sparse::{Entry, is_zero};
use crate::{Dense, Limits, SimError, Sparse};

/// Large states are worked on in parts of this many amplitudes.
const BLOCK: usize = 1 << 12;

/// Basis states of a state vector that occur.
struct Support {
    /// Bits that are 1 in all of them.
    all: usize,
    /// Bits that are 1 in any of them.
    any: usize,
    len: usize,
}

impl AdaptiveState {
    /// Size of its amplitudes, in bytes.
    pub fn bytes(&self) -> usize {
        match self {
            Self::Sparse(state) => state.len() * size_of::<Entry>(),
            Self::Dense(state) => size_of_val(state.amplitudes()),
        }
    }

    /// Probability that a qubit reads 1, in 0..=1.
    pub fn probability(&self, qubit: Qubit) -> f64 {
        let probability = match self {
            Self::Sparse(state) => state.probability(qubit),
            Self::Dense(state) => state.probability(qubit),
        };
        probability.clamp(0.0, 1.0)
    }

    /// Applies the gates of a circuit. It may have more qubits than the state: these are in |0⟩
    /// before.
    ///
    /// # Errors
    /// Returns an error if the state comes to be beyond the limits; then it stays as it was, but for
    /// the new qubits.
    pub fn evolve(&mut self, circuit: &Circuit, limits: Limits) -> Result<(), SimError> {
        let num_qubits = circuit.num_qubits();
        match self {
            Self::Sparse(state) => {
                while state.num_qubits() < num_qubits {
                    state.add_qubit(false)?;
                }
                *self = Self::evolved(state, circuit, limits, None)?;
            }
            Self::Dense(state) => {
                if state.num_qubits() < num_qubits {
                    let mut grown = Dense::zero_within(num_qubits, limits)?;
                    let amplitudes = state.amplitudes();
                    grown.amplitudes_mut()[..amplitudes.len()].copy_from_slice(amplitudes);
                    *state = grown;
                }
                state.apply_circuit(circuit)?;
            }
        }
        Ok(())
    }

    /// Takes in the qubits of an independent state, which follow those here.
    ///
    /// # Errors
    /// Returns an error if the state comes to be beyond the limits.
    pub fn tensor(&mut self, other: &Self, limits: Limits) -> Result<(), SimError> {
        let num_qubits = self.num_qubits() + other.num_qubits();
        if let (Self::Sparse(state), Self::Sparse(other)) = (&mut *self, other)
            && state.len().saturating_mul(other.len()) <= limits.amplitudes
        {
            return state.tensor_within(other, limits);
        }
        if limits.dense_len::<f64>(num_qubits).is_err() {
            let mut state = self.to_sparse();
            state.tensor_within(&other.to_sparse(), limits)?;
            *self = Self::Sparse(state);
            return Ok(());
        }
        let (low, high) = (self.to_dense(limits)?, other.to_dense(limits)?);
        let low = low.amplitudes();
        let mut both = Dense::zero_within(num_qubits, limits)?;
        let parts = both.amplitudes_mut().chunks_exact_mut(low.len());
        for (part, factor) in parts.zip(high.amplitudes()) {
            for (amplitude, low) in part.iter_mut().zip(low) {
                *amplitude = low * factor;
            }
        }
        *self = Self::Dense(both);
        Ok(())
    }

    /// The state of the other qubits where one of them reads `value`, renormalised; those behind it
    /// move up by one.
    ///
    /// # Errors
    /// Returns an error if the machine refuses the memory.
    pub fn without(&self, qubit: Qubit, value: bool) -> Result<Self, SimError> {
        let state = match self {
            Self::Sparse(state) => return Ok(Self::Sparse(state.without(qubit, value))),
            Self::Dense(state) => state,
        };
        let width = 1 << qubit.index();
        let start = if value { width } else { 0 };
        let from = state.amplitudes();
        let within = Limits {
            qubits: state.num_qubits(),
            bytes: usize::MAX,
            ..Limits::default()
        };
        let mut rest = Dense::zero_within(state.num_qubits() - 1, within)?;
        let pick = |(k, block): (usize, &mut [Complex64])| {
            for (amplitude, index) in block.iter_mut().zip(k * BLOCK..) {
                let (low, high) = (index & (width - 1), index & !(width - 1));
                *amplitude = from[high << 1 | start | low];
            }
        };
        each_block(rest.amplitudes_mut(), pick);
        let factor = rest.norm_squared().sqrt().recip();
        each_block(rest.amplitudes_mut(), |(_, block)| {
            for amplitude in block {
                *amplitude *= factor;
            }
        });
        Ok(Self::Dense(rest))
    }

    /// The qubits that have one value in all basis states that occur, with that value. A dense state
    /// with few amplitudes becomes sparse.
    pub fn certain_qubits(&mut self) -> Vec<(Qubit, bool)> {
        let num_qubits = self.num_qubits();
        match self {
            Self::Sparse(state) => state.certain_qubits(),
            Self::Dense(state) => {
                let Support { all, any, len } = support(state.amplitudes());
                if len <= costs::few(num_qubits) {
                    *self = Self::Sparse(self.to_sparse());
                }
                let qubits = (0..num_qubits).map(Qubit::from_index);
                let certain = qubits.filter_map(|qubit| {
                    let bit = 1 << qubit.index();
                    let value = all & bit != 0;
                    (value || any & bit == 0).then_some((qubit, value))
                });
                certain.collect()
            }
        }
    }

    fn to_sparse(&self) -> Sparse {
        match self {
            Self::Sparse(state) => state.clone(),
            Self::Dense(state) => {
                let amplitudes = (0..).zip(state.amplitudes().iter().copied());
                Sparse::from_amplitudes(state.num_qubits(), amplitudes)
                    .expect("the amplitudes of a state")
            }
        }
    }

    fn to_dense(&self, limits: Limits) -> Result<Cow<'_, Dense>, SimError> {
        Ok(match self {
            Self::Sparse(state) => Cow::Owned(dense(state, limits)?),
            Self::Dense(state) => Cow::Borrowed(state),
        })
    }
}

fn dense(state: &Sparse, limits: Limits) -> Result<Dense, SimError> {
    let mut dense = Dense::zero_within(state.num_qubits(), limits)?;
    let amplitudes = dense.amplitudes_mut();
    amplitudes[0] = Complex64::ZERO;
    for (index, amplitude) in state.amplitudes() {
        let index = usize::try_from(index).expect("an index of the dense state");
        amplitudes[index] = amplitude;
    }
    Ok(dense)
}

fn each_block(
    amplitudes: &mut [Complex64],
    work: impl Fn((usize, &mut [Complex64])) + Sync + Send,
) {
    if amplitudes.len() > 16 * BLOCK {
        amplitudes.par_chunks_mut(BLOCK).enumerate().for_each(work);
    } else {
        amplitudes.chunks_mut(BLOCK).enumerate().for_each(work);
    }
}

fn support(amplitudes: &[Complex64]) -> Support {
    let none = || Support {
        all: usize::MAX,
        any: 0,
        len: 0,
    };
    let of_block = |(k, block): (usize, &[Complex64])| {
        let mut support = none();
        for (amplitude, index) in block.iter().zip(k * BLOCK..) {
            if !is_zero(*amplitude) {
                support.all &= index;
                support.any |= index;
                support.len += 1;
            }
        }
        support
    };
    let both = |a: Support, b: Support| Support {
        all: a.all & b.all,
        any: a.any | b.any,
        len: a.len + b.len,
    };
    if amplitudes.len() > 16 * BLOCK {
        let blocks = amplitudes.par_chunks(BLOCK).enumerate();
        blocks.map(of_block).reduce(none, both)
    } else {
        let blocks = amplitudes.chunks(BLOCK).enumerate();
        blocks.map(of_block).fold(none(), both)
    }
}
