//! The common parts of the games' draughts FENs: the side to move, the pieces of either side, and the
//! amplitudes of components.

pub(crate) mod blocks;
mod error;
pub(crate) mod sides;

pub use error::FenError;
