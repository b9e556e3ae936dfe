use std::collections::{BTreeMap, HashMap};

use cheqqers_circuit::Circuit;

use crate::blocks::{Block, DecompositionCache};
use crate::graph::Graph;
use crate::matrix::exchange;
use crate::reachable::ReachableState;
use crate::synthesis::Isometry;

/// Width of the beam.
const BEAM_WIDTH: usize = 48;
/// Number of vertices to try for a qubit when it is first needed.
const PLACES: usize = 5;
/// Number of blocks of lookahead.
const LOOKAHEAD: usize = 12;
/// Number of routes to return for each order and start.
const MAX_ROUTES: usize = 4;

/// Step of a route, on vertices.
#[derive(Clone, Copy, Debug)]
pub(super) enum Step {
    Block {
        index: usize,
        at: [usize; 2],
        is_crossed: bool,
    },
    Swap([usize; 2]),
}

/// Partial route of the search.
#[derive(Clone, Debug)]
pub(super) struct Route {
    pub(super) at: Vec<Option<usize>>,
    pub(super) first: Vec<Option<usize>>,
    pub(super) steps: Vec<Step>,
    cost: usize,
}

impl Route {
    fn holder(&self, vertex: usize) -> Option<usize> {
        self.at.iter().position(|&at| at == Some(vertex))
    }

    fn place(&mut self, qubit: usize, vertex: usize) {
        self.at[qubit] = Some(vertex);
        self.first[qubit] = Some(vertex);
    }

    /// Exchanges the qubits at two vertices.
    fn cross(&mut self, vertices: [usize; 2]) {
        let [a, b] = vertices.map(|vertex| self.holder(vertex));
        for (holder, vertex) in [(a, vertices[1]), (b, vertices[0])] {
            if let Some(qubit) = holder {
                self.at[qubit] = Some(vertex);
            }
        }
    }
}

/// Search for routes through blocks in a fixed order.
pub(super) struct Search<'a> {
    blocks: &'a [Block],
    graph: &'a Graph,
    cache: &'a mut DecompositionCache,
    /// State before each block, with one additional qubit that is always in |0⟩.
    before: Vec<ReachableState>,
    /// Cost of swaps before a block, by block and pair.
    exchanges: HashMap<(usize, [usize; 2]), usize>,
    empty: usize,
}

impl<'a> Search<'a> {
    pub(super) fn new(
        circuit: &Circuit,
        blocks: &'a [Block],
        graph: &'a Graph,
        cache: &'a mut DecompositionCache,
    ) -> Self {
        let empty = circuit.num_qubits();
        let mut known = ReachableState::zero(empty + 1);
        let before = blocks.iter().map(|block| {
            let before = known.clone();
            known.apply(block.places(), &block.unitary);
            before
        });
        Self {
            before: before.collect(),
            blocks,
            graph,
            cache,
            exchanges: HashMap::new(),
            empty,
        }
    }

    /// Best routes that begin near a vertex.
    pub(super) fn routes(&mut self, start: usize) -> Vec<Route> {
        let mut beam = vec![Route {
            at: vec![None; self.empty],
            first: vec![None; self.empty],
            steps: Vec::new(),
            cost: 0,
        }];
        for index in 0..self.blocks.len() {
            let mut next: BTreeMap<Vec<Option<usize>>, Route> = BTreeMap::new();
            for route in &beam {
                for route in self.extensions(route, index, start) {
                    let known = next.get(&route.at);
                    if known.is_none_or(|known| route.cost < known.cost) {
                        next.insert(route.at.clone(), route);
                    }
                }
            }
            beam = next.into_values().collect();
            beam.sort_by_cached_key(|route| (self.estimate(route, index + 1), route.steps.len()));
            beam.truncate(BEAM_WIDTH);
        }
        beam.truncate(MAX_ROUTES);
        beam
    }

