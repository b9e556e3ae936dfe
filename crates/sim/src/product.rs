use std::collections::BTreeMap;

use cheqqers_circuit::{Bitstring, Qubit};
use rand::Rng;

use crate::precision::Precision;
use crate::sample::merged;
use crate::{Readout, SimError, Sparse, StateVector, TOLERANCE};

/// The most outcomes of several states together.
const MOST_OUTCOMES: usize = 1 << 24;

/// Number of shots drawn at a time, which bounds the memory.
const BATCH: u64 = 1 << 20;

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

/// The methods of [`QuantumState`], of the state that `self` holds: one arm for each form of it.
macro_rules! read_out {
    ($($form:pat => $state:expr),+) => {
        fn num_qubits(&self) -> usize {
            match self {
                $($form => $state.num_qubits(),)+
            }
        }

        fn shots<R: rand::Rng + ?Sized>(
            &self,
            readout: &$crate::Readout,
            shots: usize,
            rng: &mut R,
        ) -> Vec<cheqqers_circuit::Bitstring> {
            match self {
                $($form => $state.shots(readout, shots, rng),)+
            }
        }

        fn counts<R: rand::Rng + ?Sized>(
            &self,
            readout: &$crate::Readout,
            shots: usize,
            rng: &mut R,
        ) -> Vec<(cheqqers_circuit::Bitstring, u64)> {
            match self {
                $($form => $state.counts(readout, shots, rng),)+
            }
        }

        fn marginal(&self, readout: &$crate::Readout) -> Vec<(cheqqers_circuit::Bitstring, f64)> {
            match self {
                $($form => $state.marginal(readout),)+
            }
        }
    };
}

pub(crate) use read_out;

impl<T: Precision> QuantumState for StateVector<T> {
    read_out!(state => state);
}

impl QuantumState for Sparse {
    read_out!(state => state);
}

impl<S: QuantumState> QuantumState for &S {
    read_out!(state => **state);
}

/// Independent states, read out as one state.
#[derive(Clone, Debug)]
pub struct Product<S> {
    components: Vec<ComponentState<S>>,
}

#[derive(Clone, Debug)]
struct ComponentState<S> {
    /// Number of each of its qubits among all.
    qubits: Vec<Qubit>,
    state: S,
}

impl<S: QuantumState> Product<S> {
    /// States, each with the numbers of its qubits among all: those of `Circuit::components`.
    ///
    /// # Panics
    /// Panics if a state has another number of qubits than are named, or they are not ascending.
    pub fn new(components: impl IntoIterator<Item = (Vec<Qubit>, S)>) -> Self {
        let components = components.into_iter().map(|(qubits, state)| {
            assert_eq!(qubits.len(), state.num_qubits(), "a name for each qubit");
            assert!(qubits.is_sorted(), "the qubits are ascending");
            ComponentState { qubits, state }
        });
        Self {
            components: components.collect(),
        }
    }

    /// The states, each with the numbers of its qubits among all, in the order in which they were given.
    pub fn components(&self) -> impl Iterator<Item = (&[Qubit], &S)> {
        let components = self.components.iter();
        components.map(|component| (&component.qubits[..], &component.state))
    }

    /// The states, in the order in which they were given.
    pub fn states(&self) -> impl Iterator<Item = &S> {
        self.components().map(|(_, state)| state)
    }

    /// Mutable references to the states, in order.
    pub fn states_mut(&mut self) -> impl Iterator<Item = &mut S> {
        self.components
            .iter_mut()
            .map(|component| &mut component.state)
    }

    /// The one state, when there is no other and its qubits have their own numbers.
    fn only(&self) -> Option<&ComponentState<S>> {
        let [component] = &self.components[..] else {
            return None;
        };
        let mut names = component.qubits.iter().enumerate();
        names
            .all(|(k, name)| name.index() == k)
            .then_some(component)
    }

    /// Draws shots, in the order drawn.
    ///
    /// Cost: one pass over each state.
    pub fn shots<R: Rng + ?Sized>(
        &self,
        readout: &Readout,
        shots: usize,
        rng: &mut R,
    ) -> Vec<Bitstring> {
        if let Some(component) = self.only() {
            return component.state.shots(readout, shots, rng);
        }
        let mut all = vec![Bitstring::zeros(readout.num_bits()); shots];
        for component in &self.components {
            let own = readout.restricted_to(&component.qubits);
            if own.readout.num_bits() == 0 {
                continue;
            }
            own.write_all(component.state.shots(&own.readout, shots, rng), &mut all);
        }
        all
    }

    /// Counts of the outcomes in so many shots, in order of their text.
    ///
    /// Cost: for every 2²⁰ shots one pass over each state, and a sort of the shots.
    pub fn counts<R: Rng + ?Sized>(
        &self,
        readout: &Readout,
        shots: u64,
        rng: &mut R,
    ) -> Vec<(Bitstring, u64)> {
        let mut counts = BTreeMap::new();
        let mut left = shots;
        while left > 0 {
            let now = left.min(BATCH);
            left -= now;
            let now = usize::try_from(now).expect("BATCH fits in 32 bits");
            let drawn = self.batch_counts(readout, now, rng);
            if now as u64 == shots {
                return drawn;
            }
            for (bits, count) in drawn {
                *counts.entry(bits).or_default() += count;
            }
        }
        counts.into_iter().collect()
    }

    /// Counts of the outcomes in so many shots, which take memory each.
    fn batch_counts<R: Rng + ?Sized>(
        &self,
        readout: &Readout,
        shots: usize,
        rng: &mut R,
    ) -> Vec<(Bitstring, u64)> {
        if let Some(component) = self.only() {
            return component.state.counts(readout, shots, rng);
        }
        let all = self.shots(readout, shots, rng).into_iter();
        merged(all.map(|bits| (bits, 1)).collect())
    }

    /// The bitstrings that a readout gives with a probability above [`TOLERANCE`], in their order.
    ///
    /// # Errors
    /// Returns an error if several states together may give more than 2²⁴.
    pub fn marginal(&self, readout: &Readout) -> Result<Vec<(Bitstring, f64)>, SimError> {
        if let Some(component) = self.only() {
            return Ok(component.state.marginal(readout));
        }
        let mut all = vec![(Bitstring::zeros(readout.num_bits()), 1.0)];
        for component in &self.components {
            let own = readout.restricted_to(&component.qubits);
            let marginal = component.state.marginal(&own.readout);
            let outcomes = all.len().saturating_mul(marginal.len());
            if outcomes > MOST_OUTCOMES {
                return Err(SimError::TooManyOutcomes {
                    outcomes,
                    limit: MOST_OUTCOMES,
                });
            }
            let with_component = |&(shot, p): &(Bitstring, f64)| {
                let own = &own;
                let outcomes = marginal.iter();
                outcomes.map(move |&(bits, q)| (own.write(bits, shot), p * q))
            };
            let outcomes = all.iter().flat_map(with_component);
            all = outcomes
                .filter(|&(_, probability)| probability > TOLERANCE)
                .collect();
        }
        all.sort_by_key(|&(bits, _)| bits);
        Ok(all)
    }
}

#[cfg(test)]
mod tests;
