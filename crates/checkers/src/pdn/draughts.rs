use cheqqers_game::{Colour, Game, Ply};
use serde_json::{Map, Value};

use crate::{Level, Move, RulesError, Square};

/// A game that draughts records hold: moves over numbered squares.
pub trait Draughts: Game<Move = Move, SetupError = RulesError> {
    /// Its name in the tag `Variant`.
    const VARIANT: &'static str;
    /// The number of its classical form in the tag `GameType`.
    const GAME_TYPE: u32;
    /// The name of that form.
    const CLASSICAL: &'static str;
    /// The side that moves first in it, unless a record says otherwise.
    const FIRST: Colour;
    /// Files and ranks of its board, unless a record says otherwise.
    const SIZE: u64;
    /// Keys of the header that have a tag of their own and are options of the rules, in order.
    const OPTIONS: &'static [&'static str];

    /// The header's options of the usual game at a level on a board of a size.
    ///
    /// # Errors
    /// Returns an error if there is no such board.
    fn usual(level: Level, size: u64) -> Result<Map<String, Value>, RulesError>;

    /// Level of the game.
    fn level(&self) -> Level;

    /// Files and ranks.
    fn size(&self) -> u8;

    /// Rows of men on either side at the start.
    fn rows(&self) -> u8;

    /// The square that must go on capturing, in the middle of a chain.
    fn chain(&self) -> Option<Square>;

    /// The square that a capture captures.
    fn captured_square(&self, from: Square, to: Square) -> Option<Square>;

    /// Returns `true` if a legal move that measures nothing entangles capturer and captured.
    fn entangles(&self, mv: Move) -> bool {
        let _ = mv;
        false
    }

    /// The result of a ply in the authors' browser client where it is another one, in words.
    fn difference(before: &Self, ply: &Ply<Move>, after: &Self) -> Option<&'static str> {
        let _ = (before, ply, after);
        None
    }
}
