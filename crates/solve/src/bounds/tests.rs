use std::sync::atomic::AtomicBool;

use super::Bounds;
use crate::graph::{Graph, Target};

/// Moves of a test's graph: to a position, or to several by their probabilities. All pass the turn.
enum Move {
    To(u32),
    Measured(&'static [(u32, f64)]),
}

use Move::{Measured, To};

/// Position of a test's graph.
enum Node {
    Ended(i8),
    Moves(&'static [Move]),
}

use Node::{Ended, Moves};

fn graph(nodes: &[Node]) -> Graph {
    let mut graph = Graph {
        num_positions: nodes.len(),
        ..Graph::default()
    };
    let end = |len: usize| u32::try_from(len).unwrap();
    for (number, node) in (0..).zip(nodes) {
        match node {
            Ended(outcome) => graph.ended.push((number, *outcome)),
            Moves(moves) => {
                for mv in *moves {
                    let target = match mv {
                        To(number) => Target::position(*number, true),
                        Measured(outcomes) => {
                            for &(number, probability) in *outcomes {
                                graph.outcomes.push(Target::position(number, true));
                                graph.probabilities.push(probability);
                            }
                            let number = end(graph.outcome_ends.len());
                            graph.outcome_ends.push(end(graph.outcomes.len()));
                            Target::measured(number)
                        }
                    };
                    graph.moves.push(target);
                }
            }
        }
        graph.move_ends.push(end(graph.moves.len()));
    }
    graph
}

/// Checks the value of each position.
fn check(nodes: &[Node], values: &[f64]) {
    let graph = graph(nodes);
    let bounds = Bounds::of(&graph, &AtomicBool::new(false), |_| ()).unwrap();
    bounds.check(&graph).unwrap();
    for (position, &value) in values.iter().enumerate() {
        let [least, most] = bounds.interval(position);
        let near = least <= value + 1e-12 && most >= value - 1e-12 && most - least < 1e-10;
        assert!(near, "{position}: {least}..{most}, not {value}");
    }
}

/// A win, a loss and a draw of the player to move, at the end of the tests' graphs.
const ENDS: [Node; 2] = [Ended(-1), Ended(1)];

#[test]
fn wins_and_losses_go_back_by_moves() {
    let [lost, won] = ENDS;
    let nodes = [
        lost,
        won,
        Moves(&[To(0), To(1)]),
        Moves(&[To(2), To(1)]),
        Ended(0),
    ];
    check(&nodes, &[-1.0, 1.0, 1.0, -1.0, 0.0]);
}

/// Either player tries to win by a coin, and the other does if it fails.
#[test]
fn a_gamble_in_turns_is_worth_a_third() {
    let [lost, won] = ENDS;
    let nodes = [
        lost,
        won,
        Moves(&[Measured(&[(0, 0.5), (3, 0.5)])]),
        Moves(&[Measured(&[(0, 0.5), (2, 0.5)])]),
    ];
    check(&nodes, &[-1.0, 1.0, 1.0 / 3.0, 1.0 / 3.0]);
}

/// Whoever leaves the circle loses, though nobody must.
#[test]
fn endless_play_is_a_draw_where_leaving_it_loses() {
    let [lost, won] = ENDS;
    let nodes = [
        lost,
        won,
        Moves(&[To(3), To(1)]),
        Moves(&[To(2), To(1)]),
        Moves(&[Measured(&[(2, 0.5), (0, 0.5)])]),
    ];
    check(&nodes, &[-1.0, 1.0, 0.0, 0.0, 0.5]);
}

/// A player who may wait, or win by a coin and else lose some moves later: a search of any depth finds that waiting
/// until the end of its depth is worth half a win.
#[test]
fn a_loss_beyond_every_horizon_is_seen() {
    let [lost, won] = ENDS;
    let nodes = [
        lost,
        won,
        // Waits for the opponent to wait, or gambles.
        Moves(&[To(3), Measured(&[(0, 0.5), (4, 0.5)])]),
        Moves(&[To(2)]),
        Moves(&[To(5)]),
        Moves(&[To(6)]),
        Moves(&[To(7)]),
        Moves(&[To(1)]),
    ];
    check(&nodes, &[-1.0, 1.0, 0.0, 0.0, 1.0, -1.0, 1.0, -1.0]);
}

/// The opponent leaves a circle, at a price that falls when it is known what can be won after that.
#[test]
fn endless_play_is_valued_anew_when_leaving_it_has_become_worse() {
    let [lost, won] = ENDS;
    let nodes = [
        lost,
        won,
        Moves(&[To(3)]),
        Moves(&[To(2), To(4)]),
        Moves(&[Measured(&[(1, 0.5), (5, 0.5)])]),
        Moves(&[To(6)]),
        Moves(&[Measured(&[(0, 0.5), (7, 0.5)])]),
        Moves(&[Measured(&[(0, 0.5), (6, 0.5)])]),
    ];
    let third = 1.0 / 3.0;
    check(
        &nodes,
        &[-1.0, 1.0, -third, third, -third, -third, third, third],
    );
}

#[test]
fn bounds_are_open_where_moves_are_not_known() {
    let nodes = [
        Moves(&[Measured(&[(1, 0.5), (2, 0.5)])]),
        Ended(-1),
        Moves(&[To(1)]),
    ];
    let mut graph = graph(&nodes);
    graph.move_ends.pop();
    graph.moves.pop();
    let bounds = Bounds::of(&graph, &AtomicBool::new(false), |_| ()).unwrap();
    bounds.check(&graph).unwrap();
    let [least, most] = bounds.interval(0);
    assert!((-1e-12..=0.0).contains(&least) && (1.0..=1.0 + 1e-12).contains(&most));
    assert!((bounds.width(2) - 2.0).abs() < 1e-12);
}

#[test]
fn false_bounds_are_refused() {
    let [lost, won] = ENDS;
    let nodes = [lost, won, Moves(&[To(3), To(1)]), Moves(&[To(2)])];
    let graph = graph(&nodes);
    let bounds = |inner: [[f64; 2]; 2]| Bounds {
        lower: [&[[-1.0, 1.0], [1.0, -1.0]], &inner[..]].concat(),
    };
    bounds([[0.0, 0.0]; 2]).check(&graph).unwrap();
    // Each follows from the others, but nobody ever wins.
    let positive = bounds([[0.5, -0.5], [-0.5, 0.5]]);
    assert_eq!(positive.check(&graph).unwrap_err().position, 2);
    let one = bounds([[0.5, -0.5], [0.0, 0.0]]);
    assert_eq!(one.check(&graph).unwrap_err().position, 2);
    let mut ended = bounds([[0.0, 0.0]; 2]);
    ended.lower[0] = [0.0, 0.0];
    assert_eq!(ended.check(&graph).unwrap_err().position, 0);
    // One end twice hides none.
    let mut twice = self::graph(&nodes);
    twice.ended[1] = twice.ended[0];
    assert_eq!(
        bounds([[0.0, 0.0]; 2]).check(&twice).unwrap_err().position,
        0
    );
}

/// A won play comes nearer to its end by every move, whatever is measured; one that gambles has a way out.
#[test]
fn distances_lead_out_of_won_positions() {
    let [lost, won] = ENDS;
    let nodes = [
        lost,
        won,
        // Wins at once, or goes round.
        Moves(&[To(3), To(0)]),
        Moves(&[To(2)]),
        // The opponent chooses the longer way.
        Moves(&[To(2), To(5)]),
        Moves(&[To(6)]),
        Moves(&[To(2)]),
        // Wins by a coin, and else has it again.
        Moves(&[Measured(&[(0, 0.5), (8, 0.5)])]),
        Moves(&[To(7)]),
    ];
    let graph = graph(&nodes);
    let bounds = Bounds::of(&graph, &AtomicBool::new(false), |_| ()).unwrap();
    let distances = bounds.check(&graph).unwrap();
    let plies = (0..nodes.len()).map(|position| distances.plies(position));
    let plies: Vec<u32> = plies.collect();
    assert_eq!(plies[..7], [0, 0, 1, 2, 4, 3, 2]);
    assert!(0 < plies[7] && plies[7] < plies[8]);
}
