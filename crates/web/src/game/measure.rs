//! Measurements apart from their moves: by remote backends, waited for behind the game's back, for hours if
//! need be, and by this program.

use std::sync::{Arc, MutexGuard, PoisonError};
use std::thread;

use axum::http::StatusCode;
use cheqqers_game::with_causes;
use cheqqers_measure::{MeasureError, MeasurerKind};
use cheqqers_remote::RemoteError;
use cheqqers_session::{FinishedPly, GamePool, PlyInProgress};
use serde::Deserialize;
use tokio::sync::oneshot;

use super::observer::GameObserver;
use super::pooled_measurer::{DeviceAnswer, PooledMeasurer};
use super::progress::{PoolStage, Progress};
use super::step::Step;
use super::{Activity, Game, Inner, check_player};
use crate::backends::{GameBackend, GameDevice, local_measurer, service_message};
use crate::error::ApiError;
use crate::links::Sides;
use crate::offload::offload;
use crate::store::{Change, MeasurementFailure, PendingMove};

/// The most parts that are measured with simulated faults: more would keep a core busy for seconds.
const MOST_NOISY: usize = 16;

/// A request to repeat a measurement that failed.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct RetryRequest {
    /// Another backend: `local`.
    #[serde(default)]
    pub(crate) backend: Option<String>,
    /// `true` if the player agrees to the cost of measurements in this game.
    #[serde(default)]
    pub(crate) agreed: bool,
}

/// Result of a measurement.
type MeasurementEnd = Result<DeviceAnswer, MeasurementFailure>;

impl Game {
    /// Lets the measurement that is waited for begin.
    pub(super) fn start_measuring(self: &Arc<Self>, inner: &mut Inner) {
        inner.activity = Activity::Measuring;
        let agreed = inner.extras.agreed;
        let waiting = inner.extras.waiting.as_ref();
        let agreed_price = waiting.and_then(|asked| asked.agreed_price.clone());
        let cancelled = waiting.is_some_and(|asked| asked.withdrawn);
        self.progress(|progress| {
            *progress = Progress::begin(agreed, agreed_price);
            progress.cancelled = cancelled;
        });
        let game = Arc::clone(self);
        tokio::spawn(async move {
            // Failures are shown in the game.
            let _ = game.measure().await;
        });
    }

    async fn measure(self: Arc<Self>) -> Result<(), ApiError> {
        let by = {
            let inner = self.read().await;
            let waiting = inner.extras.waiting.as_ref();
            if waiting.is_some_and(|asked| asked.here) {
                GameBackend::Local(MeasurerKind::Local)
            } else {
                self.measuring_backend(&inner)
            }
        };
        let is_there = matches!(by, GameBackend::Remote(_));
        let _permit = if is_there {
            self.shared.remote_jobs.acquire().await.ok()
        } else {
            None
        };
        let begun = self.inner.write().await.begun.take();
        let inner = self.read().await;
        let mut extras = inner.extras.clone();
        let asked = extras.waiting.clone();
        let asked = asked.ok_or_else(|| ApiError::refused("nothing is to be measured"))?;
        // Others are served by another thread meanwhile.
        let prepare = || inner.table.prepare(asked.ply, &asked.mv, asked.afresh);
        let prepared = begun.map_or_else(|| tokio::task::block_in_place(prepare), Ok);
        let seed = self.seed(&inner);
        drop(inner);
        let measured = match prepared {
            // A device may have jobs of it.
            _ if self.is_withdrawn() && !is_there => Err(withdrawn()),
            Ok(work) => self.ask(work, by, seed).await,
            Err(error) => Err(MeasurementFailure {
                message: error.to_string(),
                ..MeasurementFailure::default()
            }),
        };
        if !self.is_still(Activity::Measuring, Activity::Acting).await {
            // The game has ended meanwhile: what came is not in its record.
            drop(self.kept_measurer().take());
            return Ok(());
        }
        let (is_cancelled, price) =
            self.progress(|progress| (progress.cancelled, progress.price.take()));
        if self.progress(|progress| progress.pool) == PoolStage::Abandoned {
            // After a restart too; without shots there is nothing to reveal.
            extras.seeds = None;
        }
        // What a service has answered is had again from there.
        let may_come = measured
            .as_ref()
            .map_or_else(|failed| failed.open, |_| is_there);
        let step = match measured {
            Ok(DeviceAnswer::Pool(batch)) => {
                // Unless it was withdrawn, the move is measured once the shots are on the disk.
                if is_cancelled {
                    extras.waiting = None;
                }
                Step::Pool(batch.to_record())
            }
            Ok(DeviceAnswer::Ply(done)) => {
                extras.waiting = None;
                Step::Push(done)
            }
            Err(failed) if is_cancelled && !failed.open => {
                extras.waiting = None;
                Step::Extras
            }
            Err(mut failed) => {
                // Until somebody agrees, the price says more than that nobody did.
                failed.price = price.is_some();
                failed.message = price.unwrap_or(failed.message);
                let asked = PendingMove {
                    failed: Some(failed),
                    withdrawn: false,
                    ..asked
                };
                extras.waiting = Some(self.decided(asked));
                Step::Extras
            }
        };
        let committed = self.commit(step, extras).await;
        if let Err(error) = &committed {
            // Not even that could be kept: shots that are not in the record are not used.
            drop(self.kept_measurer().take());
            let mut inner = self.inner.write().await;
            if let Some(asked) = &mut inner.extras.waiting {
                asked.failed = Some(MeasurementFailure {
                    message: error.message.clone(),
                    open: may_come,
                    ..MeasurementFailure::default()
                });
            }
            if !self.has_people() {
                self.retry_later(&mut inner);
            }
            self.start_clock(&mut inner);
            self.changed(&mut inner);
        }
        committed
    }

