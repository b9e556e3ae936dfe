//! Positions as text: a board for terminals, and what its marks mean.
//!
//! Nothing here reads or writes; every function makes a text of what a position shows ([`View`]). Lines
//! end with a line feed.
//!
//! Certain pieces stand alone on their square. A part of a split piece shows the letter of its
//! piece and the probability that the piece is there; letters come from [`Labels`], so that they
//! can stay the same from ply to ply. Parts of entangled pieces carry a sign behind the letter,
//! the same for all that are measured together. In colour they share a hue as well.
//!
//! ```
//! use cheqqers_checkers::display::{self, Style};
//! use cheqqers_checkers::{Level, Position, Rules};
//!
//! let rules = Rules::new(Level::Interference).with_size(4)?;
//! let board = display::board(&Position::initial(rules), &Style::default());
//! assert!(board.starts_with("     a    b    c    d\n"));
//! # Ok::<(), cheqqers_checkers::RulesError>(())
//! ```

mod board;
mod canvas;
mod labels;
mod legend;
mod links;
mod view;

#[cfg(test)]
mod tests;

pub use cheqqers_circuit::Symbols;

pub use board::board;
pub use labels::Labels;
pub use legend::legend;
pub(crate) use view::parts;
pub use view::{OnBoard, Seen, View};

use cheqqers_game::Colour;
use cheqqers_game::show::{Ink, Look};

use crate::Squares;

/// The board of the last position and its legend, as [`Show::picture`] has them.
pub(crate) fn picture<'a, P: OnBoard + 'a>(
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

/// How a board is drawn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Style {
    /// Whether in colours.
    pub ink: Ink,
    /// The characters to use.
    pub symbols: Symbols,
    /// Whose side is at the bottom.
    pub bottom: Colour,
    /// Squares to be marked, such as those of the last move.
    pub marks: Squares,
    /// The letters of split pieces; pieces it does not know get free ones.
    pub labels: Labels,
    /// How many columns there are; squares get narrower when the board would not fit.
    pub max_width: Option<usize>,
}

impl Style {
    /// How to draw a board with these marks and letters on something that looks so.
    pub fn new(look: Look, marks: Squares, labels: Labels, bottom: Colour) -> Self {
        Self {
            ink: look.ink,
            symbols: look.symbols,
            bottom,
            marks,
            labels,
            max_width: look.width,
        }
    }
}

impl Default for Style {
    fn default() -> Self {
        Self {
            ink: Ink::Plain,
            symbols: Symbols::Unicode,
            bottom: Colour::White,
            marks: Squares::EMPTY,
            labels: Labels::default(),
            max_width: None,
        }
    }
}
