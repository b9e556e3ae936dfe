//! How long games between random players are, and how often they are drawn, by board and level.

mod results;

use std::ops::RangeInclusive;
use std::path::Path;

use cheqqers_checkers::{DRAW_AFTER, Position, RulesError};
use cheqqers_players::{PlayerKind, Series, game_seed};
use serde_json::{Map, Value};

use crate::bulk::{Bulk, BulkError};
use crate::start::{rules, unrecorded};
use crate::{Crew, ExperimentError, Settings, Tally, cells};

/// The paper's first experiment: games between random players on boards of several sizes, one row of
/// men each, at several levels, with the rule that ends a game without captures and without it.
///
/// Source: arXiv:2506.05962, section on complexity.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Complexity {
    /// How many games for each size, level and rule.
    pub games: u64,
    /// Files and ranks of the boards, 4 to 16.
    pub sizes: RangeInclusive<u8>,
    /// The levels, 0 to 3.
    pub levels: RangeInclusive<u8>,
    /// The seed of all.
    pub seed: u64,
    /// After how many plies a game is stopped and counted as unfinished.
    pub ply_limit: u32,
}

impl Default for Complexity {
    /// The paper's size; games without the rule are stopped long after they are mostly over.
    fn default() -> Self {
        Self {
            games: 1000,
            sizes: 4..=14,
            levels: 0..=3,
            seed: 1,
            ply_limit: 100_000,
        }
    }
}

/// One set of games.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Cell {
    pub(crate) size: u8,
    pub(crate) level: u8,
    pub(crate) draw_after: Option<u32>,
}

/// Rows of men on either side.
const ROWS: u8 = 1;

impl Complexity {
    /// The name of the experiment and of its files.
    pub const NAME: &'static str = "complexity";

    /// How many games there are in all.
    pub fn num_games(&self) -> u64 {
        self.games * u64::try_from(self.cells().len()).unwrap_or(u64::MAX)
    }

    /// Plays the games that the folder does not hold yet, and writes tables and plots of all.
    ///
    /// The folder then holds `complexity.jsonl` (what was played), the tables `complexity` (a row
    /// for each set of games) and `complexity-lengths` (how many games had how many plies), and the
    /// plots `complexity-length`, `complexity-draws` and `complexity-endless`.
    ///
    /// # Errors
    /// When the folder holds the experiment with other settings or can't be written, a size or level
    /// does not exist, or the crew's host wanted an end: what is kept then goes on the next time.
    pub fn run(&self, folder: &Path, crew: &Crew<'_>) -> Result<(), ExperimentError> {
        let all = self.cells();
        let starts: Vec<_> = all
            .iter()
            .map(|cell| cell.start())
            .collect::<Result<_, _>>()?;
        let named = |cell: &Cell| cells::Cell {
            named: cell.to_json(),
            games: self.games,
        };
        let named: Vec<_> = all.iter().map(named).collect();
        let settings = self.settings();
        let tallies = cells::play(folder, &settings, &named, crew, |cell, crew| {
            self.play(&starts[cell], all[cell].seed(self.seed), crew)
        })?;
        let cells: Vec<_> = all.into_iter().zip(tallies).collect();
        results::write(folder, self, &cells)
    }

    fn play(&self, start: &Position, seed: u64, crew: &Crew<'_>) -> Result<Tally, ExperimentError> {
        let bulk = Bulk {
            series: &Series::of(start.clone()),
            white: &PlayerKind::Random,
            black: &PlayerKind::Random,
            seed,
            games: self.games,
            ply_limit: Some(self.ply_limit),
        };
        bulk.play(crew).map_err(BulkError::into_plain)
    }

    pub(crate) fn settings(&self) -> Settings {
        let range = |range: &RangeInclusive<u8>| format!("{}..{}", range.start(), range.end());
        Settings::new(Self::NAME)
            .with("games", self.games)
            .with("sizes", range(&self.sizes))
            .with("levels", range(&self.levels))
            .with("rows", ROWS)
            .with("ply_limit", self.ply_limit)
            .with("seed", self.seed)
    }

    fn cells(&self) -> Vec<Cell> {
        let mut cells = Vec::new();
        for draw_after in [Some(DRAW_AFTER), None] {
            for size in self.sizes.clone() {
                for level in self.levels.clone() {
                    cells.push(Cell {
                        size,
                        level,
                        draw_after,
                    });
                }
            }
        }
        cells
    }
}

impl Cell {
    /// The seed of its first game: other sizes and levels that are asked for change nothing in it.
    pub(crate) fn seed(self, seed: u64) -> u64 {
        let number = u64::from(self.size) << 16
            | u64::from(self.level) << 8
            | u64::from(self.draw_after.is_some());
        // The first game has the seed itself, so that the numbers begin behind it.
        game_seed(seed, 2 + number)
    }

    fn start(self) -> Result<Position, RulesError> {
        let rules = rules(self.size, Some(ROWS), self.level)?;
        Ok(unrecorded(rules.with_draw_after(self.draw_after)?))
    }

    fn to_json(self) -> Map<String, Value> {
        let mut cell = Map::new();
        cell.insert("size".into(), self.size.into());
        cell.insert("level".into(), self.level.into());
        let draw_after = self.draw_after.map_or_else(|| "off".into(), Value::from);
        cell.insert("draw_after".into(), draw_after);
        cell
    }
}

#[cfg(test)]
mod tests;