    pub(super) fn is_withdrawn(&self) -> bool {
        self.progress(|progress| progress.cancelled)
    }

    /// Measures with this program, which may take seconds.
    ///
    /// # Errors
    /// Returns an error if it can't, in words.
    pub(super) async fn measured_here(
        &self,
        work: PlyInProgress,
        kind: MeasurerKind,
        seed: u64,
    ) -> Result<FinishedPly, String> {
        let parts = work.num_slots();
        if matches!(kind, MeasurerKind::Noisy(_)) && parts > MOST_NOISY {
            return Err(format!(
                "{parts} parts are measured together, and faults are simulated with up to {MOST_NOISY} here"
            ));
        }
        let _permit = self.shared.measuring.take(self.asker()).await;
        let measured = offload(move || work.complete(&mut local_measurer(kind, seed))).await;
        let measured = measured.map_err(|error| error.message)?;
        measured.map_err(|error| with_causes(&error))
    }

    /// Asks a measurer; a remote one on a thread of its own, which keeps the game neither in memory nor
    /// its file open.
    async fn ask(
        self: &Arc<Self>,
        work: PlyInProgress,
        by: GameBackend,
        seed: u64,
    ) -> MeasurementEnd {
        let name = match by {
            GameBackend::Remote(name) => name,
            GameBackend::Local(kind) => {
                let measured = self.measured_here(work, kind, seed).await;
                let measured = measured.map(DeviceAnswer::Ply);
                return measured.map_err(|message| MeasurementFailure {
                    message,
                    ..MeasurementFailure::default()
                });
            }
        };
        let lost = |message: &str| MeasurementFailure {
            message: message.into(),
            open: true,
            ..MeasurementFailure::default()
        };
        let taken = self.kept_measurer().take();
        let mut device = match taken {
            Some(device) => device,
            None => self.connected(name).await?,
        };
        if device.fills_pool() {
            self.progress(|progress| progress.pool = PoolStage::Filling);
        }
        let observer = self.observer();
        let (sender, answered) = oneshot::channel();
        let thread = thread::Builder::new().name("measurement".into());
        let spawned = thread.spawn(move || {
            if observer.is_withdrawn() {
                device.cancel_jobs();
            }
            let done = match device.fill_pool() {
                Ok(Some(batch)) => Ok(DeviceAnswer::Pool(batch)),
                Ok(None) => {
                    observer.pool(if device.has_abandoned_pool() {
                        PoolStage::Abandoned
                    } else {
                        PoolStage::Settled
                    });
                    device.measure(work).map(DeviceAnswer::Ply)
                }
                Err(error) => Err(error),
            };
            // No job is left of a move that was withdrawn.
            if done.as_ref().is_err_and(|error| !error.is_indeterminate())
                && observer.is_withdrawn()
            {
                device.cancel_jobs();
            }
            // A server that has ended meanwhile finds the answer in the journal of jobs.
            let _ = sender.send((device, done));
        });
        spawned.map_err(|error| lost(&format!("there is no thread to wait for it: {error}")))?;
        let answered: Result<(PooledMeasurer, Result<_, MeasureError>), _> = answered.await;
        let (device, done) =
            answered.map_err(|_| lost("the measurement could not be worked out"))?;
        *self.kept_measurer() = Some(device);
        done.map_err(|error| MeasurementFailure {
            message: message(&error),
            open: error.is_indeterminate(),
            ..MeasurementFailure::default()
        })
    }

