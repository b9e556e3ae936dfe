use cheqqers_game::{Colour, Game};
use rand::Rng;

use super::playout::{Bits, measure, playout, winner};
use crate::seed::below;

/// Exploration constant of the search, as in the paper.
///
/// Source: arXiv:2506.05962, section on the Monte Carlo tree search agent.
pub const EXPLORATION: f64 = 1.4;

/// The positions a search has reached, and the moves that lead from one to the next.
#[derive(Debug)]
pub(super) struct Tree<M> {
    nodes: Vec<Node>,
    edges: Vec<Edge<M>>,
    /// The path of a rollout: edges, with the colour that chose each.
    path: Vec<(usize, Colour)>,
    /// Memory for legal moves.
    legal: Vec<M>,
}

/// A position of the tree.
#[derive(Debug)]
struct Node {
    /// Bits read by the move that led here.
    bits: Bits,
    /// Another position that the same move leads to, by other outcomes.
    other: Option<usize>,
    moves: Moves,
}

/// The moves of a position.
#[derive(Clone, Copy, Debug)]
enum Moves {
    /// Not listed before the position is seen a second time.
    Unknown,
    /// So many edges from this one on; `tried` of them, the first ones, were played.
    Known {
        first: usize,
        len: usize,
        tried: usize,
    },
}

/// A move of a position.
#[derive(Clone, Debug)]
pub(super) struct Edge<M> {
    pub(super) mv: M,
    visits: u32,
    /// Of these, how many were won by the player who made the move.
    wins: u32,
    /// One of the positions it leads to.
    node: Option<usize>,
}

const ROOT: usize = 0;

impl<M> Default for Tree<M> {
    fn default() -> Self {
        Self {
            nodes: Vec::new(),
            edges: Vec::new(),
            path: Vec::new(),
            legal: Vec::new(),
        }
    }
}

impl<M: Copy> Tree<M> {
    /// Begins anew, with a root that has these legal moves.
    pub(super) fn plant(&mut self, legal: &[M]) {
        self.nodes.clear();
        self.edges.clear();
        self.nodes.push(Node::new(Bits::new()));
        self.nodes[ROOT].moves = self.list(legal);
    }

    /// Goes down the tree, adds a position to it, plays at random from there, and counts who won.
    /// Takes and gives back the memory of a position, which must be the root's.
    #[inline]
    pub(super) fn rollout<G: Game<Move = M>>(&mut self, mut position: G, rng: &mut impl Rng) -> G {
        self.path.clear();
        let mut node = ROOT;
        let winner = loop {
            let Some(edge) = self.choose(node, &position, rng) else {
                break winner(&position);
            };
            self.path.push((edge, position.turn()));
            let mut bits = Bits::new();
            if let Some(ask) = position.begin(self.edges[edge].mv) {
                position = measure(position, ask, rng, |outcome| bits.push(outcome));
            }
            if let Some(known) = self.find(edge, &bits) {
                node = known;
                continue;
            }
            self.add(edge, bits);
            let (last, winner) = playout(position, rng);
            position = last;
            break winner;
        };
        for &(edge, colour) in &self.path {
            let edge = &mut self.edges[edge];
            edge.visits += 1;
            edge.wins += u32::from(winner == Some(colour));
        }
        position
    }

    /// The move to follow from a node: one that was not played yet, drawn at random, or the one
    /// that UCT chooses. `None` where the game is over.
    fn choose<G: Game<Move = M>>(
        &mut self,
        node: usize,
        position: &G,
        rng: &mut impl Rng,
    ) -> Option<usize> {
        if let Moves::Unknown = self.nodes[node].moves {
            let mut legal = std::mem::take(&mut self.legal);
            legal.clear();
            position.legal_moves(&mut legal);
            self.nodes[node].moves = self.list(&legal);
            self.legal = legal;
        }
        let Moves::Known { first, len, tried } = &mut self.nodes[node].moves else {
            return None;
        };
        let (first, len) = (*first, *len);
        if *tried < len {
            let next = first + *tried;
            *tried += 1;
            let drawn = next + below(rng, first + len - next);
            self.edges.swap(next, drawn);
            return Some(next);
        }
        self.uct(first, len)
    }

    /// The edge with the highest upper bound, the first of them where there are several.
    fn uct(&self, first: usize, len: usize) -> Option<usize> {
        let edges = &self.edges[first..first + len];
        let visits: u32 = edges.iter().map(|edge| edge.visits).sum();
        let log = f64::from(visits).ln();
        let bound =
            |edge: &Edge<M>| edge.rate() + EXPLORATION * (log / f64::from(edge.visits)).sqrt();
        let mut best = None;
        let mut highest = f64::NEG_INFINITY;
        for (index, edge) in (first..).zip(edges) {
            let bound = bound(edge);
            if bound > highest {
                highest = bound;
                best = Some(index);
            }
        }
        best
    }

    /// The node an edge leads to by these outcomes, if it was visited before.
    fn find(&self, edge: usize, bits: &Bits) -> Option<usize> {
        let mut next = self.edges[edge].node;
        while let Some(node) = next {
            if self.nodes[node].bits == *bits {
                return Some(node);
            }
            next = self.nodes[node].other;
        }
        None
    }

    fn add(&mut self, edge: usize, bits: Bits) {
        let node = self.nodes.len();
        self.nodes.push(Node {
            other: self.edges[edge].node,
            ..Node::new(bits)
        });
        self.edges[edge].node = Some(node);
    }

    fn list(&mut self, legal: &[M]) -> Moves {
        let first = self.edges.len();
        self.edges.extend(legal.iter().map(|&mv| Edge {
            mv,
            visits: 0,
            wins: 0,
            node: None,
        }));
        Moves::Known {
            first,
            len: legal.len(),
            tried: 0,
        }
    }

    /// The root's edge that was followed most.
    pub(super) fn most_visited(&self) -> &Edge<M>
    where
        M: Ord,
    {
        self.favourite(ROOT).expect("the root has moves")
    }

    /// The moves followed most, from the root on; where several positions are reached by a move, the
    /// latest of them goes on.
    pub(super) fn line(&self) -> Vec<M>
    where
        M: Ord,
    {
        let mut line = Vec::new();
        let mut next = Some(ROOT);
        while let Some(edge) = next.and_then(|node| self.favourite(node)) {
            line.push(edge.mv);
            next = edge.node;
        }
        line
    }

    fn favourite(&self, node: usize) -> Option<&Edge<M>>
    where
        M: Ord,
    {
        let Moves::Known { first, len, .. } = self.nodes[node].moves else {
            return None;
        };
        let edges = self.edges[first..first + len].iter();
        let visited = edges.filter(|edge| edge.visits > 0);
        // Edges are out of order: the least of those that were visited alike is the first.
        visited.max_by_key(|edge| (edge.visits, std::cmp::Reverse(edge.mv)))
    }
}

impl<M> Edge<M> {
    /// The share of rollouts that the player who makes the move has won, in 0..=1.
    pub(super) fn rate(&self) -> f64 {
        f64::from(self.wins) / f64::from(self.visits.max(1))
    }
}

impl Node {
    fn new(bits: Bits) -> Self {
        Self {
            bits,
            other: None,
            moves: Moves::Unknown,
        }
    }
}
