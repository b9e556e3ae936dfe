//! What all games of a server share: where they are kept, who measures for them, and how much is done at a
//! time.

use std::thread;

use tokio::sync::Semaphore;

use crate::backends::Backends;
use crate::limits::Limits;
use crate::places::Places;
use crate::store::Store;

/// How many moves are on their way to the disk at a time: what is written together costs as much as one.
const MOVING: usize = 64;

/// How many remote jobs are waited for at a time.
const WAITING: usize = 64;

/// What all games of a server share.
#[derive(Debug)]
pub(crate) struct Shared {
    pub(crate) store: Store,
    pub(crate) backends: Backends,
    pub(crate) limits: Limits,
    /// How many players may think at a time.
    pub(crate) thinking: Places,
    /// How many games may be looked at in their parts at a time.
    pub(crate) looking: Places,
    /// The same of heavy ones, for which others do not wait.
    pub(crate) looking_long: Places,
    /// How many moves may be on their way to the disk at a time: the others wait in the order in which
    /// they came, so that no one waits much longer than the rest. Those that wait for something else
    /// on their way give up their place.
    pub(crate) moving: Semaphore,
    /// How many heavy moves may be begun at a time.
    pub(crate) preparing: Places,
    /// How many measurements may be simulated at a time: they may take seconds.
    pub(crate) measuring: Places,
    /// How many openings may be played at a time.
    pub(crate) opening: Places,
    /// How many records may be played again at a time: a long one takes seconds.
    pub(crate) loading: Places,
    /// How many games may come back to memory at a time.
    pub(crate) resuming: Places,
    /// How many remote jobs may be waited for at a time: each has a thread.
    pub(crate) waiting: Semaphore,
}

impl Shared {
    pub(crate) fn new(store: Store, backends: Backends, limits: Limits) -> Self {
        let cores = thread::available_parallelism().map_or(1, usize::from);
        Self {
            store,
            backends,
            limits,
            thinking: Places::new(cores),
            looking: Places::new(cores),
            looking_long: Places::new(cores),
            moving: Semaphore::new(MOVING),
            preparing: Places::new(cores),
            measuring: Places::new(cores),
            opening: Places::new(cores),
            loading: Places::new(1),
            resuming: Places::new(cores),
            waiting: Semaphore::new(WAITING),
        }
    }
}
