//! A number that tells positions apart.

use cheqqers_game::key::{coarse_clock, mix};
use cheqqers_world::Component;

use super::Position;
use crate::key::{relative_amplitudes, steps};
use crate::{Rank, Square};

/// A number that positions share from which the same can follow, and others hardly ever.
///
/// Cost: a pass over the amplitudes of each component.
pub(super) fn key(position: &Position) -> u64 {
    let clock = coarse_clock(position.quiet, position.rules.draw_turns);
    let mut key = mix(position.turn as u64, u64::from(clock));
    key = mix(key, position.chain.map_or(128, Square::number) as u64);
    for (place, part) in position.board.parts() {
        // Pieces are known by their first part, whatever their numbers.
        let first = position.board.layered_squares(part.piece).next();
        let first = first.map_or(0, |place| u64::from(place.slot().0));
        let pair = position.is_pair(part.piece);
        let king = part.rank == Rank::King;
        let looks = u64::from(pair) << 2 | u64::from(king) << 1 | part.colour as u64;
        key = mix(mix(key, u64::from(place.slot().0)), first << 3 | looks);
    }
    // Components are in no particular order.
    let of_component = |component| of_component(component, position.rules.rejoin);
    let components = position.world.components().iter().map(of_component);
    key.wrapping_add(components.fold(0, u64::wrapping_add))
}

/// Phases count where parts may come together again, and else nothing ever comes of them.
fn of_component(component: &Component, phases: bool) -> u64 {
    let ket = |basis: u128| {
        let slots = component.unordered_slots().iter().enumerate();
        let ones = slots.filter(|&(qubit, _)| basis >> qubit & 1 == 1);
        ones.fold(0_u64, |sum, (_, slot)| {
            sum.wrapping_add(mix(1, u64::from(slot.0)))
        })
    };
    let terms = relative_amplitudes(component, ket).map(|(ket, amplitude)| {
        if phases {
            mix(mix(ket, steps(amplitude.re)), steps(amplitude.im))
        } else {
            mix(ket, steps(amplitude.norm_sqr()))
        }
    });
    mix(1, terms.fold(0, u64::wrapping_add))
}
