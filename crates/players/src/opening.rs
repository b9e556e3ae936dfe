//! Moves that are made before the players take over.

use std::fmt;

use cheqqers_game::notation::{Demand, Forced};
use cheqqers_game::record::{Detail, PlyLine};
use cheqqers_game::{Game, Room, Turn};
use thiserror::Error;

use crate::forced::ways;
use crate::{Begun, ForceError, Made, Measurer, Ply, Stream, generator, past, play_forced};

/// Moves that are made before the players take over, with the outcomes asked for.
#[derive(Clone, PartialEq, Debug)]
pub struct Opening<M> {
    /// The moves, outcomes behind them if wished.
    pub moves: Vec<Forced<M>>,
    /// Outcomes apart from them, one for each measurement that has none of its own.
    pub outcomes: Vec<Vec<String>>,
    /// The most amplitudes that the positions may hold together, but for one that a measurement leads to:
    /// for who keeps them all.
    pub room: usize,
}

/// One of the moves, made.
#[derive(Clone, Debug)]
pub struct Opened<G: Game> {
    /// The position before it.
    pub before: G,
    /// The move.
    pub mv: G::Move,
    /// What came of it.
    pub ply: Ply<G>,
}

/// What becomes of an outcome that is not given.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Chance {
    /// It is measured.
    Measured,
    /// It is an error.
    Refused,
}

/// Why the moves can't be made.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum OpeningError<G: Game> {
    /// One of them can't be played as asked.
    #[error("move {number} of the opening can't be played")]
    Move {
        /// Which, from 1.
        number: usize,
        /// Why.
        #[source]
        source: Box<ForceError<G>>,
    },
    /// An outcome is left to chance, and nobody is there to measure it.
    #[error(
        "move {number} of the opening leaves an outcome to chance: {mv} has none for its measurement {measurement}"
    )]
    Chance {
        /// Which, from 1.
        number: usize,
        /// The move.
        mv: G::Move,
        /// The first of its measurements without an outcome, from 1.
        measurement: usize,
    },
    /// A move is to succeed or fail, there are several ways to, and nobody is there to measure.
    #[error("move {number} of the opening leaves an outcome to chance: {mv} may {} in more than one way", if *.succeed { "succeed" } else { "fail" })]
    Ways {
        /// Which, from 1.
        number: usize,
        /// The move.
        mv: G::Move,
        /// Whether it is to succeed.
        succeed: bool,
    },
    /// The positions hold more amplitudes than there is room for.
    #[error(
        "with move {number} of the opening the game holds more amplitudes than there is room for"
    )]
    Room {
        /// Which, from 1.
        number: usize,
    },
    /// More outcomes were given apart than there are measurements.
    #[error("{left} of the outcomes given apart have no measurement")]
    OutcomesLeft {
        /// How many.
        left: usize,
    },
}

impl<M> Default for Opening<M> {
    fn default() -> Self {
        Self {
            moves: Vec::new(),
            outcomes: Vec::new(),
            room: usize::MAX,
        }
    }
}

impl<G: Game> Opened<G> {
    /// The line of a record that tells it, `ply` being its number from 1.
    pub fn line(&self, ply: u32, detail: Detail) -> PlyLine {
        let measured = self.ply.measured.clone();
        PlyLine::new(
            ply,
            &self.before,
            self.mv,
            measured,
            &self.ply.position,
            detail,
        )
    }
}

impl<M: Copy + fmt::Display> Opening<M> {
    /// Makes the moves in the game with this seed.
    ///
    /// # Errors
    /// When one of them is not legal, or has an outcome that can't be, or there is no room for it.
    pub fn play<G: Game<Move = M>>(
        &self,
        start: &G,
        seed: u64,
        chance: Chance,
        measurer: &mut Measurer,
    ) -> Result<Vec<Opened<G>>, OpeningError<G>> {
        let mut rng = generator(seed, Stream::Setup);
        let mut apart = self.outcomes.iter().cloned();
        let mut room = Room::new(self.room);
        room.keep(start);
        let mut made: Vec<Opened<G>> = Vec::with_capacity(self.moves.len());
        for (forced, number) in self.moves.iter().zip(1..) {
            let before = made
                .last()
                .map_or_else(|| start.clone(), |last| last.ply.position.clone());
            let given = apart.len();
            let ply = u32::try_from(number).unwrap_or(u32::MAX);
            measurer.begin(ply, forced.mv, || {
                past(made.iter().map(|made| (made.mv, &made.ply.measured[..])))
            });
            let ply =
                play_forced(&before, forced, &mut apart, measurer, &mut rng).map_err(|source| {
                    OpeningError::Move {
                        number,
                        source: Box::new(source),
                    }
                })?;
            if chance == Chance::Refused {
                check_given(&before, forced, number, given, &ply)?;
            }
            if !room.fits(&ply.position, !ply.measured.is_empty()) {
                return Err(OpeningError::Room { number });
            }
            room.keep(&ply.position);
            let mv = forced.mv;
            made.push(Opened { before, mv, ply });
        }
        match apart.len() {
            0 => Ok(made),
            left => Err(OpeningError::OutcomesLeft { left }),
        }
    }
}

impl<G: Game> Begun<G> {
    /// A game whose first moves are made.
    pub fn after(start: G, made: Vec<Opened<G>>) -> Self {
        let mut begun = Self::at(start);
        for opened in made {
            let (mv, measured) = (opened.mv, opened.ply.measured);
            begun.past.push(Made { mv, measured });
            begun.position = opened.ply.position;
        }
        begun
    }
}

/// Checks that nothing was drawn for a ply to which `apart` outcomes were given besides its own;
/// where there are too many outcomes to look at, it has several ways to succeed or fail.
fn check_given<G: Game>(
    before: &G,
    forced: &Forced<G::Move>,
    number: usize,
    apart: usize,
    ply: &Ply<G>,
) -> Result<(), OpeningError<G>> {
    let mv = forced.mv;
    let own = match &forced.demand {
        Demand::Any => 0,
        Demand::Occupied(outcomes) => outcomes.len(),
        &Demand::Succeeds(succeed) => {
            return match before.clone().play(mv) {
                Ok(Turn::Pending(pending))
                    if ways(&pending, succeed).is_none_or(|ways| ways.len() > 1) =>
                {
                    Err(OpeningError::Ways {
                        number,
                        mv,
                        succeed,
                    })
                }
                _ => Ok(()),
            };
        }
    };
    let given = own + apart;
    if ply.measured.len() > given {
        let measurement = given + 1;
        return Err(OpeningError::Chance {
            number,
            mv,
            measurement,
        });
    }
    Ok(())
}
