//! Players whose game is not part of their type.

use std::any::Any;
use std::fmt;
use std::sync::atomic::AtomicBool;

use cheqqers_game::Colour;
use cheqqers_measure::Measurer;
use cheqqers_players::{Clocks, Forfeit, Limit, MoveContext, Player, Thoughts, choose_in_time};

use super::moves::Move;
use super::position::{Position, listed};
use super::session::Session;
use crate::playable::Playable;
use crate::playout::{PendingMeasurement, PlayOutError, PlayedOut};
use crate::typed_session::TypedSession;

/// A player of one game.
pub struct Seat(Box<dyn AnySeat>);

/// Move that a player chose.
#[derive(Clone, PartialEq, Debug)]
pub struct ChosenMove {
    /// The move that it chose.
    pub mv: Move,
    /// Search information about it, if the player has any.
    pub thoughts: Option<Thoughts<String>>,
}

impl Seat {
    /// A player by its type.
    pub fn of<G: Playable>(player: Box<dyn Player<G>>) -> Self {
        Self(Box::new(player))
    }

    /// Returns `true` if it is a player of a session's game.
    pub fn plays(&self, session: &Session) -> bool {
        self.0.plays(session)
    }

    /// Lets the player get ready for a game from its start.
    ///
    /// # Errors
    /// Returns an error if the player can't play it, and loses by its own fault.
    ///
    /// # Panics
    /// Panics if the session is of another game.
    pub fn prepare(&mut self, session: &Session) -> Result<(), Forfeit> {
        self.0.prepare(session)
    }

    /// Lets the player choose a move of a game that is not over, until `stop` is set.
    ///
    /// # Errors
    /// Returns an error if the player loses by its own fault.
    ///
    /// # Panics
    /// Panics if the session is of another game.
    pub fn choose(
        &mut self,
        session: &Session,
        limit: Limit,
        stop: &AtomicBool,
    ) -> Result<ChosenMove, Forfeit> {
        self.0.choose(session, None, limit, &mut None, stop)
    }

    /// Chooses among some of the legal moves, ascending, of which there is at least one.
    ///
    /// # Errors
    /// Returns an error if the player loses by its own fault.
    ///
    /// # Panics
    /// Panics if the session, or a move, is of another game.
    pub fn choose_among(
        &mut self,
        session: &Session,
        moves: &[Move],
        limit: Limit,
        stop: &AtomicBool,
    ) -> Result<ChosenMove, Forfeit> {
        self.0.choose(session, Some(moves), limit, &mut None, stop)
    }

    /// The same while its clock runs, where there are clocks.
    ///
    /// # Errors
    /// Returns an error if the player loses by its own fault, being out of time one of them.
    ///
    /// # Panics
    /// Panics if the session is of another game.
    pub fn choose_in_time(
        &mut self,
        session: &Session,
        clocks: &mut Option<Clocks>,
        stop: &AtomicBool,
    ) -> Result<ChosenMove, Forfeit> {
        self.0.choose(session, None, Limit::Own, clocks, stop)
    }
}

impl fmt::Debug for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Seat").finish_non_exhaustive()
    }
}

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
    /// The same seeds give the same game as [`play_game`](crate::play_game). Start
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
        white.0.play_out(black, start, measurer, most, stop, seen)
    }
}

trait AnySeat: Any + Send {
    fn plays(&self, session: &Session) -> bool;
    fn prepare(&mut self, session: &Session) -> Result<(), Forfeit>;
    fn choose(
        &mut self,
        session: &Session,
        among: Option<&[Move]>,
        limit: Limit,
        clocks: &mut Option<Clocks>,
        stop: &AtomicBool,
    ) -> Result<ChosenMove, Forfeit>;
    fn play_out(
        &mut self,
        black: &mut Seat,
        start: &Position,
        measurer: &mut Measurer,
        most: u32,
        stop: &AtomicBool,
        seen: &mut dyn FnMut(&dyn PendingMeasurement),
    ) -> Result<PlayedOut, PlayOutError>;
}

fn typed<G: Playable>(session: &Session) -> &TypedSession<G> {
    let session = session.typed();
    session.expect("a player has a seat in sessions of its game")
}

impl<G: Playable> AnySeat for Box<dyn Player<G>> {
    fn plays(&self, session: &Session) -> bool {
        session.typed::<G>().is_some()
    }

    fn prepare(&mut self, session: &Session) -> Result<(), Forfeit> {
        Player::prepare(&mut **self, typed(session).start())
    }

    fn choose(
        &mut self,
        session: &Session,
        among: Option<&[Move]>,
        limit: Limit,
        clocks: &mut Option<Clocks>,
        stop: &AtomicBool,
    ) -> Result<ChosenMove, Forfeit> {
        let session = typed::<G>(session);
        let among: Option<Vec<G::Move>> = among.map(|moves| {
            let moves = moves.iter().map(Move::of::<G>);
            moves
                .map(|mv| mv.expect("moves are of the session's game"))
                .collect()
        });
        let context = MoveContext {
            position: session.position(),
            legal: among.as_deref().unwrap_or(session.legal_moves()),
            start: session.start(),
            past: session.plies(),
            limit,
            stop,
        };
        let mv = choose_in_time(&mut **self, &context, clocks)?;
        let thoughts = self.thoughts().map(|thoughts| Thoughts {
            depth: thoughts.depth,
            nodes: thoughts.nodes,
            value: thoughts.value,
            line: thoughts.line.iter().map(ToString::to_string).collect(),
        });
        Ok(ChosenMove {
            mv: listed(session.position(), mv),
            thoughts,
        })
    }

    fn play_out(
        &mut self,
        black: &mut Seat,
        start: &Position,
        measurer: &mut Measurer,
        most: u32,
        stop: &AtomicBool,
        seen: &mut dyn FnMut(&dyn PendingMeasurement),
    ) -> Result<PlayedOut, PlayOutError> {
        let start = start.typed::<G>().expect("the game is that of its players");
        let black: &mut dyn Any = &mut *black.0;
        let black = black.downcast_mut::<Self>().expect("both play one game");
        let players: [&mut dyn Player<G>; 2] = [&mut **self, &mut **black];
        start.position.play_out(players, measurer, most, stop, seen)
    }
}
