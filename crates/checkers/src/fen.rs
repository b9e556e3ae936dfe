//! Positions as text: a draughts FEN, extended by `~` and one block for each component:
//!
//! ```text
//! fen   = colour , { ":" , colour , [ entry , { "," , entry } ] } , { "|" , block } ;
//! entry = [ "~" ] , [ "K" ] , n , [ "-" , n ] ;
//! block = n , { "," , n } , ":" , ket , { ";" , ket } , [ ":" , letters ] ;
//! ket   = bits , "*" , real , "," , real ;
//! ```
//!
//! The letters, one for each square of the block, say which squares belong to one piece. They are
//! needed only where a colour has several pieces in a component (`unlimited` entanglement).

mod read;
pub(crate) mod sides;
#[cfg(test)]
mod tests;
mod write;

use cheqqers_game::Colour;
use cheqqers_game::settings::quoted;
use cheqqers_world::WorldError;
use thiserror::Error;

use crate::ParseSquareError;
pub(crate) use read::read;
pub(crate) use write::write;

/// Why a text is no position.
#[derive(Clone, PartialEq, Debug, Error)]
#[non_exhaustive]
pub enum FenError {
    /// It does not start with whose turn it is.
    #[error("a FEN starts with the side to move, W or B, as in W:W21-32:B1-12")]
    Turn,
    /// A field that lists no side's squares.
    #[error(
        "{} is no list of a side's squares, as in W21-32 or BK5,6",
        quoted(field)
    )]
    Side {
        /// The field.
        field: String,
    },
    /// A side that is listed twice.
    #[error("the squares of {colour} are listed twice")]
    RepeatedSide {
        /// Whose.
        colour: Colour,
    },
    /// An entry that is no square.
    #[error(
        "{} is no square number or range, as in 21, K5, ~17 or 21-32",
        quoted(entry)
    )]
    Entry {
        /// The entry.
        entry: String,
    },
    /// An entry whose name is no square's.
    #[error(transparent)]
    Square(#[from] ParseSquareError),
    /// A square the board does not have.
    #[error("square {square} is not on a board of {size} x {size}")]
    OffBoard {
        /// The square, as it is named.
        square: String,
        /// The board's size.
        size: u8,
    },
    /// A square that is named twice.
    #[error("square {square} is named twice")]
    RepeatedSquare {
        /// The square, as it is named.
        square: String,
    },
    /// A quantum square where pieces start certain.
    #[error("square {square} is marked ~, and in this game every piece starts certain")]
    QuantumSquare {
        /// The square, as it is named.
        square: String,
    },
    /// A mark that no piece of the game bears.
    #[error(
        "square {square} is marked {}, and a piece is marked ~N only when it is still uncertain after N rotations",
        quoted(mark)
    )]
    Mark {
        /// The square, as it is named.
        square: String,
        /// The mark.
        mark: String,
    },
    /// A man where it would have been crowned.
    #[error("a man on square {square} would have been crowned: write K{square}")]
    Uncrowned {
        /// The square, as it is named.
        square: String,
    },
    /// A block of amplitudes that can't be read.
    #[error(
        "{} is no component, as in 17,18:10*0,0.70710678118654757;01*0,0.70710678118654757",
        quoted(block)
    )]
    Block {
        /// The block.
        block: String,
    },
    /// A component with more basis states than are read.
    #[error("a component of {num_kets} basis states is beyond the limit of {most}")]
    TooManyKets {
        /// How many there are.
        num_kets: usize,
        /// The limit.
        most: usize,
    },
    /// A quantum square without a component, or one of a component that is not quantum.
    #[error("square {number} must be marked ~ and stand in exactly one component")]
    Unmatched {
        /// The square's number.
        number: u16,
    },
    /// A component that the rules can't give.
    #[error("the component of square {number} can't arise: {reason}")]
    Component {
        /// The number of its first square.
        number: u16,
        /// Why.
        reason: &'static str,
    },
    /// A square marked quantum that its component leaves no doubt about.
    #[error("square {number} is marked ~, but its amplitudes make it certain")]
    CertainSquare {
        /// The square's number.
        number: u16,
    },
    /// A component whose state does not hold together.
    #[error("the component of square {number} is no state")]
    State {
        /// The number of its first square.
        number: u16,
        /// Why.
        #[source]
        source: WorldError,
    },
}
