//! Parts of position keys, which tell positions apart; see [`Game::key`](crate::Game::key).

/// Plies that a half-move clock is rounded to while no draw is near.
const COARSE: u32 = 8;

/// Plies before a draw from which on each one counts.
const NEAR: u32 = 16;

/// The half-move clock as a key has it: exact near a draw, else rounded; 0 where no draw is due.
pub fn coarse_clock(half_moves: u32, draw_after: Option<u32>) -> u32 {
    match draw_after {
        Some(limit) if half_moves.saturating_add(NEAR) < limit => half_moves / COARSE,
        Some(_) => COARSE + half_moves,
        None => 0,
    }
}

/// Hash of a key and all bits of a number.
#[inline]
pub fn mix_wide(key: u64, number: u128) -> u64 {
    #[expect(clippy::cast_possible_truncation, reason = "the low half is meant")]
    let low = number as u64;
    mix(mix(key, low), (number >> 64) as u64)
}

/// Hash of a pair: all bits of both in all of its own.
///
/// Source: the multiply and fold of Wang Yi's wyhash, public domain.
#[inline]
pub fn mix(key: u64, number: u64) -> u64 {
    let factors = [key ^ 0xa076_1d64_78bd_642f, number ^ 0xe703_7ed1_a0b4_28db];
    let product: u128 = factors.map(u128::from).into_iter().product();
    #[expect(clippy::cast_possible_truncation, reason = "both halves are folded")]
    let low = product as u64;
    low ^ (product >> 64) as u64
}
