//! Games through the command, and what is left of them.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::thread;
use std::time::Duration;

use serde_json::Value;
use tempfile::TempDir;

use crate::command::{Done, command, printed, run};

/// The variable by which the processes of a test are known, those that its engines start included.
const MARK: &str = "CHEQQERS_TEST";

/// A folder for a series of games, which tells its processes from all others.
pub(crate) struct Series {
    folder: TempDir,
}

impl Series {
    pub(crate) fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        Self { folder }
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// The name of an engine that does wrong in this way. Only those that say nothing are not waited
    /// for as long as any other.
    pub(crate) fn fake(&self, mode: &str) -> String {
        let patience = match mode {
            "mute" | "silent" => "@5",
            _ => "",
        };
        let (script, own) = (script(), self.path("own"));
        format!(
            "engine{patience}:/bin/sh {} {mode} {}",
            script.display(),
            own.display()
        )
    }

    /// The command with these arguments, with what processes need to be found again.
    pub(crate) fn command(&self, args: &[&str]) -> Command {
        let mut command = command(args);
        command.env(MARK, self.folder.path());
        if let Some(path) = std::env::var_os("PATH") {
            command.env("PATH", path);
        }
        command
    }

    /// Lets players play, and gives what the command did; the trace is in a file of that name.
    pub(crate) fn selfplay(&self, white: &str, black: &str, args: &[&str]) -> Done {
        let trace = self.path("trace.jsonl");
        let trace = trace.to_str().unwrap();
        let all = [
            "selfplay", "--white", white, "--black", black, "--trace", trace, "--force",
        ];
        let all = [&all[..], args].concat();
        run(&mut self.command(&all))
    }

    /// The lines of the trace, which must follow the rules.
    pub(crate) fn trace(&self) -> Vec<Value> {
        let path = self.path("trace.jsonl");
        printed(&["replay", "--verify", path.to_str().unwrap()]);
        let text = fs::read_to_string(path).unwrap();
        let read = |line| serde_json::from_str(line).unwrap();
        text.lines().map(read).collect()
    }

    /// No process of the series is left. What was killed may take a moment to be gone.
    #[cfg(target_os = "linux")]
    pub(crate) fn assert_all_gone(&self) {
        for _ in 0..200 {
            if self.processes().is_empty() {
                return;
            }
            thread::sleep(Duration::from_millis(50));
        }
        assert_eq!(self.processes(), [""; 0]);
    }

    /// What the processes of the series are called with.
    #[cfg(target_os = "linux")]
    fn processes(&self) -> Vec<String> {
        let mark = format!("{MARK}={}", self.folder.path().display());
        let is_marked = |process: &Path| {
            let environment = fs::read(process.join("environ")).unwrap_or_default();
            let mut items = environment.split(|&byte| byte == 0);
            items.any(|item| item == mark.as_bytes())
        };
        let processes = fs::read_dir("/proc").unwrap().flatten();
        let marked = processes
            .map(|entry| entry.path())
            .filter(|path| is_marked(path));
        marked
            .map(|path| fs::read_to_string(path.join("cmdline")).unwrap_or_default())
            .collect()
    }

    #[cfg(not(target_os = "linux"))]
    pub(crate) fn assert_all_gone(&self) {}
}

/// The script of the fakes.
pub(crate) fn script() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/engine/fake.sh")
}
