use super::board::board;
use super::labels::Labels;
use super::legend::legend;
use super::style::Style;
use crate::Colour;
use crate::show::{Look, Show};

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
    let square = |name: String| match position.slot_named(&name) {
        Some(slot) => position.square(slot),
        None => name,
    };
    let marks = marks.into_iter().map(square).collect();
    let style = Style::new(look, marks, labels, bottom);
    (board(position, &style), legend(position, &style))
}
