//! The boards that a move may lead to.

use cozy_chess::{Piece as Kind, Square};
use smallvec::SmallVec;

use super::board::Board;
use super::moves::Move;
use super::rules::Attempt;
use crate::fen::EnPassant;

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
        let target = match en_passant {
            Some(right) if right.skipped == to => right.pawn,
            _ => to,
        };
        Self {
            from,
            to,
            target,
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

    /// Group of the half on a square.
    fn group(board: &Board, square: Square) -> Option<u8> {
        board.half(square).map(|half| half.group)
    }

    /// The groups that the attempt measures first.
    pub(super) fn groups(self, board: &Board, attempt: Attempt) -> SmallVec<[u8; 2]> {
        let [attacker, target] = [self.from, self.target].map(|square| Self::group(board, square));
        let mut groups: SmallVec<[u8; 2]> = attacker.into_iter().collect();
        if attempt != Attempt::NoBox || groups.is_empty() {
            groups.extend(target.filter(|group| !groups.contains(group)));
        }
        groups
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

/// Returns `true` if a test passes for the board after some outcome of a pseudo-legal move; stops at the
/// first such outcome.
pub(super) fn any_outcome(
    board: &Board,
    attempt: Attempt,
    en_passant: Option<EnPassant>,
    mv: Move,
    test: &mut impl FnMut(&Board) -> bool,
) -> bool {
    let mut after = *board;
    match mv {
        Move::Capture {
            from,
            to,
            promotion,
        } => {
            let capture = CaptureAttempt::new(board, en_passant, [from, to], promotion);
            if attempt == Attempt::Hadamard {
                capture.decide_by_phase(&mut after, |_, _| ());
                capture.finish(&mut after);
                return test(&after);
            }
            let groups = capture.groups(board, attempt);
            return capture.any_outcome(board, &groups, test);
        }
        Move::Tunnel { from, to } => {
            after.relocate(from, to, None);
            return test(board) || test(&after);
        }
        Move::Collapse(square) => {
            let group = board.expect_half(square).group;
            return any_class(board, group, test);
        }
        _ => apply(&mut after, mv),
    }
    test(&after)
}

/// Returns `true` if a test passes for the board after some outcome of measuring a group.
fn any_class(board: &Board, group: u8, mut test: impl FnMut(&Board) -> bool) -> bool {
    [false, true].into_iter().any(|class| {
        let mut after = *board;
        after.collapse(group, class);
        test(&after)
    })
}

impl CaptureAttempt {
    /// As [`any_outcome`], with these groups still to be measured.
    fn any_outcome(
        self,
        board: &Board,
        groups: &[u8],
        test: &mut impl FnMut(&Board) -> bool,
    ) -> bool {
        if let &[group, ref rest @ ..] = groups {
            return any_class(board, group, |after| self.any_outcome(after, rest, test));
        }
        // Without a box the target is measured only if the attacker is there.
        if board.unit(self.from).is_some()
            && let Some(half) = board.half(self.target)
        {
            return self.any_outcome(board, &[half.group], test);
        }
        let mut after = *board;
        self.finish(&mut after);
        test(&after)
    }
}

/// Applies a move that measures nothing and captures nothing.
pub(super) fn apply(board: &mut Board, mv: Move) {
    match mv {
        Move::Step {
            from,
            to,
            promotion,
        } => {
            let castling = board.castling(from, to);
            board.relocate(from, to, promotion);
            if let Some(castling) = castling {
                board.relocate(castling.rook_from, castling.rook_to, None);
            }
        }
        Move::Split {
            from,
            to,
            pair_type,
            promotion,
        } => board.split(from, to, pair_type, promotion),
        Move::Join {
            from,
            to,
            with,
            promotion,
        } => board.join(from, to, with, promotion),
        Move::Invert(squares) => board.invert(squares),
        Move::PhaseFlip([square, _]) => board.flip_phase(board.expect_half(square).group),
        Move::Hadamard {
            pair: [square, _], ..
        } => {
            let half = board.expect_half(square);
            board.collapse(half.group, half.hadamard_class());
        }
        Move::Capture { .. } | Move::Tunnel { .. } | Move::Collapse(_) | Move::Castle(_) => {
            unreachable!("it measures or captures")
        }
    }
}
