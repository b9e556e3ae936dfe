//! How well a player who thinks does against one who does not, by colour and level.

mod results;

use std::num::NonZeroU32;
use std::ops::RangeInclusive;
use std::path::Path;

use cheqqers_checkers::Position;
use cheqqers_game::Colour;
use cheqqers_players::{PlayerKind, Series, game_seed};
use serde_json::{Map, Value};

use crate::bulk::{Bulk, BulkError};
use crate::start::{rules, unrecorded};
use crate::{Crew, ExperimentError, Settings, Tally, cells};

/// The paper's second experiment: Monte Carlo tree search as White and as Black against random moves,
/// at several levels.
///
/// Source: arXiv:2506.05962, section on Monte Carlo tree search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Duel {
    /// How many rollouts the search has for each move.
    pub rollouts: NonZeroU32,
    /// How many games for each colour and level.
    pub games: u64,
    /// Files and ranks of the board, 4 to 16.
    pub size: u8,
    /// The levels, 0 to 3.
    pub levels: RangeInclusive<u8>,
    /// The seed of all.
    pub seed: u64,
}

impl Default for Duel {
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

/// Games that are kept together: few, for they take seconds each.
const BLOCK: u64 = 10;

/// Some of the games of a level in which the search has a colour.
#[derive(Clone, Copy, Debug)]
struct Cell {
    level: u8,
    colour: Colour,
    /// Which of the level's and colour's, from 0.
    block: u64,
    games: u64,
}

impl Duel {
    /// The name of the experiment and of its files.
    pub const NAME: &'static str = "mcts";

    /// How many games there are in all.
    pub fn num_games(&self) -> u64 {
        self.cells().iter().map(|cell| cell.games).sum()
    }

    /// Plays the games that the folder does not hold yet, and writes tables and plots of all.
    ///
    /// The folder then holds `mcts.jsonl` (what was played), the table `mcts` with a row for each
    /// level and colour, and a plot of it.
    ///
    /// # Errors
    /// When the folder holds the experiment with other settings or can't be written, the board or a
    /// level does not exist, or the crew's host wanted an end: what is kept then goes on the next
    /// time.
    pub fn run(&self, folder: &Path, crew: &Crew<'_>) -> Result<(), ExperimentError> {
        let all = self.cells();
        let starts: Vec<_> = all
            .iter()
            .map(|cell| rules(self.size, None, cell.level).map(unrecorded))
            .collect::<Result<_, _>>()?;
        let named: Vec<_> = all.iter().map(|cell| cell.named()).collect();
        let tallies = cells::play(folder, &self.settings(), &named, crew, |number, crew| {
            self.play(&starts[number], all[number], crew)
        })?;
        let mut sums: Vec<(u8, Colour, Tally)> = Vec::new();
        for (cell, tally) in all.iter().zip(&tallies) {
            match sums.last_mut() {
                Some((level, colour, sum)) if (*level, *colour) == (cell.level, cell.colour) => {
                    sum.add(tally);
                }
                _ => sums.push((cell.level, cell.colour, tally.clone())),
            }
        }
        results::write(folder, &self.settings(), &sums)
    }

    fn play(
        &self,
        start: &Position,
        cell: Cell,
        crew: &Crew<'_>,
    ) -> Result<Tally, ExperimentError> {
        let rollouts = self.rollouts;
        let (search, random) = (PlayerKind::Mcts { rollouts }, PlayerKind::Random);
        let (white, black) = match cell.colour {
            Colour::White => (&search, &random),
            Colour::Black => (&random, &search),
        };
        let bulk = Bulk {
            series: &Series::of(start.clone()),
            white,
            black,
            seed: cell.seed(self.seed),
            games: cell.games,
            ply_limit: None,
        };
        bulk.play(crew).map_err(BulkError::into_plain)
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
