//! Two players at a board.

use std::sync::atomic::{AtomicBool, Ordering};

use cheqqers_game::Colour;
use cheqqers_game::record::EndLine;
use cheqqers_measure::Measurer;
use cheqqers_players::{Forfeit, TimeControl, below};
use rand_chacha::ChaCha8Rng;

use crate::door::{Seats, Session};
use crate::typed_session::PlyError;

/// Plays a game to its end, or until `stop` is set, which players are shown too. One that has `max_plies` plies ends
/// there, as a draw. Returns the player who lost by its own fault, which ends the session's record.
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
    max_plies: Option<u32>,
    stop: &AtomicBool,
) -> Result<Option<(Colour, Forfeit)>, PlyError> {
    let mut clocks = time.clocks();
    let mut fault = prepare(session, seats);
    while fault.is_none() && !session.legal_moves().is_empty() {
        if max_plies.is_some_and(|most| session.next_ply() > most) {
            session.finish(EndLine::stopped());
            break;
        }
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

/// Plays moves at random: so many plies, fewer where the game ends before.
///
/// # Errors
/// Returns an error if a measurement has no answer; the plies before it were played.
pub fn play_random_plies(
    session: &mut Session,
    plies: u32,
    rng: &mut ChaCha8Rng,
    measurer: &mut Measurer,
) -> Result<(), PlyError> {
    for _ in 0..plies {
        let legal = session.legal_moves();
        if legal.is_empty() {
            break;
        }
        let mv = legal.at(below(rng, legal.len()));
        session.play(&mv, measurer)?;
    }
    Ok(())
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
