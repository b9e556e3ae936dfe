use cheqqers_game::key::{coarse_clock, mix};

use super::half::{Half, PairType};
use super::layout::Layout;
use super::position::Position;

/// A number that positions share from which the same can follow, and others hardly ever: units, pairs,
/// which halves are real together and how likely, rights and the half-move clock. Marks count only
/// where Hadamard moves exist.
pub(super) fn key(position: &Position) -> u64 {
    let layout = &position.layout;
    let clock = coarse_clock(position.quiet, position.rules.draw_after);
    let mut key = mix(position.turn as u64, u64::from(clock));
    let square = |square: Option<cozy_chess::Square>| square.map_or(64, |square| square as u64);
    let skipped = square(position.en_passant.map(|right| right.skipped));
    let rights = skipped << 7 | square(position.collapsed);
    key = mix(key, rights << 4 | u64::from(position.castling.bits()));
    for place in layout.occupied() {
        let unit = layout.known(place);
        let kind = (unit.kind as u64) << 1 | unit.colour as u64;
        key = mix(key, (place as u64) << 4 | kind);
        if let Some(half) = unit.half {
            key = mix(key, of_half(layout, half, position.rules.phase));
        }
    }
    key
}

/// Number for a half: its partner, its component, whether it is real with the group's first half, and
/// how likely it is or what Hadamard moves make of it.
fn of_half(layout: &Layout, half: Half, phase: bool) -> u64 {
    let first = layout.of_component(half.component).next();
    let first = first.expect("a group has a half");
    let with_first = half.class == layout.known_half(first).class;
    let class = match half.pair_type {
        PairType::Unequal => 2 | u64::from(half.class),
        PairType::Equal | PairType::Phase => {
            u64::from(phase && half.class == half.hadamard_class())
        }
    };
    let squares = (half.partner as u64) << 6 | first as u64;
    squares << 3 | class << 1 | u64::from(with_first)
}
