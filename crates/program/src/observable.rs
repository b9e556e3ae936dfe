//! Sums of Pauli strings, whose expectation values states have.

mod basis;
mod error;
mod parse;
mod pauli;
mod sum;

pub use self::basis::{Estimate, MeasurementBasis};
pub use self::error::ObservableError;
pub use self::pauli::{Pauli, PauliString};
pub use self::sum::Observable;

#[cfg(test)]
pub(crate) mod tests;
