use cheqqers_circuit::Symbols;

use super::labels::Labels;
use crate::Colour;
use crate::show::{Ink, Look};

/// Options of drawing a board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Style {
    /// Plain text or ANSI colours.
    pub ink: Ink,
    /// The characters to use.
    pub symbols: Symbols,
    /// Side at the bottom.
    pub bottom: Colour,
    /// Names of squares to be marked, such as those of the last move.
    pub marks: Vec<String>,
    /// The letters of split pieces; pieces it does not know get free ones.
    pub labels: Labels,
    /// Columns available; squares get narrower when the board would not fit.
    pub max_width: Option<usize>,
}

impl Style {
    /// Style with these marks and letters on a terminal of this look.
    pub fn new(look: Look, marks: Vec<String>, labels: Labels, bottom: Colour) -> Self {
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
            marks: Vec::new(),
            labels: Labels::default(),
            max_width: None,
        }
    }
}
