//! Players: they choose among the legal moves.
//!
//! A [`Player`] chooses among the legal moves of a [`MoveContext`], and may lose by a [`Forfeit`];
//! [`PlayerKind`] is what people call it. [`generator`] and [`game_seed`] make a game depend on its
//! seed alone. An [`Analyst`] tells of games that were played how well their moves were chosen, and how
//! lucky their measurements were; a [`LuckMeter`] counts the luck of whole games by a fixed evaluator.
//!
//! A [`Net`] predicts values and policies as a program that learns has trained it; a [`NetPlayer`] searches with it.
//!
//! Below it: `cheqqers_game`, `cheqqers_search` and `cheqqers_solve`. Above it: `cheqqers_session`.

mod analysis;
mod budget;
mod expert;
mod forfeit;
mod kind;
mod luck;
mod mcts;
mod named_file;
mod net;
mod net_player;
mod outcomes;
mod player;
mod ply_outcomes;
mod random;
mod seed;
mod table;
mod time;
mod training;
mod tree_game;

pub use analysis::{Analyst, LuckMark, MoveMark, PlyAnalysis, PlyOutcome};
pub use budget::Effort;
pub use expert::{
    Evaluation, EvaluationKind, Expert, ExpertSettings, ParseExpertError, move_values,
};
pub use forfeit::Forfeit;
pub use kind::{ParsePlayerError, PlayerKind};
pub use luck::{DEFAULT_LUCK, LuckMeter, luck};
pub use mcts::{EXPLORATION, Mcts};
pub use net::{Net, NetError, NetHeader};
pub use net_player::{NamedNet, NetPlayer, OpenNetError, net_settings, predict};
pub use player::{Clocks, Limit, MoveContext, Player, Thoughts};
pub use random::Random;
pub use seed::{MAX_DERIVED_SEED, Stream, below, game_seed, generator, unit};
pub use table::{NamedTable, OpenTableError, TablePlayer, open_table};
pub use time::{ParseTimeError, TimeControl, choose_in_time};
pub use training::{TrainingProgress, TrainingSettings, TrainingStep};
pub use tree_game::{TreeGame, side};
