use std::io::{self, BufRead, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, Scope, ScopedJoinHandle};

use cheqqers_game::Game;
use rand_chacha::ChaCha8Rng;
use serde_json::{Map, Value};
use thiserror::Error;

use super::board::Board;
use super::lines::Lines;
use super::protocol::{Command, EngineOption, Go, OptionKind, Reply, VERSION};
use crate::{Player, PlayerKind, Scene, Stream, game_seed, generator};

/// The longest line that is read, in bytes: the moves of the longest games stay far below it.
const MAX_LINE: u64 = 4 << 20;

/// What is offered to a host.
#[derive(Clone, Debug)]
pub struct Offer {
    /// What the program is called.
    pub name: String,
    /// Its version.
    pub version: String,
    /// Who plays unless the host chooses another.
    pub player: PlayerKind,
    /// The seed of the first game's choices; each later game has one derived from it.
    pub seed: u64,
}

/// Why a host is served no more.
#[derive(Debug, Error)]
pub enum ServeError {
    /// The input can't be read.
    #[error("the host can't be heard")]
    Input(#[source] io::Error),
    /// The output can't be written, or a thread is refused.
    #[error("the host can't be answered")]
    Output(#[source] io::Error),
}

/// Who sets up the game of a header for a player whose choices are drawn from the generator.
pub type Seat<'a> =
    &'a dyn Fn(Map<String, Value>, &PlayerKind, ChaCha8Rng) -> Result<Seated, SeatError>;

/// Offers players to a host, until it says `quit` or its input ends. `seat` knows the games: it
/// looks at the header and asks [`Seated::new`] for the one it names.
///
/// What the host says wrong is answered by an `error` line and changes nothing. While a player
/// thinks, on a thread of its own, the host is still heard.
///
/// # Errors
/// When the input or the output fails.
pub fn serve(
    input: impl BufRead,
    output: impl Write + Send,
    offer: Offer,
    seat: Seat<'_>,
) -> Result<(), ServeError> {
    let mut lines = Lines::new(input, MAX_LINE);
    let output = Mutex::new(output);
    thread::scope(|scope| {
        let mut served = Served {
            scope,
            output: &output,
            offer,
            seat,
            games: 0,
            desk: Desk::Free(None),
        };
        let done = loop {
            let line = match lines.next() {
                Ok(Some(line)) => line,
                Ok(None) => break Ok(()),
                Err(error) => break Err(ServeError::Input(error)),
            };
            let answered = match line.as_deref().map(str::parse) {
                Ok(Ok(Command::Quit)) => break Ok(()),
                // An empty line says nothing.
                Ok(Err(_)) if line.as_ref().is_ok_and(String::is_empty) => Ok(()),
                Ok(Ok(command)) => served.obey(command),
                Ok(Err(error)) => served.say(&[Reply::Error(error.to_string())]),
                Err(error) => served.say(&[Reply::Error(error.to_string())]),
            };
            if let Err(error) = answered {
                break Err(ServeError::Output(error));
            }
        };
        served.stop();
        done
    })
}

/// Why a command is not obeyed; nothing has changed.
#[derive(Debug, Error)]
enum Refusal {
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
    Foreign(String),
    #[error("{0}")]
    Other(String),
}

impl Refusal {
    fn of(error: &impl ToString) -> Self {
        Self::Other(error.to_string())
    }
}

/// A session with a host.
struct Served<'scope, 'env, W> {
    scope: &'scope Scope<'scope, 'env>,
    output: &'scope Mutex<W>,
    offer: Offer,
    seat: Seat<'scope>,
    /// How many games were begun since the seed was set.
    games: u64,
    desk: Desk<'scope>,
}

/// Where the game lies.
enum Desk<'scope> {
    /// Here, where there is one.
    Free(Option<Seated>),
    /// With a player who thinks about it.
    Thinking {
        thread: ScopedJoinHandle<'scope, Seated>,
        stop: Arc<AtomicBool>,
        /// Set before the move is said.
        answered: Arc<AtomicBool>,
    },
}

/// A game of any kind, and who plays it.
pub struct Seated(Box<dyn Table>);

/// Why a game can't be set up.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{0}")]
pub struct SeatError(String);

impl SeatError {
    /// For a header that names a game which nobody here knows, for this reason.
    pub fn no_game(reason: &impl ToString) -> Self {
        Self(format!(
            "there is no such game here: {}",
            reason.to_string()
        ))
    }
}

impl Seated {
    /// The game of a header, with a player of this kind.
    ///
    /// # Errors
    /// When the header describes no such game.
    pub fn new<G: Game>(
        header: Map<String, Value>,
        player: &PlayerKind,
        rng: ChaCha8Rng,
    ) -> Result<Self, SeatError> {
        let board = Board::<G>::new(header).map_err(|error| SeatError(error.to_string()))?;
        let player = player.player(rng);
        Ok(Self(Box::new(Sitting { board, player })))
    }
}

impl std::fmt::Debug for Seated {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Seated").finish_non_exhaustive()
    }
}

