//! Two players at a board.

use std::sync::atomic::{AtomicBool, Ordering};

use cheqqers_game::Colour;
use cheqqers_measure::Measurer;
use cheqqers_players::{Forfeit, TimeControl};

use crate::door::{Position, Seat, Session};
use crate::playout::{PendingMeasurement, PlayOutError, PlayedOut};
use crate::typed_session::PlyError;

/// The two players of a game.
#[derive(Debug)]
pub struct Seats {
    /// The player who moves first.
    pub white: Seat,
    /// The player who moves second.
    pub black: Seat,
}

impl Seats {
    /// The player of a colour.
    pub fn of(&mut self, colour: Colour) -> &mut Seat {
        match colour {
            Colour::White => &mut self.white,
            Colour::Black => &mut self.black,
        }
    }

    /// Plays a game from a position to its end, as fast as it goes: nothing is recorded, and the players are trusted to
    /// choose legal moves. It is stopped after `most` plies, or by `stop`, which players are shown too. `seen` is called
    /// before each measurement.
    ///
    /// The same seeds give the same game as [`play_game`]. Start
    /// [without circuits](crate::PositionMethods::without_circuits) unless the measurer
    /// [needs them](Measurer::needs_circuits).
    ///
    /// # Errors
    /// Returns an error if a measurement has no answer, or a player would lose by its own fault: players of this program
    /// never do.
    ///
    /// # Panics
    /// Panics if the position is one of another game than the players'.
    pub fn play_out(
        &mut self,
        start: &Position,
        measurer: &mut Measurer,
        most: u32,
        stop: &AtomicBool,
        seen: &mut dyn FnMut(&dyn PendingMeasurement),
    ) -> Result<PlayedOut, PlayOutError> {
        let Self { white, black } = self;
        white.play_out(black, start, measurer, most, stop, seen)
    }
}

/// Plays a game to its end, or until `stop` is set, which players are shown too. Returns the player who
/// lost by its own fault, which ends the session's record.
///
/// # Errors
/// Returns an error if a measurement has no answer.
///
/// # Panics
/// Panics if the session is of another game than the players'.
pub fn play_game(
    session: &mut Session,
    seats: &mut Seats,
    measurer: &mut Measurer,
    time: TimeControl,
    stop: &AtomicBool,
) -> Result<Option<(Colour, Forfeit)>, PlyError> {
    let mut clocks = time.clocks();
    let mut fault = prepare(session, seats);
    while fault.is_none() && !session.legal_moves().is_empty() {
        let turn = session.turn();
        let chosen = seats.of(turn).choose_in_time(session, &mut clocks, stop);
        if stop.load(Ordering::Relaxed) {
            break;
        }
        let played = match chosen {
            Ok(chosen) => session.play(&chosen.mv, measurer).map(|_| ()),
            Err(forfeit) => {
                fault = Some((turn, forfeit));
                continue;
            }
        };
        match played {
            Ok(()) => {}
            Err(PlyError::Illegal { mv, reason }) => {
                fault = Some((turn, Forfeit::Illegal { mv, reason }));
            }
            Err(error @ PlyError::Measure { .. }) => return Err(error),
        }
    }
    if let Some((loser, forfeit)) = &fault {
        session.finish(forfeit.to_end(*loser));
    }
    Ok(fault)
}

/// Lets both players get ready; the fault of the first that can't play.
fn prepare(session: &Session, seats: &mut Seats) -> Option<(Colour, Forfeit)> {
    [Colour::White, Colour::Black]
        .into_iter()
        .find_map(|colour| {
            let prepared = seats.of(colour).prepare(session);
            prepared.err().map(|fault| (colour, fault))
        })
}
