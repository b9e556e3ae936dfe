//! Whole-turn leaf counts: chains as one turn, each legal bitstring a branch.

use cheqqers_checkers::{Level, Position, Rules};
use cheqqers_game::perft;

fn counts(rules: Rules, expected: &[u64]) {
    let start = Position::initial(rules);
    for (&leaves, depth) in expected.iter().zip(1..) {
        assert_eq!(perft(&start, depth), leaves, "{rules:?} depth {depth}");
    }
}

/// Source: the published counts of English draughts.
#[test]
fn level_0_is_english_draughts() {
    counts(
        Rules::new(Level::Classical),
        &[7, 49, 302, 1469, 7361, 36768, 179_740, 845_931, 3_963_680],
    );
}

#[test]
fn level_1_measures() {
    counts(
        Rules::new(Level::Superposition),
        &[10, 100, 672, 3722, 21487],
    );
}

#[test]
fn level_2_entangles() {
    counts(
        Rules::new(Level::Entanglement),
        &[10, 100, 663, 3397, 18298],
    );
}

#[test]
fn level_3_merges() {
    counts(
        Rules::new(Level::Interference),
        &[10, 100, 675, 3443, 18580],
    );
}

#[test]
fn a_4x4_board_with_one_row_at_level_3() {
    let rules = Rules::new(Level::Interference)
        .with_size(4)
        .and_then(|rules| rules.with_rows(1))
        .unwrap();
    counts(rules, &[4, 16, 24, 41, 55, 71, 132]);
}
