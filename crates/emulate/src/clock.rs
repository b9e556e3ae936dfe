use std::time::{Duration, Instant, SystemTime};

use jiff::Timestamp;

/// How long it is since the server started.
pub(crate) type Moment = Duration;

/// The time, and how fast that of the services passes.
#[derive(Debug)]
pub(crate) struct Clock {
    start: Instant,
    /// What the start is called.
    called: SystemTime,
    scale: f64,
}

impl Clock {
    pub(crate) fn new(scale: f64) -> Self {
        Self {
            start: Instant::now(),
            called: SystemTime::now(),
            scale,
        }
    }

    pub(crate) fn now(&self) -> Moment {
        self.start.elapsed()
    }

    /// What a time at a real service takes here.
    pub(crate) fn scaled(&self, seconds: f64) -> Duration {
        // A scale that is no time leaves none.
        Duration::try_from_secs_f64(seconds * self.scale).unwrap_or_default()
    }

    /// A moment as services write it: `2026-11-20T08:00:00.000Z`.
    pub(crate) fn text(&self, moment: Moment) -> String {
        let time = Timestamp::try_from(self.called + moment).unwrap_or(Timestamp::MAX);
        format!("{time:.3}")
    }

    /// A moment as HTTP writes it: `Fri, 20 Nov 2026 08:00:00 GMT`.
    pub(crate) fn http(&self, moment: Moment) -> String {
        let time = Timestamp::try_from(self.called + moment).unwrap_or(Timestamp::MAX);
        time.strftime("%a, %d %b %Y %H:%M:%S GMT").to_string()
    }

    /// A moment in seconds since 1970.
    pub(crate) fn unix(&self, moment: Moment) -> u64 {
        let since = (self.called + moment).duration_since(SystemTime::UNIX_EPOCH);
        since.map_or(0, |since| since.as_secs())
    }
}
