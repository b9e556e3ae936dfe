use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use axum::http::StatusCode;
use serde_json::Value;

use super::error::IbmError;
use super::result::ResultForm;
use super::token::Tokens;
use crate::jobs::Jobs;
use crate::limit::RateLimit;
use crate::sessions::Sessions;
use crate::shared::SharedState;

/// Versions of the API; the first is the default.
pub(crate) const VERSIONS: [&str; 5] = [
    "2024-01-01",
    "2025-01-01",
    "2025-05-01",
    CHARGED,
    "2026-04-15",
];

/// Version from which on the metrics of a job alone tell its time, as the time that is charged.
pub(super) const CHARGED: &str = "2026-03-15";

/// State of the service.
#[derive(Debug)]
pub(super) struct Ibm {
    pub(super) shared: Arc<SharedState>,
    pub(super) tokens: Arc<Tokens>,
    pub(super) jobs: Jobs<Details>,
    pub(super) sessions: Sessions,
    pub(super) submissions: RateLimit,
}

impl Ibm {
    /// Changes a session and returns it.
    pub(super) fn change_session(
        &self,
        id: &str,
        change: impl FnOnce(&mut Value),
    ) -> Result<Value, IbmError> {
        self.sessions.change(id, change).ok_or_else(|| {
            let message = format!("Session not found. Session ID: {id}");
            IbmError::new(StatusCode::NOT_FOUND, 1292, message)
        })
    }

    pub(super) fn session(&self, id: &str) -> Result<Value, IbmError> {
        self.change_session(id, |_| {})
    }

    /// Returns an error unless a session accepts jobs.
    pub(super) fn check_session(&self, id: &str) -> Result<(), IbmError> {
        if self.session(id)?["accepting_jobs"] == true {
            return Ok(());
        }
        let message = format!("Session {id} has been closed");
        Err(IbmError::new(StatusCode::CONFLICT, 1217, message))
    }
}

/// IBM's data of a job.
#[derive(Clone, Debug)]
pub(super) struct Details {
    /// Request as it was sent.
    pub(super) request: Value,
    pub(super) backend: String,
    pub(super) session: Option<String>,
    pub(super) form: ResultForm,
    pub(super) tags: Arc<Mutex<Vec<String>>>,
}

impl Details {
    pub(super) fn tags(&self) -> MutexGuard<'_, Vec<String>> {
        self.tags.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

pub(super) type Job = crate::jobs::Job<Details>;
