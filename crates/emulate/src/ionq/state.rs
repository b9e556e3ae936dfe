use std::sync::Arc;

use serde_json::{Map, Value};

use super::error::IonqError;
use crate::jobs::Jobs;
use crate::sessions::Sessions;
use crate::shared::SharedState;

/// Owner of all jobs.
pub(super) const SUBMITTER: &str = "00000000-0000-4000-8000-000000000001";
pub(super) const PROJECT: &str = "00000000-0000-4000-8000-000000000002";

/// Register of all qubits, part of every result.
pub(super) const ALL: &str = "output_all";

/// State of the service.
#[derive(Debug)]
pub(super) struct Ionq {
    pub(super) shared: Arc<SharedState>,
    pub(super) jobs: Jobs<Details>,
    pub(super) sessions: Sessions,
}

impl Ionq {
    pub(super) fn job(&self, id: &str) -> Result<Arc<Job>, IonqError> {
        self.jobs
            .find(id)
            .ok_or_else(|| IonqError::not_found("job"))
    }

    /// Changes a session and returns it.
    pub(super) fn change_session(
        &self,
        id: &str,
        change: impl FnOnce(&mut Value),
    ) -> Result<Value, IonqError> {
        self.sessions
            .change(id, change)
            .ok_or_else(|| IonqError::not_found("session"))
    }

    pub(super) fn session(&self, id: &str) -> Result<Value, IonqError> {
        self.change_session(id, |_| {})
    }
}

/// IonQ's data of a job.
#[derive(Clone, Debug)]
pub(super) struct Details {
    /// Request as it was sent.
    pub(super) request: Map<String, Value>,
    pub(super) shots: usize,
    /// Failure code of a job that fails by its program.
    pub(super) code: &'static str,
    /// Numbers of qubits, and of gates on one and on more of them; `None` when the program can't be read.
    pub(super) size: Option<[usize; 3]>,
    /// Runs on the simulator without noise.
    pub(super) is_ideal: bool,
}

pub(super) type Job = crate::jobs::Job<Details>;
