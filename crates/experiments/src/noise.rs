//! The score of the benchmark beside games under the same noise.

use std::collections::BTreeMap;
use std::path::Path;
use std::slice;

use cheqqers_arena::WorkerPool;
use cheqqers_backend::{Backend, Job, Noise, Noisy, Run};
use cheqqers_benchmark::{Analysis, Suite, exact_distribution, undisturbed_share};
use cheqqers_circuit::{Bitstring, Circuit, Optimization};
use cheqqers_measure::pool::CircuitCounts;
use cheqqers_picture::{Axis, ChartKind, DataSeries, Figure, Panel, Point};
use cheqqers_players::{PlayerKind, Stream, game_seed, generator};

use crate::common_circuits::CircuitFrequencies;
use crate::journal::Journal;
use crate::placement::{placed_scores, placement_summary, placement_table};
use crate::{ExperimentError, Settings, Table, file};

/// Scores of the benchmark under models of noise, beside the share of the measurements of whole games of Cheqqers at level
/// 3 that the same noise leaves undisturbed.
#[derive(Clone, Debug)]
pub struct NoisePrediction {
    /// Models of noise.
    pub models: Vec<Noise>,
    /// Players, each of which plays against itself.
    pub players: Vec<PlayerKind>,
    /// Number of games of each player.
    pub games: u64,
    /// Number of shots of each circuit.
    pub shots: u64,
    /// Seed of the first game, and of all noise.
    pub seed: u64,
}

/// The results of one model.
struct Prediction {
    model: Noise,
    analysis: Analysis,
    /// Share of the measurements of the games that the noise leaves undisturbed.
    found: f64,
}

impl NoisePrediction {
    /// Name of the experiment and of its files.
    pub const NAME: &'static str = "noise";

    /// Plays the games without noise, runs every circuit that they measure under each model, and the circuits of the
    /// benchmark that the score is of beside them.
    ///
    /// The folder then holds the table `noise`, a row for each model, and a plot; and the table `placement`, of the same
    /// circuits on each built-in device, placed by calibration and without it, before and after readout mitigation.
    ///
    /// # Errors
    /// Returns an error if the folder can't be written, or after cancellation.
    pub fn run(&self, folder: &Path, pool: &WorkerPool<'_>) -> Result<String, ExperimentError> {
        let settings = self.settings();
        let _journal = Journal::of(folder, &settings)?;
        let games = CircuitFrequencies {
            names: vec!["cheqqers".into()],
            players: self.players.clone(),
            games: self.games,
            seed: self.seed,
        };
        let counts = games.of_level(3, pool)?;
        let mut predictions = Vec::with_capacity(self.models.len());
        for (&model, number) in self.models.iter().zip(1..) {
            predictions.push(self.predict(model, number, &counts));
        }
        table(&settings, &predictions).write(folder, Self::NAME)?;
        file::write_figure(&figure(&settings, &predictions), folder, Self::NAME)?;
        let placed = placed_scores(self.shots, self.seed);
        placement_table(&settings, &placed).write(folder, "placement")?;
        Ok(summary(&predictions) + &placement_summary(&placed))
    }

    fn predict(&self, model: Noise, number: u64, counts: &CircuitCounts) -> Prediction {
        let seed = game_seed(self.seed, number);
        let mut backend = Noisy::new(model, generator(seed, Stream::Measurements));
        let suite = Suite::v1();
        let counting = suite.scored();
        let circuits: Vec<Circuit> = counting
            .iter()
            .map(|known| known.circuit().clone())
            .collect();
        let found = counts_of(&mut backend, &circuits, self.shots, Optimization::Off);
        let analysis = Analysis::of(suite, counting.into_iter().zip(&found));
        let commonest = counts.commonest();
        let circuits: Vec<Circuit> = commonest
            .iter()
            .map(|common| common.circuit.circuit().clone())
            .collect();
        let (mut sum, mut uses) = (0.0, 0.0);
        for (common, circuit) in commonest.iter().zip(&circuits) {
            let exact = exact_distribution(circuit);
            // The few that make most of the sum get more shots.
            let is_common = 100 * common.uses > counts.total();
            let shots = self.shots * if is_common { 20 } else { 1 };
            // As a game runs them on a noisy backend.
            let found = counts_of(
                &mut backend,
                slice::from_ref(circuit),
                shots,
                Optimization::Gates,
            );
            sum += common.uses as f64 * undisturbed_share(&exact, &found[0]);
            uses += common.uses as f64;
        }
        Prediction {
            model,
            analysis,
            found: sum / uses,
        }
    }

    /// Number of games in all.
    pub fn num_games(&self) -> u64 {
        self.games * u64::try_from(self.players.len()).unwrap_or(u64::MAX)
    }

    fn settings(&self) -> Settings {
        let models: Vec<String> = self.models.iter().map(ToString::to_string).collect();
        let players: Vec<String> = self.players.iter().map(ToString::to_string).collect();
        Settings::new(Self::NAME)
            .with("models", models)
            .with("players", players)
            .with("games", self.games)
            .with("shots", self.shots)
            .with("seed", self.seed)
    }
}

fn counts_of(
    backend: &mut Noisy,
    circuits: &[Circuit],
    shots: u64,
    optimization: Optimization,
) -> Vec<BTreeMap<Bitstring, u64>> {
    let shots = usize::try_from(shots).unwrap_or(usize::MAX);
    let job = Job::new(circuits, shots).optimized(optimization);
    let runs = backend
        .run(&job)
        .expect("circuits of games are small enough");
    runs.iter().map(Run::counts).collect()
}

fn table(settings: &Settings, predictions: &[Prediction]) -> Table {
    let numbers =
        |value: fn(&Prediction) -> f64| predictions.iter().map(move |found| Some(value(found)));
    Table::new(settings, predictions.len())
        .words(
            "noise",
            predictions.iter().map(|found| found.model.to_string()),
        )
        .numbers("score", numbers(|found| found.analysis.score.value))
        .integers(
            "size",
            predictions.iter().map(|found| found.analysis.size as u64),
        )
        .numbers(
            "predicted",
            numbers(|found| found.analysis.measurements.value),
        )
        .numbers("found", numbers(|found| found.found))
}

fn figure(settings: &Settings, predictions: &[Prediction]) -> Figure {
    let diagonal = [0.0, 1.0].map(|at| Point {
        x: at,
        y: at,
        error: None,
    });
    let points = predictions.iter().map(|found| {
        let predicted = found.analysis.measurements;
        Point {
            x: found.found,
            y: predicted.value,
            error: Some((predicted.low, predicted.high)),
        }
    });
    let mut points: Vec<Point> = points.collect();
    points.sort_by(|a, b| a.x.total_cmp(&b.x));
    Figure {
        title: "Measurements that noise leaves undisturbed".into(),
        panels: vec![Panel {
            title: String::new(),
            x: Axis::within("share in whole games", 0.0, 1.0),
            y: Axis::within("share predicted by the benchmark", 0.0, 1.0),
            kind: ChartKind::Lines,
            series: vec![
                DataSeries {
                    name: "models of noise".into(),
                    points,
                },
                DataSeries {
                    name: "equal".into(),
                    points: diagonal.into(),
                },
            ],
        }],
        settings: settings.line(),
    }
}

fn summary(predictions: &[Prediction]) -> String {
    let line = |found: &Prediction| {
        format!(
            "{:<18}score {:5.1}  predicted {:.3}  found {:.3}\n",
            found.model.to_string(),
            found.analysis.score.value,
            found.analysis.measurements.value,
            found.found
        )
    };
    predictions.iter().map(line).collect()
}
