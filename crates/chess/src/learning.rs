//! What both games keep that number moves and show positions as planes.

#![expect(clippy::float_cmp, reason = "these values are exact")]

use std::collections::BTreeSet;
use std::fmt::Write;

use cheqqers_game::Game;

/// Numbers of all legal moves.
///
/// # Panics
/// Panics if one has none, or two have the same.
pub(crate) fn numbers<G: Game>(position: &G) -> BTreeSet<u32> {
    let table = position.actions().unwrap();
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    let mut numbers = BTreeSet::new();
    for mv in moves {
        let number = table.number(position.turn(), mv);
        let number = number.unwrap_or_else(|| panic!("{mv} has no number"));
        assert!((number as usize) < table.len(), "{mv}");
        assert!(numbers.insert(number), "{mv} shares the number of another");
    }
    numbers
}

/// All cells of the planes.
///
/// # Panics
/// Panics if one is seen twice, is none of a plane or out of range.
pub(crate) fn planes<G: Game>(position: &G) -> Vec<f64> {
    let layout = position.plane_layout().unwrap();
    let mut cells = vec![0.0; layout.len()];
    position.planes(|cell, value| {
        assert!(cells[cell] == 0.0 && value != 0.0, "{cell}: {value}");
        assert!((-1.0..=1.0).contains(&value), "{cell}: {value}");
        cells[cell] = value;
    });
    let ones = &cells[cells.len() - layout.num_cells()..];
    assert_eq!(layout.planes.last(), Some(&"ones"));
    assert!(ones.iter().all(|&one| one == 1.0));
    cells
}

/// The text of a position with colours exchanged and ranks turned. The last field is given by `last`.
pub(crate) fn turned_text(text: &str, ranks: u8, last: impl Fn(&str) -> String) -> String {
    let [placement, turn, castling, skipped, clock, pairs] =
        text.split(' ').collect::<Vec<_>>()[..]
    else {
        panic!("{text}");
    };
    let mut rows: Vec<String> = placement.split('/').map(exchanged).collect();
    rows.reverse();
    let turn = if turn == "w" { "b" } else { "w" };
    let mut letters: Vec<char> = exchanged(castling).chars().collect();
    letters.sort_unstable();
    let mut turned = format!("{} {turn} ", rows.join("/"));
    turned.extend(letters);
    match skipped.as_bytes() {
        &[file, rank] => write!(turned, " {}{}", char::from(file), ranks + 1 - (rank - b'0')),
        _ => write!(turned, " -"),
    }
    .unwrap();
    format!("{turned} {clock} {}", last(pairs))
}

/// A text with small and capital letters exchanged, but for those of marks, which follow a number in
/// brackets.
pub(crate) fn exchanged(text: &str) -> String {
    let (mut inside, mut previous) = (false, ' ');
    let exchange = |letter: char| {
        let is_mark = inside && previous.is_ascii_digit();
        (inside, previous) = ((inside || letter == '(') && letter != ')', letter);
        if is_mark {
            letter
        } else if letter.is_ascii_lowercase() {
            letter.to_ascii_uppercase()
        } else {
            letter.to_ascii_lowercase()
        }
    };
    text.chars().map(exchange).collect()
}
