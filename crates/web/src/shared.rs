//! State that all games of a server share: store, backends, limits.

use std::sync::Arc;
use std::thread;

use cheqqers_solve::Table;
use tokio::sync::Semaphore;

use crate::backends::Backends;
use crate::catalogue::Catalogue;
use crate::class::index::ClassIndex;
use crate::limits::ServerLimits;
use crate::semaphore::FairSemaphore;
use crate::store::Store;
use crate::thinking::Thinking;

/// Moves being written at a time: those written together cost as much as one.
const MOVING: usize = 64;

/// Remote jobs that are pending at a time.
const REMOTE_JOBS: usize = 64;

/// State that all games of a server share.
#[derive(Debug)]
pub(crate) struct ServerState {
    pub(crate) store: Store,
    pub(crate) backends: Backends,
    pub(crate) games: Arc<Catalogue>,
    /// Solved boards, by which games and lines are analysed.
    pub(crate) tables: Vec<Arc<Table>>,
    pub(crate) limits: ServerLimits,
    /// Searches of players and analyses at a time.
    pub(crate) thinking: Thinking,
    pub(crate) classes: ClassIndex,
    /// Views of games at a time.
    pub(crate) looking: FairSemaphore,
    /// Views of heavy games, for which others do not wait.
    pub(crate) looking_long: FairSemaphore,
    /// Pictures drawn at a time.
    pub(crate) drawing: FairSemaphore,
    /// Moves being written at a time. The others wait in the order in which they came; one that has to wait
    /// for something else gives up its permit.
    pub(crate) moving: Semaphore,
    /// Heavy moves begun at a time.
    pub(crate) preparing: FairSemaphore,
    /// Measurements simulated at a time, each of which may take seconds.
    pub(crate) measuring: FairSemaphore,
    /// Openings played at a time.
    pub(crate) opening: FairSemaphore,
    /// Records replayed at a time; a long one takes seconds.
    pub(crate) loading: FairSemaphore,
    /// Games loaded at a time.
    pub(crate) resuming: FairSemaphore,
    /// Remote jobs pending at a time, each with a thread.
    pub(crate) remote_jobs: Semaphore,
}

impl ServerState {
    pub(crate) fn new(
        store: Store,
        backends: Backends,
        games: Catalogue,
        tables: Vec<Arc<Table>>,
        limits: ServerLimits,
    ) -> Self {
        let cores = thread::available_parallelism().map_or(1, usize::from);
        Self {
            store,
            backends,
            games: Arc::new(games),
            tables,
            limits,
            thinking: Thinking::new(cores),
            classes: ClassIndex::default(),
            looking: FairSemaphore::new(cores),
            looking_long: FairSemaphore::new(cores),
            drawing: FairSemaphore::new(1),
            moving: Semaphore::new(MOVING),
            preparing: FairSemaphore::new(cores),
            measuring: FairSemaphore::new(cores),
            opening: FairSemaphore::new(cores),
            loading: FairSemaphore::new(1),
            resuming: FairSemaphore::new(cores),
            remote_jobs: Semaphore::new(REMOTE_JOBS),
        }
    }

    /// Permits to look at a game: those that take long have some of their own.
    pub(crate) fn looking_at(&self, table: &crate::table::Table) -> &FairSemaphore {
        if table.is_heavy() {
            &self.looking_long
        } else {
            &self.looking
        }
    }
}
