//! Regret of the players on solved boards.

use std::path::Path;

use cheqqers_arena::{GameRegret, Regret, RegretError, RegretGames, WorkerPool};
use cheqqers_engine::PlayerSpec;
use cheqqers_players::{NamedTable, game_seed};
use cheqqers_session::{GameKind, Series};
use serde_json::Map;

use super::design::Strength;
use crate::settings::word;
use crate::{ExperimentError, Settings, Table, cells};

/// Solved board on which regret is measured.
#[derive(Debug)]
pub struct SolvedBoard<'a> {
    /// Its game and settings, as words.
    pub name: String,
    /// Games from its start.
    pub series: Series,
    table: &'a NamedTable,
}

/// Games of the players on one solved board, in the players' order.
pub(super) struct BoardRegrets {
    /// Name of the board.
    pub(super) board: String,
    pub(super) players: Vec<Vec<GameRegret>>,
}

/// Name of the files.
const NAME: &str = "strength-regret";

impl Strength {
    /// The boards of its tables.
    ///
    /// # Errors
    /// Returns an error if a table can't be opened or no regret can be measured on its board, or if two are of one board.
    pub fn boards(&self) -> Result<Vec<SolvedBoard<'_>>, ExperimentError> {
        let mut boards: Vec<SolvedBoard<'_>> = Vec::new();
        for table in &self.tables {
            let board = self.board(table)?;
            if boards.iter().any(|other| other.name == board.name) {
                return Err(ExperimentError::SameBoard { board: board.name });
            }
            boards.push(board);
        }
        Ok(boards)
    }

    fn board<'a>(&self, table: &'a NamedTable) -> Result<SolvedBoard<'a>, ExperimentError> {
        let game = &table.open().map_err(RegretError::from)?.header().game;
        let setting =
            |(key, value): (&String, _)| format!(" {} {}", key.replace('_', " "), word(value));
        let settings = game.settings.iter().map(setting);
        let kind = GameKind::named(&game.name)?;
        let start = kind.start(&game.settings)?.without_circuits();
        let board = SolvedBoard {
            name: [game.name.clone()].into_iter().chain(settings).collect(),
            series: Series::of(kind, start),
            table,
        };
        if let Some(player) = self.players.first() {
            self.games_on(&board, &player.kind).check()?;
        }
        Ok(board)
    }

    fn games_on<'a>(&self, board: &'a SolvedBoard<'_>, player: &'a PlayerSpec) -> RegretGames<'a> {
        RegretGames {
            series: &board.series,
            table: board.table,
            player,
            seed: game_seed(self.seed, 1),
            games: self.regret_games(),
        }
    }

    fn regret_settings(&self, boards: &[SolvedBoard<'_>]) -> Settings {
        let players: Vec<String> = self.players.iter().map(ToString::to_string).collect();
        let boards: Vec<String> = boards.iter().map(|board| board.name.clone()).collect();
        Settings::new(NAME)
            .with("protocol", Self::PROTOCOL)
            .with("players", players)
            .with("boards", boards)
            .with("games", self.regret_games())
            .with("seed", self.seed)
    }
}

/// Plays the games on solved boards that the folder does not hold yet, and writes a table of all of them.
pub(super) fn play(
    folder: &Path,
    strength: &Strength,
    boards: &[SolvedBoard<'_>],
    pool: &WorkerPool<'_>,
) -> Result<Vec<BoardRegrets>, ExperimentError> {
    let players = &strength.players;
    let mut named = Vec::new();
    for board in boards {
        for player in players {
            let (board, player) = (board.name.as_str().into(), player.to_string().into());
            named.push(cells::Cell {
                named: Map::from_iter([("board".into(), board), ("player".into(), player)]),
                games: strength.regret_games(),
            });
        }
    }
    let settings = strength.regret_settings(boards);
    let pool = &WorkerPool {
        before: strength.num_games(),
        ..*pool
    };
    let played = cells::play(folder, &settings, &named, pool, |cell, pool| {
        let (board, player) = (cell / players.len(), cell % players.len());
        let games = strength.games_on(&boards[board], &players[player].kind);
        Ok(games.play(pool)?)
    })?;
    let boards = boards.iter().zip(played.chunks(players.len()));
    let boards = boards.map(|(board, players)| BoardRegrets {
        board: board.name.clone(),
        players: players.to_vec(),
    });
    let boards: Vec<BoardRegrets> = boards.collect();
    table(strength, &settings, &boards).write(folder, NAME)?;
    Ok(boards)
}

fn table(strength: &Strength, settings: &Settings, boards: &[BoardRegrets]) -> Table {
    let mut rows = Vec::new();
    for board in boards {
        for (player, games) in strength.players.iter().zip(&board.players) {
            rows.push((board, player, Regret::of(games)));
        }
    }
    let number = |of: fn(&Regret) -> f64| {
        let numbers = rows.iter().map(move |(.., regret)| of(regret));
        numbers.map(|number| number.is_finite().then_some(number))
    };
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
        .integers("moves", rows.iter().map(|(.., regret)| regret.moves))
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
