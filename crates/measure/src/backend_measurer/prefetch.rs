use cheqqers_backend::{Backend, Job};
use cheqqers_circuit::{CanonicalCircuit, Circuit};
use cheqqers_game::{Game, GameExt, Turn};

use super::{BackendMeasurer, Prefetch, failed};
use crate::error::MeasureError;
use crate::pool::{PoolBatch, form};
use crate::provenance::MeasurementProvenance;

impl BackendMeasurer {
    /// Sends a job with the circuits that the next move may measure and that are neither in the pool nor on
    /// their way, as many as one job holds, and returns their number. Nothing is waited for: a measurement
    /// of one of them waits for this job instead of sending its own. `moves` are those until now, as
    /// [`write_plies`](cheqqers_game::notation::write_plies) writes them.
    ///
    /// # Errors
    /// Returns an error if the job can't be sent.
    ///
    /// # Panics
    /// Panics if there is no pool.
    pub fn prefetch<G: Game>(
        &mut self,
        position: &G,
        moves: impl FnOnce() -> String,
    ) -> Result<usize, MeasureError> {
        let send = |backend: &mut dyn Backend, job: &Job<'_>| {
            backend.send(job).map_err(|source| failed(backend, source))
        };
        self.add_prefetch(position, moves, send)
    }

    /// Takes up the job that [`prefetch`](Self::prefetch) sent at this position of a game that is resumed,
    /// if there was one.
    ///
    /// # Panics
    /// Panics if there is no pool.
    pub fn recall_prefetch<G: Game>(&mut self, position: &G, moves: impl FnOnce() -> String) {
        let sent = |backend: &mut dyn Backend, job: &Job<'_>| Ok(backend.num_sent(job));
        let recalled = self.add_prefetch(position, moves, sent);
        recalled.expect("nothing is sent");
    }

    /// Adds the circuits that the next move may measure to those on their way, as far as `send` says, and
    /// returns their number.
    fn add_prefetch<G: Game>(
        &mut self,
        position: &G,
        moves: impl FnOnce() -> String,
        send: impl FnOnce(&mut dyn Backend, &Job<'_>) -> Result<usize, MeasureError>,
    ) -> Result<usize, MeasureError> {
        if self.replaced.is_some() {
            return Ok(0);
        }
        let mut circuits = self.missing(position);
        let Some(ids) = self.ids.as_ref().filter(|_| !circuits.is_empty()) else {
            return Ok(0);
        };
        let id = ids.prefetch(&moves(), &circuits);
        let plain: Vec<Circuit> = circuits.iter().map(|form| form.circuit().clone()).collect();
        let backend = self.backend.as_mut();
        let mut job = Job::new(&plain, self.policy.shots).optimized(backend.optimization());
        job.measurement = Some(&id);
        let sent = send(backend, &job)?;
        circuits.truncate(sent);
        if sent > 0 {
            self.prefetched.push(Prefetch { id, circuits });
        }
        Ok(sent)
    }

    /// Adds a batch of the record of a game that is resumed to the pool, with the name of the backend that
    /// took it; its job is no longer on its way.
    ///
    /// # Panics
    /// Panics if there is no pool.
    pub fn add_recorded(&mut self, batch: &PoolBatch, backend: &str) {
        let circuits = batch.circuits();
        let is_other = |prefetch: &Prefetch| prefetch.circuits != circuits;
        self.prefetched.retain(is_other);
        let pool = self.pool.as_mut().expect("the game has a pool");
        pool.add(batch, backend);
    }

    /// Counts the shots of the pool that a recorded measurement used.
    ///
    /// # Panics
    /// Panics if there is no pool.
    pub fn use_recorded(&mut self, provenance: MeasurementProvenance<'_>) {
        let pool = self.pool.as_mut().expect("the game has a pool");
        pool.use_recorded(provenance);
    }

    /// The batches that were fetched since this was called last: they belong in the record, before the
    /// measurements that use them.
    pub fn fetched(&mut self) -> Vec<PoolBatch> {
        std::mem::take(&mut self.fetched)
    }

    /// Cancels the jobs whose shots no measurement needed, and returns their number.
    pub fn cancel_prefetched(&mut self) -> usize {
        let left = std::mem::take(&mut self.prefetched);
        let backend = self.primary();
        for prefetch in &left {
            // A job that can't be cancelled runs to its end: there is nothing more to do.
            let _ = backend.cancel(&prefetch.id);
        }
        left.len()
    }

    /// Waits for the jobs that have circuits of a measurement which are not in the pool; returns `false` if
    /// there are none.
    pub(super) fn fetch(&mut self, circuits: &[Circuit]) -> Result<bool, MeasureError> {
        let forms = circuits.iter().filter_map(form);
        let missing: Vec<CanonicalCircuit> = forms.filter(|form| !self.has_shots(form)).collect();
        let is_needed = |prefetch: &Prefetch| {
            let mut forms = prefetch.circuits.iter();
            forms.any(|of| missing.iter().any(|form| form.circuit() == of.circuit()))
        };
        let place = self.prefetched.iter().position(is_needed);
        let Some(place) = place.filter(|_| self.replaced.is_none()) else {
            return Ok(false);
        };
        let Prefetch { id, circuits } = self.prefetched[place].clone();
        let plain: Vec<Circuit> = circuits.iter().map(|form| form.circuit().clone()).collect();
        let runs = self.runs(&plain, self.policy.shots, Some(&id));
        match runs {
            Err(error) if error.is_indeterminate() => return Err(error),
            // The measurement sends a job of its own.
            Err(_) => {
                self.prefetched.remove(place);
            }
            Ok(runs) => {
                self.prefetched.remove(place);
                let batch = PoolBatch::new(circuits, runs);
                if let Some(pool) = &mut self.pool {
                    pool.add(&batch, self.backend.name());
                }
                self.fetched.push(batch);
            }
        }
        Ok(true)
    }

    /// The circuits that the next move may measure first, each once, for which there are no shots.
    fn missing<G: Game>(&self, position: &G) -> Vec<CanonicalCircuit> {
        let mut legal = Vec::new();
        position.legal_moves(&mut legal);
        let mut missing: Vec<CanonicalCircuit> = Vec::new();
        for mv in legal {
            let Turn::Pending(pending) = position.clone().play_unchecked(mv) else {
                continue;
            };
            let circuits = pending.circuits(self.policy.encoding).unwrap_or_default();
            for form in circuits.iter().filter_map(form) {
                let is_same = |other: &CanonicalCircuit| other.circuit() == form.circuit();
                let mut asked = self.prefetched.iter().flat_map(|of| &of.circuits);
                let is_known =
                    self.has_shots(&form) || asked.any(is_same) || missing.iter().any(is_same);
                if !is_known {
                    missing.push(form);
                }
            }
        }
        missing
    }

    fn has_shots(&self, form: &CanonicalCircuit) -> bool {
        let pool = self.pool.as_ref().expect("the game has a pool");
        pool.shots_left(form) > 0
    }
}
