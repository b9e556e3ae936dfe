//! Positions as text: a board for terminals, what its marks mean, and moves told in words.
//!
//! Nothing here reads or writes; every function makes a text of a [`Position`](crate::Position). Lines end with a
//! line feed.
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
mod hint;
mod labels;
mod legend;
mod links;
mod prospect;
pub(crate) mod show;
mod told;
mod view;
mod words;

#[cfg(test)]
mod tests;

pub use cheqqers_circuit::Symbols;

pub use board::board;
pub use labels::Labels;
pub use legend::legend;
pub use prospect::Prospect;
pub use told::ply_in_words;
pub use view::{OnBoard, Seen, View};
pub use words::{move_in_words, outcome_in_words, status};

use cheqqers_game::Colour;
use cheqqers_game::show::{Ink, Look};

use crate::Squares;

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
