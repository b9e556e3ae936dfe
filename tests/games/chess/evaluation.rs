//! What players know of positions: evaluations that are the same for both sides, and keys.

use std::collections::BTreeMap;

use cheqqers_chess::{boxed, queens};
use cheqqers_game::{Game, settings};
use cheqqers_testkit::playout::random_game;
use cheqqers_testkit::seed;

use crate::chess::position;

const GAMES: u64 = 4;

/// Visits positions of random games of every preset, by the preset and the text of the position;
/// `text` is `None` in the middle of a turn.
fn positions<G: Game>(text: impl Fn(&G) -> Option<String>, mut visit: impl FnMut(&str, &G, &str)) {
    for preset in G::PRESETS {
        let header = settings::header::<G>(Some(preset.name), []).unwrap();
        let mut start = G::from_header(&header).unwrap();
        start.world_mut().stop_recording();
        for game in 0..GAMES {
            let seed = seed::choose(1712).wrapping_add(game);
            for ply in random_game(start.clone(), seed).take(120) {
                if ply.after.outcome().is_none()
                    && let Some(text) = text(&ply.after)
                {
                    visit(preset.name, &ply.after, &text);
                }
            }
        }
    }
}

fn queens_text(position: &queens::Position) -> Option<String> {
    let is_between_turns = position.step() == queens::TurnStep::Touch;
    is_between_turns.then(|| position.to_text())
}

fn box_text(position: &boxed::Position) -> Option<String> {
    let is_between_turns = position.collapsed().is_none();
    is_between_turns.then(|| position.to_text())
}

/// The same position with the colours exchanged, seen from the other side of the board.
fn exchanged(text: &str) -> String {
    let exchange = |letter: char| {
        if letter.is_ascii_uppercase() {
            letter.to_ascii_lowercase()
        } else {
            letter.to_ascii_uppercase()
        }
    };
    let [placement, turn, castling, skipped, quiet, last] = text.split(' ').collect::<Vec<_>>()[..]
    else {
        panic!("{text}");
    };
    let ranks = placement.split('/').rev();
    let ranks: Vec<String> = ranks
        .map(|rank| {
            let (mut in_brackets, mut after_number) = (false, false);
            let letters = rank.chars().map(|letter| {
                in_brackets = letter == '(' || in_brackets && letter != ')';
                // The colour of a mark follows the number of its pair.
                let is_mark = in_brackets && after_number && letter.is_ascii_alphabetic();
                after_number = letter.is_ascii_digit();
                if is_mark { letter } else { exchange(letter) }
            });
            letters.collect()
        })
        .collect();
    let turn = if turn == "w" { "b" } else { "w" };
    let castling: String = castling.chars().map(exchange).collect();
    let num_ranks = u32::try_from(ranks.len()).unwrap();
    let skipped = match skipped.split_at(1) {
        (file, rank) if file != "-" => {
            format!("{file}{}", num_ranks + 1 - rank.parse::<u32>().unwrap())
        }
        _ => skipped.to_owned(),
    };
    let last = match last.split_once('/') {
        Some((white, black)) => {
            let pools = format!("{black}/{white}");
            pools.chars().map(exchange).collect()
        }
        None => last.to_owned(),
    };
    format!(
        "{} {turn} {castling} {skipped} {quiet} {last}",
        ranks.join("/")
    )
}

fn assert_antisymmetric<G: Game>(preset: &str, original: &G, text: &str) {
    let other: G = position(preset, &exchanged(text));
    let (value, exchanged) = (original.static_evaluation(), other.static_evaluation());
    assert!(
        (value + exchanged).abs() < 1e-9,
        "{preset} {text}: {value}, {exchanged}"
    );
    assert!(value.abs() < 1.0);
}

#[test]
fn evaluations_change_their_sign_when_colours_are_exchanged() {
    positions(queens_text, assert_antisymmetric::<queens::Position>);
    positions(box_text, assert_antisymmetric::<boxed::Position>);
}

#[test]
fn different_positions_of_queens_chess_have_different_keys() {
    // Settings stay the same in a game, so the key leaves them out.
    let mut known: BTreeMap<(String, u64), String> = BTreeMap::new();
    let mut check = |preset: &str, position: &queens::Position, text: &str| {
        // The key knows the half-move clock only roughly.
        let fields: Vec<&str> = text.split(' ').collect();
        let text = format!("{} {}", fields[..4].join(" "), fields[5]);
        let key = (preset.to_owned(), position.key().unwrap());
        let other = known.entry(key).or_insert_with(|| text.clone());
        assert_eq!(*other, text, "{preset}");
    };
    positions(queens_text, &mut check);
    let board = "4k3/8/8/8/8/8/8/Q3K3 w - - 0 ";
    for pools in ["P1N1/-", "P1/n1", "-/p1n1", "P2/-", "N1/-", "-/-"] {
        let text = format!("{board}{pools}");
        check("2010", &position("2010", &text), &text);
    }
}

#[test]
fn keys_of_box_chess_tell_what_can_follow() {
    let key = |preset: &str, text: &str| {
        let position: boxed::Position = position(preset, text);
        position.key().unwrap()
    };
    let pairs = "k7/8/5(N1r)2/3(N1b)4/4(r2r)(r2b)2/8/8/6K1 w - - 0 ";
    let of = |preset: &str, last: &str| key(preset, &format!("{pairs}{last}"));
    let different = [
        of("full", "1&2e"),
        of("full", "1&-2e"),
        of("full", "1&2u"),
        of("full", "-1&-2u"),
        of("full", "1e,2e"),
        of("full", "1u,2e"),
        of("full", "1e,2u"),
        of("full", "1e,-2u"),
    ];
    for (k, one) in different.iter().enumerate() {
        assert!(!different[..k].contains(one), "{k}");
    }
    // Which half is red shows in Hadamard moves alone.
    let exchanged = pairs
        .replace("N1r", "N1x")
        .replace("N1b", "N1r")
        .replace("N1x", "N1b");
    let other = |preset: &str| key(preset, &format!("{exchanged}1e,2e"));
    assert_eq!(other("full"), of("full", "1e,2e"));
    assert_ne!(other("hadamard"), of("hadamard", "1e,2e"));
    assert_ne!(of("hadamard", "1e,2e"), of("hadamard", "1p,2e"));
}
