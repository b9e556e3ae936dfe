//! Measurements apart from their moves: by remote backends, waited for behind the game's back, for hours if
//! need be, and by this program.

use std::sync::{Arc, MutexGuard, PoisonError};
use std::thread;

use axum::http::StatusCode;
use cheqqers_game::with_causes;
use cheqqers_measure::{MeasureError, Measurer, MeasurerKind};
use cheqqers_remote::RemoteError;
use cheqqers_session::{FinishedPly, PlyInProgress};
use serde::Deserialize;
use tokio::sync::oneshot;

use super::observer::GameObserver;
use super::progress::Progress;
use super::step::Step;
use super::{Activity, Game, Inner, check_player};
use crate::backends::{GameBackend, local_measurer};
use crate::error::ApiError;
use crate::links::Sides;
use crate::offload::offload;
use crate::store::{MeasurementFailure, PendingMove};

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
type MeasurementEnd = Result<FinishedPly, MeasurementFailure>;

impl Game {
    /// Lets the measurement that is waited for begin.
    pub(super) fn start_measuring(self: &Arc<Self>, inner: &mut Inner) {
        inner.activity = Activity::Measuring;
        let agreed = inner.extras.agreed;
        let waiting = inner.extras.waiting.as_ref();
        let agreed_price = waiting.and_then(|asked| asked.agreed_price.clone());
        self.progress(|progress| *progress = Progress::begin(agreed, agreed_price));
        let game = Arc::clone(self);
        tokio::spawn(async move {
            // Failures are shown in the game.
            let _ = game.measure().await;
        });
    }

    async fn measure(self: Arc<Self>) -> Result<(), ApiError> {
        let is_there = {
            let inner = self.read().await;
            let waiting = inner.extras.waiting.as_ref();
            let is_here = waiting.is_some_and(|asked| asked.here);
            matches!(self.by, GameBackend::Remote(_)) && !is_here
        };
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
            _ if self.is_withdrawn() => Err(withdrawn()),
            Ok(work) => self.ask(work, asked.here, seed).await,
            Err(error) => Err(MeasurementFailure {
                message: error.to_string(),
                ..MeasurementFailure::default()
            }),
        };
        if !self.is_still(Activity::Measuring, Activity::Acting).await {
            return Ok(());
        }
        let (is_cancelled, price) =
            self.progress(|progress| (progress.cancelled, progress.price.take()));
        // What a service has answered is had again from there.
        let may_come = measured
            .as_ref()
            .map_or_else(|failed| failed.open, |_| is_there);
        let step = match measured {
            Ok(done) => {
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
                    ..asked
                };
                extras.waiting = Some(self.decided(asked));
                Step::Extras
            }
        };
        let committed = self.commit(step, extras).await;
        if let Err(error) = &committed {
            // Not even that could be kept.
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

    fn is_withdrawn(&self) -> bool {
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
        is_here: bool,
        seed: u64,
    ) -> MeasurementEnd {
        let name = match &self.by {
            GameBackend::Remote(name) if !is_here => name,
            by => {
                let kind = match by {
                    &GameBackend::Local(kind) if !is_here => kind,
                    _ => MeasurerKind::Local,
                };
                let measured = self.measured_here(work, kind, seed).await;
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
        let measurer = match taken {
            Some(measurer) => measurer,
            None => self.connected(name.clone()).await?,
        };
        // It may have taken its time to get there.
        if self.is_withdrawn() {
            return Err(withdrawn());
        }
        let (sender, answered) = oneshot::channel();
        let thread = thread::Builder::new().name("measurement".into());
        let spawned = thread.spawn(move || {
            let mut measurer = measurer;
            let done = work.complete(&mut measurer);
            // A server that has ended meanwhile finds the answer in the journal of jobs.
            let _ = sender.send((measurer, done));
        });
        spawned.map_err(|error| lost(&format!("there is no thread to wait for it: {error}")))?;
        let (measurer, done): (Measurer, Result<FinishedPly, MeasureError>) = answered
            .await
            .map_err(|_| lost("the measurement could not be worked out"))?;
        *self.kept_measurer() = Some(measurer);
        done.map_err(|error| MeasurementFailure {
            message: message(&error),
            open: error.is_indeterminate(),
            ..MeasurementFailure::default()
        })
    }

    /// The way to a remote backend.
    async fn connected(self: &Arc<Self>, name: String) -> Result<Measurer, MeasurementFailure> {
        let game = Arc::clone(self);
        let connected = offload(move || {
            let (series, backends) = (game.jobs.series(), &game.shared.backends);
            let last = game.jobs.last(game.inner.blocking_read().lines);
            let observer = Box::new(GameObserver {
                game: Arc::downgrade(&game),
            });
            let connected = backends.remote_measurer(&name, series, last, observer);
            connected.map_err(|error| MeasurementFailure {
                message: message_of_job(&error),
                open: backends.may_answer(series),
                ..MeasurementFailure::default()
            })
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
        tokio::spawn(async move {
            let _permit = game.shared.remote_jobs.acquire().await.ok();
            let taken = game.kept_measurer().take();
            let measurer = match taken {
                Some(measurer) => Ok(measurer),
                None => game.connected(name).await,
            };
            if let Ok(Measurer::Backend(mut measurer)) = measurer {
                let _ = offload(move || measurer.end_game()).await;
            }
        });
    }

    /// The way to the backend, where it was asked before.
    fn kept_measurer(&self) -> MutexGuard<'_, Option<Measurer>> {
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
        let key = self.progress(|progress| {
            progress.cancelled = true;
            progress.key.clone()
        });
        if let Some(key) = key {
            let game = Arc::clone(self);
            let asked = offload(move || game.cancel_job(&key)).await?;
            asked.map_err(|error| ApiError::unavailable(message_of_job(&error)))?;
        }
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
    RemoteError::of(source).map_or_else(|| with_causes(error), message_of_job)
}

/// The same of a job.
fn message_of_job(error: &RemoteError) -> String {
    tracing::warn!(error = with_causes(error), "a service did not measure");
    match error {
        RemoteError::Credentials { service, .. } => {
            format!("this server has no credentials of {service}")
        }
        RemoteError::Unauthorised { service, .. } => {
            format!("{service} refuses the credentials of this server")
        }
        RemoteError::Quota { .. } => "the allowance of this server's account is used up".into(),
        RemoteError::Journal { .. } => "the journal of jobs can't be read or written".into(),
        RemoteError::Protocol { what, .. } => {
            format!("the service's answer can't be understood: {what}")
        }
        _ => with_causes(error),
    }
}
