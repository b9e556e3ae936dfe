//! Regret of players: the value that their moves lose, by a table.

use std::fmt::Write;
use std::sync::atomic::AtomicBool;

use cheqqers_arena::{WorkQueue, WorkerPool, Z};
use cheqqers_engine::PlayerSpec;
use cheqqers_game::record::Detail;
use cheqqers_game::{Colour, Status};
use cheqqers_players::{Forfeit, Limit, NamedTable, PlayerKind, Stream, game_seed, generator};
use cheqqers_session::{MissingOutcomes, PlyError, Seats};
use cheqqers_solve::{SolvedPosition, Table, ValueBounds};
use serde_json::{Map, Value, json};
use thiserror::Error;

use crate::args::Solve;
use crate::error::{CommandError, Failure};
use crate::progress::GamesProgress;
use crate::setup::{Setup, ready_all};
use crate::stdio::print;

/// Plies after which a game ends as a draw: some have no other end.
const MOST_PLIES: usize = 200;

/// Error of measuring regret.
#[derive(Debug, Error)]
enum RegretError {
    #[error("the table does not have the exact values of all positions")]
    Open,
    #[error("the game is over at its start")]
    Over,
    #[error("game {game} of {player} stopped")]
    Ply {
        game: u64,
        player: String,
        #[source]
        source: PlyError,
    },
    #[error("game {game} of {player} stopped")]
    Forfeit {
        game: u64,
        player: String,
        #[source]
        source: Forfeit,
    },
    #[error("it was interrupted")]
    Interrupted,
}

impl CommandError for RegretError {
    fn advice(&self) -> Option<&'static str> {
        match self {
            Self::Open => {
                Some("Solve the board to its end, by a larger --limit or a smaller board.")
            }
            _ => None,
        }
    }

    fn status(&self) -> u8 {
        match self {
            Self::Interrupted => crate::error::INTERRUPTED,
            _ => 1,
        }
    }
}

/// Sums over the moves of one game.
#[derive(Clone, Copy, Default, Debug)]
struct GameRegret {
    moves: f64,
    lost: f64,
    best: f64,
}

/// A mean and half of its 95 % interval.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Estimate {
    mean: f64,
    margin: f64,
}

/// The ratio of two sums over games, whose terms belong to each other.
fn ratio(
    games: &[GameRegret],
    part: fn(&GameRegret) -> f64,
    of: fn(&GameRegret) -> f64,
) -> Estimate {
    let number = games.len() as f64;
    let all: f64 = games.iter().map(of).sum();
    let mean = games.iter().map(part).sum::<f64>() / all;
    let squares = games
        .iter()
        .map(|game| (part(game) - mean * of(game)).powi(2));
    let variance = squares.sum::<f64>() * number / (number - 1.0) / (all * all);
    Estimate {
        mean,
        margin: Z * variance.sqrt(),
    }
}

/// Games of one player against the perfect one.
struct Games<'a> {
    setup: &'a Setup,
    table: &'a NamedTable,
    player: &'a PlayerSpec,
}

impl Games<'_> {
    /// Plays the games that are taken from a queue.
    fn work(&self, queue: &WorkQueue<'_>) -> Result<Vec<(u64, GameRegret)>, RegretError> {
        let mut all = Vec::new();
        while let Some(game) = queue.take() {
            match self.play(game, queue.drop_flag()) {
                Ok(regret) => all.push((game, regret)),
                Err(error) => {
                    queue.stop();
                    return Err(error);
                }
            }
        }
        Ok(all)
    }

    fn play(&self, game: u64, stop: &AtomicBool) -> Result<GameRegret, RegretError> {
        let Self {
            setup,
            table,
            player,
        } = self;
        let solved = table.open().expect("an open table stays open");
        let series = &setup.series;
        let seed = game_seed(setup.seed, game);
        let seat = |spec: &PlayerSpec, stream| spec.seat(series.game, generator(seed, stream));
        let perfect = PlayerSpec::BuiltIn(PlayerKind::Table((*table).clone()));
        let side = if game % 2 == 1 {
            Colour::White
        } else {
            Colour::Black
        };
        let [white, black] = match side {
            Colour::White => [*player, &perfect],
            Colour::Black => [&perfect, *player],
        };
        let mut seats = Seats {
            white: seat(white, Stream::White),
            black: seat(black, Stream::Black),
        };
        let mut measurer = series.measurer(seed);
        let (detail, missing) = (Detail::Record, MissingOutcomes::Refused);
        let session = series.open(seed, Map::new(), detail, missing, &mut measurer);
        let mut session = session.expect("the moves that come first were looked up");
        let mut regret = GameRegret::default();
        while session.status() == Status::InProgress && session.num_plies() < MOST_PLIES {
            let turn = session.turn();
            let chosen = seats.of(turn).choose(&session, Limit::Own, stop);
            let chosen = chosen.map_err(|source| RegretError::Forfeit {
                game,
                player: player.to_string(),
                source,
            })?;
            if turn == side {
                let values = session.position().look_up(solved);
                let values = values.expect("the game is that of the table");
                let values = values.expect("the table has all positions");
                regret.count(&values, &chosen.mv.text());
            }
            let played = session.play(&chosen.mv, &mut measurer);
            played.map_err(|source| RegretError::Ply {
                game,
                player: player.to_string(),
                source,
            })?;
        }
        Ok(regret)
    }
}

