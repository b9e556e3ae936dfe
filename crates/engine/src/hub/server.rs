//! Players of this program for programs that speak Hub.

use std::fmt::Display;
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use cheqqers_game::{Status, with_causes};
use cheqqers_players::{Forfeit, Limit, Stream, Thoughts, game_seed, generator};
use cheqqers_session::{Move, Seat, Session};
use thiserror::Error;

use super::board::Board;
use super::line::HubLine;
use super::moves::HubMove;
use super::{game, level, score};
use crate::protocol_server::{NotObeyed, ProtocolServer};
use crate::search_thread::{SearchThread, Thinking};
use crate::settings::EngineSettings;
use crate::text::cut;

/// The only variant.
const VARIANT: &str = "normal";

/// Positions searched for the later captures of a turn, which were seen when the first one was chosen.
const LATER: Limit = Limit::Nodes(1000);

/// Error of a command that is not obeyed; nothing has changed.
#[derive(Debug, Error)]
enum CommandError {
    #[error(transparent)]
    Thinking(#[from] Thinking),
    #[error("there is no game: say 'init' first")]
    NoGame,
    #[error("there is no legal move")]
    Over,
    #[error("there is only the variant {VARIANT}")]
    Variant,
    #[error("there is no parameter {0:?}: there is variant")]
    Parameter(String),
    #[error("no moves are chosen on the opponent's time")]
    Ponder,
    #[error("go needs think or analyze")]
    Go,
    #[error("move {number}, {text}: {reason}")]
    Move {
        number: usize,
        text: String,
        reason: String,
    },
    #[error("{0}")]
    Other(String),
}

impl CommandError {
    fn of(error: &impl ToString) -> Self {
        Self::Other(error.to_string())
    }
}

impl From<CommandError> for NotObeyed {
    fn from(error: CommandError) -> Self {
        Self::Refused(error.to_string())
    }
}

/// Session with a program that speaks Hub.
pub(crate) struct HubServer<'scope, 'env, W> {
    search: SearchThread<'scope, 'env, W, HubGame>,
    settings: EngineSettings,
    games: u64,
}

/// A game of international draughts with the player that chooses its moves.
pub(crate) struct HubGame {
    seat: Seat,
    limit: Limit,
    turn: HubTurn,
}

/// A position to choose a move in.
#[derive(Clone)]
pub(super) struct HubTurn {
    /// The position after the last capture.
    base: Board,
    /// Plies of ours from there.
    quiet: Vec<String>,
    board: Board,
}

impl HubTurn {
    pub(super) fn new(board: Board) -> Self {
        Self {
            base: board.clone(),
            quiet: Vec::new(),
            board,
        }
    }

    /// Makes a legal move.
    pub(super) fn play(&mut self, mv: &HubMove) {
        self.board.play(mv);
        if mv.is_capture() {
            self.base = self.board.clone();
            self.quiet.clear();
        } else {
            self.quiet.extend(mv.plies());
        }
    }

    /// A game of ours at this position.
    fn session(&self) -> Result<Session, CommandError> {
        let open = |board| game::open(board).map_err(CommandError::Other);
        let mut session = open(&self.base)?;
        let went = session.go_to(&self.quiet);
        if went.is_ok() && session.status() == Status::InProgress {
            return Ok(session);
        }
        // Draughts may count otherwise towards a draw, and go on behind one of ours.
        open(&self.board)
    }
}

impl HubGame {
    /// Lets the player choose, and writes its thoughts and its move.
    fn answer(&mut self, limit: Limit, stop: &AtomicBool) -> Vec<HubLine> {
        let began = Instant::now();
        match self.choose(limit, stop) {
            Err(error) => vec![HubLine::error(&error)],
            Ok((mv, thoughts)) => {
                let time = began.elapsed().as_secs_f64();
                let info = thoughts.map(|thoughts| info(&self.turn.board, &thoughts, time));
                let done = HubLine::new("done").with("move", &mv);
                info.into_iter().chain([done]).collect()
            }
        }
    }

