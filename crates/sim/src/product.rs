use cheqqers_circuit::{Bitstring, Qubit};
use rand::Rng;

use crate::precision::Precision;
use crate::sample::merged;
use crate::{Readout, SimError, Sparse, StateVector, TOLERANCE};

/// The most outcomes of several states together.
const MOST_OUTCOMES: usize = 1 << 24;

/// A state that can be read out.
pub trait QuantumState {
    /// Number of qubits.
    fn num_qubits(&self) -> usize;

    /// Draws shots, in the order drawn.
    fn shots<R: Rng + ?Sized>(
        &self,
        readout: &Readout,
        shots: usize,
        rng: &mut R,
    ) -> Vec<Bitstring>;

    /// Counts of the outcomes in so many shots, in order of their text.
    fn counts<R: Rng + ?Sized>(
        &self,
        readout: &Readout,
        shots: usize,
        rng: &mut R,
    ) -> Vec<(Bitstring, u64)>;

    /// The bitstrings that a readout gives with a probability above [`TOLERANCE`], in their order.
    fn marginal(&self, readout: &Readout) -> Vec<(Bitstring, f64)>;
}

macro_rules! state {
    () => {
        fn num_qubits(&self) -> usize {
            self.num_qubits()
        }

        fn shots<R: Rng + ?Sized>(
            &self,
            readout: &Readout,
            shots: usize,
            rng: &mut R,
        ) -> Vec<Bitstring> {
            self.shots(readout, shots, rng)
        }

        fn counts<R: Rng + ?Sized>(
            &self,
            readout: &Readout,
            shots: usize,
            rng: &mut R,
        ) -> Vec<(Bitstring, u64)> {
            self.counts(readout, shots, rng)
        }

        fn marginal(&self, readout: &Readout) -> Vec<(Bitstring, f64)> {
            self.marginal(readout)
        }
    };
}

impl<T: Precision> QuantumState for StateVector<T> {
    state!();
}

impl QuantumState for Sparse {
    state!();
}

/// Independent states, read out as one state.
#[derive(Clone, Debug)]
pub struct Product<S> {
    parts: Vec<Part<S>>,
}

#[derive(Clone, Debug)]
struct Part<S> {
    /// Number of each of its qubits among all.
    qubits: Vec<Qubit>,
    state: S,
}

impl<S: QuantumState> Product<S> {
    /// States, each with the numbers of its qubits among all: those of `Circuit::parts`.
    ///
    /// # Panics
    /// Panics if a state has another number of qubits than are named.
    pub fn new(parts: impl IntoIterator<Item = (Vec<Qubit>, S)>) -> Self {
        let parts = parts.into_iter().map(|(qubits, state)| {
            assert_eq!(qubits.len(), state.num_qubits(), "a name for each qubit");
            Part { qubits, state }
        });
        Self {
            parts: parts.collect(),
        }
    }

    /// Mutable references to the states, in order.
    pub fn states_mut(&mut self) -> impl Iterator<Item = &mut S> {
        self.parts.iter_mut().map(|part| &mut part.state)
    }

    /// The one state, when there is no other and its qubits have their own numbers.
    fn only(&self) -> Option<&Part<S>> {
        let [part] = &self.parts[..] else {
            return None;
        };
        let mut names = part.qubits.iter().enumerate();
        names.all(|(k, name)| name.index() == k).then_some(part)
    }

    /// Counts of the outcomes in so many shots, in order of their text.
    ///
    /// Cost: one pass over each state, and a sort of the shots.
    pub fn counts<R: Rng + ?Sized>(
        &self,
        readout: &Readout,
        shots: usize,
        rng: &mut R,
    ) -> Vec<(Bitstring, u64)> {
        if let Some(part) = self.only() {
            return part.state.counts(readout, shots, rng);
        }
        let mut all = vec![0_u128; shots];
        for part in &self.parts {
            let own = part.measured(readout);
            if own.num_bits() == 0 {
                continue;
            }
            for (all, bits) in all.iter_mut().zip(part.state.shots(&own, shots, rng)) {
                *all |= part.spread(&own, bits);
            }
        }
        let outcomes = all.iter().map(|&index| (readout.read(index), 1));
        merged(outcomes.collect())
    }

    /// The bitstrings that a readout gives with a probability above [`TOLERANCE`], in their order.
    ///
    /// # Errors
    /// Returns an error if several states together may give more than 2²⁴.
    pub fn marginal(&self, readout: &Readout) -> Result<Vec<(Bitstring, f64)>, SimError> {
        if let Some(part) = self.only() {
            return Ok(part.state.marginal(readout));
        }
        let mut all = vec![(0_u128, 1.0)];
        for part in &self.parts {
            let own = part.measured(readout);
            let marginal = part.state.marginal(&own).into_iter();
            let marginal: Vec<(u128, f64)> = marginal
                .map(|(bits, probability)| (part.spread(&own, bits), probability))
                .collect();
            let outcomes = all.len().saturating_mul(marginal.len());
            if outcomes > MOST_OUTCOMES {
                return Err(SimError::TooManyOutcomes {
                    outcomes,
                    limit: MOST_OUTCOMES,
                });
            }
            all = all
                .iter()
                .flat_map(|&(index, p)| {
                    marginal.iter().map(move |&(bits, q)| (index | bits, p * q))
                })
                .filter(|&(_, probability)| probability > TOLERANCE)
                .collect();
        }
        let outcomes = all.into_iter();
        let mut marginal: Vec<(Bitstring, f64)> = outcomes
            .map(|(index, probability)| (readout.read(index), probability))
            .collect();
        marginal.sort_by_key(|&(bits, _)| bits);
        Ok(marginal)
    }
}

impl<S> Part<S> {
    /// Reads those of its qubits that are measured.
    fn measured(&self, readout: &Readout) -> Readout {
        let own = self.qubits.iter().enumerate();
        let measured = own.filter(|&(_, &name)| readout.sources().contains(&Some(name)));
        Readout::from_sources(measured.map(|(k, _)| Some(Qubit::from_index(k))).collect())
    }

    /// Its reading, as bits of the index of all qubits.
    fn spread(&self, own: &Readout, bits: Bitstring) -> u128 {
        let read = own.sources().iter().flatten().zip(bits.iter());
        read.filter(|&(_, bit)| bit)
            .map(|(qubit, _)| 1 << self.qubits[qubit.index()].index())
            .sum()
    }
}

#[cfg(test)]
mod tests;
