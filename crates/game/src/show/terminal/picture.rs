use std::fmt::Write;

use super::board::board;
use super::labels::Labels;
use super::legend::legend;
use super::style::Style;
use crate::Colour;
use crate::show::{Look, Show, percent};

/// The board of the last position, with marks on the squares of some names, and its legend.
pub fn picture<'a, G: Show>(
    positions: impl Iterator<Item = &'a G>,
    marks: Vec<String>,
    look: Look,
    bottom: Colour,
) -> (String, String) {
    let mut labels = Labels::default();
    let mut shown = None;
    for position in positions {
        labels.follow(position);
        shown = Some(position);
    }
    let Some(position) = shown else {
        return Default::default();
    };
    // A board without coordinates does not say what is where.
    if position.layout().columns.iter().all(String::is_empty) {
        return (list(position), String::new());
    }
    let square = |name: String| match position.slot_named(&name) {
        Some(slot) => position.square(slot),
        None => name,
    };
    let marks = marks.into_iter().map(square).collect();
    let style = Style::new(look, marks, labels, bottom);
    (board(position, &style), legend(position, &style))
}

/// The places that hold something, a line each.
fn list<G: Show>(position: &G) -> String {
    let mut text = String::new();
    for occupied in position.occupied() {
        let (place, piece) = (occupied.place, occupied.piece);
        let _ = writeln!(text, "{place:>6} {piece} {}", percent(occupied.probability));
    }
    text
}
