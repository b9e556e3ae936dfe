use std::mem;

use cheqqers_circuit::{Bitstring, Circuit};
use rand::Rng;

use crate::observable::PauliString;
use crate::precision::Precision;
use crate::product::QuantumState;
use crate::{Limits, Readout, SimError, Sparse, StateVector};

/// A state that is sparse while it has few amplitudes, and dense from then on.
///
/// ```
/// use cheqqers_circuit::{Circuit, Gate, Qubit};
/// use cheqqers_sim::{AdaptiveState, Limits};
///
/// let mut ghz = Circuit::new(20, 0);
/// ghz.push(Gate::H, &[Qubit(0)])?;
/// for k in 1..20 {
///     ghz.push(Gate::Cx, &[Qubit(k - 1), Qubit(k)])?;
/// }
/// let state: AdaptiveState = AdaptiveState::run(&ghz, Limits::default())?;
/// assert!(matches!(state, AdaptiveState::Sparse(_)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub enum AdaptiveState<T = f64> {
    /// The amplitudes that are not zero.
    Sparse(Sparse),
    /// All amplitudes.
    Dense(StateVector<T>),
}

impl<T: Precision> AdaptiveState<T> {
    /// The most amplitudes of a sparse state that could be dense as well: with more of them the next
    /// gates take less time on all 2ⁿ amplitudes.
    ///
    /// On one amplitude they take the sparse simulator about 32 times as long, and as long as on 150
    /// amplitudes to be planned.
    pub fn most_sparse(num_qubits: usize) -> usize {
        let all = u32::try_from(num_qubits)
            .ok()
            .and_then(|n| 1_usize.checked_shl(n));
        all.map_or(usize::MAX, |all| all / 32 + 150)
    }

    /// The state that the gates of a circuit make of |0…0⟩; its measurements are left undone.
    ///
    /// # Errors
    /// Returns an error if the circuit has a gate on a measured qubit or one unknown here, or the
    /// state comes to be beyond the limits: of a state vector if it has few enough qubits, of a
    /// sparse one otherwise.
    pub fn run(circuit: &Circuit, limits: Limits) -> Result<Self, SimError> {
        let mut state = Self::Sparse(Sparse::new());
        state.rerun(circuit, limits)?;
        Ok(state)
    }

    /// The state that the gates of a circuit make of |0…0⟩ takes the place of this one, and its
    /// memory if both are dense and of one size.
    ///
    /// # Errors
    /// As [`Self::run`]; the state is any then.
    pub fn rerun(&mut self, circuit: &Circuit, limits: Limits) -> Result<(), SimError> {
        Readout::of(circuit)?;
        let start = Self::Sparse(Sparse::zero(circuit.num_qubits())?);
        let memory = match mem::replace(self, start) {
            Self::Dense(memory) => Some(memory),
            Self::Sparse(_) => None,
        };
        self.apply_in(circuit, limits, memory)
    }

    /// Applies gates to a sparse state, which may become dense in memory of an earlier state.
    pub(crate) fn apply_in(
        &mut self,
        circuit: &Circuit,
        limits: Limits,
        memory: Option<StateVector<T>>,
    ) -> Result<(), SimError> {
        let Self::Sparse(state) = self else {
            unreachable!("the caller has a sparse state");
        };
        let num_qubits = circuit.num_qubits();
        if limits.dense_len::<T>(num_qubits).is_err() {
            return state.apply_circuit(circuit, limits);
        }
        // It could come to hold all amplitudes.
        let sparse_limits = Limits {
            amplitudes: usize::MAX,
            ..limits
        };
        let few = Self::most_sparse(num_qubits).min(limits.amplitudes);
        let ops = state.apply_while_few(circuit, sparse_limits, few)?;
        if !ops.is_empty() {
            let mut dense = match memory {
                Some(memory) if memory.num_qubits() == num_qubits => memory,
                _ => StateVector::nothing(num_qubits, limits)?,
            };
            let index = |index: u128| usize::try_from(index).expect("an index of the state");
            let start = state
                .amplitudes()
                .map(|(k, amplitude)| (index(k), amplitude));
            dense.set_evolved(start, &ops);
            *self = Self::Dense(dense);
        }
        Ok(())
    }

    /// Number of qubits.
    pub fn num_qubits(&self) -> usize {
        match self {
            Self::Sparse(state) => state.num_qubits(),
            Self::Dense(state) => state.num_qubits(),
        }
    }
}

impl<T: Precision> QuantumState for AdaptiveState<T> {
    fn num_qubits(&self) -> usize {
        self.num_qubits()
    }

    fn shots<R: Rng + ?Sized>(
        &self,
        readout: &Readout,
        shots: usize,
        rng: &mut R,
    ) -> Vec<Bitstring> {
        match self {
            Self::Sparse(state) => state.shots(readout, shots, rng),
            Self::Dense(state) => state.shots(readout, shots, rng),
        }
    }

    fn counts<R: Rng + ?Sized>(
        &self,
        readout: &Readout,
        shots: usize,
        rng: &mut R,
    ) -> Vec<(Bitstring, u64)> {
        match self {
            Self::Sparse(state) => state.counts(readout, shots, rng),
            Self::Dense(state) => state.counts(readout, shots, rng),
        }
    }

    fn marginal(&self, readout: &Readout) -> Vec<(Bitstring, f64)> {
        match self {
            Self::Sparse(state) => state.marginal(readout),
            Self::Dense(state) => state.marginal(readout),
        }
    }

    fn expectations(&self, strings: &[PauliString]) -> Vec<f64> {
        match self {
            Self::Sparse(state) => state.expectations(strings),
            Self::Dense(state) => state.expectations(strings),
        }
    }
}
