use std::collections::BTreeMap;

use super::error::ObservableError;
use super::pauli::PauliString;

/// A sum of Pauli strings with real coefficients.
///
/// In text an operator stands before the number of its qubit, products have spaces or `*`, and a
/// number alone is a multiple of the identity: `Z0 Z1 + 0.5 X2 - 1.5e-1 Y3*Z4 + 2`. A string of two or
/// more operators without numbers, such as `XXZI`, acts on the qubits from 0 on: the first letter is
/// qubit 0, as in strings of bits. Several of them have one length.
///
/// ```
/// use cheqqers_circuit::{Circuit, Gate, Qubit};
/// use cheqqers_program::{Expectation, Observable};
/// use cheqqers_sim::Dense;
///
/// let mut bell = Circuit::new(2, 0);
/// bell.push(Gate::H, &[Qubit(0)])?;
/// bell.push(Gate::Cx, &[Qubit(0), Qubit(1)])?;
/// let observable: Observable = "2 X0*X1 + ZI - YY".parse()?;
/// assert_eq!(observable.to_string(), "2 X0 X1 - Y0 Y1 + Z0");
/// let value = Dense::run(&bell)?.expectation(&observable)?;
/// assert!((value - 3.0).abs() < 1e-12);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Observable {
    /// In order, each string once, none with coefficient 0.
    terms: Vec<(PauliString, f64)>,
}

impl Observable {
    /// The sum of strings with coefficients. Equal strings are taken together.
    ///
    /// # Errors
    /// Returns an error if a coefficient, or the sum of their sizes, is not finite.
    pub fn new(
        terms: impl IntoIterator<Item = (PauliString, f64)>,
    ) -> Result<Self, ObservableError> {
        let mut sum = BTreeMap::<PauliString, f64>::new();
        for (string, coefficient) in terms {
            *sum.entry(string).or_default() += coefficient;
        }
        sum.retain(|_, coefficient| *coefficient != 0.0);
        let observable = Self {
            terms: sum.into_iter().collect(),
        };
        if !observable.bound().is_finite() {
            return Err(ObservableError::NotFinite);
        }
        Ok(observable)
    }

    /// The strings with their coefficients, in order, each string once.
    pub fn terms(&self) -> &[(PauliString, f64)] {
        &self.terms
    }

    /// One more than the highest qubit that it acts on; 0 for a multiple of the identity.
    pub fn num_qubits(&self) -> usize {
        let strings = self.terms.iter().map(|(string, _)| string);
        strings.map(PauliString::num_qubits).max().unwrap_or(0)
    }

    /// Bound of its values in any state: the sum of the sizes of its coefficients.
    pub fn bound(&self) -> f64 {
        let terms = self.terms.iter();
        terms.map(|(_, coefficient)| coefficient.abs()).sum()
    }
}
