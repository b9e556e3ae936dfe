use cheqqers_game::{Colour, Game, Status};
use thiserror::Error;

use super::{Move, Position, movegen};
use crate::{Direction, Rank, Square};

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
    /// There is a token on the target, however improbable its piece.
    #[error("{square} is not empty")]
    Occupied {
        /// The square.
        square: Square,
    },
    /// There is no opposing token to jump over.
    #[error("there is nothing to capture on {square}")]
    NothingToCapture {
        /// The square between.
        square: Square,
    },
}

/// Checks a move, and says the first reason against it that a player would want to hear.
pub(super) fn check(position: &Position, mv: Move) -> Result<(), Refusal> {
    let status = Status::from(position.outcome());
    if status != Status::InProgress {
        return Err(Refusal::GameOver { status });
    }
    if movegen::moves(position).any(|legal| legal == mv) {
        return Ok(());
    }
    Err(reason(position, mv))
}

/// Why a move is none of those on the board.
fn reason(position: &Position, mv: Move) -> Refusal {
    let (board, turn) = (position.board(), position.turn());
    let [from, to] = mv.ends();
    let size = board.size();
    if let Some(square) = [from, to].into_iter().find(|square| !square.is_on(size)) {
        return Refusal::OffBoard { square, size };
    }
    let Some(part) = board.part(from) else {
        return Refusal::Empty { square: from };
    };
    if part.colour != turn {
        return Refusal::NotYours { square: from, turn };
    }
    let (piece, way) = match part.rank {
        Rank::King => ("king", ""),
        Rank::Man => ("man", " forward"),
    };
    let steps = if let Move::Step { .. } = mv { 1 } else { 2 };
    let is_reachable = Direction::ALL.into_iter().any(|direction| {
        from.neighbour(direction, steps) == Some(to) && board.movers(turn, direction).contains(from)
    });
    match from.between(to) {
        _ if !is_reachable && steps == 1 => Refusal::NotReachable {
            from,
            to,
            piece,
            way,
        },
        Some(over) if is_reachable && !board.of(turn.opponent()).contains(over) => {
            Refusal::NothingToCapture { square: over }
        }
        _ if !is_reachable => Refusal::NoJump {
            from,
            to,
            piece,
            way,
        },
        _ => Refusal::Occupied { square: to },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rotation::Rules;

    #[test]
    fn every_refusal_says_why() {
        let mut start = Position::initial(Rules::PHYSICAL);
        // A target to jump over, one behind the back of which is taken, and one off the way.
        for text in ["c3-d4", "f6-g5", "d4-c5"] {
            let cheqqers_game::Turn::Ready(after) = start.play(text.parse().unwrap()).unwrap()
            else {
                panic!("a step measures nothing");
            };
            start = after;
        }
        for (text, reason) in [
            ("h8-i9", "i9 is not on this board of 8 x 8"),
            ("a5-b4", "there is no piece on a5"),
            ("c5-d6", "the piece on c5 is not yours, it is black's turn"),
            (
                "b6-a7",
                "a7 is not reachable from b6: a man steps one square diagonally forward",
            ),
            ("b6-c5", "c5 is not empty"),
            (
                "b6xd8",
                "d8 is not reachable from b6: a man captures by jumping over the next square forward",
            ),
            (
                "b6xb4",
                "b4 is not reachable from b6: a man captures by jumping over the next square forward",
            ),
            ("h6xf4", "there is nothing to capture on g5"),
            ("a7xc5", "there is nothing to capture on b6"),
        ] {
            let refused = start.check(text.parse().unwrap()).unwrap_err();
            assert_eq!(refused.to_string(), reason, "{text}");
        }
        assert_eq!(start.check("b6xd4".parse().unwrap()), Ok(()));
    }
}
