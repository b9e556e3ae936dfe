use std::ops::RangeInclusive;

use cheqqers_arena::{Contender, Plan};
use cheqqers_players::{DEFAULT_LUCK, NamedTable, game_seed};
use cheqqers_session::Series;

use crate::start::{cheqqers, start};
use crate::{ExperimentError, Settings};

/// Ratings of players at several levels of Cheqqers on 8 x 8, by a fixed protocol: a round-robin tournament at each
/// level, with random openings and results adjusted by luck.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Strength {
    /// Players of each tournament.
    pub players: Vec<Contender>,
    /// Number of games for each pairing and level.
    pub games: u64,
    /// Levels, 0 to 3.
    pub levels: RangeInclusive<u8>,
    /// Tables of solved boards on which regret is measured, all of them closed.
    pub tables: Vec<NamedTable>,
    /// Seed of the experiment.
    pub seed: u64,
}

impl Strength {
    /// Name of the experiment and of its files.
    pub const NAME: &'static str = "strength";

    /// Version of the protocol: games, openings, evaluator of luck, standing players. Ratings of different versions are
    /// not comparable.
    pub const PROTOCOL: u32 = 1;

    /// The standing players.
    pub const STANDING: [&'static str; 10] = [
        "random",
        "mcts:200",
        "mcts:800",
        "mcts:20000",
        "expert:10,classic",
        "expert:50,classic",
        "expert:200,classic",
        "expert:10",
        "expert:50",
        "expert:200",
    ];

    /// Number of games for each pairing and level, by the protocol.
    pub const GAMES: u64 = 20;

    /// Number of random plies that a pair of games begins with.
    const RANDOM_PLIES: u32 = 6;

    /// Number of games of each player on a solved board.
    pub(super) fn regret_games(&self) -> u64 {
        5 * self.games
    }

    /// Number of games in all, with those on solved boards.
    pub fn num_all_games(&self) -> u64 {
        let boards = self.tables.len() as u64;
        self.num_games() + boards * self.players.len() as u64 * self.regret_games()
    }

    /// Number of games of the tournaments.
    pub(super) fn num_games(&self) -> u64 {
        let players = self.players.len() as u64;
        let levels = self.levels.clone().count() as u64;
        self.games * levels * (players * players.saturating_sub(1) / 2)
    }

    /// Games of each level, without seeds and players.
    ///
    /// # Errors
    /// Returns an error if a level does not exist.
    pub fn series(&self) -> Result<Vec<Series>, ExperimentError> {
        self.levels.clone().map(series).collect()
    }

    pub(super) fn plan(&self, level: u8) -> Result<Plan, ExperimentError> {
        let seed = game_seed(self.seed, 2 + u64::from(level));
        let mut plan = Plan::new(self.players.clone(), self.games, series(level)?, seed);
        plan.random_plies = Self::RANDOM_PLIES;
        plan.luck = Some(DEFAULT_LUCK);
        Ok(plan)
    }

    pub(super) fn settings(&self) -> Settings {
        let levels = format!("{}..{}", self.levels.start(), self.levels.end());
        let players: Vec<String> = self.players.iter().map(ToString::to_string).collect();
        Settings::new(Self::NAME)
            .with("protocol", Self::PROTOCOL)
            .with("players", players)
            .with("games", self.games)
            .with("levels", levels)
            .with("seed", self.seed)
    }
}

fn series(level: u8) -> Result<Series, ExperimentError> {
    Ok(Series::of(
        cheqqers(),
        start([("level", level.to_string())])?,
    ))
}
