//! Numbers that researchers ask of a game, from games between random players.

mod growth;
mod results;
mod survey;

use std::fs;
use std::ops::RangeInclusive;
use std::path::Path;

use cheqqers_checkers::{Position, RulesError};

use crate::start::{rules, unrecorded};
use crate::{Crew, ExperimentError, Settings};
use growth::Generation;
use survey::Survey;

/// How many moves there are to choose from, how often each kind is made, how often and how much is
/// measured and how large components are, by level and ply; and how many positions can be reached.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Statistics {
    /// How many games at each level.
    pub games: u64,
    /// Files and ranks of the board.
    pub size: u8,
    /// Rows of men on either side; as many as usual where it is none.
    pub rows: Option<u8>,
    /// The levels, 0 to 3.
    pub levels: RangeInclusive<u8>,
    /// Within how many plies positions are counted.
    pub depth: u32,
    /// The most positions of a ply from which it is gone on: a few KiB of memory each.
    pub position_limit: usize,
    /// The seed of the first game at each level.
    pub seed: u64,
}

impl Default for Statistics {
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

/// What is known of a level.
#[derive(Debug)]
struct Known {
    level: u8,
    survey: Survey,
    growth: Vec<Generation>,
}

impl Statistics {
    /// The name of the experiment and of its files.
    pub const NAME: &'static str = "statistics";

    /// How many games there are in all.
    pub fn num_games(&self) -> u64 {
        self.games * u64::try_from(self.levels.len()).unwrap_or(u64::MAX)
    }

    /// Plays the games, and writes tables and plots.
    ///
    /// The folder then holds the tables `statistics` (a row for each level), `statistics-plies` (one
    /// for each ply too), `statistics-moves` (how often each kind of move was made) and
    /// `statistics-growth` (how many positions can be reached), and plots of the same. Nothing is
    /// kept of what was interrupted: all takes seconds.
    ///
    /// # Errors
    /// When the folder can't be written, the board or a level does not exist, or the crew's host
    /// wanted an end.
    pub fn run(&self, folder: &Path, crew: &Crew<'_>) -> Result<(), ExperimentError> {
        let levels: Vec<u8> = self.levels.clone().collect();
        let starts: Vec<_> = levels
            .iter()
            .map(|&level| self.start(level))
            .collect::<Result<_, _>>()?;
        fs::create_dir_all(folder).map_err(|source| ExperimentError::Write {
            path: folder.to_owned(),
            source,
        })?;
        let mut growths = self.growths(&starts, crew)?.into_iter();
        let mut known = Vec::new();
        for (&level, start) in levels.iter().zip(&starts) {
            let before = self.games * u64::try_from(known.len()).unwrap_or(u64::MAX);
            let crew = Crew { before, ..*crew };
            let survey = survey::survey(start, self.seed, self.games, &crew)?;
            if survey.num_games() < self.games {
                return Err(ExperimentError::Dropped);
            }
            let growth = growths.next().unwrap_or_default();
            known.push(Known {
                level,
                survey,
                growth,
            });
        }
        results::write(folder, &self.settings(), &known)
    }

    /// How many positions can be reached from each start.
    fn growths(
        &self,
        starts: &[Position],
        crew: &Crew<'_>,
    ) -> Result<Vec<Vec<Generation>>, ExperimentError> {
        let count = u64::try_from(starts.len()).unwrap_or(u64::MAX);
        let parts = crew.run(count, |games| {
            let mut grown = Vec::new();
            while let Some(game) = games.take() {
                let number = usize::try_from(game - 1).unwrap_or(usize::MAX);
                let growth = growth::growth(&starts[number], self.depth, self.position_limit, crew);
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
