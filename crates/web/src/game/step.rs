//! Steps of a game, one after the other: begun when nothing else is under way, written to the disk, then
//! applied.

use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use cheqqers_game::Status;
use cheqqers_game::record::{EndLine, Line};
use cheqqers_session::FinishedPly;
use serde::Serialize;
use serde_json::Value;
use tokio::sync::RwLockWriteGuard;

use super::{Activity, Game, Inner};
use crate::error::ApiError;
use crate::limits::MOST_LINES;
use crate::store::{Change, GameExtras, NewGame};

/// Time after which a computer that could not move tries again.
const RETRY_INTERVAL: Duration = Duration::from_secs(10);

/// Reason for which a computer does not move now.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum StallReason {
    /// It could not, and tries again soon.
    Failed,
    /// There is no room for what its move would lead to, until moves are taken back.
    Full,
    /// The game is as long as games may get.
    Long,
}

/// A change of the game itself.
pub(super) enum Step {
    Push(FinishedPly),
    Undo(usize),
    End(EndLine),
    /// A line about the pool.
    Pool(Value),
    /// Another game begins with it.
    Rematch(Box<NewGame>),
    /// Only what is around it changes.
    Extras,
}

impl Step {
    /// Its line in the record.
    fn line(&self) -> Option<Line> {
        match self {
            Self::Push(done) => Some(done.line()),
            Self::Undo(plies) => Some(Line::Undo(u32::try_from(*plies).unwrap_or(u32::MAX))),
            Self::End(end) => Some(Line::End(end.clone())),
            Self::Pool(line) => Some(Line::Pool(line.clone())),
            Self::Rematch(_) | Self::Extras => None,
        }
    }
}

/// Returns `true` if the game is over with a line.
fn ends(line: &Line) -> bool {
    match line {
        Line::Ply(ply) => ply.status != Status::InProgress,
        Line::End(_) => true,
        Line::Undo(_) | Line::Pool(_) => false,
    }
}

/// A line as it is written.
fn written(line: &Line) -> String {
    let mut text = line.to_text();
    text.truncate(text.trim_end().len());
    text
}

impl Game {
    /// Begins something while nothing else is under way, and no measurement waits to be tried again;
    /// gives what was found out before.
    pub(super) async fn begin<T>(
        &self,
        check: impl FnOnce(&Inner) -> Result<T, ApiError>,
    ) -> Result<(T, GameExtras), ApiError> {
        self.begin_beside(|inner| {
            let found = check(inner)?;
            inner.check_idle().map(|()| found)
        })
        .await
    }

    /// Begins something while nothing else is under way.
    pub(super) async fn begin_beside<T>(
        &self,
        check: impl FnOnce(&Inner) -> Result<T, ApiError>,
    ) -> Result<(T, GameExtras), ApiError> {
        let mut inner = self.written_down().await;
        let found = check(&inner)?;
        inner.check_still()?;
        let mut extras = inner.extras.clone();
        extras.count()?;
        inner.activity = Activity::Acting;
        Ok((found, extras))
    }

    /// The game, once what is being written down is: somebody else may have made an offer, or a move, at the same
    /// time. After two seconds as it is.
    pub(super) async fn written_down(&self) -> RwLockWriteGuard<'_, Inner> {
        for _ in 0..40 {
            let inner = self.inner.write().await;
            if inner.activity != Activity::Acting {
                return inner;
            }
            drop(inner);
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        self.inner.write().await
    }

