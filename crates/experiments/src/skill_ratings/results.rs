//! Tables and plot of the experiment.

use std::path::Path;

use cheqqers_arena::{Pairing, StandingRow, Standings, Z};

use super::design::{Cell, SkillRatings};
use cheqqers_picture::{Axis, ChartKind, DataSeries, Figure, Panel, Point};

use crate::{ExperimentError, Table, file};

/// A tournament and its final standings.
type FinishedTournament = (Cell, Standings);

pub(super) fn write(
    folder: &Path,
    ranking: &SkillRatings,
    held: &[FinishedTournament],
) -> Result<(), ExperimentError> {
    players(ranking, held).write(folder, SkillRatings::NAME)?;
    pairings(ranking, held).write(folder, "trueskill-meetings")?;
    file::write_figure(&figure(ranking, held), folder, SkillRatings::NAME)
}

/// The ratings of each tournament in a line, best first.
pub(super) fn summary(held: &[FinishedTournament]) -> String {
    let line = |(cell, standing): &FinishedTournament| {
        let rating = |row: &StandingRow| {
            format!(
                "{} {:.1} \u{b1} {:.1}",
                row.player,
                row.skill.mu,
                Z * row.skill.sigma
            )
        };
        let ratings: Vec<_> = standing.rows.iter().map(rating).collect();
        let Cell { size, level } = cell;
        format!("{size} x {size}, level {level}: {}\n", ratings.join(", "))
    };
    held.iter().map(line).collect()
}

/// Table with a row for each player of each tournament, best first. Elo ratings have the mean 0 in
/// each tournament.
fn players(ranking: &SkillRatings, held: &[FinishedTournament]) -> Table {
    let of = |(cell, standing): &'_ FinishedTournament| {
        let (cell, rows) = (*cell, standing.rows.clone());
        rows.into_iter().map(move |row| (cell, row))
    };
    let rows: Vec<_> = held.iter().flat_map(of).collect();
    let count = |of: fn(&StandingRow) -> u64| rows.iter().map(move |(_, row)| of(row));
    let number = |of: fn(&StandingRow) -> f64| rows.iter().map(move |(_, row)| of(row));
    let elo = |of: fn(&StandingRow) -> Option<f64>| rows.iter().map(move |(_, row)| of(row));
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

/// Table with a row for each pairing, with the score of its first player.
fn pairings(ranking: &SkillRatings, held: &[FinishedTournament]) -> Table {
    let of = |(cell, standing): &'_ FinishedTournament| {
        let (cell, pairings) = (*cell, standing.pairings.clone());
        pairings.into_iter().map(move |pairing| (cell, pairing))
    };
    let rows: Vec<_> = held.iter().flat_map(of).collect();
    let count = |of: fn(&Pairing) -> u64| rows.iter().map(move |(_, pairing)| of(pairing));
    Table::new(&ranking.settings(), rows.len())
        .integers("size", rows.iter().map(|(cell, _)| u64::from(cell.size)))
        .integers("level", rows.iter().map(|(cell, _)| u64::from(cell.level)))
        .words(
            "player",
            rows.iter().map(|(_, pairing)| pairing.first.clone()),
        )
        .words(
            "opponent",
            rows.iter().map(|(_, pairing)| pairing.second.clone()),
        )
        .integers("won", count(|pairing| pairing.score.won))
        .integers("drawn", count(|pairing| pairing.score.drawn))
        .integers("lost", count(|pairing| pairing.score.lost))
}

fn figure(ranking: &SkillRatings, held: &[FinishedTournament]) -> Figure {
    let panel = |&size: &u8| {
        let levels = ranking.levels.clone();
        let series = |player: String| DataSeries {
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
            x: Axis::named(
                "level",
                levels.map(|level| (level.into(), level.to_string())),
            ),
            y: Axis::from_zero("rating (TrueSkill, begins at 25)"),
            kind: ChartKind::Lines,
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
        settings: ranking.settings().line(),
    }
}

fn point(level: u8, row: &StandingRow) -> Point {
    let (mu, half) = (row.skill.mu, Z * row.skill.sigma);
    Point {
        x: level.into(),
        y: mu,
        error: Some((mu - half, mu + half)),
    }
}
