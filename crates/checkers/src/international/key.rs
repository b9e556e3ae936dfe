use cheqqers_game::key::{coarse_clock, mix, mix_wide};
use cheqqers_world::Component;

use super::Position;
use super::clock::KING_PLIES;
use crate::key::{mix_squares, relative_amplitudes, steps};

/// A number that positions share from which the same can follow, and others hardly ever.
///
/// A component's global sign and the pieces' own numbers do not count, nor, far from a draw, do
/// single plies without a capture. Positions before do not count either: what a search finds of one
/// holds but for a draw by repetition.
///
/// Cost: a pass over the amplitudes of each component.
pub(super) fn key(position: &Position) -> u64 {
    let parts = &*position.board;
    let sets = [parts.white, parts.black, parts.kings, parts.quantum];
    let mut key = sets.into_iter().fold(0, mix_squares);
    key = mix(key, position.turn as u64);
    if let Some(square) = position.chain() {
        key = mix(key, square.number() as u64);
        key = mix_wide(key, position.blocked().bits());
    }
    let clock = &position.clock;
    let limit = position.rules.draw_after();
    key = mix(key, u64::from(coarse_clock(clock.half_moves, limit)));
    if limit.is_some() {
        key = mix(
            key,
            u64::from(coarse_clock(clock.by_kings, Some(KING_PLIES))),
        );
        if let Some((case, plies)) = clock.endgame {
            key = mix(key, u64::from(case.limit() << 8 | plies));
        }
        key = mix(key, u64::from(clock.draw.is_some()));
    }
    key = position.groups().into_iter().fold(key, mix_wide);
    // Components are in no particular order.
    let components = position.world.components().iter();
    key.wrapping_add(components.map(of_component).fold(0, u64::wrapping_add))
}

fn of_component(component: &Component) -> u64 {
    let slots = component.unordered_slots();
    let squares = |basis: u128| {
        let ones = slots.iter().enumerate();
        let ones = ones.filter(|&(qubit, _)| basis >> qubit & 1 == 1);
        ones.fold(0_u128, |squares, (_, slot)| squares | 1 << slot.0)
    };
    let terms = relative_amplitudes(component, squares).map(|(squares, relative)| {
        let key = mix_wide(0x5eed, squares);
        mix(mix(key, steps(relative.re)), steps(relative.im))
    });
    mix(1, terms.fold(0, u64::wrapping_add))
}
