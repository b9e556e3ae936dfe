//! Time as it is stored.

use std::time::{SystemTime, UNIX_EPOCH};

/// Seconds of a day.
pub(super) const DAY: i64 = 86_400;

/// The time of so many days ago, in seconds since 1970.
pub(super) fn days_ago(days: u32) -> i64 {
    now() - i64::from(days) * DAY
}

/// Seconds since 1970.
pub(crate) fn now() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    since.map_or(0, |since| {
        i64::try_from(since.as_secs()).unwrap_or(i64::MAX)
    })
}
