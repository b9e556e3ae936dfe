//! Moves, of people and computers.

use std::sync::Arc;

use axum::http::StatusCode;
use cheqqers_game::record::EndLine;
use cheqqers_game::with_causes;
use cheqqers_measure::MeasurerKind;
use cheqqers_players::{Forfeit, PlayerKind};
use cheqqers_session::{FinishedPly, PlyInProgress};
use serde::Deserialize;
use tokio::sync::SemaphorePermit;

use super::step::Step;
use super::{Activity, Game, Inner, check_player};
use crate::backends::{GameBackend, local_measurer};
use crate::error::ApiError;
use crate::limits::Client;
use crate::links::Sides;
use crate::offload::offload;
use crate::seats::is_quick;
use crate::semaphore::FairPermit;
use crate::store::{GameExtras, MeasurementFailure, PendingMove};
use crate::table::TableError;
use crate::thinking::Urgency;

/// A move that somebody wants to make.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct MoveRequest {
    /// The number of its ply, from 1.
    pub(crate) ply: usize,
    #[serde(rename = "move")]
    pub(crate) mv: String,
    /// `true` if the player agrees to the cost of measurements in this game.
    #[serde(default)]
    pub(crate) agreed: bool,
    /// `true` to measure a move that was taken back anew, for a player of both sides.
    #[serde(default)]
    pub(crate) afresh: bool,
}

/// Result of a move that was begun.
enum MoveProgress {
    /// It was played to its end.
    Played(FinishedPly),
    /// A remote backend must be asked.
    Asks(PlyInProgress),
    /// The measurement failed here.
    Failed(String),
}

/// A move as far as it goes without a measurement.
enum StartedMove {
    Played(FinishedPly),
    /// It has to be measured, by what is random in this line.
    Measures(PlyInProgress, u64),
}

impl Game {
    /// Makes a move. Where a remote backend measures, that goes on behind. A move that was made already and not
    /// taken back is not made again.
    ///
    /// # Errors
    /// Returns an error if it can't be made, or not now, or not by these sides.
    pub(crate) async fn play(
        self: Arc<Self>,
        sides: Sides,
        asked: MoveRequest,
    ) -> Result<StatusCode, ApiError> {
        let begun = self
            .begin(|inner| {
                check_player(sides)?;
                inner.check_running()?;
                inner.check_short()?;
                let (found, next) = (asked.ply, inner.table.num_plies() + 1);
                if found != next {
                    return Err(TableError::Stale { found, next }.into());
                }
                let turn = inner.table.turn();
                if !sides.has(turn) {
                    return Err(ApiError::not_yours(format!("it is {turn}'s turn")));
                }
                if asked.afresh && !sides.are_both() {
                    let message = "only who plays both sides may measure a move anew";
                    return Err(ApiError::refused(message));
                }
                Ok(())
            })
            .await;
        let ((), mut extras) = match begun {
            Ok(begun) => begun,
            // A client whose answer was lost asks for the same again.
            Err(error) => return self.repeated(sides, &asked).await.ok_or(error),
        };
        extras.agreed |= asked.agreed;
        self.make(asked.ply, asked.mv, asked.afresh, extras).await
    }

    /// The status of a move that these sides have made already, or that is being measured for them.
    async fn repeated(&self, sides: Sides, asked: &MoveRequest) -> Option<StatusCode> {
        let inner = self.read().await;
        let mv = inner.table.canonical(asked.ply, &asked.mv)?;
        if let Some(played) = inner.table.plies().get(asked.ply - 1) {
            return (sides.has(played.side) && played.mv == mv).then_some(StatusCode::OK);
        }
        let waiting = inner.extras.waiting.as_ref()?;
        let is_same = inner.table.canonical(waiting.ply, &waiting.mv).as_ref() == Some(&mv)
            && waiting.afresh == asked.afresh
            && sides.has(inner.table.turn());
        // Whoever agrees to a price by this asks for something else.
        let is_same = is_same && (inner.extras.agreed || !asked.agreed);
        is_same.then_some(StatusCode::ACCEPTED)
    }

    /// Makes a move that was begun.
    async fn make(
        self: &Arc<Self>,
        ply: usize,
        mv: String,
        afresh: bool,
        mut extras: GameExtras,
    ) -> Result<StatusCode, ApiError> {
        extras.offer = None;
        // What a measurement takes is nobody's time, nor is what others take.
        extras.stop();
        // It is kept until the move is on the disk, unless the move has to wait for something else.
        let mut permit = self.shared.moving.acquire().await.ok();
        match self.played(ply, mv.clone(), afresh, &mut permit).await {
            Ok(MoveProgress::Played(done)) => {
                self.commit(Step::Push(done), extras).await?;
                Ok(StatusCode::OK)
            }
            Ok(made) => {
                let (failed, begun) = match made {
                    MoveProgress::Failed(message) => {
                        let failed = MeasurementFailure {
                            message,
                            ..MeasurementFailure::default()
                        };
                        (Some(failed), None)
                    }
                    MoveProgress::Asks(work) => (None, Some(work)),
                    MoveProgress::Played(_) => (None, None),
                };
                let asked = PendingMove {
                    ply,
                    mv,
                    afresh,
                    here: false,
                    withdrawn: false,
                    agreed_price: None,
                    failed,
                };
                extras.waiting = Some(self.decided(asked));
                // It is measured as soon as this is on the disk.
                self.inner.write().await.begun = begun;
                let committed = self.commit(Step::Extras, extras).await;
                if committed.is_err() {
                    self.inner.write().await.begun = None;
                }
                committed.map(|()| StatusCode::ACCEPTED)
            }
            Err(error) => self.dropped(error).await,
        }
    }

