//! Training of the networks by which experts evaluate.

use std::fs;
use std::path::Path;
use std::sync::atomic::AtomicBool;

use cheqqers_players::{TrainingProgress, TrainingSettings, TrainingStep};
use cheqqers_session::Position;
use serde_json::Value;

use crate::file::write;
use crate::{ExperimentError, Settings, Table};

/// Training of a game's network from nothing but its rules and its static evaluation.
#[derive(Clone, Debug)]
pub struct Training {
    /// Position that games start from.
    pub start: Position,
    /// Settings of games and learning.
    pub settings: TrainingSettings,
}

impl Training {
    /// Name of the experiment and of its files.
    pub const NAME: &'static str = "train";

    /// Trains the network, writes it and a table, and returns what was found in some lines. `say` is told the number of
    /// positions so far, of all generations.
    ///
    /// The folder then holds `train.network`, the bytes of the network, and the table `train` with a row for
    /// each generation.
    ///
    /// # Errors
    /// Returns an error if the game has nothing to train, the folder can't be written, or the training was
    /// stopped.
    pub fn run(
        &self,
        folder: &Path,
        threads: usize,
        stop: &AtomicBool,
        say: &dyn Fn(u64),
    ) -> Result<String, ExperimentError> {
        fs::create_dir_all(folder).map_err(|source| ExperimentError::Write {
            path: folder.to_owned(),
            source,
        })?;
        let mut steps: Vec<TrainingStep> = Vec::new();
        let report = &mut |progress| match progress {
            TrainingProgress::Positions(positions) => say(positions),
            TrainingProgress::Learnt(step) => steps.push(step),
        };
        let trained = (self.start).train(&self.settings, threads, stop, report);
        let network = trained.ok_or(ExperimentError::Dropped)?;
        write(&folder.join("train.network"), &network.to_bytes())?;
        let errors = |number: usize| steps.iter().map(move |step| Some(step.errors[number]));
        Table::new(&self.settings(), steps.len())
            .integers(
                "generation",
                steps.iter().map(|step| u64::from(step.generation)),
            )
            .integers("positions", steps.iter().map(|step| step.positions as u64))
            .numbers("error_before", errors(0))
            .numbers("error", errors(1))
            .write(folder, Self::NAME)?;
        let line = |step: &TrainingStep| {
            let TrainingStep {
                generation,
                positions,
                errors: [before, after],
            } = step;
            format!(
                "generation {generation}: {positions} positions, mean squared error {after:.4} instead of {before:.4}\n"
            )
        };
        Ok(steps.iter().map(line).collect())
    }

    fn settings(&self) -> Settings {
        let TrainingSettings {
            generations,
            positions,
            nodes,
            epochs,
            share,
            seed,
        } = self.settings;
        Settings::new(Self::NAME)
            .with("game", self.start.game())
            .with(
                "settings",
                Value::Object(self.start.setup().clone()).to_string(),
            )
            .with("generations", generations)
            .with("positions", positions)
            .with("nodes", nodes.get())
            .with("epochs", epochs)
            .with("share", share)
            .with("seed", seed)
    }
}