/// What a host asks of a game and its player, whatever the game.
trait Table: Send {
    /// Goes to the position after these moves of the start.
    fn go_to(&mut self, moves: &[String]) -> Result<(), Refusal>;

    /// Whether there is nothing to choose.
    fn is_over(&self) -> bool;

    /// The player's move, and what it thought.
    fn choose(&mut self, go: Go, stop: &AtomicBool) -> Vec<Reply>;
}

/// A game of one kind, and who plays it.
struct Sitting<G: Game> {
    board: Board<G>,
    player: Box<dyn Player<G>>,
}

impl<W: Write + Send> Served<'_, '_, W> {
    /// Does what the host says.
    fn obey(&mut self, command: Command) -> io::Result<()> {
        let refused = match command {
            Command::Hello { version } => return self.hello(version),
            Command::IsReady => return self.say(&[Reply::ReadyOk]),
            Command::Stop | Command::Quit => {
                self.stop();
                return Ok(());
            }
            Command::SetOption { name, value } => self.set(&name, &value),
            Command::NewGame(header) => self.begin(header),
            Command::Position { moves, .. } => {
                self.seated().and_then(|seated| seated.0.go_to(&moves))
            }
            Command::Go(go) => match self.think(go) {
                Ok(started) => return started,
                Err(refusal) => Err(refusal),
            },
        };
        match refused {
            Ok(()) => Ok(()),
            Err(refusal) => self.say(&[Reply::Error(refusal.to_string())]),
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
        let player = self.offer.player.to_string();
        self.say(&[
            Reply::Name(self.offer.name.clone()),
            Reply::Version(self.offer.version.clone()),
            option("Player", OptionKind::Text, player),
            option("Seed", OptionKind::Number, self.offer.seed.to_string()),
            Reply::Hello {
                version: version.min(VERSION),
            },
        ])
    }

    fn set(&mut self, name: &str, value: &str) -> Result<(), Refusal> {
        self.free()?;
        match name {
            "Player" => {
                let kind: PlayerKind = value.parse().map_err(|error| Refusal::of(&error))?;
                if kind.is_foreign() {
                    return Err(Refusal::Foreign(value.to_owned()));
                }
                self.offer.player = kind;
            }
            "Seed" => {
                let seed = value.parse();
                self.offer.seed = seed.map_err(|_| Refusal::Seed(super::cut(value)))?;
                self.games = 0;
            }
            _ => return Err(Refusal::Option(super::cut(name))),
        }
        Ok(())
    }

    fn begin(&mut self, header: Map<String, Value>) -> Result<(), Refusal> {
        self.free()?;
        let games = self.games + 1;
        let rng = generator(game_seed(self.offer.seed, games), Stream::White);
        let seated = (self.seat)(header, &self.offer.player, rng);
        self.desk = Desk::Free(Some(seated.map_err(|error| Refusal::of(&error))?));
        self.games = games;
        Ok(())
    }

    /// Lets the player choose, on a thread of its own.
    fn think(&mut self, go: Go) -> Result<io::Result<()>, Refusal> {
        if self.seated()?.0.is_over() {
            return Err(Refusal::Over);
        }
        let Desk::Free(Some(mut seated)) = std::mem::replace(&mut self.desk, Desk::Free(None))
        else {
            return Err(Refusal::NoGame);
        };
        let stop = Arc::new(AtomicBool::new(false));
        let answered = Arc::new(AtomicBool::new(false));
        let output = self.output;
        let (stopped, done) = (Arc::clone(&stop), Arc::clone(&answered));
        let thread = thread::Builder::new().spawn_scoped(self.scope, move || {
            let replies = seated.0.choose(go, &stopped);
            let mut output = output.lock().unwrap_or_else(PoisonError::into_inner);
            done.store(true, Ordering::Release);
            // A host that hears no more ends the input as well, or the next line shows it.
            let _ = write(&mut *output, &replies);
            drop(output);
            seated
        });
        Ok(thread.map(|thread| {
            self.desk = Desk::Thinking {
                thread,
                stop,
                answered,
            };
        }))
    }

    /// Tells the player to move at once, if it thinks.
    fn stop(&self) {
        if let Desk::Thinking { stop, .. } = &self.desk {
            stop.store(true, Ordering::Relaxed);
        }
    }

    /// The game and its player.
    fn seated(&mut self) -> Result<&mut Seated, Refusal> {
        self.free()?.as_mut().ok_or(Refusal::NoGame)
    }

    /// The desk, when nobody thinks.
    fn free(&mut self) -> Result<&mut Option<Seated>, Refusal> {
        if let Desk::Thinking { answered, .. } = &self.desk {
            if !answered.load(Ordering::Acquire) {
                return Err(Refusal::Thinking);
            }
            // The move is said, so the thread is about to end.
            if let Desk::Thinking { thread, .. } =
                std::mem::replace(&mut self.desk, Desk::Free(None))
            {
                match thread.join() {
                    Ok(seated) => self.desk = Desk::Free(Some(seated)),
                    Err(panic) => std::panic::resume_unwind(panic),
                }
            }
        }
        match &mut self.desk {
            Desk::Free(seated) => Ok(seated),
            Desk::Thinking { .. } => Err(Refusal::Thinking),
        }
    }

    fn say(&self, replies: &[Reply]) -> io::Result<()> {
        let mut output = self.output.lock().unwrap_or_else(PoisonError::into_inner);
        write(&mut *output, replies)
    }
}

impl<G: Game> Table for Sitting<G> {
    fn go_to(&mut self, moves: &[String]) -> Result<(), Refusal> {
        let went = self.board.go_to(moves);
        went.map_err(|error| Refusal::of(&error))
    }

    fn is_over(&self) -> bool {
        self.board.position().outcome().is_some()
    }

    fn choose(&mut self, go: Go, stop: &AtomicBool) -> Vec<Reply> {
        let position = self.board.position();
        let mut legal = Vec::new();
        position.legal_moves(&mut legal);
        let scene = Scene {
            position,
            legal: &legal,
            start: self.board.start(),
            past: self.board.made(),
            limit: go.limit(position.turn()),
            stop,
        };
        match self.player.choose(&scene) {
            Ok(mv) => {
                let thoughts = self.player.thoughts().map(|it| Reply::Info(it.into()));
                let mv = Reply::BestMove(mv.to_string());
                thoughts.into_iter().chain([mv]).collect()
            }
            Err(fault) => vec![Reply::Error(fault.to_string())],
        }
    }
}

/// Writes lines, all at once.
fn write(output: &mut impl Write, replies: &[Reply]) -> io::Result<()> {
    let mut text = Vec::new();
    for reply in replies {
        writeln!(text, "{reply}")?;
    }
    output.write_all(&text)?;
    output.flush()
}
