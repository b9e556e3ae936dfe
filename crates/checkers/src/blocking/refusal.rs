use cheqqers_game::Game;
use thiserror::Error;

use super::layered_square::LayeredSquare;
use super::movegen::{self, Obstacle};
use super::moves::Move;
use super::position::Position;
use super::rules::QuantumMove;
use super::target::{Target, target_of};
use crate::piece::Part;
use crate::refusal::{self, CommonRefusal};
use crate::square::Square;

/// Reason against a move of blocking checkers.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the messages say it")]
pub enum Refusal {
    #[error(transparent)]
    Common(#[from] CommonRefusal),
    /// `parts` are those on the square of `place`.
    #[error("there is nothing on {place}{}", others(parts))]
    Empty {
        place: LayeredSquare,
        parts: Vec<LayeredSquare>,
    },
    #[error("{square} has captured: go on capturing with it, or pass")]
    MustContinue { square: Square },
    #[error("only a chain of captures that could go on is ended by passing")]
    NoChain,
    #[error("a quantum move has {} here", match wanted { QuantumMove::Double => "two targets, as in c3^b4d4", QuantumMove::Single => "one target, as in c3^d4" })]
    Targets { wanted: QuantumMove },
    #[error("a quantum move from {from} leads to the left and the right square of one direction")]
    NotLeftAndRight { from: Square },
    #[error("an opposing piece may be on {square}: only a capture leads past it")]
    Hostile { square: Square },
    #[error("{square} holds another part of the same piece")]
    SamePiece { square: Square },
    #[error("{to} holds the other part of the same piece: {from}^{to} rejoins them")]
    Rejoins { from: LayeredSquare, to: Square },
    #[error("{} certainly taken by your own", match squares[..] { [square] => format!("{square} is"), _ => "both targets are".into() })]
    Taken { squares: Vec<Square> },
    #[error("{square} is certainly occupied, a capture lands on an empty square")]
    NoLanding { square: Square },
    /// Only with `link_limit`.
    #[error("{place} or its target has two links already")]
    Links { place: LayeredSquare },
    #[error("a part would be left that is too faint to play on with")]
    Faint,
    /// A limit of this program, not of the rules.
    #[error("the component of {place} is too large to be linked or split further")]
    NoRoom { place: LayeredSquare },
}

fn others(parts: &[LayeredSquare]) -> String {
    let names: Vec<String> = parts.iter().map(ToString::to_string).collect();
    match &names[..] {
        [] => String::new(),
        names => format!(", its square holds {}", names.join(" and ")),
    }
}

/// Checks a move; of several reasons against it, the error is the one most useful to a player.
pub(super) fn check(position: &Position, mv: Move) -> Result<(), Refusal> {
    if position.goes_on() && movegen::is_legal(position, mv) {
        return Ok(());
    }
    refusal::in_progress(position.outcome())?;
    explain(position, mv)
}

/// The reason against a move that is not legal while the game goes on.
fn explain(position: &Position, mv: Move) -> Result<(), Refusal> {
    let from = mv.source().ok_or(Refusal::NoChain)?;
    let (board, turn) = (position.board(), position.turn());
    let squares = std::iter::once(from.square).chain(mv.targets());
    refusal::on_board(squares, board.size())?;
    let Some(part) = board.part(from) else {
        let on = board.on(from.square).iter();
        let parts = on.map(|&(place, _)| place).collect();
        return Err(Refusal::Empty { place: from, parts });
    };
    refusal::own(Some(part), from.square, turn)?;
    if let Some(square) = position.chain()
        && (from.square != square || !matches!(mv, Move::Capture { .. }))
    {
        return Err(Refusal::MustContinue { square });
    }
    match mv {
        Move::Capture { to, .. } => {
            let over = refusal::jump(part, from.square, to)?;
            refusal::hostile(board.of(turn.opponent()).contains(over), over)?;
            Err(Refusal::NoLanding { square: to })
        }
        Move::Step { to, .. } | Move::Half { to, .. } => {
            refusal::step(part, from.square, to)?;
            Err(one_target(position, mv, from, to))
        }
        Move::Split { to, .. } => two_targets(position, from, part, to),
        Move::Pass => Err(Refusal::NoChain),
    }
}

fn one_target(position: &Position, mv: Move, from: LayeredSquare, to: Square) -> Refusal {
    let wanted = position.rules().quantum_move;
    let target = target_of(position, from, to);
    let obstacle = match mv {
        Move::Half { .. } if wanted != QuantumMove::Single => return Refusal::Targets { wanted },
        Move::Half { .. } => movegen::may_half(position, from, &target),
        _ if movegen::may_half(position, from, &target).is_ok()
            && matches!(target, Target::Own(_)) =>
        {
            return Refusal::Rejoins { from, to };
        }
        _ => movegen::may_step(position, from, &target),
    };
    of_obstacle(obstacle, from, &[(to, &target)])
}

fn two_targets(
    position: &Position,
    from: LayeredSquare,
    part: Part,
    to: [Square; 2],
) -> Result<(), Refusal> {
    let wanted = position.rules().quantum_move;
    if wanted != QuantumMove::Double {
        return Err(Refusal::Targets { wanted });
    }
    for to in to {
        refusal::step(part, from.square, to)?;
    }
    if to[0].rank() != to[1].rank() {
        let from = from.square;
        return Err(Refusal::NotLeftAndRight { from });
    }
    let [first, second] = to.map(|square| target_of(position, from, square));
    let obstacle = movegen::may_split(position, from, [&first, &second]);
    let targets = [(to[0], &first), (to[1], &second)];
    Err(of_obstacle(obstacle, from, &targets))
}

/// The reason that an obstacle is, with the squares of the move.
fn of_obstacle(
    obstacle: Result<(), Obstacle>,
    place: LayeredSquare,
    targets: &[(Square, &Target)],
) -> Refusal {
    match obstacle {
        Err(Obstacle::Links) => Refusal::Links { place },
        Err(Obstacle::Faint) => Refusal::Faint,
        // A move that nothing stands against is legal, and does not get here.
        Err(Obstacle::Room) | Ok(()) => Refusal::NoRoom { place },
        Err(Obstacle::Target) => {
            let closed = targets.iter().find_map(|&(square, target)| match target {
                Target::Hostile => Some(Refusal::Hostile { square }),
                Target::Own(_) => Some(Refusal::SamePiece { square }),
                Target::Free | Target::Maybe(_) | Target::Taken => None,
            });
            let squares = targets.iter().map(|&(square, _)| square).collect();
            closed.unwrap_or(Refusal::Taken { squares })
        }
    }
}
