//! The tree of a game with every measurement as explicit chance, for searches and interfaces that want small chance nodes.

use cheqqers_circuit::Bitstring;

use crate::{Game, GameExt, Pending, Turn};

/// A node of the tree of a game: a position, or a chance that the next one depends on.
#[derive(Clone, Debug)]
pub enum TreeNode<G: Game> {
    /// A position, in which a player is to move or the game is over.
    Position(G),
    /// Part of a measurement.
    Measurement(MeasurementNode<G>),
}

/// Part of a measurement that a move waits for: the place of the next slot that reads 1.
///
/// A measurement is a chain of such nodes, component by component and slot by slot, so that each has at most one
/// outcome more than there are slots, however many bitstrings are legal. Their probabilities are exact, and what is
/// certain by then is no node.
#[derive(Clone, Debug)]
pub struct MeasurementNode<G: Game> {
    pending: Pending<G>,
    /// Bits of the components that were measured.
    read: Bitstring,
    /// Legal bits of the next component with the bits that are known, and their probabilities.
    left: Vec<(Bitstring, f64)>,
    /// Number of its slots that are known.
    known: usize,
    /// Number of the component behind that one.
    next: usize,
}

impl<G: Game> TreeNode<G> {
    /// The node behind a legal move of a position.
    pub fn after(position: G, mv: G::Move) -> Self {
        Self::of(position.play_unchecked(mv))
    }

    fn of(turn: Turn<G>) -> Self {
        match turn {
            Turn::Ready(position) => Self::Position(position),
            Turn::Pending(pending) => MeasurementNode {
                pending,
                read: Bitstring::default(),
                left: vec![(Bitstring::default(), 1.0)],
                known: 0,
                next: 0,
            }
            .settled(),
        }
    }

    /// The position; before the measurement in a chance node.
    pub fn position(&self) -> &G {
        match self {
            Self::Position(position) => position,
            Self::Measurement(chance) => chance.pending.position(),
        }
    }
}

impl<G: Game> MeasurementNode<G> {
    /// The outcomes, at least two, ascending, with their probabilities: 0 where no further slot of the component reads
    /// 1, else one more than the number of the slot among [`Pending::slots`].
    pub fn outcomes(&self) -> Vec<(u32, f64)> {
        let total: f64 = self.left.iter().map(|(_, probability)| probability).sum();
        let mut outcomes: Vec<(u32, f64)> = Vec::new();
        for (bits, probability) in &self.left {
            let number = self.number(*bits);
            let probability = probability / total;
            match outcomes.iter_mut().find(|(other, _)| *other == number) {
                Some((_, sum)) => *sum += probability,
                None => outcomes.push((number, probability)),
            }
        }
        outcomes.sort_unstable_by_key(|&(number, _)| number);
        outcomes
    }

    /// The node behind an outcome; `None` if it is none.
    pub fn follow(mut self, number: u32) -> Option<TreeNode<G>> {
        let left = std::mem::take(&mut self.left);
        let is_followed = |(bits, _): &(Bitstring, f64)| self.number(*bits) == number;
        self.left = left.into_iter().filter(is_followed).collect();
        let &(bits, _) = self.left.first()?;
        self.pass(bits);
        Some(self.settled())
    }

    /// The move that waits for the measurement.
    pub fn pending(&self) -> &Pending<G> {
        &self.pending
    }

    /// Name of an outcome: that of the slot that reads 1, or `none`.
    pub fn name(&self, number: u32) -> String {
        let index = (number as usize).checked_sub(1);
        let slots = self.pending.slots();
        let slot = index.and_then(|index| slots.get(index));
        slot.map_or_else(
            || "none".to_owned(),
            |&slot| self.pending.position().slot_name(slot),
        )
    }

    fn number(&self, bits: Bitstring) -> u32 {
        let slot = next_one(bits, self.known);
        let number = slot.map_or(0, |slot| self.read.len() + slot + 1);
        u32::try_from(number).expect("at most 128 slots are measured")
    }

    /// Goes on behind the next slot that reads 1, or behind all.
    fn pass(&mut self, bits: Bitstring) {
        self.known = next_one(bits, self.known).map_or(bits.len(), |slot| slot + 1);
    }

    /// The next node where something is open: this one, or one behind it.
    fn settled(mut self) -> TreeNode<G> {
        loop {
            if let &[(bits, _)] = &self.left[..] {
                // All of this component is known.
                self.read = self
                    .read
                    .concat(bits)
                    .expect("at most 128 slots are measured");
                self.known = 0;
                let Some(component) = self.pending.each().nth(self.next) else {
                    let turn = self.pending.resolve(&self.read);
                    return TreeNode::of(turn.expect("only legal bits are followed"));
                };
                self.left = component.outcomes();
                self.next += 1;
                continue;
            }
            let (bits, _) = self.left[0];
            let first = self.number(bits);
            let is_open = self
                .left
                .iter()
                .any(|(bits, _)| self.number(*bits) != first);
            if is_open {
                return TreeNode::Measurement(self);
            }
            // The next one is known, but not all behind it.
            self.pass(bits);
        }
    }
}

/// The first bit from `start` on that is 1.
fn next_one(bits: Bitstring, start: usize) -> Option<usize> {
    let ones = if start < 128 {
        bits.index() >> start
    } else {
        0
    };
    (ones != 0).then(|| start + ones.trailing_zeros() as usize)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_next_one_is_found_from_any_bit() {
        let bits = Bitstring::from_index(0b1010, 4);
        assert_eq!(
            [0, 1, 2, 3, 4, 128].map(|start| next_one(bits, start)),
            [Some(1), Some(1), Some(3), Some(3), None, None]
        );
    }
}
