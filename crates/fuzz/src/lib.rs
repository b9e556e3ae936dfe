//! Fuzz targets: what reads foreign text must return an error, and neither panic, hang nor use memory
//! without bound.
//!
//! A [`FuzzTarget`] of [`TARGETS`] starts a function that takes any bytes. Where they are text that is
//! read, the function also checks that what was read is written back and means the same. The unit test
//! runs it on the lines of `corpus`, so that nothing found before comes back. `run` beside this crate's
//! manifest searches for more with libFuzzer, guided by coverage:
//!
//! ```text
//! crates/fuzz/run --seconds 60 qasm record
//! ```
//!
//! A file that fails is kept below `target/fuzz`; the finding gets a test beside the reader.
//!
//! Below it: `cheqqers_web`, `cheqqers_engine` and whatever else reads. Above it: nothing.

mod circuits;
mod engine;
mod function;
mod games;
mod http;
mod records;
mod server;
mod services;
mod settings;
mod target;

pub use function::FuzzFunction;
pub use target::{FuzzTarget, TARGETS};