    /// Plays a move as far as that goes here.
    async fn played(
        self: &Arc<Self>,
        ply: usize,
        mv: String,
        afresh: bool,
        permit: &mut Option<SemaphorePermit<'_>>,
    ) -> Result<MoveProgress, ApiError> {
        let inner = self.read().await;
        let by = self.measuring_backend(&inner);
        let prepared = if inner.table.is_heavy() {
            drop(inner);
            drop(permit.take());
            let _permit = self.shared.preparing.take(self.asker()).await;
            let game = Arc::clone(self);
            offload(move || game.prepared(&game.inner.blocking_read(), ply, &mv, afresh)).await?
        } else {
            let prepared = self.prepared(&inner, ply, &mv, afresh);
            drop(inner);
            prepared
        };
        let (work, seed) = match prepared? {
            StartedMove::Played(done) => return Ok(MoveProgress::Played(done)),
            StartedMove::Measures(work, seed) => (work, seed),
        };
        let GameBackend::Local(kind) = by else {
            return Ok(MoveProgress::Asks(work));
        };
        drop(permit.take());
        let measured = self.measured_here(work, kind, seed).await;
        Ok(measured.map_or_else(MoveProgress::Failed, MoveProgress::Played))
    }

    /// Plays a move as far as that goes without a measurement.
    fn prepared(
        &self,
        inner: &Inner,
        ply: usize,
        mv: &str,
        afresh: bool,
    ) -> Result<StartedMove, ApiError> {
        let work = inner.table.prepare(ply, mv, afresh)?;
        let seed = self.seed(inner);
        if work.measures() {
            return Ok(StartedMove::Measures(work, seed));
        }
        // Without a measurement anybody may be asked for it.
        let done = work.complete(&mut local_measurer(MeasurerKind::Local, seed));
        done.map(StartedMove::Played)
            .map_err(|error| ApiError::unavailable(with_causes(&error)))
    }

    /// Lets a computer choose its move and make it.
    pub(super) fn start_thinking(self: &Arc<Self>, inner: &mut Inner, kind: PlayerKind) {
        inner.activity = Activity::Queued;
        let game = Arc::clone(self);
        tokio::spawn(async move {
            // What goes wrong shows when somebody looks at the game the next time.
            let _ = game.think(kind).await;
        });
    }

    /// Waits for a permit to think; where nobody has asked for the game yet, with whoever does
    /// so first.
    async fn turn_to_think(&self, kind: &PlayerKind) -> FairPermit {
        let thinking = &self.shared.thinking;
        let urgency = if !self.has_people() {
            Urgency::Background
        } else if is_quick(kind) {
            Urgency::Short
        } else {
            Urgency::Long
        };
        let asked = async {
            let who = self.asked().await;
            thinking.take(urgency, who).await
        };
        tokio::select! {
            permit = thinking.take(urgency, Client::NOBODY), if self.asker() == Client::NOBODY => permit,
            permit = asked => permit,
        }
    }

    async fn think(self: Arc<Self>, kind: PlayerKind) -> Result<(), ApiError> {
        // A player that does not think does not wait for those that do.
        let permit = match kind {
            PlayerKind::Random => None,
            _ => Some(self.turn_to_think(&kind).await),
        };
        if !self.is_still(Activity::Queued, Activity::Thinking).await {
            return Ok(());
        }
        let mut inner = self.inner.write().await;
        self.start_clock(&mut inner);
        if inner.extras.clock.is_some() {
            self.changed(&mut inner);
        }
        let (side, seed) = (inner.table.turn(), self.seed(&inner));
        let limit = inner.limit(&kind, side);
        let (ply, mut extras) = (inner.table.num_plies() + 1, inner.extras.clone());
        drop(inner);
        let game = Arc::clone(&self);
        let chosen = offload(move || {
            let choice = game.inner.blocking_read().table.choose(&kind, seed, limit);
            drop(game);
            choice.make()
        });
        let chosen = chosen.await;
        drop(permit);
        // Queued is what it is again where an end could not be written down.
        let is_still = self.is_still(Activity::Thinking, Activity::Thinking).await
            || self.is_still(Activity::Queued, Activity::Thinking).await;
        if !is_still {
            return Ok(());
        }
        let end = match chosen {
            Err(error) => return self.dropped(error).await,
            Ok(_) if !extras.stop() => Forfeit::OutOfTime.to_end(side),
            Ok(Ok(mv)) => return self.make(ply, mv, false, extras).await.map(drop),
            Ok(Err(fault)) => EndLine::forfeited(side, fault),
        };
        self.forfeit(end, extras).await
    }
}
