//! The rules of Cheqqers, by example and for both players.
//!
//! Source: arXiv:2506.05962; where it is silent, the decisions that the crate documents.

mod captures;
mod chains;
mod endings;
mod quiet_moves;
mod refusals;
mod scene;
