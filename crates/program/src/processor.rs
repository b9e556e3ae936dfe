use cheqqers_circuit::{Gate, Qubit};

/// Quantum processor that a program controls step by step.
///
/// The program measures in the middle, and what it does next may depend on the results. A processor
/// may put off the choice of a result until the program reads it with [`value`](Self::value), or acts
/// on the qubit again: results that are never read need no branch of their own.
pub trait Processor {
    /// Error of a step, after which the program stops.
    type Error;

    /// Adds qubits in |0⟩. They are numbered from 0 in the order they are added.
    ///
    /// # Errors
    /// Returns an error if the processor has no room for them.
    fn add_qubits(&mut self, number: usize) -> Result<(), Self::Error>;

    /// Applies a gate to qubits in the gate's order, controls first. The caller has checked that they
    /// are as many as the gate's, that they differ and that they were added.
    ///
    /// # Errors
    /// Returns an error if the gate can't be applied.
    fn gate(&mut self, gate: Gate, qubits: &[Qubit]) -> Result<(), Self::Error>;

    /// Measures a qubit in the computational basis.
    ///
    /// # Errors
    /// Returns an error if the qubit can't be measured now.
    fn measure(&mut self, qubit: Qubit) -> Result<MeasuredBit, Self::Error>;

    /// Puts a qubit into |0⟩, whatever its state was.
    ///
    /// # Errors
    /// Returns an error if the qubit can't be reset.
    fn reset(&mut self, qubit: Qubit) -> Result<(), Self::Error>;

    /// Value of a measured bit. Once read, it stays the same.
    ///
    /// # Errors
    /// Returns an error if the value can't be known, or the processor has no room for one more branch.
    fn value(&mut self, bit: MeasuredBit) -> Result<bool, Self::Error>;
}

/// Result of one measurement on a [`Processor`]: its index, from 0 in the order of the measurements.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct MeasuredBit(pub usize);
