use crate::game::Side;
use crate::settings::Puct;
use crate::tree::{ROOT, Tree};

/// The edge, by its index, that PUCT chooses at a decision.
///
/// Below the root an action whose value is exact is not visited again: nothing more is found there, and
/// some other is left, as otherwise the node's value were exact. Simulations that wait for predictions count as lost ones (virtual loss).
pub(crate) fn choose<S>(tree: &Tree<S>, index: u32, to_move: Side, puct: &Puct) -> usize {
    let node = tree.node(index);
    let visits = f64::from(node.all_visits());
    let c = ((1.0 + visits + puct.c_base) / puct.c_base).ln() + puct.c_init;
    let exploration = c * visits.sqrt();
    let first_play = to_move.view(node.value) - puct.first_play_reduction;
    let mut best = 0;
    let mut highest = f64::NEG_INFINITY;
    for (edge_index, edge) in tree.actions(index).iter().enumerate() {
        let child = tree.child(edge);
        if index != ROOT && child.is_some_and(|child| child.is_solved) {
            continue;
        }
        let (value, visits) = match child {
            Some(child) if child.all_visits() > 0 => {
                let visits = f64::from(child.visits);
                let pending = f64::from(child.pending);
                let gained = visits * to_move.view(child.value);
                ((gained - pending) / (visits + pending), visits + pending)
            }
            _ => (first_play, 0.0),
        };
        let score = value + exploration * f64::from(edge.prior) / (1.0 + visits);
        if score > highest {
            highest = score;
            best = edge_index;
        }
    }
    best
}
