//! The command `cheqqers`: its command line and all that it prints.
//!
//! A program calls [`run`] and, to be fast, uses [`Allocator`]. Output for machines goes to standard
//! output alone; errors and progress go to standard error. The exit status is 0 on success, 1 after a
//! failure, 2 for a wrong command line, 130 after an interrupt by the user.
//!
//! It is no library for other programs: games, players, backends and the server are in the crates
//! below, all of which it may use. Above it stands only the program itself.

mod arena;
mod args;
mod backends;
mod benchmark;
mod completions;
mod display;
#[cfg(feature = "remote")]
mod emulate;
mod ending;
mod engine;
mod error;
#[cfg(feature = "experiments")]
mod experiment;
mod export;
mod files;
mod games;
mod greeting;
mod interrupt;
mod job_monitor;
mod jobs;
mod perft;
mod play;
mod progress;
mod puzzles;
mod record;
mod record_file;
mod remote;
mod replay;
mod selfplay;
#[cfg(feature = "web")]
mod serve;
mod setup;
mod simulate;
mod solve;
mod stdio;

use std::ffi::OsString;
use std::io::Write;
use std::process::ExitCode;

use crate::args::{Cli, Command};

/// Memory allocator for the program: threads of a server and of players allocate small objects all
/// the time, for which the default allocators of some systems lock.
pub use mimalloc::MiMalloc as Allocator;

/// Runs the command with the arguments of this process.
pub fn run() -> ExitCode {
    run_from(std::env::args_os().collect()).into()
}

/// Runs the command with these arguments, the program's name first, and returns its exit status.
pub fn run_from(args: Vec<OsString>) -> u8 {
    if args.len() <= 1 {
        return greeting::greet();
    }
    let cli = Cli::read(args);
    let done = match &cli.command {
        Command::Play(args) => play::run(args),
        Command::Selfplay(args) => selfplay::run(args),
        Command::Games(args) => games::run(args),
        Command::Arena(args) => arena::run(args),
        Command::Puzzles(args) => puzzles::run(args),
        Command::Replay(args) => replay::run(args),
        Command::Perft(args) => perft::run(args),
        Command::Solve(args) => solve::run(args),
        Command::Export(args) => export::run(args),
        Command::Simulate(args) => simulate::run(args),
        Command::Backends(args) => backends::run(args),
        Command::Benchmark(args) => benchmark::run(args),
        Command::Jobs(args) => jobs::run(args),
        #[cfg(feature = "web")]
        Command::Serve(args) => serve::run(args),
        #[cfg(feature = "remote")]
        Command::Emulate(args) => emulate::run(args),
        Command::Engine(args) => engine::run(args),
        #[cfg(feature = "experiments")]
        Command::Experiment(args) => experiment::run(args),
        Command::Completions(args) => completions::completions(args),
        Command::Man(args) => completions::man(args),
    };
    match done {
        Ok(()) => 0,
        Err(failure) => {
            let status = failure.status();
            if status != 0 {
                // Standard error may be closed too.
                let _ = writeln!(std::io::stderr().lock(), "{}", failure.explain());
            }
            status
        }
    }
}
