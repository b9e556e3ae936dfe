//! Measurer of a game on a device, and the shots of the game's pool.

use cheqqers_measure::pool::PoolBatch;
use cheqqers_measure::{BackendMeasurer, MeasureError, Measurer};
use cheqqers_session::{FinishedPly, GamePool, PlyInProgress};

/// Measurer of a game's device, with what it knows of its service, and the game's pool.
pub(super) struct PooledMeasurer {
    measurer: Measurer,
    pool: GamePool,
    /// The game goes on without a pool, as its shots can't be had.
    has_abandoned_pool: bool,
}

/// Answer of a device.
pub(super) enum DeviceAnswer {
    Ply(FinishedPly),
    /// The shots of the pool, which come before the measurement.
    Pool(PoolBatch),
}

impl PooledMeasurer {
    /// A measurer that was supplied with the pool.
    pub(super) fn new(measurer: BackendMeasurer, pool: GamePool) -> Self {
        Self {
            measurer: Measurer::Backend(measurer),
            pool,
            has_abandoned_pool: false,
        }
    }

    /// Returns `true` if the shots of the pool are taken next.
    pub(super) fn fills_pool(&self) -> bool {
        self.pool.is_planned()
    }

    /// Takes the shots of the pool, where that is to be done first. A game with a fallback goes on without them where
    /// they certainly can't be had.
    pub(super) fn fill_pool(&mut self) -> Result<Option<PoolBatch>, MeasureError> {
        match self.pool.take(&mut self.measurer) {
            Err(error) if self.measurer.may_fall_back(&error) => {
                self.pool.abandon(&mut self.measurer);
                self.has_abandoned_pool = true;
                Ok(None)
            }
            taken => taken,
        }
    }

    /// Returns `true` if the game goes on without a pool, as its shots can't be had.
    pub(super) fn has_abandoned_pool(&self) -> bool {
        self.has_abandoned_pool
    }

    /// Measures a ply.
    pub(super) fn measure(&mut self, work: PlyInProgress) -> Result<FinishedPly, MeasureError> {
        work.complete(&mut self.measurer)
    }

    /// Cancels the jobs that nobody waits for any more.
    pub(super) fn cancel_jobs(&mut self) {
        if let Measurer::Backend(measurer) = &mut self.measurer {
            measurer.cancel_jobs();
        }
    }

    /// Ends what is open at the service, when the game is over.
    pub(super) fn end_game(&mut self) {
        self.cancel_jobs();
        // The seeds are in the record already.
        self.pool.end(&mut self.measurer);
    }
}
