//! Games by the hundred: tournaments, ratings and sequential tests.
//!
//! A [`Tournament`] is played in a folder: its games are recorded one by one, it can be interrupted at
//! any time, and its [`Standings`] has the ratings ([`Elo`], [`Skill`]) and the sequential test
//! ([`Sprt`]), with the luck of measurements subtracted ([`AdjustedScore`]) where the plan says so.
//! [`Batch`] plays games of which only counts are kept ([`PliesByOutcome`]), [`RegretGames`] those of a player against the
//! perfect one of a solved board. All share their games among the threads of a [`WorkerPool`].
//!
//! Below it: players, engines and any game. Above it: experiments and the command.

mod batch;
mod error;
mod frequencies;
mod game;
mod gather;
mod job_array;
mod plan;
mod plies;
mod pool;
mod rating;
mod regret;
mod run;
mod scan;
mod schedule;
mod sprt;
mod standings;
mod store;
mod table;
mod tournament;

pub use batch::{Batch, BatchError, seats};
pub use error::{ArenaError, PlanError};
pub use frequencies::{Frequencies, wilson};
pub use job_array::{JobArrayError, ShardChoice};
pub use plan::{Contender, Plan};
pub use plies::PliesByOutcome;
pub use pool::{
    Cancellation, Monitor, NeverCancel, ThreadsError, WorkQueue, WorkerPool, num_threads,
};
pub use rating::{AdjustedScore, Elo, PlayerOutcome, Score, Skill, Z};
pub use regret::{GameRegret, Regret, RegretError, RegretGames, RegretMean};
pub use run::TournamentProgress;
pub use scan::GameEnd;
pub use schedule::{PairingFormat, ParsePairingFormatError, ParseShardError, Shard};
pub use sprt::{Hypothesis, Sprt, SprtError, SprtState};
pub use standings::{AdjustedRating, Pairing, StandingRow, Standings};
pub use tournament::{Tournament, merge};
