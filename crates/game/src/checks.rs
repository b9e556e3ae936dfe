//! What must hold in every position of every game, for tests to check.

use std::collections::BTreeSet;

use cheqqers_circuit::Bitstring;
use cheqqers_world::{Component, Slot, TOLERANCE};
use thiserror::Error;

use crate::{Game, Pending, Status};

/// What does not hold. Places and moves are named as the game names them.
#[derive(Clone, PartialEq, Debug, Error)]
#[non_exhaustive]
pub enum Violation {
    /// A component is not normalised.
    #[error("the component of {} has norm² {norm_squared}", places.join(","))]
    Norm {
        /// Its places.
        places: Vec<String>,
        /// The sum of its probabilities.
        norm_squared: f64,
    },
    /// A component that holds a certain place.
    #[error("{place} is in a component, with probability {probability}")]
    Certain {
        /// The place.
        place: String,
        /// Its probability.
        probability: f64,
    },
    /// A place of two components, or one that the world finds in another component.
    #[error("{place} is not in one component alone")]
    Shared {
        /// The place.
        place: String,
    },
    /// A component that is certain as a whole.
    #[error("the component of {} has {outcomes} outcomes", places.join(","))]
    FewOutcomes {
        /// Its places.
        places: Vec<String>,
        /// How many legal outcomes it has.
        outcomes: usize,
    },
    /// Outcomes whose probabilities do not add up.
    #[error("the outcomes of {} have probability {sum} together", places.join(","))]
    OutcomeSum {
        /// What is measured.
        places: Vec<String>,
        /// The sum.
        sum: f64,
    },
    /// Not as many outcomes as are counted.
    #[error("{} have {listed} outcomes, counted as {counted}", places.join(","))]
    OutcomeNumber {
        /// What is measured.
        places: Vec<String>,
        /// How many there are.
        listed: f64,
        /// How many are counted.
        counted: f64,
    },
    /// Outcomes out of order, or listed twice.
    #[error("outcome {bits} of {} is out of order", places.join(","))]
    OutcomeOrder {
        /// What is measured.
        places: Vec<String>,
        /// The outcome.
        bits: Bitstring,
    },
    /// An outcome that has another probability when asked for alone.
    #[error("outcome {bits} has probability {listed} in the list and {alone:?} alone")]
    OutcomeProbability {
        /// The outcome.
        bits: Bitstring,
        /// Its probability in the list.
        listed: f64,
        /// Its probability alone.
        alone: Option<f64>,
    },
    /// Legal moves out of order, or listed twice.
    #[error("the legal move {mv} is out of order")]
    MoveOrder {
        /// The move.
        mv: String,
    },
    /// A legal move that is refused.
    #[error("the legal move {mv} is refused: {reason}")]
    Refused {
        /// The move.
        mv: String,
        /// Why it is.
        reason: String,
    },
    /// A move whose text is read as something else.
    #[error("{text:?} is read as {read}")]
    MoveText {
        /// The text of the move.
        text: String,
        /// What it is read as.
        read: String,
    },
    /// A game that goes on without legal moves, or is over with some.
    #[error("the game is {status} with {legal} legal moves")]
    StatusOfMoves {
        /// How the game stands.
        status: Status,
        /// How many moves are legal.
        legal: usize,
    },
    /// A name that stands for another slot.
    #[error("slot {} is called {name}, which stands for {}", slot.0, read.map_or("none".into(), |s| s.0.to_string()))]
    SlotName {
        /// The slot.
        slot: Slot,
        /// Its name.
        name: String,
        /// The slot that the name stands for.
        read: Option<Slot>,
    },
    /// A place with a probability that none has.
    #[error("{place} is listed with probability {probability}")]
    Occupied {
        /// The place.
        place: String,
        /// Its probability.
        probability: f64,
    },
    /// A header that describes another position, or none.
    #[error("the start's header is read as {read}")]
    Header {
        /// What it is read as.
        read: String,
    },
}

/// Checks a position: its components, what the board lists, and its legal moves.
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
    let read = G::from_header(&header).map_err(|error| Violation::Header {
        read: error.to_string(),
    })?;
    let same = read.header() == header
        && read.turn() == start.turn()
        && read.occupied() == start.occupied()
        && legal(&read) == legal(start);
    if !same {
        return Err(Violation::Header {
            read: format!("{:?}", read.occupied()),
        });
    }
    Ok(())
}

/// The most outcomes of a measurement that are all looked at.
const MOST_OUTCOMES: usize = 1024;

