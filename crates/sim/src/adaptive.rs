mod component;
mod costs;

use std::mem;

use cheqqers_circuit::{Circuit, Gate, Qubit};

use self::costs::Costs;
use crate::evolve::FEWEST_QUBITS;
use crate::fuse::{Fused, Op, fuse_from_zero, fuse_ops, sparse_order};
use crate::precision::Precision;
use crate::product::{QuantumState, read_out};
use crate::{Limits, Readout, SimError, Sparse, StateVector};

/// A state that is sparse while that takes less time, by an estimate, and dense from then on.
///
/// The estimates are made of the gates' matrices and the number of amplitudes, so the same circuit is
/// always run in the same way.
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
    /// State vector of all amplitudes.
    Dense(StateVector<T>),
}

impl<T: Precision> AdaptiveState<T> {
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
    /// As [`Self::run`]; then it is a state without qubits.
    pub fn rerun(&mut self, circuit: &Circuit, limits: Limits) -> Result<(), SimError> {
        Readout::of(circuit)?;
        let memory = match mem::replace(self, Self::Sparse(Sparse::new())) {
            Self::Dense(memory) => Some(memory),
            Self::Sparse(_) => None,
        };
        *self = Self::evolved(
            &Sparse::zero(circuit.num_qubits())?,
            circuit,
            limits,
            memory,
        )?;
        Ok(())
    }

    /// Image of a state of as many qubits under the gates of a circuit; perhaps in memory of an earlier
    /// state.
    ///
    /// # Errors
    /// Returns an error if a gate is unknown here, or the state comes to be beyond the limits.
    pub(crate) fn evolved(
        initial: &Sparse,
        circuit: &Circuit,
        limits: Limits,
        memory: Option<StateVector<T>>,
    ) -> Result<Self, SimError> {
        let num_qubits = circuit.num_qubits();
        let mut state = initial.clone();
        if limits.dense_len::<T>(num_qubits).is_err() {
            state.apply_circuit(circuit, limits)?;
            return Ok(Self::Sparse(state));
        }
        let mut gates = circuit.gates();
        let few = costs::few(num_qubits).min(limits.amplitudes);
        if state.apply_while_few(&mut gates, few)? {
            return Ok(Self::Sparse(state));
        }
        let empty = || match memory {
            Some(memory) if memory.num_qubits() == num_qubits => Ok(memory),
            _ => StateVector::nothing(num_qubits, limits),
        };
        let index = |index: u128| usize::try_from(index).expect("an index of the state");
        if num_qubits < FEWEST_QUBITS {
            let mut dense = empty()?;
            dense.set_small(state.amplitudes().map(|(k, a)| (index(k), a)), gates)?;
            return Ok(Self::Dense(dense));
        }
        // Starts over: fused and reordered, the gates may need fewer amplitudes.
        let Fused { start: ones, ops } = fuse_from_zero(circuit)?;
        let started = || {
            let mut state = initial.clone();
            for qubit in (0..).map(Qubit).take(num_qubits) {
                if ones >> qubit.0 & 1 == 1 {
                    state.apply(Gate::X, &[qubit]);
                }
            }
            state
        };
        state = started();
        let order = sparse_order(&ops);
        let mut costs = Costs::new::<T>(&state, &ops);
        for (done, &place) in order.iter().enumerate() {
            let op = &ops[place];
            if state.len() <= limits.amplitudes && costs.favour_sparse(state.len(), op) {
                // Beyond the limit it becomes dense instead of an error.
                state.apply_op(op, limits.without_amplitudes())?;
                continue;
            }
            let ops = if costs.restart_is_cheap() {
                // From few rows the first passes of a dense state take little time.
                state = started();
                fuse_ops(&ops)
            } else {
                // In the order of the circuit ops fuse better.
                let mut left = order[done..].to_vec();
                left.sort_unstable();
                let left: Vec<Op> = left.into_iter().map(|index| ops[index].clone()).collect();
                fuse_ops(&left)
            };
            let mut dense = empty()?;
            dense.set_evolved(state.amplitudes().map(|(k, a)| (index(k), a)), &ops);
            return Ok(Self::Dense(dense));
        }
        Ok(Self::Sparse(state))
    }

    /// Returns `true` if all amplitudes are stored.
    pub fn is_dense(&self) -> bool {
        matches!(self, Self::Dense(_))
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
    read_out!(Self::Sparse(state) => state, Self::Dense(state) => state);
}

#[cfg(test)]
mod tests;
