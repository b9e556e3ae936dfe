use std::ops::RangeInclusive;

use cheqqers_arena::{Contender, Plan};
use cheqqers_engine::PlayerSpec;
use cheqqers_players::game_seed;
use cheqqers_session::Series;

use crate::start::{cheqqers, start};
use crate::{ExperimentError, Settings};

/// The paper's third experiment: a round-robin tournament for each board size and level, and the
/// ratings by `TrueSkill` after it.
///
/// Source: arXiv:2506.05962, section on ratings.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SkillRatings {
    /// Players of each tournament.
    pub players: Vec<PlayerSpec>,
    /// Number of games for each pairing, size and level.
    pub games: u64,
    /// Files and ranks of the boards, 4 to 16.
    pub sizes: Vec<u8>,
    /// Levels, 0 to 3.
    pub levels: RangeInclusive<u8>,
    /// Seed of the experiment.
    pub seed: u64,
}

/// Board and level of one tournament.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cell {
    pub(super) size: u8,
    pub(super) level: u8,
}

impl SkillRatings {
    /// Name of the experiment and of its files.
    pub const NAME: &'static str = "trueskill";

    /// The paper's players: random moves, and tree search of 200, 400 and 800 rollouts.
    pub const PLAYERS: [&'static str; 4] = ["random", "mcts:200", "mcts:400", "mcts:800"];

    /// Number of games in all.
    pub fn num_games(&self) -> u64 {
        let tournaments = u64::try_from(self.cells().len()).unwrap_or(u64::MAX);
        self.games_of_one() * tournaments
    }

    /// Games of each tournament, without seeds and players.
    ///
    /// # Errors
    /// Returns an error if a board or level does not exist.
    pub fn series(&self) -> Result<Vec<Series>, ExperimentError> {
        self.cells().into_iter().map(Cell::series).collect()
    }

    pub(super) fn plan(&self, cell: Cell) -> Result<Plan, ExperimentError> {
        let players = self.players.iter().cloned().map(Contender::of).collect();
        let seed = cell.seed(self.seed);
        Ok(Plan::new(players, self.games, cell.series()?, seed))
    }

    pub(super) fn games_of_one(&self) -> u64 {
        let players = self.players.len() as u64;
        self.games * (players * players.saturating_sub(1) / 2)
    }

    pub(super) fn settings(&self) -> Settings {
        let levels = format!("{}..{}", self.levels.start(), self.levels.end());
        let sizes: Vec<String> = self.sizes.iter().map(u8::to_string).collect();
        let players: Vec<String> = self.players.iter().map(ToString::to_string).collect();
        Settings::new(Self::NAME)
            .with("players", players)
            .with("games", self.games)
            .with("sizes", sizes.join(" "))
            .with("levels", levels)
            .with("seed", self.seed)
    }

    pub(super) fn cells(&self) -> Vec<Cell> {
        let of_size = |&size: &u8| self.levels.clone().map(move |level| Cell { size, level });
        self.sizes.iter().flat_map(of_size).collect()
    }
}

impl Cell {
    fn series(self) -> Result<Series, ExperimentError> {
        let (size, level) = (self.size.to_string(), self.level.to_string());
        let start = start([("size", size), ("level", level)])?;
        Ok(Series::of(cheqqers(), start))
    }

    pub(super) fn seed(self, seed: u64) -> u64 {
        let number = u64::from(self.size) << 8 | u64::from(self.level);
        game_seed(seed, 2 + number)
    }
}
