//! The page's server, asked as browsers and as those ask who mean no good.

#![expect(clippy::unwrap_used, reason = "a test that can't go on fails")]

#[path = "web/analysis.rs"]
mod analysis;
#[path = "web/api.rs"]
mod api;
#[path = "web/circuits.rs"]
mod circuits;
#[path = "web/class.rs"]
mod class;
#[path = "support/client.rs"]
mod client;
#[path = "web/clock.rs"]
mod clock;
#[path = "support/command.rs"]
mod command;
#[path = "web/crash.rs"]
mod crash;
#[path = "web/disk.rs"]
mod disk;
#[path = "web/fallback.rs"]
mod fallback;
#[path = "web/games.rs"]
mod games;
#[path = "web/hostile.rs"]
mod hostile;
#[path = "web/jobs.rs"]
mod jobs;
#[path = "web/lessons.rs"]
mod lessons;
#[path = "web/lines.rs"]
mod lines;
#[path = "web/manifest.rs"]
mod manifest;
#[path = "web/offers.rs"]
mod offers;
#[path = "web/page.rs"]
mod page;
#[path = "web/pool.rs"]
mod pool;
#[path = "support/process.rs"]
mod process;
#[path = "web/puzzles.rs"]
mod puzzles;
#[path = "web/records.rs"]
mod records;
#[path = "web/remote.rs"]
mod remote;
#[path = "support/samples.rs"]
mod samples;
#[path = "web/share.rs"]
mod share;
