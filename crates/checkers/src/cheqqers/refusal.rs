use cheqqers_game::{Colour, Game, Status};
use thiserror::Error;

use super::movegen;
use crate::{Level, Move, Position, Rank, Square};

/// Why a move is not legal.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum Refusal {
    /// The game has ended.
    #[error("the game is over: {status}")]
    GameOver {
        /// How.
        status: Status,
    },
    /// A square the board does not have.
    #[error("{square} is not on this board of {size} x {size}")]
    OffBoard {
        /// The square.
        square: Square,
        /// The board's size.
        size: u8,
    },
    /// Nothing stands where the move starts.
    #[error("there is no piece on {square}")]
    Empty {
        /// The square.
        square: Square,
    },
    /// The piece is the opponent's.
    #[error("the piece on {square} is not yours, it is {turn}'s turn")]
    NotYours {
        /// The square.
        square: Square,
        /// Whose turn it is.
        turn: Colour,
    },
    /// A chain is under way.
    #[error("the piece on {square} must go on capturing: {}", list(captures))]
    MustContinue {
        /// Where it stands.
        square: Square,
        /// What it may capture.
        captures: Vec<Move>,
    },
    /// A capture is available.
    #[error("a capture is available and must be taken: {}", list(captures))]
    MustCapture {
        /// Which.
        captures: Vec<Move>,
    },
    /// The kind of move belongs to a higher level.
    #[error("{kind} belong to level {needed}, this game is played at level {level}")]
    NotAtLevel {
        /// The kind, in the plural.
        kind: &'static str,
        /// The level that has it.
        needed: Level,
        /// The game's level.
        level: Level,
    },
    /// The target is no step away, or backwards for a man.
    #[error("{to} is not reachable from {from}: a {piece} steps one square diagonally{way}")]
    NotReachable {
        /// From where.
        from: Square,
        /// To where.
        to: Square,
        /// Man or king.
        piece: &'static str,
        /// Which way it steps.
        way: &'static str,
    },
    /// The target holds a part of a piece.
    #[error("{square} is not empty")]
    Occupied {
        /// The square.
        square: Square,
    },
    /// The target of a capture is no jump away.
    #[error(
        "{to} is not reachable from {from}: a {piece} captures by jumping over the next square{way}"
    )]
    NoJump {
        /// From where.
        from: Square,
        /// To where.
        to: Square,
        /// Man or king.
        piece: &'static str,
        /// Which way it captures.
        way: &'static str,
    },
    /// There is no opposing part to jump over.
    #[error("there is nothing to capture on {square}")]
    NothingToCapture {
        /// The square between.
        square: Square,
    },
    /// A merge of what is certain.
    #[error("the piece on {square} is in one place, only parts of a split piece can merge")]
    NotQuantum {
        /// The square.
        square: Square,
    },
    /// A merge of parts of different pieces.
    #[error("{} and {} hold parts of different pieces", squares[0], squares[1])]
    DifferentPieces {
        /// The sources.
        squares: [Square; 2],
    },
    /// A merge of a man and a king.
    #[error("the parts on {} and {} are a man and a king, both must be the same", squares[0], squares[1])]
    DifferentRanks {
        /// The sources.
        squares: [Square; 2],
    },
    /// The component is as large as this program can hold.
    #[error("the component of {square} holds too many amplitudes to branch further")]
    NoRoom {
        /// A square of the component.
        square: Square,
    },
}

fn list(moves: &[Move]) -> String {
    let texts: Vec<String> = moves.iter().map(ToString::to_string).collect();
    texts.join(", ")
}

/// Checks a move, and says the first reason against it that a player would want to hear.
pub(crate) fn check(position: &Position, mv: Move) -> Result<(), Refusal> {
    let mut legal = Vec::new();
    position.legal_moves(&mut legal);
    if legal.binary_search(&mv).is_ok() {
        return Ok(());
    }
    Err(reason(position, mv, legal))
}

