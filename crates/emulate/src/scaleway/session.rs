use serde_json::Value;

use super::platform::Platform;
use crate::clock::{Clock, Moment};

/// Seconds that a session stays in the states `starting` and `stopping`.
const STARTING: f64 = 1.0;
const STOPPING: f64 = 1.0;

/// Session on a platform.
#[derive(Clone, Debug)]
pub(super) struct Session {
    pub(super) id: String,
    pub(super) platform: &'static Platform,
    pub(super) created: Moment,
    /// Time at which it ended.
    pub(super) terminated: Option<Moment>,
    /// Most seconds that it is idle, and open.
    pub(super) max_idle: f64,
    pub(super) max: f64,
    /// Request that opened it.
    pub(super) request: Value,
}

impl Session {
    /// Text of the request, empty where it has none.
    pub(super) fn text(&self, key: &str) -> &str {
        self.request[key].as_str().unwrap_or_default()
    }

    pub(super) fn started(&self, clock: &Clock) -> Moment {
        self.created + clock.scaled(STARTING)
    }

    pub(super) fn status(&self, clock: &Clock) -> &'static str {
        let now = clock.now();
        match self.terminated {
            Some(end) if now < end + clock.scaled(STOPPING) => "stopping",
            Some(_) => "stopped",
            None if now < self.started(clock) => "starting",
            None => "running",
        }
    }
}
