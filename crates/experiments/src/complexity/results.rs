//! Tables and plots of the experiment.

use std::path::Path;

use cheqqers_arena::{Frequencies, PliesByOutcome};

use super::design::{Cell, Complexity, ROWS};
use crate::estimate::{mean, percent, share};
use cheqqers_picture::{Axis, ChartKind, DataSeries, Figure, Panel, Point};

use crate::{ExperimentError, Table, file};

pub(super) fn write(
    folder: &Path,
    complexity: &Complexity,
    cells: &[(Cell, PliesByOutcome)],
) -> Result<(), ExperimentError> {
    table(complexity, cells).write(folder, Complexity::NAME)?;
    lengths(complexity, cells).write(folder, "complexity-lengths")?;
    for (stem, figure) in figures(complexity, cells) {
        file::write_figure(&figure, folder, stem)?;
    }
    Ok(())
}

/// Length and draws of the games on the largest board, in a line for each level and rule.
pub(super) fn summary(cells: &[(Cell, PliesByOutcome)]) -> String {
    let largest = cells.iter().map(|(cell, _)| cell.size).max();
    let line = |(cell, tally): &(Cell, PliesByOutcome)| {
        let finished = tally.finished();
        let plies = match mean(0.0, &finished) {
            Some(Point { y, error, .. }) => {
                let half = error.map_or(0.0, |(low, high)| (high - low) / 2.0);
                format!("{y:.1} \u{b1} {half:.1} plies")
            }
            None => "too few games for a mean".into(),
        };
        let draws = match cell.draw_after {
            Some(_) => {
                let (draws, games) = (tally.draws.len(), finished.len());
                format!(", draws: {draws} of {games}{}", percent(draws, games))
            }
            None => ", without draws".into(),
        };
        let Cell { size, level, .. } = cell;
        format!("{size} x {size}, level {level}: {plies}{draws}\n")
    };
    let cells = cells.iter().filter(|(cell, _)| Some(cell.size) == largest);
    cells.map(line).collect()
}

/// Table with a row for each set of games. Means, medians and rates are of finished games; an estimated
/// share has the ends of its 95 % interval beside it.
fn table(complexity: &Complexity, cells: &[(Cell, PliesByOutcome)]) -> Table {
    let of_cell = |value: fn(&Cell) -> u64| cells.iter().map(move |(cell, _)| value(cell));
    let count =
        |value: fn(&PliesByOutcome) -> u64| cells.iter().map(move |(_, tally)| value(tally));
    let finished: Vec<Frequencies> = cells.iter().map(|(_, tally)| tally.finished()).collect();
    let decisive: Vec<Frequencies> = cells.iter().map(|(_, tally)| tally.decisive()).collect();
    let draws = |(_, tally): &(Cell, PliesByOutcome)| (tally.draws.len(), tally.finished().len());
    let draws: Vec<_> = cells.iter().map(draws).collect();
    let white =
        |(_, tally): &(Cell, PliesByOutcome)| (tally.white_won.len(), tally.decisive().len());
    let white: Vec<_> = cells.iter().map(white).collect();
    Table::new(&complexity.settings(), cells.len())
        .integers("size", of_cell(|cell| cell.size.into()))
        .integers("level", of_cell(|cell| cell.level.into()))
        .integers("rows", of_cell(|_| ROWS.into()))
        .integers(
            "draw_after",
            cells.iter().map(|(cell, _)| cell.draw_after.map(u64::from)),
        )
        .integers("games", count(PliesByOutcome::games))
        .integers("white_won", count(|tally| tally.white_won.len()))
        .integers("black_won", count(|tally| tally.black_won.len()))
        .integers("draws", count(|tally| tally.draws.len()))
        .integers("unfinished", count(|tally| tally.unfinished.len()))
        .means("mean_plies", &finished)
        .numbers("median_plies", finished.iter().map(Frequencies::median))
        .means("mean_plies_decisive", &decisive)
        .numbers(
            "median_plies_decisive",
            decisive.iter().map(Frequencies::median),
        )
        .shares("draw_rate", &draws)
        .shares("white_share", &white)
        .integers(
            "cell_seed",
            cells.iter().map(|(cell, _)| cell.seed(complexity.seed)),
        )
}

/// Table with a row for each set, outcome and number of plies that occurred.
fn lengths(complexity: &Complexity, cells: &[(Cell, PliesByOutcome)]) -> Table {
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

fn figures(
    complexity: &Complexity,
    cells: &[(Cell, PliesByOutcome)],
) -> [(&'static str, Figure); 3] {
    let settings = complexity.settings();
    let panel =
        |title: &str, y: Axis, drawn: bool, value: fn(f64, &PliesByOutcome) -> Option<Point>| {
            let sizes = complexity.sizes.clone();
            Panel {
                title: title.into(),
                x: Axis::named(
                    "board size (squares on a side)",
                    sizes.map(|size| (f64::from(size), size.to_string())),
                ),
                y,
                kind: ChartKind::Lines,
                series: series(cells, drawn, value),
            }
        };
    let plies = || Axis::from_zero("mean length of a game (plies)");
    let share_axis = |label| Axis::within(label, 0.0, 1.0);
    let figure = |title: &str, panels| Figure {
        title: title.into(),
        panels,
        settings: settings.line(),
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

/// Figure with a line for each level over all sizes.
fn series(
    cells: &[(Cell, PliesByOutcome)],
    drawn: bool,
    value: fn(f64, &PliesByOutcome) -> Option<Point>,
) -> Vec<DataSeries> {
    let mut all: Vec<DataSeries> = Vec::new();
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
            None => all.push(DataSeries {
                name,
                points: vec![point],
            }),
        }
    }
    all
}

fn draw_rate(x: f64, tally: &PliesByOutcome) -> Option<Point> {
    share(x, tally.draws.len(), tally.finished().len())
}

fn white_share(x: f64, tally: &PliesByOutcome) -> Option<Point> {
    share(x, tally.white_won.len(), tally.decisive().len())
}
