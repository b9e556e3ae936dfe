//! The tables and the plot of the experiment.

use std::path::Path;

use super::{Held, Ranking};
use crate::arena::{Meeting, Row};
use crate::rating::Z;
use crate::{Axis, ExperimentError, Figure, Line, Marks, Panel, Point, Table};

pub(super) fn write(
    folder: &Path,
    ranking: &Ranking,
    held: &[Held],
) -> Result<(), ExperimentError> {
    players(ranking, held).write(folder, Ranking::NAME)?;
    meetings(ranking, held).write(folder, "trueskill-meetings")?;
    figure(ranking, held).write(folder, Ranking::NAME)
}

/// A row for each player of each tournament, best first. Elo ratings have the mean 0 there.
fn players(ranking: &Ranking, held: &[Held]) -> Table {
    let of = |(cell, standing): &'_ Held| {
        let (cell, rows) = (*cell, standing.rows.clone());
        rows.into_iter().map(move |row| (cell, row))
    };
    let rows: Vec<_> = held.iter().flat_map(of).collect();
    let count = |of: fn(&Row) -> u64| rows.iter().map(move |(_, row)| of(row));
    let number = |of: fn(&Row) -> f64| rows.iter().map(move |(_, row)| of(row));
    let elo = |of: fn(&Row) -> Option<f64>| rows.iter().map(move |(_, row)| of(row));
    Table::new(&ranking.settings(), rows.len())
        .integers("size", rows.iter().map(|(cell, _)| u64::from(cell.size)))
        .integers("level", rows.iter().map(|(cell, _)| u64::from(cell.level)))
        .words("player", rows.iter().map(|(_, row)| row.player.clone()))
        .integers("won", count(|row| row.score.won))
        .integers("drawn", count(|row| row.score.drawn))
        .integers("lost", count(|row| row.score.lost))
        .numbers("mu", number(|row| row.skill.mu))
        .numbers("sigma", number(|row| row.skill.sigma))
        .numbers("elo", elo(|row| row.elo.map(|elo| elo.value)))
        .numbers("elo_low", elo(|row| row.elo.map(|elo| elo.low)))
        .numbers("elo_high", elo(|row| row.elo.map(|elo| elo.high)))
}

/// A row for each pairing, seen from its first player.
fn meetings(ranking: &Ranking, held: &[Held]) -> Table {
    let of = |(cell, standing): &'_ Held| {
        let (cell, meetings) = (*cell, standing.meetings.clone());
        meetings.into_iter().map(move |meeting| (cell, meeting))
    };
    let rows: Vec<_> = held.iter().flat_map(of).collect();
    let count = |of: fn(&Meeting) -> u64| rows.iter().map(move |(_, meeting)| of(meeting));
    Table::new(&ranking.settings(), rows.len())
        .integers("size", rows.iter().map(|(cell, _)| u64::from(cell.size)))
        .integers("level", rows.iter().map(|(cell, _)| u64::from(cell.level)))
        .words(
            "player",
            rows.iter().map(|(_, meeting)| meeting.first.clone()),
        )
        .words(
            "opponent",
            rows.iter().map(|(_, meeting)| meeting.second.clone()),
        )
        .integers("won", count(|meeting| meeting.score.won))
        .integers("drawn", count(|meeting| meeting.score.drawn))
        .integers("lost", count(|meeting| meeting.score.lost))
}

fn figure(ranking: &Ranking, held: &[Held]) -> Figure {
    let panel = |&size: &u8| {
        let levels = ranking.levels.clone();
        let series = |player: String| Line {
            points: held
                .iter()
                .filter(|(cell, _)| cell.size == size)
                .filter_map(|(cell, standing)| {
                    let row = standing.rows.iter().find(|row| row.player == player)?;
                    Some(point(cell.level, row))
                })
                .collect(),
            name: player,
        };
        Panel {
            title: format!("board of {size} x {size}"),
            x: Axis::places(
                "level",
                levels.map(|level| (level.into(), level.to_string())),
            ),
            y: Axis::from_zero("rating (TrueSkill, begins at 25)"),
            marks: Marks::Lines,
            series: ranking
                .players
                .iter()
                .map(|kind| series(kind.to_string()))
                .collect(),
        }
    };
    Figure {
        title: "Ratings after everybody has played everybody".into(),
        panels: ranking.sizes.iter().map(panel).collect(),
        settings: ranking.settings(),
    }
}

fn point(level: u8, row: &Row) -> Point {
    let (mu, half) = (row.skill.mu, Z * row.skill.sigma);
    Point {
        x: level.into(),
        y: mu,
        error: Some((mu - half, mu + half)),
    }
}
