//! The manual: generated pages are what the code says, links lead somewhere, samples run, and the server
//! has every page.
//!
//! `UPDATE_GOLDEN=1 cargo test --test command manual` writes the generated pages.

#![cfg(unix)]

mod command_page;
mod files;
mod games_page;
mod gates_page;
mod generated;
mod links;
mod samples;
mod served;
mod toolkits_page;
