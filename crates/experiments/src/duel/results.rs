//! The table and plot of the experiment.

use std::path::Path;

use cheqqers_game::Colour;

use super::Duel;
use crate::estimate::share;
use crate::{
    Axis, ExperimentError, Figure, Lengths, Line, Marks, Panel, Point, Settings, Table, Tally,
    wilson,
};

/// Games of a level in which the search had a colour.
type Sum = (u8, Colour, Tally);

/// A way to end, seen by the search: its name and its games.
type Way = (&'static str, fn(Colour, &Tally) -> u64);

const WAYS: [Way; 3] = [
    ("won", won),
    ("drawn", |_, tally| tally.draws.len()),
    ("lost", lost),
];

pub(super) fn write(
    folder: &Path,
    settings: &Settings,
    sums: &[Sum],
) -> Result<(), ExperimentError> {
    table(settings, sums).write(folder, Duel::NAME)?;
    figure(settings, sums).write(folder, Duel::NAME)
}

fn table(settings: &Settings, sums: &[Sum]) -> Table {
    let interval = |(_, colour, tally): &Sum| wilson(won(*colour, tally), tally.games());
    let finished: Vec<Lengths> = sums.iter().map(|sum| sum.2.finished()).collect();
    let table = Table::new(settings, sums.len())
        .integers("level", sums.iter().map(|sum| u64::from(sum.0)))
        .words("mcts", sums.iter().map(|sum| sum.1.to_string()));
    let ways = WAYS.into_iter().fold(table, |table, (name, count)| {
        table.integers(name, sums.iter().map(|sum| count(sum.1, &sum.2)))
    });
    ways.numbers(
        "won_share",
        sums.iter()
            .map(|sum| won(sum.1, &sum.2) as f64 / sum.2.games() as f64),
    )
    .numbers(
        "won_share_low",
        sums.iter().map(|sum| interval(sum).map(|ends| ends.0)),
    )
    .numbers(
        "won_share_high",
        sums.iter().map(|sum| interval(sum).map(|ends| ends.1)),
    )
    .numbers("mean_plies", finished.iter().map(Lengths::mean))
    .numbers(
        "mean_plies_error",
        finished.iter().map(Lengths::standard_error),
    )
}

fn figure(settings: &Settings, sums: &[Sum]) -> Figure {
    let panel = |colour: Colour| {
        let sums = || sums.iter().filter(move |sum| sum.1 == colour);
        Panel {
            title: format!("the search plays {colour}"),
            x: Axis::places("level", sums().map(|sum| (sum.0.into(), sum.0.to_string()))),
            y: Axis::within("share of games", 0.0, 1.0),
            marks: Marks::Bars,
            series: WAYS
                .into_iter()
                .map(|(name, count)| Line {
                    name: format!("{name} by the search"),
                    points: sums().filter_map(|sum| point(sum, count)).collect(),
                })
                .collect(),
        }
    };
    Figure {
        title: "Monte Carlo tree search against random moves".into(),
        panels: vec![panel(Colour::White), panel(Colour::Black)],
        settings: settings.clone(),
    }
}

fn point((level, colour, tally): &Sum, count: fn(Colour, &Tally) -> u64) -> Option<Point> {
    share((*level).into(), count(*colour, tally), tally.games())
}

fn won(colour: Colour, tally: &Tally) -> u64 {
    match colour {
        Colour::White => tally.white_won.len(),
        Colour::Black => tally.black_won.len(),
    }
}

fn lost(colour: Colour, tally: &Tally) -> u64 {
    won(colour.opponent(), tally)
}