    /// The device of a remote backend.
    async fn connected(
        self: &Arc<Self>,
        name: String,
    ) -> Result<PooledMeasurer, MeasurementFailure> {
        let game = Arc::clone(self);
        let connected = offload(move || {
            let (series, backends) = (game.jobs.series(), &game.shared.backends);
            let device = GameDevice {
                name: &name,
                game: series,
                last: game.jobs.last(game.inner.blocking_read().lines),
                fallback: game.fallback,
                seed: game.seed,
            };
            let observer = game.observer();
            let consent = Box::new(observer.clone());
            let connected = backends.remote_measurer(device, Box::new(observer), consent);
            let measurer = connected.map_err(|error| MeasurementFailure {
                message: service_message(&error),
                open: backends.may_answer(series),
                ..MeasurementFailure::default()
            })?;
            let inner = game.inner.blocking_read();
            let pool = game.pool.clone().zip(inner.extras.seeds.clone());
            let mut pool = pool.map_or_else(GamePool::default, |(plan, seeds)| {
                GamePool::new(plan, seeds)
            });
            let measurer = inner.table.supply(&mut pool, measurer);
            Ok(PooledMeasurer::new(measurer, pool))
        });
        let lost = |error: ApiError| MeasurementFailure {
            message: error.message,
            open: true,
            ..MeasurementFailure::default()
        };
        connected.await.map_err(lost)?
    }

    /// Ends what the measurements have open at their service, when the game is over; what is wrong with its
    /// jobs is in the log.
    pub(super) fn end_measurements(self: &Arc<Self>) {
        let GameBackend::Remote(name) = self.by.clone() else {
            return;
        };
        let game = Arc::clone(self);
        // Dropped now: if the end is taken back, shots whose seeds are revealed must not be used.
        let taken = self.kept_measurer().take();
        tokio::spawn(async move {
            let _permit = game.shared.remote_jobs.acquire().await.ok();
            let device = match taken {
                Some(device) => Ok(device),
                None => game.connected(name).await,
            };
            if let Ok(mut device) = device {
                let _ = offload(move || device.end_game()).await;
            }
        });
    }

    fn observer(self: &Arc<Self>) -> GameObserver {
        GameObserver {
            game: Arc::downgrade(self),
        }
    }

    /// The device, where it was asked before.
    fn kept_measurer(&self) -> MutexGuard<'_, Option<PooledMeasurer>> {
        self.measurer.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Withdraws the move whose measurement is waited for, unless it may have an answer already.
    ///
    /// # Errors
    /// Returns an error if there is none, or these sides did not make it.
    pub(crate) async fn cancel(self: Arc<Self>, sides: Sides) -> Result<StatusCode, ApiError> {
        let mut inner = self.inner.write().await;
        self.check_mover(&inner, sides)?;
        let mut extras = inner.extras.clone();
        let failed = extras.waiting.take().map(|asked| asked.failed);
        match (failed, inner.activity) {
            (None, _) => Err(ApiError::refused("no measurement is waited for")),
            (Some(_), Activity::Measuring) => {
                let mut extras = inner.extras.clone();
                if let Some(asked) = &mut extras.waiting {
                    asked.withdrawn = true;
                }
                // So that it is not measured after a restart either. An answer that comes waits for this lock.
                let change = Change {
                    game: self.id,
                    lines: Vec::new(),
                    extras: extras.clone(),
                    begins: None,
                };
                self.shared.store.change(change).await?;
                inner.extras = extras;
                drop(inner);
                self.cancel_measurement().await
            }
            (Some(Some(failed)), Activity::Nothing) if failed.open => Err(ApiError::refused(
                "the measurement may still be answered: try it again",
            )),
            (Some(Some(_)), Activity::Nothing) => {
                extras.count()?;
                inner.activity = Activity::Acting;
                drop(inner);
                self.commit(Step::Extras, extras).await?;
                Ok(StatusCode::OK)
            }
            _ => Err(ApiError::busy("something else is under way")),
        }
    }

