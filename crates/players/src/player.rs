use std::fmt::Debug;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use cheqqers_game::{Colour, Game, Ply};

use crate::Forfeit;

/// A player: it chooses moves.
pub trait Player<G: Game>: Debug + Send {
    /// Gets ready for a game from this position, before any clock runs. A player that was not asked
    /// to does so when it first chooses.
    ///
    /// # Errors
    /// Returns an error if the player can't play it, and loses by its own fault.
    fn prepare(&mut self, start: &G) -> Result<(), Forfeit> {
        let _ = start;
        Ok(())
    }

    /// One of the moves that are given, of which there is at least one.
    ///
    /// # Errors
    /// Returns an error if the player loses by its own fault.
    fn choose(&mut self, context: &MoveContext<'_, G>) -> Result<G::Move, Forfeit>;

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
        let context = MoveContext {
            stop,
            ..MoveContext::of(position, buffer)
        };
        self.choose(&context).map(Some)
    }

    /// Search information about the last choice, if the player has any.
    fn thoughts(&self) -> Option<Thoughts<G::Move>> {
        None
    }
}

/// Input of a player whose turn it is.
#[derive(Clone, Copy, Debug)]
pub struct MoveContext<'a, G: Game> {
    /// The position to move in.
    pub position: &'a G,
    /// Its legal moves, ascending: all, or those to choose among.
    pub legal: &'a [G::Move],
    /// The position the game started from.
    pub start: &'a G,
    /// The plies played since the start.
    pub past: &'a [Ply<G::Move>],
    /// Search limit of the move.
    pub limit: Limit,
    /// Set by somebody else when the player should move at once.
    pub stop: &'a AtomicBool,
}

impl<'a, G: Game> MoveContext<'a, G> {
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

    /// Returns `true` if the player should move at once.
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }
}

/// Search limit of a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Limit {
    /// As long as its own settings say.
    Own,
    /// A span of time.
    Time(Duration),
    /// So many positions, for those who count them.
    Nodes(u64),
    /// As it sees fit, as long as its clock does not run out.
    Clock(Clocks),
}

/// Time left on the clocks of both players.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Clocks {
    /// Time left to White.
    pub white: Duration,
    /// Time left to Black.
    pub black: Duration,
    /// Time added after each move of White's, and of Black's.
    pub increments: [Duration; 2],
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

/// Search information about a choice.
#[derive(Clone, PartialEq, Debug)]
pub struct Thoughts<M> {
    /// Search depth in plies, if it is uniform.
    pub depth: Option<u32>,
    /// Number of positions or playouts searched.
    pub nodes: u64,
    /// Expected value for the player, from -1 (certain loss) to 1 (certain win).
    pub value: f64,
    /// The moves it expects, its own first.
    pub line: Vec<M>,
}
