use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};

use cheqqers_circuit::Bitstring;
use cheqqers_game::record::{EndLine, Measured};
use cheqqers_game::{Colour, Game, Outcome, Pending, Turn, Unfinished};
use thiserror::Error;

use crate::{Forfeit, Limit, MeasureError, Measurer, Player, Scene, TimeControl, choose_in_time};

/// The two players of a game.
#[derive(Debug)]
pub struct Seats<G: Game> {
    /// Who moves first.
    pub white: Box<dyn Player<G>>,
    /// Who moves second.
    pub black: Box<dyn Player<G>>,
}

impl<G: Game> Seats<G> {
    /// The player of a colour.
    pub fn of(&mut self, colour: Colour) -> &mut dyn Player<G> {
        match colour {
            Colour::White => self.white.as_mut(),
            Colour::Black => self.black.as_mut(),
        }
    }
}

/// A ply as players are told of it afterwards: enough to play it again.
#[derive(Clone, PartialEq, Debug)]
pub struct Made<M> {
    /// The move.
    pub mv: M,
    /// Its measurements in order.
    pub measured: Vec<Measured>,
}

/// A ply played to its end.
#[derive(Clone, Debug)]
pub struct Ply<G: Game> {
    /// The position it led to.
    pub position: G,
    /// Its measurements in order, none to two.
    pub measured: Vec<Measured>,
    /// The exact probability of each measurement's outcome.
    pub probabilities: Vec<f64>,
}

/// Why a ply was not played.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum PlyError<G: Game> {
    /// The move is not legal.
    #[error("{mv} is not legal: {reason}")]
    Illegal {
        /// The move.
        mv: G::Move,
        /// Why.
        reason: G::Refusal,
    },
    /// A measurement has no answer.
    #[error("{mv} could not be measured")]
    Measure {
        /// The move.
        mv: G::Move,
        /// Why.
        #[source]
        source: MeasureError,
    },
}

/// Plays one ply to its end; the position it starts from stays as it is.
///
/// # Errors
/// When the move is not legal, or a measurement has no answer or an impossible one.
pub fn play_ply<G: Game>(
    position: &G,
    mv: G::Move,
    measurer: &mut Measurer,
) -> Result<Ply<G>, PlyError<G>> {
    let turn = begin(position, mv)?;
    finish_ply(turn, measurer).map_err(|source| PlyError::Measure { mv, source })
}

/// Plays a ply to its end whose move was begun.
///
/// # Errors
/// When a measurement has no answer or an impossible one.
pub fn finish_ply<G: Game>(turn: Turn<G>, measurer: &mut Measurer) -> Result<Ply<G>, MeasureError> {
    let finished = finish(turn, |pending| measurer.measure(pending));
    finished.map_err(|unfinished| measurer.failure(unfinished))
}

/// Plays a move until its first measurement; the position it starts from stays as it is.
///
/// # Errors
/// When the move is not legal.
pub(crate) fn begin<G: Game>(position: &G, mv: G::Move) -> Result<Turn<G>, PlyError<G>> {
    position
        .clone()
        .play(mv)
        .map_err(|error| PlyError::Illegal {
            mv,
            reason: error.reason,
        })
}

/// Completes a move, and keeps what was measured.
///
/// # Errors
/// As [`Turn::finish`].
pub(crate) fn finish<G: Game, E>(
    turn: Turn<G>,
    mut answer: impl FnMut(&Pending<G>) -> Result<(Bitstring, Measured), E>,
) -> Result<Ply<G>, Unfinished<G, E>> {
    let mut measured = Vec::new();
    let mut probabilities = Vec::new();
    let position = turn.finish(|pending| {
        let (bits, entry) = answer(pending)?;
        probabilities.push(pending.probability(bits).unwrap_or(0.0));
        measured.push(entry);
        Ok(bits)
    })?;
    Ok(Ply {
        position,
        measured,
        probabilities,
    })
}

/// What somebody who watches a game sees of a ply.
#[derive(Debug)]
pub struct Played<'a, G: Game> {
    /// The position before it.
    pub before: &'a G,
    /// The move.
    pub mv: G::Move,
    /// Its measurements, and the position it led to.
    pub ply: &'a Ply<G>,
}

/// A game that goes on from somewhere.
#[derive(Clone, Debug)]
pub struct Begun<G: Game> {
    /// Where it started.
    pub start: G,
    /// What was played since.
    pub past: Vec<Made<G::Move>>,
    /// Where that led.
    pub position: G,
}

impl<G: Game> Begun<G> {
    /// A game of which nothing was played.
    pub fn at(start: G) -> Self {
        Self {
            position: start.clone(),
            past: Vec::new(),
            start,
        }
    }
}

/// A game that was watched to its end, or until its observer had seen enough.
#[derive(Debug)]
pub struct Finished<G: Game> {
    /// The last position; the game was stopped when its outcome is open and nobody lost otherwise.
    pub position: G,
    /// How many plies were played, those it began with not counted.
    pub plies: u32,
    /// Who lost by a fault of its own, and by which.
    pub forfeit: Option<(Colour, Forfeit)>,
}

