use std::io::{self, BufRead, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, Scope, ScopedJoinHandle};

use cheqqers_game::{Status, with_causes};
use cheqqers_players::{Stream, game_seed, generator};
use cheqqers_session::{ChosenMove, GameKind, GivenPlyError, OpenError, Seat, Session};
use cheqqers_world::Recording;
use rand_chacha::ChaCha8Rng;
use serde_json::{Map, Value};
use thiserror::Error;

use crate::lines::LineReader;
use crate::protocol::{Command, EngineOption, Go, OptionKind, Reply, VERSION};
use crate::spec::PlayerSpec;
use crate::text::cut;

/// The longest line that is read, in bytes: the moves of the longest games stay far below it.
const MAX_LINE: u64 = 4 << 20;

/// Name of this engine, and the initial values of its options.
#[derive(Clone, Debug)]
pub struct EngineSettings {
    /// Name of the engine.
    pub name: String,
    /// Version of the engine.
    pub version: String,
    /// Value of the option `Player`.
    pub player: PlayerSpec,
    /// Value of the option `Seed`: the seed of the first game's choices; later games have seeds derived from it.
    pub seed: u64,
}

/// Error of input or output that ends [`serve`].
#[derive(Debug, Error)]
#[expect(missing_docs, reason = "the messages say it")]
pub enum ServeError {
    #[error("could not read from the host")]
    Input(#[source] io::Error),
    #[error("could not write to the host")]
    Output(#[source] io::Error),
}

/// Serves players of this program to a host, until it says `quit` or its input ends.
///
/// A wrong command is answered by an `error` line and changes nothing. A player thinks on a thread of
/// its own, so commands are answered meanwhile.
///
/// # Errors
/// Returns an error if the input or the output fails.
pub fn serve(
    input: impl BufRead,
    output: impl Write + Send,
    settings: EngineSettings,
) -> Result<(), ServeError> {
    let mut lines = LineReader::new(input, MAX_LINE);
    let output = Mutex::new(output);
    thread::scope(|scope| {
        let mut server = Server {
            scope,
            output: &output,
            settings,
            games: 0,
            state: State::Idle(None),
        };
        let done = loop {
            let line = match lines.next() {
                Ok(Some(line)) => line,
                Ok(None) => break Ok(()),
                Err(error) => break Err(ServeError::Input(error)),
            };
            let answered = match line.as_deref().map(str::parse) {
                Ok(Ok(Command::Quit)) => break Ok(()),
                // Empty lines are skipped.
                Ok(Err(_)) if line.as_ref().is_ok_and(String::is_empty) => Ok(()),
                Ok(Ok(command)) => server.obey(command),
                Ok(Err(error)) => server.reply(&[Reply::Error(error.to_string())]),
                Err(error) => server.reply(&[Reply::Error(error.to_string())]),
            };
            if let Err(error) = answered {
                break Err(ServeError::Output(error));
            }
        };
        server.stop();
        done
    })
}

/// Error of a command that is not obeyed; nothing has changed.
#[derive(Debug, Error)]
enum CommandError {
    #[error("a move is being chosen: say 'stop' and wait for it")]
    Thinking,
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

/// Session with a host.
struct Server<'scope, 'env, W> {
    scope: &'scope Scope<'scope, 'env>,
    output: &'scope Mutex<W>,
    settings: EngineSettings,
    /// Number of games begun since the seed was set.
    games: u64,
    state: State<'scope>,
}

/// State of the session.
enum State<'scope> {
    /// No move is being chosen; the game, if one was begun.
    Idle(Option<EngineGame>),
    /// A thread has the game, and chooses a move.
    Thinking {
        thread: ScopedJoinHandle<'scope, EngineGame>,
        stop: Arc<AtomicBool>,
        /// Set before the move is written.
        answered: Arc<AtomicBool>,
    },
}

/// A game with the player that chooses its moves.
struct EngineGame {
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

impl<W: Write + Send> Server<'_, '_, W> {
    /// Obeys a command, or answers by an error.
    fn obey(&mut self, command: Command) -> io::Result<()> {
        let refused = match command {
            Command::Hello { version } => return self.hello(version),
            Command::IsReady => return self.reply(&[Reply::ReadyOk]),
            Command::Stop | Command::Quit => {
                self.stop();
                return Ok(());
            }
            Command::SetOption { name, value } => self.set(&name, &value),
            Command::NewGame(header) => self.begin(header),
            Command::Position { moves, .. } => self.game().and_then(|game| {
                let went = game.go_to(&moves);
                went.map_err(|error| CommandError::of(&error))
            }),
            Command::Go(go) => match self.think(go) {
                Ok(started) => return started,
                Err(error) => Err(error),
            },
        };
        match refused {
            Ok(()) => Ok(()),
            Err(error) => self.reply(&[Reply::Error(error.to_string())]),
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
        self.idle()?;
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
        self.idle()?;
        let games = self.games + 1;
        let rng = generator(game_seed(self.settings.seed, games), Stream::White);
        let game = EngineGame::new(header, &self.settings.player, rng);
        self.state = State::Idle(Some(game.map_err(|error| CommandError::of(&error))?));
        self.games = games;
        Ok(())
    }

    /// Starts a thread on which the player chooses.
    fn think(&mut self, go: Go) -> Result<io::Result<()>, CommandError> {
        if self.game()?.session.status() != Status::InProgress {
            return Err(CommandError::Over);
        }
        let State::Idle(Some(mut game)) = std::mem::replace(&mut self.state, State::Idle(None))
        else {
            return Err(CommandError::NoGame);
        };
        let stop = Arc::new(AtomicBool::new(false));
        let answered = Arc::new(AtomicBool::new(false));
        let output = self.output;
        let (stopped, done) = (Arc::clone(&stop), Arc::clone(&answered));
        let thread = thread::Builder::new().spawn_scoped(self.scope, move || {
            let replies = game.choose(go, &stopped);
            let mut output = output.lock().unwrap_or_else(PoisonError::into_inner);
            done.store(true, Ordering::Release);
            // A host that reads no more closes the input as well, or the next line fails.
            let _ = write(&mut *output, &replies);
            drop(output);
            game
        });
        Ok(thread.map(|thread| {
            self.state = State::Thinking {
                thread,
                stop,
                answered,
            };
        }))
    }

    /// Tells a thinking player to move at once.
    fn stop(&self) {
        if let State::Thinking { stop, .. } = &self.state {
            stop.store(true, Ordering::Relaxed);
        }
    }

    /// The game and its player.
    fn game(&mut self) -> Result<&mut EngineGame, CommandError> {
        self.idle()?.as_mut().ok_or(CommandError::NoGame)
    }

    /// The game, unless the player thinks.
    fn idle(&mut self) -> Result<&mut Option<EngineGame>, CommandError> {
        if let State::Thinking { answered, .. } = &self.state {
            if !answered.load(Ordering::Acquire) {
                return Err(CommandError::Thinking);
            }
            // The move is written, so the thread is about to end.
            if let State::Thinking { thread, .. } =
                std::mem::replace(&mut self.state, State::Idle(None))
            {
                match thread.join() {
                    Ok(game) => self.state = State::Idle(Some(game)),
                    Err(panic) => std::panic::resume_unwind(panic),
                }
            }
        }
        match &mut self.state {
            State::Idle(game) => Ok(game),
            State::Thinking { .. } => Err(CommandError::Thinking),
        }
    }

    fn reply(&self, replies: &[Reply]) -> io::Result<()> {
        let mut output = self.output.lock().unwrap_or_else(PoisonError::into_inner);
        write(&mut *output, replies)
    }
}

/// Writes lines in one go.
fn write(output: &mut impl Write, replies: &[Reply]) -> io::Result<()> {
    let mut text = Vec::new();
    for reply in replies {
        writeln!(text, "{reply}")?;
    }
    output.write_all(&text)?;
    output.flush()
}
