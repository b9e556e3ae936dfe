use std::time::{Duration, Instant, SystemTime};

use jiff::Timestamp;

/// Time since the start of the server.
pub(crate) type Moment = Duration;

/// Clock of the services, whose time may pass faster or slower than real time.
#[derive(Debug)]
pub(crate) struct Clock {
    start: Instant,
    /// Wall-clock time of the start.
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

    /// Duration here of so many seconds at a real service.
    pub(crate) fn scaled(&self, seconds: f64) -> Duration {
        // Negative and infinite durations become zero.
        Duration::try_from_secs_f64(seconds * self.scale).unwrap_or_default()
    }

    /// Formats a moment as in `2026-11-20T08:00:00.000Z`.
    pub(crate) fn text(&self, moment: Moment) -> String {
        let time = Timestamp::try_from(self.called + moment).unwrap_or(Timestamp::MAX);
        format!("{time:.3}")
    }

    /// Formats a moment for HTTP headers: `Fri, 20 Nov 2026 08:00:00 GMT`.
    pub(crate) fn http(&self, moment: Moment) -> String {
        let time = Timestamp::try_from(self.called + moment).unwrap_or(Timestamp::MAX);
        time.strftime("%a, %d %b %Y %H:%M:%S GMT").to_string()
    }

    /// Seconds from 1970 to a moment.
    pub(crate) fn unix(&self, moment: Moment) -> u64 {
        let since = (self.called + moment).duration_since(SystemTime::UNIX_EPOCH);
        since.map_or(0, |since| since.as_secs())
    }
}
