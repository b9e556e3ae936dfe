use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use cheqqers_game::{Game, record};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::Rng;
use serde_json::{Map, Value};

use super::process::{Process, Silence};
use super::protocol::{Command, Go, Info, Reply, VERSION};
use super::{EngineCommand, cut};
use crate::{Forfeit, Limit, MAX_DERIVED_SEED, Player, Scene, Thoughts, past};

/// How much later than it should a move may come that has a time of its own.
const LATE: Duration = Duration::from_secs(2);

/// How much longer than its clock a program is waited for: it has lost by then.
const BEYOND_CLOCK: Duration = Duration::from_millis(100);

/// How long a program may take that was told to move at once.
const AT_ONCE: Duration = Duration::from_millis(500);

/// How often it is looked whether it should be.
const LOOK: Duration = Duration::from_millis(50);

/// The option that makes a program's choices the same every time.
const SEED: &str = "Seed";

/// A player that asks another program, started when it is first needed.
///
/// Whatever that program does wrong loses its game and ends it: it has ended, is silent for too
/// long, writes what is no word of the protocol, or a move that is not legal.
#[derive(Debug)]
pub struct Foreign {
    command: EngineCommand,
    seed: u64,
    process: Option<Process>,
    /// The header of the game that it was told of.
    told: Option<Map<String, Value>>,
    /// Whether it wants to be told the legal moves.
    wants_legal: bool,
    thought: Option<Info>,
}

/// Until when a program is waited for.
#[derive(Clone, Copy)]
struct Deadline {
    at: Instant,
    /// How long that was in the beginning.
    limit: Duration,
}

impl Deadline {
    fn after(limit: Duration) -> Self {
        // No program is waited for longer than that; it keeps the sum within what a time can be.
        let limit = limit.min(Duration::from_hours(24 * 365));
        Self {
            at: Instant::now() + limit,
            limit,
        }
    }

    /// For who is told to answer now.
    fn at_once(self) -> Self {
        let at = self.at.min(Instant::now() + AT_ONCE);
        Self { at, ..self }
    }

    /// The next time to look around, at the latest.
    fn soon(self) -> Self {
        let at = self.at.min(Instant::now() + LOOK);
        Self { at, ..self }
    }
}

impl Foreign {
    /// The program that this command starts. It is given a seed where it has an option of that name.
    pub fn new(command: EngineCommand, mut rng: ChaCha8Rng) -> Self {
        Self {
            command,
            seed: rng.next_u64() & MAX_DERIVED_SEED,
            process: None,
            told: None,
            wants_legal: false,
            thought: None,
        }
    }

    /// Starts the program where it does not run, and tells it of a game.
    fn ready<G: Game>(&mut self, start: &G) -> Result<(), Forfeit> {
        let header = record::header(start, Map::new());
        if self.process.is_some() && self.told.as_ref() == Some(&header) {
            return Ok(());
        }
        let deadline = Deadline::after(self.command.patience());
        if self.process.is_none() {
            let process = Process::start(&self.command);
            self.process = Some(process.map_err(|source| Forfeit::Start {
                command: cut(self.command.command()),
                source,
            })?);
            self.introduce(deadline)?;
        }
        self.say(&Command::NewGame(header.clone()));
        self.sync(deadline, &AtomicBool::new(false))?;
        self.told = Some(header);
        Ok(())
    }

    /// The beginning of a session.
    fn introduce(&mut self, deadline: Deadline) -> Result<(), Forfeit> {
        self.say(&Command::Hello { version: VERSION });
        let mut has_seed = false;
        loop {
            match self.hear(deadline)? {
                Reply::WantLegal => self.wants_legal = true,
                Reply::Option(option) => has_seed |= option.name == SEED,
                Reply::Hello { version: VERSION } => break,
                Reply::Hello { version } => {
                    return Err(Forfeit::Nonsense {
                        line: format!("cqiok {version}"),
                        reason: format!("version {VERSION} was asked for"),
                    });
                }
                Reply::Error(text) => return Err(refused(&text)),
                _ => {}
            }
        }
        if has_seed {
            self.say(&Command::SetOption {
                name: SEED.into(),
                value: self.seed.to_string(),
            });
        }
        Ok(())
    }

    /// Waits until all that was said is done. What comes before that is no answer to anything yet to
    /// be asked. Whoever stops it waits no longer than for a move that is due at once, and as long
    /// again for the move.
    fn sync(&mut self, mut deadline: Deadline, stop: &AtomicBool) -> Result<(), Forfeit> {
        self.say(&Command::IsReady);
        let mut is_stopped = false;
        loop {
            if stop.load(Ordering::Relaxed) && !is_stopped {
                is_stopped = true;
                deadline = deadline.at_once();
            }
            match self.hear(deadline.soon()) {
                Ok(Reply::ReadyOk) => return Ok(()),
                Ok(Reply::Error(text)) => return Err(refused(&text)),
                Ok(_) => {}
                Err(Forfeit::Silent { .. }) if Instant::now() < deadline.at => {}
                Err(fault) => return Err(fault),
            }
        }
    }

