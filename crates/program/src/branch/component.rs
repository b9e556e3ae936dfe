use cheqqers_circuit::{Circuit, Gate, Qubit};
use cheqqers_sim::{AdaptiveState, Limits, SimError, Sparse};

/// So many gates are put off at most.
const LONGEST_BATCH: usize = 1 << 14;

/// Qubits that gates link, with their state.
#[derive(Clone, Debug)]
pub(super) struct Component {
    /// Slot of each qubit.
    slots: Vec<usize>,
    /// State before the gates of the batch; it has no more qubits than that.
    state: AdaptiveState,
    /// Gates that were put off, to be run as one circuit.
    batch: Circuit,
}

impl Component {
    /// A component without qubits.
    pub(super) fn new() -> Self {
        Self {
            slots: Vec::new(),
            state: AdaptiveState::Sparse(Sparse::new()),
            batch: Circuit::new(0, 0),
        }
    }

    pub(super) fn slots(&self) -> &[usize] {
        &self.slots
    }

    /// State without the gates that were put off.
    pub(super) fn state(&self) -> &AdaptiveState {
        &self.state
    }

    /// Returns `true` if gates were put off.
    pub(super) fn is_behind(&self) -> bool {
        self.batch.num_qubits() > self.state.num_qubits() || !self.batch.operations().is_empty()
    }

    /// The qubit of a slot.
    pub(super) fn qubit(&self, slot: usize) -> Qubit {
        let place = self.slots.iter().position(|&other| other == slot);
        Qubit::from_index(place.expect("a slot of this component"))
    }

    /// Adds a qubit that is certain.
    pub(super) fn add(&mut self, slot: usize, one: bool) -> Result<(), SimError> {
        Sparse::check_qubits(self.slots.len() + 1)?;
        self.slots.push(slot);
        let qubit = self.batch.add_qubit();
        if one {
            self.push(Gate::X, &[qubit]);
        }
        Ok(())
    }

    /// Puts off a gate.
    pub(super) fn push(&mut self, gate: Gate, qubits: &[Qubit]) {
        let pushed = self.batch.push(gate, qubits);
        pushed.expect("different qubits of this component");
    }

    /// Returns `true` if gates should be put off no longer.
    pub(super) fn is_full(&self) -> bool {
        self.batch.operations().len() >= LONGEST_BATCH
    }

    /// Runs the gates that were put off.
    pub(super) fn flush(&mut self, limits: Limits) -> Result<(), SimError> {
        self.state.evolve(&self.batch, limits)?;
        self.batch = Circuit::new(self.slots.len(), 0);
        Ok(())
    }

    /// Takes in another component, whose qubits follow those here.
    pub(super) fn absorb(&mut self, mut other: Self, limits: Limits) -> Result<(), SimError> {
        Sparse::check_qubits(self.slots.len() + other.slots.len())?;
        if self.state.num_qubits() == 0 {
            std::mem::swap(self, &mut other);
        }
        if other.state.num_qubits() > 0 {
            self.flush(limits)?;
            other.flush(limits)?;
            self.state.tensor(&other.state, limits)?;
            self.slots.append(&mut other.slots);
            self.batch = Circuit::new(self.slots.len(), 0);
            return Ok(());
        }
        self.slots.append(&mut other.slots);
        self.batch.join(&other.batch);
        Ok(())
    }

    /// The component without a qubit, which reads `value`, and without those that are certain then;
    /// these with their values. No gates may have been put off.
    pub(super) fn collapsed(
        &self,
        qubit: Qubit,
        value: bool,
    ) -> Result<(Self, Vec<(usize, bool)>), SimError> {
        let mut slots = self.slots.clone();
        let mut known = vec![(slots.remove(qubit.index()), value)];
        let mut state = self.state.without(qubit, value)?;
        // From the last on, so that those before keep their numbers.
        for (qubit, value) in state.certain_qubits().into_iter().rev() {
            known.push((slots.remove(qubit.index()), value));
            state = state.without(qubit, value)?;
        }
        let component = Self {
            batch: Circuit::new(slots.len(), 0),
            slots,
            state,
        };
        Ok((component, known))
    }
}
