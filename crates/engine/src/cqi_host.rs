use std::sync::atomic::AtomicBool;

use cheqqers_players::{Forfeit, Thoughts};
use cheqqers_session::TextContext;
use serde_json::{Map, Value};

use crate::dialogue::{Deadline, Dialogue, Stop};
use crate::fault::EngineFault;
use crate::host::Host;
use crate::protocol::{Command, Go, Info, Reply, VERSION};

/// Name of the option that makes a program's choices repeatable.
const SEED: &str = "Seed";

/// Host of programs that speak CQI.
#[derive(Debug)]
pub(crate) struct CqiHost {
    seed: u64,
    /// Set if the program wants to be sent the legal moves.
    wants_legal: bool,
    info: Option<Info>,
}

impl CqiHost {
    /// A host that sets this seed, if the program has such an option.
    pub(crate) fn new(seed: u64) -> Self {
        Self {
            seed,
            wants_legal: false,
            info: None,
        }
    }
}

/// Waits until the program has done all that it was sent, and drops replies that come before.
/// After the flag is set it waits no longer than for a move after `stop`.
fn sync(
    program: &mut Dialogue,
    deadline: Deadline,
    flag: Option<&AtomicBool>,
) -> Result<(), EngineFault> {
    program.say(&Command::IsReady);
    let stop = flag.map(|flag| Stop { flag, line: None });
    program.answer(deadline, stop, |line| match reply(line)? {
        Reply::ReadyOk => Ok(Some(())),
        _ => Ok(None),
    })
}

/// Reads a reply; an error is one of ours.
fn reply(line: &str) -> Result<Reply, EngineFault> {
    match line.parse() {
        Ok(Reply::Error(text)) => Err(EngineFault::refused(&text)),
        Ok(reply) => Ok(reply),
        Err(error) => Err(EngineFault::malformed(line, &error)),
    }
}

impl Host for CqiHost {
    fn greet(&mut self, program: &mut Dialogue, deadline: Deadline) -> Result<(), EngineFault> {
        program.say(&Command::Hello { version: VERSION });
        let (mut has_seed, mut wants_legal) = (false, false);
        program.answer(deadline, None, |line| match reply(line)? {
            Reply::WantLegal => {
                wants_legal = true;
                Ok(None)
            }
            Reply::Option(option) => {
                has_seed |= option.name == SEED;
                Ok(None)
            }
            Reply::Hello { version: VERSION } => Ok(Some(())),
            Reply::Hello { version } => Err(EngineFault::malformed(
                &format!("cqiok {version}"),
                &format!("version {VERSION} was asked for"),
            )),
            _ => Ok(None),
        })?;
        self.wants_legal = wants_legal;
        if has_seed {
            program.say(&Command::SetOption {
                name: SEED.into(),
                value: self.seed.to_string(),
            });
        }
        Ok(())
    }

    fn begin(
        &mut self,
        header: &Map<String, Value>,
        program: &mut Dialogue,
        deadline: Deadline,
    ) -> Result<(), EngineFault> {
        program.say(&Command::NewGame(header.clone()));
        sync(program, deadline, None)
    }

    fn choose(
        &mut self,
        context: &dyn TextContext,
        program: &mut Dialogue,
        deadline: Deadline,
    ) -> Result<String, Forfeit> {
        let past = context.past();
        let moves = past.split_whitespace().map(str::to_owned).collect();
        let legal = if self.wants_legal {
            context.legal_moves()
        } else {
            Vec::new()
        };
        program.say(&Command::Position { moves, legal });
        sync(program, deadline, Some(context.stop()))?;
        self.info = None;
        program.say(&Command::Go(Go(context.limit())));
        let stop = Stop {
            flag: context.stop(),
            line: Some("stop"),
        };
        let info = &mut self.info;
        let chosen = program.answer(deadline, Some(stop), |line| match reply(line)? {
            Reply::BestMove(mv) => Ok(Some(mv)),
            Reply::Info(found) => {
                *info = Some(found);
                Ok(None)
            }
            _ => Ok(None),
        })?;
        Ok(chosen)
    }

    fn thoughts(&self) -> Option<Thoughts<String>> {
        self.info.as_ref()?.thoughts()
    }
}
