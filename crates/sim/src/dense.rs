use std::iter;

use cheqqers_circuit::{Circuit, Gate, Qubit};
use num_complex::{Complex, Complex64};

use crate::class::Class;
use crate::evolve::{self, Live};
use crate::fuse::{Fused, Op};
use crate::precision::Precision;
use crate::precision::sealed::Evolve as _;
use crate::{Limits, Readout, SimError, fuse, kernel};

/// A state vector: all 2ⁿ amplitudes, in double or single precision.
///
/// Entry `i` holds qubit `k` in bit `k` of `i`. Memory: 16 bytes x 2ⁿ (n = 20: 16 MiB), in single
/// precision half of it, and the machine gives it only as it is needed: a qubit from the eighth on
/// that no gate has acted on takes none.
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
#[derive(Clone, Debug)]
pub struct StateVector<T> {
    num_qubits: usize,
    /// 2ⁿ of them.
    amplitudes: Vec<Complex<T>>,
    /// The rows that may hold anything but zeros.
    live: Live,
}

impl<T: Precision> PartialEq for StateVector<T> {
    fn eq(&self, other: &Self) -> bool {
        self.amplitudes == other.amplitudes
    }
}

/// A state vector in double precision: amplitudes are right to about 1e-15 for each gate.
pub type Dense = StateVector<f64>;

/// A state vector in single precision: amplitudes are right to about 1e-7 for each gate, and it
/// takes half the time.
pub type SingleDense = StateVector<f32>;

