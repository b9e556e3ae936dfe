use std::fmt::Debug;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use cheqqers_game::{Colour, Game};

use crate::{Forfeit, Made};

/// Who chooses moves.
pub trait Player<G: Game>: Debug + Send {
    /// Gets ready for a game from this position, before any clock runs. A player that was not asked
    /// to does so when it first chooses.
    ///
    /// # Errors
    /// When the player can't play it, and loses by its own fault.
    fn prepare(&mut self, start: &G) -> Result<(), Forfeit> {
        let _ = start;
        Ok(())
    }

    /// One of the legal moves of the scene. There is at least one, and all are given.
    ///
    /// # Errors
    /// When the player loses by its own fault.
    fn choose(&mut self, scene: &Scene<'_, G>) -> Result<G::Move, Forfeit>;

    /// The same in a game that nobody watches, `None` when it is over; `buffer` is for those who
    /// want a list of all legal moves. Such a player is told of no past and has no clock.
    ///
    /// A player overrides this who needs no list.
    ///
    /// # Errors
    /// As [`Self::choose`].
    fn play(
        &mut self,
        position: &G,
        buffer: &mut Vec<G::Move>,
        stop: &AtomicBool,
    ) -> Result<Option<G::Move>, Forfeit> {
        buffer.clear();
        position.legal_moves(buffer);
        if buffer.is_empty() {
            return Ok(None);
        }
        let scene = Scene {
            stop,
            ..Scene::of(position, buffer)
        };
        self.choose(&scene).map(Some)
    }

    /// What the player thought about its last choice, where it says so.
    fn thoughts(&self) -> Option<Thoughts<G::Move>> {
        None
    }
}

/// What a player sees when it is its turn.
#[derive(Clone, Copy, Debug)]
pub struct Scene<'a, G: Game> {
    /// The position.
    pub position: &'a G,
    /// All its legal moves, ascending.
    pub legal: &'a [G::Move],
    /// The position the game started from.
    pub start: &'a G,
    /// What was played since.
    pub past: &'a [Made<G::Move>],
    /// How long the player may think.
    pub limit: Limit,
    /// Set by somebody else when the player should move at once.
    pub stop: &'a AtomicBool,
}

impl<'a, G: Game> Scene<'a, G> {
    /// A position as if the game had started from it, without a limit.
    pub fn of(position: &'a G, legal: &'a [G::Move]) -> Self {
        static NEVER: AtomicBool = AtomicBool::new(false);
        Self {
            position,
            legal,
            start: position,
            past: &[],
            limit: Limit::Own,
            stop: &NEVER,
        }
    }

    /// Whether the player should move at once.
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }
}

/// How long a player may think about a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Limit {
    /// As long as its own settings say.
    Own,
    /// So long.
    Time(Duration),
    /// So many positions, for those who count them.
    Nodes(u64),
    /// As it sees fit, as long as its clock does not run out.
    Clock(Clocks),
}

/// What is left on the clocks of both players.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Clocks {
    /// White's time.
    pub white: Duration,
    /// Black's time.
    pub black: Duration,
    /// What a player gets back after each move.
    pub increment: Duration,
}

impl Clocks {
    /// The time of a player.
    pub fn of(&self, colour: Colour) -> Duration {
        match colour {
            Colour::White => self.white,
            Colour::Black => self.black,
        }
    }

    /// The time of a player, to be changed.
    pub fn of_mut(&mut self, colour: Colour) -> &mut Duration {
        match colour {
            Colour::White => &mut self.white,
            Colour::Black => &mut self.black,
        }
    }
}

/// What a player thought about its choice.
#[derive(Clone, PartialEq, Debug)]
pub struct Thoughts<M> {
    /// How many plies it looked ahead, where it does so evenly.
    pub depth: Option<u32>,
    /// How many positions or playouts it looked at.
    pub nodes: u64,
    /// What it expects for itself, from -1 (a sure loss) to 1 (a sure win).
    pub value: f64,
    /// The moves it expects, its own first.
    pub line: Vec<M>,
}
