//! The boards that a move may lead to.

use super::attempt::CaptureAttempt;
use super::board::Board;
use super::moves::Move;
use super::rules::Attempt;
use crate::en_passant::EnPassant;

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
            return any_outcome_of(capture, board, attempt, test);
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

/// As [`any_outcome`], of an attempt that measures.
fn any_outcome_of(
    capture: CaptureAttempt,
    board: &Board,
    attempt: Attempt,
    test: &mut impl FnMut(&Board) -> bool,
) -> bool {
    if let Some(&group) = capture.groups(board, attempt).first() {
        let go_on = |after: &Board| any_outcome_of(capture, after, attempt, test);
        return any_class(board, group, go_on);
    }
    let mut after = *board;
    capture.finish(&mut after);
    test(&after)
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
