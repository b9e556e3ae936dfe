use std::collections::{BTreeMap, BTreeSet};

use jiff::Timestamp;
use serde::Deserialize;
use serde_json::Value;

use crate::error::RemoteError;

/// Seconds at the end of a session in which no job is added to it: the service would cancel it with
/// the session.
const LAST_SECONDS: f64 = 300.0;

/// Page of a list, whose elements are in a field of their own name.
#[derive(Deserialize, Debug)]
pub(super) struct Page {
    #[serde(default)]
    pub(super) total_count: usize,
    #[serde(flatten)]
    pub(super) lists: BTreeMap<String, Value>,
}

#[derive(Clone, Deserialize, Debug)]
pub(super) struct Platform {
    pub(super) id: String,
    pub(super) name: String,
    #[serde(default)]
    pub(super) version: String,
    #[serde(default)]
    provider_name: String,
    #[serde(default)]
    backend_name: String,
    #[serde(rename = "type", default)]
    kind: String,
    pub(super) max_qubit_count: Option<usize>,
    pub(super) max_shot_count: Option<usize>,
    #[serde(default)]
    pub(super) availability: String,
    /// JSON in a text.
    #[serde(default)]
    metadata: Value,
    pub(super) price_per_hour: Option<Money>,
    pub(super) price_per_circuit: Option<Money>,
    pub(super) price_per_shot: Option<Money>,
}

impl Platform {
    /// Returns `true` if it takes OpenQASM 3 and gives results of Qiskit.
    ///
    /// Source: qiskit-scaleway 0.3.13, which reads other results of all but these.
    pub(super) fn runs_circuits(&self) -> bool {
        let is = |name: &str, wanted: &str| name.eq_ignore_ascii_case(wanted);
        is(&self.provider_name, "iqm")
            || is(&self.provider_name, "aqt")
            || is(&self.backend_name, "aer")
    }

    /// Gates of Qiskit that it runs; `None` if it lists none.
    ///
    /// Source: qiskit-scaleway 0.3.13, which reads names alone: any two qubits are neighbours.
    pub(super) fn gates(&self) -> Option<BTreeSet<String>> {
        let metadata: Value = serde_json::from_str(self.metadata.as_str()?).ok()?;
        let listed = metadata["qiskit"]["target"]["instructions"].as_array()?;
        let names = listed.iter().filter_map(|one| one["name"].as_str());
        let names: BTreeSet<String> = names.map(str::to_owned).collect();
        Some(names).filter(|names| !names.is_empty())
    }

    pub(super) fn is_simulator(&self) -> bool {
        self.kind == "simulator"
    }
}

/// Amount of money: whole units of a currency, and billionths of one.
#[derive(Clone, Deserialize, Debug)]
pub(super) struct Money {
    pub(super) currency_code: String,
    #[serde(default)]
    units: i64,
    #[serde(default)]
    nanos: i64,
}

impl Money {
    pub(super) fn amount(&self) -> f64 {
        // One division: the number nearest to the decimal.
        (self.units as f64 * 1e9 + self.nanos as f64) / 1e9
    }
}

#[derive(Deserialize, Debug)]
pub(super) struct Model {
    pub(super) id: String,
}

#[derive(Deserialize, Debug)]
pub(super) struct Session {
    pub(super) id: String,
    tags: Option<Vec<String>>,
    #[serde(default)]
    status: String,
    pub(super) created_at: Option<Timestamp>,
    max_duration: Option<String>,
}

impl Session {
    pub(super) fn has_tag(&self, tag: &str) -> bool {
        self.tags.iter().flatten().any(|own| own == tag)
    }

    /// Returns `true` if it takes jobs.
    pub(super) fn is_open(&self) -> bool {
        !matches!(&self.status[..], "stopping" | "stopped")
    }

    /// Returns `true` if it ends in less than [`LAST_SECONDS`], with all its jobs.
    pub(super) fn ends_soon(&self, now: Timestamp) -> bool {
        let seconds = self.max_duration.as_deref().and_then(|text| {
            let seconds: f64 = text.strip_suffix('s')?.parse().ok()?;
            Some(seconds)
        });
        let (Some(seconds), Some(created)) = (seconds, self.created_at) else {
            return false;
        };
        now.duration_since(created).as_secs_f64() > seconds - LAST_SECONDS
    }
}

#[derive(Deserialize, Debug)]
pub(super) struct Job {
    pub(super) id: String,
    tags: Option<Vec<String>>,
    #[serde(default)]
    pub(super) status: String,
    pub(super) created_at: Option<Timestamp>,
    /// Cause of a failure.
    pub(super) progress_message: Option<String>,
}

impl Job {
    pub(super) fn has_tag(&self, key: &str) -> bool {
        self.tags.iter().flatten().any(|own| own == key)
    }
}

/// Result of a program: a text, or a signed address, which is a secret.
#[derive(Deserialize)]
pub(super) struct StoredOutput {
    pub(super) result: Option<String>,
    pub(super) url: Option<String>,
}

#[derive(Deserialize)]
struct OutputList {
    #[serde(default)]
    job_results: Vec<StoredOutput>,
}

/// Results of a job in a body, which no error quotes.
pub(super) fn results(body: &[u8]) -> Result<Vec<StoredOutput>, RemoteError> {
    let results: Result<OutputList, _> = serde_json::from_slice(body);
    let results = results.map_err(|error| {
        RemoteError::protocol(format!(
            "a list of results in which line {} is wrong",
            error.line()
        ))
    })?;
    Ok(results.job_results)
}
