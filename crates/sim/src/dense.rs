use cheqqers_circuit::{Action, Circuit, Gate, Qubit};
use num_complex::Complex64;

use crate::{Limits, Readout, SimError, kernel};

/// A state vector: all 2ⁿ amplitudes.
///
/// Entry `i` holds qubit `k` in bit `k` of `i`. Memory: 16 bytes x 2ⁿ (n = 20: 16 MiB). Cost of a
/// gate: O(2ⁿ), less where it controls; from 16 qubits on all cores share it, and the result is the
/// same to the last bit.
///
/// ```
/// use cheqqers_circuit::{Gate, Qubit};
/// use cheqqers_sim::Dense;
///
/// let mut state = Dense::zero(2)?;
/// state.apply(Gate::X, &[Qubit(1)]);
/// assert_eq!(state.probabilities(), [0.0, 0.0, 1.0, 0.0]);
/// # Ok::<(), cheqqers_sim::SimError>(())
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct Dense {
    num_qubits: usize,
    /// 2ⁿ of them.
    amplitudes: Vec<Complex64>,
}

impl Dense {
    /// `num_qubits` qubits in |0⟩, within the default [`Limits`].
    ///
    /// # Errors
    /// As [`Self::zero_within`].
    pub fn zero(num_qubits: usize) -> Result<Self, SimError> {
        Self::zero_within(num_qubits, Limits::default())
    }

    /// `num_qubits` qubits in |0⟩.
    ///
    /// # Errors
    /// When they are more than the limits allow, before any memory is used, or the machine refuses
    /// the memory.
    pub fn zero_within(num_qubits: usize, limits: Limits) -> Result<Self, SimError> {
        let len = limits.dense_len(num_qubits)?;
        let mut amplitudes = Vec::new();
        amplitudes
            .try_reserve_exact(len)
            .map_err(|_| SimError::OutOfMemory { amplitudes: len })?;
        amplitudes.resize(len, Complex64::new(0.0, 0.0));
        amplitudes[0] = Complex64::new(1.0, 0.0);
        Ok(Self {
            num_qubits,
            amplitudes,
        })
    }

    /// The state that the gates of a circuit make of |0…0⟩, within the default [`Limits`]; its
    /// measurements are left undone.
    ///
    /// # Errors
    /// As [`Self::run_within`].
    pub fn run(circuit: &Circuit) -> Result<Self, SimError> {
        Self::run_within(circuit, Limits::default())
    }

    /// The state that the gates of a circuit make of |0…0⟩; its measurements are left undone.
    ///
    /// # Errors
    /// When the circuit is beyond the limits (checked before any memory is used) or has a gate on a
    /// measured qubit or one unknown here.
    pub fn run_within(circuit: &Circuit, limits: Limits) -> Result<Self, SimError> {
        limits.dense_len(circuit.num_qubits())?;
        Readout::of(circuit)?;
        let mut state = Self::zero_within(circuit.num_qubits(), limits)?;
        let grain = state.grain();
        for operation in circuit.operations() {
            if let Action::Gate(gate, operands) = operation.action
                && !kernel::apply(&mut state.amplitudes, gate, operands.as_slice(), grain)
            {
                return Err(SimError::UnsupportedGate { gate });
            }
        }
        Ok(state)
    }

    /// How many qubits.
    pub fn num_qubits(&self) -> usize {
        self.num_qubits
    }

    /// The 2ⁿ amplitudes, by basis index.
    pub fn amplitudes(&self) -> &[Complex64] {
        &self.amplitudes
    }

    /// Applies a gate to qubits in the gate's order, controls first.
    ///
    /// It trusts its caller that the qubits are as many as the gate's, all different, and there.
    ///
    /// # Panics
    /// When the gate is unknown here or its angle is not finite, and perhaps when the caller's word
    /// does not hold.
    pub fn apply(&mut self, gate: Gate, qubits: &[Qubit]) {
        debug_assert_eq!(qubits.len(), gate.num_qubits(), "{gate} has other qubits");
        debug_assert!(qubits.iter().all(|qubit| qubit.index() < self.num_qubits));
        let grain = self.grain();
        let known = kernel::apply(&mut self.amplitudes, gate, qubits, grain);
        assert!(known, "{gate} is no gate of the table at a finite angle");
    }

    /// How finely work on this state is shared among cores.
    pub(crate) fn grain(&self) -> usize {
        kernel::grain(self.amplitudes.len())
    }

    pub(crate) fn amplitudes_mut(&mut self) -> &mut [Complex64] {
        &mut self.amplitudes
    }
}

#[cfg(test)]
mod tests;
