use cheqqers_game::key::{coarse_clock, mix, mix_wide};
use cheqqers_world::Component;

use super::Position;
use crate::Square;
use crate::key::{mix_squares, relative_amplitudes, steps};

/// A number that positions share from which the same can follow, and others hardly ever.
///
/// A component's global phase and the pieces' own numbers do not count, nor, far from a draw, do
/// single plies without a capture.
///
/// Cost: a pass over the amplitudes of each component.
pub(super) fn key(position: &Position) -> u64 {
    let parts = &*position.board;
    let sets = [parts.white, parts.black, parts.kings, parts.quantum];
    let mut key = sets.into_iter().fold(0, mix_squares);
    key = mix(key, position.turn as u64);
    key = mix(key, position.chain.map_or(128, Square::number) as u64);
    key = mix(
        key,
        u64::from(coarse_clock(position.quiet, position.rules.draw_after())),
    );
    key = mix(key, position.last_captors.len() as u64);
    for square in parts.quantum {
        key = mix(key, first_of_piece(position, square).number() as u64);
    }
    // Components are in no particular order.
    let components = position.world.components().iter();
    key.wrapping_add(components.map(of_component).fold(0, u64::wrapping_add))
}

/// The lowest quantum square that holds a part of the same piece.
fn first_of_piece(position: &Position, square: Square) -> Square {
    let piece = position.board.piece(square);
    let quantum = position.board.quantum().into_iter();
    let mut parts = quantum.filter(|&other| position.board.piece(other) == piece);
    parts.next().unwrap_or(square)
}

fn of_component(component: &Component) -> u64 {
    let slots = component.unordered_slots();
    let squares = |basis: u128| {
        let ones = slots
            .iter()
            .enumerate()
            .filter(|&(qubit, _)| basis >> qubit & 1 == 1);
        ones.fold(0_u128, |squares, (_, slot)| squares | 1 << slot.0)
    };
    let terms = relative_amplitudes(component, squares).map(|(squares, relative)| {
        let key = mix_wide(0x5eed, squares);
        mix(mix(key, steps(relative.re)), steps(relative.im))
    });
    mix(1, terms.fold(0, u64::wrapping_add))
}

#[cfg(test)]
mod tests;
