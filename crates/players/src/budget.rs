use std::num::NonZeroU64;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;
use std::time::{Duration, Instant};

use cheqqers_game::{Colour, Game};

use crate::{Clocks, Limit, Scene};

/// How much is thought about a move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Effort {
    /// So long.
    Time(Duration),
    /// So many positions, or playouts.
    Nodes(NonZeroU64),
}

/// A game is thought to go on for so many moves of a player.
const MOVES_LEFT: u32 = 25;

/// What is kept on a clock for all that is not thinking.
const RESERVE: Duration = Duration::from_millis(50);

/// How much may be thought about a move.
#[derive(Debug)]
pub(crate) struct Budget<'a> {
    nodes: Option<u64>,
    end: Option<Instant>,
    stop: &'a AtomicBool,
}

impl<'a> Budget<'a> {
    /// That of a scene; where it says nothing, so much.
    pub(crate) fn new<G: Game>(effort: Effort, scene: &Scene<'a, G>) -> Self {
        let (nodes, time) = match (scene.limit, effort) {
            (Limit::Own, Effort::Nodes(nodes)) => (Some(nodes.get()), None),
            (Limit::Own, Effort::Time(time)) | (Limit::Time(time), _) => (None, Some(time)),
            (Limit::Nodes(nodes), _) => (Some(nodes.max(1)), None),
            (Limit::Clock(clocks), _) => (None, Some(clocks.share(scene.position.turn()))),
        };
        Self {
            nodes,
            end: time.and_then(|time| Instant::now().checked_add(time)),
            stop: scene.stop,
        }
    }

    /// How many threads to use where so many are wanted: a fixed number of nodes is the same only
    /// on one.
    pub(crate) fn threads(&self, wanted: u8) -> u8 {
        if self.nodes.is_some() { 1 } else { wanted }
    }

    /// Whether the nodes are used up.
    pub(crate) fn is_spent(&self, nodes: u64) -> bool {
        self.nodes.is_some_and(|most| nodes >= most)
    }

    /// Whether the time is up, or nobody waits any more. Costs a look at the clock.
    pub(crate) fn is_over(&self) -> bool {
        self.stop.load(Relaxed) || self.end.is_some_and(|end| Instant::now() >= end)
    }
}

impl Clocks {
    /// How much of its time a player uses for a move. There is something left afterwards.
    pub fn share(&self, colour: Colour) -> Duration {
        let left = self.of(colour).saturating_sub(RESERVE);
        let wanted = left / MOVES_LEFT + self.increment * 3 / 4;
        wanted.min(left / 2)
    }
}
