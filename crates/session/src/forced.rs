use std::fmt;

use cheqqers_circuit::Bitstring;
use cheqqers_game::notation::{Demand, ForcedMove};
use cheqqers_game::replay::{OutcomeReason, bits_of};
use cheqqers_game::{CompletedPly, CompletionError, Game, Measurement, Pending, StartedPly, Turn};
use cheqqers_measure::{FORCED, Measurer};
use cheqqers_players::unit;
use rand::Rng;
use thiserror::Error;

use crate::typed_session::PlyError;

/// The most outcomes of a move, all its measurements together, that are looked at one by one.
const MOST: usize = 4096;

/// Number of draws until a move with more outcomes succeeds or fails as asked: what happens once in
/// a thousand times is missed with a probability of 5e-5.
const DRAWS: u32 = 10_000;

/// Error of playing a move with given outcomes.
#[derive(Debug, Error)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the messages say it")]
pub enum ForceError {
    #[error(transparent)]
    Ply(#[from] PlyError),
    #[error("measurement {number} of {mv} can't end so: {reason}; write {accepted}")]
    Outcome {
        mv: String,
        number: usize,
        reason: Box<OutcomeReason>,
        accepted: AcceptedOutcomes,
    },
    #[error("{mv} has more outcomes given ({given}) than it measures ({measured})")]
    TooMany {
        mv: String,
        measured: usize,
        given: usize,
    },
    #[error("{mv} can't {} here", if *.succeed { "succeed" } else { "fail" })]
    Impossible { mv: String, succeed: bool },
    #[error("{mv} measures nothing here")]
    Unmeasured { mv: String },
    #[error("{mv} did not {} in {DRAWS} draws", if *.succeed { "succeed" } else { "fail" })]
    NotDrawn { mv: String, succeed: bool },
}

/// Plays a ply with given outcomes; the position stays as it is.
///
/// Measurements without an outcome of their own take the next one of `apart`; when there is none the
/// measurer answers. The outcomes of a move that must succeed or fail are drawn from `rng`, by their
/// exact probabilities given that it does.
///
/// Cost: for such a move every outcome is played, or where they are too many, outcomes are drawn
/// until one fits; else as [`TypedSession::play`](crate::TypedSession::play).
///
/// # Errors
/// Returns an error if the move is not legal, its outcome is impossible, or it was not met in many
/// draws.
pub fn play_forced<G: Game>(
    position: &G,
    forced: &ForcedMove<G::Move>,
    apart: &mut impl Iterator<Item = Vec<String>>,
    measurer: &mut Measurer,
    rng: &mut impl Rng,
) -> Result<CompletedPly<G>, ForceError> {
    let mv = forced.mv;
    let started = StartedPly::new(position, mv).map_err(|reason| PlyError::illegal(mv, &reason))?;
    let plan: Vec<Answer> = match &forced.demand {
        Demand::Any => Vec::new(),
        Demand::Occupied(outcomes) => outcomes.iter().cloned().map(Answer::Occupied).collect(),
        &Demand::Succeeds(succeed) => {
            let path = choose(&started, succeed, rng)?;
            path.into_iter().map(Answer::Bits).collect()
        }
    };
    let given = plan.len();
    let mut plan = plan.into_iter();
    let mut number = 0;
    let mut is_given = false;
    let completed = started.complete(|pending| {
        number += 1;
        let answer = plan.next().or_else(|| apart.next().map(Answer::Occupied));
        is_given = answer.is_some();
        let bits = match answer {
            Some(Answer::Bits(bits)) => bits,
            Some(Answer::Occupied(names)) => {
                let bits = bits_of(pending, &pending.slots(), &names);
                let outcome = |reason| ForceError::Outcome {
                    mv: mv.to_string(),
                    number,
                    reason: Box::new(reason),
                    accepted: AcceptedOutcomes::of(pending, ""),
                };
                bits.map_err(outcome)?
            }
            None => {
                let failed = |source| PlyError::unmeasured(mv, source);
                return Ok(measurer.measure(pending).map_err(failed)?);
            }
        };
        Ok(Measurement::new(pending, bits, FORCED))
    });
    let completed = completed.map_err(|unfinished| match unfinished {
        CompletionError::Unanswered(error) => error,
        CompletionError::Refused(error) if is_given => ForceError::Outcome {
            mv: mv.to_string(),
            number,
            accepted: AcceptedOutcomes::of(&error.pending, ""),
            reason: Box::new(error.reason.into()),
        },
        CompletionError::Refused(error) => {
            let source = measurer.failure(CompletionError::Refused(error));
            PlyError::unmeasured(mv, source).into()
        }
    })?;
    if plan.len() > 0 {
        let measured = number;
        return Err(ForceError::TooMany {
            mv: mv.to_string(),
            measured,
            given,
        });
    }
    Ok(completed)
}

/// The outcome of a measurement that is not left to chance.
enum Answer {
    /// These places are found occupied.
    Occupied(Vec<String>),
    /// These bits, one for each slot.
    Bits(Bitstring),
}

/// The bits of each measurement in one way for a move to succeed or fail, drawn by probability.
fn choose<G: Game>(
    started: &StartedPly<G>,
    succeed: bool,
    rng: &mut impl Rng,
) -> Result<Vec<Bitstring>, ForceError> {
    let mv = || started.mv().to_string();
    let Some(pending) = started.pending() else {
        return Err(ForceError::Unmeasured { mv: mv() });
    };
    let Some(mut ways) = ways(pending, succeed) else {
        return draw(pending, succeed, rng)
            .ok_or_else(|| ForceError::NotDrawn { mv: mv(), succeed });
    };
    let total: f64 = ways.iter().map(|(_, probability)| probability).sum();
    let target = unit(rng) * total;
    let mut sum = 0.0;
    let drawn = ways.iter().position(|(_, probability)| {
        sum += probability;
        target < sum
    });
    // Where rounding leaves a remainder, the last way is meant.
    let index = drawn.or_else(|| ways.len().checked_sub(1));
    let index = index.ok_or_else(|| ForceError::Impossible { mv: mv(), succeed })?;
    Ok(ways.swap_remove(index).0)
}

/// The bits of each measurement in turn, and their probability.
type MeasurementPath = (Vec<Bitstring>, f64);

/// All ways for a move to succeed, or fail; `None` where there are more outcomes than [`MOST`] to
/// be looked at.
///
/// Cost: every outcome is played.
pub(crate) fn ways<G: Game>(pending: &Pending<G>, succeed: bool) -> Option<Vec<MeasurementPath>> {
    let mut left = MOST;
    let mut ways = Vec::new();
    let path = (Vec::new(), 1.0);
    collect(pending, succeed, &path, &mut left, &mut ways)?;
    Some(ways)
}

fn collect<G: Game>(
    pending: &Pending<G>,
    succeed: bool,
    (bits_before, probability): &MeasurementPath,
    left: &mut usize,
    ways: &mut Vec<MeasurementPath>,
) -> Option<()> {
    if pending.num_outcomes() > *left as f64 {
        return None;
    }
    for (bits, factor) in pending.outcomes() {
        let mut path = bits_before.clone();
        path.push(bits);
        let way = (path, probability * factor);
        *left = left.checked_sub(1)?;
        match resolve(pending, bits) {
            Turn::Ready(position) if succeeded(&position) == succeed => ways.push(way),
            Turn::Ready(_) => {}
            Turn::Pending(next) => collect(&next, succeed, &way, left, ways)?,
        }
    }
    Some(())
}

/// Measures until the move succeeds, or fails; `None` when it never did so.
fn draw<G: Game>(
    pending: &Pending<G>,
    succeed: bool,
    rng: &mut impl Rng,
) -> Option<Vec<Bitstring>> {
    (0..DRAWS).find_map(|_| {
        let mut pending = pending.clone();
        let mut path = Vec::new();
        loop {
            let bits = pending.sample(rng);
            path.push(bits);
            match resolve(&pending, bits) {
                Turn::Ready(position) => return (succeeded(&position) == succeed).then_some(path),
                Turn::Pending(next) => pending = next,
            }
        }
    })
}

/// The most outcomes that an error lists.
const LISTED: usize = 8;

/// Outcomes that are accepted, as they are written, for an error.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AcceptedOutcomes {
    /// Some of them, or all.
    listed: Vec<String>,
    /// There are more.
    are_more: bool,
}

