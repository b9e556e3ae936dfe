//! Invariants of positions of rotation checkers, and of a turn between two of them.
//!
//! Legality is decided here a second time, by coordinates and straight from the rules.

use std::collections::BTreeSet;

use cheqqers_checkers::rotation::{Collapse, Move, Position, Presence, Rotation};
use cheqqers_checkers::{Part, Rank, Square};
use cheqqers_game::Game;
use cheqqers_world::TOLERANCE;

use super::{Violation, direction, ensure, is_diagonal, middle, squares};

/// Checks a position, with all that holds in every game.
///
/// # Errors
/// The first thing that does not hold.
pub fn position(position: &Position) -> Result<(), Violation> {
    super::position(position)?;
    quantum_squares(position)?;
    for square in position.board().occupied() {
        presence(position, square)?;
    }
    Ok(())
}

fn quantum_squares(position: &Position) -> Result<(), Violation> {
    let board: Vec<Square> = position.board().quantum().into_iter().collect();
    let world = super::quantum_squares(position);
    let occupied = position.board().occupied().into_iter();
    let presences: Vec<Square> = occupied
        .filter(|&square| position.presence(square).is_quantum())
        .collect();
    ensure(board == world && board == presences, || {
        format!(
            "quantum are {board:?} on the board, {world:?} in the world, {presences:?} by angle"
        )
    })
}

fn presence(position: &Position, square: Square) -> Result<(), Violation> {
    let rotation = position.rules().rotation;
    let presence = position.presence(square);
    let most = match rotation {
        Rotation::Ry => 2,
        Rotation::Linear => 1,
        Rotation::Manual15 => 3,
    };
    let possible = match presence {
        Presence::Definite => true,
        Presence::Rotated(rotations) => rotations <= most,
    };
    ensure(possible, || {
        format!("the piece on {square} has the presence {presence:?}")
    })?;
    let Some(component) = position.world().component(square.slot()) else {
        return Ok(());
    };
    ensure(component.num_slots() == 1, || {
        format!("the piece on {square} shares its component")
    })?;
    let world = component.probability(square.slot());
    let rules = position.probability(square);
    let half = presence.angle(rotation) / 2.0;
    let by_angle = half.sin() * half.sin();
    let agree = (world - rules).abs() <= TOLERANCE && (world - by_angle).abs() <= TOLERANCE;
    ensure(agree, || {
        format!("the piece on {square} is there with {rules} by the rules, {world} in the world")
    })
}

/// Checks each of all steps and captures on the board, and a little beyond its edge: it is accepted,
/// and listed, if and only if the rules allow it.
///
/// Cost: one check for each pair of squares.
///
/// # Errors
/// The first move for which it is not so.
pub fn universe(position: &Position) -> Result<(), Violation> {
    let legal: BTreeSet<Move> = super::legal(position).into_iter().collect();
    let squares = squares((position.rules().size() + 2).min(Square::MAX_SIZE));
    for &from in &squares {
        for &to in squares.iter().filter(|&&to| to != from) {
            for mv in [Move::Step { from, to }, Move::Capture { from, to }] {
                let allowed = position.outcome().is_none() && allows(position, mv, from, to);
                let (listed, answer) = (legal.contains(&mv), position.check(mv));
                ensure(allowed == answer.is_ok() && allowed == listed, || {
                    format!("{mv}: {allowed} by the rules, {listed} in the list, {answer:?}")
                })?;
            }
        }
    }
    Ok(())
}

/// `true` if a piece may make the move, by the coordinates of its squares.
fn allows(position: &Position, mv: Move, from: Square, to: Square) -> bool {
    let board = position.board();
    let part = |square: Square| board.part(square).filter(|_| square.is_on(board.size()));
    let Some(piece) = part(from).filter(|piece| piece.colour == position.turn()) else {
        return false;
    };
    let way = direction(piece, from, to);
    let is_free = to.is_on(board.size()) && part(to).is_none();
    let goes = match mv {
        Move::Step { .. } => is_diagonal(way, 1),
        Move::Capture { .. } => {
            let jumped = middle(from, to).and_then(part);
            is_diagonal(way, 2) && jumped.is_some_and(|other| other.colour != piece.colour)
        }
    };
    is_free && goes
}

/// Checks a turn: what it must change and what it must not.
///
/// # Errors
/// The first thing that is wrong.
pub fn ply(before: &Position, mv: Move, after: &Position) -> Result<(), Violation> {
    let ensure = |holds, what| ensure(holds, || format!("{mv} leaves a wrong {what}"));
    ensure(
        before.rules() == after.rules()
            && before.plies() + 1 == after.plies()
            && before.turn().opponent() == after.turn(),
        "turn",
    )?;
    let tokens = |position: &Position| position.board().occupied().len();
    let left = tokens(before).checked_sub(tokens(after));
    let quiet = if left == Some(0) {
        before.half_move_clock() + 1
    } else {
        0
    };
    ensure(
        left.is_some() && after.half_move_clock() == quiet,
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

/// The token of a square, and its presence.
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
    content(after, to) == Some((part, presence))
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
