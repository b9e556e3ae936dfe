use cheqqers_circuit::{Bitstring, Qubit};
use num_complex::Complex;
use rayon::prelude::*;

use crate::precision::Precision;
use crate::sparse::bit_of;
use crate::{Readout, Sparse, StateVector, TOLERANCE};

/// Sums are taken over blocks of this many amplitudes, so that the cores do not change them.
const BLOCK: usize = 1 << 12;

impl Sparse {
    /// The sum of all probabilities: 1, but for rounding.
    pub fn norm_squared(&self) -> f64 {
        self.entries
            .iter()
            .map(|entry| entry.amplitude.norm_sqr())
            .sum()
    }

    /// Probability that a qubit reads 1.
    #[inline]
    pub fn probability(&self, qubit: Qubit) -> f64 {
        let bit = bit_of(qubit);
        self.entries
            .iter()
            .filter(|entry| entry.key & bit != 0)
            .map(|entry| entry.amplitude.norm_sqr())
            .sum()
    }

    /// The bitstrings that a readout gives with a probability above [`TOLERANCE`], in their order.
    pub fn marginal(&self, readout: &Readout) -> Vec<(Bitstring, f64)> {
        let mut marginal: Vec<(Bitstring, f64)> = self
            .amplitudes()
            .map(|(index, amplitude)| (readout.read(index), amplitude.norm_sqr()))
            .collect();
        marginal.sort_by_key(|&(bits, _)| bits);
        marginal.dedup_by(|later, kept| {
            let same = later.0 == kept.0;
            if same {
                kept.1 += later.1;
            }
            same
        });
        marginal.retain(|&(_, probability)| probability > TOLERANCE);
        marginal
    }
}

impl<T: Precision> StateVector<T> {
    /// The sum of all probabilities: 1, but for rounding.
    pub fn norm_squared(&self) -> f64 {
        self.sum_blocks(|_, block| norm_squared(block))
    }

    /// Probability of each of the 2ⁿ basis states, by index. Memory: 8 bytes x 2ⁿ.
    pub fn probabilities(&self) -> Vec<f64> {
        let amplitudes = self.amplitudes();
        let mut probabilities = vec![0.0; amplitudes.len()];
        let norms = |(probabilities, amplitudes): (&mut [f64], &[Complex<T>])| {
            for (probability, amplitude) in probabilities.iter_mut().zip(amplitudes) {
                *probability = T::norm_squared(*amplitude);
            }
        };
        if self.grain() < amplitudes.len() {
            probabilities
                .par_chunks_mut(BLOCK)
                .zip(amplitudes.par_chunks(BLOCK))
                .for_each(norms);
        } else {
            norms((&mut probabilities, amplitudes));
        }
        probabilities
    }

    /// Probability that a qubit reads 1.
    ///
    /// # Panics
    /// Panics if there is no such qubit.
    pub fn probability(&self, qubit: Qubit) -> f64 {
        assert!(
            qubit.index() < self.num_qubits(),
            "qubit {} of {} qubits",
            qubit.0,
            self.num_qubits()
        );
        let width = 1 << qubit.index();
        self.sum_blocks(|start, block| {
            if width < 8 {
                let lanes = lanes(block).into_iter().enumerate();
                lanes
                    .filter(|(k, _)| k & width != 0)
                    .map(|(_, sum)| sum)
                    .sum()
            } else if width < BLOCK {
                let halves = block.chunks_exact(2 * width);
                halves.map(|halves| norm_squared(&halves[width..])).sum()
            } else if start & width == 0 {
                0.0
            } else {
                norm_squared(block)
            }
        })
    }

    /// The bitstrings that a readout gives with a probability above [`TOLERANCE`], in their order.
    ///
    /// Memory: 8 bytes x 2ⁿ, and what is returned.
    ///
    /// # Panics
    /// Panics if the readout has a qubit that is not there.
    pub fn marginal(&self, readout: &Readout) -> Vec<(Bitstring, f64)> {
        // In the order in which the text first shows them, so that counting up follows the text.
        let mut shown: Vec<usize> = Vec::new();
        for qubit in readout.sources().iter().flatten() {
            assert!(
                qubit.index() < self.num_qubits(),
                "qubit {} of {} qubits",
                qubit.0,
                self.num_qubits()
            );
            if !shown.contains(&qubit.index()) {
                shown.push(qubit.index());
            }
        }
        let mut probabilities = self.probabilities();
        for qubit in (0..self.num_qubits()).rev() {
            if !shown.contains(&qubit) {
                sum_out(&mut probabilities, qubit);
            }
        }
        let places: Vec<(usize, usize)> = shown
            .iter()
            .rev()
            .map(|&qubit| (shown.iter().filter(|&&other| other < qubit).count(), qubit))
            .collect();
        // Of a rank in the order of the text: its place among the probabilities, and its basis index.
        let spread = |rank: usize| {
            let bits = places.iter().enumerate();
            bits.fold((0, 0), |(place, index), (k, &(kept, qubit))| {
                let bit = rank >> k & 1;
                (place | bit << kept, index | (bit as u128) << qubit)
            })
        };
        let half = places.len() / 2;
        let low: Vec<(usize, u128)> = (0..1 << half).map(spread).collect();
        let mut marginal = Vec::new();
        for high in 0..probabilities.len() >> half {
            let high = spread(high << half);
            for low in &low {
                let probability = probabilities[high.0 | low.0];
                if probability > TOLERANCE {
                    marginal.push((readout.read(high.1 | low.1), probability));
                }
            }
        }
        marginal
    }

    /// The sum over blocks of what `part` makes of each, given the index of its first amplitude.
    pub(crate) fn sum_blocks(&self, part: impl Fn(usize, &[Complex<T>]) -> f64 + Sync) -> f64 {
        let amplitudes = self.amplitudes();
        if self.grain() < amplitudes.len() {
            let parts: Vec<f64> = amplitudes
                .par_chunks(BLOCK)
                .enumerate()
                .map(|(k, block)| part(k * BLOCK, block))
                .collect();
            parts.iter().sum()
        } else {
            let blocks = amplitudes.chunks(BLOCK).enumerate();
            blocks.map(|(k, block)| part(k * BLOCK, block)).sum()
        }
    }
}

/// The sums of the squared moduli of amplitudes whose places are equal modulo 8.
fn lanes<T: Precision>(amplitudes: &[Complex<T>]) -> [f64; 8] {
    let (blocks, rest) = amplitudes.as_chunks::<8>();
    let mut sums = [0.0; 8];
    for block in blocks {
        for (sum, amplitude) in sums.iter_mut().zip(block) {
            *sum += T::norm_squared(*amplitude);
        }
    }
    for (sum, amplitude) in sums.iter_mut().zip(rest) {
        *sum += T::norm_squared(*amplitude);
    }
    sums
}

fn norm_squared<T: Precision>(amplitudes: &[Complex<T>]) -> f64 {
    lanes(amplitudes).iter().sum()
}

/// Adds up the two halves of each block that differ in one bit, and drops that bit.
fn sum_out(probabilities: &mut Vec<f64>, bit: usize) {
    let width = 1 << bit;
    let len = probabilities.len() / 2;
    for block in 0..len / width {
        let (from, to) = (2 * block * width, block * width);
        for k in 0..width {
            probabilities[to + k] = probabilities[from + k] + probabilities[from + width + k];
        }
    }
    probabilities.truncate(len);
}

#[cfg(test)]
mod tests;
