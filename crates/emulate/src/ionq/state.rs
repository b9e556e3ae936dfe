use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use serde_json::{Map, Value};

use super::error::IonqError;
use crate::jobs::Jobs;
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
}

/// IonQ's data of a job.
#[derive(Clone, Debug)]
pub(super) struct Details {
    /// Request as it was sent.
    pub(super) request: Map<String, Value>,
    pub(super) shots: usize,
    /// Failure code of a job that fails by its program.
    pub(super) code: &'static str,
    /// Numbers of qubits and gates; `None` when the program can't be read.
    pub(super) size: Option<(usize, usize)>,
    /// Runs on the simulator without noise.
    pub(super) is_ideal: bool,
}

pub(super) type Job = crate::jobs::Job<Details>;

/// Sessions by id, in the JSON of the service.
#[derive(Debug, Default)]
pub(super) struct Sessions {
    all: Mutex<HashMap<String, Value>>,
}

impl Sessions {
    /// Changes a session and returns it.
    pub(super) fn change(
        &self,
        id: &str,
        change: impl FnOnce(&mut Value),
    ) -> Result<Value, IonqError> {
        let mut all = self.all.lock().unwrap_or_else(PoisonError::into_inner);
        let session = all
            .get_mut(id)
            .ok_or_else(|| IonqError::not_found("session"))?;
        change(session);
        Ok(session.clone())
    }

    pub(super) fn add(&self, id: String, session: Value) {
        let mut all = self.all.lock().unwrap_or_else(PoisonError::into_inner);
        all.insert(id, session);
    }
}
