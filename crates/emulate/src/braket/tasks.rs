use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use axum::body::Bytes;

use super::delivery::deliver;
use super::error::{BraketError, ErrorKind};
use super::task::{Details, Task};
use crate::jobs::{Jobs, Phase};
use crate::limit::RateLimit;
use crate::shared::SharedState;

/// Rate limit of new tasks: a number per so many seconds.
const BURST: (usize, f64) = (40, 2.0);
/// Seconds until a new task can be found.
const UNKNOWN: f64 = 0.3;
/// Seconds that a task stays in the states `CREATED` and `CANCELLING`.
const CREATED: f64 = 1.0;
const CANCELLING: f64 = 1.0;

/// All tasks of the service.
#[derive(Debug)]
pub(crate) struct Tasks {
    pub(super) all: Jobs<Details>,
    /// Request body and task ARN of each client token.
    pub(super) tokens: Mutex<HashMap<String, (Bytes, String)>>,
    pub(super) limit: Option<RateLimit>,
}

impl Tasks {
    pub(crate) fn new(shared: &SharedState) -> Self {
        let (times, seconds) = BURST;
        let limits = shared.options.rate_limits;
        Self {
            all: Jobs::default(),
            tokens: Mutex::default(),
            limit: limits.then(|| RateLimit::new(times, shared.clock.scaled(seconds))),
        }
    }

    /// Stores the results of all completed tasks.
    pub(crate) async fn deliver(&self, shared: &SharedState) {
        for task in self.all.all() {
            self.state(shared, &task).await;
        }
    }

    /// Number of tasks in the queue of a device.
    pub(super) fn queued(&self, shared: &SharedState, device: &str) -> usize {
        let now = shared.clock.now();
        let all = self.all.all();
        let waits = |task: &&Arc<Task>| {
            task.details.device.arn == device && task.started > now && task.cancelled().is_none()
        };
        all.iter().filter(waits).count()
    }

    /// State of a task as Braket names it. Stores the result of a completed task.
    pub(super) async fn state(&self, shared: &SharedState, task: &Arc<Task>) -> &'static str {
        let now = shared.clock.now();
        match task.phase(shared).await {
            Phase::Queued if now < task.accepted + shared.clock.scaled(CREATED) => "CREATED",
            Phase::Queued => "QUEUED",
            Phase::Running => "RUNNING",
            Phase::Completed => {
                deliver(shared, task);
                "COMPLETED"
            }
            Phase::Failed => {
                if task.details.is_set {
                    deliver(shared, task);
                }
                "FAILED"
            }
            Phase::Cancelled => {
                let cancelled = task.cancelled().unwrap_or(now);
                let end = cancelled + shared.clock.scaled(CANCELLING);
                if now < end { "CANCELLING" } else { "CANCELLED" }
            }
            Phase::Unknown => Phase::UNKNOWN,
        }
    }

    /// Task of an ARN, once it can be found.
    pub(super) fn find(&self, shared: &SharedState, arn: &str) -> Result<Arc<Task>, BraketError> {
        let not_found =
            || BraketError::new(ErrorKind::NotFound, format!("Quantum task {arn} not found"));
        let (_, id) = arn.rsplit_once('/').ok_or_else(not_found)?;
        let task = self.all.find(id).ok_or_else(not_found)?;
        let known = task.accepted + shared.clock.scaled(UNKNOWN);
        if task.details.arn(id) != arn || shared.clock.now() < known {
            return Err(not_found());
        }
        Ok(task)
    }
}
