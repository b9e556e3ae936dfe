//! Regret of players: the value that their moves lose, by a table of the solved board.

use std::sync::atomic::AtomicBool;

use cheqqers_engine::PlayerSpec;
use cheqqers_game::record::Detail;
use cheqqers_game::{Colour, Status};
use cheqqers_players::{Forfeit, Limit, NamedTable, OpenTableError, PlayerKind, game_seed};
use cheqqers_session::{MissingOutcomes, OpeningError, PlyError, Series};
use cheqqers_solve::{GameMismatch, SolvedPosition, Table, ValueBounds};
use thiserror::Error;

use crate::batch::seats;
use crate::pool::{ThreadsError, WorkQueue, WorkerPool};
use crate::rating::Z;

/// Plies after which a game ends as a draw: some have no other end.
const MOST_PLIES: usize = 200;

/// Games of a player against the perfect one of a table, to measure what its moves lose; it has either colour in turn.
/// A forfeit of the player loses what the position was worth, and ends the game.
#[derive(Debug)]
pub struct RegretGames<'a> {
    /// Start, opening and measurement of all games.
    pub series: &'a Series,
    /// Table of the board, closed.
    pub table: &'a NamedTable,
    /// Player whose moves are valued.
    pub player: &'a PlayerSpec,
    /// Seed of the first game, from which the others are derived.
    pub seed: u64,
    /// Number of games.
    pub games: u64,
}

/// Error of measuring regret.
#[derive(Debug, Error)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the messages say it")]
pub enum RegretError {
    #[error(transparent)]
    Threads(#[from] ThreadsError),
    #[error(transparent)]
    Table(#[from] OpenTableError),
    #[error(transparent)]
    Mismatch(#[from] GameMismatch),
    #[error(transparent)]
    Opening(#[from] OpeningError),
    #[error("the table does not have the exact values of all positions")]
    Open,
    #[error("the table does not have a position of the game")]
    Missing,
    #[error("the game is over at its start")]
    Over,
    #[error("game {game} of {player} stopped")]
    Ply {
        game: u64,
        player: String,
        #[source]
        source: PlyError,
    },
    #[error("the perfect player could not play game {game}")]
    Forfeit {
        game: u64,
        #[source]
        source: Forfeit,
    },
}

/// Sums over the moves of one game.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub struct GameRegret {
    /// Number of moves.
    pub moves: u32,
    /// Value that they lost together.
    pub lost: f64,
    /// Number of moves that lost nothing.
    pub best: u32,
}

/// Regret over some games.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Regret {
    /// Number of moves in all games.
    pub moves: u64,
    /// Value lost by a move.
    pub per_move: RegretMean,
    /// Value lost by a game.
    pub per_game: RegretMean,
    /// Share of moves that lost nothing.
    pub best: RegretMean,
}

/// A mean and half of its 95 % interval.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct RegretMean {
    /// Mean over all games.
    pub mean: f64,
    /// Half of the interval; not a number for a single game.
    pub margin: f64,
}

impl RegretGames<'_> {
    /// Checks that regret can be measured on the board, whoever plays.
    ///
    /// # Errors
    /// Returns an error if the table can't be opened, is not that of a board solved to its end, or the game is over at its
    /// start.
    pub fn check(&self) -> Result<&Table, RegretError> {
        let table = self.table.open()?;
        let mut measurer = self.series.measurer(self.seed);
        let (start, _) = self.series.position(self.seed, &mut measurer)?;
        let solved = start.look_up(table)?.ok_or(RegretError::Missing)?;
        if !table.header().closed || !solved.bounds.is_exact() {
            return Err(RegretError::Open);
        }
        if solved.moves.is_empty() {
            return Err(RegretError::Over);
        }
        Ok(table)
    }

    /// Plays the games, and returns them in order; fewer than all after cancellation.
    ///
    /// # Errors
    /// As [`Self::check`], and if a game could not be played.
    pub fn play(&self, pool: &WorkerPool<'_>) -> Result<Vec<GameRegret>, RegretError> {
        let table = self.check()?;
        let done = pool.run(self.games, |queue| self.work(table, queue))?;
        let done: Vec<_> = done.into_iter().collect::<Result<_, RegretError>>()?;
        let mut games = done.concat();
        games.sort_by_key(|&(game, _)| game);
        Ok(games.into_iter().map(|(_, regret)| regret).collect())
    }

