use cheqqers_circuit::Symbols;
use cheqqers_game::Colour;
use cheqqers_game::show::{Ink, Look};

use super::labels::Labels;
use crate::squares::Squares;

/// Options of drawing a board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Style {
    /// Plain text or ANSI colours.
    pub ink: Ink,
    /// The characters to use.
    pub symbols: Symbols,
    /// Side at the bottom.
    pub bottom: Colour,
    /// Squares to be marked, such as those of the last move.
    pub marks: Squares,
    /// The letters of split pieces; pieces it does not know get free ones.
    pub labels: Labels,
    /// Columns available; squares get narrower when the board would not fit.
    pub max_width: Option<usize>,
}

impl Style {
    /// Style with these marks and letters on a terminal of this look.
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
