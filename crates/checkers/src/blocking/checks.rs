//! What must hold in every position of blocking checkers, and between a position and the next, for
//! tests to check.
//!
//! What a move does, and what is legal, is found here a second time: string by string, straight from
//! the rules.

mod attempts;
mod legality;

use std::collections::{BTreeMap, BTreeSet};

use cheqqers_game::{Colour, checks};
use cheqqers_world::{Component, Slot, TOLERANCE};
use thiserror::Error;

use super::{Move, Place, Position};
use crate::{PieceId, Rank, Square};
pub use attempts::attempt;
pub use legality::legal;

/// What does not hold.
#[derive(Clone, PartialEq, Debug, Error)]
#[non_exhaustive]
pub enum Violation {
    /// What holds in every game.
    #[error(transparent)]
    Game(#[from] checks::Violation),
    /// A slot without a part.
    #[error("no part is on {place}, whose slot is quantum")]
    NoPart {
        /// Its place.
        place: Place,
    },
    /// A piece that is certain and elsewhere too, or quantum in one place, or in several components.
    #[error("piece {} has its parts on {places:?}", piece.0)]
    Parts {
        /// The piece.
        piece: PieceId,
        /// Where its parts are.
        places: Vec<Place>,
    },
    /// A piece that is in two places at once, or in none.
    #[error("a basis state has piece {} on {occupied} squares", piece.0)]
    Weight {
        /// The piece.
        piece: PieceId,
        /// On how many squares it stands in that state.
        occupied: usize,
    },
    /// Two pieces on one square.
    #[error("two pieces may be on {square} at once")]
    Shared {
        /// The square.
        square: Square,
    },
    /// Parts of both players on one square.
    #[error("both players have parts on {square}")]
    BothColours {
        /// The square.
        square: Square,
    },
    /// A piece whose probabilities do not add up to 1.
    #[error("piece {} is there with probability {sum}", piece.0)]
    Sum {
        /// The piece.
        piece: PieceId,
        /// The sum over its squares.
        sum: f64,
    },
    /// A part on the far row that is no king.
    #[error("the man on {place} is not crowned")]
    Uncrowned {
        /// The place.
        place: Place,
    },
    /// A certain piece in another layer than the first.
    #[error("the certain piece on {place} has marks")]
    Layer {
        /// The place.
        place: Place,
    },
    /// A move that does something else in some branch than the rules say.
    #[error("{mv} leaves {string:?} with probability {found}, by the rules {expected}")]
    Branch {
        /// The move.
        mv: Move,
        /// Where each piece is.
        string: Vec<(PieceId, Square)>,
        /// By the rules.
        expected: f64,
        /// What was found.
        found: f64,
    },
    /// A list of legal moves that is not ascending.
    #[error("{mv} is not in its place in the list of legal moves")]
    Listed {
        /// The move out of its place.
        mv: Move,
    },
    /// A game that is over with legal moves, or goes on without.
    #[error("whether there are legal moves is not whether the game goes on")]
    Ended,
    /// A move that is listed or accepted though the rules forbid it, or is not though they allow it.
    #[error("by the rules {mv} is {}", if *allowed { "legal" } else { "not legal" })]
    Legality {
        /// The move.
        mv: Move,
        /// Whether the rules allow it.
        allowed: bool,
    },
    /// Something that a ply must not change, or must.
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
    for component in position.world.components() {
        strings(position, component)?;
    }
    let both = position.board.of(Colour::White) & position.board.of(Colour::Black);
    if let Some(square) = both.into_iter().next() {
        return Err(Violation::BothColours { square });
    }
    squares(position)?;
    pieces(position)
}

/// Each basis state has each piece once, and no two on a square.
fn strings(position: &Position, component: &Component) -> Result<(), Violation> {
    let places: Vec<Place> = component
        .slots()
        .into_iter()
        .map(Place::from_slot)
        .collect();
    let mut owners = Vec::new();
    for &place in &places {
        let part = position.board.part(place);
        owners.push(part.ok_or(Violation::NoPart { place })?.piece);
    }
    for (bits, _) in component.outcomes() {
        let mut weights: BTreeMap<PieceId, usize> = owners.iter().map(|&p| (p, 0)).collect();
        let mut taken = BTreeSet::new();
        for ((&place, &owner), bit) in places.iter().zip(&owners).zip(bits.iter()) {
            *weights.entry(owner).or_default() += usize::from(bit);
            let square = place.square;
            if bit && !taken.insert(square) {
                return Err(Violation::Shared { square });
            }
        }
        if let Some((&piece, &occupied)) = weights.iter().find(|&(_, &weight)| weight != 1) {
            return Err(Violation::Weight { piece, occupied });
        }
    }
    Ok(())
}

/// All parts of a square are in one component, which then keeps them apart, or it is one.
fn squares(position: &Position) -> Result<(), Violation> {
    for parts in position.board.parts().windows(2) {
        let [(first, _), (second, _)] = parts else {
            continue;
        };
        let linked = position.world.linked(first.slot(), second.slot());
        if first.square == second.square && !linked {
            let square = first.square;
            return Err(Violation::Shared { square });
        }
    }
    Ok(())
}

fn pieces(position: &Position) -> Result<(), Violation> {
    let far = |colour| match colour {
        Colour::White => position.rules.size() - 1,
        Colour::Black => 0,
    };
    for &(place, part) in position.board.parts() {
        if place.square.rank() == far(part.colour) && part.rank != Rank::King {
            return Err(Violation::Uncrowned { place });
        }
        if !position.is_quantum(place) && place.layer > 0 {
            return Err(Violation::Layer { place });
        }
        let piece = part.piece;
        let places: Vec<Place> = position.board.places(piece).collect();
        let together = places
            .iter()
            .all(|&other| position.world.linked(place.slot(), other.slot()));
        if (places.len() > 1) != position.is_quantum(place) || places.len() > 1 && !together {
            return Err(Violation::Parts { piece, places });
        }
        let sum: f64 = places
            .iter()
            .map(|&place| position.probability(place))
            .sum();
        if (sum - 1.0).abs() > 1e-9 {
            return Err(Violation::Sum { piece, sum });
        }
    }
    Ok(())
}

/// Where each piece is, and how probable that is.
type Law = BTreeMap<Vec<(PieceId, Square)>, f64>;

/// The joint law of some slots' components and some certain pieces.
fn law(position: &Position, slots: &[Slot], certain: &[(PieceId, Square)]) -> Law {
    let mut seen: Vec<Slot> = Vec::new();
    let mut certain = certain.to_vec();
    certain.sort_unstable();
    let mut law = Law::from([(certain, 1.0)]);
    for &slot in slots {
        let Some(component) = position.world.component(slot) else {
            continue;
        };
        if seen.iter().any(|&other| position.world.linked(other, slot)) {
            continue;
        }
        seen.push(slot);
        let places: Vec<Place> = component
            .slots()
            .into_iter()
            .map(Place::from_slot)
            .collect();
        let mut more = Law::new();
        for (bits, factor) in component.outcomes() {
            let ones = places.iter().zip(bits.iter()).filter(|&(_, bit)| bit);
            let found = ones.filter_map(|(&place, _)| {
                let part = position.board.part(place)?;
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
    let wrong = |what| Violation::Ply { mv, what };
    let count = |position: &Position| {
        let pieces = position.board.parts().iter().map(|(_, part)| part.piece);
        pieces.collect::<BTreeSet<_>>().len()
    };
    let captured = usize::from(after.captured.is_some());
    if count(before) != count(after) + captured {
        return Err(wrong("number of pieces"));
    }
    if (after.turn == before.turn) != after.chain.is_some() {
        return Err(wrong("turn"));
    }
    let quiet = if captured > 0 || before.chain.is_some() {
        0
    } else {
        before.quiet + 1
    };
    if after.quiet != quiet {
        return Err(wrong("count of quiet turns"));
    }
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
    let Some(mover) = before.board.part(from) else {
        return Ok(());
    };
    let targets: Vec<Square> = mv.targets().collect();
    // Two parts that come together interfere, and are one.
    let mut of_mover = before.board.places(mover.piece);
    if of_mover.any(|place| targets.contains(&place.square)) {
        let left: Vec<Square> = after
            .board
            .places(mover.piece)
            .map(|place| place.square)
            .collect();
        let is_one = left == [from.square] || left == targets;
        return is_one.then_some(()).ok_or(Violation::Ply {
            mv,
            what: "number of parts",
        });
    }
    // All that is on the way, certain or not.
    let on = targets.iter().flat_map(|&to| before.board.on(to)).copied();
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
    let parts = after.board.parts().iter();
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
        if (expected - found).abs() > TOLERANCE * 8.0 {
            return Err(Violation::Branch {
                mv,
                string: string.clone(),
                expected,
                found,
            });
        }
    }
    Ok(())
}

/// Where a move sends which share of the part where it is on its square.
fn arms(mv: Move, targets: &[Square], from: Square) -> Vec<(Square, f64)> {
    if let Move::Half { .. } = mv {
        return vec![(targets[0], 0.5), (from, 0.5)];
    }
    let share = 1.0 / targets.len() as f64;
    targets.iter().map(|&to| (to, share)).collect()
}
