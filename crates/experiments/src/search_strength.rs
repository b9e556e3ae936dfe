//! Strength of tree search against random moves, by colour and level.

mod results;

use std::num::NonZeroU32;
use std::ops::RangeInclusive;
use std::path::Path;

use cheqqers_arena::{Batch, PliesByOutcome, WorkerPool};
use cheqqers_engine::PlayerSpec;
use cheqqers_game::Colour;
use cheqqers_players::{PlayerKind, game_seed};
use cheqqers_session::{Position, Series};
use serde_json::{Map, Value};

use crate::start::{cheqqers, start};
use crate::{ExperimentError, Settings, cells};

/// The paper's second experiment: Monte Carlo tree search as White and as Black against random moves,
/// at several levels.
///
/// Source: arXiv:2506.05962, section on Monte Carlo tree search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SearchStrength {
    /// Number of rollouts for each move.
    pub rollouts: NonZeroU32,
    /// Number of games for each colour and level.
    pub games: u64,
    /// Files and ranks of the board, 4 to 16.
    pub size: u8,
    /// Levels, 0 to 3.
    pub levels: RangeInclusive<u8>,
    /// Seed of the experiment.
    pub seed: u64,
}

impl Default for SearchStrength {
    /// The paper's search of 800 rollouts on the usual board.
    fn default() -> Self {
        Self {
            rollouts: NonZeroU32::new(800).expect("more than none"),
            games: 100,
            size: 8,
            levels: 0..=3,
            seed: 1,
        }
    }
}

/// Number of games that are kept together: few, as they take seconds each.
const BLOCK: u64 = 10;

/// Some of the games of a level in which the search has a colour.
#[derive(Clone, Copy, Debug)]
struct Cell {
    level: u8,
    colour: Colour,
    /// Index among those of the level and colour.
    block: u64,
    games: u64,
}

impl SearchStrength {
    /// Name of the experiment and of its files.
    pub const NAME: &'static str = "mcts";

    /// Number of games in all.
    pub fn num_games(&self) -> u64 {
        self.cells().iter().map(|cell| cell.games).sum()
    }

    /// Plays the games that the folder does not hold yet, writes tables and plots of all, and
    /// returns what was found in some lines.
    ///
    /// The folder then holds `mcts.jsonl` (the finished games), the table `mcts` with a row for each
    /// level and colour, and a plot of it.
    ///
    /// # Errors
    /// Returns an error if the folder holds the experiment with other settings or can't be written,
    /// the board or a level does not exist, or after cancellation; the next run goes on from there.
    pub fn run(&self, folder: &Path, pool: &WorkerPool<'_>) -> Result<String, ExperimentError> {
        let all = self.cells();
        let starts: Vec<_> = all
            .iter()
            .map(|cell| {
                let (size, level) = (self.size.to_string(), cell.level.to_string());
                Ok(start([("size", size), ("level", level)])?.without_circuits())
            })
            .collect::<Result<_, ExperimentError>>()?;
        let named: Vec<_> = all.iter().map(|cell| cell.named()).collect();
        let tallies = cells::play(folder, &self.settings(), &named, pool, |number, pool| {
            self.play(&starts[number], all[number], pool)
        })?;
        let mut sums: Vec<(u8, Colour, PliesByOutcome)> = Vec::new();
        for (cell, tally) in all.iter().zip(&tallies) {
            match sums.last_mut() {
                Some((level, colour, sum)) if (*level, *colour) == (cell.level, cell.colour) => {
                    sum.add(tally);
                }
                _ => sums.push((cell.level, cell.colour, tally.clone())),
            }
        }
        results::write(folder, &self.settings(), &sums)?;
        Ok(results::summary(&sums))
    }

    fn play(
        &self,
        start: &Position,
        cell: Cell,
        pool: &WorkerPool<'_>,
    ) -> Result<PliesByOutcome, ExperimentError> {
        let rollouts = self.rollouts;
        let search = PlayerSpec::from(PlayerKind::Mcts { rollouts });
        let random = PlayerSpec::from(PlayerKind::Random);
        let (white, black) = match cell.colour {
            Colour::White => (&search, &random),
            Colour::Black => (&random, &search),
        };
        let bulk = Batch {
            series: &Series::of(cheqqers(), start.clone()),
            white,
            black,
            seed: cell.seed(self.seed),
            games: cell.games,
            ply_limit: None,
        };
        Ok(bulk.play(pool)?)
    }

    fn settings(&self) -> Settings {
        let levels = format!("{}..{}", self.levels.start(), self.levels.end());
        Settings::new(Self::NAME)
            .with("rollouts", self.rollouts.get())
            .with("games", self.games)
            .with("size", self.size)
            .with("levels", levels)
            .with("seed", self.seed)
    }

    fn cells(&self) -> Vec<Cell> {
        let mut cells = Vec::new();
        for level in self.levels.clone() {
            for colour in [Colour::White, Colour::Black] {
                for block in 0..self.games.div_ceil(BLOCK) {
                    cells.push(Cell {
                        level,
                        colour,
                        block,
                        games: BLOCK.min(self.games - block * BLOCK),
                    });
                }
            }
        }
        cells
    }
}

impl Cell {
    fn seed(self, seed: u64) -> u64 {
        let of_black = u64::from(self.colour == Colour::Black);
        let number = self.block << 16 | u64::from(self.level) << 8 | of_black;
        game_seed(seed, 2 + number)
    }

    fn named(self) -> cells::Cell {
        let mut named = Map::new();
        named.insert("level".into(), self.level.into());
        named.insert("mcts".into(), Value::from(self.colour.to_string()));
        named.insert("block".into(), self.block.into());
        cells::Cell {
            named,
            games: self.games,
        }
    }
}

#[cfg(test)]
mod tests;