    /// A move that is legal in draughts, and thoughts about it, if the player had a choice.
    ///
    /// One of the moves of draughts is made without a search where our rules have none of them.
    fn choose(
        &mut self,
        limit: Limit,
        stop: &AtomicBool,
    ) -> Result<(HubMove, Option<Thoughts<String>>), CommandError> {
        let mut open = self.turn.board.legal_moves();
        let mut session = self.turn.session()?;
        let mut plies: Vec<String> = session.position().plies().to_vec();
        let mut thoughts = None;
        let (mut played, mut is_first) = (0, true);
        while open.len() > 1 {
            let is_open = |mv: &Move| open.iter().any(|one| one.plies()[played] == mv.text());
            let legal = session.legal_moves();
            let mut legal: Vec<Move> = legal.iter().filter(is_open).collect();
            let ply = match &*legal {
                [] => break,
                [_] => legal.remove(0).text(),
                _ => {
                    let limit = if is_first { limit } else { LATER };
                    let chosen = self.seat.choose_among(&session, &legal, limit, stop);
                    let chosen = chosen.map_err(|fault: Forfeit| CommandError::of(&fault))?;
                    if is_first {
                        is_first = false;
                        thoughts = chosen.thoughts;
                        // The turn began before.
                        let before = &plies[plies.len() - played..];
                        let lines = thoughts.iter_mut().map(|thoughts| &mut thoughts.line);
                        lines.for_each(|line| drop(line.splice(..0, before.iter().cloned())));
                    }
                    chosen.mv.text()
                }
            };
            open.retain(|one| one.plies()[played] == ply);
            played += 1;
            plies.push(ply);
            let went = session.go_to(&plies);
            went.map_err(|(_, reason)| CommandError::of(&reason))?;
        }
        let mv = open.into_iter().next().ok_or(CommandError::Over)?;
        Ok((mv, thoughts))
    }
}

/// Thoughts as Hub tells them.
fn info(board: &Board, thoughts: &Thoughts<String>, time: f64) -> HubLine {
    let mut line = HubLine::new("info");
    if let Some(depth) = thoughts.depth {
        line = line.with("depth", &depth);
    }
    let score = score::of_value(thoughts.value);
    let line = line
        .with("score", &format!("{score:.2}"))
        .with("nodes", &thoughts.nodes)
        .with("time", &format!("{time:.2}"));
    match &*variation(board, &thoughts.line) {
        [] => line,
        moves => line.with("pv", &moves.join(" ")),
    }
}

/// The moves of plies of ours, as far as they are legal in draughts.
fn variation(board: &Board, mut plies: &[String]) -> Vec<String> {
    let mut board = board.clone();
    let mut moves = Vec::new();
    loop {
        let legal = board.legal_moves();
        let next = legal.iter().find(|mv| plies.starts_with(&mv.plies()));
        let Some(mv) = next else {
            return moves;
        };
        board.play(mv);
        moves.push(mv.to_string());
        plies = &plies[mv.plies().len()..];
    }
}

impl<'scope, 'env, W: Write + Send> HubServer<'scope, 'env, W> {
    pub(crate) fn new(
        search: SearchThread<'scope, 'env, W, HubGame>,
        settings: EngineSettings,
    ) -> Self {
        Self {
            search,
            settings,
            games: 0,
        }
    }

    fn greet(&self) -> io::Result<()> {
        self.reply(&[
            HubLine::new("id")
                .with("name", &self.settings.name)
                .with("version", &self.settings.version)
                .with("author", "Cheqqers contributors"),
            HubLine::new("param")
                .with("name", "variant")
                .with("value", VARIANT)
                .with("type", "enum")
                .with("values", VARIANT),
            HubLine::new("wait"),
        ])
    }

