//! The real command, serving.

#![allow(dead_code, reason = "the bench has no use for all of it")]

use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::path::Path;
use std::process::{Child, Command, Stdio};

use crate::command::command;

/// The command, serving until this is dropped.
pub(crate) struct Process {
    pub(crate) child: Child,
    pub(crate) address: SocketAddr,
}

impl Process {
    /// With its games in this folder, and limits that nobody meets.
    pub(crate) fn start(folder: &Path) -> Self {
        Self::with(folder, &[])
    }

    /// The same with more options.
    pub(crate) fn with(folder: &Path, options: &[&str]) -> Self {
        let data = folder.to_str().unwrap();
        let args = [
            "serve",
            "--listen",
            "127.0.0.1:0",
            "--data",
            data,
            "--max-requests",
            "1000000",
            "--max-games-per-address",
            "1000000",
            "--max-connections",
            "8000",
        ];
        Self::of(command(&args).args(options).env("HOME", folder))
    }

    /// By this command, which tells its address on a line.
    pub(crate) fn of(command: &mut Command) -> Self {
        let mut child = command.stdout(Stdio::piped()).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.as_mut().unwrap())
            .read_line(&mut line)
            .unwrap();
        let url = line
            .trim_end()
            .strip_prefix("listening on http://")
            .unwrap();
        Self {
            address: url.parse().unwrap(),
            child,
        }
    }

    #[cfg(unix)]
    pub(crate) fn terminate(&self) {
        let id = rustix::process::Pid::from_child(&self.child);
        rustix::process::kill_process(id, rustix::process::Signal::TERM).unwrap();
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.child.kill();
        self.child.wait().unwrap();
    }
}
