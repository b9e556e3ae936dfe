//! Games, sessions and players whose game is not part of their type: what a client needs that is not generic.

use std::any::Any;
use std::fmt;
use std::marker::PhantomData;
use std::sync::atomic::AtomicBool;

use cheqqers_game::Status;
use cheqqers_game::record::{ReadError, Reader};
use cheqqers_game::replay::{Replay, Verify};
use cheqqers_players::{Forfeit, Limit, MoveContext, Player, PlayerKind, Thoughts};
use cheqqers_world::Recording;
use rand_chacha::ChaCha8Rng;
use serde_json::{Map, Value};
use thiserror::Error;

use crate::given::GivenPlyError;
use crate::playable::Playable;
use crate::typed_session::TypedSession;

/// A game, as chess is one.
#[derive(Clone, Copy)]
pub struct GameKind(&'static dyn AnyKind);

/// Error of opening a session by the header of a record.
#[derive(Debug, Error)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the messages say it")]
pub enum OpenError {
    #[error("the header of the game can't be read: {0}")]
    Header(#[from] ReadError),
    #[error("there is no such game here: {0}")]
    Start(String),
}

impl GameKind {
    /// A game by its type, as one that is not [on the list](Self::all).
    pub fn of<G: Playable>() -> Self {
        Self(&KindOf::<G>(PhantomData))
    }

    /// Name, as in records.
    pub fn name(self) -> &'static str {
        self.0.name()
    }

    /// A session that begins as the header of a record says, with circuits or without.
    ///
    /// # Errors
    /// Returns an error if the header can't be read, or describes no position of the game.
    pub fn open(
        self,
        header: Map<String, Value>,
        recording: Recording,
    ) -> Result<Session, OpenError> {
        self.0.open(header, recording)
    }

    /// A player of this program, whose choices are drawn from a generator.
    pub fn seat(self, player: &PlayerKind, rng: ChaCha8Rng) -> Seat {
        self.0.seat(player, rng)
    }
}

impl fmt::Debug for GameKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("GameKind").field(&self.name()).finish()
    }
}

trait AnyKind: Sync {
    fn name(&self) -> &'static str;
    fn open(&self, header: Map<String, Value>, recording: Recording) -> Result<Session, OpenError>;
    fn seat(&self, player: &PlayerKind, rng: ChaCha8Rng) -> Seat;
}

struct KindOf<G>(PhantomData<fn() -> G>);

impl<G: Playable> AnyKind for KindOf<G> {
    fn name(&self) -> &'static str {
        G::NAME
    }

    fn open(&self, header: Map<String, Value>, recording: Recording) -> Result<Session, OpenError> {
        let text = Value::Object(header).to_string();
        let record = Reader::new(text.as_bytes()).record()?;
        let record = record.ok_or(ReadError::Empty)?;
        let replay = Replay::<G>::new(&record, Verify::Moves);
        let replay = replay.map_err(|error| OpenError::Start(error.reason.to_string()))?;
        let mut start = replay.position().clone();
        if recording == Recording::Off {
            start.world_mut().stop_recording();
        }
        Ok(Session(Box::new(TypedSession::new(
            start,
            record.header.clone(),
        ))))
    }

    fn seat(&self, player: &PlayerKind, rng: ChaCha8Rng) -> Seat {
        Seat::of(G::player(player, rng))
    }
}

/// A game under way, whichever it is: its plies and its positions.
pub struct Session(Box<dyn AnySession>);

impl Session {
    /// The status of the game, by the rules or off the board.
    pub fn status(&self) -> Status {
        self.0.status()
    }

    /// Goes to the position after these plies from the start, each written with the outcomes of its measurements
    /// behind it. Plies that are not among them are taken back.
    ///
    /// Cost: only the plies behind the first difference from those played before are played.
    ///
    /// # Errors
    /// Returns the index of the first ply that can't be played, and why. Nothing changes then.
    pub fn go_to(&mut self, plies: &[String]) -> Result<(), (usize, GivenPlyError)> {
        self.0.go_to(plies)
    }
}

impl fmt::Debug for Session {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let status = self.status();
        f.debug_struct("Session").field("status", &status).finish()
    }
}

trait AnySession: Any + Send + Sync {
    fn status(&self) -> Status;
    fn go_to(&mut self, plies: &[String]) -> Result<(), (usize, GivenPlyError)>;
    fn as_any(&self) -> &dyn Any;
}

impl<G: Playable> AnySession for TypedSession<G> {
    fn status(&self) -> Status {
        self.status()
    }

    fn go_to(&mut self, plies: &[String]) -> Result<(), (usize, GivenPlyError)> {
        self.go_to(plies)
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// A player of one game.
pub struct Seat(Box<dyn AnySeat>);

/// Move that a player chose.
#[derive(Clone, PartialEq, Debug)]
pub struct ChosenMove {
    /// The move, as it is written.
    pub mv: String,
    /// Search information about it, if the player has any.
    pub thoughts: Option<Thoughts<String>>,
}

impl Seat {
    /// A player by its type.
    pub fn of<G: Playable>(player: Box<dyn Player<G>>) -> Self {
        Self(Box::new(player))
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
        self.0.choose(&*session.0, limit, stop)
    }
}

impl fmt::Debug for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Seat").finish_non_exhaustive()
    }
}

trait AnySeat: Send {
    fn choose(
        &mut self,
        session: &dyn AnySession,
        limit: Limit,
        stop: &AtomicBool,
    ) -> Result<ChosenMove, Forfeit>;
}

impl<G: Playable> AnySeat for Box<dyn Player<G>> {
    fn choose(
        &mut self,
        session: &dyn AnySession,
        limit: Limit,
        stop: &AtomicBool,
    ) -> Result<ChosenMove, Forfeit> {
        let session: Option<&TypedSession<G>> = session.as_any().downcast_ref();
        let session = session.expect("a player has a seat in sessions of its game");
        let mut legal = Vec::new();
        session.position().legal_moves(&mut legal);
        let context = MoveContext {
            position: session.position(),
            legal: &legal,
            start: session.start(),
            past: session.plies(),
            limit,
            stop,
        };
        let mv = Player::choose(&mut **self, &context)?;
        let thoughts = self.thoughts().map(|thoughts| Thoughts {
            depth: thoughts.depth,
            nodes: thoughts.nodes,
            value: thoughts.value,
            line: thoughts.line.iter().map(ToString::to_string).collect(),
        });
        Ok(ChosenMove {
            mv: mv.to_string(),
            thoughts,
        })
    }
}
