//! Moves that are made before the players take over.

use std::error::Error;

use cheqqers_game::notation::{Demand, ForcedMove};
use cheqqers_game::{Game, GameExt, Ply, Turn};
use cheqqers_measure::Measurer;
use cheqqers_players::{Stream, generator};

use crate::forced::{AcceptedOutcomes, ForceError, play_forced, ways};
use crate::typed_session::TypedSession;

/// Moves that are made before the players take over, with the outcomes asked for.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Opening {
    /// The moves as they are written, with outcomes where they are chosen.
    pub moves: Vec<String>,
    /// Outcomes apart from them, one for each measurement that has none of its own.
    pub outcomes: Vec<Vec<String>>,
}

/// Treatment of outcomes that are not given.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MissingOutcomes {
    /// It is measured.
    Measured,
    /// It is an error.
    Refused,
}

/// Error of playing the first moves.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the messages say it")]
pub enum OpeningError {
    #[error(transparent)]
    Text(Box<dyn Error + Send + Sync>),
    #[error("move {number} of the opening can't be played")]
    Move {
        number: usize,
        #[source]
        source: Box<ForceError>,
    },
    #[error(
        "move {number} of the opening leaves an outcome to chance: {mv} has none for its measurement {measurement}; write {accepted}"
    )]
    MissingOutcomes {
        number: usize,
        mv: String,
        measurement: usize,
        /// The move as it may be written, or the outcome where others are given apart.
        accepted: AcceptedOutcomes,
    },
    #[error("move {number} of the opening leaves an outcome to chance: {mv} may {} in more than one way{}", if *.succeed { "succeed" } else { "fail" }, advice(accepted.as_ref()))]
    Ways {
        number: usize,
        mv: String,
        succeed: bool,
        /// The move as it may be written, unless there are too many ways.
        accepted: Option<AcceptedOutcomes>,
    },
    #[error(
        "with move {number} of the opening the game holds more amplitudes than there is room for"
    )]
    Room { number: usize },
    #[error("{left} of the outcomes given apart have no measurement")]
    OutcomesLeft { left: usize },
}

impl Opening {
    /// Returns `true` if there is nothing to play.
    pub fn is_empty(&self) -> bool {
        self.moves.is_empty() && self.outcomes.is_empty()
    }

    /// Plays the moves in a session of the game with this seed.
    ///
    /// # Errors
    /// Returns an error if one of them can't be read, and then none is played; or is not legal, or has an outcome that is
    /// impossible, or there is no room for it, and then the moves before it were played.
    pub(crate) fn play<G: Game>(
        &self,
        session: &mut TypedSession<G>,
        seed: u64,
        chance: MissingOutcomes,
        measurer: &mut Measurer,
    ) -> Result<(), OpeningError> {
        let moves = self.moves.iter().map(|text| text.parse());
        let moves: Result<Vec<ForcedMove<G::Move>>, _> = moves.collect();
        let moves = moves.map_err(|error| OpeningError::Text(Box::new(error)))?;
        let mut rng = generator(seed, Stream::Setup);
        let mut apart = self.outcomes.iter().cloned();
        for (forced, number) in moves.iter().zip(1..) {
            let given = apart.len();
            session.announce(forced.mv, measurer);
            let before = session.position();
            let completed = play_forced(before, forced, &mut apart, measurer, &mut rng);
            let completed = completed.map_err(|source| OpeningError::Move {
                number,
                source: Box::new(source),
            })?;
            if chance == MissingOutcomes::Refused {
                check_given(before, forced, number, given, &completed.ply)?;
            }
            if !session
                .room
                .fits(&completed.position, !completed.ply.measurements.is_empty())
            {
                return Err(OpeningError::Room { number });
            }
            session.append(completed);
        }
        match apart.len() {
            0 => Ok(()),
            left => Err(OpeningError::OutcomesLeft { left }),
        }
    }
}

fn advice(accepted: Option<&AcceptedOutcomes>) -> String {
    accepted.map_or_else(String::new, |accepted| format!("; write {accepted}"))
}

/// The outcomes that the measurement of a ply behind those given may have.
fn accepted<G: Game>(
    before: &G,
    mv: G::Move,
    ply: &Ply<G::Move>,
    own: usize,
    apart: usize,
) -> AcceptedOutcomes {
    let mut turn = before.clone().play_unchecked(mv);
    let mut text = mv.to_string();
    for measurement in &ply.measurements[..own + apart] {
        let Turn::Pending(pending) = turn else {
            unreachable!("the ply was played with these measurements");
        };
        let names = measurement.occupied_names(pending.position());
        text.extend(["{", &names.join(","), "}"]);
        let resolved = pending.resolve(&measurement.bits);
        turn = resolved.unwrap_or_else(|_| unreachable!("the outcome was possible"));
    }
    let Turn::Pending(pending) = turn else {
        unreachable!("the ply measured more");
    };
    // Outcomes apart are one for each measurement that has none of its own.
    AcceptedOutcomes::of(&pending, if apart == 0 { &text } else { "" })
}

/// Checks that nothing was drawn for a ply to which `apart` outcomes were given besides its own;
/// where there are too many outcomes to look at, it has several ways to succeed or fail.
fn check_given<G: Game>(
    before: &G,
    forced: &ForcedMove<G::Move>,
    number: usize,
    apart: usize,
    ply: &Ply<G::Move>,
) -> Result<(), OpeningError> {
    let mv = forced.mv;
    let own = match &forced.demand {
        Demand::Any => 0,
        Demand::Occupied(outcomes) => outcomes.len(),
        &Demand::Succeeds(succeed) => {
            let pending = match before.clone().play_unchecked(mv) {
                Turn::Pending(pending) => pending,
                Turn::Ready(_) => return Ok(()),
            };
            if ways(&pending, succeed).is_none_or(|ways| ways.len() > 1) {
                return Err(OpeningError::Ways {
                    number,
                    mv: mv.to_string(),
                    succeed,
                    accepted: AcceptedOutcomes::of_ways(&pending, mv, succeed),
                });
            }
            return Ok(());
        }
    };
    let given = own + apart;
    if ply.measurements.len() > given {
        return Err(OpeningError::MissingOutcomes {
            number,
            mv: mv.to_string(),
            measurement: given + 1,
            accepted: accepted(before, mv, ply, own, apart),
        });
    }
    Ok(())
}
