use cheqqers_game::{Colour, Outcome, Status};
use thiserror::Error;

use crate::board::Board;
use crate::cheqqers::Move;
use crate::piece::{Part, Rank};
use crate::square::Square;

/// Reasons against a move that the games share.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the messages say it")]
pub enum CommonRefusal {
    #[error("the game is over: {status}")]
    GameOver { status: Status },
    #[error("{square} is not on this board of {size} x {size}")]
    OffBoard { square: Square, size: u8 },
    #[error("there is no piece on {square}")]
    Empty { square: Square },
    #[error("the piece on {square} is not yours, it is {turn}'s turn")]
    NotYours { square: Square, turn: Colour },
    #[error("{to} is not reachable from {from}: a {} steps one square diagonally{}", rank.noun(), way(*rank))]
    NotReachable {
        from: Square,
        to: Square,
        rank: Rank,
    },
    #[error(
        "{to} is not reachable from {from}: a {} captures by jumping over the next square{}",
        rank.noun(),
        way(*rank)
    )]
    NoJump {
        from: Square,
        to: Square,
        rank: Rank,
    },
    /// The target holds a part, however improbable.
    #[error("{square} is not empty")]
    Occupied { square: Square },
    #[error("there is nothing to capture on {square}")]
    NothingToCapture { square: Square },
}

/// Moves in a message.
pub(crate) fn list(moves: &[Move]) -> String {
    let texts: Vec<String> = moves.iter().map(ToString::to_string).collect();
    texts.join(", ")
}

fn way(rank: Rank) -> &'static str {
    match rank {
        Rank::Man => " forward",
        Rank::King => "",
    }
}

/// Refuses any move when the game has ended.
pub(crate) fn in_progress(outcome: Option<Outcome>) -> Result<(), CommonRefusal> {
    match outcome {
        None => Ok(()),
        ended => Err(CommonRefusal::GameOver {
            status: ended.into(),
        }),
    }
}

/// Refuses squares that are not on a board of this size.
pub(crate) fn on_board(
    mut squares: impl Iterator<Item = Square>,
    size: u8,
) -> Result<(), CommonRefusal> {
    match squares.find(|square| !square.is_on(size)) {
        None => Ok(()),
        Some(square) => Err(CommonRefusal::OffBoard { square, size }),
    }
}

/// Refuses a source without a part of the player to move.
pub(crate) fn own(part: Option<Part>, square: Square, turn: Colour) -> Result<Part, CommonRefusal> {
    match part {
        None => Err(CommonRefusal::Empty { square }),
        Some(part) if part.colour != turn => Err(CommonRefusal::NotYours { square, turn }),
        Some(part) => Ok(part),
    }
}

/// Refuses a target that is not one step away in a direction of the part.
pub(crate) fn step(part: Part, from: Square, to: Square) -> Result<(), CommonRefusal> {
    let rank = part.rank;
    if reaches(part, from, to, 1) {
        Ok(())
    } else {
        Err(CommonRefusal::NotReachable { from, to, rank })
    }
}

/// Refuses a target that is not one jump away in a direction of the part; returns the square between.
pub(crate) fn jump(part: Part, from: Square, to: Square) -> Result<Square, CommonRefusal> {
    let rank = part.rank;
    let over = from.between(to).filter(|_| reaches(part, from, to, 2));
    over.ok_or(CommonRefusal::NoJump { from, to, rank })
}

/// Refuses a capture of nothing on the square between.
pub(crate) fn hostile(is_hostile: bool, over: Square) -> Result<(), CommonRefusal> {
    if is_hostile {
        Ok(())
    } else {
        Err(CommonRefusal::NothingToCapture { square: over })
    }
}

/// Refuses a step of the part on `from` that is too far or leads to a part.
pub(crate) fn step_on(
    board: &Board,
    part: Part,
    from: Square,
    to: Square,
) -> Result<(), CommonRefusal> {
    step(part, from, to)?;
    empty(board, to)
}

/// Refuses a capture by the part on `from` that is no jump over an opposing part to an empty square.
pub(crate) fn capture_on(
    board: &Board,
    part: Part,
    from: Square,
    to: Square,
) -> Result<(), CommonRefusal> {
    let over = jump(part, from, to)?;
    hostile(board.of(part.colour.opponent()).contains(over), over)?;
    empty(board, to)
}

fn empty(board: &Board, square: Square) -> Result<(), CommonRefusal> {
    if board.is_occupied(square) {
        Err(CommonRefusal::Occupied { square })
    } else {
        Ok(())
    }
}

/// `true` if a part goes so many squares in one of its directions to get there.
fn reaches(part: Part, from: Square, to: Square, steps: u8) -> bool {
    let mut directions = part.directions().iter();
    directions.any(|&direction| from.neighbour(direction, steps) == Some(to))
}
