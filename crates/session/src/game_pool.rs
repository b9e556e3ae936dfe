use cheqqers_game::Status;
use cheqqers_game::record::Line;
use cheqqers_measure::pool::{PoolBatch, PoolPlan, PoolSeeds, ShotPool};
use cheqqers_measure::{BackendMeasurer, MeasureError, MeasurementProvenance, Measurer};
use serde_json::Value;

use crate::door::Session;

/// Pool of a game: shots that are to be taken before they are needed, and seeds to be revealed at the end. The
/// default is a game without one.
#[derive(Debug, Default)]
pub struct GamePool {
    /// Plan of the first shots, until they are taken.
    plan: Option<PoolPlan>,
    /// Circuits that the next move may measure are sent after each move.
    prefetches: bool,
    /// Number of lines of the record when that was done last.
    prefetched_at: Option<usize>,
    seeds: Option<PoolSeeds>,
}

impl GamePool {
    /// A pool of which no shot is used, by the plan in the header of its game.
    pub fn new(plan: PoolPlan, seeds: PoolSeeds) -> Self {
        Self {
            prefetches: plan.prefetches,
            plan: Some(plan),
            prefetched_at: None,
            seeds: Some(seeds),
        }
    }

    /// A pool whose shots are not used any more, and whose seeds are to be revealed.
    pub fn closed(seeds: PoolSeeds) -> Self {
        Self {
            seeds: Some(seeds),
            ..Self::default()
        }
    }

    /// Gives the pool to the measurer of a game that begins.
    #[must_use]
    pub fn supply(&self, measurer: BackendMeasurer) -> BackendMeasurer {
        match &self.seeds {
            Some(seeds) => measurer.with_pool(ShotPool::new(seeds.clone())),
            None => measurer,
        }
    }

    /// Gives the pool to the measurer of a game that goes on, with the recorded shots that are left and the jobs
    /// that were sent ahead. `backend` names the backend that took a batch, where it is not the measurer's.
    #[must_use]
    pub fn resume<'a>(
        &mut self,
        session: &Session,
        measurer: BackendMeasurer,
        backend: impl Fn(&PoolBatch) -> Option<&'a str>,
    ) -> BackendMeasurer {
        let mut measurer = self.supply(measurer);
        if self.seeds.is_none() {
            return measurer;
        }
        // A ply that was taken back is not among the positions: what was prefetched for it is not taken up.
        let is_straight = !session
            .lines()
            .iter()
            .any(|line| matches!(line, Line::Undo(_)));
        let (mut is_taken, mut played, mut recalled) = (false, 0, 0);
        for line in session.lines() {
            if self.prefetches && is_straight && is_taken && recalled == played {
                session.recall_prefetch(played, &mut measurer);
                recalled += 1;
            }
            match line {
                Line::Pool(line) => {
                    if let Some(batch) = PoolBatch::of_record(line) {
                        let backend = backend(&batch).unwrap_or(measurer.name()).to_owned();
                        measurer.add_recorded(&batch, &backend);
                        is_taken = true;
                    }
                }
                Line::Ply(ply) => {
                    for measured in &ply.measured {
                        measurer.use_recorded(MeasurementProvenance::new(&measured.more));
                    }
                    played += 1;
                }
                Line::Undo(_) | Line::End(_) => {}
            }
        }
        if is_taken || session.status() != Status::InProgress {
            self.plan = None;
        }
        measurer
    }

    /// Returns `true` until the first shots are taken.
    pub fn is_planned(&self) -> bool {
        self.plan.is_some()
    }

    /// Takes the first shots, unless that was done: they belong in the record before the next ply.
    ///
    /// # Errors
    /// Returns an error if the backend can't run their circuits.
    pub fn take(&mut self, measurer: &mut Measurer) -> Result<Option<PoolBatch>, MeasureError> {
        let (Some(plan), Measurer::Backend(measurer)) = (&self.plan, measurer) else {
            return Ok(None);
        };
        let batch = measurer.take_batch(plan)?;
        self.plan = None;
        Ok(Some(batch))
    }

    /// Takes no shots any more, and cancels the jobs that take them: the game goes on without.
    pub fn abandon(&mut self, measurer: &mut Measurer) {
        self.plan = None;
        if let Measurer::Backend(measurer) = measurer {
            measurer.cancel_jobs();
        }
    }

    /// Sends the circuits that the next move may measure, once for each position, where the plan says so; returns
    /// their number. Nothing more is sent after an error.
    ///
    /// # Errors
    /// Returns an error if the job can't be sent.
    pub fn prefetch(
        &mut self,
        session: &Session,
        measurer: &mut Measurer,
    ) -> Result<usize, MeasureError> {
        let now = session.lines().len();
        let (true, Measurer::Backend(measurer)) = (self.prefetches, measurer) else {
            return Ok(0);
        };
        if self.prefetched_at.replace(now) == Some(now) {
            return Ok(0);
        }
        let sent = session.prefetch(measurer);
        self.prefetches = sent.is_ok();
        sent
    }

    /// Returns `true` unless there are seeds that are to be revealed.
    pub fn is_revealed(&self) -> bool {
        self.seeds.is_none()
    }

    /// Ends what the measurements have open at their service, when the game is over; returns the number of jobs
    /// that were sent ahead and not needed, and the line of the record that reveals the seeds.
    pub fn end(&mut self, measurer: &mut Measurer) -> (usize, Option<Value>) {
        let mut unneeded = 0;
        if let Measurer::Backend(measurer) = measurer {
            unneeded = measurer.cancel_prefetched();
            measurer.end_game();
        }
        let seeds = self.seeds.take();
        (unneeded, seeds.map(|seeds| seeds.to_record()))
    }
}
