use std::fmt::Debug;

use cheqqers_players::{Forfeit, Limit, Thoughts};
use cheqqers_session::TextContext;
use serde_json::{Map, Value};

use crate::dialogue::{Deadline, Dialogue};
use crate::fault::EngineFault;

/// Words of a protocol to a program that plays.
pub(crate) trait Host: Debug + Send {
    /// Exchanges greetings with a program that has just started.
    fn greet(&mut self, program: &mut Dialogue, deadline: Deadline) -> Result<(), EngineFault>;

    /// Begins a game with this header.
    fn begin(
        &mut self,
        header: &Map<String, Value>,
        program: &mut Dialogue,
        deadline: Deadline,
    ) -> Result<(), EngineFault>;

    /// The text of the move that the program chooses in a position of the game.
    fn choose(
        &mut self,
        context: &dyn TextContext,
        program: &mut Dialogue,
        deadline: Deadline,
    ) -> Result<String, Forfeit>;

    /// The limit that the program is told.
    fn limit(&self, wanted: Limit) -> Limit {
        wanted
    }

    /// Search information about the last choice.
    fn thoughts(&self) -> Option<Thoughts<String>>;
}
