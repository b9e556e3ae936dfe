//! What must hold in every position of rotation checkers, and between a position and the next, for
//! tests to check.
//!
//! Legality is decided here a second time, by coordinates and straight from the rules.

use std::collections::BTreeSet;

use cheqqers_game::{Colour, Game, checks};
use cheqqers_world::{Component, TOLERANCE};
use thiserror::Error;

use super::{Collapse, Move, Position, Presence, Rotation};
use crate::{Part, Rank, Square};

/// What does not hold.
#[derive(Clone, PartialEq, Debug, Error)]
#[non_exhaustive]
pub enum Violation {
    /// What holds in every game.
    #[error(transparent)]
    Game(#[from] checks::Violation),
    /// The board and the world call different squares quantum, or the pieces' presences do.
    #[error(
        "quantum are {board:?} on the board, {world:?} in the world and {presences:?} by angle"
    )]
    QuantumSquares {
        /// Those of the board.
        board: Vec<Square>,
        /// Those of the world.
        world: Vec<Square>,
        /// Those of the presences.
        presences: Vec<Square>,
    },
    /// Two pieces share a component.
    #[error("the component of {square} has {slots} slots")]
    Entangled {
        /// A square of it.
        square: Square,
        /// How many slots.
        slots: usize,
    },
    /// The world and the rules give a piece different probabilities.
    #[error("the piece on {square} is there with {rules} by the rules, {world} in the world")]
    Probability {
        /// Its square.
        square: Square,
        /// By its angle.
        rules: f64,
        /// By its qubit.
        world: f64,
    },
    /// A presence that no piece can have.
    #[error("the piece on {square} has the presence {presence:?}")]
    Presence {
        /// Its square.
        square: Square,
        /// What it has.
        presence: Presence,
    },
    /// Legal moves that are not what the rules say, square by square.
    #[error("by the rules {mv} is {}", if *.legal { "legal" } else { "not legal" })]
    Legality {
        /// The move.
        mv: Move,
        /// Whether it should be legal.
        legal: bool,
    },
    /// Something that a turn must not change, or must.
    #[error("{mv} leaves a wrong {what}")]
    Ply {
        /// The move.
        mv: Move,
        /// What is wrong.
        what: &'static str,
    },
}

/// Checks a position, with all that holds in every game.
///
/// # Errors
/// The first thing that does not hold.
pub fn position(position: &Position) -> Result<(), Violation> {
    checks::position(position)?;
    quantum_squares(position)?;
    for square in position.board().occupied() {
        presence(position, square)?;
    }
    Ok(())
}

fn quantum_squares(position: &Position) -> Result<(), Violation> {
    let board: Vec<Square> = position.board().quantum().into_iter().collect();
    let components = position.world().components().iter();
    let slots = components.flat_map(Component::unordered_slots);
    let mut world: Vec<Square> = slots.map(|&slot| Square::from_slot(slot)).collect();
    world.sort_unstable();
    let rotation = position.rules().rotation;
    let occupied = position.board().occupied().into_iter();
    let presences: Vec<Square> = occupied
        .filter(|&square| position.presence(square).is_quantum(rotation))
        .collect();
    if board != world || board != presences {
        return Err(Violation::QuantumSquares {
            board,
            world,
            presences,
        });
    }
    Ok(())
}

fn presence(position: &Position, square: Square) -> Result<(), Violation> {
    let rotation = position.rules().rotation;
    let presence = position.presence(square);
    let most = match rotation {
        Rotation::Ry => 2,
        Rotation::Linear => 1,
        Rotation::Manual15 => 3,
        Rotation::RyRaw => 8,
    };
    if let Presence::Rotated(rotations) = presence
        && rotations > most
    {
        return Err(Violation::Presence { square, presence });
    }
    let Some(component) = position.world().component(square.slot()) else {
        return Ok(());
    };
    let slots = component.num_slots();
    if slots != 1 {
        return Err(Violation::Entangled { square, slots });
    }
    let world = component.probability(square.slot());
    let rules = position.probability(square);
    let half = presence.angle(rotation) / 2.0;
    let by_angle = half.sin() * half.sin();
    if (world - rules).abs() > TOLERANCE || (world - by_angle).abs() > TOLERANCE {
        return Err(Violation::Probability {
            square,
            rules,
            world,
        });
    }
    Ok(())
}

/// Checks each of all steps and captures on the board, and a little beyond its edge: it is accepted,
/// and listed, if and only if the rules allow it.
///
/// Cost: one check for each pair of squares.
///
/// # Errors
/// The first move for which it is not so.
pub fn universe(position: &Position) -> Result<(), Violation> {
    let mut legal = Vec::new();
    position.legal_moves(&mut legal);
    let legal: BTreeSet<Move> = legal.into_iter().collect();
    let size = position.rules().size();
    let squares = || {
        let all = (0..128).map(Square::from_number);
        all.filter(move |square| square.is_on((size + 2).min(Square::MAX_SIZE)))
    };
    for from in squares() {
        for to in squares().filter(|&to| to != from) {
            for mv in [Move::Step { from, to }, Move::Capture { from, to }] {
                let allowed = position.outcome().is_none() && allows(position, mv, from, to);
                if allowed != position.check(mv).is_ok() || allowed != legal.contains(&mv) {
                    return Err(Violation::Legality { mv, legal: allowed });
                }
            }
        }
    }
    Ok(())
}

