mod search;
mod written;

use cheqqers_circuit::{Circuit, Qubit};

use crate::blocks::{Block, Blocks, Words};
use crate::graph::Graph;
use crate::stream::Stream;
use search::Search;
use written::written;

/// Orders of the blocks that are tried.
const ORDERS: u64 = 3;
/// Places where the first block is tried.
const STARTS: usize = 4;

/// A circuit on sites, which are places of the graph without their numbers.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Routed {
    /// Gates on two qubits are on joined sites only.
    pub(crate) circuit: Circuit,
    /// Where each qubit is at first; `None` for one without gates and measurements.
    pub(crate) start: Vec<Option<Qubit>>,
    /// Where each qubit is at last.
    pub(crate) end: Vec<Option<Qubit>>,
}

impl Routed {
    /// How many gates it has on two qubits.
    pub(crate) fn cost(&self) -> usize {
        self.circuit.statistics().two_qubit_gates
    }
}

/// The circuit with exchanges put in, so that gates on two qubits are on neighbours: the ways found
/// with the fewest such gates, the most promising first.
///
/// The graph has one part, of as many vertices as the circuit has qubits at least. A beam search
/// over blocks, in several orders and from several places: a qubit is placed where it is first
/// needed, an exchange is counted as what it adds for the states that are possible there, and
/// beside a block it may be had for nothing.
pub(crate) fn route(circuit: &Circuit, graph: &Graph) -> Vec<Routed> {
    let blocks = Blocks::of(circuit);
    let mut words = Words::default();
    let mut found: Vec<Routed> = Vec::new();
    // Without blocks there is but one route, wherever it is begun.
    let starts: Vec<usize> = match blocks.blocks[..] {
        [] => vec![0],
        _ => graph.spread(STARTS).collect(),
    };
    for order in 0..ORDERS {
        let ordered = Blocks {
            blocks: ordered(&blocks.blocks, order),
            lone: blocks.lone.clone(),
        };
        for &start in &starts {
            let mut search = Search::new(circuit, &ordered.blocks, graph, &mut words);
            for route in search.routes(start) {
                let routed = written(circuit, &ordered, &route);
                let routed = Routed {
                    circuit: words.shortened(&routed.circuit),
                    ..routed
                };
                if !found.contains(&routed) {
                    found.push(routed);
                }
            }
        }
    }
    let least = found.iter().map(Routed::cost).min();
    found.retain(|routed| Some(routed.cost()) == least);
    found
}

/// The blocks in the order of the circuit, or in another that does the same.
fn ordered(blocks: &[Block], order: u64) -> Vec<Block> {
    let mut left: Vec<&Block> = blocks.iter().collect();
    let mut stream = Stream(order);
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
