//! A state as noise changes it.

use cheqqers_circuit::{Bitstring, Gate, Qubit};
use num_complex::Complex64;
use rand::Rng;

use crate::{Dense, Readout, SimError, kernel};

/// A pure state that gates and faults happen to; its norm stays 1.
pub(super) trait State: Sized {
    fn start(num_qubits: usize) -> Result<Self, SimError>;

    fn gate(&mut self, gate: Gate, qubits: &[Qubit]) -> Result<(), SimError>;

    /// Probability that the qubit is 1.
    fn one(&self, qubit: Qubit) -> f64;

    /// The qubit goes from |1⟩, which it may be in, to |0⟩.
    fn decay(&mut self, qubit: Qubit) -> Result<(), SimError>;

    /// Factors for the amplitudes where the qubit is 0, and where it is 1.
    fn scale(&mut self, qubit: Qubit, zero: f64, one: f64) -> Result<(), SimError>;

    fn draw(
        self,
        readout: &Readout,
        shots: usize,
        rng: &mut (impl Rng + ?Sized),
    ) -> Result<Vec<Bitstring>, SimError>;
}

impl State for Dense {
    fn start(num_qubits: usize) -> Result<Self, SimError> {
        Self::zero(num_qubits)
    }

    fn gate(&mut self, gate: Gate, qubits: &[Qubit]) -> Result<(), SimError> {
        let grain = self.grain();
        if kernel::apply(self.amplitudes_mut(), gate, qubits, grain) {
            Ok(())
        } else {
            Err(SimError::UnsupportedGate { gate })
        }
    }

    fn one(&self, qubit: Qubit) -> f64 {
        self.probability(qubit)
    }

    fn decay(&mut self, qubit: Qubit) -> Result<(), SimError> {
        let norm = self.probability(qubit).sqrt();
        let grain = self.grain();
        kernel::halves(self.amplitudes_mut(), qubit, grain, move |zero, one| {
            *zero = *one / norm;
            *one = Complex64::default();
        });
        Ok(())
    }

    fn scale(&mut self, qubit: Qubit, zero: f64, one: f64) -> Result<(), SimError> {
        let grain = self.grain();
        kernel::halves(self.amplitudes_mut(), qubit, grain, move |a, b| {
            *a *= zero;
            *b *= one;
        });
        Ok(())
    }

    fn draw(
        self,
        readout: &Readout,
        shots: usize,
        rng: &mut (impl Rng + ?Sized),
    ) -> Result<Vec<Bitstring>, SimError> {
        Ok(self.shots(readout, shots, rng))
    }
}
