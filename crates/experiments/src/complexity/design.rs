use std::ops::RangeInclusive;

use cheqqers_players::game_seed;
use cheqqers_session::Position;
use serde_json::{Map, Value};

use crate::start::start;
use crate::{ExperimentError, Settings};

/// The paper's first experiment: games between random players on boards of several sizes, one row of
/// men each, at several levels, with the rule that ends a game without captures and without it.
///
/// Source: arXiv:2506.05962, section on complexity.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Complexity {
    /// Number of games for each size, level and rule.
    pub games: u64,
    /// Files and ranks of the boards, 4 to 16.
    pub sizes: RangeInclusive<u8>,
    /// Levels, 0 to 3.
    pub levels: RangeInclusive<u8>,
    /// Seed of the experiment.
    pub seed: u64,
    /// Number of plies after which a game is stopped and counted as unfinished.
    pub ply_limit: u32,
}

impl Default for Complexity {
    /// The paper's settings; the ply limit is far beyond the length of most games without the rule.
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

/// Set of games that are counted together.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Cell {
    pub(crate) size: u8,
    pub(crate) level: u8,
    pub(crate) draw_after: Option<u32>,
}

/// Plies without a capture that make a draw, where there is such a rule.
const DRAW_AFTER: u32 = 40;

/// Rows of men on either side.
pub(super) const ROWS: u8 = 1;

impl Complexity {
    /// Name of the experiment and of its files.
    pub const NAME: &'static str = "complexity";

    /// Number of games in all.
    pub fn num_games(&self) -> u64 {
        self.games * u64::try_from(self.cells().len()).unwrap_or(u64::MAX)
    }

    pub(super) fn settings(&self) -> Settings {
        let range = |range: &RangeInclusive<u8>| format!("{}..{}", range.start(), range.end());
        Settings::new(Self::NAME)
            .with("games", self.games)
            .with("sizes", range(&self.sizes))
            .with("levels", range(&self.levels))
            .with("rows", ROWS)
            .with("ply_limit", self.ply_limit)
            .with("seed", self.seed)
    }

    pub(super) fn cells(&self) -> Vec<Cell> {
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
    /// Seed of its first game, which does not depend on the other sizes and levels.
    pub(super) fn seed(self, seed: u64) -> u64 {
        let number = u64::from(self.size) << 16
            | u64::from(self.level) << 8
            | u64::from(self.draw_after.is_some());
        // The first game has the seed itself, so that the numbers begin behind it.
        game_seed(seed, 2 + number)
    }

    pub(super) fn start(self) -> Result<Position, ExperimentError> {
        let draw_after = self.draw_after.map(|plies| plies.to_string());
        let start = start([
            ("size", self.size.to_string()),
            ("rows", ROWS.to_string()),
            ("level", self.level.to_string()),
            ("draw_after", draw_after.unwrap_or_else(|| "off".into())),
        ])?;
        Ok(start.without_circuits())
    }

    pub(super) fn to_json(self) -> Map<String, Value> {
        let mut cell = Map::new();
        cell.insert("size".into(), self.size.into());
        cell.insert("level".into(), self.level.into());
        let draw_after = self.draw_after.map_or_else(|| "off".into(), Value::from);
        cell.insert("draw_after".into(), draw_after);
        cell
    }
}
