//! Legality decided move by move from the strings of the exact state.

use std::collections::BTreeSet;

use cheqqers_checkers::blocking::{FAINT, LayeredSquare, Move, Position, QuantumMove, Refusal};
use cheqqers_checkers::{Part, Square};
use cheqqers_game::{Colour, Game};
use cheqqers_world::{Slot, TOLERANCE};

use crate::checks::{Violation, direction, ensure, is_diagonal, middle, squares};

/// Checks that the moves listed are those that the rules allow, ascending, and that all others are
/// refused; but for those which only the room of this program forbids.
///
/// Cost: a pass over the amplitudes of its component for each part and each square near it.
///
/// # Errors
/// The first move that is not as it should be.
pub fn legal(position: &Position) -> Result<(), Violation> {
    let listed = crate::checks::legal(position);
    ensure(listed.is_sorted_by(|a, b| a < b), || {
        format!("the legal moves are out of order: {listed:?}")
    })?;
    ensure(position.outcome().is_some() == listed.is_empty(), || {
        format!(
            "the game is {:?} with {} moves",
            position.outcome(),
            listed.len()
        )
    })?;
    for mv in all_moves(position) {
        let checked = position.check(mv);
        if matches!(checked, Err(Refusal::NoRoom { .. })) {
            continue;
        }
        let allowed = allows(position, mv);
        let is_listed = listed.contains(&mv);
        ensure(is_listed == allowed && checked.is_ok() == allowed, || {
            format!("{mv}: {allowed} by the rules, {is_listed} in the list, {checked:?}")
        })?;
    }
    Ok(())
}

/// All moves that parts of either side, and squares of the board and of the row and column beyond
/// its edge, can make up.
fn all_moves(position: &Position) -> impl Iterator<Item = Move> {
    let squares = squares((position.rules().size() + 1).min(Square::MAX_SIZE));
    let parts = position.board().parts().iter();
    let to_one = squares.clone();
    let single = parts.clone().flat_map(move |&(from, _)| {
        let moves = to_one.clone().into_iter().map(move |to| {
            [
                Move::Step { from, to },
                Move::Half { from, to },
                Move::Capture { from, to },
            ]
        });
        moves.flatten()
    });
    let pairs = parts.flat_map(move |&(from, _)| {
        let near = |to: &Square| to.rank().abs_diff(from.square.rank()) < 2;
        let near: Vec<Square> = squares.iter().copied().filter(near).collect();
        let pairs = near
            .clone()
            .into_iter()
            .enumerate()
            .flat_map(move |(k, a)| {
                let rest = near[k + 1..].to_vec();
                rest.into_iter().map(move |b| [a, b])
            });
        pairs.map(move |to| Move::Split { from, to })
    });
    std::iter::once(Move::Pass).chain(single).chain(pairs)
}

fn allows(position: &Position, mv: Move) -> bool {
    if is_over(position) {
        return false;
    }
    let Some((from, part)) = mv.source().and_then(|from| {
        let part = position.board().part(from)?;
        (part.colour == position.turn()).then_some((from, part))
    }) else {
        return mv == Move::Pass && position.chain().is_some();
    };
    if let Some(square) = position.chain() {
        return from.square == square
            && matches!(mv, Move::Capture { to, .. } if captures(position, from, part, to));
    }
    let rules = position.rules();
    match mv {
        Move::Capture { to, .. } => captures(position, from, part, to),
        Move::Step { to, .. } => steps(position, from, part, to),
        Move::Half { to, .. } => {
            rules.quantum_move == QuantumMove::Single && halves(position, from, part, to)
        }
        Move::Split { to, .. } => {
            rules.quantum_move == QuantumMove::Double && splits(position, from, part, to)
        }
        Move::Pass => false,
    }
}

/// Returns `true` if a player has no piece, or a draw is due.
fn is_over(position: &Position) -> bool {
    let has = |colour| {
        let mut parts = position.board().parts().iter();
        parts.any(|(_, part)| part.colour == colour)
    };
    let drawn = position
        .rules()
        .draw_turns
        .is_some_and(|turns| position.half_move_clock() >= turns);
    !has(Colour::White) || !has(Colour::Black) || drawn && position.chain().is_none()
}

/// Squares to the right and up, where the part may go that way on this board.
fn way(position: &Position, part: Part, from: Square, to: Square) -> Option<(i16, i16)> {
    direction(part, from, to).filter(|_| to.is_on(position.rules().size()))
}

fn is_one_step(position: &Position, part: Part, from: Square, to: Square) -> bool {
    is_diagonal(way(position, part, from, to), 1)
}

/// Probability of what a string must have, over all strings of the component of a slot.
fn sum(position: &Position, slot: Slot, fits: impl Fn(&BTreeSet<Slot>) -> bool) -> f64 {
    let Some(component) = position.world().component(slot) else {
        return 0.0;
    };
    let slots = component.slots();
    let outcomes = component.outcomes().into_iter().filter(|(bits, _)| {
        let ones = slots.iter().zip(bits.iter()).filter(|&(_, bit)| bit);
        fits(&ones.map(|(&slot, _)| slot).collect())
    });
    outcomes.map(|(_, probability)| probability).sum()
}

/// Probability that the part is where it is.
fn presence(position: &Position, from: LayeredSquare) -> f64 {
    if position.is_quantum(from) {
        sum(position, from.slot(), |ones| ones.contains(&from.slot()))
    } else {
        1.0
    }
}

