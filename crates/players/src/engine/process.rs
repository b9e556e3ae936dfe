//! Another program as a process: lines to it and from it, and its end.

use std::collections::BTreeSet;
use std::io::{self, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender, SyncSender};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use super::EngineCommand;
use super::lines::{Lines, Unreadable};

/// The longest line that is read, in bytes.
const MAX_LINE: u64 = 64 << 10;

/// How many lines may wait to be heard; who writes more waits itself.
const MAX_WAITING: usize = 64;

/// How long a program that was told to end, or has closed its output, may take to do so.
const GRACE: Duration = Duration::from_millis(500);

/// How often it is looked whether a process has ended.
const LOOK: Duration = Duration::from_millis(2);

/// The processes that run, by their numbers.
static LIVE: Mutex<BTreeSet<u32>> = Mutex::new(BTreeSet::new());

/// Kills all programs that play, with whatever they have started: for a process that is about to
/// exit without dropping its players. None can be started afterwards.
pub fn kill_all() -> impl Sized {
    let live = live();
    for &process in live.iter() {
        kill_group(process);
    }
    live
}

fn live() -> MutexGuard<'static, BTreeSet<u32>> {
    LIVE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Something that a program wrote.
pub(super) type Heard = Result<String, Unreadable>;

/// A program that runs. Dropped, it is told to quit, and killed where it does not.
#[derive(Debug)]
pub(super) struct Process {
    child: Child,
    /// To a thread that writes, so that a program that does not read stops nobody.
    to: Option<Sender<String>>,
    /// From a thread that reads.
    from: Receiver<Heard>,
}

/// Why nothing was heard.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Silence {
    /// It is time.
    Timeout,
    /// The program has closed its output.
    Closed,
}

impl Process {
    /// Starts a program, in a group of its own: an interrupt from the keyboard does not reach it,
    /// and it is ended with all it starts. What it writes to standard error goes nowhere.
    pub(super) fn start(command: &EngineCommand) -> io::Result<Self> {
        let mut starting = Command::new(command.program());
        starting
            .args(command.arguments())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null());
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut starting, 0);
        let mut live = live();
        let mut child = starting.spawn()?;
        live.insert(child.id());
        drop(live);
        let (stdin, stdout) = (child.stdin.take(), child.stdout.take());
        let (to, lines_to) = mpsc::channel();
        let (lines_from, from) = mpsc::sync_channel(MAX_WAITING);
        // Ends the process where a thread is refused.
        let process = Self {
            child,
            to: Some(to),
            from,
        };
        if let Some(stdin) = stdin {
            thread::Builder::new().spawn(move || write(stdin, &lines_to))?;
        }
        if let Some(stdout) = stdout {
            thread::Builder::new().spawn(move || read(stdout, &lines_from))?;
        }
        Ok(process)
    }

    /// Writes a line, some time.
    pub(super) fn say(&self, line: String) {
        if let Some(to) = &self.to {
            // Who closed its input will show by its silence.
            let _ = to.send(line);
        }
    }

    /// The next line.
    pub(super) fn hear(&self, deadline: Instant) -> Result<Heard, Silence> {
        let left = deadline.saturating_duration_since(Instant::now());
        self.from.recv_timeout(left).map_err(|error| match error {
            RecvTimeoutError::Timeout => Silence::Timeout,
            RecvTimeoutError::Disconnected => Silence::Closed,
        })
    }

    /// How a program that has closed its output ended, in a word or two.
    pub(super) fn fate(mut self) -> String {
        let ended = self.ends_by(Instant::now() + GRACE);
        let status = self.kill();
        match status {
            Ok(status) if ended => status.to_string(),
            _ => "it closed its output".into(),
        }
    }

    /// Waits until it has ended.
    fn ends_by(&mut self, deadline: Instant) -> bool {
        loop {
            if has_ended(&mut self.child) {
                return true;
            }
            if Instant::now() >= deadline {
                return false;
            }
            thread::sleep(LOOK);
        }
    }

    /// Kills it and all it started, and takes note of its end.
    pub(super) fn kill(&mut self) -> io::Result<std::process::ExitStatus> {
        // Its number is nobody else's until it was waited for.
        if live().remove(&self.child.id()) {
            kill_group(self.child.id());
            // Where there are no groups; it may have ended by itself.
            let _ = self.child.kill();
        }
        self.child.wait()
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        if !live().contains(&self.child.id()) {
            return;
        }
        self.say("quit".into());
        // Its input ends behind that.
        self.to = None;
        let deadline = Instant::now() + GRACE;
        // Its output mostly ends when it does, which is known at once.
        while Instant::now() < deadline && self.hear(deadline) != Err(Silence::Closed) {}
        self.ends_by(deadline);
        // Nothing is left to be done about what can't be killed.
        let _ = self.kill();
    }
}

fn write(mut stdin: ChildStdin, lines: &Receiver<String>) {
    for mut line in lines {
        line.push('\n');
        if stdin.write_all(line.as_bytes()).is_err() {
            break;
        }
    }
}

fn read(stdout: ChildStdout, heard: &SyncSender<Heard>) {
    let mut lines = Lines::new(BufReader::new(stdout), MAX_LINE);
    while let Ok(Some(line)) = lines.next() {
        if heard.send(line).is_err() {
            break;
        }
    }
}

/// Whether a process has ended; its number stays its own.
#[cfg(unix)]
fn has_ended(child: &mut Child) -> bool {
    use rustix::process::{Pid, WaitId, WaitIdOptions, waitid};
    let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
    matches!(
        waitid(WaitId::Pid(Pid::from_child(child)), options),
        Ok(Some(_))
    )
}

#[cfg(not(unix))]
fn has_ended(child: &mut Child) -> bool {
    matches!(child.try_wait(), Ok(Some(_)))
}

/// Kills a process and all it has started that did not leave its group.
#[cfg(unix)]
fn kill_group(process: u32) {
    use rustix::process::{Pid, Signal, kill_process_group};
    let pid = i32::try_from(process).ok().and_then(Pid::from_raw);
    if let Some(pid) = pid {
        // There may be none left.
        let _ = kill_process_group(pid, Signal::KILL);
    }
}

#[cfg(not(unix))]
fn kill_group(_: u32) {}
