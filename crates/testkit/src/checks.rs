//! Invariants of positions and measurements that hold in every game.
//!
//! Those of a game of its own are in [`cheqqers`], [`rotation`] and [`blocking`], which decide
//! legality a second time, straight from the rules.

pub mod blocking;
pub mod cheqqers;
pub mod rotation;

use std::collections::BTreeSet;
use std::{error, fmt};

use cheqqers_checkers::{Part, Rank, Square};
use cheqqers_circuit::Bitstring;
use cheqqers_game::{Colour, Game, Pending, Status};
use cheqqers_world::{Component, Slot, TOLERANCE};

/// Invariant that does not hold, in words.
#[derive(Clone, PartialEq, Eq)]
pub struct Violation(String);

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// The text alone, which `unwrap` then shows.
impl fmt::Debug for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl error::Error for Violation {}

/// `Ok` where something holds, and what is wrong in words where it does not.
fn ensure(holds: bool, violation: impl FnOnce() -> String) -> Result<(), Violation> {
    if holds {
        Ok(())
    } else {
        Err(Violation(violation()))
    }
}

/// Checks a position: its components, its list of occupied squares, and its legal moves.
///
/// Cost: a few passes over all amplitudes, and one check of each legal move.
///
/// # Errors
/// The first thing that does not hold.
pub fn position<G: Game>(position: &G) -> Result<(), Violation> {
    components(position)?;
    board(position)?;
    moves(position)
}

/// Checks the start of a game: all that holds in a position, and that its header describes it.
///
/// # Errors
/// The first thing that does not hold.
pub fn start<G: Game>(start: &G) -> Result<(), Violation> {
    position(start)?;
    let header = start.header();
    let read = G::from_header(&header)
        .map_err(|error| Violation(format!("the start's header is refused: {error}")))?;
    let same = read.header() == header
        && read.turn() == start.turn()
        && read.occupied() == start.occupied()
        && legal(&read) == legal(start);
    ensure(same, || {
        format!("the start's header is read as {:?}", read.occupied())
    })
}

/// The most outcomes of a measurement that are all looked at.
const MOST_OUTCOMES: usize = 1024;

/// Checks a pending measurement: its outcomes are in order, add up to 1, and each is legal. Of more
/// than 1,024 only as many are looked at, and what adds up is each component.
///
/// # Errors
/// The first thing that does not hold.
pub fn pending<G: Game>(pending: &Pending<G>) -> Result<(), Violation> {
    let places = names(pending.position(), &pending.slots());
    let outcomes: Vec<_> = pending.outcomes().take(MOST_OUTCOMES).collect();
    let num_outcomes = pending.num_outcomes();
    if num_outcomes > MOST_OUTCOMES as f64 {
        check_order(&places, &outcomes)?;
        let world = pending.position().world();
        let mut listed = 1.0;
        for slots in pending.slots().chunk_by(|&a, &b| world.linked(a, b)) {
            let component = world.component(slots[0]);
            let component = component.expect("what is measured is quantum");
            let outcomes = if slots.len() == component.num_slots() {
                component.outcomes()
            } else {
                component.marginal(slots)
            };
            check_outcomes(&names(pending.position(), slots), &outcomes)?;
            listed *= outcomes.len() as f64;
        }
        check_number(&places, listed, num_outcomes)?;
    } else {
        check_outcomes(&places, &outcomes)?;
        check_number(&places, outcomes.len() as f64, num_outcomes)?;
    }
    for &(bits, listed) in &outcomes {
        let alone = pending.probability(bits);
        let same = alone.is_some_and(|alone| (alone - listed).abs() <= TOLERANCE);
        ensure(same, || {
            format!("outcome {bits} has probability {listed} in the list and {alone:?} alone")
        })?;
    }
    Ok(())
}

fn components<G: Game>(position: &G) -> Result<(), Violation> {
    let mut seen = BTreeSet::new();
    for component in position.world().components() {
        let slots = component.slots();
        let places = names(position, &slots);
        check_state(&places, component)?;
        for (&slot, place) in slots.iter().zip(&places) {
            let probability = component.probability(slot);
            ensure((TOLERANCE..=1.0 - TOLERANCE).contains(&probability), || {
                format!("{place} is in a component, with probability {probability}")
            })?;
            let found = position.world().component(slot);
            let alone = found.is_some_and(|other| std::ptr::eq(other, component));
            ensure(seen.insert(slot) && alone, || {
                format!("{place} is not in one component alone")
            })?;
            let read = position.slot_named(place);
            ensure(read == Some(slot), || {
                format!("{slot:?} is called {place}, which stands for {read:?}")
            })?;
        }
    }
    Ok(())
}

