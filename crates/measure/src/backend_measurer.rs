mod prefetch;

use std::fmt;

use cheqqers_backend::{Backend, BackendError, Job, MeasurementId, Misreading, Provenance, Run};
use cheqqers_circuit::{Bitstring, CanonicalCircuit, Circuit};
use cheqqers_game::{Encoding, Game, Pending, ResolveReason, with_causes};

use crate::answer::Answer;
use crate::error::MeasureError;
use crate::measurement_ids::MeasurementIds;
use crate::pool::{PoolBatch, PoolDraw, PoolPlan, ShotPool};
use crate::post_selection::PostSelection;
use crate::provenance::FALLBACK;

/// Measurer that runs the circuits of measurements on a backend.
#[derive(Debug)]
pub struct BackendMeasurer {
    backend: Box<dyn Backend>,
    /// The backend of earlier measurements, once the fallback has taken over.
    replaced: Option<Box<dyn Backend>>,
    policy: Policy,
    ids: Option<MeasurementIds>,
    pool: Option<ShotPool>,
    /// Draws of the measurements of the move that has begun.
    drawn: Vec<PoolDraw>,
    /// Jobs that were sent for the pool and not waited for.
    prefetched: Vec<Prefetch>,
    /// Batches of the pool that came and are not in the record.
    fetched: Vec<PoolBatch>,
}

/// Circuits whose shots were asked for before they are needed.
#[derive(Clone, Debug)]
struct Prefetch {
    id: MeasurementId,
    circuits: Vec<CanonicalCircuit>,
}

/// Policy of measuring by a backend.
#[derive(Debug)]
pub struct Policy {
    /// Encoding of the circuits.
    pub encoding: Encoding,
    /// Shots of the first job that a noisy backend runs for a measurement: the first legal one
    /// decides. An exact backend takes one shot.
    pub shots: usize,
    /// Shots of each further job, while no shot was legal and the device misread none of its test bits.
    pub further_shots: Vec<usize>,
    /// Backend that takes over from the first measurement on that the other one fails to answer. An
    /// answer that may still come is waited for.
    pub fallback: Option<Box<dyn Backend>>,
    /// Says after each error whether the fallback may take over; it may where nobody is asked.
    pub consent: Option<Box<dyn FallbackConsent>>,
}

/// Consent to a fallback, which may depend on what is going on.
pub trait FallbackConsent: fmt::Debug + Send {
    /// Returns `true` if it may take over from a backend that has just failed.
    fn is_given(&self) -> bool;
}

impl Policy {
    /// The usual policy for circuits in this encoding: 64 shots, then 256 and 1,024, no fallback.
    pub fn new(encoding: Encoding) -> Self {
        Self {
            encoding,
            shots: 64,
            further_shots: vec![256, 1024],
            fallback: None,
            consent: None,
        }
    }
}

impl BackendMeasurer {
    /// Measures by this backend.
    pub fn new(backend: Box<dyn Backend>, policy: Policy) -> Self {
        Self {
            backend,
            replaced: None,
            policy,
            ids: None,
            pool: None,
            drawn: Vec::new(),
            prefetched: Vec::new(),
            fetched: Vec::new(),
        }
    }

    /// The same in a game whose measurements have identities: one that is asked for again goes on
    /// with the job that it has.
    #[must_use]
    pub fn identified(self, ids: MeasurementIds) -> Self {
        Self {
            ids: Some(ids),
            ..self
        }
    }

    /// The identities of the game's measurements, if they have any.
    pub fn ids(&self) -> Option<&MeasurementIds> {
        self.ids.as_ref()
    }

    /// Ends what is paid for while it is open, when the game is over.
    pub fn end_game(&mut self) {
        if let Some(game) = self.ids.as_ref().map(|ids| ids.game().to_owned()) {
            self.primary().end_series(&game);
        }
    }

    /// Cancels the jobs of the pool and of the last measurement that have no answer, where nobody waits for them
    /// any more.
    pub fn cancel_jobs(&mut self) {
        let Some(ids) = &self.ids else {
            return;
        };
        let attempts = (0..).take(1 + self.policy.further_shots.len());
        let attempts = attempts.map(|attempt| ids.attempt(attempt));
        let all: Vec<MeasurementId> = attempts.chain([ids.pool()]).collect();
        for id in all {
            // A job that can't be cancelled runs to its end: there is nothing more to do.
            let _ = self.primary().cancel(&id);
        }
    }

    /// The backend of the game's jobs, whether the fallback has taken over or not.
    fn primary(&mut self) -> &mut dyn Backend {
        self.replaced.as_mut().unwrap_or(&mut self.backend).as_mut()
    }

