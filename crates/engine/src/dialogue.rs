use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use crate::command::EngineCommand;
use crate::fault::EngineFault;
use crate::process::{NoLine, Process};
use crate::text::cut;

/// Time for an answer after `stop`.
const STOP_GRACE: Duration = Duration::from_millis(500);

/// Interval between looks at the stop flag.
const POLL: Duration = Duration::from_millis(50);

/// Lines said to a program, and its answers within time limits.
#[derive(Debug)]
pub(crate) struct Dialogue {
    command: EngineCommand,
    process: Option<Process>,
}

/// Time until which a program is waited for.
#[derive(Clone, Copy)]
pub(crate) struct Deadline {
    at: Instant,
    /// The whole time, for messages.
    limit: Duration,
}

impl Deadline {
    pub(crate) fn after(limit: Duration) -> Self {
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

/// Flag that tells a program to move at once.
#[derive(Clone, Copy)]
pub(crate) struct Stop<'a> {
    /// Set by somebody else.
    pub(crate) flag: &'a AtomicBool,
    /// The line by which the program is told.
    pub(crate) line: Option<&'static str>,
}

impl Dialogue {
    /// A dialogue with a program that is not started yet.
    pub(crate) fn new(command: EngineCommand) -> Self {
        Self {
            command,
            process: None,
        }
    }

    pub(crate) fn command(&self) -> &EngineCommand {
        &self.command
    }

    pub(crate) fn is_running(&self) -> bool {
        self.process.is_some()
    }

    pub(crate) fn start(&mut self) -> Result<(), EngineFault> {
        let process = Process::start(&self.command);
        self.process = Some(process.map_err(|source| EngineFault::Start {
            command: cut(self.command.command()),
            source,
        })?);
        Ok(())
    }

    /// Kills the program, if it runs.
    pub(crate) fn kill(&mut self) {
        if let Some(mut process) = self.process.take() {
            // Nothing can be done about what can't be killed.
            let _ = process.kill();
        }
    }

    pub(crate) fn say(&self, line: &impl ToString) {
        if let Some(process) = &self.process {
            process.send(line.to_string());
        }
    }

    /// Waits for the line in which `read` finds an answer; empty lines are skipped. Who is told to stop is waited for
    /// no longer than that takes.
    pub(crate) fn answer<T>(
        &mut self,
        mut deadline: Deadline,
        stop: Option<Stop<'_>>,
        mut read: impl FnMut(&str) -> Result<Option<T>, EngineFault>,
    ) -> Result<T, EngineFault> {
        let mut stop = stop;
        loop {
            if let Some(Stop { line, .. }) = stop.take_if(|stop| stop.flag.load(Ordering::Relaxed))
            {
                if let Some(line) = line {
                    self.say(&line);
                }
                deadline = deadline.at_once();
            }
            match self.receive(deadline.next_poll()) {
                Ok(line) => {
                    if let Some(found) = read(&line)? {
                        return Ok(found);
                    }
                }
                Err(EngineFault::Timeout { .. }) if Instant::now() < deadline.at => {}
                Err(fault) => return Err(fault),
            }
        }
    }

    /// Waits for the next line; empty ones are skipped.
    fn receive(&mut self, deadline: Deadline) -> Result<String, EngineFault> {
        loop {
            let line = match &self.process {
                Some(process) if Instant::now() < deadline.at => process.receive(deadline.at),
                _ => Err(NoLine::Timeout),
            };
            match line {
                Ok(Ok(line)) if line.is_empty() => {}
                Ok(Ok(line)) => return Ok(line),
                Ok(Err(error)) => return Err(EngineFault::malformed("", &error)),
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
}
