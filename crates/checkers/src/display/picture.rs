use cheqqers_game::Colour;
use cheqqers_game::show::Look;

use super::board::board;
use super::labels::Labels;
use super::legend::legend;
use super::style::Style;
use super::view::ToBoardView;
use crate::squares::Squares;

/// The board of the last position and its legend.
pub(crate) fn picture<'a, P: ToBoardView + 'a>(
    positions: impl Iterator<Item = &'a P>,
    marks: Squares,
    look: Look,
    bottom: Colour,
) -> (String, String) {
    let mut labels = Labels::default();
    let mut shown = None;
    for position in positions {
        labels.follow(position);
        shown = Some(position);
    }
    let style = Style::new(look, marks, labels, bottom);
    shown.map_or_else(Default::default, |position| {
        (board(position, &style), legend(position, &style))
    })
}
