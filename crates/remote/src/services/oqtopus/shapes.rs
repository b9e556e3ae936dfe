use std::collections::BTreeMap;

use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use crate::error::RemoteError;

/// JSON of which no error may tell.
///
/// # Errors
/// [`RemoteError::Protocol`] when it is of another shape.
pub(super) fn secret<T: DeserializeOwned>(body: &[u8]) -> Result<T, RemoteError> {
    serde_json::from_slice(body).map_err(|error| {
        RemoteError::protocol(format!(
            "JSON of another shape at character {}",
            error.column()
        ))
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
pub(super) struct Registration {
    pub(super) job_id: String,
    pub(super) presigned_url: Upload,
}

/// Presigned upload: a secret, as its address alone authorises.
#[derive(Deserialize)]
pub(super) struct Upload {
    pub(super) url: String,
    pub(super) fields: Map<String, Value>,
}

/// A job in lists and in polls of its status.
#[derive(Deserialize, Debug)]
pub(super) struct ListedJob {
    pub(super) job_id: Option<String>,
    pub(super) name: Option<String>,
    pub(super) status: String,
}

impl ListedJob {
    /// Returns `true` if it has never been submitted.
    pub(super) fn is_registered(&self) -> bool {
        self.status.eq_ignore_ascii_case("registered")
    }

    pub(super) fn has_tag(&self, key: &str) -> bool {
        self.name.as_deref() == Some(key)
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
pub(super) struct OutputFile {
    pub(super) sampling: Option<Sampling>,
}

#[derive(Deserialize, Debug)]
pub(super) struct Sampling {
    pub(super) counts: Option<BTreeMap<String, u64>>,
}