impl<G: Game> Finished<G> {
    /// How the game ended off the board, as records write it.
    pub fn end(&self) -> Option<EndLine> {
        let (colour, forfeit) = self.forfeit.as_ref()?;
        Some(forfeit.to_end(*colour))
    }

    /// How the game ended, on the board or off it; `None` when it was stopped.
    pub fn outcome(&self) -> Option<Outcome> {
        match &self.forfeit {
            Some((loser, _)) => Some(Outcome::Decisive {
                winner: loser.opponent(),
            }),
            None => self.position.outcome(),
        }
    }
}

/// Plays a game to its end; the observer sees every ply and may stop the game, and so may `stop`,
/// which players are shown too.
///
/// # Errors
/// When a measurement has no answer.
pub fn play_game<G: Game>(
    begun: Begun<G>,
    seats: &mut Seats<G>,
    measurer: &mut Measurer,
    time: TimeControl,
    stop: &AtomicBool,
    mut observer: impl FnMut(Played<'_, G>) -> ControlFlow<()>,
) -> Result<Finished<G>, PlyError<G>> {
    let Begun {
        start,
        mut past,
        mut position,
    } = begun;
    let mut clocks = time.clocks();
    let mut legal = Vec::new();
    let mut plies = 0;
    let mut forfeit = prepare(seats, &start);
    while forfeit.is_none() {
        legal.clear();
        position.legal_moves(&mut legal);
        if legal.is_empty() {
            break;
        }
        let scene = Scene {
            position: &position,
            legal: &legal,
            start: &start,
            past: &past,
            limit: Limit::Own,
            stop,
        };
        let chosen = choose_in_time(seats.of(position.turn()), &scene, &mut clocks);
        if scene.is_stopped() {
            break;
        }
        let mv = match chosen {
            Ok(mv) => mv,
            Err(fault) => {
                forfeit = Some((position.turn(), fault));
                break;
            }
        };
        let ply = match play_ply(&position, mv, measurer) {
            Ok(ply) => ply,
            Err(PlyError::Illegal { mv, reason }) => {
                let (mv, reason) = (mv.to_string(), reason.to_string());
                forfeit = Some((position.turn(), Forfeit::Illegal { mv, reason }));
                break;
            }
            Err(error @ PlyError::Measure { .. }) => return Err(error),
        };
        plies += 1;
        let seen = observer(Played {
            before: &position,
            mv,
            ply: &ply,
        });
        let measured = ply.measured;
        past.push(Made { mv, measured });
        position = ply.position;
        if seen.is_break() {
            break;
        }
    }
    Ok(Finished {
        position,
        plies,
        forfeit,
    })
}

/// Lets both players get ready; the fault of the first who can't play.
fn prepare<G: Game>(seats: &mut Seats<G>, start: &G) -> Option<(Colour, Forfeit)> {
    [Colour::White, Colour::Black]
        .into_iter()
        .find_map(|colour| {
            let prepared = seats.of(colour).prepare(start);
            prepared.err().map(|fault| (colour, fault))
        })
}

/// What is left of a game that nobody watched.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PlayedOut {
    /// How it ended; `None` when it was stopped.
    pub outcome: Option<Outcome>,
    /// How many plies were played.
    pub plies: u32,
}

/// Why a game that nobody watches was not played to its end.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum PlayOutError {
    /// A measurement has no answer.
    #[error(transparent)]
    Measure(#[from] MeasureError),
    /// A player would lose by its own fault.
    #[error(transparent)]
    Forfeit(#[from] Forfeit),
}

/// Plays a game from a position to its end, as fast as it goes: nothing is recorded, `legal` is
/// a buffer that games share, and the players are trusted to choose legal moves. It is stopped after
/// `most` plies, or by `stop`, which players are shown too.
///
/// The same seeds give the same game as [`play_game`]. Tell the position's world to stop recording
/// unless the measurer [needs circuits](Measurer::needs_circuits).
///
/// # Errors
/// When a measurement has no answer, or a player would lose by its own fault: players of this
/// program never do.
pub fn play_out<G: Game>(
    start: G,
    seats: &mut Seats<G>,
    measurer: &mut Measurer,
    legal: &mut Vec<G::Move>,
    most: u32,
    stop: &AtomicBool,
) -> Result<PlayedOut, PlayOutError> {
    let mut position = start;
    let mut plies = 0;
    loop {
        if plies == most {
            let outcome = position.outcome();
            return Ok(PlayedOut { outcome, plies });
        }
        let player = seats.of(position.turn());
        let chosen = player.play(&position, legal, stop)?;
        // What a player chose who was stopped is not played.
        if stop.load(Ordering::Relaxed) {
            break;
        }
        let Some(mv) = chosen else {
            let outcome = position.outcome();
            return Ok(PlayedOut { outcome, plies });
        };
        // A position that waits for nothing stays where it is: it is large.
        if let Some(ask) = position.begin(mv) {
            position = Turn::Pending(Pending::new(position, ask))
                .finish(|pending| measurer.bits(pending))
                .map_err(|unfinished| measurer.failure(unfinished))?;
        }
        plies += 1;
    }
    Ok(PlayedOut {
        outcome: None,
        plies,
    })
}
