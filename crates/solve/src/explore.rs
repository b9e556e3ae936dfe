use std::num::NonZeroUsize;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use cheqqers_game::{Game, Sameness};

use crate::codes::{Codes, hash};
use crate::error::SolveError;
use crate::expand::Expansion;
use crate::explored_game::ExploredGame;
use crate::graph::{Graph, Target};

/// Positions that are expanded by a thread at a time.
const BATCH: usize = 1 << 12;

/// Extent of an exploration.
#[derive(Clone, Copy, Debug)]
pub struct Extent {
    /// Number of known positions at which it stops; more may be known then, by up to the last batch of each thread.
    pub most: usize,
    /// Number of threads.
    pub threads: NonZeroUsize,
}

/// Positions of a game that were found so far, and the moves between them.
#[derive(Debug)]
pub struct Exploration {
    pub(crate) game: ExploredGame,
    /// Codes of the positions, the start's first and then by the number of plies that lead there.
    pub codes: Codes,
    /// Moves between them, by the same numbers.
    pub graph: Graph,
    /// Number of positions that can be reached by so many plies and no fewer, from 0 on, as far as all of them are
    /// found.
    pub(crate) by_plies: Vec<usize>,
}

impl Exploration {
    /// The beginning of an exploration: the start alone.
    ///
    /// # Errors
    /// Returns an error if it has no code.
    pub fn new<G: Game>(start: &G, sameness: Sameness) -> Result<Self, SolveError> {
        let mut code = Vec::new();
        if !start.encode(sameness, &mut code) {
            return Err(SolveError::NoCode);
        }
        let mut codes = Codes::default();
        codes.insert(&code, hash(&code));
        Ok(Self {
            game: ExploredGame::of(start, sameness),
            codes,
            graph: Graph {
                num_positions: 1,
                ..Graph::default()
            },
            by_plies: vec![1],
        })
    }

    /// The game that is explored.
    pub fn game(&self) -> &ExploredGame {
        &self.game
    }

    /// Returns `true` if it begins at a position.
    pub fn begins_at<G: Game>(&self, start: &G) -> bool {
        let mut code = Vec::new();
        start.encode(self.game.sameness(), &mut code) && self.codes.code(0) == code
    }

    /// Explores more positions that can be reached from the start, in breadth, and tells `progress` after some of them.
    ///
    /// # Errors
    /// Returns an error if a position has no code, or there is more than numbers of 30 bits count. Once `stop` is set it
    /// returns one too, and the exploration can go on later.
    pub fn explore<G: Game>(
        &mut self,
        start: &G,
        extent: Extent,
        stop: &AtomicBool,
        mut progress: impl FnMut(&Self),
    ) -> Result<(), SolveError> {
        // The number of the first position that takes one ply more than the last one expanded.
        let mut next_ply: usize = self.by_plies.iter().sum();
        while !self.graph.is_closed() && self.codes.len() < extent.most {
            if stop.load(Ordering::Relaxed) {
                return Err(SolveError::Stopped);
            }
            let first = self.graph.num_expanded();
            let last = next_ply.min(first + BATCH * extent.threads.get());
            for expansion in self.expand(start, extent.threads, first, last) {
                append(&mut self.graph, &mut self.codes, &expansion?)?;
            }
            self.graph.num_positions = self.codes.len();
            if last == next_ply && self.codes.len() > next_ply {
                self.by_plies.push(self.codes.len() - next_ply);
                next_ply = self.codes.len();
            }
            progress(self);
        }
        Ok(())
    }

    /// Number of positions that can be reached by so many plies and no fewer, from 0 on. The last count is incomplete
    /// unless the graph is closed.
    pub fn by_plies(&self) -> Vec<usize> {
        let more = self.codes.len() - self.by_plies.iter().sum::<usize>();
        let more = (more > 0).then_some(more);
        self.by_plies.iter().copied().chain(more).collect()
    }

    /// Expands the positions of a range, each thread some of them.
    fn expand<G: Game>(
        &self,
        start: &G,
        threads: NonZeroUsize,
        first: usize,
        last: usize,
    ) -> Vec<Result<Expansion, SolveError>> {
        let of = |numbers: Range<usize>| {
            let codes = numbers.map(|number| self.codes.code(number));
            Expansion::of(start, self.game.sameness(), codes)
        };
        if last - first < BATCH {
            // Not worth a thread.
            return vec![of(first..last)];
        }
        let share = (last - first).div_ceil(threads.get());
        thread::scope(|scope| {
            let shares = (first..last).step_by(share);
            let threads: Vec<_> = shares
                .map(|begin| scope.spawn(move || of(begin..last.min(begin + share))))
                .collect();
            let joined = threads.into_iter().map(thread::ScopedJoinHandle::join);
            joined
                .map(|expansion| expansion.expect("rules do not panic"))
                .collect()
        })
    }
}

/// Numbers the positions after those that were expanded, and keeps the moves.
fn append(graph: &mut Graph, codes: &mut Codes, expansion: &Expansion) -> Result<(), SolveError> {
    let mut num_outcomes = expansion.num_outcomes.iter();
    let mut successors = expansion.outcomes.iter();
    let mut bytes = &expansion.bytes[..];
    let mut outcomes: Vec<(Target, f64)> = Vec::new();
    let mut targets = Vec::new();
    for (&ended, &num_moves) in expansion.ended.iter().zip(&expansion.num_moves) {
        let position = target_number(graph.num_expanded())?;
        if let Some(ended) = ended {
            graph.ended.push((position, ended));
        }
        targets.clear();
        for &num_outcomes in num_outcomes.by_ref().take(num_moves) {
            outcomes.clear();
            for successor in successors.by_ref().take(num_outcomes) {
                let (code, rest) = bytes.split_at(successor.len);
                bytes = rest;
                let number = codes.insert(code, successor.hash);
                target_number(codes.len())?;
                let target = Target::position(number, successor.passes_turn);
                outcomes.push((target, successor.probability));
            }
            targets.push(measured(graph, &mut outcomes)?);
        }
        targets.sort_unstable();
        targets.dedup();
        graph.moves.extend_from_slice(&targets);
        graph.move_ends.push(end_index(graph.moves.len())?);
    }
    Ok(())
}

/// The target of a move with these outcomes.
fn measured(graph: &mut Graph, outcomes: &mut Vec<(Target, f64)>) -> Result<Target, SolveError> {
    outcomes.sort_unstable_by_key(|&(target, _)| target);
    outcomes.dedup_by(|next, sum| {
        let same = next.0 == sum.0;
        if same {
            sum.1 += next.1;
        }
        same
    });
    if let [(only, _)] = outcomes[..] {
        return Ok(only);
    }
    for &(target, probability) in &*outcomes {
        graph.outcomes.push(target);
        graph.probabilities.push(probability);
    }
    let number = target_number(graph.outcome_ends.len())?;
    graph.outcome_ends.push(end_index(graph.outcomes.len())?);
    Ok(Target::measured(number))
}

/// A number that a target can hold.
fn target_number(number: usize) -> Result<u32, SolveError> {
    let number = u32::try_from(number).ok();
    number
        .filter(|&number| number <= Target::MOST)
        .ok_or(SolveError::TooLarge {
            most: Target::MOST.into(),
        })
}

/// A number of moves or outcomes.
fn end_index(number: usize) -> Result<u32, SolveError> {
    u32::try_from(number).map_err(|_| SolveError::TooLarge {
        most: u32::MAX.into(),
    })
}
