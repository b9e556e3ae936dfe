//! Invariants of positions of blocking checkers, and of a ply between two of them.
//!
//! Moves and legality are computed here a second time: string by string, straight from the rules.

mod attempts;
mod legality;

use std::collections::{BTreeMap, BTreeSet};

use cheqqers_checkers::blocking::{LayeredSquare, Move, Position};
use cheqqers_checkers::{PieceId, Rank, Square};
use cheqqers_game::{Colour, Game};
use cheqqers_world::{Component, Slot, TOLERANCE};

use super::{Violation, ensure};
pub use attempts::attempt;
pub use legality::legal;

/// Checks a position, with all that holds in every game.
///
/// # Errors
/// The first thing that does not hold.
pub fn position(position: &Position) -> Result<(), Violation> {
    super::position(position)?;
    for component in position.world().components() {
        strings(position, component)?;
    }
    let both = position.board().of(Colour::White) & position.board().of(Colour::Black);
    ensure(both.is_empty(), || {
        format!("both players have parts on {both:?}")
    })?;
    squares(position)?;
    pieces(position)
}

/// Each basis state has each piece once, and no two on a square.
fn strings(position: &Position, component: &Component) -> Result<(), Violation> {
    let places: Vec<LayeredSquare> = component
        .slots()
        .into_iter()
        .map(LayeredSquare::from_slot)
        .collect();
    let mut owners = Vec::new();
    for &place in &places {
        let part = position.board().part(place);
        let none = || Violation(format!("no part is on {place}, whose slot is quantum"));
        owners.push(part.ok_or_else(none)?.piece);
    }
    for (bits, _) in component.outcomes() {
        let mut weights: BTreeMap<PieceId, usize> = owners.iter().map(|&p| (p, 0)).collect();
        let mut taken = BTreeSet::new();
        for ((&place, &owner), bit) in places.iter().zip(&owners).zip(bits.iter()) {
            *weights.entry(owner).or_default() += usize::from(bit);
            let square = place.square;
            ensure(!bit || taken.insert(square), || {
                format!("two pieces may be on {square} at once")
            })?;
        }
        ensure(weights.values().all(|&weight| weight == 1), || {
            format!("a basis state has pieces on so many squares: {weights:?}")
        })?;
    }
    Ok(())
}

/// All parts of a square are in one component, which then keeps them apart, or it is one.
fn squares(position: &Position) -> Result<(), Violation> {
    for parts in position.board().parts().windows(2) {
        let [(first, _), (second, _)] = parts else {
            continue;
        };
        let linked = position.world().linked(first.slot(), second.slot());
        ensure(first.square != second.square || linked, || {
            format!("two pieces may be on {} at once", first.square)
        })?;
    }
    Ok(())
}

fn pieces(position: &Position) -> Result<(), Violation> {
    let far = |colour| match colour {
        Colour::White => position.rules().size() - 1,
        Colour::Black => 0,
    };
    for &(place, part) in position.board().parts() {
        let crowned = part.rank == Rank::King || place.square.rank() != far(part.colour);
        ensure(crowned, || format!("the man on {place} is not crowned"))?;
        ensure(position.is_quantum(place) || place.layer == 0, || {
            format!("the certain piece on {place} has marks")
        })?;
        let piece = part.piece;
        let places: Vec<LayeredSquare> = position.board().layered_squares(piece).collect();
        let together = places
            .iter()
            .all(|&other| position.world().linked(place.slot(), other.slot()));
        let is_split = places.len() > 1;
        let consistent = is_split == position.is_quantum(place) && (!is_split || together);
        ensure(consistent, || {
            format!("{piece:?} has its parts on {places:?}")
        })?;
        let sum: f64 = places
            .iter()
            .map(|&place| position.probability(place))
            .sum();
        ensure((sum - 1.0).abs() <= 1e-9, || {
            format!("{piece:?} is there with probability {sum}")
        })?;
    }
    Ok(())
}

/// Probability of each way that the pieces may stand.
type Law = BTreeMap<Vec<(PieceId, Square)>, f64>;

/// The joint distribution of some slots' components and some certain pieces.
fn law(position: &Position, slots: &[Slot], certain: &[(PieceId, Square)]) -> Law {
    let mut seen: Vec<Slot> = Vec::new();
    let mut certain = certain.to_vec();
    certain.sort_unstable();
    let mut law = Law::from([(certain, 1.0)]);
    for &slot in slots {
        let Some(component) = position.world().component(slot) else {
            continue;
        };
        if seen
            .iter()
            .any(|&other| position.world().linked(other, slot))
        {
            continue;
        }
        seen.push(slot);
        let places: Vec<LayeredSquare> = component
            .slots()
            .into_iter()
            .map(LayeredSquare::from_slot)
            .collect();
        let mut more = Law::new();
        for (bits, factor) in component.outcomes() {
            let ones = places.iter().zip(bits.iter()).filter(|&(_, bit)| bit);
            let found = ones.filter_map(|(&place, _)| {
                let part = position.board().part(place)?;
                Some((part.piece, place.square))
            });
            let found: Vec<_> = found.collect();
            for (string, probability) in &law {
                let mut all = [&string[..], &found[..]].concat();
                all.sort_unstable();
                *more.entry(all).or_default() += probability * factor;
            }
        }
        law = more;
    }
    law
}

