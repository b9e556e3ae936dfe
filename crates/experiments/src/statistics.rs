//! Statistics of games between players of one kind.

mod choices;
mod figures;
mod survey;
mod tables;

use std::path::Path;

use cheqqers_arena::{Cancellation, WorkerPool};
use cheqqers_game::Generation;
use cheqqers_players::PlayerKind;

use crate::variant::Variants;
use crate::{ExperimentError, Settings};
use choices::ChoiceJournal;
use survey::{Games, VariantStatistics, survey};

/// Statistics of games by variant and ply: results, legal moves, frequency of each kind of move, number
/// and entropy of measurements, size of components, and number of reachable positions.
#[derive(Clone, Debug)]
pub struct GameStatistics {
    /// Games that are compared.
    pub variants: Variants,
    /// Number of games of each variant.
    pub games: u64,
    /// Player of both sides.
    pub player: PlayerKind,
    /// Number of plies within which positions are counted.
    pub depth: u32,
    /// The most positions of a ply that are expanded: a few KiB of memory each.
    pub position_limit: usize,
    /// Seed of the first game of each variant.
    pub seed: u64,
}

impl Default for GameStatistics {
    /// Random games of Cheqqers at all levels.
    fn default() -> Self {
        Self {
            variants: Variants::levels(8, None, 0..=3).expect("the usual board has all levels"),
            games: 1000,
            player: PlayerKind::Random,
            depth: 8,
            position_limit: Self::POSITION_LIMIT,
            seed: 1,
        }
    }
}

impl GameStatistics {
    /// Name of the experiment and of its files.
    pub const NAME: &'static str = "statistics";

    /// Usual [`Self::position_limit`] of Cheqqers by level.
    pub const POSITION_LIMIT: usize = 50_000;

    /// Usual [`Self::position_limit`] of games by preset, many of which have more moves.
    pub const PRESET_POSITION_LIMIT: usize = 5000;

    /// Number of games in all.
    pub fn num_games(&self) -> u64 {
        self.games * u64::try_from(self.variants.all.len()).unwrap_or(u64::MAX)
    }

    /// Plays the games, writes tables and plots, and returns what was found in some lines.
    ///
    /// The folder then holds the tables `statistics` (a row for each variant), `statistics-plies` (one
    /// for each ply too), `statistics-moves` (the frequency of each kind of move) and
    /// `statistics-growth` (the number of reachable positions), and plots of the same. The settings and
    /// finished games are kept in `statistics.jsonl`, and games are not played again but for those between
    /// random players, which take seconds.
    ///
    /// # Errors
    /// Returns an error if the folder holds the experiment with other settings or can't be written, or
    /// after cancellation.
    pub fn run(&self, folder: &Path, pool: &WorkerPool<'_>) -> Result<String, ExperimentError> {
        let settings = self.settings();
        let is_long = self.player != PlayerKind::Random;
        // Results of other settings are not replaced.
        let journal = ChoiceJournal::open(folder, &settings)?;
        let journal = is_long.then_some(&journal);
        let mut known = Vec::new();
        let mut before = 0;
        for (variant, growth) in self.variants.all.iter().zip(self.growths(pool)?) {
            let games = Games {
                variant: variant.full_name(),
                game: variant.game,
                start: &variant.start,
                player: &self.player,
                seed: self.seed,
                count: self.games,
                journal,
            };
            let survey = survey(&games, &WorkerPool { before, ..*pool })?;
            before += survey.num_games();
            if survey.num_games() < self.games {
                return Err(match journal {
                    None => ExperimentError::Dropped,
                    Some(_) => ExperimentError::Interrupted {
                        done: before,
                        all: self.num_games(),
                        what: "games",
                    },
                });
            }
            known.push(VariantStatistics {
                variant: variant.clone(),
                survey,
                growth,
            });
        }
        tables::write(folder, &settings, &known)?;
        figures::write(folder, &settings, &self.player, &known)?;
        Ok(tables::summary(&known))
    }

    /// Number of positions reachable from each start, by plies.
    fn growths(&self, pool: &WorkerPool<'_>) -> Result<Vec<Vec<Generation>>, ExperimentError> {
        let starts = &self.variants.all;
        let count = u64::try_from(starts.len()).unwrap_or(u64::MAX);
        let is_stopped = || pool.monitor.cancellation() > Cancellation::None;
        let growths = pool.collect(count, |number, _| {
            let variant = &starts[usize::try_from(number - 1).unwrap_or(usize::MAX)];
            let growth = variant
                .start
                .growth(self.depth, self.position_limit, &is_stopped);
            Ok::<_, ExperimentError>(growth)
        })?;
        if growths.len() < starts.len() {
            return Err(ExperimentError::Dropped);
        }
        Ok(growths)
    }

    fn settings(&self) -> Settings {
        let settings = Settings::new(Self::NAME).with("games", self.games);
        settings
            .with_all(&self.variants.settings)
            .with("depth", self.depth)
            .with("position_limit", self.position_limit)
            .with("seed", self.seed)
            .with("player", self.player.to_string())
    }
}

#[cfg(test)]
mod tests;
