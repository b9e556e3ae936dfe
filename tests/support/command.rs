//! Running the command.

#![allow(dead_code, reason = "some tests have no use for all of it")]

use std::process::{Command, Stdio};

/// What the command did.
#[derive(Debug)]
pub(crate) struct Done {
    pub(crate) code: Option<i32>,
    pub(crate) out: String,
    pub(crate) err: String,
}

/// The command, not yet run, without input and whatever the user's settings.
pub(crate) fn command(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_cheqqers"));
    command.args(args).stdin(Stdio::null()).env_clear();
    command
}

/// Runs a command to its end.
pub(crate) fn run(command: &mut Command) -> Done {
    let output = command.output().expect("the command was built");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("the command prints UTF-8");
    Done {
        code: output.status.code(),
        out: text(output.stdout),
        err: text(output.stderr),
    }
}

/// What a command prints when all goes well, and it has nothing to complain about.
pub(crate) fn printed_by(command: &mut Command) -> String {
    let done = run(command);
    assert_eq!((done.code, &*done.err), (Some(0), ""), "{command:?}");
    done.out
}

/// Runs the command with these arguments to its end.
pub(crate) fn cheqqers(args: &[&str]) -> Done {
    run(&mut command(args))
}

/// What the command prints with these arguments when all goes well.
pub(crate) fn printed(args: &[&str]) -> String {
    printed_by(&mut command(args))
}
