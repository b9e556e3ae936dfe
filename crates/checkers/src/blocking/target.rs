//! The contents of a target, as a moving part meets them.

use cheqqers_world::{Slot, TOLERANCE};
use smallvec::SmallVec;

use super::{FAINT, LayeredSquare, Position};
use crate::Square;

/// Contents of a target square, given that the moving part is on its own square.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Target {
    /// No other piece.
    Free,
    /// An own piece, in some branches.
    Maybe(Blockers),
    /// An own piece, in every branch.
    Taken,
    /// Another part of the moving piece.
    Own(LayeredSquare),
    /// A part of an opposing piece.
    Hostile,
}

/// Own pieces that may be in the way, never two at once.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Blockers {
    /// Their slots, all of them quantum.
    pub(super) slots: SmallVec<[Slot; 4]>,
    /// Probability that one of them is there, given that the part is where it starts from.
    pub(super) probability: f64,
}

impl Target {
    /// Probability that the part is blocked, given that it is where it starts from.
    pub(super) fn blocked(&self) -> f64 {
        match self {
            Self::Free => 0.0,
            Self::Maybe(blockers) => blockers.probability,
            Self::Taken | Self::Own(_) | Self::Hostile => 1.0,
        }
    }

    /// Slots that block it in some branches.
    pub(super) fn blockers(&self) -> &[Slot] {
        match self {
            Self::Maybe(blockers) => &blockers.slots,
            _ => &[],
        }
    }
}

/// Contents of a square for the part at `from`, one of the player to move.
///
/// Cost: a pass over the amplitudes of its component for each part there.
pub(super) fn target_of(position: &Position, from: LayeredSquare, to: Square) -> Target {
    let on = position.board.on(to);
    if on.is_empty() {
        return Target::Free;
    }
    if position.board.of(position.turn.opponent()).contains(to) {
        return Target::Hostile;
    }
    let mover = position.board.part(from).map(|part| part.piece);
    if let Some((place, _)) = on.iter().find(|(_, part)| Some(part.piece) == mover) {
        return Target::Own(*place);
    }
    let mut blockers = Blockers {
        slots: SmallVec::new(),
        probability: 0.0,
    };
    for &(place, _) in on {
        let slot = place.slot();
        if !position.is_quantum(place) {
            return Target::Taken;
        }
        if let Some(probability) = given(position, from.slot(), slot) {
            blockers.slots.push(slot);
            blockers.probability += probability;
        }
    }
    if blockers.slots.is_empty() {
        Target::Free
    } else if blockers.probability > 1.0 - FAINT {
        Target::Taken
    } else {
        Target::Maybe(blockers)
    }
}

/// Probability that a quantum slot is occupied, given that another part is where it is; `None` when
/// both never are, but for what rounding has left.
fn given(position: &Position, part: Slot, slot: Slot) -> Option<f64> {
    let world = &position.world;
    if !world.linked(part, slot) {
        return Some(world.joint(&[(slot, true)]));
    }
    let both = world.joint(&[(part, true), (slot, true)]);
    (both > TOLERANCE).then(|| both / world.joint(&[(part, true)]))
}