/// Whether a piece may make the move, by the coordinates of its squares.
fn allows(position: &Position, mv: Move, from: Square, to: Square) -> bool {
    let board = position.board();
    let part = |square: Square| board.part(square).filter(|_| square.is_on(board.size()));
    let Some(piece) = part(from).filter(|piece| piece.colour == position.turn()) else {
        return false;
    };
    let [files, ranks] = [(from.file(), to.file()), (from.rank(), to.rank())]
        .map(|(from, to)| i16::from(to) - i16::from(from));
    let forward = match piece.colour {
        Colour::White => ranks > 0,
        Colour::Black => ranks < 0,
    };
    let far = if let Move::Step { .. } = mv { 1 } else { 2 };
    let is_way = files.abs() == far && ranks.abs() == far && (forward || piece.rank == Rank::King);
    let is_free = to.is_on(board.size()) && part(to).is_none();
    let jumps = from.between(to).and_then(part);
    let is_jump = jumps.is_some_and(|other| other.colour != piece.colour);
    is_way && is_free && (far == 1 || is_jump)
}

/// Checks a turn: what it must change and what it must not.
///
/// # Errors
/// The first thing that is wrong.
pub fn ply(before: &Position, mv: Move, after: &Position) -> Result<(), Violation> {
    let ensure = |holds: bool, what| {
        if holds {
            Ok(())
        } else {
            Err(Violation::Ply { mv, what })
        }
    };
    ensure(
        before.rules() == after.rules()
            && before.plies() + 1 == after.plies()
            && before.turn().opponent() == after.turn(),
        "turn",
    )?;
    let tokens = |position: &Position| position.board().occupied().len();
    let left = tokens(before).checked_sub(tokens(after));
    let quiet = if left == Some(0) {
        before.quiet() + 1
    } else {
        0
    };
    ensure(
        left.is_some() && after.quiet() == quiet,
        "count of tokens or quiet turns",
    )?;
    let ([from, to], over) = (mv.ends(), mv.over());
    if over.is_some() && after.captured().is_empty() {
        ensure(failed_rightly(before, from, over, after), "failed capture")?;
        return ensure(!after.board().is_occupied(to), "target");
    }
    let named = over.map(|square| square.to_string());
    ensure(after.captured() == Vec::from_iter(named), "captured square")?;
    ensure(
        arrived_rightly(before, mv, [from, to], after),
        "piece that moved",
    )?;
    let others = before.board().all().into_iter();
    let mut others = others.filter(|square| ![Some(from), Some(to), over].contains(&Some(*square)));
    let emptied = !after.board().is_occupied(from)
        && over.is_none_or(|over| !after.board().is_occupied(over));
    let same = |square| content(before, square) == content(after, square);
    ensure(emptied && others.all(same), "square far from the move")
}

/// The token of a square, and how far it is there.
fn content(position: &Position, square: Square) -> Option<(Part, Presence)> {
    let part = position.board().part(square)?;
    Some((part, position.presence(square)))
}

/// The piece stands where it moved to, crowned where it should be, and was rotated once.
fn arrived_rightly(before: &Position, mv: Move, [from, to]: [Square; 2], after: &Position) -> bool {
    let rules = before.rules();
    let Some((mut part, presence)) = content(before, from) else {
        return false;
    };
    let was_found = matches!(mv, Move::Capture { .. }) && rules.collapse == Collapse::Definite;
    let presence = if was_found {
        Presence::Definite
    } else {
        presence.rotated(rules.rotation)
    };
    if to.rank() == before.board().far_rank(part.colour) {
        part.rank = Rank::King;
    }
    let is_gone = presence.probability(rules.rotation) < TOLERANCE;
    content(after, to) == (!is_gone).then_some((part, presence))
}

/// Nobody moved, who was certain is still there, and who is still there has kept its presence or is
/// there for good; one of both pieces was not there, unless all were drawn anew.
fn failed_rightly(before: &Position, from: Square, over: Option<Square>, after: &Position) -> bool {
    let rules = before.rules();
    let is_right = |square| match (content(before, square), content(after, square)) {
        (None, None) => true,
        (Some(_), None) => before.board().is_quantum(square),
        (Some((part, presence)), Some((kept, now))) => {
            let expected = match rules.collapse {
                Collapse::Definite => Presence::Definite,
                Collapse::Keep => presence,
            };
            part == kept && now == expected
        }
        (None, Some(_)) => false,
    };
    let pair = || [Some(from), over].into_iter().flatten();
    let can_fail = pair().any(|square| before.board().is_quantum(square));
    let has_failed = pair().any(|square| !after.board().is_occupied(square));
    let mut all = before.board().all().into_iter();
    all.all(is_right) && can_fail && (has_failed || rules.resample)
}
