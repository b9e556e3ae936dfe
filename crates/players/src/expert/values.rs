use std::num::NonZeroU64;
use std::sync::atomic::AtomicBool;

use cheqqers_game::{Game, GameExt};

use super::ENTRIES;
use super::search::{Manner, Search};
use super::table::Table;
use crate::budget::Budget;
use crate::{Effort, MoveContext};

/// Expected values of all legal moves, in their order, for the player to move: a list for each depth in
/// plies from 1 on, as far as `deepest` and so many nodes go.
///
/// The search is that of [`Expert`](super::Expert) without anything that guesses: every move and every
/// outcome with its exact probability is searched to the same depth, beyond it positions that are not quiescent,
/// and the [static evaluation](Game::static_evaluation) counts where it stops. A turn without a choice
/// costs no depth, and what the transposition table knows may be deeper. Where a measurement has more than 1024
/// outcomes, the depth that meets it is left out. The same for the same position, always.
///
/// Memory: up to 32 bytes a node, and 16 MiB at most, while it searches.
pub fn move_values<G: Game>(
    position: &G,
    legal: &[G::Move],
    deepest: u32,
    nodes: NonZeroU64,
) -> Vec<Vec<f64>> {
    let root = position.without_circuits();
    let entries = usize::try_from(nodes.get()).unwrap_or(ENTRIES).min(ENTRIES);
    let table = Table::new(entries.next_power_of_two());
    let budget = Budget::new(Effort::Nodes(nodes), &MoveContext::of(&root, legal));
    let done = AtomicBool::new(false);
    Search::new(&table, &budget, &done, Manner::Uniform, None, 0).values(&root, legal, deepest)
}
