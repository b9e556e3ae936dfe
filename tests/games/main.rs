//! Games and circuits, by the libraries alone.

#![expect(clippy::unwrap_used, reason = "a test that can't go on fails")]

mod analysis;
mod blocking;
mod chess;
mod components;
mod differential;
mod effects;
mod forced;
mod gates;
mod growth;
mod international;
mod learning;
mod luck;
mod matchplay;
mod native;
mod perft;
mod players;
mod playthrough;
mod pool;
mod properties;
mod rotation;
mod rules;
mod search;
mod sentences;
mod session;
mod solve;
mod table;
mod toy;