    /// Asks for the measurement under way to end; whether it did shows when it has ended.
    pub(super) async fn cancel_measurement(self: &Arc<Self>) -> Result<StatusCode, ApiError> {
        let jobs = self.progress(|progress| {
            progress.cancelled = true;
            progress.jobs.clone()
        });
        let game = Arc::clone(self);
        let asked =
            offload(move || jobs.iter().try_for_each(|(key, _)| game.cancel_job(key))).await?;
        asked.map_err(|error| ApiError::unavailable(service_message(&error)))?;
        Ok(StatusCode::OK)
    }

    /// Asks the service to end a job.
    pub(super) fn cancel_job(&self, key: &str) -> Result<(), RemoteError> {
        match &self.by {
            GameBackend::Remote(name) => self.shared.backends.cancel(name, key),
            GameBackend::Local(_) => Ok(()),
        }
    }

    /// Tries a measurement again that failed, or lets this program make it.
    ///
    /// # Errors
    /// Returns an error if there is none that may be, or these sides did not make the move.
    pub(crate) async fn retry(
        self: Arc<Self>,
        sides: Sides,
        asked: RetryRequest,
    ) -> Result<StatusCode, ApiError> {
        let is_here = match asked.backend.as_deref() {
            None => false,
            Some("local") => true,
            Some(_) => return Err(ApiError::malformed("only \"local\" may measure instead")),
        };
        let mut inner = self.inner.write().await;
        self.check_mover(&inner, sides)?;
        if inner.activity != Activity::Nothing {
            return Err(ApiError::busy("the measurement is under way"));
        }
        let mut extras = inner.extras.clone();
        let waiting = extras.waiting.as_mut();
        let Some((waiting, failed)) = waiting.and_then(|waiting| {
            let failed = waiting.failed.take()?;
            Some((waiting, failed))
        }) else {
            return Err(ApiError::refused("no measurement has failed"));
        };
        if failed.open && is_here {
            return Err(ApiError::refused(
                "the measurement may still be answered, so nobody else may be asked: try it again",
            ));
        }
        waiting.here = is_here;
        waiting.agreed_price = (failed.price && asked.agreed).then_some(failed.message);
        extras.agreed |= asked.agreed;
        // Nobody could take it while the answer is waited for.
        extras.offer = None;
        extras.count()?;
        inner.activity = Activity::Acting;
        drop(inner);
        self.commit(Step::Extras, extras).await?;
        Ok(StatusCode::ACCEPTED)
    }

    /// Decides about a failed measurement where no person plays: this program measures, unless the answer may
    /// still come.
    pub(super) fn decided(&self, asked: PendingMove) -> PendingMove {
        let is_open = asked.failed.as_ref().is_some_and(|failed| failed.open);
        if self.has_people() || is_open || asked.here {
            return asked;
        }
        PendingMove {
            here: asked.failed.is_some(),
            failed: None,
            ..asked
        }
    }

    /// Makes sure that these sides made the move that is waited for, or play against the computer
    /// that did.
    pub(super) fn check_mover(&self, inner: &Inner, sides: Sides) -> Result<(), ApiError> {
        check_player(sides)?;
        let turn = inner.table.turn();
        if sides.has(turn) || !self.seat(turn).is_person() {
            return Ok(());
        }
        Err(ApiError::not_yours(format!("the move is {turn}'s")))
    }
}

/// Failure of a measurement that was withdrawn before a service was asked.
fn withdrawn() -> MeasurementFailure {
    MeasurementFailure {
        message: "the move was withdrawn".into(),
        ..MeasurementFailure::default()
    }
}

/// Message of a failed measurement, without names of files or accounts here, which only the log has.
fn message(error: &MeasureError) -> String {
    let MeasureError::Backend { source, .. } = error else {
        return with_causes(error);
    };
    RemoteError::of(source).map_or_else(|| with_causes(error), service_message)
}