fn reason(position: &Position, mv: Move, legal: Vec<Move>) -> Refusal {
    let status = Status::from(position.outcome());
    if status != Status::InProgress {
        return Refusal::GameOver { status };
    }
    first_reason(position, mv, legal)
        .expect_err("a move that is not among the legal ones breaks one of the rules")
}

fn first_reason(position: &Position, mv: Move, legal: Vec<Move>) -> Result<(), Refusal> {
    let (board, turn) = (position.board(), position.turn());
    let size = board.size();
    if let Some(square) = mv.sources().chain(mv.targets()).find(|s| !s.is_on(size)) {
        return Err(Refusal::OffBoard { square, size });
    }
    let level = position.rules().level();
    if mv.level() > level {
        return Err(Refusal::NotAtLevel {
            kind: match mv {
                Move::Split { .. } => "splits",
                _ => "merges",
            },
            needed: mv.level(),
            level,
        });
    }
    for square in mv.sources() {
        match board.part(square) {
            None => return Err(Refusal::Empty { square }),
            Some(part) if part.colour != turn => return Err(Refusal::NotYours { square, turn }),
            Some(_) => {}
        }
    }
    if let Some(square) = position.chain() {
        return Err(Refusal::MustContinue {
            square,
            captures: legal,
        });
    }
    if let Move::Capture { from, to } = mv {
        return capture_reason(position, from, to, legal);
    }
    if movegen::can_capture(board.parts(), turn, None) {
        return Err(Refusal::MustCapture { captures: legal });
    }
    for from in mv.sources() {
        for to in mv.targets() {
            step_reason(position, from, to)?;
        }
    }
    if let Move::Merge { from, .. } = mv {
        if let Some(&square) = from.iter().find(|&&s| !board.is_quantum(s)) {
            return Err(Refusal::NotQuantum { square });
        }
        if board.piece(from[0]) != board.piece(from[1]) {
            return Err(Refusal::DifferentPieces { squares: from });
        }
        if !movegen::can_merge(board, from[0], from[1]) {
            return Err(Refusal::DifferentRanks { squares: from });
        }
    }
    match mv {
        Move::Split { from, .. }
        | Move::Merge {
            from: [from, _], ..
        } if !position.can_branch().contains(from) => Err(Refusal::NoRoom { square: from }),
        _ => Ok(()),
    }
}

fn step_reason(position: &Position, from: Square, to: Square) -> Result<(), Refusal> {
    let board = position.board();
    let (piece, way) = manner(position, from);
    let reachable = crate::Direction::ALL.into_iter().any(|direction| {
        from.neighbour(direction, 1) == Some(to)
            && board.movers(position.turn(), direction).contains(from)
    });
    if !reachable {
        return Err(Refusal::NotReachable {
            from,
            to,
            piece,
            way,
        });
    }
    if !board.empty().contains(to) {
        return Err(Refusal::Occupied { square: to });
    }
    Ok(())
}

fn capture_reason(
    position: &Position,
    from: Square,
    to: Square,
    legal: Vec<Move>,
) -> Result<(), Refusal> {
    let board = position.board();
    let (piece, way) = manner(position, from);
    let reachable = crate::Direction::ALL.into_iter().any(|direction| {
        from.neighbour(direction, 2) == Some(to)
            && board.movers(position.turn(), direction).contains(from)
    });
    let Some(over) = from.between(to).filter(|_| reachable) else {
        return Err(Refusal::NoJump {
            from,
            to,
            piece,
            way,
        });
    };
    if !board.of(position.turn().opponent()).contains(over) {
        return Err(Refusal::NothingToCapture { square: over });
    }
    if !board.empty().contains(to) {
        return Err(Refusal::Occupied { square: to });
    }
    // Not reached: such a capture is legal.
    Err(Refusal::MustCapture { captures: legal })
}

/// What stands on a square, and which way it moves, in words.
fn manner(position: &Position, square: Square) -> (&'static str, &'static str) {
    match position.board().part(square).map(|part| part.rank) {
        Some(Rank::King) => ("king", ""),
        _ => ("man", " forward"),
    }
}
