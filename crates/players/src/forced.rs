use cheqqers_circuit::Bitstring;
use cheqqers_game::notation::{Demand, Forced};
use cheqqers_game::replay::{OutcomeReason, bits_of};
use cheqqers_game::{Game, Pending, Turn, Unfinished};
use rand::Rng;
use thiserror::Error;

use crate::matchplay::{begin, finish};
use crate::outcomes::outcomes;
use crate::{Measurer, Ply, PlyError, measured, unit};

/// What a record names as the backend of an outcome that was asked for.
const FORCED: &str = "forced";

/// Why a move was not played with the outcomes asked for.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ForceError<G: Game> {
    /// The move can't be played at all, or what was left open could not be measured.
    #[error(transparent)]
    Ply(#[from] PlyError<G>),
    /// An outcome that can't be.
    #[error("outcome {number} of {mv} can't be: {reason}")]
    Outcome {
        /// The move.
        mv: G::Move,
        /// Which of its outcomes, from 1.
        number: usize,
        /// What is wrong with it.
        reason: OutcomeReason,
    },
    /// More outcomes than measurements.
    #[error("{mv} has more outcomes given ({given}) than it measures ({measured})")]
    TooMany {
        /// The move.
        mv: G::Move,
        /// How often it measures.
        measured: usize,
        /// How many outcomes stand behind it.
        given: usize,
    },
    /// The move can't succeed, or can't fail.
    #[error("{mv} can't {} here", if *.succeed { "succeed" } else { "fail" })]
    Impossible {
        /// The move.
        mv: G::Move,
        /// Whether it was to succeed.
        succeed: bool,
    },
}

/// Plays one ply to its end with the outcomes asked for; the position it starts from stays as it
/// is.
///
/// Measurements without an outcome of their own take the next of `apart`, and when there is none
/// the measurer is asked. A move that must succeed or fail draws its outcomes from `rng`, by their
/// exact probabilities given that it does.
///
/// Cost: for such a move every outcome is played, else as [`play_ply`](crate::play_ply).
///
/// # Errors
/// When the move is not legal, or what was asked of it can't be.
pub fn play_forced<G: Game>(
    position: &G,
    forced: &Forced<G::Move>,
    apart: &mut impl Iterator<Item = Vec<String>>,
    measurer: &mut Measurer,
    rng: &mut impl Rng,
) -> Result<Ply<G>, ForceError<G>> {
    let mv = forced.mv;
    let turn = begin(position, mv)?;
    let plan: Vec<Answer> = match &forced.demand {
        Demand::Any => Vec::new(),
        Demand::Occupied(outcomes) => outcomes.iter().cloned().map(Answer::Occupied).collect(),
        &Demand::Succeeds(succeed) => {
            let path = choose(&turn, succeed, rng).ok_or(ForceError::Impossible { mv, succeed })?;
            path.into_iter().map(Answer::Bits).collect()
        }
    };
    let given = plan.len();
    let mut plan = plan.into_iter();
    let mut number = 0;
    let mut is_given = false;
    let played = finish(turn, |pending| {
        number += 1;
        let answer = plan.next().or_else(|| apart.next().map(Answer::Occupied));
        is_given = answer.is_some();
        let bits = match answer {
            Some(Answer::Bits(bits)) => bits,
            Some(Answer::Occupied(names)) => bits_of(pending, &pending.slots(), &names)
                .map_err(|reason| ForceError::Outcome { mv, number, reason })?,
            None => {
                let failed = |source| PlyError::Measure { mv, source };
                return Ok(measurer.measure(pending).map_err(failed)?);
            }
        };
        Ok((bits, measured(pending, bits, FORCED)))
    });
    let ply = played.map_err(|unfinished| match unfinished {
        Unfinished::Unanswered(error) => error,
        Unfinished::Refused(error) if is_given => {
            let reason = error.reason.into();
            ForceError::Outcome { mv, number, reason }
        }
        Unfinished::Refused(error) => {
            let source = measurer.failure(Unfinished::Refused(error));
            PlyError::Measure { mv, source }.into()
        }
    })?;
    if plan.len() > 0 {
        let measured = number;
        return Err(ForceError::TooMany {
            mv,
            measured,
            given,
        });
    }
    Ok(ply)
}

/// The outcome of a measurement that is not left to chance.
enum Answer {
    /// These places are found occupied.
    Occupied(Vec<String>),
    /// These bits.
    Bits(Bitstring),
}

/// The bits of each measurement in one way for a move to succeed or fail, drawn by probability;
/// `None` when there is no such way, or nothing to measure.
fn choose<G: Game>(turn: &Turn<G>, succeed: bool, rng: &mut impl Rng) -> Option<Vec<Bitstring>> {
    let Turn::Pending(pending) = turn else {
        return None;
    };
    let mut ways = Vec::new();
    collect(pending, succeed, 1.0, rng, &mut Vec::new(), &mut ways);
    let total: f64 = ways.iter().map(|(_, probability)| probability).sum();
    let target = unit(rng) * total;
    let mut sum = 0.0;
    let drawn = ways.iter().position(|(_, probability)| {
        sum += probability;
        target < sum
    });
    // Where rounding leaves a remainder, the last way is meant.
    let index = drawn.or_else(|| ways.len().checked_sub(1))?;
    Some(ways.swap_remove(index).0)
}

/// The ways to succeed, or fail, with their probabilities: all of them, or where a measurement has
/// too many outcomes those of a sample, of which one drawn is as good as one of all.
fn collect<G: Game>(
    pending: &Pending<G>,
    succeed: bool,
    probability: f64,
    rng: &mut impl Rng,
    path: &mut Vec<Bitstring>,
    ways: &mut Vec<(Vec<Bitstring>, f64)>,
) {
    for (bits, factor) in outcomes(pending, rng) {
        let turn = pending
            .clone()
            .resolve(&bits)
            .expect("outcomes lists legal bits only");
        path.push(bits);
        match turn {
            Turn::Ready(position) => {
                if position.captured().is_empty() != succeed {
                    ways.push((path.clone(), probability * factor));
                }
            }
            Turn::Pending(next) => collect(&next, succeed, probability * factor, rng, path, ways),
        }
        path.pop();
    }
}
