//! The tables and plots of the experiment.

use std::path::Path;

use super::{Cell, Complexity, ROWS};
use crate::estimate::{mean, share};
use crate::{
    Axis, ExperimentError, Figure, Lengths, Line, Marks, Panel, Point, Table, Tally, wilson,
};

pub(super) fn write(
    folder: &Path,
    complexity: &Complexity,
    cells: &[(Cell, Tally)],
) -> Result<(), ExperimentError> {
    table(complexity, cells).write(folder, Complexity::NAME)?;
    lengths(complexity, cells).write(folder, "complexity-lengths")?;
    for (stem, figure) in figures(complexity, cells) {
        figure.write(folder, stem)?;
    }
    Ok(())
}

/// A row for each set of games. Means, medians and rates are of games that ended; a share that is an
/// estimate stands between the ends of its 95 % interval.
fn table(complexity: &Complexity, cells: &[(Cell, Tally)]) -> Table {
    let of_cell = |value: fn(&Cell) -> u64| cells.iter().map(move |(cell, _)| value(cell));
    let count = |value: fn(&Tally) -> u64| cells.iter().map(move |(_, tally)| value(tally));
    let finished: Vec<Lengths> = cells.iter().map(|(_, tally)| tally.finished()).collect();
    let decisive: Vec<Lengths> = cells.iter().map(|(_, tally)| tally.decisive()).collect();
    let draws = || {
        cells
            .iter()
            .map(|(_, tally)| (tally.draws.len(), tally.finished().len()))
    };
    let white = || {
        cells
            .iter()
            .map(|(_, tally)| (tally.white_won.len(), tally.decisive().len()))
    };
    Table::new(&complexity.settings(), cells.len())
        .integers("size", of_cell(|cell| cell.size.into()))
        .integers("level", of_cell(|cell| cell.level.into()))
        .integers("rows", of_cell(|_| ROWS.into()))
        .integers(
            "draw_after",
            cells.iter().map(|(cell, _)| cell.draw_after.map(u64::from)),
        )
        .integers("games", count(Tally::games))
        .integers("white_won", count(|tally| tally.white_won.len()))
        .integers("black_won", count(|tally| tally.black_won.len()))
        .integers("draws", count(|tally| tally.draws.len()))
        .integers("unfinished", count(|tally| tally.unfinished.len()))
        .numbers("mean_plies", finished.iter().map(Lengths::mean))
        .numbers(
            "mean_plies_error",
            finished.iter().map(Lengths::standard_error),
        )
        .numbers("median_plies", finished.iter().map(Lengths::median))
        .numbers("mean_plies_decisive", decisive.iter().map(Lengths::mean))
        .numbers(
            "mean_plies_decisive_error",
            decisive.iter().map(Lengths::standard_error),
        )
        .numbers(
            "median_plies_decisive",
            decisive.iter().map(Lengths::median),
        )
        .numbers("draw_rate", draws().map(rate))
        .numbers("draw_rate_low", draws().map(low))
        .numbers("draw_rate_high", draws().map(high))
        .numbers("white_share", white().map(rate))
        .numbers("white_share_low", white().map(low))
        .numbers("white_share_high", white().map(high))
        .integers(
            "cell_seed",
            cells.iter().map(|(cell, _)| cell.seed(complexity.seed)),
        )
}

fn rate((part, of): (u64, u64)) -> Option<f64> {
    (of > 0).then(|| part as f64 / of as f64)
}

fn low((part, of): (u64, u64)) -> Option<f64> {
    Some(wilson(part, of)?.0)
}

fn high((part, of): (u64, u64)) -> Option<f64> {
    Some(wilson(part, of)?.1)
}

/// A row for each number of plies with which games of a set ended in some way.
fn lengths(complexity: &Complexity, cells: &[(Cell, Tally)]) -> Table {
    let mut rows = Vec::new();
    for (cell, tally) in cells {
        for (outcome, lengths) in tally.named() {
            for (plies, games) in lengths.iter() {
                rows.push((cell, outcome, plies, games));
            }
        }
    }
    Table::new(&complexity.settings(), rows.len())
        .integers("size", rows.iter().map(|row| u64::from(row.0.size)))
        .integers("level", rows.iter().map(|row| u64::from(row.0.level)))
        .integers(
            "draw_after",
            rows.iter().map(|row| row.0.draw_after.map(u64::from)),
        )
        .words("outcome", rows.iter().map(|row| row.1.to_owned()))
        .integers("plies", rows.iter().map(|row| u64::from(row.2)))
        .integers("count", rows.iter().map(|row| row.3))
}

fn figures(complexity: &Complexity, cells: &[(Cell, Tally)]) -> [(&'static str, Figure); 3] {
    let settings = complexity.settings();
    let panel = |title: &str, y: Axis, drawn: bool, value: fn(f64, &Tally) -> Option<Point>| {
        let sizes = complexity.sizes.clone();
        Panel {
            title: title.into(),
            x: Axis::places(
                "board size (squares on a side)",
                sizes.map(|size| (f64::from(size), size.to_string())),
            ),
            y,
            marks: Marks::Lines,
            series: series(cells, drawn, value),
        }
    };
    let plies = || Axis::from_zero("mean length of a game (plies)");
    let share_axis = |label| Axis::within(label, 0.0, 1.0);
    let figure = |title: &str, panels| Figure {
        title: title.into(),
        panels,
        settings: settings.clone(),
    };
    [
        (
            "complexity-length",
            figure(
                "Length of random games, a draw after 40 plies without a capture",
                vec![
                    panel("all games", plies(), true, |x, tally| {
                        mean(x, &tally.finished())
                    }),
                    panel("without draws", plies(), true, |x, tally| {
                        mean(x, &tally.decisive())
                    }),
                ],
            ),
        ),
        (
            "complexity-draws",
            figure(
                "Random games, a draw after 40 plies without a capture",
                vec![
                    panel("", share_axis("draws (share of games)"), true, draw_rate),
                    panel(
                        "",
                        share_axis("won by White (share of decided games)"),
                        true,
                        white_share,
                    ),
                ],
            ),
        ),
        (
            "complexity-endless",
            figure(
                "Length of random games, played until somebody has won",
                vec![
                    panel("", plies(), false, |x, tally| mean(x, &tally.finished())),
                    panel(
                        "",
                        Axis::logarithmic("mean length of a game (plies)"),
                        false,
                        |x, tally| mean(x, &tally.finished()),
                    ),
                ],
            ),
        ),
    ]
}

/// A line for each level over all sizes.
fn series(
    cells: &[(Cell, Tally)],
    drawn: bool,
    value: fn(f64, &Tally) -> Option<Point>,
) -> Vec<Line> {
    let mut all: Vec<Line> = Vec::new();
    for (cell, tally) in cells {
        if cell.draw_after.is_some() != drawn {
            continue;
        }
        let Some(point) = value(cell.size.into(), tally) else {
            continue;
        };
        let name = format!("level {}", cell.level);
        match all.iter_mut().find(|series| series.name == name) {
            Some(series) => series.points.push(point),
            None => all.push(Line {
                name,
                points: vec![point],
            }),
        }
    }
    all
}

fn draw_rate(x: f64, tally: &Tally) -> Option<Point> {
    share(x, tally.draws.len(), tally.finished().len())
}

fn white_share(x: f64, tally: &Tally) -> Option<Point> {
    share(x, tally.white_won.len(), tally.decisive().len())
}
