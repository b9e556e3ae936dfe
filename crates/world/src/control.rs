use std::ops::Deref;

use cheqqers_circuit::Gate;

use crate::effect::Effect;
use crate::slot::Slot;

/// Condition under which effects take place.
///
/// Its slots are quantum. Ancillas are slots that nothing else uses: they enter, and return to |0⟩
/// for certain, so that the world drops them again.
#[derive(Clone, Copy, Debug)]
pub enum Control<'a> {
    /// Every slot has the value that comes with it.
    Values {
        /// Different slots, at least one, with their values.
        values: &'a [(Slot, bool)],
        /// One ancilla for each slot but the first.
        ancillas: &'a [Slot],
    },
    /// No slot of the path is occupied, of which never two are at once: a sum modulo 2 then tells,
    /// and takes no more than a CX for each slot.
    Clear {
        /// Different slots, at least one.
        path: &'a [Slot],
        /// An ancilla, which a path of one slot leaves alone.
        ancilla: Slot,
    },
}

/// List of effects, in order of time, some of them under conditions.
///
/// ```
/// use cheqqers_circuit::Gate;
/// use cheqqers_world::{Control, Effect, Effects, Recording, Slot, World};
///
/// let [from, to, blocker, elsewhere] = [0, 1, 2, 3].map(Slot);
/// let mut world = World::new(Recording::On);
/// world.apply(1, &[Effect::split(Slot(4), [blocker, elsewhere])])?;
/// // What is on `from` goes to `to` unless the blocker is in the way.
/// let mut effects = Effects::new();
/// effects.enter(from, true);
/// effects.enter(to, false);
/// let clear = Control::Clear { path: &[blocker], ancilla: Slot(5) };
/// effects.controlled_by(clear, |effects, control| {
///     effects.controlled_gate(control, Gate::Iswap, &[from, to]);
/// });
/// world.apply(2, &effects)?;
/// let component = world.component(to).expect("its place depends on the blocker");
/// assert!((component.joint(&[(to, true), (elsewhere, true)]) - 0.5).abs() < 1e-12);
/// assert!((component.joint(&[(from, true), (blocker, true)]) - 0.5).abs() < 1e-12);
/// # Ok::<(), cheqqers_world::WorldError>(())
/// ```
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Effects(Vec<Effect>);

impl Effects {
    /// Creates an empty list.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds an effect.
    pub fn push(&mut self, effect: Effect) {
        self.0.push(effect);
    }

    /// Adds an [`Effect::Enter`].
    pub fn enter(&mut self, slot: Slot, occupied: bool) {
        self.push(Effect::Enter { slot, occupied });
    }

    /// Adds an [`Effect::Gate`].
    ///
    /// # Panics
    /// Panics if the gate has another number of qubits.
    pub fn gate(&mut self, gate: Gate, slots: &[Slot]) {
        self.push(Effect::gate(gate, slots));
    }

    /// Adds the effects of `act`, to which it passes a slot that is 1 exactly where the condition
    /// holds, and those that prepare and restore this slot around them.
    ///
    /// `act` must not change slots of the condition. Conditions nest.
    ///
    /// # Panics
    /// Panics if the condition has no slot, or too few ancillas.
    pub fn controlled_by(&mut self, control: Control<'_>, act: impl FnOnce(&mut Self, Slot)) {
        match control {
            Control::Clear {
                path: &[slot],
                ancilla: _,
            } => self.controlled_by_values(&[(slot, false)], &[], act),
            Control::Clear { path, ancilla } => {
                assert!(!path.is_empty(), "a path has slots");
                self.enter(ancilla, true);
                self.add_all(path, ancilla);
                act(self, ancilla);
                self.add_all(path, ancilla);
                self.gate(Gate::X, &[ancilla]);
            }
            Control::Values { values, ancillas } => {
                self.controlled_by_values(values, ancillas, act);
            }
        }
    }

    /// Adds a gate that acts where `control` is 1.
    ///
    /// # Panics
    /// Panics if the gate has another number of qubits.
    pub fn controlled_gate(&mut self, control: Slot, gate: Gate, slots: &[Slot]) {
        assert_eq!(slots.len(), gate.num_qubits(), "{gate} has other qubits");
        gate.controlled(&mut |gate, places| {
            let mut operands = [control; 3];
            for (operand, &place) in operands.iter_mut().zip(places) {
                if place > 0 {
                    *operand = slots[place - 1];
                }
            }
            self.gate(gate, &operands[..places.len()]);
        });
    }

    /// Lets a classical slot enter in |1⟩ where `control` is 1, and in |0⟩ elsewhere.
    pub fn controlled_enter(&mut self, control: Slot, slot: Slot) {
        self.enter(slot, false);
        self.gate(Gate::Cx, &[control, slot]);
    }

    /// Moves what is on the quantum slot `from` to `to`, classical and empty, where `control` is 1.
    /// It stays on `from` elsewhere, and there is no phase.
    pub fn controlled_relabel(&mut self, control: Slot, from: Slot, to: Slot) {
        self.enter(to, false);
        self.gate(Gate::Ccx, &[control, from, to]);
        self.gate(Gate::Cx, &[to, from]);
    }

    /// Moves what is on the quantum slot `from` to `to`, classical and empty, where no slot of the
    /// path is occupied, of which never two are at once where `from` is.
    ///
    /// As [`Self::controlled_relabel`] under [`Control::Clear`], but without an ancilla.
    pub fn relabel_where_clear(&mut self, path: &[Slot], from: Slot, to: Slot) {
        self.enter(to, false);
        self.gate(Gate::Cx, &[from, to]);
        for &slot in path {
            self.gate(Gate::Ccx, &[from, slot, to]);
        }
        self.gate(Gate::Cx, &[to, from]);
    }

    /// Lets `to` enter in |1⟩ where no slot of the path is occupied, of which never two are at once,
    /// and in |0⟩ elsewhere, and `from` the other way round.
    ///
    /// As [`Self::relabel_where_clear`] for a classical occupied `from`.
    pub fn enter_where_clear(&mut self, path: &[Slot], from: Slot, to: Slot) {
        self.enter(from, false);
        self.enter(to, true);
        for &slot in path {
            self.gate(Gate::Cx, &[slot, to]);
            self.gate(Gate::Cx, &[slot, from]);
        }
    }

    fn controlled_by_values(
        &mut self,
        values: &[(Slot, bool)],
        ancillas: &[Slot],
        act: impl FnOnce(&mut Self, Slot),
    ) {
        let (&(first, _), others) = values.split_first().expect("a condition has slots");
        let empty = values.iter().filter(|&&(_, occupied)| !occupied);
        for &(slot, _) in empty.clone() {
            self.gate(Gate::X, &[slot]);
        }
        let mut control = first;
        let mut conjunctions = Vec::new();
        for (k, &(slot, _)) in others.iter().enumerate() {
            let ancilla = ancillas[k];
            self.enter(ancilla, false);
            let conjunction = Effect::gate(Gate::Ccx, &[control, slot, ancilla]);
            self.push(conjunction);
            conjunctions.push(conjunction);
            control = ancilla;
        }
        act(self, control);
        self.0.extend(conjunctions.into_iter().rev());
        for &(slot, _) in empty {
            self.gate(Gate::X, &[slot]);
        }
    }

    fn add_all(&mut self, slots: &[Slot], to: Slot) {
        for &slot in slots {
            self.gate(Gate::Cx, &[slot, to]);
        }
    }
}

impl Deref for Effects {
    type Target = [Effect];

    fn deref(&self) -> &[Effect] {
        &self.0
    }
}

#[cfg(test)]
mod tests;
