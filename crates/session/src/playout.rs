//! Whole games without a record, as fast as they go.

use std::sync::atomic::{AtomicBool, Ordering};

use cheqqers_circuit::Circuit;
use cheqqers_game::{Colour, Game, Outcome, Pending, Turn};
use cheqqers_measure::{MeasureError, Measurer};
use cheqqers_players::{Forfeit, Player};
use cheqqers_world::{Encoding, WorldError};
use thiserror::Error;

/// Result of a game played without a record.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PlayedOut {
    /// Outcome of the game; `None` when it was stopped.
    pub outcome: Option<Outcome>,
    /// Number of plies played.
    pub plies: u32,
}

/// Error of playing a game without a record.
#[derive(Debug, Error)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the messages say it")]
pub enum PlayOutError {
    #[error(transparent)]
    Measure(#[from] MeasureError),
    #[error(transparent)]
    Forfeit(#[from] Forfeit),
}

/// A measurement that a move waits for, of any game.
pub trait PendingMeasurement {
    /// The circuits to run, as [`Pending::circuits`].
    ///
    /// # Errors
    /// Returns an error if the position does not record circuits.
    fn circuits(&self, encoding: Encoding) -> Result<Vec<Circuit>, WorldError>;

    /// Number of legal outcomes.
    fn num_outcomes(&self) -> f64;

    /// Entropy of its outcomes, in bits.
    fn entropy(&self) -> f64;
}

impl<G: Game> PendingMeasurement for Pending<G> {
    fn circuits(&self, encoding: Encoding) -> Result<Vec<Circuit>, WorldError> {
        self.circuits(encoding)
    }

    fn num_outcomes(&self) -> f64 {
        self.num_outcomes()
    }

    fn entropy(&self) -> f64 {
        self.entropy()
    }
}

/// Plays a game from a position to its end, as [`Seats::play_out`](crate::Seats::play_out).
pub(crate) fn play_out<G: Game>(
    start: &G,
    [white, black]: [&mut dyn Player<G>; 2],
    measurer: &mut Measurer,
    most: u32,
    stop: &AtomicBool,
    seen: &mut dyn FnMut(&dyn PendingMeasurement),
) -> Result<PlayedOut, PlayOutError> {
    let mut position = start.clone();
    let mut legal = Vec::new();
    let mut plies = 0;
    loop {
        if plies == most {
            let outcome = position.outcome();
            return Ok(PlayedOut { outcome, plies });
        }
        let player = match position.turn() {
            Colour::White => &mut *white,
            Colour::Black => &mut *black,
        };
        let chosen = player.play(&position, &mut legal, stop)?;
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
                .finish(|pending| {
                    seen(pending);
                    measurer.bits(pending)
                })
                .map_err(|unfinished| measurer.failure(unfinished))?;
        }
        plies += 1;
    }
    Ok(PlayedOut {
        outcome: None,
        plies,
    })
}
