//! The common part of the games' draughts FENs: the side to move, and the pieces of either side.

mod error;
pub(crate) mod sides;

pub use error::FenError;
