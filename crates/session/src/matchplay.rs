use std::sync::atomic::{AtomicBool, Ordering};

use cheqqers_game::{Colour, Game, Outcome, Pending, StartedPly, Turn};
use cheqqers_measure::{MeasureError, Measurer};
use cheqqers_players::{Clocks, Forfeit, Limit, MoveContext, Player, TimeControl, choose_in_time};
use thiserror::Error;

use crate::typed_session::{PlyError, TypedSession};

/// The two players of a game.
#[derive(Debug)]
pub struct Seats<G: Game> {
    /// The player who moves first.
    pub white: Box<dyn Player<G>>,
    /// The player who moves second.
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

/// Lets a player choose a move and begins it; `None` when the game is over, or `stop` was set while
/// it chose.
///
/// # Errors
/// Returns an error if the player loses by its own fault, as by a move that is not legal.
pub fn choose_move<G: Game>(
    session: &TypedSession<G>,
    player: &mut dyn Player<G>,
    clocks: &mut Option<Clocks>,
    stop: &AtomicBool,
) -> Result<Option<StartedPly<G>>, Forfeit> {
    let mut legal = Vec::new();
    if session.end().is_none() {
        session.position().legal_moves(&mut legal);
    }
    if legal.is_empty() {
        return Ok(None);
    }
    let context = MoveContext {
        position: session.position(),
        legal: &legal,
        start: session.start(),
        past: session.plies(),
        limit: Limit::Own,
        stop,
    };
    let chosen = choose_in_time(player, &context, clocks);
    if context.is_stopped() {
        return Ok(None);
    }
    let mv = chosen?;
    let begun = session.begin(mv);
    begun.map(Some).map_err(|reason| Forfeit::Illegal {
        mv: mv.to_string(),
        reason: reason.to_string(),
    })
}

/// Plays a game to its end, or until `stop` is set, which players are shown too. Returns the player who
/// lost by its own fault, which ends the session's record.
///
/// # Errors
/// Returns an error if a measurement has no answer.
pub fn play_game<G: Game>(
    session: &mut TypedSession<G>,
    seats: &mut Seats<G>,
    measurer: &mut Measurer,
    time: TimeControl,
    stop: &AtomicBool,
) -> Result<Option<(Colour, Forfeit)>, PlyError> {
    let mut clocks = time.clocks();
    let mut fault = prepare(seats, session.start());
    while fault.is_none() {
        let turn = session.position().turn();
        match choose_move(session, seats.of(turn), &mut clocks, stop) {
            Ok(None) => break,
            Ok(Some(started)) => {
                let mv = started.mv();
                let completed = session.measure(started, measurer);
                let completed = completed.map_err(|source| PlyError::unmeasured(mv, source))?;
                session.append(completed);
            }
            Err(forfeit) => fault = Some((turn, forfeit)),
        }
    }
    if let Some((loser, forfeit)) = &fault {
        session.finish(forfeit.to_end(*loser));
    }
    Ok(fault)
}

/// Lets both players get ready; the fault of the first that can't play.
fn prepare<G: Game>(seats: &mut Seats<G>, start: &G) -> Option<(Colour, Forfeit)> {
    [Colour::White, Colour::Black]
        .into_iter()
        .find_map(|colour| {
            let prepared = seats.of(colour).prepare(start);
            prepared.err().map(|fault| (colour, fault))
        })
}

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

/// Plays a game from a position to its end, as fast as it goes: nothing is recorded, `legal` is
/// a buffer that games share, and the players are trusted to choose legal moves. It is stopped after
/// `most` plies, or by `stop`, which players are shown too. `seen` is called before each measurement.
///
/// The same seeds give the same game as [`play_game`]. Tell the position's world to stop recording
/// unless the measurer [needs circuits](Measurer::needs_circuits).
///
/// # Errors
/// Returns an error if a measurement has no answer, or a player would lose by its own fault:
/// players of this program never do.
pub fn play_out<G: Game>(
    start: &G,
    seats: &mut Seats<G>,
    measurer: &mut Measurer,
    legal: &mut Vec<G::Move>,
    most: u32,
    stop: &AtomicBool,
    mut seen: impl FnMut(&Pending<G>),
) -> Result<PlayedOut, PlayOutError> {
    let mut position = start.clone();
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
