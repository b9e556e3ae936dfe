//! Games played by text: moves with the outcomes that their measurements are to have.

use cheqqers_game::notation::{self, split_moves};
use cheqqers_game::replay::bits_of;
use cheqqers_game::{CompletedPly, CompletionError, Game, GameExt, Measurement, StartedPly, Turn};
use cheqqers_world::Slot;

/// Plays a line of moves such as `c3^b4d4 f6-e5 d4xf6{d4}`: every measurement needs its outcome.
///
/// # Panics
/// Panics if a move can't be read, is not legal, or its outcomes are not possible or not all there.
#[track_caller]
pub fn play<G: Game>(start: G, line: &str) -> G {
    split_moves(line)
        .iter()
        .fold(start, |position, text| complete(&position, text).position)
}

/// Plays a move such as `d4xf6{d4}`: every measurement needs its outcome.
///
/// # Panics
/// As [`play`].
#[track_caller]
pub fn complete<G: Game>(position: &G, text: &str) -> CompletedPly<G> {
    let (mv, braces) = text.split_at(text.find('{').unwrap_or(text.len()));
    let mv: G::Move = match mv.parse() {
        Ok(mv) => mv,
        Err(error) => panic!("{text}: {error}"),
    };
    let Some(outcomes) = notation::outcomes(braces) else {
        panic!("{text}: {braces:?} is no list of outcomes");
    };
    let started = match StartedPly::new(position, mv) {
        Ok(started) => started,
        Err(refusal) => panic!("{mv}: {refusal}"),
    };
    let mut outcomes = outcomes.into_iter();
    let played = started.complete(|pending| {
        let slots = pending.slots();
        let occupied = outcomes.next().ok_or_else(|| {
            let names = names(&slots, pending.position());
            format!("{text} needs another outcome: {names:?}")
        })?;
        let bits = bits_of(pending, &slots, &occupied);
        let bits = bits.map_err(|error| format!("{text}: {error}"))?;
        Ok::<_, String>(Measurement::new(pending, bits, "exact"))
    });
    let left = outcomes.count();
    match played {
        Ok(completed) => {
            assert_eq!(left, 0, "{text} has {left} outcomes too many");
            completed
        }
        Err(CompletionError::Unanswered(reason)) => panic!("{reason}"),
        Err(CompletionError::Refused(error)) => panic!("{text}: {error}"),
    }
}

/// One way a move can end.
#[derive(Clone, Debug)]
pub struct Branch<G> {
    /// For each measurement the places found occupied, in the order of their slots.
    pub outcomes: Vec<Vec<String>>,
    /// The product of the outcomes' exact probabilities.
    pub probability: f64,
    /// The position reached.
    pub position: G,
}

/// Every way a move can end, in the order in which the measurements list their outcomes.
///
/// # Panics
/// Panics if the move can't be read or is not legal.
#[track_caller]
pub fn branches<G: Game>(position: &G, text: &str) -> Vec<Branch<G>> {
    let mv: G::Move = match text.parse() {
        Ok(mv) => mv,
        Err(error) => panic!("{text}: {error}"),
    };
    match position.clone().play(mv) {
        Ok(turn) => {
            let mut all = Vec::new();
            follow(turn, Vec::new(), 1.0, &mut all);
            all
        }
        Err(error) => panic!("{error}"),
    }
}

fn follow<G: Game>(
    turn: Turn<G>,
    outcomes: Vec<Vec<String>>,
    probability: f64,
    all: &mut Vec<Branch<G>>,
) {
    let pending = match turn {
        Turn::Ready(position) => {
            all.push(Branch {
                outcomes,
                probability,
                position,
            });
            return;
        }
        Turn::Pending(pending) => pending,
    };
    let names = names(&pending.slots(), pending.position());
    for (bits, factor) in pending.outcomes() {
        let occupied = names.iter().zip(bits.iter()).filter(|&(_, bit)| bit);
        let mut outcomes = outcomes.clone();
        outcomes.push(occupied.map(|(name, _)| name.clone()).collect());
        let turn = pending.clone().resolve(&bits);
        let turn = turn.unwrap_or_else(|error| panic!("a listed outcome was refused: {error}"));
        follow(turn, outcomes, probability * factor, all);
    }
}

fn names<G: Game>(slots: &[Slot], position: &G) -> Vec<String> {
    slots.iter().map(|&slot| position.slot_name(slot)).collect()
}
