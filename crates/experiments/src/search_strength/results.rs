//! Table and plot of the experiment.

use std::path::Path;

use cheqqers_arena::{Frequencies, PliesByOutcome};
use cheqqers_game::Colour;

use crate::estimate::{percent, share};
use cheqqers_picture::{Axis, ChartKind, DataSeries, Figure, Panel, Point};

use crate::{ExperimentError, Settings, Table, file};

/// Games of a level in which the search had a colour.
type Sum = (u8, Colour, PliesByOutcome);

/// An outcome for the search: its name, and its number of games.
type NamedCount = (&'static str, fn(Colour, &PliesByOutcome) -> u64);

const OUTCOMES: [NamedCount; 3] = [
    ("won", won),
    ("drawn", |_, tally| tally.draws.len()),
    ("lost", lost),
];

pub(super) fn write(
    folder: &Path,
    settings: &Settings,
    sums: &[Sum],
) -> Result<(), ExperimentError> {
    table(settings, sums).write(folder, settings.experiment())?;
    file::write_figure(&figure(settings, sums), folder, settings.experiment())
}

/// The share of games that the search won, in a line for each level and colour.
pub(super) fn summary(sums: &[Sum]) -> String {
    let line = |(level, colour, tally): &Sum| {
        let (won, games) = (won(*colour, tally), tally.games());
        let share = percent(won, games);
        format!("level {level}: as {colour} the search won {won} of {games} games{share}\n")
    };
    sums.iter().map(line).collect()
}

fn table(settings: &Settings, sums: &[Sum]) -> Table {
    let wins = |(_, colour, tally): &Sum| (won(*colour, tally), tally.games());
    let wins: Vec<_> = sums.iter().map(wins).collect();
    let finished: Vec<Frequencies> = sums.iter().map(|sum| sum.2.finished()).collect();
    let table = Table::new(settings, sums.len())
        .integers("level", sums.iter().map(|sum| u64::from(sum.0)))
        .words("mcts", sums.iter().map(|sum| sum.1.to_string()));
    let counts = OUTCOMES.into_iter().fold(table, |table, (name, count)| {
        table.integers(name, sums.iter().map(|sum| count(sum.1, &sum.2)))
    });
    counts
        .shares("won_share", &wins)
        .means("mean_plies", &finished)
}

fn figure(settings: &Settings, sums: &[Sum]) -> Figure {
    let panel = |colour: Colour| {
        let sums = || sums.iter().filter(move |sum| sum.1 == colour);
        Panel {
            title: format!("the search plays {colour}"),
            x: Axis::named("level", sums().map(|sum| (sum.0.into(), sum.0.to_string()))),
            y: Axis::within("share of games", 0.0, 1.0),
            kind: ChartKind::Bars,
            series: OUTCOMES
                .into_iter()
                .map(|(name, count)| DataSeries {
                    name: format!("{name} by the search"),
                    points: sums().filter_map(|sum| point(sum, count)).collect(),
                })
                .collect(),
        }
    };
    Figure {
        title: "Monte Carlo tree search against random moves".into(),
        panels: vec![panel(Colour::White), panel(Colour::Black)],
        settings: settings.line(),
    }
}

fn point((level, colour, tally): &Sum, count: fn(Colour, &PliesByOutcome) -> u64) -> Option<Point> {
    share((*level).into(), count(*colour, tally), tally.games())
}

fn won(colour: Colour, tally: &PliesByOutcome) -> u64 {
    match colour {
        Colour::White => tally.white_won.len(),
        Colour::Black => tally.black_won.len(),
    }
}

fn lost(colour: Colour, tally: &PliesByOutcome) -> u64 {
    won(colour.opponent(), tally)
}
