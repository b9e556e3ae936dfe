use cheqqers_game::Game;
use thiserror::Error;

use super::level::Level;
use super::movegen;
use super::moves::Move;
use super::position::Position;
use crate::refusal::{self, CommonRefusal, list};
use crate::square::Square;

/// Reason against a move.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the messages say it")]
pub enum Refusal {
    #[error(transparent)]
    Common(#[from] CommonRefusal),
    #[error("the piece on {square} must go on capturing: {}", list(captures))]
    MustContinue { square: Square, captures: Vec<Move> },
    #[error("a capture is available and must be taken: {}", list(captures))]
    MustCapture { captures: Vec<Move> },
    /// `kind` is a plural.
    #[error("{kind} belong to level {needed}, this game is played at level {level}")]
    NotAtLevel {
        kind: &'static str,
        needed: Level,
        level: Level,
    },
    #[error("the piece on {square} is in one place, only parts of a split piece can merge")]
    NotQuantum { square: Square },
    #[error("{} and {} hold parts of different pieces", squares[0], squares[1])]
    DifferentPieces { squares: [Square; 2] },
    #[error("the parts on {} and {} are a man and a king, both must be the same", squares[0], squares[1])]
    DifferentRanks { squares: [Square; 2] },
    /// A limit of this program, not of the rules.
    #[error("the component of {square} holds too many amplitudes to branch further")]
    NoRoom { square: Square },
}

/// Checks a move; of several reasons against it, the error is the one most useful to a player.
pub(super) fn check(position: &Position, mv: Move) -> Result<(), Refusal> {
    let mut legal = Vec::new();
    position.legal_moves(&mut legal);
    if legal.binary_search(&mv).is_ok() {
        return Ok(());
    }
    refusal::in_progress(position.outcome())?;
    explain(position, mv, legal)
}

/// The reason against a move that is not legal while the game goes on.
fn explain(position: &Position, mv: Move, legal: Vec<Move>) -> Result<(), Refusal> {
    let (board, turn) = (position.board(), position.turn());
    refusal::on_board(mv.sources().chain(mv.targets()), board.size())?;
    let (needed, level) = (mv.level(), position.rules().level());
    if needed > level {
        let kind = match mv {
            Move::Split { .. } => "splits",
            _ => "merges",
        };
        return Err(Refusal::NotAtLevel {
            kind,
            needed,
            level,
        });
    }
    let parts = mv
        .sources()
        .map(|square| Ok((square, refusal::own(board.part(square), square, turn)?)))
        .collect::<Result<Vec<_>, CommonRefusal>>()?;
    if let Some(square) = position.chain() {
        return Err(Refusal::MustContinue {
            square,
            captures: legal,
        });
    }
    if let Move::Capture { to, .. } = mv {
        let (from, part) = parts[0];
        refusal::capture_on(board, part, from, to)?;
    }
    if movegen::can_capture(board, turn, None) {
        return Err(Refusal::MustCapture { captures: legal });
    }
    for &(from, part) in &parts {
        for to in mv.targets() {
            refusal::step_on(board, part, from, to)?;
        }
    }
    if let Move::Merge { from, .. } = mv {
        if let Some(&square) = from.iter().find(|&&square| !board.is_quantum(square)) {
            return Err(Refusal::NotQuantum { square });
        }
        if board.piece(from[0]) != board.piece(from[1]) {
            return Err(Refusal::DifferentPieces { squares: from });
        }
        if !movegen::can_merge(board, from[0], from[1]) {
            return Err(Refusal::DifferentRanks { squares: from });
        }
    }
    // All that is left of the reasons.
    Err(Refusal::NoRoom { square: parts[0].0 })
}