fn check_state(places: &[String], component: &Component) -> Result<(), Violation> {
    let norm_squared = component.state().norm_squared();
    let most = TOLERANCE * component.num_amplitudes() as f64;
    ensure((norm_squared - 1.0).abs() <= most, || {
        format!("the component of {places:?} has norm² {norm_squared}")
    })?;
    let outcomes = component.outcomes();
    ensure(outcomes.len() > 1, || {
        format!("the component of {places:?} is certain as a whole")
    })?;
    check_outcomes(places, &outcomes)
}

fn check_outcomes(places: &[String], outcomes: &[(Bitstring, f64)]) -> Result<(), Violation> {
    check_order(places, outcomes)?;
    let sum: f64 = outcomes.iter().map(|&(_, probability)| probability).sum();
    let most = TOLERANCE * outcomes.len().max(2) as f64;
    ensure((sum - 1.0).abs() <= most, || {
        format!("the outcomes of {places:?} have probability {sum} together")
    })
}

fn check_order(places: &[String], outcomes: &[(Bitstring, f64)]) -> Result<(), Violation> {
    let ascends = outcomes.is_sorted_by(|(a, _), (b, _)| a < b);
    ensure(ascends, || {
        format!("outcomes of {places:?} are out of order: {outcomes:?}")
    })
}

fn check_number(places: &[String], listed: f64, counted: f64) -> Result<(), Violation> {
    #[expect(
        clippy::float_cmp,
        reason = "both are products of the same whole numbers"
    )]
    let same = listed == counted;
    ensure(same, || {
        format!("{places:?} have {listed} outcomes, counted as {counted}")
    })
}

fn board<G: Game>(position: &G) -> Result<(), Violation> {
    let mut seen = BTreeSet::new();
    for occupied in position.occupied() {
        let probability = occupied.probability;
        let plausible = probability > 0.0 && probability <= 1.0;
        ensure(plausible && seen.insert(occupied.place.clone()), || {
            format!(
                "{} is listed with probability {probability}",
                occupied.place
            )
        })?;
    }
    Ok(())
}

fn moves<G: Game>(position: &G) -> Result<(), Violation> {
    let legal = legal(position);
    let outcome = position.outcome();
    ensure(outcome.is_some() == legal.is_empty(), || {
        let status = Status::from(outcome);
        format!("the game is {status} with {} legal moves", legal.len())
    })?;
    ensure(legal.is_sorted_by(|a, b| a < b), || {
        format!("the legal moves are out of order: {legal:?}")
    })?;
    for number in [0, legal.len() / 2, legal.len().saturating_sub(1)] {
        let chosen = position.choose_move(|_| number);
        ensure(chosen.as_ref() == legal.get(number), || {
            format!("{chosen:?} is chosen as move {number} of {legal:?}")
        })?;
    }
    for mv in legal {
        let text = mv.to_string();
        if let Err(refusal) = position.check(mv) {
            return Err(Violation(format!(
                "the legal move {text} is refused: {refusal}"
            )));
        }
        match text.parse::<G::Move>() {
            Ok(read) => ensure(read == mv, || format!("{text:?} is read as {read}"))?,
            Err(error) => return Err(Violation(format!("{text:?} is no move: {error}"))),
        }
    }
    Ok(())
}

fn legal<G: Game>(position: &G) -> Vec<G::Move> {
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    moves
}

fn names<G: Game>(position: &G, slots: &[Slot]) -> Vec<String> {
    slots.iter().map(|&slot| position.slot_name(slot)).collect()
}

/// The squares of all components, ascending; where a slot is a square.
fn quantum_squares<G: Game>(position: &G) -> Vec<Square> {
    let components = position.world().components().iter();
    let slots = components.flat_map(Component::unordered_slots);
    let mut squares: Vec<Square> = slots.map(|&slot| Square::from_slot(slot)).collect();
    squares.sort_unstable();
    squares
}

/// All dark squares of a board, ascending.
fn squares(size: u8) -> Vec<Square> {
    let ranks = 0..size;
    ranks
        .flat_map(|rank| (0..size).filter_map(move |file| Square::new(file, rank)))
        .collect()
}

/// Squares to the right and up from one square to another, where the part may go that way: a man
/// goes forward only.
fn direction(part: Part, from: Square, to: Square) -> Option<(i16, i16)> {
    let right = i16::from(to.file()) - i16::from(from.file());
    let up = i16::from(to.rank()) - i16::from(from.rank());
    let forward = match part.colour {
        Colour::White => up > 0,
        Colour::Black => up < 0,
    };
    (part.rank == Rank::King || forward).then_some((right, up))
}

/// `true` where the way is so many squares along a diagonal.
fn is_diagonal(way: Option<(i16, i16)>, steps: i16) -> bool {
    way.is_some_and(|(right, up)| right.abs() == steps && up.abs() == steps)
}

/// The square in the middle of a jump.
fn middle(from: Square, to: Square) -> Option<Square> {
    let middle = |a: u8, b: u8| u8::midpoint(a, b);
    Square::new(
        middle(from.file(), to.file()),
        middle(from.rank(), to.rank()),
    )
}
