//! The manual: generated pages are what the code says, links lead somewhere, samples run, and the server
//! has every page.
//!
//! `UPDATE_GOLDEN=1 cargo test --test manual` writes the generated pages.

#![expect(clippy::unwrap_used, reason = "a test that can't go on fails")]
#![cfg(unix)]

#[path = "web/client.rs"]
mod client;
#[path = "cli/command.rs"]
mod command;
#[path = "manual/command_page.rs"]
mod command_page;
#[path = "manual/files.rs"]
mod files;
#[path = "manual/games_page.rs"]
mod games_page;
#[path = "manual/gates_page.rs"]
mod gates_page;
#[path = "manual/generated.rs"]
mod generated;
#[path = "manual/links.rs"]
mod links;
#[path = "manual/samples.rs"]
mod samples;
#[path = "manual/served.rs"]
mod served;
#[path = "manual/toolkits_page.rs"]
mod toolkits_page;
