use cheqqers_game::Colour;
use cheqqers_game::settings::quoted;
use cheqqers_world::WorldError;
use thiserror::Error;

use crate::square::{ParseSquareError, Square};

/// Error of reading a position.
#[derive(Clone, PartialEq, Debug, Error)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the messages say it")]
pub enum FenError {
    #[error("a FEN starts with the side to move, W or B, as in W:W21-32:B1-12")]
    Turn,
    #[error(
        "{} is no list of a side's squares, as in W21-32 or BK5,6",
        quoted(field)
    )]
    Side { field: String },
    #[error(
        "{} is no half-move clock: write H and the number of plies since the last capture, as in H3",
        quoted(field)
    )]
    Clock { field: String },
    #[error(
        "the counters of this game are more than a half-move clock and start anew: leave H out"
    )]
    Counters,
    #[error("the squares of {colour} are listed twice")]
    RepeatedSide { colour: Colour },
    #[error(
        "{} is no square number or range, as in 21, K5, ~17 or 21-32",
        quoted(entry)
    )]
    Entry { entry: String },
    #[error(transparent)]
    Square(#[from] ParseSquareError),
    #[error("square {square} is not on a board of {size} x {size}")]
    OffBoard { square: String, size: u8 },
    #[error("square {square} is named twice")]
    RepeatedSquare { square: String },
    #[error("square {square} is marked ~, and in this game every piece starts certain")]
    QuantumSquare { square: String },
    #[error(
        "square {square} is marked {}, and a piece is marked ~N only when it is still uncertain after N rotations",
        quoted(mark)
    )]
    Mark { square: String, mark: String },
    #[error("a man on square {square} would have been crowned: write K{square}")]
    Uncrowned { square: String },
    #[error(
        "{} is no component, as in 17,18:10*0,0.70710678118654757;01*0,0.70710678118654757",
        quoted(block)
    )]
    Block { block: String },
    #[error("a component of {num_kets} basis states is beyond the limit of {most}")]
    TooManyKets { num_kets: usize, most: usize },
    #[error("square {number} must be marked ~ and stand in exactly one component")]
    Unmatched { number: u16 },
    #[error("square {number} is said to share a piece number, and it is empty")]
    EmptySquare { number: u16 },
    #[error("the component of square {number} can't arise: {reason}")]
    Component { number: u16, reason: &'static str },
    #[error("square {number} is marked ~, but its amplitudes make it certain")]
    CertainSquare { number: u16 },
    #[error("the component of square {number} is no state")]
    State {
        number: u16,
        #[source]
        source: WorldError,
    },
}

impl FenError {
    /// The error of the world about the component of a square, on a board of this size.
    pub(crate) fn of_state(source: WorldError, number: u16, size: u8) -> Self {
        match source {
            WorldError::CertainSlot { slot } => Self::CertainSquare {
                number: Square::from_slot(slot).draughts_number(size),
            },
            source => Self::State { number, source },
        }
    }
}
