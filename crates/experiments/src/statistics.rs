//! Statistics of games between random players.

mod growth;
mod results;
mod survey;

use std::fs;
use std::ops::RangeInclusive;
use std::path::Path;

use cheqqers_arena::WorkerPool;
use cheqqers_checkers::{Position, RulesError};

use crate::start::{rules, unrecorded};
use crate::{ExperimentError, Settings};
use growth::Generation;
use results::LevelStatistics;

/// Statistics of random games by level and ply: legal moves, frequency of each kind of move, number and
/// entropy of measurements, size of components, and number of reachable positions.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameStatistics {
    /// Number of games at each level.
    pub games: u64,
    /// Files and ranks of the board.
    pub size: u8,
    /// Rows of men on either side; `None` for the usual number.
    pub rows: Option<u8>,
    /// Levels, 0 to 3.
    pub levels: RangeInclusive<u8>,
    /// Number of plies within which positions are counted.
    pub depth: u32,
    /// The most positions of a ply that are expanded: a few KiB of memory each.
    pub position_limit: usize,
    /// Seed of the first game at each level.
    pub seed: u64,
}

impl Default for GameStatistics {
    fn default() -> Self {
        Self {
            games: 1000,
            size: 8,
            rows: None,
            levels: 0..=3,
            depth: 8,
            position_limit: 50_000,
            seed: 1,
        }
    }
}

impl GameStatistics {
    /// Name of the experiment and of its files.
    pub const NAME: &'static str = "statistics";

    /// Number of games in all.
    pub fn num_games(&self) -> u64 {
        self.games * u64::try_from(self.levels.len()).unwrap_or(u64::MAX)
    }

    /// Plays the games, and writes tables and plots.
    ///
    /// The folder then holds the tables `statistics` (a row for each level), `statistics-plies` (one
    /// for each ply too), `statistics-moves` (the frequency of each kind of move) and
    /// `statistics-growth` (the number of reachable positions), and plots of the same. An interrupted
    /// run keeps nothing: all takes seconds.
    ///
    /// # Errors
    /// Returns an error if the folder can't be written, the board or a level does not exist, or
    /// after cancellation.
    pub fn run(&self, folder: &Path, pool: &WorkerPool<'_>) -> Result<(), ExperimentError> {
        let levels: Vec<u8> = self.levels.clone().collect();
        let starts: Vec<_> = levels
            .iter()
            .map(|&level| self.start(level))
            .collect::<Result<_, _>>()?;
        fs::create_dir_all(folder).map_err(|source| ExperimentError::Write {
            path: folder.to_owned(),
            source,
        })?;
        let mut growths = self.growths(&starts, pool)?.into_iter();
        let mut known = Vec::new();
        for (&level, start) in levels.iter().zip(&starts) {
            let before = self.games * u64::try_from(known.len()).unwrap_or(u64::MAX);
            let pool = WorkerPool { before, ..*pool };
            let survey = survey::survey(start, self.seed, self.games, &pool)?;
            if survey.num_games() < self.games {
                return Err(ExperimentError::Dropped);
            }
            let growth = growths.next().unwrap_or_default();
            known.push(LevelStatistics {
                level,
                survey,
                growth,
            });
        }
        results::write(folder, &self.settings(), &known)
    }

    /// Number of positions reachable from each start, by plies.
    fn growths(
        &self,
        starts: &[Position],
        pool: &WorkerPool<'_>,
    ) -> Result<Vec<Vec<Generation>>, ExperimentError> {
        let count = u64::try_from(starts.len()).unwrap_or(u64::MAX);
        let parts = pool.run(count, |games| {
            let mut grown = Vec::new();
            while let Some(game) = games.take() {
                let number = usize::try_from(game - 1).unwrap_or(usize::MAX);
                let growth = growth::growth(&starts[number], self.depth, self.position_limit, pool);
                grown.push((number, growth));
            }
            grown
        })?;
        let mut grown: Vec<_> = parts.into_iter().flatten().collect();
        grown.sort_by_key(|&(number, _)| number);
        let growths = grown.into_iter().map(|(_, growth)| growth);
        let growths: Option<Vec<_>> = growths.collect();
        growths
            .filter(|growths| growths.len() == starts.len())
            .ok_or(ExperimentError::Dropped)
    }

    fn start(&self, level: u8) -> Result<Position, RulesError> {
        rules(self.size, self.rows, level).map(unrecorded)
    }

    fn settings(&self) -> Settings {
        let levels = format!("{}..{}", self.levels.start(), self.levels.end());
        let rows = self
            .start(*self.levels.start())
            .map_or(0, |start| start.rules().rows());
        Settings::new(Self::NAME)
            .with("games", self.games)
            .with("size", self.size)
            .with("rows", rows)
            .with("levels", levels)
            .with("depth", self.depth)
            .with("position_limit", self.position_limit)
            .with("seed", self.seed)
    }
}

#[cfg(test)]
mod tests;
