//! Tables and plots of the experiment.

use std::collections::BTreeSet;
use std::path::Path;

use cheqqers_arena::Frequencies;

use super::growth::Generation;
use super::survey::{PlyCounts, Survey};
use crate::{Axis, ExperimentError, Figure, Line, Marks, Panel, Point, Settings, Table};

/// Interval of the marks in plots, in plies.
const STRIDE: usize = 5;

/// Smallest share of games that must reach a ply for it to be plotted.
const REACHED: f64 = 0.1;

/// Statistics of one level.
#[derive(Debug)]
pub(super) struct LevelStatistics {
    pub(super) level: u8,
    pub(super) survey: Survey,
    pub(super) growth: Vec<Generation>,
}

pub(super) fn write(
    folder: &Path,
    settings: &Settings,
    known: &[LevelStatistics],
) -> Result<(), ExperimentError> {
    levels(settings, known).write(folder, settings.experiment())?;
    plies(settings, known).write(folder, "statistics-plies")?;
    moves(settings, known).write(folder, "statistics-moves")?;
    growth(settings, known).write(folder, "statistics-growth")?;
    for (stem, figure) in figures(settings, known) {
        figure.write(folder, stem)?;
    }
    Ok(())
}

/// Table with a row for each level.
fn levels(settings: &Settings, known: &[LevelStatistics]) -> Table {
    let whole: Vec<PlyCounts> = known.iter().map(|known| known.survey.whole()).collect();
    let lengths = known.iter().map(|known| &known.survey.lengths);
    let measurements = known.iter().map(|known| &known.survey.measurements);
    let table = Table::new(settings, known.len())
        .integers("level", known.iter().map(|known| u64::from(known.level)))
        .integers("games", known.iter().map(|known| known.survey.num_games()))
        .means("mean_plies", lengths)
        .means("measurements_per_game", measurements);
    seen(table, &whole.iter().collect::<Vec<_>>())
}

/// Table with a row for each level and ply.
fn plies(settings: &Settings, known: &[LevelStatistics]) -> Table {
    let mut rows = Vec::new();
    for known in known {
        for (seen, ply) in known.survey.plies.iter().zip(1_u64..) {
            rows.push((known.level, ply, seen));
        }
    }
    let table = Table::new(settings, rows.len())
        .integers("level", rows.iter().map(|row| u64::from(row.0)))
        .integers("ply", rows.iter().map(|row| row.1));
    seen(table, &rows.iter().map(|row| row.2).collect::<Vec<_>>())
}

/// Adds columns of counts to a table, one entry for each row.
fn seen(table: Table, rows: &[&PlyCounts]) -> Table {
    let branching = || rows.iter().map(|seen| &seen.branching);
    let quantile = |share: f64| move |counts: &Frequencies| counts.quantile(share);
    let mean_and_max = |table: Table, name: &str, of: fn(&PlyCounts) -> &Frequencies| {
        let counts = || rows.iter().map(move |seen| of(seen));
        let means = table.numbers(&format!("{name}_mean"), counts().map(Frequencies::mean));
        means.integers(&format!("{name}_max"), counts().map(max))
    };
    let per_ply = |seen: &&PlyCounts| seen.outcomes.len() as f64 / seen.moves() as f64;
    let quantum = |seen: &&PlyCounts| {
        let without = seen
            .components
            .iter()
            .next()
            .filter(|&(count, _)| count == 0);
        let without = without.map_or(0, |(_, positions)| positions);
        1.0 - without as f64 / seen.components.len() as f64
    };
    let table = table
        .integers("positions", branching().map(Frequencies::len))
        .numbers("branching_mean", branching().map(Frequencies::mean))
        .numbers(
            "branching_deviation",
            branching().map(Frequencies::deviation),
        )
        .numbers("branching_10", branching().map(quantile(0.1)))
        .numbers("branching_50", branching().map(quantile(0.5)))
        .numbers("branching_90", branching().map(quantile(0.9)))
        .integers("branching_max", branching().map(max))
        .numbers("measurements_per_ply", rows.iter().map(per_ply));
    let table = mean_and_max(table, "outcomes", |seen| &seen.outcomes)
        .numbers(
            "entropy_bits_mean",
            rows.iter().map(|seen| seen.mean_entropy()),
        )
        .numbers("quantum_share", rows.iter().map(quantum));
    let table = mean_and_max(table, "components", |seen| &seen.components);
    let table = mean_and_max(table, "slots", |seen| &seen.slots);
    let table = mean_and_max(table, "amplitudes", |seen| &seen.amplitudes);
    mean_and_max(table, "pieces", |seen| &seen.pieces)
}

fn max(lengths: &Frequencies) -> Option<u64> {
    lengths.iter().last().map(|(length, _)| u64::from(length))
}

/// Table with a row for each level, ply and kind of move; rows without a ply are sums over all.
fn moves(settings: &Settings, known: &[LevelStatistics]) -> Table {
    let mut rows = Vec::new();
    for known in known {
        let whole = (None, known.survey.whole());
        let plies = known.survey.plies.iter().zip(1_u64..);
        let plies = plies.map(|(seen, ply)| (Some(ply), seen.clone()));
        for (ply, seen) in std::iter::once(whole).chain(plies) {
            for (&deed, &count) in &seen.deeds {
                rows.push((known.level, ply, deed, count, seen.moves()));
            }
        }
    }
    Table::new(settings, rows.len())
        .integers("level", rows.iter().map(|row| u64::from(row.0)))
        .integers("ply", rows.iter().map(|row| row.1))
        .words("kind", rows.iter().map(|row| row.2.to_owned()))
        .integers("count", rows.iter().map(|row| row.3))
        .numbers("share", rows.iter().map(|row| row.3 as f64 / row.4 as f64))
}