    /// Goes on with what is done behind the game's back, unless it is not wanted any more: the game may have
    /// ended meanwhile, or end just now.
    pub(super) async fn is_still(&self, activity: Activity, next: Activity) -> bool {
        loop {
            let mut inner = self.inner.write().await;
            if inner.activity == activity {
                inner.activity = next;
                return true;
            }
            if !matches!(inner.activity, Activity::Acting | Activity::Ending) {
                return false;
            }
            drop(inner);
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    }

    /// Ends something that did not happen. A computer tries again after a while, where that could help.
    pub(super) async fn dropped<T>(self: &Arc<Self>, error: ApiError) -> Result<T, ApiError> {
        let mut inner = self.inner.write().await;
        let was_thinking = inner.activity == Activity::Thinking;
        inner.activity = match inner.activity {
            Activity::Ending if inner.extras.waiting.is_some() => Activity::Measuring,
            Activity::Ending => Activity::Queued,
            _ => Activity::Nothing,
        };
        if was_thinking {
            // It could not move in time, however early it chose.
            if let Some(clock) = &mut inner.extras.clock {
                clock.discard_elapsed(Instant::now());
            }
            if error.code == "full" {
                inner.full_at = Some(inner.lines);
            } else {
                tracing::error!(game = %self.id, error = error.message, "a computer could not move");
                self.retry_later(&mut inner);
            }
            self.changed(&mut inner);
        }
        if self.is_asleep(&inner) {
            self.try_again(&mut inner);
            self.changed(&mut inner);
        } else {
            self.start_clock(&mut inner);
        }
        Err(error)
    }

    /// Does nothing by itself for a while, then tries again.
    pub(super) fn retry_later(self: &Arc<Self>, inner: &mut Inner) {
        inner.retry_at = Some(Instant::now() + RETRY_INTERVAL);
        let game = Arc::downgrade(self);
        tokio::spawn(async move {
            tokio::time::sleep(RETRY_INTERVAL).await;
            // A game that left the memory goes on when somebody looks at it.
            if let Some(game) = game.upgrade() {
                game.wake().await;
            }
        });
    }

    /// Lets something happen that was begun: on the disk, then here; then the game goes on.
    ///
    /// # Errors
    /// Returns an error if it is not on the disk; then it did not happen.
    pub(super) async fn commit(
        self: &Arc<Self>,
        step: Step,
        mut extras: GameExtras,
    ) -> Result<(), ApiError> {
        let line = step.line();
        if let (Some(clock), Some(line)) = (&mut extras.clock, &line) {
            clock.follow(line);
        }
        // A game that is over reveals the seeds of its pool.
        let seeds = match &line {
            Some(line) if ends(line) => extras.seeds.take(),
            _ => None,
        };
        let seeds = seeds.map(|seeds| seeds.to_record());
        let first = self.inner.read().await.lines;
        let lines = line.into_iter().chain(seeds.clone().map(Line::Pool));
        let lines = (first..).zip(lines.map(|line| written(&line)));
        let lines: Vec<(usize, String)> = lines.collect();
        let num_lines = lines.len();
        let change = Change {
            game: self.id,
            lines,
            extras: extras.clone(),
            begins: match &step {
                Step::Rematch(next) => Some(next.clone()),
                _ => None,
            },
        };
        let written = self.shared.store.change(change).await;
        let mut inner = self.inner.write().await;
        let was_running = inner.check_running().is_ok();
        if let Err(error) = written {
            // Who moved in time and could not be served begins to think anew.
            if let (Step::Push(_), Some(clock)) = (&step, &mut inner.extras.clock) {
                clock.discard_elapsed(Instant::now());
                self.changed(&mut inner);
            }
            drop(inner);
            return self.dropped(error.into()).await;
        }
        match step {
            Step::Push(done) => inner.table.push(done),
            Step::Undo(plies) => {
                inner.table.undo(plies);
                let left = inner.table.num_plies();
                inner.told.truncate(left);
                // As this change is called below.
                inner.history = inner.version + 1;
            }
            Step::End(end) => inner.table.finish(end),
            Step::Pool(line) => inner.table.add_pool(line),
            Step::Rematch(_) | Step::Extras => {}
        }
        if let Some(seeds) = seeds {
            inner.table.add_pool(seeds);
        }
        inner.lines += num_lines;
        inner.shown = OnceLock::new();
        inner.extras = extras;
        inner.activity = Activity::Nothing;
        inner.retry_at = None;
        self.go_on(&mut inner);
        if self.awaits_nobody(&inner) {
            self.retry_later(&mut inner);
        }
        self.changed(&mut inner);
        if was_running && inner.check_running().is_err() {
            self.end_measurements();
        }
        Ok(())
    }
}

impl Inner {
    pub(super) fn check_idle(&self) -> Result<(), ApiError> {
        self.check_still()?;
        match &self.extras.waiting {
            Some(_) => Err(ApiError::busy(
                "a measurement has no answer yet: try it again, or withdraw the move",
            )),
            None => Ok(()),
        }
    }

    /// Checks that nothing is under way, though a measurement may have failed.
    pub(super) fn check_still(&self) -> Result<(), ApiError> {
        match self.activity {
            Activity::Queued | Activity::Thinking => {
                Err(ApiError::busy("the computer is thinking about its move"))
            }
            Activity::Acting | Activity::Ending => Err(ApiError::busy("a move is being made")),
            Activity::Measuring => Err(ApiError::busy("a measurement is under way")),
            Activity::Nothing => Ok(()),
        }
    }

    /// Reason for which a computer would not move now.
    pub(super) fn stall_reason(&self) -> Option<StallReason> {
        let is_waiting = self.retry_at.is_some_and(|until| Instant::now() < until);
        self.bound().or(is_waiting.then_some(StallReason::Failed))
    }

    /// Reason for which no computer can move here, however often it tries.
    pub(super) fn bound(&self) -> Option<StallReason> {
        if self.lines >= MOST_LINES {
            return Some(StallReason::Long);
        }
        // Most likely it would choose the same move again.
        let was_refused = self.full_at == Some(self.lines);
        (was_refused || !self.table.has_room()).then_some(StallReason::Full)
    }

    /// Checks that its record may grow.
    pub(super) fn check_short(&self) -> Result<(), ApiError> {
        if self.lines < MOST_LINES {
            return Ok(());
        }
        let message = format!("a game has {MOST_LINES} moves at most, taken back ones included");
        Err(ApiError::full(message))
    }

    pub(super) fn check_running(&self) -> Result<(), ApiError> {
        match self.table.status() {
            Status::InProgress => Ok(()),
            _ => Err(ApiError::over()),
        }
    }
}
