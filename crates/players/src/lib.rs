//! Who chooses moves, who answers measurements, and the loops that let them play.
//!
//! A [`Player`] chooses among the legal moves of a [`Scene`], and may lose by a [`Forfeit`];
//! [`PlayerKind`] is what people call it. A [`Measurer`]
//! gives the bits that a [`Pending`](cheqqers_game::Pending) move waits for; of the shots of a noisy
//! backend the first legal one, with a [`Tally`] of all. With both,
//! [`play_ply`] plays one ply to its end ([`play_forced`] with outcomes of one's choice),
//! [`play_game`] a whole game that somebody watches, and [`play_out`] a game that nobody does, as
//! fast as it goes. [`engine`] lets other programs play here, and players of this crate elsewhere. [`generator`] and [`game_seed`] make a game depend on its seed alone.
//!
//! Below it: `cheqqers_game` (any game) and `cheqqers_backend` (who runs circuits). Above it: the
//! command.

mod asked;
mod asker;
mod budget;
pub mod engine;
mod expert;
mod forced;
mod forfeit;
mod kind;
mod matchplay;
mod mcts;
mod measurer;
mod opening;
mod outcomes;
mod player;
mod post_select;
mod random;
mod seed;
mod series;
mod time;

pub use asked::{Asked, past};
pub use asker::Asker;
pub use budget::Effort;
pub use engine::{EngineCommand, Foreign, ParseEngineError};
pub use expert::{Expert, ExpertSettings, ParseExpertError};
pub use forced::{ForceError, play_forced};
pub use forfeit::Forfeit;
pub use kind::{ParsePlayerError, PlayerKind};
pub use matchplay::{
    Begun, Finished, Made, PlayOutError, Played, PlayedOut, Ply, PlyError, Seats, finish_ply,
    play_game, play_out, play_ply,
};
pub use mcts::{EXPLORATION, Mcts};
pub use measurer::{MeasureError, Measurer, MeasurerKind, ParseMeasurerError, measured};
pub use opening::{Chance, Opened, Opening, OpeningError};
pub use player::{Clocks, Limit, Player, Scene, Thoughts};
pub use post_select::Tally;
pub use random::Random;
pub use seed::{MAX_DERIVED_SEED, Stream, below, game_seed, generator, unit};
pub use series::Series;
pub use time::{ParseTimeError, TimeControl, choose_in_time};