    fn ask<G: Game>(&mut self, scene: &Scene<'_, G>) -> Result<G::Move, Forfeit> {
        self.ready(scene.start)?;
        let deadline = Deadline::after(match scene.limit {
            Limit::Own | Limit::Nodes(_) => self.command.patience(),
            Limit::Time(time) => time.saturating_add(LATE),
            Limit::Clock(clocks) => {
                let left = clocks.of(scene.position.turn());
                left.saturating_add(BEYOND_CLOCK)
            }
        });
        let moves = scene.past.iter().map(|made| (made.mv, &made.measured[..]));
        let moves = past(moves).split_whitespace().map(str::to_owned).collect();
        let legal = if self.wants_legal {
            scene.legal.iter().map(ToString::to_string).collect()
        } else {
            Vec::new()
        };
        self.say(&Command::Position { moves, legal });
        self.sync(deadline, scene.stop)?;
        self.thought = None;
        self.say(&Command::Go(Go::from(scene.limit)));
        let text = self.answer(deadline, scene)?;
        let illegal = |reason: String| Forfeit::Illegal {
            mv: cut(&text),
            reason: cut(&reason),
        };
        let mv: G::Move = text
            .parse()
            .map_err(|error| illegal(<G::Move as std::str::FromStr>::Err::to_string(&error)))?;
        match scene.position.check(mv) {
            Ok(()) => Ok(mv),
            Err(reason) => Err(illegal(reason.to_string())),
        }
    }

    /// The text of the move that the program chooses.
    fn answer<G: Game>(
        &mut self,
        mut deadline: Deadline,
        scene: &Scene<'_, G>,
    ) -> Result<String, Forfeit> {
        let mut is_told = false;
        loop {
            if scene.is_stopped() && !is_told {
                is_told = true;
                self.say(&Command::Stop);
                deadline = deadline.at_once();
            }
            match self.hear(deadline.soon()) {
                Ok(Reply::BestMove(mv)) => return Ok(mv),
                Ok(Reply::Info(info)) => self.thought = Some(info),
                Ok(Reply::Error(text)) => return Err(refused(&text)),
                Ok(_) => {}
                Err(Forfeit::Silent { .. }) if Instant::now() < deadline.at => {}
                Err(fault) => return Err(fault),
            }
        }
    }

    fn say(&self, command: &Command) {
        if let Some(process) = &self.process {
            process.say(command.to_string());
        }
    }

    /// What the program says next; empty lines say nothing.
    fn hear(&mut self, deadline: Deadline) -> Result<Reply, Forfeit> {
        loop {
            let heard = match &self.process {
                Some(process) if Instant::now() < deadline.at => process.hear(deadline.at),
                _ => Err(Silence::Timeout),
            };
            match heard {
                Ok(Ok(line)) if line.is_empty() => {}
                Ok(Ok(line)) => return line.parse().map_err(|error| nonsense(&line, &error)),
                Ok(Err(error)) => return Err(nonsense("", &error)),
                Err(Silence::Timeout) => {
                    let limit = deadline.limit;
                    return Err(Forfeit::Silent { limit });
                }
                Err(Silence::Closed) => {
                    let status = self.process.take().map(Process::fate);
                    return Err(Forfeit::Ended {
                        command: cut(self.command.command()),
                        status: status.unwrap_or_default(),
                    });
                }
            }
        }
    }

    /// Passes on what came of asking the program; at fault, it is killed at once.
    fn or_kill<T>(&mut self, done: Result<T, Forfeit>) -> Result<T, Forfeit> {
        if done.is_err() {
            self.told = None;
            if let Some(mut process) = self.process.take() {
                // Nothing is left to be done about what can't be killed.
                let _ = process.kill();
            }
        }
        done
    }
}

fn nonsense(line: &str, error: &impl ToString) -> Forfeit {
    Forfeit::Nonsense {
        line: cut(line),
        reason: error.to_string(),
    }
}

fn refused(text: &str) -> Forfeit {
    Forfeit::Refused { reason: cut(text) }
}

impl<G: Game> Player<G> for Foreign {
    fn prepare(&mut self, start: &G) -> Result<(), Forfeit> {
        let done = self.ready(start);
        self.or_kill(done)
    }

    fn choose(&mut self, scene: &Scene<'_, G>) -> Result<G::Move, Forfeit> {
        let done = self.ask(scene);
        self.or_kill(done)
    }

    fn thoughts(&self) -> Option<Thoughts<G::Move>> {
        self.thought.as_ref()?.thoughts()
    }
}