    /// The same with a pool, whose shots are used before any job is sent.
    #[must_use]
    pub fn with_pool(self, pool: ShotPool) -> Self {
        Self {
            pool: Some(pool),
            ..self
        }
    }

    /// Takes the shots of a plan for the pool, and returns them. In a game with an identity they are the
    /// same in every process.
    ///
    /// # Errors
    /// Returns an error if the backend can't run the circuits.
    ///
    /// # Panics
    /// Panics if there is no pool.
    pub fn take_batch(&mut self, plan: &PoolPlan) -> Result<PoolBatch, MeasureError> {
        let id = self.ids.as_ref().map(MeasurementIds::pool);
        let circuits = plan.circuits.iter().map(|form| form.circuit().clone());
        let circuits: Vec<Circuit> = circuits.collect();
        let runs = self.runs(&circuits, plan.shots, id.as_ref())?;
        let batch = PoolBatch::new(plan.circuits.clone(), runs);
        let pool = self.pool.as_mut().expect("the game has a pool");
        pool.add(&batch, self.backend.name());
        Ok(batch)
    }

    /// Returns `true` if the fallback may take over after this error.
    pub fn may_fall_back(&self, error: &MeasureError) -> bool {
        let consent = self.policy.consent.as_ref();
        self.has_fallback()
            && !error.is_indeterminate()
            && !error.is_dry_run()
            && consent.is_none_or(|consent| consent.is_given())
    }

    /// Returns `true` if another backend would answer in place of this one.
    pub fn has_fallback(&self) -> bool {
        self.policy.fallback.is_some()
    }

    /// The backend's name.
    pub fn name(&self) -> &str {
        self.backend.name()
    }

    /// Begins a move: the next measurement is its first.
    pub(crate) fn begin(
        &mut self,
        ply: u32,
        mv: impl fmt::Display,
        moves: impl FnOnce() -> String,
    ) {
        self.drawn.clear();
        if let Some(ids) = &mut self.ids {
            ids.begin(ply, &mv.to_string(), &moves());
        }
    }

    /// Ends a move that can't be completed: the next one, or another try of it, draws the same shots.
    pub(crate) fn abandon(&mut self) {
        for drawn in self.drawn.drain(..) {
            self.pool.iter_mut().for_each(|pool| pool.put_back(&drawn));
        }
    }

    /// The answer to a measurement.
    pub(crate) fn answer<G: Game>(&mut self, pending: &Pending<G>) -> Result<Answer, MeasureError> {
        let circuits = pending.circuits(self.policy.encoding);
        let circuits = circuits.map_err(MeasureError::Circuit)?;
        let answer = match self.draw(&circuits, pending)? {
            None => self.answer_or_fall_back(&circuits, pending)?,
            Some(mut drawn) => {
                let mut answer = match drawn.answer.take() {
                    Some(answer) => answer,
                    None => match self.answer_or_fall_back(&circuits, pending) {
                        Ok(answer) => answer,
                        Err(error) => {
                            // They are drawn again with the next try.
                            self.pool.iter_mut().for_each(|pool| pool.put_back(&drawn));
                            return Err(error);
                        }
                    },
                };
                drawn.write(&mut answer.provenance);
                self.drawn.push(drawn);
                answer
            }
        };
        if let Some(ids) = &mut self.ids {
            ids.answered();
        }
        Ok(answer)
    }

    /// Shots of the pool for a measurement, those included that are on their way; `None` if there is no pool.
    fn draw<G: Game>(
        &mut self,
        circuits: &[Circuit],
        pending: &Pending<G>,
    ) -> Result<Option<PoolDraw>, MeasureError> {
        loop {
            let Some(pool) = &mut self.pool else {
                return Ok(None);
            };
            let drawn = pool.draw(circuits, &pending.judge());
            if drawn.answer.is_some() {
                return Ok(Some(drawn));
            }
            pool.put_back(&drawn);
            if !self.fetch(circuits)? {
                let pool = self.pool.as_mut();
                return Ok(pool.map(|pool| pool.draw(circuits, &pending.judge())));
            }
        }
    }

    /// The answer of the backend, or of the one that takes over from it.
    fn answer_or_fall_back<G: Game>(
        &mut self,
        circuits: &[Circuit],
        pending: &Pending<G>,
    ) -> Result<Answer, MeasureError> {
        let error = match self.first_legal(circuits, pending) {
            Err(error) if self.may_fall_back(&error) => error,
            answer => return answer,
        };
        let Some(fallback) = self.policy.fallback.take() else {
            return Err(error);
        };
        // Jobs sent beside the one that failed would be paid for in vain.
        self.cancel_jobs();
        self.replaced = Some(std::mem::replace(&mut self.backend, fallback));
        if let MeasureError::NoLegalShot {
            misreading: Some(_),
            ..
        } = error
        {
            // The shots of the pool may be misread in the same way.
            self.pool = None;
        }
        let mut answer = self.first_legal(circuits, pending)?;
        let reason = with_causes(&error);
        answer.provenance.insert(FALLBACK.into(), reason.into());
        Ok(answer)
    }

