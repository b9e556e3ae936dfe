//! Rules of the workspace itself: which crate may use which, words, no circles of files, no test left out.

#![expect(clippy::unwrap_used, reason = "a test that can't go on fails")]

mod executables;
mod layers;
mod modules;
#[path = "../support/source_files.rs"]
mod source_files;
mod words;
