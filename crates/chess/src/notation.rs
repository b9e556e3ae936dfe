//! Reading of moves that both games share.

use cheqqers_game::settings::quoted;
use cozy_chess::{Piece as Kind, Square};
use thiserror::Error;

/// Error of reading a move.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{} is no move: write {forms}", quoted(text))]
#[expect(missing_docs, reason = "the message says it")]
pub struct ReadMoveError {
    pub text: String,
    pub forms: &'static str,
}

/// The kinds that a pawn may become, in the order of their letters.
pub(crate) const PROMOTIONS: [Kind; 4] = [Kind::Bishop, Kind::Knight, Kind::Queen, Kind::Rook];

/// The rest of a move that is being read. Squares are read with or without case, and signs as
/// people write them: `->` and `–` for `-`, `:` for `x`.
pub(crate) struct MoveReader {
    text: String,
    at: usize,
}

impl MoveReader {
    pub(crate) fn new(text: &str) -> Self {
        let text = text.trim().replace("->", "-").replace(['–', '—'], "-");
        Self {
            text: text.replace([':', '×'], "x").replace('0', "O"),
            at: 0,
        }
    }

    fn rest(&self) -> &str {
        &self.text[self.at..]
    }

    /// Takes a text if it comes next.
    pub(crate) fn take(&mut self, expected: &str) -> bool {
        let found = self.rest().starts_with(expected);
        if found {
            self.at += expected.len();
        }
        found
    }

    /// Takes what is left if it is this, in capitals or not.
    pub(crate) fn take_all(&mut self, expected: &str) -> bool {
        let found = self.rest().eq_ignore_ascii_case(expected);
        if found {
            self.at = self.text.len();
        }
        found
    }

    /// Takes a square if one comes next.
    pub(crate) fn square(&mut self) -> Option<Square> {
        let name = self.rest().get(..2)?;
        let square = name.to_ascii_lowercase().parse().ok()?;
        self.at += 2;
        Some(square)
    }

    /// Takes what is left: nothing, or `=` and the letter of a kind that a pawn may become.
    ///
    /// # Errors
    /// Returns an error if it is something else.
    pub(crate) fn promotion(&mut self) -> Result<Option<Kind>, ()> {
        if self.is_at_end() {
            return Ok(None);
        }
        self.kind().map(Some).ok_or(())
    }

    /// Takes `=` and the letter of a kind that a pawn may become, if nothing follows.
    fn kind(&mut self) -> Option<Kind> {
        if !self.take("=") {
            return None;
        }
        let mut letters = self.rest().chars();
        let letter = letters.next()?.to_ascii_lowercase();
        let kind = Kind::try_from(letter).ok()?;
        let known = PROMOTIONS.contains(&kind) && letters.next().is_none();
        known.then_some(kind)
    }

    pub(crate) fn is_at_end(&self) -> bool {
        self.at == self.text.len()
    }
}

/// Text of a move, at most 16 characters.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct MoveText {
    bytes: [u8; 16],
    len: usize,
}

impl MoveText {
    pub(crate) fn sign(mut self, sign: u8) -> Self {
        self.bytes[self.len] = sign;
        self.len += 1;
        self
    }

    pub(crate) fn word(self, word: &str) -> Self {
        word.bytes().fold(self, Self::sign)
    }

    pub(crate) fn square(self, square: Square) -> Self {
        let [file, rank] = [square.file() as u8, square.rank() as u8];
        self.sign(b'a' + file).sign(b'1' + rank)
    }

    /// `=` and a kind, if there is one.
    pub(crate) fn promotion(self, kind: Option<Kind>) -> Self {
        match kind {
            None => self,
            Some(kind) => {
                let letter = char::from(kind).to_ascii_uppercase();
                self.sign(b'=').sign(letter as u8)
            }
        }
    }

    pub(crate) fn as_str(&self) -> &str {
        str::from_utf8(&self.bytes[..self.len]).expect("moves are written in ASCII")
    }

    /// The text as a number that sorts as the text does.
    pub(crate) fn sort_key(self) -> u128 {
        u128::from_be_bytes(self.bytes)
    }
}