/// Probability that an own piece is on a target where the mover is on its square; `None` when a piece
/// of the other side or the mover's own closes it.
fn blocked(position: &Position, from: LayeredSquare, part: Part, to: Square) -> Option<f64> {
    let parts = position.board().parts().iter();
    let on: Vec<&(LayeredSquare, Part)> = parts.filter(|(place, _)| place.square == to).collect();
    let closed = |other: &Part| other.colour != part.colour || other.piece == part.piece;
    if on.iter().any(|(_, other)| closed(other)) {
        return None;
    }
    let Some((first, _)) = on.first() else {
        return Some(0.0);
    };
    if !position.is_quantum(*first) {
        return Some(1.0);
    }
    let slots: BTreeSet<Slot> = on.iter().map(|(place, _)| place.slot()).collect();
    let meets = |ones: &BTreeSet<Slot>| !ones.is_disjoint(&slots);
    // All parts of a square are in one component, which may be the mover's.
    let joint = if position.world().linked(from.slot(), first.slot()) {
        let both = |ones: &BTreeSet<Slot>| ones.contains(&from.slot()) && meets(ones);
        sum(position, first.slot(), both) / presence(position, from)
    } else {
        sum(position, first.slot(), meets)
    };
    Some(if joint <= TOLERANCE { 0.0 } else { joint })
}

fn is_certain(probability: f64) -> bool {
    probability > 1.0 - FAINT
}

/// Returns `true` if a share of the part would be left with too small a probability.
fn leaves_faint(position: &Position, from: LayeredSquare, shares: &[f64]) -> bool {
    let presence = presence(position, from);
    let faint = |&share: &f64| share > 0.0 && presence * share < FAINT;
    shares.iter().any(faint)
}

/// Returns `true` if the part may be linked with all that may be on these squares.
fn may_link(position: &Position, from: LayeredSquare, targets: &[Square]) -> bool {
    if !position.rules().link_limit {
        return true;
    }
    let links = |place: LayeredSquare| {
        let parts = position.board().parts().iter();
        let pieces = parts.filter(|(other, _)| position.world().linked(place.slot(), other.slot()));
        let pieces: BTreeSet<_> = pieces.map(|(_, part)| part.piece).collect();
        pieces.len().saturating_sub(1)
    };
    // Who is never there when the part is on its square is not linked by its move.
    let parts = position.board().parts().iter();
    let meets = |place: LayeredSquare| {
        let both =
            |ones: &BTreeSet<Slot>| ones.contains(&from.slot()) && ones.contains(&place.slot());
        !position.world().linked(from.slot(), place.slot())
            || sum(position, place.slot(), both) > TOLERANCE
    };
    let on = parts.filter(|(place, _)| targets.contains(&place.square));
    let mut linked = on
        .map(|&(place, _)| place)
        .filter(|&place| position.is_quantum(place) && meets(place))
        .peekable();
    linked.peek().is_none() || links(from) < 2 && linked.all(|place| links(place) < 2)
}

fn steps(position: &Position, from: LayeredSquare, part: Part, to: Square) -> bool {
    if !is_one_step(position, part, from.square, to) {
        return false;
    }
    match blocked(position, from, part, to) {
        Some(0.0) => true,
        Some(p) if !is_certain(p) => {
            !leaves_faint(position, from, &[p, 1.0 - p]) && may_link(position, from, &[to])
        }
        _ => false,
    }
}

fn splits(position: &Position, from: LayeredSquare, part: Part, to: [Square; 2]) -> bool {
    let ways = to.map(|to| way(position, part, from.square, to));
    let [Some((-1 | 1, one)), Some((-1 | 1, other))] = ways else {
        return false;
    };
    if to[0] >= to[1] || one != other || one.abs() != 1 {
        return false;
    }
    let [Some(p), Some(q)] = to.map(|to| blocked(position, from, part, to)) else {
        return false;
    };
    if is_certain(p) && is_certain(q) {
        return false;
    }
    let [p, q] = [p, q].map(|p| if is_certain(p) { 1.0 } else { p });
    let open: Vec<Square> = [(to[0], p), (to[1], q)]
        .into_iter()
        .filter(|&(_, p)| p < 1.0)
        .map(|(to, _)| to)
        .collect();
    let shares = [(1.0 - p) / 2.0, (1.0 - q) / 2.0, f64::midpoint(p, q)];
    !leaves_faint(position, from, &shares) && may_link(position, from, &open)
}

fn halves(position: &Position, from: LayeredSquare, part: Part, to: Square) -> bool {
    if !is_one_step(position, part, from.square, to) {
        return false;
    }
    let places: Vec<LayeredSquare> = position.board().layered_squares(part.piece).collect();
    if let [one, other] = places[..]
        && position.rules().rejoin
        && [one.square, other.square].contains(&to)
    {
        return position.is_pair(part.piece);
    }
    match blocked(position, from, part, to) {
        Some(p) if !is_certain(p) => {
            !leaves_faint(position, from, &[(1.0 - p) / 2.0]) && may_link(position, from, &[to])
        }
        _ => false,
    }
}

fn captures(position: &Position, from: LayeredSquare, part: Part, to: Square) -> bool {
    let way = way(position, part, from.square, to);
    if !is_diagonal(way, 2) {
        return false;
    }
    let over = middle(from.square, to);
    let parts = position.board().parts();
    let attacked = |(place, other): &(LayeredSquare, Part)| {
        Some(place.square) == over && other.colour != part.colour
    };
    // A square is certainly taken where the probabilities of its parts add up.
    let behind = parts.iter().filter(|(place, _)| place.square == to);
    let behind: f64 = behind.map(|&(place, _)| presence(position, place)).sum();
    parts.iter().any(attacked) && !is_certain(behind)
}