/// Checks a measurement that is asked for: its outcomes are in order, add up, and each is legal. Of
/// more than 1,024 only as many are looked at, and what adds up is each component.
///
/// # Errors
/// The first thing that does not hold.
pub fn pending<G: Game>(pending: &Pending<G>) -> Result<(), Violation> {
    let places = names(pending.position(), &pending.slots());
    let outcomes: Vec<_> = pending.outcomes().take(MOST_OUTCOMES).collect();
    let num_outcomes = pending.num_outcomes();
    if num_outcomes > MOST_OUTCOMES as f64 {
        check_order(&places, &outcomes)?;
        let mut listed = 1.0;
        for measured in pending.each() {
            let places = names(pending.position(), &measured.slots());
            let outcomes = measured.outcomes();
            check_outcomes(&places, &outcomes)?;
            listed *= outcomes.len() as f64;
        }
        check_number(&places, listed, num_outcomes)?;
    } else {
        check_outcomes(&places, &outcomes)?;
        check_number(&places, outcomes.len() as f64, num_outcomes)?;
    }
    for &(bits, listed) in &outcomes {
        let alone = pending.probability(bits);
        if alone.is_none_or(|alone| (alone - listed).abs() > TOLERANCE) {
            return Err(Violation::OutcomeProbability {
                bits,
                listed,
                alone,
            });
        }
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
            if !(TOLERANCE..=1.0 - TOLERANCE).contains(&probability) {
                return Err(Violation::Certain {
                    place: place.clone(),
                    probability,
                });
            }
            let found = position.world().component(slot);
            if !seen.insert(slot) || found.is_none_or(|other| !std::ptr::eq(other, component)) {
                return Err(Violation::Shared {
                    place: place.clone(),
                });
            }
            let read = position.slot_named(place);
            if read != Some(slot) {
                return Err(Violation::SlotName {
                    slot,
                    name: place.clone(),
                    read,
                });
            }
        }
    }
    Ok(())
}

fn check_state(places: &[String], component: &Component) -> Result<(), Violation> {
    let norm_squared = component.state().norm_squared();
    if (norm_squared - 1.0).abs() > TOLERANCE * component.num_amplitudes() as f64 {
        return Err(Violation::Norm {
            places: places.to_vec(),
            norm_squared,
        });
    }
    let outcomes = component.outcomes();
    if outcomes.len() < 2 {
        return Err(Violation::FewOutcomes {
            places: places.to_vec(),
            outcomes: outcomes.len(),
        });
    }
    check_outcomes(places, &outcomes)
}

fn check_outcomes(places: &[String], outcomes: &[(Bitstring, f64)]) -> Result<(), Violation> {
    check_order(places, outcomes)?;
    let sum: f64 = outcomes.iter().map(|&(_, probability)| probability).sum();
    if (sum - 1.0).abs() > TOLERANCE * outcomes.len().max(2) as f64 {
        return Err(Violation::OutcomeSum {
            places: places.to_vec(),
            sum,
        });
    }
    Ok(())
}

fn check_order(places: &[String], outcomes: &[(Bitstring, f64)]) -> Result<(), Violation> {
    match outcomes.windows(2).find(|pair| pair[0].0 >= pair[1].0) {
        None => Ok(()),
        Some(pair) => Err(Violation::OutcomeOrder {
            places: places.to_vec(),
            bits: pair[1].0,
        }),
    }
}

fn check_number(places: &[String], listed: f64, counted: f64) -> Result<(), Violation> {
    #[expect(
        clippy::float_cmp,
        reason = "both are products of the same whole numbers"
    )]
    if listed == counted {
        return Ok(());
    }
    Err(Violation::OutcomeNumber {
        places: places.to_vec(),
        listed,
        counted,
    })
}

fn board<G: Game>(position: &G) -> Result<(), Violation> {
    let mut seen = BTreeSet::new();
    for occupied in position.occupied() {
        let probability = occupied.probability;
        let plausible = probability > 0.0 && probability <= 1.0;
        if !plausible || !seen.insert(occupied.place.clone()) {
            return Err(Violation::Occupied {
                place: occupied.place,
                probability,
            });
        }
    }
    Ok(())
}

fn moves<G: Game>(position: &G) -> Result<(), Violation> {
    let legal = legal(position);
    let outcome = position.outcome();
    if outcome.is_some() != legal.is_empty() {
        return Err(Violation::StatusOfMoves {
            status: outcome.into(),
            legal: legal.len(),
        });
    }
    if let Some(pair) = legal.windows(2).find(|pair| pair[0] >= pair[1]) {
        return Err(Violation::MoveOrder {
            mv: pair[1].to_string(),
        });
    }
    for mv in legal {
        let text = mv.to_string();
        position.check(mv).map_err(|reason| Violation::Refused {
            mv: text.clone(),
            reason: reason.to_string(),
        })?;
        let read = match text.parse::<G::Move>() {
            Ok(read) if read == mv => continue,
            Ok(read) => read.to_string(),
            Err(error) => error.to_string(),
        };
        return Err(Violation::MoveText { text, read });
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
