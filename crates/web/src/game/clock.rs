//! The clocks of a game under way: when they run, and what happens when they have run out.

use std::sync::Arc;
use std::time::{Duration, Instant};

use cheqqers_game::record::EndLine;
use cheqqers_game::{Colour, Status};
use cheqqers_players::{Forfeit, Limit, PlayerKind};

use super::step::Step;
use super::timer::Timer;
use super::{Activity, Game, Inner};
use crate::error::ApiError;
use crate::seats::{Seat, longest};
use crate::store::GameExtras;

/// Time after which a game is tried again that could not be ended when its clock had run out.
const RETRY_INTERVAL: Duration = Duration::from_secs(1);

impl GameExtras {
    /// Counts the time that has passed.
    ///
    /// # Errors
    /// Returns an error if the side whose turn it is has none left: what it does comes too late.
    pub(super) fn count(&mut self) -> Result<(), ApiError> {
        let now = Instant::now();
        let Some(clock) = &mut self.clock else {
            return Ok(());
        };
        clock.count(now);
        clock.out(now).map_or(Ok(()), |_| Err(ApiError::over()))
    }

    /// Stops the clocks; whether the side that moved was in time.
    pub(super) fn stop(&mut self) -> bool {
        let now = Instant::now();
        let Some(clock) = &mut self.clock else {
            return true;
        };
        let is_out = clock.out(now).is_some();
        clock.stop(now);
        !is_out
    }
}

impl Inner {
    /// Time that a computer may think, bounded by the server and by its clock.
    pub(super) fn limit(&self, kind: &PlayerKind, side: Colour) -> Limit {
        let clock = self.extras.clock.as_ref();
        let share = clock.map(|clock| clock.left(Instant::now()).share(side));
        let longest = longest(kind);
        Limit::Time(share.map_or(longest, |share| share.min(longest)))
    }
}

impl Game {
    /// Lets the clock of the side run that is to move: of a person unless an answer is waited for, for what
    /// has failed waits for nobody but the player; of a computer while it thinks.
    pub(super) fn start_clock(self: &Arc<Self>, inner: &mut Inner) {
        let turn = inner.table.turn();
        let waiting = inner.extras.waiting.as_ref();
        let is_free = match self.seat(turn) {
            Seat::Person => waiting.is_none_or(|asked| asked.failed.is_some()),
            Seat::Computer(_) => inner.activity == Activity::Thinking,
        };
        let is_free = is_free && inner.table.status() == Status::InProgress;
        inner.timer = inner.extras.clock.as_mut().and_then(|clock| {
            let now = Instant::now();
            clock.run(is_free.then_some(turn), now);
            let (_, left) = clock.due(now)?;
            let game = Arc::clone(self);
            let left = if left.is_zero() { RETRY_INTERVAL } else { left };
            // A game whose clock runs stays in memory, as this holds it. What goes wrong is tried again.
            Some(Timer::start(
                left,
                async move { drop(game.time_up().await) },
            ))
        });
    }

    /// Ends the game whose clock has run out. What is under way was begun in time: it stops the clock, or
    /// starts it again.
    async fn time_up(self: Arc<Self>) -> Result<(), ApiError> {
        let mut inner = self.inner.write().await;
        let clock = inner.extras.clock.as_ref();
        let out = clock.and_then(|clock| clock.out(Instant::now()));
        let Some(side) = out.filter(|_| inner.activity == Activity::Nothing) else {
            return Ok(());
        };
        inner.activity = Activity::Acting;
        let extras = inner.extras.clone();
        drop(inner);
        self.forfeit(Forfeit::OutOfTime.to_end(side), extras).await
    }

    /// Ends the game by a fault of a side.
    pub(super) async fn forfeit(
        self: &Arc<Self>,
        end: EndLine,
        mut extras: GameExtras,
    ) -> Result<(), ApiError> {
        extras.offer = None;
        extras.waiting = None;
        extras.stop();
        self.commit(Step::End(end), extras).await
    }
}
