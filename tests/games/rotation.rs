//! Rotation checkers: the worked examples of its rules, random games by every preset, circuits that
//! say the same as the state and the rules, records, and players.

mod circuits;
mod examples;
mod games;
mod players;
mod records;
mod setups;

use cheqqers_checkers::rotation::Position;
use cheqqers_game::{Game, GameExt, Pending, Turn, settings};

/// The presets, and what the page of the rules calls by no preset.
const ALL: &[&[(&str, &str)]] = &[
    &[],
    &[
        ("rotation", "linear"),
        ("collapse", "keep"),
        ("resample", "true"),
        ("wipeout", "capturer"),
    ],
    &[("rotation", "manual15")],
    &[("resample", "true")],
    &[("collapse", "keep")],
];

/// Exact up to rounding.
const EXACT: f64 = 1e-12;

fn start_with<'a>(options: impl IntoIterator<Item = (&'a str, &'a str)>) -> Position {
    let header = settings::header::<Position>(None, options).unwrap();
    Position::from_header(&header).unwrap()
}

fn start_of(preset: &str, size: &str) -> Position {
    let header = settings::header::<Position>(Some(preset), [("size", size)]).unwrap();
    Position::from_header(&header).unwrap()
}

fn play(position: &Position, text: &str) -> Turn<Position> {
    position.clone().play(text.parse().unwrap()).unwrap()
}

/// Plays moves that measure nothing.
fn steps(position: Position, texts: &str) -> Position {
    texts
        .split_whitespace()
        .fold(position, |position, text| match play(&position, text) {
            Turn::Ready(after) => after,
            Turn::Pending(_) => panic!("{text} measures"),
        })
}

fn asks(position: &Position, text: &str) -> Pending<Position> {
    match play(position, text) {
        Turn::Pending(pending) => pending,
        Turn::Ready(_) => panic!("{text} measures nothing"),
    }
}

fn probability(position: &Position, square: &str) -> f64 {
    position.probability(square.parse().unwrap())
}

/// That of the qubit; 1 or 0 where there is none.
fn qubit(position: &Position, square: &str) -> f64 {
    let square: cheqqers_checkers::Square = square.parse().unwrap();
    let certain = f64::from(u8::from(position.board().is_occupied(square)));
    let component = position.world().component(square.slot());
    component.map_or(certain, |component| component.probability(square.slot()))
}

fn assert_exact(found: f64, expected: f64, what: &str) {
    assert!(
        (found - expected).abs() < EXACT,
        "{what}: {found}, not {expected}"
    );
}
