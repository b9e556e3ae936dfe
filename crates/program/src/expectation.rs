//! Expectation values of observables, without a copy of the state.

mod passes;

use std::collections::{BTreeMap, BTreeSet};

use cheqqers_circuit::Qubit;
use cheqqers_sim::{AdaptiveState, Precision, Product, QuantumState, Sparse, StateVector};

use crate::error::SimulationError;
use crate::observable::{Observable, PauliString};

/// State that has expectation values.
///
/// Cost: one pass over the amplitudes for all strings that flip the same qubits, on all cores; how many
/// they are does not change a value. Of a sparse state, strings that flip qubits take a search for each
/// amplitude. A single-precision state is summed up in double precision.
pub trait Expectation: QuantumState {
    /// The expectation value of each string, on qubits that are there.
    fn expectations(&self, strings: &[PauliString]) -> Vec<f64>;

    /// The expectation value of an observable.
    ///
    /// # Errors
    /// Returns an error if the observable has a qubit that is not there.
    fn expectation(&self, observable: &Observable) -> Result<f64, SimulationError> {
        observable.check_qubits(self.num_qubits())?;
        let strings: Vec<PauliString> = observable.terms().iter().map(|term| term.0).collect();
        let values = self.expectations(&strings);
        let terms = observable.terms().iter().zip(values);
        Ok(terms
            .map(|((_, coefficient), value)| coefficient * value)
            .sum())
    }
}

impl<T: Precision> Expectation for StateVector<T> {
    fn expectations(&self, strings: &[PauliString]) -> Vec<f64> {
        by_flips(strings, |flips, strings| {
            passes::dense(self.amplitudes(), flips, strings)
        })
    }
}

impl Expectation for Sparse {
    fn expectations(&self, strings: &[PauliString]) -> Vec<f64> {
        by_flips(strings, |flips, strings| {
            passes::sparse(self, flips, strings)
        })
    }
}

impl<T: Precision> Expectation for AdaptiveState<T> {
    fn expectations(&self, strings: &[PauliString]) -> Vec<f64> {
        match self {
            Self::Sparse(state) => state.expectations(strings),
            Self::Dense(state) => state.expectations(strings),
        }
    }
}

/// The expectation value of an observable of independent states: of each string the product over the
/// states.
///
/// # Errors
/// Returns an error if the observable has a qubit that is not there.
pub fn product_expectation<S: Expectation>(
    product: &Product<S>,
    observable: &Observable,
) -> Result<f64, SimulationError> {
    let qubits = product.components().flat_map(|(qubits, _)| qubits);
    let num_qubits = qubits.max().map_or(0, |last| last.index() + 1);
    observable.check_qubits(num_qubits)?;
    let terms = observable.terms();
    let mut values: Vec<f64> = terms.iter().map(|(_, coefficient)| *coefficient).collect();
    for (qubits, state) in product.components() {
        let own = terms.iter().map(|(string, _)| string.restricted_to(qubits));
        let own: Vec<PauliString> = own.collect();
        let distinct: BTreeSet<PauliString> = own.iter().copied().collect();
        let distinct: Vec<PauliString> = distinct.into_iter().collect();
        let found = state.expectations(&distinct);
        for (value, string) in values.iter_mut().zip(&own) {
            let place = distinct.binary_search(string);
            *value *= found[place.expect("all strings are among them")];
        }
    }
    Ok(values.iter().sum())
}

impl Observable {
    /// Checks that among so many qubits are all that it acts on.
    ///
    /// # Errors
    /// Returns an error that names its last qubit if that is not there.
    pub fn check_qubits(&self, num_qubits: usize) -> Result<(), SimulationError> {
        check_qubits(self.num_qubits(), num_qubits)
    }
}

/// Checks that a state of `num_qubits` has the qubits `0..needed`.
pub(crate) fn check_qubits(needed: usize, num_qubits: usize) -> Result<(), SimulationError> {
    if needed > num_qubits {
        return Err(SimulationError::NoSuchQubit {
            qubit: Qubit::from_index(needed - 1),
            num_qubits,
        });
    }
    Ok(())
}

/// The expectation values of strings, by those of strings that all flip the same qubits.
fn by_flips(strings: &[PauliString], pass: impl Fn(u128, &[PauliString]) -> Vec<f64>) -> Vec<f64> {
    /// Strings of one pass, at most.
    const AT_A_TIME: usize = 64;
    let mut places = BTreeMap::<u128, Vec<usize>>::new();
    let mut values = vec![1.0; strings.len()];
    for (place, string) in strings.iter().enumerate() {
        if !string.is_identity() {
            places.entry(string.flips()).or_default().push(place);
        }
    }
    for (flips, places) in places {
        for places in places.chunks(AT_A_TIME) {
            let together: Vec<PauliString> = places.iter().map(|&place| strings[place]).collect();
            for (&place, value) in places.iter().zip(pass(flips, &together)) {
                values[place] = value;
            }
        }
    }
    values
}

#[cfg(test)]
mod tests;
