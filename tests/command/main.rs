//! The command, what it writes, and the manual.

#![expect(clippy::unwrap_used, reason = "a test that can't go on fails")]

mod arena;
mod benchmark;
#[path = "../support/case.rs"]
mod case;
mod cli;
#[path = "../support/client.rs"]
mod client;
#[path = "../support/command.rs"]
mod command;
mod device;
mod emulate;
mod engine;
mod experiment;
mod export;
mod games;
mod golden;
mod manifest;
mod manual;
mod noise;
mod optimize;
mod pdn;
mod play;
mod previous;
#[path = "../support/process.rs"]
mod process;
mod puzzles;
#[path = "../support/samples.rs"]
mod samples;
#[path = "../support/schema.rs"]
mod schema;
mod simulate;
mod solve;
mod trace;
