//! Attacks and check.

use cheqqers_game::Colour;
use cozy_chess::{BitBoard, Piece as Kind, Square};

use super::board::Board;
use super::position::Position;
use super::rules::Attempt;

impl Board {
    /// Squares of a side's units that could capture on a square by their geometry.
    pub fn attackers(&self, square: Square, colour: Colour) -> BitBoard {
        let occupied = self.occupied();
        let of = |kind| self.of_kind(kind);
        let queens = of(Kind::Queen);
        let seen = |kind, side| self.geometry().attacks(kind, side, square, occupied);
        let found = seen(Kind::Pawn, colour.opponent()) & of(Kind::Pawn)
            | seen(Kind::Knight, colour) & of(Kind::Knight)
            | seen(Kind::Bishop, colour) & (of(Kind::Bishop) | queens)
            | seen(Kind::Rook, colour) & (of(Kind::Rook) | queens)
            | seen(Kind::King, colour) & of(Kind::King);
        found & self.of(colour)
    }

    /// Returns `true` if a side's king, or half of it, may be captured by a unit with a probability
    /// above 0.
    pub fn is_in_check(&self, attempt: Attempt, colour: Colour) -> bool {
        let kings = self.of_kind(Kind::King) & self.of(colour);
        kings.into_iter().any(|king| {
            let mut attackers = self.attackers(king, colour.opponent()).into_iter();
            attackers.any(|attacker| self.may_capture(attempt, attacker, king))
        })
    }
}

impl Position {
    /// Returns `true` if a side's king, or half of it, is in check.
    pub fn is_in_check(&self, colour: Colour) -> bool {
        self.board.is_in_check(self.rules.attempt, colour)
    }
}
