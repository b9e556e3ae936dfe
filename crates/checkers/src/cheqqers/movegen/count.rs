use cheqqers_game::Colour;

use super::{Kind, LegalMoves, Side, goes_on};
use crate::bitboard::{Bitboard, with_bitboard};
use crate::parts::Parts;
use crate::{Level, Position, Square};

/// Number of ways to play so many whole turns, one at least; `None` where it takes more
/// than the sets of squares to say.
pub(crate) fn num_turns(position: &Position, depth: u32) -> Option<u64> {
    if position.is_drawn() {
        return Some(0);
    }
    let parts = &*position.board;
    let on_sets_alone = if depth == 1 {
        parts.quantum.is_empty()
    } else {
        position.rules.level() == Level::Classical && !position.may_be_drawn_within(depth)
    };
    with_bitboard!(parts, B => {
        // Of one turn that captures nothing, each move is a way: it measures nothing.
        if depth == 1 {
            let moves = LegalMoves::<B>::of(position);
            if moves.kind() == Kind::Quiet {
                return Some(moves.len() as u64);
            }
        }
        on_sets_alone.then(|| count::<B>(parts, position.turn, position.chain, depth))
    })
}

/// The same where all pieces are certain and there is no draw, whoever's turn it is; a chain is
/// gone on with from a square.
fn count<B: Bitboard>(parts: &Parts, colour: Colour, chain: Option<Square>, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let side = Side::<B>::new(parts, colour);
    let captures = side.capturers(chain);
    if captures.is_empty() {
        let steps = side.steppers();
        if depth == 1 {
            return steps.len() as u64;
        }
        let after = |(from, to)| {
            let mut parts = *parts;
            parts.step(from, to);
            count::<B>(&parts, colour.opponent(), None, depth - 1)
        };
        return steps.unordered_ways(1).map(after).sum();
    }
    // What a capture from a landing needs are squares that the jump to it does not touch: where
    // nothing could capture before the jump, nothing can after it.
    let landings = captures.each(|from, direction| from.shifted(direction).shifted(direction));
    let may_go_on = !(landings.any() & side.capture_points.any()).is_empty();
    if depth == 1 && !may_go_on {
        return captures.len() as u64;
    }
    let after = |(from, to)| {
        let mut parts = *parts;
        parts.jump(from, to);
        let crowned = parts.crown(to);
        if may_go_on && goes_on(&parts, colour, to, crowned) {
            count::<B>(&parts, colour, Some(to), depth)
        } else {
            count::<B>(&parts, colour.opponent(), None, depth - 1)
        }
    };
    captures.unordered_ways(2).map(after).sum()
}
