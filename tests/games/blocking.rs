//! Blocking checkers: the worked examples of its rules, the gates of every kind of move, and random
//! games with every invariant at every ply.

mod ends;
mod examples;
mod games;
mod gates;
mod keys;
mod large;
mod options;
mod rejoin;
mod shown;

use cheqqers_checkers::blocking::{LayeredSquare, Position, Rules};
use cheqqers_game::Game;
use cheqqers_testkit::script;

/// How far two ways to compute a probability may differ.
const CLOSE: f64 = 1e-12;

/// The usual rules, changed.
fn changed(change: impl FnOnce(&mut Rules)) -> Rules {
    let mut rules = Rules::default();
    change(&mut rules);
    rules
}

/// The usual rules on another board.
fn on(size: u8, rows: u8) -> Rules {
    Rules::default().with_board(size, rows).unwrap()
}

/// The position that a line of moves leads to, from where certain pieces stand.
#[track_caller]
fn after(start: &str, line: &str) -> Position {
    with(Rules::default(), start, line)
}

#[track_caller]
fn with(rules: Rules, start: &str, line: &str) -> Position {
    script::play(Position::from_text(rules, start).unwrap(), line)
}

/// A black king far away that steps to and fro.
const IDLE: [&str; 2] = ["h8-g7", "g7-h8"];

/// White's moves, with idle ones of Black's between and behind them.
#[track_caller]
fn white(start: &str, moves: &[&str]) -> Position {
    white_by(Rules::default(), start, moves)
}

#[track_caller]
fn white_by(rules: Rules, start: &str, moves: &[&str]) -> Position {
    let idle = IDLE.iter().cycle();
    let line: Vec<String> = moves
        .iter()
        .zip(idle)
        .map(|(mv, idle)| format!("{mv} {idle}"))
        .collect();
    with(rules, start, &line.join(" "))
}

fn place(name: &str) -> LayeredSquare {
    name.parse().unwrap()
}

/// The parts have these probabilities.
#[track_caller]
fn assert_parts(position: &Position, parts: &[(&str, f64)]) {
    for &(name, probability) in parts {
        let found = position.probability(place(name));
        assert!(
            (found - probability).abs() < CLOSE,
            "{name} {found} {probability}"
        );
    }
}

/// Every outcome of the component that holds a part, as the names of the parts that are there.
fn law(position: &Position, part: &str) -> Vec<(Vec<String>, f64)> {
    let slot = place(part).slot();
    let component = position.world().component(slot).unwrap();
    let names: Vec<String> = component
        .slots()
        .iter()
        .map(|&slot| position.slot_name(slot))
        .collect();
    let outcomes = component.outcomes().into_iter();
    outcomes
        .map(|(bits, probability)| {
            let there = names.iter().zip(bits.iter()).filter(|&(_, bit)| bit);
            (there.map(|(name, _)| name.clone()).collect(), probability)
        })
        .collect()
}

#[track_caller]
fn assert_law(position: &Position, part: &str, expected: &[(&[&str], f64)]) {
    let mut found = law(position, part);
    for &(names, probability) in expected {
        let at = found.iter().position(|(there, _)| there == names);
        let (_, p) = found.remove(at.unwrap_or_else(|| panic!("no {names:?} in {found:?}")));
        assert!((p - probability).abs() < CLOSE, "{names:?} {p}");
    }
    assert!(found.is_empty(), "{found:?}");
}
