//! Players of this program for hosts that speak CQI.

use std::fmt::Display;
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;

use cheqqers_game::{Status, with_causes};
use cheqqers_players::{Stream, game_seed, generator};
use cheqqers_session::{ChosenMove, GameKind, GivenPlyError, OpenError, Seat, Session};
use cheqqers_world::Recording;
use rand_chacha::ChaCha8Rng;
use serde_json::{Map, Value};
use thiserror::Error;

use crate::protocol::{Command, EngineOption, Go, OptionKind, Reply, VERSION};
use crate::protocol_server::{NotObeyed, ProtocolServer};
use crate::search_thread::{SearchThread, Thinking};
use crate::settings::EngineSettings;
use crate::spec::PlayerSpec;
use crate::text::cut;

/// Error of a command that is not obeyed; nothing has changed.
#[derive(Debug, Error)]
enum CommandError {
    #[error(transparent)]
    Thinking(#[from] Thinking),
    #[error("there is no game: say 'newgame' first")]
    NoGame,
    #[error("the game is over")]
    Over,
    #[error("there is no option {0:?}: there are Player and Seed")]
    Option(String),
    #[error("{0:?} is no seed: a seed is a whole number from 0 to 2^64 - 1")]
    Seed(String),
    #[error("{0:?} is another program: only players of this one are offered")]
    External(String),
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

/// Session with a host that speaks CQI.
pub(crate) struct CqiServer<'scope, 'env, W> {
    search: SearchThread<'scope, 'env, W, EngineGame>,
    settings: EngineSettings,
    /// Number of games begun since the seed was set.
    games: u64,
}

/// A game with the player that chooses its moves.
pub(crate) struct EngineGame {
    session: Session,
    seat: Seat,
}

/// Error of going to one of the host's positions.
#[derive(Debug, Error)]
#[error("move {number}, {text:?}: {reason}")]
struct MoveError {
    number: usize,
    text: String,
    reason: GivenPlyError,
}

impl EngineGame {
    /// Opens the game of a header, with a player.
    fn new(
        header: Map<String, Value>,
        player: &PlayerSpec,
        rng: ChaCha8Rng,
    ) -> Result<Self, OpenError> {
        let kind = GameKind::of_header(&header);
        let kind = kind.map_err(|error| OpenError::Start(error.to_string()))?;
        // No backend runs circuits here.
        let session = kind.open(header, Recording::Off)?;
        let mut seat = player.seat(kind, rng);
        let prepared = seat.prepare(&session);
        prepared.map_err(|fault| OpenError::Start(with_causes(&fault)))?;
        Ok(Self { session, seat })
    }

    /// Goes to the position after these moves from the start.
    fn go_to(&mut self, moves: &[String]) -> Result<(), MoveError> {
        let went = self.session.go_to(moves);
        went.map_err(|(index, reason)| MoveError {
            number: index + 1,
            text: cut(&moves[index]),
            reason,
        })
    }

    /// Lets the player choose; its thoughts, and the move.
    fn choose(&mut self, go: Go, stop: &AtomicBool) -> Vec<Reply> {
        match self.seat.choose(&self.session, go.0, stop) {
            Ok(ChosenMove { mv, thoughts }) => {
                let thoughts = thoughts.map(|thoughts| Reply::Info(thoughts.into()));
                thoughts
                    .into_iter()
                    .chain([Reply::BestMove(mv.text())])
                    .collect()
            }
            Err(fault) => vec![Reply::Error(fault.to_string())],
        }
    }
}

impl<'scope, 'env, W: Write + Send> CqiServer<'scope, 'env, W> {
    pub(crate) fn new(
        search: SearchThread<'scope, 'env, W, EngineGame>,
        settings: EngineSettings,
    ) -> Self {
        Self {
            search,
            settings,
            games: 0,
        }
    }

    fn hello(&self, version: u32) -> io::Result<()> {
        let option = |name: &str, kind, default| {
            Reply::Option(EngineOption {
                name: name.into(),
                kind,
                default,
            })
        };
        let player = self.settings.player.to_string();
        self.reply(&[
            Reply::Name(self.settings.name.clone()),
            Reply::Version(self.settings.version.clone()),
            option("Player", OptionKind::Text, player),
            option("Seed", OptionKind::Number, self.settings.seed.to_string()),
            Reply::Hello {
                version: version.min(VERSION),
            },
        ])
    }

    fn set(&mut self, name: &str, value: &str) -> Result<(), CommandError> {
        self.search.idle()?;
        match name {
            "Player" => {
                self.settings.player = match value
                    .parse()
                    .map_err(|error| CommandError::of(&error))?
                {
                    own @ PlayerSpec::BuiltIn(_) => own,
                    PlayerSpec::Engine(_) => return Err(CommandError::External(value.to_owned())),
                };
            }
            "Seed" => {
                let seed = value.parse();
                self.settings.seed = seed.map_err(|_| CommandError::Seed(cut(value)))?;
                self.games = 0;
            }
            _ => return Err(CommandError::Option(cut(name))),
        }
        Ok(())
    }

    fn begin(&mut self, header: Map<String, Value>) -> Result<(), CommandError> {
        let idle = self.search.idle()?;
        let games = self.games + 1;
        let rng = generator(game_seed(self.settings.seed, games), Stream::White);
        let game = EngineGame::new(header, &self.settings.player, rng);
        *idle = Some(game.map_err(|error| CommandError::of(&error))?);
        self.games = games;
        Ok(())
    }

    /// Checks that there is a game in which a move can be chosen.
    fn check_game(&mut self) -> Result<(), CommandError> {
        if self.game()?.session.status() != Status::InProgress {
            return Err(CommandError::Over);
        }
        Ok(())
    }

    /// The game and its player.
    fn game(&mut self) -> Result<&mut EngineGame, CommandError> {
        self.search.idle()?.as_mut().ok_or(CommandError::NoGame)
    }

    fn reply(&self, replies: &[Reply]) -> io::Result<()> {
        self.search.reply(replies)
    }
}

impl<W: Write + Send> ProtocolServer for CqiServer<'_, '_, W> {
    fn obey(&mut self, line: &str) -> Result<ControlFlow<()>, NotObeyed> {
        let command = line.parse().map_err(|error| CommandError::of(&error))?;
        match command {
            Command::Hello { version } => self.hello(version)?,
            Command::IsReady => self.reply(&[Reply::ReadyOk])?,
            Command::Stop => self.stop(),
            Command::Quit => return Ok(ControlFlow::Break(())),
            Command::SetOption { name, value } => self.set(&name, &value)?,
            Command::NewGame(header) => self.begin(header)?,
            Command::Position { moves, .. } => {
                let went = self.game()?.go_to(&moves);
                went.map_err(|error| CommandError::of(&error))?;
            }
            Command::Go(go) => {
                self.check_game()?;
                let choose = move |game: &mut EngineGame, stop: &AtomicBool| game.choose(go, stop);
                self.search.think(choose)?;
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    fn refuse(&self, reason: &dyn Display) -> io::Result<()> {
        self.reply(&[Reply::Error(reason.to_string())])
    }

    fn stop(&self) {
        self.search.stop();
    }
}
