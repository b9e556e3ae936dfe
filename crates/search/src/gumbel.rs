//! Planning with Gumbel variables.
//!
//! Source: Danihelka et al., "Policy improvement by planning with Gumbel", ICLR 2022.

use crate::game::Side;
use crate::settings::Gumbel;
use crate::tree::{ActionEdge, Node, Tree};

/// The visits that an action of the root must have to be chosen, for each simulation.
///
/// Sequential halving: of m actions all are visited equally often, then the better half, and so on
/// down to two, each phase with an equal share of the simulations.
pub(crate) fn schedule(considered: usize, simulations: u32) -> Vec<u32> {
    if considered <= 1 {
        return (0..simulations).collect();
    }
    let len = simulations as usize;
    let phases = considered.next_power_of_two().ilog2() as usize;
    let mut sequence = Vec::with_capacity(len);
    let mut visits = vec![0; considered];
    let mut left = considered;
    while sequence.len() < len {
        let extra = (len / (phases * left)).max(1);
        for _ in 0..extra {
            sequence.extend_from_slice(&visits[..left]);
            for visits in &mut visits[..left] {
                *visits += 1;
            }
        }
        left = (left / 2).max(2);
    }
    sequence.truncate(len);
    sequence
}

/// The edge of the root, by its index, that has the highest score among those visited so often; by
/// the schedule there is one.
pub(crate) fn choose_at_root<S>(
    tree: &Tree<S>,
    index: u32,
    to_move: Side,
    gumbel: &Gumbel,
    variables: &[f64],
    visits: u32,
) -> usize {
    let logits = improved_logits(tree, index, to_move, gumbel);
    let edges = tree.actions(index).iter().zip(&logits).zip(variables);
    let scores = edges.map(|((edge, logit), variable)| {
        let visited = tree.child(edge).map_or(0, Node::all_visits);
        (visited == visits).then_some(logit + variable)
    });
    highest(scores.map(|score| score.unwrap_or(f64::NEG_INFINITY)))
}

/// The edge, by its index, whose share of visits is furthest below the improved policy.
pub(crate) fn choose_below<S>(tree: &Tree<S>, index: u32, to_move: Side, gumbel: &Gumbel) -> usize {
    let policy = improved_policy(tree, index, to_move, gumbel);
    let all = |edge: &ActionEdge| f64::from(tree.child(edge).map_or(0, Node::all_visits));
    let sum: f64 = tree.actions(index).iter().map(all).sum();
    let edges = tree.actions(index).iter().zip(&policy);
    highest(edges.map(|(edge, share)| share - all(edge) / (1.0 + sum)))
}

/// The prior policy, improved by the completed values.
pub(crate) fn improved_policy<S>(
    tree: &Tree<S>,
    index: u32,
    to_move: Side,
    gumbel: &Gumbel,
) -> Vec<f64> {
    let mut policy = improved_logits(tree, index, to_move, gumbel);
    let highest = policy.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    for logit in &mut policy {
        *logit = (*logit - highest).exp();
    }
    let sum: f64 = policy.iter().sum();
    for share in &mut policy {
        *share /= sum;
    }
    policy
}

/// Logits of the prior policy with the completed values, transformed, added to them.
pub(crate) fn improved_logits<S>(
    tree: &Tree<S>,
    index: u32,
    to_move: Side,
    gumbel: &Gumbel,
) -> Vec<f64> {
    let edges = tree.actions(index);
    let value = |edge: &ActionEdge| {
        let child = tree.child(edge).filter(|child| child.is_known)?;
        Some(to_move.view(child.value))
    };
    // The value of actions without visits mixes the predicted one with those of the others.
    let (mut visits, mut most, mut mass, mut mean) = (0.0, 0, 0.0, 0.0);
    for edge in edges {
        if let (Some(value), Some(child)) = (value(edge), tree.child(edge)) {
            visits += f64::from(child.visits);
            most = most.max(child.visits);
            // Actions of prior 0 must not divide 0 by 0.
            let prior = f64::from(edge.prior.max(f32::MIN_POSITIVE));
            mass += prior;
            mean += prior * value;
        }
    }
    let mut mixed = to_move.view(f64::from(tree.node(index).predicted));
    if mass > 0.0 {
        mixed = (mixed + visits * mean / mass) / (1.0 + visits);
    }
    let factor = (gumbel.c_visit + f64::from(most)) * gumbel.c_scale;
    edges
        .iter()
        .map(|edge| {
            let completed = value(edge).unwrap_or(mixed);
            let logit = f64::from(edge.prior.max(f32::MIN_POSITIVE)).ln();
            logit + factor * f64::midpoint(completed, 1.0)
        })
        .collect()
}

/// The index of the highest number, the first of them.
fn highest(numbers: impl Iterator<Item = f64>) -> usize {
    let mut best = (0, f64::NEG_INFINITY);
    for (index, number) in numbers.enumerate() {
        if number > best.1 {
            best = (index, number);
        }
    }
    best.0
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Figure 1 of the paper: 16 actions and 200 simulations are visited 3, 6, 12 and 25 times more.
    #[test]
    fn halving_visits_as_in_the_paper() {
        let count = |sequence: &[u32], visits: u32| {
            let with = sequence.iter().filter(|&&other| other == visits);
            with.count()
        };
        let sequence = schedule(16, 200);
        assert_eq!(sequence.len(), 200);
        let per_level: Vec<usize> = (0..9).map(|visits| count(&sequence, visits)).collect();
        assert_eq!(per_level, [16, 16, 16, 8, 8, 8, 8, 8, 8]);
        assert_eq!(count(&sequence, 9), 4);
        assert_eq!(count(&sequence, 21), 2);
        // Every visit needs one before it.
        for (index, &visits) in sequence.iter().enumerate() {
            let earlier = count(&sequence[..index], visits);
            assert!(visits == 0 || count(&sequence[..index], visits - 1) > earlier);
        }
    }

    #[test]
    fn few_simulations_and_odd_numbers_of_actions_are_scheduled() {
        assert_eq!(schedule(1, 4), [0, 1, 2, 3]);
        assert_eq!(schedule(4, 3), [0, 0, 0]);
        assert_eq!(schedule(3, 8), [0, 0, 0, 1, 1, 2, 2, 3]);
        assert_eq!(schedule(4, 8), [0, 0, 0, 0, 1, 1, 2, 2]);
    }
}
