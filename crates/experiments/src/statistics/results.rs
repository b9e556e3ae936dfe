//! The tables and plots of the experiment.

use std::collections::BTreeSet;
use std::path::Path;

use super::survey::Seen;
use super::{Known, Statistics};
use crate::{Axis, ExperimentError, Figure, Lengths, Line, Marks, Panel, Point, Settings, Table};

/// Plies from one mark of a plot to the next.
const STRIDE: usize = 5;

/// Plies that fewer games than this share of all reach are not plotted.
const REACHED: f64 = 0.1;

pub(super) fn write(
    folder: &Path,
    settings: &Settings,
    known: &[Known],
) -> Result<(), ExperimentError> {
    levels(settings, known).write(folder, Statistics::NAME)?;
    plies(settings, known).write(folder, "statistics-plies")?;
    moves(settings, known).write(folder, "statistics-moves")?;
    growth(settings, known).write(folder, "statistics-growth")?;
    for (stem, figure) in figures(settings, known) {
        figure.write(folder, stem)?;
    }
    Ok(())
}

/// A row for each level.
fn levels(settings: &Settings, known: &[Known]) -> Table {
    let whole: Vec<Seen> = known.iter().map(|known| known.survey.whole()).collect();
    let lengths = || known.iter().map(|known| &known.survey.lengths);
    let measurements = || known.iter().map(|known| &known.survey.measurements);
    let table = Table::new(settings, known.len())
        .integers("level", known.iter().map(|known| u64::from(known.level)))
        .integers("games", known.iter().map(|known| known.survey.num_games()))
        .numbers("mean_plies", lengths().map(Lengths::mean))
        .numbers("mean_plies_error", lengths().map(Lengths::standard_error))
        .numbers("measurements_per_game", measurements().map(Lengths::mean))
        .numbers(
            "measurements_per_game_error",
            measurements().map(Lengths::standard_error),
        );
    seen(table, &whole.iter().collect::<Vec<_>>())
}

/// A row for each level and ply.
fn plies(settings: &Settings, known: &[Known]) -> Table {
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

/// Adds what was seen to a table: one entry for each row.
fn seen(table: Table, rows: &[&Seen]) -> Table {
    let all = |of: fn(&Seen) -> &Lengths| rows.iter().map(move |seen| of(seen));
    let quantile = |share: f64| move |lengths: &Lengths| lengths.quantile(share);
    let per_ply = |seen: &&Seen| seen.outcomes.len() as f64 / seen.moves() as f64;
    let quantum = |seen: &&Seen| {
        let without = seen
            .components
            .iter()
            .next()
            .filter(|&(count, _)| count == 0);
        let without = without.map_or(0, |(_, positions)| positions);
        1.0 - without as f64 / seen.components.len() as f64
    };
    table
        .integers("positions", all(|seen| &seen.branching).map(Lengths::len))
        .numbers(
            "branching_mean",
            all(|seen| &seen.branching).map(Lengths::mean),
        )
        .numbers(
            "branching_deviation",
            all(|seen| &seen.branching).map(Lengths::deviation),
        )
        .numbers(
            "branching_10",
            all(|seen| &seen.branching).map(quantile(0.1)),
        )
        .numbers(
            "branching_50",
            all(|seen| &seen.branching).map(quantile(0.5)),
        )
        .numbers(
            "branching_90",
            all(|seen| &seen.branching).map(quantile(0.9)),
        )
        .integers("branching_max", all(|seen| &seen.branching).map(max))
        .numbers("measurements_per_ply", rows.iter().map(per_ply))
        .numbers(
            "outcomes_mean",
            all(|seen| &seen.outcomes).map(Lengths::mean),
        )
        .integers("outcomes_max", all(|seen| &seen.outcomes).map(max))
        .numbers(
            "entropy_bits_mean",
            rows.iter().map(|seen| seen.mean_entropy()),
        )
        .numbers("quantum_share", rows.iter().map(quantum))
        .numbers(
            "components_mean",
            all(|seen| &seen.components).map(Lengths::mean),
        )
        .integers("components_max", all(|seen| &seen.components).map(max))
        .numbers("slots_mean", all(|seen| &seen.slots).map(Lengths::mean))
        .integers("slots_max", all(|seen| &seen.slots).map(max))
        .numbers(
            "amplitudes_mean",
            all(|seen| &seen.amplitudes).map(Lengths::mean),
        )
        .integers("amplitudes_max", all(|seen| &seen.amplitudes).map(max))
        .numbers("pieces_mean", all(|seen| &seen.pieces).map(Lengths::mean))
        .integers("pieces_max", all(|seen| &seen.pieces).map(max))
}

fn max(lengths: &Lengths) -> Option<u64> {
    lengths.iter().last().map(|(length, _)| u64::from(length))
}

/// A row for each level, ply and kind of move; those without a ply are of all.
fn moves(settings: &Settings, known: &[Known]) -> Table {
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

/// A row for each level and number of plies from the start.
fn growth(settings: &Settings, known: &[Known]) -> Table {
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

fn figures(settings: &Settings, known: &[Known]) -> Vec<(&'static str, Figure)> {
    let figure = |title: &str, panels| Figure {
        title: title.into(),
        panels,
        settings: settings.clone(),
    };
    let last = known.iter().map(|known| reached(known).len()).max();
    let by_ply = |y: &str, value: fn(&Seen) -> Option<f64>| Panel {
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

/// The plies that are reached by enough games to be plotted.
fn reached(known: &Known) -> &[Seen] {
    let enough = REACHED * known.survey.num_games() as f64;
    let plies = &known.survey.plies;
    let few = plies
        .iter()
        .position(|seen| (seen.branching.len() as f64) < enough);
    &plies[..few.unwrap_or(plies.len())]
}

fn by_ply(known: &Known, value: fn(&Seen) -> Option<f64>) -> Line {
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

fn kinds(known: &[Known]) -> Panel {
    let whole: Vec<Seen> = known.iter().map(|known| known.survey.whole()).collect();
    let kinds: BTreeSet<&str> = whole
        .iter()
        .flat_map(|seen| seen.deeds.keys().copied())
        .collect();
    let places = (0_u32..).map(f64::from);
    let shares = |seen: &Seen| {
        let share = |(kind, x): (&&str, f64)| {
            let count = seen.deeds.get(kind).copied().unwrap_or_default();
            let y = count as f64 / seen.moves() as f64;
            // The moves of a game depend on each other: as if they did not, bars were too short.
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

fn positions(known: &[Known]) -> Panel {
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

fn name(known: &Known) -> String {
    format!("level {}", known.level)
}
