//! Table and plot of the experiment, and the same in Markdown.

use std::fmt::Write;
use std::path::Path;

use cheqqers_arena::{Regret, RegretMean, StandingRow, Standings};

use super::design::Strength;
use super::regrets::BoardRegrets;
use cheqqers_picture::{Axis, ChartKind, DataSeries, Figure, Panel, Point};

use crate::{ExperimentError, Table, file};

/// A level and its final standings.
type LevelStandings = (u8, Standings);

pub(super) fn write(
    folder: &Path,
    strength: &Strength,
    held: &[LevelStandings],
    regrets: &[BoardRegrets],
) -> Result<(), ExperimentError> {
    table(strength, held).write(folder, Strength::NAME)?;
    file::write_figure(&figure(strength, held), folder, Strength::NAME)?;
    let path = folder.join(Strength::NAME).with_extension("md");
    file::write(&path, markdown(strength, held, regrets).as_bytes())
}

/// Table with a row for each player, best first by the mean of its adjusted ratings, and a column for each level and each
/// solved board.
pub(super) fn markdown(
    strength: &Strength,
    held: &[LevelStandings],
    regrets: &[BoardRegrets],
) -> String {
    let rating = |standings: &Standings, name: &str| {
        let row = standings.rows.iter().find(|row| row.name == name)?;
        row.adjusted.map(|adjusted| adjusted.elo)
    };
    let mut players: Vec<_> = strength
        .players
        .iter()
        .enumerate()
        .map(|(number, player)| {
            let ratings = held
                .iter()
                .map(|(_, standings)| rating(standings, &player.name));
            let ratings: Vec<_> = ratings.collect();
            let sum: f64 = ratings.iter().flatten().map(|elo| elo.value).sum();
            (sum, &player.name, ratings, number)
        })
        .collect();
    players.sort_by(|a, b| b.0.total_cmp(&a.0));
    let mut text = String::from("| player |");
    for (level, _) in held {
        let _ = write!(text, " level {level} |");
    }
    for number in 1..=regrets.len() {
        let _ = write!(text, " lost on board {number} |");
    }
    text += "\n| --- |";
    text += &" ---: |".repeat(held.len() + regrets.len());
    text.push('\n');
    for (_, name, ratings, number) in players {
        let _ = write!(text, "| `{name}` |");
        for elo in ratings {
            match elo {
                Some(elo) => {
                    // No zero below zero.
                    let value = elo.value.round() + 0.0;
                    let _ = write!(text, " {value:+.0} ± {:.0} |", elo.high - elo.value);
                }
                None => text += " - |",
            }
        }
        for board in regrets {
            let RegretMean { mean, margin } = Regret::of(&board.players[number]).per_game;
            let _ = write!(text, " {mean:.3} ± {margin:.3} |");
        }
        text.push('\n');
    }
    let Strength { games, seed, .. } = strength;
    let _ = writeln!(
        text,
        "\nElo adjusted by luck, around a mean of 0 at each level, with 95 % intervals: protocol {}, {games} games for each pairing and level, seed {seed}, version {}.",
        Strength::PROTOCOL,
        crate::settings::VERSION,
    );
    for (board, number) in regrets.iter().zip(1..) {
        let _ = writeln!(
            text,
            "\nBoard {number}, {}: the value lost by a game, on average of {} games against the perfect player.",
            board.board,
            strength.regret_games(),
        );
    }
    text
}

fn table(strength: &Strength, held: &[LevelStandings]) -> Table {
    let of = |(level, standings): &'_ LevelStandings| {
        let (level, rows) = (*level, standings.rows.clone());
        rows.into_iter().map(move |row| (level, row))
    };
    let rows: Vec<_> = held.iter().flat_map(of).collect();
    let count = |of: fn(&StandingRow) -> u64| rows.iter().map(move |(_, row)| of(row));
    let number = |of: fn(&StandingRow) -> Option<f64>| rows.iter().map(move |(_, row)| of(row));
    Table::new(&strength.settings(), rows.len())
        .integers("level", rows.iter().map(|(level, _)| u64::from(*level)))
        .words("name", rows.iter().map(|(_, row)| row.name.clone()))
        .words("player", rows.iter().map(|(_, row)| row.player.clone()))
        .integers("won", count(|row| row.score.won))
        .integers("drawn", count(|row| row.score.drawn))
        .integers("lost", count(|row| row.score.lost))
        .integers("forfeits", count(|row| row.forfeits))
        .numbers("score", number(|row| row.score.mean()))
        .numbers("elo", number(|row| Some(row.elo?.value)))
        .numbers("elo_low", number(|row| Some(row.elo?.low)))
        .numbers("elo_high", number(|row| Some(row.elo?.high)))
        .numbers("adjusted_score", number(|row| Some(row.adjusted?.mean)))
        .numbers("adjusted_elo", number(|row| Some(row.adjusted?.elo.value)))
        .numbers(
            "adjusted_elo_low",
            number(|row| Some(row.adjusted?.elo.low)),
        )
        .numbers(
            "adjusted_elo_high",
            number(|row| Some(row.adjusted?.elo.high)),
        )
}

fn figure(strength: &Strength, held: &[LevelStandings]) -> Figure {
    let series = |name: &String| DataSeries {
        points: held
            .iter()
            .filter_map(|(level, standings)| {
                let row = standings.rows.iter().find(|row| row.name == *name)?;
                let elo = row.adjusted?.elo;
                Some(Point {
                    x: (*level).into(),
                    y: elo.value,
                    error: Some((elo.low, elo.high)),
                })
            })
            .collect(),
        name: name.clone(),
    };
    let series: Vec<_> = strength
        .players
        .iter()
        .map(|player| series(&player.name))
        .collect();
    let ends = series
        .iter()
        .flat_map(|series| &series.points)
        .filter_map(|point| point.error);
    let (low, high) = ends.fold((0.0_f64, 0.0_f64), |(low, high), (from, to)| {
        (low.min(from), high.max(to))
    });
    let levels = held
        .iter()
        .map(|(level, _)| ((*level).into(), level.to_string()));
    Figure {
        title: "Strength of players by level".into(),
        panels: vec![Panel {
            title: "8 x 8".into(),
            x: Axis::named("level", levels),
            y: Axis::within(
                "Elo, adjusted by luck",
                100.0 * (low / 100.0).floor(),
                100.0 * (high / 100.0).ceil(),
            ),
            kind: ChartKind::Lines,
            series,
        }],
        settings: strength.settings().line(),
    }
}