/// Table with a row for each level and number of plies from the start.
fn growth(settings: &Settings, known: &[LevelStatistics]) -> Table {
    let mut rows = Vec::new();
    for known in known {
        let mut before = 1;
        for &generation in &known.growth {
            rows.push((known.level, generation, before));
            before = generation.positions;
        }
    }
    Table::new(settings, rows.len())
        .integers("level", rows.iter().map(|row| u64::from(row.0)))
        .integers("plies", rows.iter().map(|row| u64::from(row.1.plies)))
        .integers("positions", rows.iter().map(|row| row.1.positions))
        .integers("new_positions", rows.iter().map(|row| row.1.new))
        .numbers(
            "growth",
            rows.iter().map(|row| row.1.positions as f64 / row.2 as f64),
        )
}

fn figures(settings: &Settings, known: &[LevelStatistics]) -> Vec<(&'static str, Figure)> {
    let figure = |title: &str, panels| Figure {
        title: title.into(),
        panels,
        settings: settings.clone(),
    };
    let last = known.iter().map(|known| reached(known).len()).max();
    let by_ply = |y: &str, value: fn(&PlyCounts) -> Option<f64>| Panel {
        title: String::new(),
        x: Axis::within("ply", 0.0, last.unwrap_or(1) as f64),
        y: Axis::from_zero(y),
        marks: Marks::Lines,
        series: known.iter().map(|known| by_ply(known, value)).collect(),
    };
    vec![
        (
            "statistics-branching",
            figure(
                "Legal moves and measurements in random games",
                vec![
                    by_ply("legal moves (mean)", |seen| seen.branching.mean()),
                    by_ply("measurements for a ply (mean)", |seen| {
                        Some(seen.outcomes.len() as f64 / seen.moves() as f64)
                    }),
                ],
            ),
        ),
        (
            "statistics-components",
            figure(
                "Components in random games",
                vec![
                    by_ply("components of a position (mean)", |seen| {
                        seen.components.mean()
                    }),
                    by_ply("amplitudes of a component (mean)", |seen| {
                        seen.amplitudes.mean()
                    }),
                ],
            ),
        ),
        (
            "statistics-moves",
            figure("Moves of random games", vec![kinds(known)]),
        ),
        (
            "statistics-growth",
            figure("Positions that can be reached", vec![positions(known)]),
        ),
    ]
}

/// Plies that are reached by enough games to be plotted.
fn reached(known: &LevelStatistics) -> &[PlyCounts] {
    let enough = REACHED * known.survey.num_games() as f64;
    let plies = &known.survey.plies;
    let few = plies
        .iter()
        .position(|seen| (seen.branching.len() as f64) < enough);
    &plies[..few.unwrap_or(plies.len())]
}

fn by_ply(known: &LevelStatistics, value: fn(&PlyCounts) -> Option<f64>) -> Line {
    let points = reached(known).iter().enumerate().step_by(STRIDE);
    Line {
        name: name(known),
        points: points
            .filter_map(|(ply, seen)| {
                Some(Point {
                    x: (ply + 1) as f64,
                    y: value(seen)?,
                    error: None,
                })
            })
            .collect(),
    }
}

fn kinds(known: &[LevelStatistics]) -> Panel {
    let whole: Vec<PlyCounts> = known.iter().map(|known| known.survey.whole()).collect();
    let kinds: BTreeSet<&str> = whole
        .iter()
        .flat_map(|seen| seen.deeds.keys().copied())
        .collect();
    let places = (0_u32..).map(f64::from);
    let shares = |seen: &PlyCounts| {
        let share = |(kind, x): (&&str, f64)| {
            let count = seen.deeds.get(kind).copied().unwrap_or_default();
            let y = count as f64 / seen.moves() as f64;
            // Without error bars, as the moves of a game are not independent.
            Point { x, y, error: None }
        };
        kinds.iter().zip(places.clone()).map(share).collect()
    };
    Panel {
        title: String::new(),
        x: Axis::places(
            "kind of move",
            places.clone().zip(kinds.iter().map(ToString::to_string)),
        ),
        y: Axis::from_zero("share of moves"),
        marks: Marks::Bars,
        series: known
            .iter()
            .zip(&whole)
            .map(|(known, seen)| Line {
                name: name(known),
                points: shares(seen),
            })
            .collect(),
    }
}

fn positions(known: &[LevelStatistics]) -> Panel {
    let deepest = known
        .iter()
        .map(|known| known.growth.len())
        .max()
        .unwrap_or(1);
    let depths = (1_u32..).take(deepest);
    Panel {
        title: String::new(),
        x: Axis::places(
            "plies from the start",
            depths.map(|depth| (depth.into(), depth.to_string())),
        ),
        y: Axis::logarithmic("different positions"),
        marks: Marks::Lines,
        series: known
            .iter()
            .map(|known| Line {
                name: name(known),
                points: known
                    .growth
                    .iter()
                    .map(|generation| Point {
                        x: generation.plies.into(),
                        y: generation.positions as f64,
                        error: None,
                    })
                    .collect(),
            })
            .collect(),
    }
}

fn name(known: &LevelStatistics) -> String {
    format!("level {}", known.level)
}
