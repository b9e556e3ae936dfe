//! Programs that play by the text protocol: our own, and others that do wrong.

#![expect(clippy::unwrap_used, reason = "a test that can't go on fails")]
#![cfg(unix)]

#[path = "cli/command.rs"]
mod command;
#[path = "engine/faults.rs"]
mod faults;
#[path = "engine/games.rs"]
mod games;
#[path = "engine/page.rs"]
mod page;
#[path = "engine/series.rs"]
mod series;
#[path = "engine/served.rs"]
mod served;