    /// Begins a game, with a player that knows nothing of the one before. The limit stays.
    fn begin(&mut self) -> Result<(), CommandError> {
        let idle = self.search.idle()?;
        let games = self.games + 1;
        let kind = game::kind().map_err(|error| CommandError::of(&error))?;
        let rng = generator(game_seed(self.settings.seed, games), Stream::White);
        let turn = HubTurn::new(Board::start());
        let mut seat = self.settings.player.seat(kind, rng);
        let prepared = seat.prepare(&turn.session()?);
        prepared.map_err(|fault| CommandError::Other(with_causes(&fault)))?;
        *idle = Some(HubGame {
            seat,
            limit: idle.as_ref().map_or(Limit::Own, |before| before.limit),
            turn,
        });
        self.games = games;
        Ok(())
    }

    /// Goes to a position; without one to the start, and there to the end of the moves.
    fn position(&mut self, line: &HubLine) -> Result<(), CommandError> {
        let game = self.game()?;
        let board = line.value("pos").map_or(Ok(Board::start()), str::parse);
        let mut turn = HubTurn::new(board.map_err(|error| CommandError::of(&error))?);
        // A position that our rules can't start from is refused at once.
        turn.session()?;
        let moves = line.value("moves").unwrap_or_default();
        for (text, number) in moves.split_whitespace().zip(1..) {
            let mv = turn.board.read_move(text).map_err(|error| {
                let (text, reason) = (cut(text), error.to_string());
                CommandError::Move {
                    number,
                    text,
                    reason,
                }
            })?;
            turn.play(&mv);
        }
        game.turn = turn;
        Ok(())
    }

    fn level(&mut self, line: &HubLine) -> Result<(), CommandError> {
        let game = self.game()?;
        game.limit = level::read(line).map_err(|error| CommandError::of(&error))?;
        Ok(())
    }

    /// The limit of a move that is asked for.
    fn limit(&mut self, line: &HubLine) -> Result<Limit, CommandError> {
        let game = self.game()?;
        if line.value("ponder").is_some() {
            return Err(CommandError::Ponder);
        }
        if line.value("analyze").is_some() {
            return Ok(level::INFINITE);
        }
        if line.value("think").is_none() {
            return Err(CommandError::Go);
        }
        Ok(game.limit)
    }

    fn game(&mut self) -> Result<&mut HubGame, CommandError> {
        self.search.idle()?.as_mut().ok_or(CommandError::NoGame)
    }

    fn reply(&self, lines: &[HubLine]) -> io::Result<()> {
        self.search.reply(lines)
    }
}

/// Commands that Hub does not have are ignored, as it says.
impl<W: Write + Send> ProtocolServer for HubServer<'_, '_, W> {
    fn obey(&mut self, line: &str) -> Result<ControlFlow<()>, NotObeyed> {
        let line: HubLine = line.parse().map_err(|error| CommandError::of(&error))?;
        match &*line.command {
            "hub" => self.greet()?,
            "ping" => self.reply(&[HubLine::new("pong")])?,
            "set-param" => set(&line)?,
            "init" => {
                self.begin()?;
                self.reply(&[HubLine::new("ready")])?;
            }
            "new-game" => self.begin()?,
            "pos" => self.position(&line)?,
            "level" => self.level(&line)?,
            "go" => {
                let limit = self.limit(&line)?;
                let answer = move |game: &mut HubGame, stop: &AtomicBool| game.answer(limit, stop);
                self.search.think(answer)?;
            }
            "stop" => self.stop(),
            "quit" => return Ok(ControlFlow::Break(())),
            _ => {}
        }
        Ok(ControlFlow::Continue(()))
    }

    fn refuse(&self, reason: &dyn Display) -> io::Result<()> {
        self.reply(&[HubLine::error(&reason)])
    }

    fn stop(&self) {
        self.search.stop();
    }
}

/// Sets a parameter.
fn set(line: &HubLine) -> Result<(), CommandError> {
    match (line.value("name"), line.value("value")) {
        (Some("variant"), Some(VARIANT)) => Ok(()),
        (Some("variant"), _) => Err(CommandError::Variant),
        (name, _) => Err(CommandError::Parameter(cut(name.unwrap_or_default()))),
    }
}
