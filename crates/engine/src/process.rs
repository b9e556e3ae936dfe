//! Processes of engines: lines to them and from them, and their end.

use std::collections::BTreeSet;
use std::io::{self, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender, SyncSender};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use crate::command::EngineCommand;
use crate::lines::{Line, LineReader};

/// The longest line that is read, in bytes.
const MAX_LINE: u64 = 64 << 10;

/// The most lines that are buffered; a program that writes more has to wait.
const MAX_BUFFERED: usize = 64;

/// Time that a program has to exit after `quit`, or after it has closed its output.
const EXIT_GRACE: Duration = Duration::from_millis(500);

/// Interval between looks at whether a process has exited.
const POLL: Duration = Duration::from_millis(2);

/// Flag of a process that Ctrl-C does not reach, by the name that Windows has for it.
#[cfg(windows)]
const CREATE_NEW_PROCESS_GROUP: u32 = 0x200;

/// Process ids of the engines that run.
static LIVE: Mutex<BTreeSet<u32>> = Mutex::new(BTreeSet::new());

/// Kills all engines with all that they have started: for a process that is about to exit without
/// dropping its players. No engine can be started while the returned value lives.
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

/// A running program. When dropped it is sent `quit`, and killed if it does not exit.
#[derive(Debug)]
pub(crate) struct Process {
    child: Child,
    /// To a thread that writes, so that a program that does not read blocks no other thread.
    to: Option<Sender<String>>,
    /// From a thread that reads.
    from: Receiver<Line>,
}

/// Reason that no line was received.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum NoLine {
    /// The deadline has passed.
    Timeout,
    /// The program has closed its output.
    Closed,
}

impl Process {
    /// Starts a program in a process group of its own: an interrupt from the keyboard does not reach
    /// it, and it is killed with all it has started. Its standard error is discarded.
    pub(crate) fn start(command: &EngineCommand) -> io::Result<Self> {
        let mut starting = Command::new(command.executable());
        starting
            .args(command.arguments())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null());
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut starting, 0);
        #[cfg(windows)]
        std::os::windows::process::CommandExt::creation_flags(
            &mut starting,
            CREATE_NEW_PROCESS_GROUP,
        );
        let mut live = live();
        let mut child = starting.spawn()?;
        live.insert(child.id());
        drop(live);
        let (stdin, stdout) = (child.stdin.take(), child.stdout.take());
        let (to, lines_to) = mpsc::channel();
        let (lines_from, from) = mpsc::sync_channel(MAX_BUFFERED);
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

    /// Queues a line to be written.
    pub(crate) fn send(&self, line: String) {
        if let Some(to) = &self.to {
            // A program that closed its input will not answer.
            let _ = to.send(line);
        }
    }

    /// Waits for the next line.
    pub(crate) fn receive(&self, deadline: Instant) -> Result<Line, NoLine> {
        let left = deadline.saturating_duration_since(Instant::now());
        self.from.recv_timeout(left).map_err(|error| match error {
            RecvTimeoutError::Timeout => NoLine::Timeout,
            RecvTimeoutError::Disconnected => NoLine::Closed,
        })
    }

    /// Ends a program that has closed its output, and describes its exit status.
    pub(crate) fn into_exit_status(mut self) -> String {
        let exited = self.exits_by(Instant::now() + EXIT_GRACE);
        let status = self.kill();
        match status {
            Ok(status) if exited => status.to_string(),
            _ => "it closed its output".into(),
        }
    }

    /// Waits until it has exited, and returns `true` if it has by the deadline.
    fn exits_by(&mut self, deadline: Instant) -> bool {
        loop {
            if has_exited(&mut self.child) {
                return true;
            }
            if Instant::now() >= deadline {
                return false;
            }
            thread::sleep(POLL);
        }
    }

    /// Kills it and all it has started, and reaps it.
    pub(crate) fn kill(&mut self) -> io::Result<std::process::ExitStatus> {
        // Its process id is not used again until it was waited for.
        if live().remove(&self.child.id()) {
            kill_group(self.child.id());
            // It may have exited by itself.
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
        self.send("quit".into());
        // Its input ends behind that.
        self.to = None;
        let deadline = Instant::now() + EXIT_GRACE;
        // Its output mostly closes when it exits, which is seen at once.
        while Instant::now() < deadline && self.receive(deadline) != Err(NoLine::Closed) {}
        self.exits_by(deadline);
        // Nothing can be done about what can't be killed.
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

fn read(stdout: ChildStdout, to: &SyncSender<Line>) {
    let mut lines = LineReader::new(BufReader::new(stdout), MAX_LINE);
    while let Ok(Some(line)) = lines.next() {
        if to.send(line).is_err() {
            break;
        }
    }
}

/// Returns `true` if a process has exited; it is not reaped.
#[cfg(unix)]
fn has_exited(child: &mut Child) -> bool {
    use rustix::process::{Pid, WaitId, WaitIdOptions, waitid};
    let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
    matches!(
        waitid(WaitId::Pid(Pid::from_child(child)), options),
        Ok(Some(_))
    )
}

#[cfg(not(unix))]
fn has_exited(child: &mut Child) -> bool {
    matches!(child.try_wait(), Ok(Some(_)))
}

/// Kills a process group.
#[cfg(unix)]
fn kill_group(process: u32) {
    use rustix::process::{Pid, Signal, kill_process_group};
    let pid = i32::try_from(process).ok().and_then(Pid::from_raw);
    if let Some(pid) = pid {
        // There may be none left.
        let _ = kill_process_group(pid, Signal::KILL);
    }
}

/// Kills a process and those that descend from it: groups are for the keyboard alone there.
#[cfg(windows)]
fn kill_group(process: u32) {
    let mut kill = Command::new("taskkill");
    kill.args(["/F", "/T", "/PID", &process.to_string()]);
    kill.stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    // There may be none left.
    let _ = kill.status();
}
