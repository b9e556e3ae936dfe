use cheqqers_game::{Colour, Game, Status};
use thiserror::Error;

use super::movegen::{self, Obstacle};
use super::way::{Way, way};
use super::{Move, Place, Position, QuantumMove};
use crate::{Part, Rank, Square};

/// Why a move of blocking checkers is not legal.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum Refusal {
    /// Nothing is played any more.
    #[error("the game is over: {status}")]
    GameOver {
        /// How it ended.
        status: Status,
    },
    /// A square that the board does not have.
    #[error("{square} is not on this board of {size} x {size}")]
    OffBoard {
        /// The square.
        square: Square,
        /// The board's size.
        size: u8,
    },
    /// A source without a part.
    #[error("there is nothing on {place}{}", others(parts))]
    Empty {
        /// The source.
        place: Place,
        /// The parts that are on its square.
        parts: Vec<Place>,
    },
    /// A source with an opposing part.
    #[error("{square} is not yours, {turn} is to move")]
    NotYours {
        /// The source.
        square: Square,
        /// Who is to move.
        turn: Colour,
    },
    /// Another move than the next capture of a chain.
    #[error("{square} has captured: go on capturing with it, or pass")]
    MustContinue {
        /// Where the capturer is.
        square: Square,
    },
    /// A pass where no chain goes on.
    #[error("only a chain of captures that could go on is ended by passing")]
    NoChain,
    /// A quantum move with as many targets as another game has.
    #[error("a quantum move has {} here", match wanted { QuantumMove::Double => "two targets, as in c3^b4d4", QuantumMove::Single => "one target, as in c3^d4" })]
    Targets {
        /// How many it has.
        wanted: QuantumMove,
    },
    /// Targets that are not the left and the right of one direction.
    #[error("a quantum move from {from} leads to the left and the right square of one direction")]
    NotLeftAndRight {
        /// The source.
        from: Square,
    },
    /// The target is no step away, or backwards for a man.
    #[error("{to} is not reachable from {from}: a {piece} moves one square diagonally{way}")]
    NotReachable {
        /// From where.
        from: Square,
        /// To where.
        to: Square,
        /// Man or king.
        piece: &'static str,
        /// Which way it moves.
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
    /// An opposing piece may be on the target.
    #[error("an opposing piece may be on {square}: only a capture leads past it")]
    Hostile {
        /// The target.
        square: Square,
    },
    /// The moving piece may itself be on the target.
    #[error("{square} holds another part of the same piece")]
    SamePiece {
        /// The target.
        square: Square,
    },
    /// A step where a quantum move rejoins the parts.
    #[error("{to} holds the other part of the same piece: {from}^{to} rejoins them")]
    Rejoins {
        /// The part.
        from: Place,
        /// Where the other part is.
        to: Square,
    },
    /// Own pieces are certainly in the way.
    #[error("{} certainly taken by your own", match squares[..] { [square] => format!("{square} is"), _ => "both targets are".into() })]
    Taken {
        /// The targets.
        squares: Vec<Square>,
    },
    /// There is no opposing part to jump over.
    #[error("there is nothing to capture on {square}")]
    NothingToCapture {
        /// The square between.
        square: Square,
    },
    /// The landing square is certainly occupied.
    #[error("{square} is certainly occupied, a capture lands on an empty square")]
    NoLanding {
        /// The landing square.
        square: Square,
    },
    /// Option `link_limit`: a part or a target with two links.
    #[error("{place} or its target has two links already")]
    Links {
        /// The source.
        place: Place,
    },
    /// What would come of it is too unlikely.
    #[error("a part would be left that is too faint to play on with")]
    Faint,
    /// The component is as large as this program can hold.
    #[error("the component of {place} is too large to be linked or split further")]
    NoRoom {
        /// The source.
        place: Place,
    },
}

fn others(parts: &[Place]) -> String {
    let names: Vec<String> = parts.iter().map(ToString::to_string).collect();
    match &names[..] {
        [] => String::new(),
        names => format!(", its square holds {}", names.join(" and ")),
    }
}

/// Checks a move, and says the first reason against it that a player would want to hear.
pub(super) fn check(position: &Position, mv: Move) -> Result<(), Refusal> {
    if position.goes_on() && movegen::is_legal(position, mv) {
        return Ok(());
    }
    let status = Status::from(position.outcome());
    if status != Status::InProgress {
        return Err(Refusal::GameOver { status });
    }
    Err(reason(position, mv))
}

