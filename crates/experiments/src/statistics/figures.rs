//! Plots of the experiment.

use std::collections::BTreeSet;
use std::path::Path;

use cheqqers_arena::PliesByOutcome;
use cheqqers_players::PlayerKind;

use super::survey::{GAME_ENTROPY_UNITS_PER_BIT, PlyCounts, Survey, VariantStatistics};
use crate::estimate::{mean, share};
use cheqqers_picture::{Axis, ChartKind, DataSeries, Figure, Panel, Point};

use crate::{ExperimentError, Settings, file};

/// Smallest number of plies of which a mark in plots is the mean.
const STRIDE: usize = 5;

/// The most marks of a line.
const MARKS: usize = 15;

/// Smallest share of games that must reach a ply for it to be plotted.
const REACHED: f64 = 0.1;

/// The most variants in one plot: of more, each game has plots of its own.
const MOST: usize = 14;

/// A variant in a plot: its name there, and its statistics.
type NamedVariant<'a> = (String, &'a VariantStatistics);

/// An outcome: its name, and its number of games.
type NamedCount = (&'static str, fn(&PliesByOutcome) -> u64);

const OUTCOMES: [NamedCount; 3] = [
    ("White won", |plies| plies.white_won.len()),
    ("Black won", |plies| plies.black_won.len()),
    ("drawn", |plies| plies.draws.len()),
];

/// Writes all plots, as `STEM`, or as `STEM-GAME` of each game.
///
/// # Errors
/// Returns an error if the folder takes no files.
pub(super) fn write(
    folder: &Path,
    settings: &Settings,
    player: &PlayerKind,
    known: &[VariantStatistics],
) -> Result<(), ExperimentError> {
    let mut games: Vec<&str> = known.iter().map(|known| known.variant.game.name).collect();
    games.sort_unstable();
    games.dedup();
    let parts: Vec<(String, Vec<NamedVariant<'_>>)> = if games.len() > 1 && known.len() <= MOST {
        let named = known.iter().map(|known| (known.variant.full_name(), known));
        vec![(String::new(), named.collect())]
    } else {
        let part = |game: &&str| {
            let known = known
                .iter()
                .filter(|known| known.variant.game.name == *game);
            let named = known.map(|known| (known.variant.short_name(), known));
            let ending = if games.len() > 1 {
                format!("-{game}")
            } else {
                String::new()
            };
            (ending, named.collect())
        };
        games.iter().map(part).collect()
    };
    for (ending, known) in &parts {
        for (stem, figure) in figures(settings, player, known) {
            file::write_figure(&figure, folder, &format!("{stem}{ending}"))?;
        }
    }
    Ok(())
}

fn figures(
    settings: &Settings,
    player: &PlayerKind,
    known: &[NamedVariant<'_>],
) -> Vec<(&'static str, Figure)> {
    let of = match player {
        PlayerKind::Random => "random games".to_owned(),
        player => format!("games of {player}"),
    };
    let game = known
        .first()
        .map_or("", |(_, known)| known.variant.game.name);
    let is_of_one = known
        .iter()
        .all(|(_, known)| known.variant.game.name == game);
    let which = if is_of_one {
        format!(": {game}")
    } else {
        String::new()
    };
    let figure = |title: &str, panels| Figure {
        title: format!("{title} {of}{which}"),
        panels,
        settings: settings.line(),
    };
    let last = known.iter().map(|(_, known)| reached(known).len()).max();
    let last = last.unwrap_or(1).max(1);
    let by_ply = |y: &str, value: fn(&PlyCounts) -> Option<f64>| Panel {
        title: String::new(),
        x: Axis::within("ply", 0.0, last as f64),
        y: Axis::from_zero(y),
        kind: ChartKind::Lines,
        series: known.iter().map(|known| by_ply(known, value)).collect(),
    };
    let bits_of_ply = |seen: &PlyCounts| {
        let bits = seen.mean_entropy().unwrap_or(0.0);
        Some(bits * measurements(seen))
    };
    let growth = Figure {
        title: format!("Positions that can be reached{which}"),
        ..figure("", vec![positions(known)])
    };
    vec![
        (
            "statistics-results",
            figure("Results of", vec![results(known)]),
        ),
        (
            "statistics-games",
            figure(
                "Length and measurements of",
                vec![
                    by_variant(known, "plies of a game (mean)", |x, survey| {
                        mean(x, &survey.plies_by_outcome.finished())
                    }),
                    by_variant(known, "measurements of a game (mean)", |x, survey| {
                        mean(x, &survey.measurements)
                    }),
                    by_variant(known, "bits learnt in a game (mean)", |x, survey| {
                        let mean = mean(x, &survey.entropies)?;
                        Some(mean.scaled(1.0 / GAME_ENTROPY_UNITS_PER_BIT))
                    }),
                ],
            ),
        ),
        (
            "statistics-branching",
            figure(
                "Legal moves and measurements in",
                vec![
                    by_ply("legal moves (mean)", |seen| seen.branching.mean()),
                    by_ply("measurements for a ply (mean)", |seen| {
                        Some(measurements(seen))
                    }),
                    by_ply("bits learnt by a ply (mean)", bits_of_ply),
                ],
            ),
        ),
        (
            "statistics-components",
            figure(
                "Components in",
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
        ("statistics-moves", figure("Moves of", vec![kinds(known)])),
        ("statistics-growth", growth),
    ]
}

/// Measurements for a ply, on average.
fn measurements(seen: &PlyCounts) -> f64 {
    seen.outcomes.len() as f64 / seen.moves() as f64
}

/// Places of the variants on an axis.
fn places(known: &[NamedVariant<'_>]) -> Axis {
    let names = known.iter().map(|(name, _)| name.clone());
    Axis::named("", (0_u32..).map(f64::from).zip(names))
}

fn results(known: &[NamedVariant<'_>]) -> Panel {
    let series = |(name, count): NamedCount| {
        let point = |((_, known), x): (&NamedVariant<'_>, u32)| {
            let plies = &known.survey.plies_by_outcome;
            share(x.into(), count(plies), plies.games())
        };
        DataSeries {
            name: name.into(),
            points: known.iter().zip(0..).filter_map(point).collect(),
        }
    };
    Panel {
        title: String::new(),
        x: places(known),
        y: Axis::within("share of games", 0.0, 1.0),
        kind: ChartKind::Bars,
        series: OUTCOMES.into_iter().map(series).collect(),
    }
}

fn by_variant(
    known: &[NamedVariant<'_>],
    y: &str,
    value: fn(f64, &Survey) -> Option<Point>,
) -> Panel {
    let points = known.iter().zip(0_u32..);
    let points = points.filter_map(|((_, known), x)| value(x.into(), &known.survey));
    Panel {
        title: String::new(),
        x: places(known),
        y: Axis::from_zero(y),
        kind: ChartKind::Bars,
        series: vec![DataSeries {
            name: String::new(),
            points: points.collect(),
        }],
    }
}

/// Plies that are reached by enough games to be plotted.
fn reached(known: &VariantStatistics) -> &[PlyCounts] {
    let enough = REACHED * known.survey.num_games() as f64;
    let plies = &known.survey.plies;
    let few = plies
        .iter()
        .position(|seen| (seen.branching.len() as f64) < enough);
    &plies[..few.unwrap_or(plies.len())]
}

/// A line with a mark for each part of several plies.
fn by_ply((name, known): &NamedVariant<'_>, value: fn(&PlyCounts) -> Option<f64>) -> DataSeries {
    let plies = reached(known);
    let stride = STRIDE.max(plies.len().div_ceil(MARKS));
    let point = |(part, counts): (usize, &[PlyCounts])| {
        let first = part * stride + 1;
        let middle = first as f64 + (counts.len() - 1) as f64 / 2.0;
        Some(Point {
            x: middle,
            y: value(&PlyCounts::sum(counts))?,
            error: None,
        })
    };
    DataSeries {
        name: name.clone(),
        points: plies.chunks(stride).enumerate().filter_map(point).collect(),
    }
}

fn kinds(known: &[NamedVariant<'_>]) -> Panel {
    let whole: Vec<PlyCounts> = known
        .iter()
        .map(|(_, known)| known.survey.whole())
        .collect();
    let kinds: BTreeSet<&str> = whole
        .iter()
        .flat_map(|seen| seen.move_kinds.keys().copied())
        .collect();
    let places = (0_u32..).map(f64::from);
    let shares = |seen: &PlyCounts| {
        let share = |(kind, x): (&&str, f64)| {
            let count = seen.move_kinds.get(kind).copied().unwrap_or_default();
            let y = count as f64 / seen.moves() as f64;
            // Without error bars, as the moves of a game are not independent.
            Point { x, y, error: None }
        };
        kinds.iter().zip(places.clone()).map(share).collect()
    };
    Panel {
        title: String::new(),
        x: Axis::named(
            "kind of move",
            places.clone().zip(kinds.iter().map(ToString::to_string)),
        ),
        y: Axis::from_zero("share of moves"),
        kind: ChartKind::Bars,
        series: known
            .iter()
            .zip(&whole)
            .map(|((name, _), seen)| DataSeries {
                name: name.clone(),
                points: shares(seen),
            })
            .collect(),
    }
}

fn positions(known: &[NamedVariant<'_>]) -> Panel {
    let deepest = known
        .iter()
        .map(|(_, known)| known.growth.len())
        .max()
        .unwrap_or(1);
    let depths = (1_u32..).take(deepest);
    Panel {
        title: String::new(),
        x: Axis::named(
            "plies from the start",
            depths.map(|depth| (depth.into(), depth.to_string())),
        ),
        y: Axis::logarithmic("different positions"),
        kind: ChartKind::Lines,
        series: known
            .iter()
            .map(|(name, known)| DataSeries {
                name: name.clone(),
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
