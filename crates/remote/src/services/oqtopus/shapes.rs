use std::collections::BTreeMap;

use cheqqers_backend::JobError;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

/// JSON of which no error may tell.
///
/// # Errors
/// [`JobError::Protocol`] when it is of another shape.
pub(super) fn secret<T: DeserializeOwned>(body: &[u8]) -> Result<T, JobError> {
    serde_json::from_slice(body).map_err(|error| JobError::Protocol {
        what: format!("JSON of another shape at character {}", error.column()),
        raw: None,
    })
}

#[derive(Deserialize, Debug)]
pub(super) struct Device {
    #[serde(rename = "device_id")]
    pub(super) id: String,
    #[serde(default, rename = "device_type")]
    pub(super) kind: String,
    pub(super) status: String,
    pub(super) available_at: Option<String>,
    pub(super) n_pending_jobs: Option<u64>,
    pub(super) n_qubits: Option<usize>,
    pub(super) calibrated_at: Option<String>,
    pub(super) description: Option<String>,
}

#[derive(Deserialize)]
pub(super) struct Registered {
    pub(super) job_id: String,
    pub(super) presigned_url: Place,
}

/// Where something may be put; whoever knows it may put it.
#[derive(Deserialize)]
pub(super) struct Place {
    pub(super) url: String,
    pub(super) fields: Map<String, Value>,
}

/// A job as lists and questions for its state tell of it.
#[derive(Deserialize, Debug)]
pub(super) struct Standing {
    pub(super) job_id: Option<String>,
    pub(super) name: Option<String>,
    pub(super) status: String,
}

impl Standing {
    /// Whether it has never been submitted.
    pub(super) fn is_registered(&self) -> bool {
        self.status.eq_ignore_ascii_case("registered")
    }

    pub(super) fn bears(&self, marker: &str) -> bool {
        self.name.as_deref() == Some(marker)
    }
}

#[derive(Deserialize)]
pub(super) struct Job {
    pub(super) job_info: Option<JobInfo>,
}

#[derive(Deserialize)]
pub(super) struct JobInfo {
    /// A signed address.
    pub(super) result: Option<String>,
    pub(super) message: Option<String>,
}

#[derive(Deserialize, Debug)]
pub(super) struct JobResult {
    pub(super) sampling: Option<Sampling>,
}

#[derive(Deserialize, Debug)]
pub(super) struct Sampling {
    pub(super) counts: Option<BTreeMap<String, u64>>,
}
