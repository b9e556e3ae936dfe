//! Players to which a game is text, such as other programs.

use std::fmt::Debug;
use std::sync::atomic::AtomicBool;

use cheqqers_game::notation::write_plies;
use cheqqers_game::{Colour, record};
use cheqqers_players::{Forfeit, Limit, MoveContext, Player, Thoughts};
use serde_json::{Map, Value};

use super::moves::Move;
use super::position::{MoveError, checked, listed, move_of, parsed};
use crate::playable::Playable;

/// A player to which a game is text; [`GameKind::text_seat`](crate::GameKind::text_seat) seats it.
pub trait TextPlayer: Debug + Send {
    /// Gets ready for a game from the start that this header of a record tells, before any clock runs.
    ///
    /// # Errors
    /// Returns an error if the player can't play it, and loses by its own fault.
    fn prepare(&mut self, start: Map<String, Value>) -> Result<(), Forfeit>;

    /// One of the legal moves. There is at least one.
    ///
    /// # Errors
    /// Returns an error if the player loses by its own fault.
    fn choose(&mut self, context: &dyn TextContext) -> Result<Move, Forfeit>;

    /// Search information about the last choice, if the player has any. Its moves are used up to the first that is
    /// none.
    fn thoughts(&self) -> Option<Thoughts<String>>;
}

/// Input of a [`TextPlayer`] whose turn it is.
pub trait TextContext {
    /// The header of a record of a game from its start.
    fn start(&self) -> Map<String, Value>;

    /// The moves since the start with their outcomes, separated by blanks.
    fn past(&self) -> String;

    /// The legal moves, ascending.
    fn legal_moves(&self) -> Vec<String>;

    /// The player to move.
    fn turn(&self) -> Colour;

    /// Search limit of the move.
    fn limit(&self) -> Limit;

    /// Set by somebody else when the player should move at once.
    fn stop(&self) -> &AtomicBool;

    /// A legal move.
    ///
    /// # Errors
    /// Returns an error if the text is no move, or it is not legal.
    fn read_legal(&self, text: &str) -> Result<Move, MoveError>;
}

impl<G: Playable> TextContext for MoveContext<'_, G> {
    fn start(&self) -> Map<String, Value> {
        record::header(self.start, Map::new())
    }

    fn past(&self) -> String {
        write_plies(self.start, self.past)
    }

    fn legal_moves(&self) -> Vec<String> {
        self.legal.iter().map(ToString::to_string).collect()
    }

    fn turn(&self) -> Colour {
        self.position.turn()
    }

    fn limit(&self) -> Limit {
        self.limit
    }

    fn stop(&self) -> &AtomicBool {
        self.stop
    }

    fn read_legal(&self, text: &str) -> Result<Move, MoveError> {
        let mv = self.position.canonical(parsed::<G>(text)?);
        checked(self.position, mv)?;
        Ok(listed(self.position, mv))
    }
}

/// A [`TextPlayer`] as a player of a game.
#[derive(Debug)]
pub(super) struct TextPlayerOf(pub(super) Box<dyn TextPlayer>);

impl<G: Playable> Player<G> for TextPlayerOf {
    fn prepare(&mut self, start: &G) -> Result<(), Forfeit> {
        self.0.prepare(record::header(start, Map::new()))
    }

    fn choose(&mut self, context: &MoveContext<'_, G>) -> Result<G::Move, Forfeit> {
        let mv = self.0.choose(context)?;
        move_of::<G>(&mv).map_err(|error| Forfeit::Fault(Box::new(error)))
    }

    fn thoughts(&self) -> Option<Thoughts<G::Move>> {
        let Thoughts {
            depth,
            nodes,
            value,
            line,
        } = self.0.thoughts()?;
        Some(Thoughts {
            depth,
            nodes,
            value,
            line: line.iter().map_while(|mv| mv.parse().ok()).collect(),
        })
    }
}
