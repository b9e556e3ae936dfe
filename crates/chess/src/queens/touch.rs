//! Touches: which moves measure, and positions after a touch.

use cheqqers_world::{Recording, World};
use cozy_chess::{Piece as Kind, Square};

use super::board::GEOMETRY;
use super::movegen;
use super::moves::Move;
use super::piece::PieceMode;
use super::pool::TYPES;
use super::position::{Position, TurnStep};
use super::rules::{CapturedPiece, FarRow};

impl Position {
    /// Returns `true` if a legal move measures.
    pub(super) fn measures_something(&self, mv: Move) -> bool {
        let has_qubit = |square| self.board.expect_piece(square).has_qubit();
        match mv {
            Move::Touch(square) => has_qubit(square),
            Move::Capture { to, .. } => {
                let collapses = self.rules.captured == CapturedPiece::Collapse;
                collapses && has_qubit(self.victim(to))
            }
            Move::Deal => true,
            _ => false,
        }
    }

    /// The positions after touching a quantum piece, without their worlds: with the type that it shows
    /// and the probability.
    pub(super) fn shown(&self, square: Square) -> Vec<(Self, Kind, f64)> {
        let piece = self.board.expect_piece(square);
        let pool = self.pool(piece.colour);
        // A piece of one kind shows its primary type.
        let primary = if piece.is_certain() { 1.0 } else { 0.5 };
        let secondaries = TYPES.map(|kind| match piece.secondary {
            None => (kind, 0.5 * pool.probability(kind)),
            Some(known) => (kind, if kind == known { 1.0 - primary } else { 0.0 }),
        });
        let primary = (PieceMode::Primary, piece.primary, primary);
        let secondaries = secondaries
            .into_iter()
            .filter(|&(_, probability)| probability > 0.0)
            .map(|(kind, probability)| (PieceMode::Secondary, kind, probability));
        let after = |(mode, kind, probability)| {
            let mut shown = self.without_world();
            shown.board.set_mode(square, mode);
            if mode == PieceMode::Secondary && piece.secondary.is_none() {
                shown.name_secondary(square, kind);
            }
            shown.show_touched(square);
            (shown, kind, probability)
        };
        [primary]
            .into_iter()
            .chain(secondaries)
            .map(after)
            .collect()
    }

    /// The position with nothing quantum in its world.
    fn without_world(&self) -> Self {
        Self {
            world: World::new(Recording::Off),
            board: self.board.clone(),
            ..*self
        }
    }

    /// Goes on with a touch, now that the piece shows a type.
    pub(super) fn show_touched(&mut self, square: Square) {
        let piece = self.board.expect_piece(square);
        let on_last_rank = square.rank() == GEOMETRY.last_rank(piece.colour);
        let mut promoted = false;
        if piece.kind() == Some(Kind::Pawn) && on_last_rank {
            match self.rules.far_row {
                FarRow::Turn => {
                    self.step = TurnStep::Promote(square);
                    return;
                }
                FarRow::Queen => {
                    self.board.put(square, piece.promoted(Kind::Queen));
                    promoted = true;
                }
                FarRow::None => {}
            }
        }
        let king = self.board.king(piece.colour.opponent());
        let gives_check = king.is_some_and(|king| self.board.attacks(square, king));
        self.step = TurnStep::Move { square, promoted };
        if self.rules.check_ends && gives_check || !movegen::can_move(self, square) {
            if promoted {
                self.half_move_clock = 0;
                self.requantise_idle(square);
                self.end_turn(None);
            } else {
                self.end_turn_without_move(square);
            }
        }
    }
}
