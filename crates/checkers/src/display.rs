//! Positions as text: a board for terminals, and what its marks mean.
//!
//! Nothing here reads or writes; every function makes a text of what a position shows ([`BoardView`]). Lines
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
mod picture;
mod style;
mod view;

#[cfg(test)]
mod tests;

pub use cheqqers_circuit::Symbols;

pub use board::board;
pub use labels::Labels;
pub use legend::legend;
pub(crate) use picture::picture;
pub use style::Style;
pub(crate) use view::parts;
pub use view::{BoardView, PartView, ToBoardView};