    fn work(
        &self,
        table: &Table,
        queue: &WorkQueue<'_>,
    ) -> Result<Vec<(u64, GameRegret)>, RegretError> {
        let mut all = Vec::new();
        while let Some(game) = queue.take() {
            let played = self.one(game, table, queue.drop_flag());
            if queue.is_dropped() {
                break;
            }
            match played {
                Ok(regret) => all.push((game, regret)),
                Err(error) => {
                    queue.stop();
                    return Err(error);
                }
            }
        }
        Ok(all)
    }

    fn one(&self, game: u64, table: &Table, stop: &AtomicBool) -> Result<GameRegret, RegretError> {
        let Self { series, player, .. } = self;
        let seed = game_seed(self.seed, game);
        let perfect = PlayerSpec::BuiltIn(PlayerKind::Table(self.table.clone()));
        let (side, [white, black]) = if game % 2 == 1 {
            (Colour::White, [*player, &perfect])
        } else {
            (Colour::Black, [&perfect, *player])
        };
        let mut seats = seats(series.game, seed, white, black);
        let mut measurer = series.measurer(seed);
        let (detail, missing) = (Detail::Record, MissingOutcomes::Refused);
        let header = serde_json::Map::new();
        let mut session = series.open(seed, header, detail, missing, &mut measurer)?;
        let mut regret = GameRegret::default();
        while session.status() == Status::InProgress && session.num_plies() < MOST_PLIES {
            let turn = session.turn();
            let chosen = seats.of(turn).choose(&session, Limit::Own, stop);
            if turn == side {
                let solved = session.position().look_up(table)?;
                let solved = solved.ok_or(RegretError::Missing)?;
                if !solved.bounds.is_exact() {
                    return Err(RegretError::Open);
                }
                let chosen = chosen.as_ref().ok().map(|chosen| chosen.mv.text());
                regret.count(&solved, chosen.as_deref());
            }
            let chosen = match chosen {
                Ok(chosen) => chosen,
                Err(_) if turn == side => break,
                Err(source) => return Err(RegretError::Forfeit { game, source }),
            };
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
    /// Counts a move; none, which forfeits the game, is a loss.
    fn count(&mut self, solved: &SolvedPosition<String>, chosen: Option<&str>) {
        let value = chosen.map_or(-1.0, |chosen| {
            let chosen = solved.moves.iter().find(|mv| mv.mv == chosen);
            chosen.expect("players choose legal moves").bounds.middle()
        });
        let lost = solved.bounds.middle() - value;
        self.moves += 1;
        if lost > ValueBounds::EXACT {
            self.lost += lost;
        } else {
            self.best += 1;
        }
    }
}

impl Regret {
    /// That of some games.
    pub fn of(games: &[GameRegret]) -> Self {
        let moves = |game: &GameRegret| f64::from(game.moves);
        Self {
            moves: games.iter().map(|game| u64::from(game.moves)).sum(),
            per_move: RegretMean::ratio(games, |game| game.lost, moves),
            per_game: RegretMean::ratio(games, |game| game.lost, |_| 1.0),
            best: RegretMean::ratio(games, |game| f64::from(game.best), moves),
        }
    }
}

impl RegretMean {
    /// The ratio of two sums over games, whose terms belong to each other.
    fn ratio(
        games: &[GameRegret],
        part: impl Fn(&GameRegret) -> f64,
        of: impl Fn(&GameRegret) -> f64,
    ) -> Self {
        let number = games.len() as f64;
        let all: f64 = games.iter().map(&of).sum();
        let mean = games.iter().map(&part).sum::<f64>() / all;
        let squares = games
            .iter()
            .map(|game| (part(game) - mean * of(game)).powi(2));
        let variance = squares.sum::<f64>() * number / (number - 1.0) / (all * all);
        Self {
            mean,
            margin: Z * variance.sqrt(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn means_are_those_of_all_moves_with_the_spread_of_games() {
        let game = |moves, lost, best| GameRegret { moves, lost, best };
        let regret = Regret::of(&[game(2, 1.0, 1), game(6, 1.0, 5)]);
        assert!((regret.per_move.mean - 0.25).abs() < 1e-12);
        // Each game is half a unit off eight moves: 2 × (2 × 0.5²) / 8².
        assert!((regret.per_move.margin - Z * 0.125).abs() < 1e-12);
        assert!((regret.per_game.mean - 1.0).abs() < 1e-12 && regret.per_game.margin < 1e-12);
        assert!((regret.best.mean - 0.75).abs() < 1e-12);
    }
}
