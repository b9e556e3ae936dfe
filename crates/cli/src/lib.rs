//! The command `cheqqers`: what it reads from the command line, and what it prints.
//!
//! [`run`] is all a program needs, and [`Allocator`] if it is to be fast. What is printed for machines goes to standard output alone;
//! errors and progress go to standard error. The exit status is 0 when all was done, 1 when
//! something failed, 2 when the command line was wrong, 130 when the user interrupted.
//!
//! Below it: everything. Above it: nothing.

mod arena;
mod args;
mod backends;
mod completions;
mod emulate;
mod engine;
mod error;
mod experiment;
mod export;
mod games;
mod host;
mod interrupt;
mod jobs;
mod lock;
mod look;
mod onlooker;
mod perft;
mod play;
mod record;
mod remote;
mod replay;
mod selfplay;
mod serve;
mod setup;
mod simulate;

use std::io::Write;
use std::process::ExitCode;

use crate::args::{Cli, Command};
use crate::error::CliError;

/// What the program should take its memory from: threads of a server and of players make and drop
/// small things all the time, for which the usual allocators of some systems lock.
pub use mimalloc::MiMalloc as Allocator;

/// Runs the command with the arguments of this process.
pub fn run() -> ExitCode {
    let cli = Cli::read();
    let done = match &cli.command {
        Command::Play(args) => play::run(args),
        Command::Selfplay(args) => selfplay::run(args),
        Command::Games(args) => games::run(args),
        Command::Arena(args) => arena::run(args),
        Command::Replay(args) => replay::run(args),
        Command::Perft(args) => perft::run(args),
        Command::Export(args) => export::run(args),
        Command::Simulate(args) => simulate::run(args),
        Command::Backends(args) => backends::run(args),
        Command::Jobs(args) => jobs::run(args),
        Command::Serve(args) => serve::run(args),
        Command::Emulate(args) => emulate::run(args),
        Command::Engine(args) => engine::run(args),
        Command::Experiment(args) => experiment::run(args),
        Command::Completions(args) => completions::completions(args),
        Command::Man(args) => completions::man(args),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            if !error.is_silent() {
                // Nobody is left to tell when standard error is closed too.
                let _ = writeln!(std::io::stderr().lock(), "{}", error.explain());
            }
            ExitCode::from(error.exit_code())
        }
    }
}
