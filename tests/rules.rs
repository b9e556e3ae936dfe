//! The rules of Cheqqers, by example and for both players.
//!
//! Source: arXiv:2506.05962; where it is silent, the decisions that the crate documents.

#![expect(clippy::unwrap_used, reason = "a test that can't go on fails")]

#[path = "rules/captures.rs"]
mod captures;
#[path = "rules/chains.rs"]
mod chains;
#[path = "rules/endings.rs"]
mod endings;
#[path = "rules/quiet_moves.rs"]
mod quiet_moves;
#[path = "rules/refusals.rs"]
mod refusals;
#[path = "rules/scene.rs"]
mod scene;