    /// Extensions of a route by one block.
    fn extensions(&mut self, route: &Route, index: usize, start: usize) -> Vec<Route> {
        let [a, b] = self.blocks[index].places();
        let isometry = Isometry::of(
            &self.blocks[index].unitary,
            &self.before[index].span([a, b]),
        );
        let crossed = Isometry::of(&(exchange() * self.blocks[index].unitary), &isometry.from);
        let costs = [
            self.cache.cost(&isometry).min(self.blocks[index].cost),
            self.cache.cost(&crossed),
        ];
        let mut extensions = Vec::new();
        for placed in self.placed(route, [a, b], start) {
            for near in self.with_neighbours(&placed, [a, b], index) {
                let (Some(x), Some(y)) = (near.at[a], near.at[b]) else {
                    continue;
                };
                for (is_crossed, cost) in [false, true].into_iter().zip(costs) {
                    let mut done = near.clone();
                    done.cost += cost;
                    done.steps.push(Step::Block {
                        index,
                        at: [x, y],
                        is_crossed,
                    });
                    if is_crossed {
                        done.cross([x, y]);
                    }
                    extensions.push(done);
                }
            }
        }
        extensions
    }

    /// Extensions of a route in which both qubits are placed.
    fn placed(&self, route: &Route, [a, b]: [usize; 2], start: usize) -> Vec<Route> {
        let free = |route: &Route, near: Option<usize>| -> Vec<usize> {
            let taken: Vec<usize> = route.at.iter().flatten().copied().collect();
            let from = match near {
                Some(vertex) => vec![vertex],
                None if taken.is_empty() => return vec![start],
                None => taken.clone(),
            };
            self.graph.nearest(&from, &taken, PLACES)
        };
        let mut placed = vec![route.clone()];
        for (qubit, other) in [(a, b), (b, a)] {
            let with_qubit = placed.into_iter().flat_map(|route| {
                if route.at[qubit].is_some() {
                    return vec![route];
                }
                let vertices = free(&route, route.at[other]).into_iter();
                let placed = vertices.map(|vertex| {
                    let mut route = route.clone();
                    route.place(qubit, vertex);
                    route
                });
                placed.collect()
            });
            placed = with_qubit.collect();
        }
        placed
    }

    /// Extensions of a route by swaps along a shortest path that make both qubits neighbours, for
    /// every meeting point.
    fn with_neighbours(&mut self, route: &Route, [a, b]: [usize; 2], index: usize) -> Vec<Route> {
        let (Some(x), Some(y)) = (route.at[a], route.at[b]) else {
            return Vec::new();
        };
        let mut ways = Vec::new();
        for path in self.graph.paths(x, y) {
            for meeting in 1..path.len() {
                let mut way = route.clone();
                for step in path[..meeting].windows(2) {
                    self.swap(&mut way, [step[0], step[1]], index);
                }
                for step in path[meeting..].windows(2).rev() {
                    self.swap(&mut way, [step[1], step[0]], index);
                }
                ways.push(way);
            }
        }
        ways
    }

    fn swap(&mut self, route: &mut Route, vertices: [usize; 2], index: usize) {
        let pair = vertices.map(|vertex| route.holder(vertex).unwrap_or(self.empty));
        let cost = if let Some(&cost) = self.exchanges.get(&(index, pair)) {
            cost
        } else {
            let isometry = Isometry::of(&exchange(), &self.before[index].span(pair));
            let cost = self.cache.cost(&isometry);
            self.exchanges.insert((index, pair), cost);
            cost
        };
        route.cost += cost;
        route.steps.push(Step::Swap(vertices));
        route.cross(vertices);
    }

    /// Cost of the route with an estimate of its remainder, in hundredths of a gate.
    fn estimate(&self, route: &Route, next: usize) -> usize {
        let mut weight = 100;
        let mut estimate = 100 * route.cost;
        for block in self.blocks[next..].iter().take(LOOKAHEAD) {
            estimate += weight * self.distance_cost(route, block.places());
            weight = weight * 9 / 10;
        }
        estimate
    }

    /// Lower bound of the gates that make a pair neighbours.
    fn distance_cost(&self, route: &Route, pair: [usize; 2]) -> usize {
        match pair.map(|qubit| route.at[qubit]) {
            [Some(a), Some(b)] => 2 * (self.graph.distance(a, b) - 1),
            [Some(vertex), None] | [None, Some(vertex)] => {
                let mut near = self.graph.neighbours(vertex).iter();
                if near.any(|&vertex| route.holder(vertex).is_none()) {
                    0
                } else {
                    2
                }
            }
            [None, None] => 0,
        }
    }
}