    /// The first legal shot; a noisy backend is asked for further shots while there is none.
    fn first_legal<G: Game>(
        &mut self,
        circuits: &[Circuit],
        pending: &Pending<G>,
    ) -> Result<Answer, MeasureError> {
        if !self.backend.is_noisy() {
            let id = self.ids.as_ref().map(|ids| ids.attempt(0));
            let shots = self.run(circuits, 1, id.as_ref())?.shots;
            return match shots[..] {
                [bits] => Ok(bits.into()),
                ref others => Err(wrong_shots(self.backend.as_ref(), circuits, others.len())),
            };
        }
        let judge = pending.judge();
        let mut selection = PostSelection::default();
        let mut jobs = Vec::new();
        let further = self.policy.further_shots.clone();
        let mut attempts = 0;
        let mut misreading = None;
        for shots in [self.policy.shots].into_iter().chain(further) {
            let id = self.ids.as_ref().map(|ids| ids.attempt(attempts));
            attempts += 1;
            let joined = self.run(circuits, shots, id.as_ref())?;
            jobs.extend(joined.jobs);
            misreading = joined.misreading;
            match selection.select(&judge, joined.shots) {
                Ok(Some((chosen, bits))) => {
                    let provenance = selection.to_record(chosen, &jobs);
                    return Ok(Answer {
                        bits,
                        provenance,
                        backend: None,
                    });
                }
                // More of such shots would be paid for in vain.
                Ok(None) if misreading.is_some() => break,
                Ok(None) => {}
                Err(bits) => {
                    return Err(MeasureError::Refused {
                        backend: self.backend.name().to_owned(),
                        reason: ResolveReason::WrongLength {
                            expected: pending.slots().len(),
                            found: bits.len(),
                        },
                    });
                }
            }
        }
        if let Some(ids) = &mut self.ids {
            ids.add_attempts(attempts);
        }
        Err(MeasureError::NoLegalShot {
            backend: self.backend.name().to_owned(),
            selection,
            misreading: misreading.map(Box::new),
        })
    }

    /// Runs the circuits of a measurement and joins their shots, one of each circuit: as many as the
    /// circuit with the fewest has, as a device may return fewer than it was asked for.
    fn run(
        &mut self,
        circuits: &[Circuit],
        shots: usize,
        id: Option<&MeasurementId>,
    ) -> Result<JointShots, MeasureError> {
        let runs = self.runs(circuits, shots, id)?;
        let each = runs.iter().map(|run| run.shots.len()).min().unwrap_or(0);
        let joined: Option<Vec<Bitstring>> = (0..each)
            .map(|shot| Bitstring::concat_all(runs.iter().map(|run| run.shots[shot])))
            .collect();
        Ok(JointShots {
            shots: joined.ok_or_else(|| MeasureError::TooManyBits {
                backend: self.backend.name().to_owned(),
            })?,
            misreading: runs.iter().find_map(|run| run.misreading.clone()),
            jobs: runs.into_iter().filter_map(|run| run.provenance).collect(),
        })
    }

    /// Runs circuits: one run of each.
    fn runs(
        &mut self,
        circuits: &[Circuit],
        shots: usize,
        id: Option<&MeasurementId>,
    ) -> Result<Vec<Run>, MeasureError> {
        let backend = self.backend.as_mut();
        let mut job = Job::new(circuits, shots).optimized(backend.optimization());
        job.measurement = id;
        let runs = backend
            .run(&job)
            .map_err(|source| failed(backend, source))?;
        if runs.len() != circuits.len() {
            let found = runs.iter().map(|run| run.shots.len()).sum();
            return Err(wrong_shots(backend, circuits, found));
        }
        Ok(runs)
    }
}

/// The shots of a measurement, one circuit's bits behind the other's.
struct JointShots {
    shots: Vec<Bitstring>,
    /// Origins of the shots, unless they were taken in this process.
    #[expect(clippy::vec_box, reason = "as they come")]
    jobs: Vec<Box<Provenance>>,
    misreading: Option<Misreading>,
}

fn failed(backend: &dyn Backend, source: BackendError) -> MeasureError {
    MeasureError::Backend {
        backend: backend.name().to_owned(),
        source: Box::new(source),
    }
}

fn wrong_shots(backend: &dyn Backend, circuits: &[Circuit], found: usize) -> MeasureError {
    MeasureError::Shots {
        backend: backend.name().to_owned(),
        expected: circuits.len(),
        found,
    }
}
