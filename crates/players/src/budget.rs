use std::num::NonZeroU64;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;
use std::time::{Duration, Instant};

use cheqqers_game::{Colour, Game};

use crate::{Clocks, Limit, MoveContext};

/// Default search effort for a move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Effort {
    /// A span of time.
    Time(Duration),
    /// So many positions, or playouts.
    Nodes(NonZeroU64),
}

/// A game is thought to go on for so many moves of a player.
const MOVES_LEFT: u32 = 25;

/// Part of a clock that is reserved for everything but the search.
const RESERVE: Duration = Duration::from_millis(50);

/// Search limits of one move.
#[derive(Debug)]
pub(crate) struct Budget<'a> {
    nodes: Option<u64>,
    end: Option<Instant>,
    stop: &'a AtomicBool,
}

impl<'a> Budget<'a> {
    /// The limits of a context; where it has none, the default effort.
    pub(crate) fn new<G: Game>(effort: Effort, context: &MoveContext<'a, G>) -> Self {
        let (nodes, time) = match (context.limit, effort) {
            (Limit::Own, Effort::Nodes(nodes)) => (Some(nodes.get()), None),
            (Limit::Own, Effort::Time(time)) | (Limit::Time(time), _) => (None, Some(time)),
            (Limit::Nodes(nodes), _) => (Some(nodes.max(1)), None),
            (Limit::Clock(clocks), _) => (None, Some(clocks.share(context.position.turn()))),
        };
        Self {
            nodes,
            end: time.and_then(|time| Instant::now().checked_add(time)),
            stop: context.stop,
        }
    }

    /// So many nodes, or as many as it takes.
    pub(crate) fn of_nodes(nodes: Option<u64>, stop: &'a AtomicBool) -> Self {
        Self {
            nodes,
            end: None,
            stop,
        }
    }

    /// The number of threads to use of those wanted: a search with a fixed number of nodes is
    /// deterministic only on one.
    pub(crate) fn threads(&self, wanted: u8) -> u8 {
        if self.nodes.is_some() { 1 } else { wanted }
    }

    /// Returns `true` if the nodes are used up.
    pub(crate) fn is_spent(&self, nodes: u64) -> bool {
        self.nodes.is_some_and(|most| nodes >= most)
    }

    /// Returns `true` if the time is up or the search was stopped. Cost: reads the clock.
    pub(crate) fn is_over(&self) -> bool {
        self.stop.load(Relaxed) || self.end.is_some_and(|end| Instant::now() >= end)
    }
}

impl Clocks {
    /// The part of its time that a player uses for a move; it is always less than all.
    pub fn share(&self, colour: Colour) -> Duration {
        let left = self.of(colour).saturating_sub(RESERVE);
        let wanted = left / MOVES_LEFT + self.increments[colour as usize] * 3 / 4;
        wanted.min(left / 2)
    }
}
