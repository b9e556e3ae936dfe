//! Recorded games as draughts records, PDN 3.0 with what quantum moves need ("QPDN"), as they are written:
//!
//! ```text
//! record    = game , { "*" , game } , [ "*" ] ;
//! game      = { tag } , body ;
//! tag       = "[" , name , '"' , text , '"' , "]" ;      text: \" for a quote
//! body      = { number | ply | comment | nag | setup | "(" , body , ")" } ;
//! number    = digits , "." , [ ".." ] ;   nag = "$" , digits ;   comment = "{" , anything but "}" , "}" ;
//! setup     = "/FEN " , '"' , fen , '"' , "/" ;
//! ply       = ( ( step | split | merge ) , { measured } | capture ) , [ strength ] ;
//! step      = n , "-" , n ;                   22-18
//! split     = n , "-" , n , "^" , n ;         22-17^18
//! merge     = n , "^" , n , "-" , n ;         17^18-14
//! capture   = n , hop , { hop } ;             22x15x8         a chain is one move
//! hop       = "x" , n , { measured | entangled } ;
//! measured  = ".m" , ( "0" | "1" ) , [ "@" , found ] ;
//! found     = n , { "," , n } | "0" ;         22x15.m1@22     what was found occupied; 0: nothing
//! entangled = ".e" ;                          18x11.e
//! ```
//!
//! Everything of a game is in it: the header stands in tags, and what has no tag in a command
//! `[%header ...]` of the first comment; who measured stands in a command `[%qm ...]` behind the
//! move, one for each measurement. A command's values are JSON with `(` `)` for braces and `<` `>`
//! for brackets, which a comment can't hold. A draughts record tells the game as it stands: plies
//! taken back are left out, and so is what a trace has besides.
//!
//! The games are those of [`Draughts`]: Cheqqers, whose classical form is English draughts (21 in the
//! tag `GameType`), and international quantum draughts (20). Behind `.m` stands whether the first measured
//! square was found occupied, of the sources, the captured square and the targets.
//!
//! Quantum games are written so and not read: records, JSON Lines, are what they are read from. Read are games
//! of level 0, and what other programs write: moves of English and international draughts with only the
//! first and last square of a chain, variations (which are left out), results at the end of the
//! moves. Where Black moves first the game is read as one from a set-up position, numbers and colours as
//! they are. A file without the tags `Variant` and `Quantumness` is one of classical draughts, where no
//! count of plies makes a draw. A result that the board does not show was agreed or given up.
//!
//! The header lacks what a draughts record of others does not tell: the players where no tag names
//! them, and always the seed, which only our games have, in the tag `Seed`.
//!
//! With `[Numbering "online-2026"]` numbers count from a1 upwards, as in the authors' browser client, `;M:1,0`
//! behind a move has its readings at level 1, and an outcome that is not written is one that fits the moves behind
//! it, measured by the backend `inferred`.
//!
//! Read, though the grammar does not have it, and never written:
//! - blanks before a strength, and none between `/FEN` and its quote;
//! - any number before a move: numbers and their dots are not compared with the game;
//! - a second set-up that says the same as the first, where another is refused; the tag `FEN` is one;
//! - the results `1-0`, `0-1`, `1/2-1/2`, `1-1`, `2-0`, `0-2` in place of `*`, and games without
//!   moves and tags, which are left out.
//!
//! Source: Portable Draughts Notation 3.0; the form of the moves after Cantwell, "Quantum Chess:
//! Developing a Mathematical Framework and Design Methodology for Creating Quantum Games",
//! arXiv:1906.05836.

mod command;
mod cursor;
mod draughts;
mod error;
mod inference;
mod landing;
mod numbering;
mod parse;
mod read;
mod tags;
#[cfg(test)]
mod tests;
mod tree;
mod write;

use cheqqers_game::record::Record;

pub use draughts::Draughts;
pub use error::{PdnError, PdnReason};
pub use write::write;
pub(crate) use write::{form, write_online};

use crate::{Position, international};
use cursor::TextPosition;

/// Returns `true` for a draughts record rather than another kind of recorded game, judged by how it
/// begins. What is neither is left to the readers of others.
pub fn is_pdn(beginning: &str) -> bool {
    let text = beginning.trim_start_matches('\u{feff}').trim_start();
    let behind = |sign: char| text.strip_prefix(sign).map(str::trim_start);
    if let Some(rest) = behind('{') {
        // A line of JSON goes on with a key.
        return !rest.starts_with(['"', '}']);
    }
    if let Some(rest) = behind('[') {
        return rest.starts_with(|c: char| c.is_ascii_alphabetic());
    }
    text.starts_with(|c: char| c.is_ascii_digit() || matches!(c, '(' | '/' | '*' | '$'))
}

/// Reads the games of a draughts record one after the other.
///
/// Every game is played while it is read, so that what the text leaves out is found: each record
/// given out follows the rules word by word.
#[derive(Clone, Debug)]
pub struct PdnReader {
    text: String,
    at: TextPosition,
}

impl PdnReader {
    /// Reads from the start.
    pub fn new(text: String) -> Self {
        let mut at = TextPosition::default();
        if text.starts_with('\u{feff}') {
            at.offset = '\u{feff}'.len_utf8();
        }
        Self { text, at }
    }

    /// The next game; `None` at the end. Its lines have the numbers that they have in the text.
    ///
    /// # Errors
    /// Returns an error if the text is no draughts record, the game is none of ours or a quantum game in our own
    /// form, or it breaks the rules. The error says where.
    pub fn record(&mut self) -> Result<Option<Record>, PdnError> {
        match parse::game(&self.text, self.at)? {
            None => Ok(None),
            Some((game, behind)) => {
                let record = if tags::is_game::<international::Position>(&game.tags) {
                    read::play::<international::Position>(&game)?
                } else {
                    read::play::<Position>(&game)?
                };
                self.at = behind;
                Ok(Some(record))
            }
        }
    }
}
