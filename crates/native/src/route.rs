mod build;
mod circuit;
mod search;

use cheqqers_circuit::Circuit;

use crate::blocks::{Block, Blocks, DecompositionCache};
use crate::graph::Graph;
use crate::stream::SplitMix;
use build::build;
use search::Search;

pub(crate) use circuit::RoutedCircuit;

/// Number of orders of the blocks to try.
const ORDERS: u64 = 3;
/// Number of vertices to try for the first block.
const STARTS: usize = 4;

/// Inserts swaps, so that gates on two qubits act on neighbours. Returns the solutions found with
/// the fewest gates on two qubits.
///
/// The graph is connected and has at least as many vertices as the circuit has qubits. Beam search
/// over blocks, in several orders and from several vertices: a qubit is placed when it is first
/// needed, and a swap costs the gates it adds for the states that are reachable there, which may be
/// none beside a block. A solution has at most as many qubits as are usable.
pub(crate) fn route(circuit: &Circuit, graph: &Graph, usable: usize) -> Vec<RoutedCircuit> {
    let blocks = Blocks::of(circuit);
    let mut cache = DecompositionCache::default();
    let mut found: Vec<RoutedCircuit> = Vec::new();
    // Without blocks all starts give the same route.
    let starts: Vec<usize> = match blocks.blocks[..] {
        [] => vec![0],
        _ => graph.spread(STARTS).collect(),
    };
    for order in 0..ORDERS {
        let ordered = Blocks {
            blocks: ordered(&blocks.blocks, order),
            unpaired: blocks.unpaired.clone(),
        };
        for &start in &starts {
            let mut search = Search::new(circuit, &ordered.blocks, graph, &mut cache);
            for route in search.routes(start) {
                let routed = build(circuit, &ordered, &route, usable);
                let routed = RoutedCircuit {
                    circuit: cache.shortened(&routed.circuit),
                    ..routed
                };
                if !found.contains(&routed) {
                    found.push(routed);
                }
            }
        }
    }
    let least = found.iter().map(RoutedCircuit::cost).min();
    found.retain(|routed| Some(routed.cost()) == least);
    found
}

/// Blocks in the order of the circuit for `order` 0, else in a random equivalent order.
fn ordered(blocks: &[Block], order: u64) -> Vec<Block> {
    let mut left: Vec<&Block> = blocks.iter().collect();
    let mut stream = SplitMix(order);
    let mut ordered = Vec::with_capacity(blocks.len());
    while !left.is_empty() {
        let is_ready = |&k: &usize| {
            let shares = |earlier: &&Block| earlier.pair.iter().any(|q| left[k].pair.contains(q));
            !left[..k].iter().any(shares)
        };
        let ready: Vec<usize> = (0..left.len()).filter(is_ready).collect();
        let next = if order == 0 {
            0
        } else {
            stream.below(ready.len())
        };
        ordered.push(left.remove(ready[next]).clone());
    }
    ordered
}
