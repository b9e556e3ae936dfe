use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use cheqqers_players::{Forfeit, Limit, MAX_DERIVED_SEED, Thoughts};
use cheqqers_session::{Move, MoveError, TextContext, TextPlayer};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::Rng;
use serde_json::{Map, Value};

use crate::command::EngineCommand;
use crate::fault::EngineFault;
use crate::process::{NoLine, Process};
use crate::protocol::{Command, Go, Info, Reply, VERSION};
use crate::text::cut;

/// Time beyond a limit for one move in which the move is still taken.
const MOVE_GRACE: Duration = Duration::from_secs(2);

/// Time beyond its clock that a program is waited for: it has lost by then.
const CLOCK_GRACE: Duration = Duration::from_millis(100);

/// Time for an answer after `stop`.
const STOP_GRACE: Duration = Duration::from_millis(500);

/// Interval between looks at the stop flag.
const POLL: Duration = Duration::from_millis(50);

/// Name of the option that makes a program's choices repeatable.
const SEED: &str = "Seed";

/// A player that asks another program, started when it is first needed.
///
/// A program that exits, takes too long, breaks the protocol or chooses an illegal move loses its game
/// and is killed.
#[derive(Debug)]
pub struct EnginePlayer {
    command: EngineCommand,
    seed: u64,
    process: Option<Process>,
    /// Header of the game that it was last sent.
    game: Option<Map<String, Value>>,
    /// Set if it wants to be sent the legal moves.
    wants_legal: bool,
    info: Option<Info>,
}

/// Time until which a program is waited for.
#[derive(Clone, Copy)]
struct Deadline {
    at: Instant,
    /// The whole time, for messages.
    limit: Duration,
}

impl Deadline {
    fn after(limit: Duration) -> Self {
        // A year keeps the sum within what an `Instant` can hold.
        let limit = limit.min(Duration::from_hours(24 * 365));
        Self {
            at: Instant::now() + limit,
            limit,
        }
    }

    /// The deadline after `stop`.
    fn at_once(self) -> Self {
        let at = self.at.min(Instant::now() + STOP_GRACE);
        Self { at, ..self }
    }

    /// The next look at the stop flag, or the deadline if that is sooner.
    fn next_poll(self) -> Self {
        let at = self.at.min(Instant::now() + POLL);
        Self { at, ..self }
    }
}

impl EnginePlayer {
    /// A player that asks the program of this command. The seed is drawn from `rng`, and set if the
    /// program has an option of that name.
    pub fn new(command: EngineCommand, mut rng: ChaCha8Rng) -> Self {
        Self {
            command,
            seed: rng.next_u64() & MAX_DERIVED_SEED,
            process: None,
            game: None,
            wants_legal: false,
            info: None,
        }
    }

    /// Starts the program if it does not run, and sends it the game if it has another.
    fn ready(&mut self, header: Map<String, Value>) -> Result<(), EngineFault> {
        if self.process.is_some() && self.game.as_ref() == Some(&header) {
            return Ok(());
        }
        let deadline = Deadline::after(self.command.timeout());
        if self.process.is_none() {
            let process = Process::start(&self.command);
            self.process = Some(process.map_err(|source| EngineFault::Start {
                command: cut(self.command.command()),
                source,
            })?);
            self.introduce(deadline)?;
        }
        self.send(&Command::NewGame(header.clone()));
        self.sync(deadline, &AtomicBool::new(false))?;
        self.game = Some(header);
        Ok(())
    }

    /// Exchanges greetings and sets the seed.
    fn introduce(&mut self, deadline: Deadline) -> Result<(), EngineFault> {
        self.send(&Command::Hello { version: VERSION });
        let mut has_seed = false;
        loop {
            match self.receive(deadline)? {
                Reply::WantLegal => self.wants_legal = true,
                Reply::Option(option) => has_seed |= option.name == SEED,
                Reply::Hello { version: VERSION } => break,
                Reply::Hello { version } => {
                    return Err(EngineFault::Malformed {
                        line: format!("cqiok {version}"),
                        reason: format!("version {VERSION} was asked for"),
                    });
                }
                Reply::Error(text) => return Err(refused(&text)),
                _ => {}
            }
        }
        if has_seed {
            self.send(&Command::SetOption {
                name: SEED.into(),
                value: self.seed.to_string(),
            });
        }
        Ok(())
    }

