mod component;
mod costs;

use std::mem;

use cheqqers_circuit::{Circuit, Gate, Qubit};

use self::costs::Costs;
use crate::evolve::FEWEST_QUBITS;
use crate::fuse::{Fused, Op, depth_first, fuse_from_zero, fuse_ops};
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
        start: &Sparse,
        circuit: &Circuit,
        limits: Limits,
        memory: Option<StateVector<T>>,
    ) -> Result<Self, SimError> {
        let num_qubits = circuit.num_qubits();
        let mut state = start.clone();
        if limits.dense_len::<T>(num_qubits).is_err() {
            state.apply_circuit(circuit, limits)?;
            return Ok(Self::Sparse(state));
        }
        // A state beyond the limit becomes dense instead of an error.
        let no_limit = Limits {
            amplitudes: usize::MAX,
            ..limits
        };
        let mut gates = circuit.gates();
        while state.len() <= costs::few(num_qubits).min(limits.amplitudes) {
            let Some((gate, qubits)) = gates.next() else {
                return Ok(Self::Sparse(state));
            };
            state.apply_within(gate, qubits, no_limit)?;
        }
        let dense = || match memory {
            Some(memory) if memory.num_qubits() == num_qubits => Ok(memory),
            _ => StateVector::nothing(num_qubits, limits),
        };
        let index = |index: u128| usize::try_from(index).expect("an index of the state");
        if num_qubits < FEWEST_QUBITS {
            let mut dense = dense()?;
            dense.set_small(state.amplitudes().map(|(k, a)| (index(k), a)), gates)?;
            return Ok(Self::Dense(dense));
        }
        // Starts over: fused gates, in another order, may never make so many amplitudes.
        let Fused { start: ones, ops } = fuse_from_zero(circuit)?;
        let mut start = start.clone();
        for qubit in (0..).map(Qubit).take(num_qubits) {
            if ones >> qubit.0 & 1 == 1 {
                start.apply(Gate::X, &[qubit]);
            }
        }
        let dense = |start: &Sparse, ops: &[Op]| {
            let mut dense = dense()?;
            dense.set_evolved(start.amplitudes().map(|(k, a)| (index(k), a)), ops);
            Ok(Self::Dense(dense))
        };
        let order = depth_first(&ops);
        let mut costs = Costs::new::<T>(&start, &ops);
        state = start.clone();
        for (done, &place) in order.iter().enumerate() {
            let op = &ops[place];
            if state.len() > limits.amplitudes || !costs.favour_sparse(state.len(), op) {
                // From few rows the first passes of a dense state take little time.
                if costs.little_is_done() {
                    return dense(&start, &fuse_ops(&ops));
                }
                // In their first order ops fuse better.
                let mut left = order[done..].to_vec();
                left.sort_unstable();
                let left: Vec<Op> = left.into_iter().map(|place| ops[place].clone()).collect();
                return dense(&state, &fuse_ops(&left));
            }
            state.apply_op(op, no_limit)?;
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
