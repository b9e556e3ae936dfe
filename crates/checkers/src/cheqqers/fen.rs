//! Positions as text: a draughts FEN, extended by `~` and one block for each component:
//!
//! ```text
//! fen   = colour , { ":" , colour , [ entry , { "," , entry } ] } , [ ":H" , n ] , { "|" , block } ;
//! entry = [ "~" ] , [ "K" ] , n , [ "-" , n ] ;
//! block = n , { "," , n } , ":" , ket , { ";" , ket } , [ ":" , letters ] ;
//! ket   = bits , "*" , real , "," , real ;
//! ```
//!
//! `H` is before the number of plies since the last capture. The letters, one for each square of the block, say which squares belong to one piece. They are
//! needed only where a colour has several pieces in a component (`unlimited` entanglement).

mod read;
#[cfg(test)]
mod tests;
mod write;

use super::{Position, Rules};
use crate::FenError;
use read::read;
use write::write;

impl Position {
    /// The position that a FEN describes; see [`Self::to_fen`].
    ///
    /// # Errors
    /// Returns an error if the text is no FEN, or not of a position that the rules allow.
    pub fn from_fen(rules: Rules, text: &str) -> Result<Self, FenError> {
        read(rules, text)
    }

    /// The position as a draughts FEN: numbered squares, `K` before kings, `~` before quantum
    /// squares, the half-move clock, and a block of amplitudes for each component.
    ///
    /// A chain under way is no part of it.
    pub fn to_fen(&self) -> String {
        write(self)
    }
}
