use std::fmt;

use cheqqers_circuit::{Gate, Qubit};

use crate::slot_state::OperandState;

/// An effect made of gates, under a name: one of the foundation ([`STEP`](crate::STEP),
/// [`SPLIT`](crate::SPLIT)), or a game's own.
///
/// Its definition is literal gates. A shorter form and a walk over the exact state may do the same
/// for less on the states that occur; all are to be checked against each other by
/// `cheqqers_testkit::effect::check`.
#[derive(Clone, Copy)]
pub struct NamedEffect {
    /// Name, unique within a game.
    pub name: &'static str,
    /// Slots the effect is about, at most [`Self::MAX_OPERANDS`].
    pub operands: &'static [Operand],
    /// Definition; [`Encoding::Paper`](crate::Encoding::Paper) writes it.
    pub definition: &'static [Primitive],
    /// Fewer gates and qubits to the same end; empty for the definition.
    /// [`Encoding::Minimal`](crate::Encoding::Minimal) writes it.
    pub short: &'static [Primitive],
    /// The effect on the exact state; `None` to go through the short form.
    pub walk: Option<fn(&mut OperandState<'_>)>,
    /// Places of the operands that are quantum afterwards and whose probability the effect may
    /// have made certain; empty where it only moves what is there.
    pub changed: &'static [usize],
    /// `true` when the changed operands have equal probabilities.
    pub is_even: bool,
}

/// Part that a slot takes in a named effect.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Operand {
    /// Quantum before and afterwards.
    Quantum,
    /// Quantum before, classical and empty afterwards.
    Leaving,
    /// Quantum, or classical and occupied, before; classical and empty afterwards.
    LeavingOrOccupied,
    /// Classical and empty before, quantum afterwards.
    Empty,
    /// Classical and occupied before, quantum afterwards.
    Occupied,
}

/// Element of a form of a named effect; operands are named by their places.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Primitive {
    /// The operand, unless it is quantum, becomes a qubit in |0⟩, or |1⟩ for `true`.
    Enter(usize, bool),
    /// The second operand, classical and empty, takes over the qubit of the first.
    Relabel(usize, usize),
    /// A gate on operands in its order.
    Gate(Gate, &'static [usize]),
    /// The operand, in |0⟩ for certain, is classical.
    Leave(usize),
}

impl NamedEffect {
    /// The most operands of an effect.
    pub const MAX_OPERANDS: usize = 4;

    /// The short form, or the definition where there is none.
    pub(crate) fn shortest(&self) -> &'static [Primitive] {
        if self.short.is_empty() {
            self.definition
        } else {
            self.short
        }
    }

    /// Does the effect on the exact state.
    pub(crate) fn perform(&self, mut operands: OperandState<'_>) {
        match self.walk {
            Some(walk) => walk(&mut operands),
            None => run(self.shortest(), &mut operands),
        }
    }
}

/// Names are unique.
impl PartialEq for NamedEffect {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

impl fmt::Debug for NamedEffect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

fn run(form: &[Primitive], operands: &mut OperandState<'_>) {
    for primitive in form {
        match *primitive {
            Primitive::Enter(operand, occupied) => {
                if !operands.has_qubit(operand) {
                    operands.enter(operand, occupied);
                }
            }
            Primitive::Relabel(from, to) => {
                operands.relabel(from, to);
            }
            Primitive::Gate(gate, places) => {
                let mut qubits = [Qubit(0); 3];
                for (qubit, &place) in qubits.iter_mut().zip(places) {
                    *qubit = operands.qubit(place);
                }
                operands.apply(gate, &qubits[..places.len()]);
            }
            Primitive::Leave(operand) => operands.leave(operand),
        }
    }
}
