use cheqqers_game::Game;
use thiserror::Error;

use super::{Level, Move, Position, side};
use crate::piece::Rank;
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
    #[error(
        "another capture can take more pieces and must be taken: {}",
        list(captures)
    )]
    MustCaptureMost { captures: Vec<Move> },
    /// `kind` is a plural.
    #[error("{kind} belong to level {needed}, this game is played at level {level}")]
    NotAtLevel {
        kind: &'static str,
        needed: Level,
        level: Level,
    },
    #[error("{to} is not reachable from {from}: a {} {}", rank.noun(), way(*rank))]
    NotReachable {
        from: Square,
        to: Square,
        rank: Rank,
    },
    #[error("the piece on {square} is in one place, only pieces in superposition can merge")]
    NotQuantum { square: Square },
    #[error("there is nothing of {opponent} to capture between {from} and {to}")]
    NothingToCapture {
        from: Square,
        to: Square,
        opponent: &'static str,
    },
    #[error("the piece on {square} was captured in this turn already, in part")]
    CapturedBefore { square: Square },
    /// A limit of this program, not of the rules.
    #[error("the component of {square} holds too many amplitudes to branch further")]
    NoRoom { square: Square },
}

fn way(rank: Rank) -> &'static str {
    match rank {
        Rank::Man => "steps one square diagonally forward",
        Rank::King => {
            "flies along a diagonal, over pieces in superposition but not over certain ones"
        }
    }
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
    let sources: Vec<Square> = mv.sources().collect();
    for &square in &sources {
        refusal::own(board.part(square), square, turn)?;
    }
    if let Some(square) = position.chain() {
        if let Move::Capture { from, to } = mv
            && let Some(over) = side::captured_square(board, from, to)
            && from == square
            && position.was_captured(over)
        {
            return Err(Refusal::CapturedBefore { square: over });
        }
        return Err(Refusal::MustContinue {
            square,
            captures: legal,
        });
    }
    let can_capture = side::can_capture(position);
    if let Move::Capture { from, to } = mv {
        if side::is_capture(position, from, to) {
            return Err(Refusal::MustCaptureMost { captures: legal });
        }
        let opponent = match turn.opponent() {
            cheqqers_game::Colour::White => "White's",
            cheqqers_game::Colour::Black => "Black's",
        };
        return Err(Refusal::NothingToCapture { from, to, opponent });
    }
    if can_capture {
        return Err(Refusal::MustCapture { captures: legal });
    }
    for &from in &sources {
        let rank = board.part(from).map_or(Rank::Man, |part| part.rank);
        for to in mv.targets() {
            if board.is_occupied(to) && !board.is_quantum(to) {
                return Err(CommonRefusal::Occupied { square: to }.into());
            }
            if !side::is_open(position, from, to) {
                return Err(Refusal::NotReachable { from, to, rank });
            }
        }
    }
    if let Move::Merge { from, .. } = mv
        && let Some(&square) = from.iter().find(|&&square| !board.is_quantum(square))
    {
        return Err(Refusal::NotQuantum { square });
    }
    // All that is left of the reasons.
    let square = sources[0];
    Err(Refusal::NoRoom { square })
}