/// The most basis states for which a move is followed branch by branch.
const MOST_STATES: usize = 1 << 12;

/// Checks what a ply changed.
///
/// Cost: linear in the basis states of what a move links, where they are few enough to follow.
///
/// # Errors
/// The first thing that is not as it should be.
pub fn ply(before: &Position, mv: Move, after: &Position) -> Result<(), Violation> {
    let ensure = |holds, what| ensure(holds, || format!("{mv} leaves a wrong {what}"));
    let count = |position: &Position| {
        let pieces = position.board().parts().iter().map(|(_, part)| part.piece);
        pieces.collect::<BTreeSet<_>>().len()
    };
    let captured = after.captured().len();
    ensure(count(before) == count(after) + captured, "number of pieces")?;
    let goes_on = after.turn() == before.turn();
    ensure(goes_on == after.chain().is_some(), "turn")?;
    let quiet = if captured > 0 || before.chain().is_some() {
        0
    } else {
        before.half_move_clock() + 1
    };
    ensure(after.half_move_clock() == quiet, "count of quiet turns")?;
    match mv {
        Move::Step { .. } | Move::Split { .. } | Move::Half { .. } => branches(before, mv, after),
        Move::Capture { .. } | Move::Pass => Ok(()),
    }
}

/// Checks a move that measures nothing in every branch.
fn branches(before: &Position, mv: Move, after: &Position) -> Result<(), Violation> {
    let Some(from) = mv.source() else {
        return Ok(());
    };
    let Some(mover) = before.board().part(from) else {
        return Ok(());
    };
    let targets: Vec<Square> = mv.targets().collect();
    // Two parts that come together interfere, and are one.
    let mut of_mover = before.board().layered_squares(mover.piece);
    if of_mover.any(|place| targets.contains(&place.square)) {
        let left: Vec<Square> = after
            .board()
            .layered_squares(mover.piece)
            .map(|place| place.square)
            .collect();
        let is_one = left == [from.square] || left == targets;
        return ensure(is_one, || format!("{mv} leaves a wrong number of parts"));
    }
    // All that is on the way, certain or not.
    let on = targets
        .iter()
        .flat_map(|&to| before.board().on(to))
        .copied();
    let involved: Vec<_> = on.chain([(from, mover)]).collect();
    let (quantum, certain): (Vec<_>, Vec<_>) = involved
        .into_iter()
        .partition(|&(place, _)| before.is_quantum(place));
    let slots: Vec<Slot> = quantum.iter().map(|(place, _)| place.slot()).collect();
    let certain: Vec<(PieceId, Square)> = certain
        .iter()
        .map(|(place, part)| (part.piece, place.square))
        .collect();
    let earlier = law(before, &slots, &certain);
    if earlier.len() > MOST_STATES {
        return Ok(());
    }
    let mut expected = Law::new();
    for (string, probability) in earlier {
        for (to, share) in arms(mv, &targets, from.square) {
            let is_there = string.contains(&(mover.piece, from.square));
            let is_blocked = string.iter().any(|&(_, square)| square == to);
            let mut string = string.clone();
            if is_there && !is_blocked {
                string.retain(|&(piece, _)| piece != mover.piece);
                string.push((mover.piece, to));
                string.sort_unstable();
            }
            *expected.entry(string).or_default() += share * probability;
        }
    }
    let pieces: BTreeSet<PieceId> = expected.keys().flatten().map(|&(piece, _)| piece).collect();
    let parts = after.board().parts().iter();
    let parts: Vec<_> = parts
        .filter(|(_, part)| pieces.contains(&part.piece))
        .collect();
    let slots: Vec<Slot> = parts.iter().map(|(place, _)| place.slot()).collect();
    let certain = parts.iter().filter(|(place, _)| !after.is_quantum(*place));
    let certain: Vec<_> = certain
        .map(|(place, part)| (part.piece, place.square))
        .collect();
    let found = law(after, &slots, &certain);
    for string in expected.keys().chain(found.keys()) {
        let [expected, found] =
            [&expected, &found].map(|law| law.get(string).copied().unwrap_or(0.0));
        ensure((expected - found).abs() <= TOLERANCE * 8.0, || {
            format!("{mv} leaves {string:?} with probability {found}, by the rules {expected}")
        })?;
    }
    Ok(())
}

/// Targets of a move, with the share of the part that each gets.
fn arms(mv: Move, targets: &[Square], from: Square) -> Vec<(Square, f64)> {
    if let Move::Half { .. } = mv {
        return vec![(targets[0], 0.5), (from, 0.5)];
    }
    let share = 1.0 / targets.len() as f64;
    targets.iter().map(|&to| (to, share)).collect()
}
