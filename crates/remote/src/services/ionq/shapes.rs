use jiff::Timestamp;
use serde::Deserialize;
use serde_json::{Map, Value};

use crate::cost::Cost;

#[derive(Deserialize, Debug)]
pub(super) struct Device {
    pub(super) backend: String,
    pub(super) status: String,
    pub(super) qubits: Option<usize>,
    /// Average time in the queue, in milliseconds.
    pub(super) average_queue_time: Option<f64>,
    pub(super) degraded: Option<bool>,
}

#[derive(Deserialize, Debug)]
pub(super) struct Characterizations {
    pub(super) characterizations: Option<Vec<Characterization>>,
}

#[derive(Deserialize, Debug)]
pub(super) struct Characterization {
    pub(super) date: Option<String>,
}

#[derive(Deserialize, Debug)]
pub(super) struct SubmitReply {
    pub(super) id: String,
}

#[derive(Deserialize, Debug)]
pub(super) struct Jobs {
    pub(super) jobs: Vec<Job>,
    pub(super) next: Option<String>,
}

#[derive(Deserialize, Debug)]
pub(super) struct Job {
    pub(super) id: String,
    pub(super) status: String,
    pub(super) backend: Option<String>,
    pub(super) name: Option<String>,
    pub(super) metadata: Option<Map<String, Value>>,
    /// As a text that sorts by time.
    pub(super) submitted_at: Option<String>,
    pub(super) predicted_wait_time_ms: Option<f64>,
    pub(super) failure: Option<Failure>,
    /// Descriptions of artifacts by format.
    results: Option<Map<String, Value>>,
}

impl Jobs {
    /// Returns `true` if all of them, and so all on the pages that follow, were sent before a time. Of a list
    /// that does not say so, or has not the latest first, that is not known.
    pub(super) fn are_before(&self, time: Timestamp) -> bool {
        let times: Option<Vec<Timestamp>> = self.jobs.iter().map(Job::sent).collect();
        times.is_some_and(|times| {
            let is_latest_first = times.is_sorted_by(|one, next| one >= next);
            is_latest_first && times.first().is_some_and(|latest| *latest < time)
        })
    }
}

impl Job {
    fn sent(&self) -> Option<Timestamp> {
        self.submitted_at.as_ref()?.parse().ok()
    }

    /// Returns `true` if it was sent under an idempotency key, which `field` of the metadata holds.
    pub(super) fn has_tag(&self, field: &str, key: &str) -> bool {
        let metadata = self.metadata.as_ref();
        let kept = metadata.and_then(|metadata| metadata.get(field)?.as_str());
        self.name.as_deref() == Some(key) || kept == Some(key)
    }

    /// The formats that its results come in.
    pub(super) fn formats(&self) -> impl Iterator<Item = &str> {
        let results = self.results.iter();
        results.flat_map(Map::keys).map(String::as_str)
    }

    /// The name of the artifact of a format.
    pub(super) fn artifact(&self, format: &str) -> Option<&str> {
        self.results.as_ref()?.get(format)?.get("id")?.as_str()
    }
}

#[derive(Deserialize, Debug)]
pub(super) struct Failure {
    #[serde(default)]
    pub(super) code: String,
    #[serde(default)]
    pub(super) message: String,
}

#[derive(Deserialize, Debug)]
pub(super) struct Estimate {
    #[serde(alias = "estimated_cost")]
    estimated_total_cost: Option<f64>,
    #[serde(alias = "cost_unit")]
    estimated_unit: Option<String>,
}

impl Estimate {
    pub(super) fn cost(self) -> Option<Cost> {
        cost(self.estimated_total_cost?, self.estimated_unit.as_deref())
    }
}

#[derive(Deserialize, Debug)]
pub(super) struct JobCost {
    cost: Option<Amount>,
    estimated_cost: Option<Amount>,
}

#[derive(Deserialize, Debug)]
struct Amount {
    value: f64,
    unit: Option<String>,
}

impl JobCost {
    /// Price, or the expected price as long as the bill is not made.
    pub(super) fn cost(self) -> Option<Cost> {
        let amount = self.cost.or(self.estimated_cost)?;
        cost(amount.value, amount.unit.as_deref())
    }
}

/// An amount of a currency, which the service writes in either case.
fn cost(amount: f64, unit: Option<&str>) -> Option<Cost> {
    let unit = unit.unwrap_or("usd").to_uppercase();
    amount.is_finite().then_some(Cost { amount, unit })
}
