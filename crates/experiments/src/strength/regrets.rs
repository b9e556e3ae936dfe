//! Regret of the players on solved boards.

use std::path::Path;

use cheqqers_arena::{GameRegret, Regret, RegretError, RegretGames, WorkerPool};
use cheqqers_players::game_seed;
use cheqqers_session::{GameKind, Series};
use cheqqers_solve::TableHeader;
use serde_json::Map;

use super::design::Strength;
use crate::settings::word;
use crate::{ExperimentError, Settings, Table, cells};

/// What the players lose on one solved board, in their order.
pub(super) struct BoardRegrets {
    /// Name of the board.
    pub(super) board: String,
    pub(super) players: Vec<Vec<GameRegret>>,
}

/// Name of the files.
const NAME: &str = "strength-regret";

/// Plays the games on solved boards that the folder does not hold yet, and writes a table of all of them.
pub(super) fn play(
    folder: &Path,
    strength: &Strength,
    pool: &WorkerPool<'_>,
) -> Result<Vec<BoardRegrets>, ExperimentError> {
    let mut boards = Vec::new();
    for table in &strength.tables {
        boards.push((
            table,
            board(table.open().map_err(RegretError::from)?.header())?,
        ));
    }
    let games = strength.regret_games();
    let mut named = Vec::new();
    for (_, (board, _)) in &boards {
        for player in &strength.players {
            let (board, player) = (board.as_str().into(), player.to_string().into());
            named.push(cells::Cell {
                named: Map::from_iter([("board".into(), board), ("player".into(), player)]),
                games,
            });
        }
    }
    let settings = settings(strength, boards.iter().map(|(_, (board, _))| board));
    let pool = &WorkerPool {
        before: strength.num_games(),
        ..*pool
    };
    let num_players = strength.players.len();
    let played = cells::play(folder, &settings, &named, pool, |cell, pool| {
        let (table, (_, series)) = &boards[cell / num_players];
        let games = RegretGames {
            series,
            table,
            player: &strength.players[cell % num_players].kind,
            seed: game_seed(strength.seed, 1),
            games,
        };
        Ok(games.play(pool)?)
    })?;
    let boards = boards.iter().zip(played.chunks(num_players));
    let boards = boards.map(|((_, (board, _)), players)| BoardRegrets {
        board: board.clone(),
        players: players.to_vec(),
    });
    let boards: Vec<BoardRegrets> = boards.collect();
    table(strength, &settings, &boards).write(folder, NAME)?;
    Ok(boards)
}

/// Name of a table's board, and the games that begin at its start.
fn board(header: &TableHeader) -> Result<(String, Series), ExperimentError> {
    let game = &header.game;
    let setting =
        |(key, value): (&String, _)| format!(" {} {}", key.replace('_', " "), word(value));
    let settings = game.settings.iter().map(setting);
    let name = [game.name.clone()].into_iter().chain(settings);
    let kind = GameKind::named(&game.name)?;
    let start = kind.start(&game.settings)?.without_circuits();
    Ok((name.collect(), Series::of(kind, start)))
}

fn settings<'a>(strength: &Strength, boards: impl Iterator<Item = &'a String>) -> Settings {
    let players: Vec<String> = strength.players.iter().map(ToString::to_string).collect();
    Settings::new(NAME)
        .with("protocol", Strength::PROTOCOL)
        .with("players", players)
        .with("boards", boards.cloned().collect::<Vec<_>>())
        .with("games", strength.regret_games())
        .with("seed", strength.seed)
}

fn table(strength: &Strength, settings: &Settings, boards: &[BoardRegrets]) -> Table {
    let mut rows = Vec::new();
    for board in boards {
        for (player, games) in strength.players.iter().zip(&board.players) {
            rows.push((board, player, games, Regret::of(games)));
        }
    }
    let number = |of: fn(&Regret) -> f64| {
        let numbers = rows.iter().map(move |(.., regret)| of(regret));
        numbers.map(|number| number.is_finite().then_some(number))
    };
    let moves =
        |games: &[GameRegret]| -> u64 { games.iter().map(|game| u64::from(game.moves)).sum() };
    Table::new(settings, rows.len())
        .words("board", rows.iter().map(|(board, ..)| board.board.clone()))
        .words(
            "name",
            rows.iter().map(|(_, player, ..)| player.name.clone()),
        )
        .words(
            "player",
            rows.iter().map(|(_, player, ..)| player.kind.to_string()),
        )
        .integers("moves", rows.iter().map(|(_, _, games, _)| moves(games)))
        .numbers("lost_per_move", number(|regret| regret.per_move.mean))
        .numbers(
            "lost_per_move_margin",
            number(|regret| regret.per_move.margin),
        )
        .numbers("lost_per_game", number(|regret| regret.per_game.mean))
        .numbers(
            "lost_per_game_margin",
            number(|regret| regret.per_game.margin),
        )
        .numbers("best", number(|regret| regret.best.mean))
        .numbers("best_margin", number(|regret| regret.best.margin))
}
