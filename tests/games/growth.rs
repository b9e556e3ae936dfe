//! Numbers of positions that can be reached, and their texts.

use std::collections::BTreeSet;

use cheqqers_checkers::{Level, Position, Rules};
use cheqqers_chess::{boxed, queens};
use cheqqers_game::{Game, GameExt, Turn, growth, perft, settings};

fn start(level: u64, size: u64) -> Position {
    let rules = Rules::new(Level::from_number(level).unwrap());
    let mut start = Position::initial(rules.with_size(size).unwrap());
    start.world_mut().stop_recording();
    start
}

/// Every position that plies lead to, each path on its own, by its text and legal moves.
fn texts<G: Game>(
    position: &G,
    plies: u32,
    text: &impl Fn(&G) -> String,
    reached: &mut BTreeSet<String>,
) {
    let mut legal = Vec::new();
    position.legal_moves(&mut legal);
    if plies == 0 {
        reached.insert(format!("{} {legal:?}", text(position)));
        return;
    }
    for mv in legal {
        let mut turns = vec![position.clone().play_unchecked(mv)];
        while let Some(turn) = turns.pop() {
            match turn {
                Turn::Ready(position) => texts(&position, plies - 1, text, reached),
                Turn::Pending(pending) => {
                    for (bits, _) in pending.outcomes() {
                        turns.push(pending.clone().resolve(&bits).unwrap());
                    }
                }
            }
        }
    }
}

#[test]
fn positions_are_counted_once_as_their_texts_are() {
    // Positions that differ in the half-move clock alone are counted as one.
    let text = |position: &Position| {
        let clock = format!(":H{}", position.half_move_clock());
        position.to_fen().replace(&clock, "")
    };
    for (level, size, depth) in [(0, 8, 4), (1, 6, 4), (2, 6, 4), (3, 4, 6), (3, 6, 4)] {
        let start = start(level, size);
        let growth = growth(&start, depth, 100_000, &|| false).unwrap();
        for generation in growth {
            let mut reached = BTreeSet::new();
            texts(&start, generation.plies, &text, &mut reached);
            let plies = generation.plies;
            assert_eq!(
                generation.positions,
                reached.len() as u64,
                "level {level}, size {size}, {plies} plies"
            );
        }
    }
}

/// Checks that positions are counted from a chess position as their texts are, without the half-move clock.
fn check_chess<G: Game>(preset: &str, position: &str, depth: u32) {
    let header = settings::header::<G>(Some(preset), [("position", position)]).unwrap();
    let mut start = G::from_header(&header).unwrap();
    start.world_mut().stop_recording();
    let text = |position: &G| {
        let header = position.header();
        let mut fields: Vec<_> = header["position"].as_str().unwrap().split(' ').collect();
        fields.remove(4);
        fields.join(" ")
    };
    let distinct = (1..=depth).map(|plies| {
        let mut reached = BTreeSet::new();
        texts(&start, plies, &text, &mut reached);
        reached.len() as u64
    });
    let growth = growth(&start, depth, 100_000, &|| false).unwrap();
    let counted = growth.iter().map(|generation| generation.positions);
    assert!(counted.eq(distinct), "{preset} {position}");
}

#[test]
fn positions_that_differ_in_pools_or_rights_are_counted_apart() {
    // A captured piece shows one of three types, and leaves.
    let types = "7k/8/8/3(b?)4/8/2[N*?]5/8/K7 w - - 0 N1B1/p6n1";
    check_chess::<queens::Position>("2010", types, 2);
    // A rook returns to its corner.
    let corner = "4k3/8/8/8/8/8/8/1N2K2R w K - 0 -";
    check_chess::<boxed::Position>("classical", corner, 4);
    // Halves exchange their squares, and their marks with them.
    let marks = "7k/8/8/8/8/8/8/(N1r)(N1b)5K w - - 0 1e";
    check_chess::<boxed::Position>("hadamard", marks, 3);
}

#[test]
fn growth_stops_at_its_limit_and_is_new_where_nothing_repeats() {
    let start = start(0, 8);
    // Men only go forward: the first turns reach nothing twice, and whole turns are plies.
    let growth = growth(&start, 8, 40, &|| false).unwrap();
    assert_eq!(growth.len(), 2, "49 positions are too many to go on from");
    for generation in growth {
        assert_eq!(generation.positions, generation.new);
        assert_eq!(generation.positions, perft(&start, generation.plies));
    }
}
