use cheqqers_circuit::Qubit;
use num_complex::Complex64;
use rayon::prelude::*;

use crate::sparse::bit_of;
use crate::{Dense, SimError, Sparse, TOLERANCE};

/// Dense states are collapsed in blocks of this many amplitudes.
const BLOCK: usize = 1 << 12;

impl Sparse {
    /// Drops every entry whose bit is not `value`, and renormalises what remains.
    ///
    /// # Panics
    /// Panics if nothing remains.
    pub fn discard(&mut self, qubit: Qubit, value: bool) {
        let bit = bit_of(qubit);
        let wanted = if value { bit } else { 0 };
        self.entries.retain(|entry| entry.key & bit == wanted);
        let norm_squared = self.norm_squared();
        assert!(norm_squared > 0.0, "qubit {} is never {value}", qubit.0);
        self.scale(norm_squared.sqrt().recip());
    }

    /// Collapses the qubits to these bits; returns the probability that they had.
    ///
    /// # Errors
    /// Returns an error if that is at most [`TOLERANCE`]; then nothing changes.
    pub fn project(&mut self, bits: &[(Qubit, bool)]) -> Result<f64, SimError> {
        let (mask, wanted) = masks(bits, bit_of)?;
        let agrees = |key: u128| key & mask == wanted;
        let probability: f64 = self
            .entries
            .iter()
            .filter(|entry| agrees(entry.key))
            .map(|entry| entry.amplitude.norm_sqr())
            .sum();
        check(probability)?;
        self.entries.retain(|entry| agrees(entry.key));
        self.scale(probability.sqrt().recip());
        Ok(probability)
    }

    fn scale(&mut self, factor: f64) {
        for entry in &mut self.entries {
            entry.amplitude *= factor;
        }
    }
}

impl Dense {
    /// Collapses the qubits to these bits; returns the probability that they had.
    ///
    /// # Errors
    /// Returns an error if that is at most [`TOLERANCE`]; then nothing changes.
    ///
    /// # Panics
    /// Panics if there is no such qubit.
    pub fn project(&mut self, bits: &[(Qubit, bool)]) -> Result<f64, SimError> {
        let (mask, wanted) = masks(bits, |qubit| {
            assert!(
                qubit.index() < self.num_qubits(),
                "qubit {} of {} qubits",
                qubit.0,
                self.num_qubits()
            );
            1usize << qubit.index()
        })?;
        let agrees = move |index: usize| index & mask == wanted;
        let probability = self.sum_blocks(|start, block| {
            block
                .iter()
                .zip(start..)
                .filter(|&(_, index)| agrees(index))
                .map(|(amplitude, _)| amplitude.norm_sqr())
                .sum()
        });
        check(probability)?;
        let factor = probability.sqrt().recip();
        let collapse = |(k, block): (usize, &mut [Complex64])| {
            for (amplitude, index) in block.iter_mut().zip(k * BLOCK..) {
                *amplitude *= if agrees(index) { factor } else { 0.0 };
            }
        };
        let parallel = self.grain() < self.amplitudes().len();
        let amplitudes = self.amplitudes_mut();
        if parallel {
            let blocks = amplitudes.par_chunks_mut(BLOCK).enumerate();
            blocks.for_each(collapse);
        } else {
            amplitudes.chunks_mut(BLOCK).enumerate().for_each(collapse);
        }
        Ok(probability)
    }
}

/// Mask and value of the requested bits of a basis state.
fn masks<M>(bits: &[(Qubit, bool)], bit_of: impl Fn(Qubit) -> M) -> Result<(M, M), SimError>
where
    M: Copy + Default + PartialEq + std::ops::BitOr<Output = M> + std::ops::BitAnd<Output = M>,
{
    let none = M::default();
    let (mut ones, mut zeros) = (none, none);
    for &(qubit, value) in bits {
        let side = if value { &mut ones } else { &mut zeros };
        *side = *side | bit_of(qubit);
    }
    if ones & zeros != none {
        return Err(SimError::ImpossibleBits { probability: 0.0 });
    }
    Ok((ones | zeros, ones))
}

fn check(probability: f64) -> Result<(), SimError> {
    if probability > TOLERANCE {
        Ok(())
    } else {
        Err(SimError::ImpossibleBits { probability })
    }
}

#[cfg(test)]
mod tests;
