//! The deepest counts of the rules; the others are tested in the crate.

use cheqqers_chess::{boxed, queens};
use cheqqers_game::{Game, perft};

use crate::chess::position;

fn assert_turns<G: Game>(preset: &str, depth: u32, count: u64) {
    let start: G = position(preset, "");
    assert_eq!(perft(&start, depth), count, "{} {preset}", G::NAME);
}

#[test]
fn turns_of_box_chess_are_as_many_as_the_rules_count() {
    for (preset, count) in [
        ("full", 155_449_502),
        ("simplified", 154_448_536),
        ("hadamard", 47_292_271),
        ("hadamard-plus", 395_080_817),
        ("deterministic", 47_018_450),
        ("tunnelling", 155_456_142),
        ("no-box", 155_180_393),
        ("slow", 40_382_312),
        ("5x6", 13_602_181),
    ] {
        assert_turns::<boxed::Position>(preset, 4, count);
    }
}

#[test]
fn turns_of_queens_chess_are_as_many_as_the_rules_count() {
    assert_turns::<queens::Position>("2013", 4, 4_693_904_182);
}
