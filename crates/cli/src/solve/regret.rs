//! Regret of players, by a table.

use std::fmt::Write;

use cheqqers_arena::{GameRegret, Regret, RegretError, RegretGames, RegretMean, WorkerPool};
use cheqqers_players::NamedTable;
use cheqqers_solve::Table;
use serde_json::{Value, json};
use thiserror::Error;

use crate::args::Solve;
use crate::error::{CommandError, Failure, INTERRUPTED};
use crate::progress::GamesProgress;
use crate::setup::{Setup, ready_all};
use crate::stdio::print;

impl CommandError for RegretError {
    fn advice(&self) -> Option<&'static str> {
        match self {
            Self::Open => {
                Some("Solve the board to its end, by a larger --limit or a smaller board.")
            }
            _ => None,
        }
    }
}

/// Error of not measuring to the end.
#[derive(Debug, Error)]
enum MeasureError {
    #[error("it was interrupted")]
    Interrupted,
}

impl CommandError for MeasureError {
    fn status(&self) -> u8 {
        INTERRUPTED
    }
}

/// Plays games of each player against the perfect one, and prints what their moves lost.
pub(super) fn run(table: Table, mut setup: Setup, args: &Solve) -> Result<(), Failure> {
    let series = &mut setup.series;
    series.start = series.start.without_circuits();
    ready_all(&args.regret, setup.seed, series.game, &series.start)?;
    let table = NamedTable::opened("FILE".into(), table);
    let num_games = args.games;
    let progress = GamesProgress::new(num_games * args.regret.len() as u64);
    let mut pool = WorkerPool::new(args.threads.map(usize::from), &progress);
    let mut found = Vec::new();
    let mut end: Result<(), Failure> = Ok(());
    for player in &args.regret {
        let games = RegretGames {
            series: &setup.series,
            table: &table,
            player,
            seed: setup.seed,
            games: num_games,
        };
        // The players before it are printed all the same.
        match games.play(&pool) {
            Ok(games) if games.len() as u64 == num_games => found.push((player.to_string(), games)),
            Ok(_) => end = Err(MeasureError::Interrupted.into()),
            Err(error) => end = Err(error.into()),
        }
        if end.is_err() {
            break;
        }
        pool.before += num_games;
    }
    progress.close();
    if !found.is_empty() {
        print_all(&found, setup.seed, args.json)?;
    }
    end
}

fn print_all(found: &[(String, Vec<GameRegret>)], seed: u64, json: bool) -> Result<(), Failure> {
    print(if json {
        let players = found.iter().map(|(player, games)| to_json(player, games));
        format!(
            "{}\n",
            json!({"seed": seed, "players": players.collect::<Vec<_>>()})
        )
    } else {
        text(found)
    })
}

fn to_json(player: &str, games: &[GameRegret]) -> Value {
    let regret = Regret::of(games);
    let estimate =
        |RegretMean { mean, margin }: RegretMean| json!({"mean": mean, "margin": margin});
    json!({
        "player": player,
        "games": games.len(),
        "moves": regret.moves,
        "per_move": estimate(regret.per_move),
        "per_game": estimate(regret.per_game),
        "best": estimate(regret.best),
    })
}

fn text(players: &[(String, Vec<GameRegret>)]) -> String {
    let names = players.iter().map(|(player, _)| player.chars().count());
    let width = names.max().unwrap_or_default().max(6);
    let mut text = format!(
        "{:width$}  {:>6}  {:>7}  {:>17}  {:>17}  {:>14}\n",
        "player", "games", "moves", "lost per move", "lost per game", "best moves"
    );
    for (player, games) in players {
        let Regret {
            moves,
            per_move,
            per_game,
            best,
        } = Regret::of(games);
        let value = |RegretMean { mean, margin }: RegretMean| format!("{mean:.4} ± {margin:.4}");
        let (mean, margin) = (100.0 * best.mean, 100.0 * best.margin);
        let _ = writeln!(
            text,
            "{player:width$}  {:>6}  {moves:>7}  {:>17}  {:>17}  {:>14}",
            games.len(),
            value(per_move),
            value(per_game),
            format!("{mean:.1} ± {margin:.1} %"),
        );
    }
    text
}
