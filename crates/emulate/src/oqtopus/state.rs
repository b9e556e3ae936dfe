use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use axum::body::Bytes;
use serde_json::{Map, Value};

use super::device::Device;
use crate::clock::Moment;
use crate::jobs::Jobs;
use crate::program::Program;
use crate::shared::SharedState;

/// State of the service.
#[derive(Debug)]
pub(super) struct Oqtopus {
    pub(super) shared: Arc<SharedState>,
    pub(super) jobs: Jobs<Details>,
    pub(super) drafts: Drafts,
    /// Key that signs addresses.
    pub(super) secret: String,
}

impl Oqtopus {
    /// Returns `true` if a job was registered with this id.
    pub(super) fn knows(&self, id: &str) -> bool {
        self.drafts.lock().contains_key(id) || self.jobs.find(id).is_some()
    }

    /// Lifetime of tokens and addresses.
    pub(super) fn life(&self) -> Duration {
        self.shared.faults.token_life()
    }
}

/// Registered job that is not submitted yet.
#[derive(Clone, Debug)]
pub(super) struct Draft {
    pub(super) registered: Moment,
    pub(super) upload: Upload,
    /// Uploaded file `input.zip`.
    pub(super) input: Option<Bytes>,
    /// It was cancelled, and can't be submitted.
    pub(super) is_cancelled: bool,
}

/// Registered jobs that are not submitted, by id.
#[derive(Debug, Default)]
pub(super) struct Drafts {
    all: Mutex<BTreeMap<String, Draft>>,
}

impl Drafts {
    pub(super) fn lock(&self) -> MutexGuard<'_, BTreeMap<String, Draft>> {
        self.all.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// OQTOPUS's data of a job.
#[derive(Clone, Debug)]
pub(super) struct Details {
    pub(super) device: Device,
    pub(super) shots: u64,
    /// Request as it was sent.
    pub(super) request: Map<String, Value>,
    /// Uploaded file `input.zip`.
    pub(super) input: Bytes,
    /// Program before and after compilation; `None` without compilation.
    pub(super) transpiled: Option<[Program; 2]>,
}

pub(super) type Job = crate::jobs::Job<Details>;

/// Permission to upload the program of a job.
#[derive(Clone, Debug)]
pub(super) struct Upload {
    /// Form fields that must come before the file.
    pub(super) fields: [(&'static str, String); 4],
    pub(super) expires: Moment,
}
