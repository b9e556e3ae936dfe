//! Expectation values of observables, without a copy of the state.

mod passes;

use std::collections::BTreeMap;

use cheqqers_circuit::Qubit;

use crate::observable::{Observable, PauliString};
use crate::precision::Precision;
use crate::{SimError, Sparse, StateVector};

impl<T: Precision> StateVector<T> {
    /// The expectation value of an observable.
    ///
    /// Cost: one pass over the state for all strings that flip the same qubits, on all cores; how many
    /// they are does not change the result. A single-precision state is summed up in double precision.
    ///
    /// # Errors
    /// Returns an error if the observable has a qubit that is not there.
    pub fn expectation(&self, observable: &Observable) -> Result<f64, SimError> {
        expectation(observable, self.num_qubits(), |strings| {
            self.expectations(strings)
        })
    }

    /// The expectation value of each string, on qubits that are there.
    pub(crate) fn expectations(&self, strings: &[PauliString]) -> Vec<f64> {
        by_flips(strings, |flips, strings| {
            passes::dense(self.amplitudes(), flips, strings)
        })
    }
}

impl Sparse {
    /// The expectation value of an observable.
    ///
    /// Cost: one pass over the entries for all strings that flip the same qubits, with a search for
    /// each entry if these are any; on all cores, whose number does not change the result.
    ///
    /// # Errors
    /// Returns an error if the observable has a qubit that is not there.
    pub fn expectation(&self, observable: &Observable) -> Result<f64, SimError> {
        expectation(observable, self.num_qubits(), |strings| {
            self.expectations(strings)
        })
    }

    /// The expectation value of each string, on qubits that are there.
    pub(crate) fn expectations(&self, strings: &[PauliString]) -> Vec<f64> {
        by_flips(strings, |flips, strings| {
            passes::sparse(&self.entries, flips, strings)
        })
    }
}

/// The expectation value of an observable, by those of strings.
fn expectation(
    observable: &Observable,
    num_qubits: usize,
    expectations: impl Fn(&[PauliString]) -> Vec<f64>,
) -> Result<f64, SimError> {
    check_qubits(observable.num_qubits(), num_qubits)?;
    let strings: Vec<PauliString> = observable.terms().iter().map(|term| term.0).collect();
    let values = expectations(&strings);
    let terms = observable.terms().iter().zip(values);
    Ok(terms
        .map(|((_, coefficient), value)| coefficient * value)
        .sum())
}

/// Checks that a state of `num_qubits` has the qubits `0..needed`.
pub(crate) fn check_qubits(needed: usize, num_qubits: usize) -> Result<(), SimError> {
    if needed > num_qubits {
        return Err(SimError::NoSuchQubit {
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
