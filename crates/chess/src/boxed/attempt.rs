//! Attempted captures: what they measure, how they go on, and with which probability they capture.

use cozy_chess::{Piece as Kind, Square};
use smallvec::SmallVec;

use super::board::Board;
use super::moves::Move;
use super::position::Position;
use super::rules::Attempt;
use crate::en_passant::EnPassant;

/// An attempted capture, or a capture, whose halves have been measured or are to be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CaptureAttempt {
    /// Square of the attacker.
    pub from: Square,
    /// Square of arrival.
    pub to: Square,
    /// Square of the target: that of arrival, unless a pawn is taken en passant.
    pub target: Square,
    /// The kind that a pawn becomes on the last rank.
    pub promotion: Option<Kind>,
    /// `true` if the attacker is a pawn.
    pub by_pawn: bool,
}

impl CaptureAttempt {
    /// The capture from one square onto another.
    pub(super) fn new(
        board: &Board,
        en_passant: Option<EnPassant>,
        [from, to]: [Square; 2],
        promotion: Option<Kind>,
    ) -> Self {
        Self {
            from,
            to,
            target: EnPassant::target(en_passant, to),
            promotion,
            by_pawn: board.kind(from) == Kind::Pawn,
        }
    }

    /// Goes on once both units are conventional or gone: returns `true` if the target is captured.
    pub(super) fn finish(self, board: &mut Board) -> bool {
        if board.unit(self.from).is_none() {
            return false;
        }
        let captures = board.unit(self.target).is_some();
        if captures {
            board.remove(self.target);
        }
        board.relocate(self.from, self.to, self.promotion);
        captures
    }

    /// The groups that the attempt measures next, the attacker's first; without a box the target's only
    /// once the attacker is found. None where phases decide.
    pub(super) fn groups(self, board: &Board, attempt: Attempt) -> SmallVec<[u8; 2]> {
        let group = |square| board.half(square).map(|half| half.group);
        let attacker = group(self.from);
        let waits = match attempt {
            Attempt::Box => false,
            Attempt::NoBox => attacker.is_some() || board.unit(self.from).is_none(),
            Attempt::Hadamard => return SmallVec::new(),
        };
        let target = group(self.target).filter(|&target| !waits && attacker != Some(target));
        attacker.into_iter().chain(target).collect()
    }

    /// Decides an attempt without a measurement: by Hadamard moves of the target's pair and then of
    /// the attacker's, unless it is of the same group. `act` is called before each.
    pub(super) fn decide_by_phase(self, board: &mut Board, mut act: impl FnMut(&Board, Square)) {
        for square in [self.target, self.from] {
            if let Some(half) = board.half(square) {
                act(board, square);
                board.collapse(half.group, half.hadamard_class());
            }
        }
    }
}

impl Board {
    /// Returns `true` if the unit on `attacker` captures the one on `target` with a
    /// probability above 0.
    pub fn may_capture(&self, attempt: Attempt, attacker: Square, target: Square) -> bool {
        match (self.half(attacker), self.half(target)) {
            (None, None) => true,
            (attacker, target) if attempt == Attempt::Hadamard => {
                // The target's pair decides about its group, and the attacker's about another one.
                let found = target.is_none_or(|half| half.class == half.hadamard_class());
                let real = match (attacker, target) {
                    (None, _) => true,
                    (Some(half), Some(other)) if half.group == other.group => {
                        half.class == other.hadamard_class()
                    }
                    (Some(half), _) => half.class == half.hadamard_class(),
                };
                found && real
            }
            (Some(half), Some(other)) if half.group == other.group => half.class == other.class,
            _ => true,
        }
    }
}

impl Position {
    /// Returns `true` if a pseudo-legal move is measured.
    pub(super) fn measures_something(&self, mv: Move) -> bool {
        match mv {
            Move::Tunnel { .. } | Move::Collapse(_) => true,
            Move::Capture { from, to, .. } => {
                self.is_attempt([from, to]) && self.rules.attempt != Attempt::Hadamard
            }
            _ => false,
        }
    }

    /// Returns `true` if a half takes part in a pseudo-legal capture, which may fail then.
    pub(super) fn is_attempt(&self, squares: [Square; 2]) -> bool {
        let capture = CaptureAttempt::new(&self.board, self.en_passant, squares, None);
        [capture.from, capture.target]
            .into_iter()
            .any(|square| self.board.half(square).is_some())
    }

    /// Probability that an attempt of one unit captures another: that both are real; 0 or 1 where phases
    /// decide.
    pub(super) fn capture_probability(&self, attacker: Square, target: Square) -> f64 {
        if self.rules.attempt == Attempt::Hadamard {
            let captures = self.board.may_capture(Attempt::Hadamard, attacker, target);
            return f64::from(u8::from(captures));
        }
        match (self.board.half(attacker), self.board.half(target)) {
            (Some(half), Some(other)) if half.group == other.group => {
                if half.class == other.class {
                    self.probability(attacker)
                } else {
                    0.0
                }
            }
            _ => self.probability(attacker) * self.probability(target),
        }
    }
}
