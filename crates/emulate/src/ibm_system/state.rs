use std::sync::{Arc, OnceLock};

use serde_json::Value;

use crate::fetch::FetchError;
use crate::ibm::{ResultForm, Tokens};
use crate::jobs::Jobs;
use crate::shared::SharedState;

/// State of the service.
#[derive(Debug)]
pub(super) struct System {
    pub(super) shared: Arc<SharedState>,
    pub(super) tokens: Arc<Tokens>,
    pub(super) jobs: Jobs<Details>,
}

/// Maximum number of concurrent jobs.
pub(super) const LANES: usize = 5;

/// The service's data of a job.
#[derive(Clone, Debug)]
pub(super) struct Details {
    /// Request as it was sent.
    pub(super) request: Value,
    pub(super) form: ResultForm,
    /// Outcome of writing the result; empty before.
    pub(super) written: Arc<OnceLock<Result<(), FetchError>>>,
}

pub(super) type Job = crate::jobs::Job<Details>;