impl AcceptedOutcomes {
    /// The outcomes of a measurement, as they are written behind `before`.
    pub(crate) fn of<G: Game>(pending: &Pending<G>, before: &str) -> Self {
        let outcomes = pending.outcomes().take(LISTED + 1);
        let texts = outcomes.map(|(bits, _)| before.to_owned() + &in_braces(pending, bits));
        Self::listed(texts.collect())
    }

    /// The ways for a move to succeed or fail, as they are written behind it; `None` where there are too
    /// many to look at.
    pub(crate) fn of_ways<G: Game>(
        pending: &Pending<G>,
        mv: G::Move,
        succeed: bool,
    ) -> Option<Self> {
        let ways = ways(pending, succeed)?.into_iter().take(LISTED + 1);
        let texts = ways.map(|(path, _)| {
            let mut text = mv.to_string();
            let mut pending = pending.clone();
            for bits in path {
                text += &in_braces(&pending, bits);
                match resolve(&pending, bits) {
                    Turn::Pending(next) => pending = next,
                    Turn::Ready(_) => break,
                }
            }
            text
        });
        Some(Self::listed(texts.collect()))
    }

    fn listed(mut listed: Vec<String>) -> Self {
        let are_more = listed.len() > LISTED;
        listed.truncate(LISTED);
        Self { listed, are_more }
    }
}

impl fmt::Display for AcceptedOutcomes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.are_more {
            return write!(f, "{}, or one of the others", self.listed.join(", "));
        }
        match &self.listed[..] {
            [] => f.write_str("nothing"),
            [one] => f.write_str(one),
            [others @ .., last] => write!(f, "{} or {last}", others.join(", ")),
        }
    }
}

/// An outcome as it is written behind its move.
fn in_braces<G: Game>(pending: &Pending<G>, bits: Bitstring) -> String {
    let measurement = Measurement::new(pending, bits, FORCED);
    let names = measurement.occupied_names(pending.position());
    format!("{{{}}}", names.join(","))
}

fn resolve<G: Game>(pending: &Pending<G>, bits: Bitstring) -> Turn<G> {
    let resolved = pending.clone().resolve(&bits);
    resolved.expect("outcomes and samples are legal bits")
}

/// Returns `true` if the ply that led here captured something for certain.
fn succeeded<G: Game>(position: &G) -> bool {
    !position.captured().is_empty()
}
