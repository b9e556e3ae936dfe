use cheqqers_game::Colour;
use cheqqers_game::key::{coarse_clock, mix};

use super::{Position, Presence};
use crate::key::mix_squares;

/// A number that positions share from which the same can follow, and others hardly ever.
///
/// The pieces' own numbers do not count, nor, far from a draw, do single quiet turns.
///
/// Cost: a pass over the tokens.
pub(super) fn key(position: &Position) -> u64 {
    let board = &position.board;
    let (white, black) = (board.of(Colour::White), board.of(Colour::Black));
    let sets = [white, black, board.kings()];
    let mut key = sets.into_iter().fold(0, mix_squares);
    key = mix(key, position.turn as u64);
    let clock = coarse_clock(position.quiet, position.rules.draw_turns);
    key = mix(key, u64::from(clock));
    let number = |presence| match presence {
        Presence::Definite => 0,
        Presence::Rotated(rotations) => 1 + u64::from(rotations),
    };
    let presences = board.occupied().into_iter();
    presences.fold(key, |key, square| {
        mix(key, number(position.presence(square)))
    })
}
