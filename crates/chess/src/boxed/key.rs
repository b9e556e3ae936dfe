use cheqqers_game::key::{coarse_clock, mix};

use super::board::Board;
use super::half::{Half, PairType};
use super::position::Position;

/// Hash of the position: equal for positions with the same continuations, different otherwise but for
/// collisions.
///
/// It is of units, pairs, which halves are real together and how likely, rights and the half-move
/// clock. Marks count only where Hadamard moves exist.
pub(super) fn key(position: &Position) -> u64 {
    let board = &position.board;
    let clock = coarse_clock(position.half_move_clock, position.rules.draw_after);
    let mut key = mix(position.turn as u64, u64::from(clock));
    let square = |square: Option<cozy_chess::Square>| square.map_or(64, |square| square as u64);
    let skipped = square(position.en_passant.map(|right| right.skipped));
    let rights = skipped << 7 | square(position.collapsed);
    key = mix(key, rights << 4 | u64::from(position.castling.bits()));
    for place in board.occupied() {
        let unit = board.expect_unit(place);
        let kind = (unit.kind as u64) << 1 | unit.colour as u64;
        key = mix(key, (place as u64) << 4 | kind);
        if let Some(half) = unit.half {
            key = mix(key, of_half(board, half, position.rules.has_hadamard()));
        }
    }
    key
}

/// Number for a half: its partner, its group, whether it is real with the group's first half, and
/// how likely it is or what Hadamard moves make of it.
fn of_half(board: &Board, half: Half, has_hadamard: bool) -> u64 {
    let first = board.of_group(half.group).next();
    let first = first.expect("a group has a half");
    let with_first = half.class == board.expect_half(first).class;
    let class = match half.pair_type {
        PairType::Unequal => 2 | u64::from(half.class),
        PairType::Equal | PairType::Phase => {
            u64::from(has_hadamard && half.class == half.hadamard_class())
        }
    };
    let squares = (half.partner as u64) << 6 | first as u64;
    squares << 3 | class << 1 | u64::from(with_first)
}