impl GameRegret {
    fn count(&mut self, solved: &SolvedPosition<String>, chosen: &str) {
        let middle = |bounds: ValueBounds| f64::midpoint(bounds.least, bounds.most);
        let chosen = solved.moves.iter().find(|mv| mv.mv == chosen);
        let chosen = middle(chosen.expect("players choose legal moves").bounds);
        let lost = middle(solved.bounds) - chosen;
        self.moves += 1.0;
        if lost > ValueBounds::EXACT {
            self.lost += lost;
        } else {
            self.best += 1.0;
        }
    }
}

/// Plays games of each player against the perfect one, and prints what their moves lost.
pub(super) fn run(
    table: Table,
    start: &SolvedPosition<String>,
    mut setup: Setup,
    args: &Solve,
) -> Result<(), Failure> {
    if !table.header().closed || !start.bounds.is_exact() {
        return Err(RegretError::Open.into());
    }
    if start.moves.is_empty() {
        return Err(RegretError::Over.into());
    }
    let series = &mut setup.series;
    series.start = series.start.without_circuits();
    ready_all(&args.regret, setup.seed, series.game, &series.start)?;
    let table = NamedTable::opened("FILE".into(), table);
    let num_games = args.games;
    let progress = GamesProgress::new(num_games * args.regret.len() as u64);
    let mut pool = WorkerPool::new(args.threads.map(usize::from), &progress);
    let mut found = Vec::new();
    let mut end = Ok(());
    for player in &args.regret {
        let games = Games {
            setup: &setup,
            table: &table,
            player,
        };
        let done = pool.run(num_games, |queue| games.work(queue))?;
        pool.before += num_games;
        let done: Result<Vec<_>, RegretError> = done.into_iter().collect();
        let all = done.map(|done| done.concat()).and_then(|done| {
            let is_all = done.len() as u64 == num_games;
            is_all.then_some(done).ok_or(RegretError::Interrupted)
        });
        match all {
            Ok(mut done) => {
                done.sort_by_key(|&(game, _)| game);
                let done: Vec<GameRegret> = done.into_iter().map(|(_, regret)| regret).collect();
                found.push((player.to_string(), done));
            }
            // The players before it are printed all the same.
            Err(error) => {
                end = Err(error);
                break;
            }
        }
    }
    progress.close();
    if !found.is_empty() {
        print_all(&found, setup.seed, args.json)?;
    }
    Ok(end?)
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

/// Estimates that are told of a player: the value lost for each move and for each game, and the share of moves that lose none.
fn estimates(games: &[GameRegret]) -> [Estimate; 3] {
    [
        ratio(games, |game| game.lost, |game| game.moves),
        ratio(games, |game| game.lost, |_| 1.0),
        ratio(games, |game| game.best, |game| game.moves),
    ]
}

fn to_json(player: &str, games: &[GameRegret]) -> Value {
    let [per_move, per_game, best] = estimates(games).map(|estimate| {
        let Estimate { mean, margin } = estimate;
        json!({"mean": mean, "margin": margin})
    });
    json!({
        "player": player,
        "games": games.len(),
        "moves": games.iter().map(|game| game.moves).sum::<f64>(),
        "per_move": per_move,
        "per_game": per_game,
        "best": best,
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
        let moves: f64 = games.iter().map(|game| game.moves).sum();
        let [per_move, per_game, best] = estimates(games);
        let value = |Estimate { mean, margin }| format!("{mean:.4} ± {margin:.4}");
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn means_are_those_of_all_moves_with_the_spread_of_games() {
        let game = |moves, lost, best| GameRegret { moves, lost, best };
        let games = [game(2.0, 1.0, 1.0), game(6.0, 1.0, 5.0)];
        let [per_move, per_game, best] = estimates(&games);
        assert!((per_move.mean - 0.25).abs() < 1e-12);
        // Each game is half a unit off eight moves: 2 × (2 × 0.5²) / 8².
        assert!((per_move.margin - Z * 0.125).abs() < 1e-12);
        assert!((per_game.mean - 1.0).abs() < 1e-12 && per_game.margin < 1e-12);
        assert!((best.mean - 0.75).abs() < 1e-12);
    }
}