/// Why a move is not legal, that is known not to be.
fn reason(position: &Position, mv: Move) -> Refusal {
    let size = position.rules.size();
    let Some(from) = mv.source() else {
        return Refusal::NoChain;
    };
    let mut squares = std::iter::once(from.square).chain(mv.targets());
    if let Some(square) = squares.find(|square| !square.is_on(size)) {
        return Refusal::OffBoard { square, size };
    }
    let turn = position.turn;
    let Some(part) = position.board.part(from) else {
        let on = position.board.on(from.square).iter();
        return Refusal::Empty {
            place: from,
            parts: on.map(|&(place, _)| place).collect(),
        };
    };
    if part.colour != turn {
        let square = from.square;
        return Refusal::NotYours { square, turn };
    }
    if let Some(square) = position.chain
        && (from.square != square || !matches!(mv, Move::Capture { .. }))
    {
        return Refusal::MustContinue { square };
    }
    match mv {
        Move::Capture { to, .. } => capture_reason(position, from, part, to),
        Move::Step { to, .. } | Move::Half { to, .. } => one_target(position, mv, from, part, to),
        Move::Split { to, .. } => two_targets(position, from, part, to),
        Move::Pass => Refusal::NoChain,
    }
}

/// Whether a part goes so many squares in one of its directions to get there.
fn reaches(part: Part, from: Square, to: Square, steps: u8) -> bool {
    let mut directions = movegen::directions(part).iter();
    directions.any(|&direction| from.neighbour(direction, steps) == Some(to))
}

/// What a part is, and which way it goes, in words.
fn manner(part: Part) -> (&'static str, &'static str) {
    match part.rank {
        Rank::King => ("king", ""),
        Rank::Man => ("man", " forward"),
    }
}

fn not_reachable(part: Part, from: Square, to: Square) -> Refusal {
    let (piece, way) = manner(part);
    Refusal::NotReachable {
        from,
        to,
        piece,
        way,
    }
}

fn one_target(position: &Position, mv: Move, from: Place, part: Part, to: Square) -> Refusal {
    if !reaches(part, from.square, to, 1) {
        return not_reachable(part, from.square, to);
    }
    let wanted = position.rules.quantum_move;
    let way = way(position, from, to);
    let obstacle = match mv {
        Move::Half { .. } if wanted != QuantumMove::Single => return Refusal::Targets { wanted },
        Move::Half { .. } => movegen::may_half(position, from, &way),
        _ if movegen::may_half(position, from, &way).is_ok() && matches!(way, Way::Own(_)) => {
            return Refusal::Rejoins { from, to };
        }
        _ => movegen::may_step(position, from, &way),
    };
    told(obstacle, from, &[(to, &way)])
}

fn two_targets(position: &Position, from: Place, part: Part, to: [Square; 2]) -> Refusal {
    let wanted = position.rules.quantum_move;
    if wanted != QuantumMove::Double {
        return Refusal::Targets { wanted };
    }
    if let Some(to) = to
        .into_iter()
        .find(|&to| !reaches(part, from.square, to, 1))
    {
        return not_reachable(part, from.square, to);
    }
    if to[0].rank() != to[1].rank() {
        let from = from.square;
        return Refusal::NotLeftAndRight { from };
    }
    let [first, second] = to.map(|square| way(position, from, square));
    let obstacle = movegen::may_split(position, from, [&first, &second]);
    told(obstacle, from, &[(to[0], &first), (to[1], &second)])
}

/// What stands against a move, in the words of its squares.
fn told(obstacle: Result<(), Obstacle>, place: Place, targets: &[(Square, &Way)]) -> Refusal {
    match obstacle {
        Err(Obstacle::Links) => Refusal::Links { place },
        Err(Obstacle::Faint) => Refusal::Faint,
        // A move that nothing stands against is legal, and does not get here.
        Err(Obstacle::Room) | Ok(()) => Refusal::NoRoom { place },
        Err(Obstacle::Way) => {
            let closed = targets.iter().find_map(|&(square, way)| match way {
                Way::Hostile => Some(Refusal::Hostile { square }),
                Way::Own(_) => Some(Refusal::SamePiece { square }),
                Way::Free | Way::Maybe(_) | Way::Taken => None,
            });
            let squares = targets.iter().map(|&(square, _)| square).collect();
            closed.unwrap_or(Refusal::Taken { squares })
        }
    }
}

fn capture_reason(position: &Position, from: Place, part: Part, to: Square) -> Refusal {
    let reached = reaches(part, from.square, to, 2);
    let over = from.square.between(to).filter(|_| reached);
    let Some(square) = over else {
        let (piece, way) = manner(part);
        return Refusal::NoJump {
            from: from.square,
            to,
            piece,
            way,
        };
    };
    let hostile = position.board.of(position.turn.opponent());
    if hostile.contains(square) {
        Refusal::NoLanding { square: to }
    } else {
        Refusal::NothingToCapture { square }
    }
}