impl<T: Precision> StateVector<T> {
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
    /// Returns an error if they are more than the limits allow, before any memory is used, or the
    /// machine refuses the memory.
    pub fn zero_within(num_qubits: usize, limits: Limits) -> Result<Self, SimError> {
        let mut state = Self::nothing(num_qubits, limits)?;
        state.amplitudes[0] = T::rounded(Complex64::ONE);
        state.live.set(0);
        Ok(state)
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
    /// Gates that follow each other on few qubits are done as one, and many of them while a part of
    /// the state is in the cache of a core; all cores take part. The result does not depend on how
    /// many they are, to the last bit.
    ///
    /// # Errors
    /// Returns an error if the circuit is beyond the limits (checked before any memory is used) or
    /// has a gate on a measured qubit or one unknown here.
    pub fn run_within(circuit: &Circuit, limits: Limits) -> Result<Self, SimError> {
        limits.dense_len::<T>(circuit.num_qubits())?;
        Readout::of(circuit)?;
        let mut state = Self::nothing(circuit.num_qubits(), limits)?;
        state.rerun(circuit)?;
        Ok(state)
    }

    /// The state that the gates of a circuit make of |0…0⟩ takes the place of this one, in its
    /// memory; measurements are left undone, wherever they stand.
    ///
    /// # Errors
    /// Returns an error if a gate is unknown here; then the state is as it was.
    ///
    /// # Panics
    /// Panics if the circuit has another number of qubits.
    pub fn rerun(&mut self, circuit: &Circuit) -> Result<(), SimError> {
        assert_eq!(
            circuit.num_qubits(),
            self.num_qubits,
            "a circuit of its size"
        );
        if self.num_qubits >= evolve::FEWEST_QUBITS {
            let Fused { start, ops } = fuse::fuse_from_zero(circuit)?;
            let start = usize::try_from(start).expect("an index of the state");
            self.set_evolved(iter::once((start, Complex64::ONE)), &fuse::fuse_ops(&ops));
            return Ok(());
        }
        self.set_small(iter::once((0, Complex64::ONE)), circuit.gates())
    }

    /// Becomes what gates make of a state that is given by its amplitudes that are not zero: gate by
    /// gate, which takes less time than to plan for small states, and in double precision, whatever
    /// is asked for.
    ///
    /// # Errors
    /// Returns an error if a gate is unknown here; then the state is as it was.
    pub(crate) fn set_small<'a>(
        &mut self,
        start: impl Iterator<Item = (usize, Complex64)>,
        gates: impl Iterator<Item = (Gate, &'a [Qubit])>,
    ) -> Result<(), SimError> {
        let mut amplitudes = vec![Complex64::ZERO; self.amplitudes.len()];
        for (index, amplitude) in start {
            amplitudes[index] = amplitude;
        }
        for (gate, qubits) in gates {
            if !kernel::apply(&mut amplitudes, gate, qubits, usize::MAX) {
                return Err(SimError::UnsupportedGate { gate });
            }
        }
        for (amplitude, exact) in self.amplitudes.iter_mut().zip(amplitudes) {
            *amplitude = T::rounded(exact);
        }
        self.live.set_all();
        Ok(())
    }

    /// Becomes what ops make of a state that is given by its amplitudes that are not zero. It has 8
    /// qubits or more.
    pub(crate) fn set_evolved(
        &mut self,
        start: impl Iterator<Item = (usize, Complex64)>,
        ops: &[Op],
    ) {
        T::evolve(&mut self.amplitudes, &mut self.live, start, ops);
    }

    /// All amplitudes zero, which is no state yet.
    pub(crate) fn nothing(num_qubits: usize, limits: Limits) -> Result<Self, SimError> {
        let len = limits.dense_len::<T>(num_qubits)?;
        let amplitudes = bytemuck::allocation::try_zeroed_vec(len);
        Ok(Self {
            num_qubits,
            amplitudes: amplitudes.map_err(|()| SimError::OutOfMemory { amplitudes: len })?,
            live: Live::none(len.div_ceil(T::ROW_LEN)),
        })
    }

    /// Number of qubits.
    pub fn num_qubits(&self) -> usize {
        self.num_qubits
    }

    /// The 2ⁿ amplitudes, by basis index.
    pub fn amplitudes(&self) -> &[Complex<T>] {
        &self.amplitudes
    }

    pub(crate) fn amplitudes_mut(&mut self) -> &mut [Complex<T>] {
        self.live.set_all();
        &mut self.amplitudes
    }

    /// Amplitudes of one share of work on this state among cores.
    pub(crate) fn grain(&self) -> usize {
        kernel::grain(self.amplitudes.len())
    }
}

impl Dense {
    /// Applies the gates of a circuit of as many qubits; its measurements are left undone.
    ///
    /// # Errors
    /// Returns an error if a gate is unknown here; then the state is as it was.
    pub(crate) fn apply_circuit(&mut self, circuit: &Circuit) -> Result<(), SimError> {
        if self.num_qubits < evolve::FEWEST_QUBITS {
            if let Some((gate, _)) = circuit.gates().find(|&(gate, _)| Class::of(gate).is_none()) {
                return Err(SimError::UnsupportedGate { gate });
            }
            for (gate, qubits) in circuit.gates() {
                self.apply(gate, qubits);
            }
            return Ok(());
        }
        let ops = fuse::fuse_ops(&fuse::fuse_gates(circuit.gates())?);
        f64::evolve_further(&mut self.amplitudes, &mut self.live, &ops);
        Ok(())
    }

    /// Applies a gate to qubits in the gate's order, controls first.
    ///
    /// It trusts its caller that the qubits are as many as the gate's, all different, and there.
    ///
    /// # Panics
    /// Panics if the gate is unknown here or its angle is not finite, and perhaps when the caller's
    /// word does not hold.
    pub fn apply(&mut self, gate: Gate, qubits: &[Qubit]) {
        debug_assert_eq!(qubits.len(), gate.num_qubits(), "{gate} has other qubits");
        debug_assert!(qubits.iter().all(|qubit| qubit.index() < self.num_qubits));
        let grain = self.grain();
        let known = kernel::apply(self.amplitudes_mut(), gate, qubits, grain);
        assert!(known, "{gate} is no gate of the table at a finite angle");
    }
}

#[cfg(test)]
mod tests;