    /// Waits until the program has done all that it was sent, and drops replies that come before.
    /// After `stop` is set it waits no longer than for a move after `stop`.
    fn sync(&mut self, mut deadline: Deadline, stop: &AtomicBool) -> Result<(), EngineFault> {
        self.send(&Command::IsReady);
        let mut is_stopped = false;
        loop {
            if stop.load(Ordering::Relaxed) && !is_stopped {
                is_stopped = true;
                deadline = deadline.at_once();
            }
            match self.receive(deadline.next_poll()) {
                Ok(Reply::ReadyOk) => return Ok(()),
                Ok(Reply::Error(text)) => return Err(refused(&text)),
                Ok(_) => {}
                Err(EngineFault::Timeout { .. }) if Instant::now() < deadline.at => {}
                Err(fault) => return Err(fault),
            }
        }
    }

    fn ask(&mut self, context: &dyn TextContext) -> Result<Move, Forfeit> {
        self.ready(context.start())?;
        let limit = context.limit();
        let deadline = Deadline::after(match limit {
            Limit::Own | Limit::Nodes(_) => self.command.timeout(),
            Limit::Time(time) => time.saturating_add(MOVE_GRACE),
            Limit::Clock(clocks) => clocks.of(context.turn()).saturating_add(CLOCK_GRACE),
        });
        let past = context.past();
        let moves = past.split_whitespace().map(str::to_owned).collect();
        let legal = if self.wants_legal {
            context.legal_moves()
        } else {
            Vec::new()
        };
        self.send(&Command::Position { moves, legal });
        self.sync(deadline, context.stop())?;
        self.info = None;
        self.send(&Command::Go(Go(limit)));
        let text = self.best_move(deadline, context.stop())?;
        context.read_legal(&text).map_err(|error| {
            let reason = match error {
                MoveError::Illegal { reason, .. } => reason.to_string(),
                error => error.to_string(),
            };
            Forfeit::Illegal {
                mv: cut(&text),
                reason: cut(&reason),
            }
        })
    }

    /// Waits for the text of the move that the program chooses.
    fn best_move(
        &mut self,
        mut deadline: Deadline,
        stop: &AtomicBool,
    ) -> Result<String, EngineFault> {
        let mut is_stop_sent = false;
        loop {
            if stop.load(Ordering::Relaxed) && !is_stop_sent {
                is_stop_sent = true;
                self.send(&Command::Stop);
                deadline = deadline.at_once();
            }
            match self.receive(deadline.next_poll()) {
                Ok(Reply::BestMove(mv)) => return Ok(mv),
                Ok(Reply::Info(info)) => self.info = Some(info),
                Ok(Reply::Error(text)) => return Err(refused(&text)),
                Ok(_) => {}
                Err(EngineFault::Timeout { .. }) if Instant::now() < deadline.at => {}
                Err(fault) => return Err(fault),
            }
        }
    }

    fn send(&self, command: &Command) {
        if let Some(process) = &self.process {
            process.send(command.to_string());
        }
    }

    /// Waits for the next reply; empty lines are skipped.
    fn receive(&mut self, deadline: Deadline) -> Result<Reply, EngineFault> {
        loop {
            let line = match &self.process {
                Some(process) if Instant::now() < deadline.at => process.receive(deadline.at),
                _ => Err(NoLine::Timeout),
            };
            match line {
                Ok(Ok(line)) if line.is_empty() => {}
                Ok(Ok(line)) => return line.parse().map_err(|error| malformed(&line, &error)),
                Ok(Err(error)) => return Err(malformed("", &error)),
                Err(NoLine::Timeout) => {
                    let limit = deadline.limit;
                    return Err(EngineFault::Timeout { limit });
                }
                Err(NoLine::Closed) => {
                    let status = self.process.take().map(Process::into_exit_status);
                    return Err(EngineFault::Ended {
                        command: cut(self.command.command()),
                        status: status.unwrap_or_default(),
                    });
                }
            }
        }
    }

    /// Kills the program at a fault, which is returned.
    fn or_kill<T, E: Into<Forfeit>>(&mut self, done: Result<T, E>) -> Result<T, Forfeit> {
        if done.is_err() {
            self.game = None;
            if let Some(mut process) = self.process.take() {
                // Nothing can be done about what can't be killed.
                let _ = process.kill();
            }
        }
        done.map_err(E::into)
    }
}

fn malformed(line: &str, error: &impl ToString) -> EngineFault {
    EngineFault::Malformed {
        line: cut(line),
        reason: error.to_string(),
    }
}

fn refused(text: &str) -> EngineFault {
    EngineFault::Refused { reason: cut(text) }
}

impl TextPlayer for EnginePlayer {
    fn prepare(&mut self, start: Map<String, Value>) -> Result<(), Forfeit> {
        let done = self.ready(start);
        self.or_kill(done)
    }

    fn choose(&mut self, context: &dyn TextContext) -> Result<Move, Forfeit> {
        let done = self.ask(context);
        self.or_kill(done)
    }

    fn thoughts(&self) -> Option<Thoughts<String>> {
        self.info.as_ref()?.thoughts()
    }
}
