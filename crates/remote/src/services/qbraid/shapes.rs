use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::{Map, Value};

use crate::cost::Cost;

/// Envelope of every response that is no error.
#[derive(Deserialize, Debug)]
pub(super) struct Envelope<T> {
    pub(super) data: T,
}

/// Amount in credits, of which 100 are a US dollar; a number, or a text with one.
#[derive(Clone, Deserialize, Debug)]
#[serde(untagged)]
pub(super) enum Credits {
    Number(f64),
    Text(String),
}

impl Credits {
    pub(super) fn amount(&self) -> Option<f64> {
        let amount = match self {
            Self::Number(amount) => Some(*amount),
            Self::Text(text) => text.parse().ok(),
        };
        amount.filter(|amount| amount.is_finite())
    }

    pub(super) fn cost(&self) -> Option<Cost> {
        let amount = self.amount()? / 100.0;
        let unit = "USD".into();
        Some(Cost { amount, unit })
    }
}

#[derive(Clone, Deserialize, Debug)]
#[serde(rename_all = "camelCase")]
pub(super) struct Device {
    pub(super) qrn: String,
    #[serde(default, rename = "deviceType")]
    kind: String,
    #[serde(default)]
    pub(super) status: String,
    pub(super) status_msg: Option<String>,
    pub(super) next_available: Option<String>,
    pub(super) queue_depth: Option<u64>,
    /// Average time in the queue, in minutes.
    pub(super) avg_queue_time: Option<f64>,
    pub(super) number_qubits: Option<usize>,
    paradigm: Option<String>,
    pub(super) run_input_types: Option<Vec<String>>,
    pub(super) min_shots: Option<usize>,
    pub(super) max_shots: Option<usize>,
    pricing: Option<Pricing>,
    direct_access: Option<bool>,
}

/// Prices in credits.
#[derive(Clone, Deserialize, Debug)]
struct Pricing {
    #[serde(rename = "perTask")]
    task: Option<Credits>,
    #[serde(rename = "perShot")]
    shot: Option<Credits>,
    #[serde(rename = "perMinute")]
    minute: Option<Credits>,
}

impl Device {
    /// Returns `true` if jobs of programs in OpenQASM 3 can be sent to it.
    pub(super) fn runs_circuits(&self) -> bool {
        let is_gate_model = self
            .paradigm
            .as_deref()
            .is_none_or(|word| word == "gate_model");
        let mut types = self.run_input_types.iter().flatten();
        is_gate_model && self.direct_access != Some(false) && types.any(|word| word == "qasm3")
    }

    pub(super) fn is_simulator(&self) -> bool {
        self.kind.eq_ignore_ascii_case("simulator")
    }

    /// Prices by task, shot and minute, if they are told.
    pub(super) fn prices(&self) -> Option<[f64; 3]> {
        let pricing = self.pricing.as_ref()?;
        let all = [&pricing.task, &pricing.shot, &pricing.minute];
        // A price that can't be read is not none.
        let told = all.into_iter().flatten().map(Credits::amount);
        let told: Option<Vec<f64>> = told.collect();
        let is_told =
            told.is_some_and(|told| !told.is_empty() && told.iter().all(|price| *price >= 0.0));
        let amount = |price: &Option<Credits>| price.as_ref().and_then(Credits::amount);
        is_told.then(|| all.map(|price| amount(price).unwrap_or(0.0)))
    }
}

/// Response to the question what a job would cost.
#[derive(Deserialize, Debug)]
#[serde(rename_all = "camelCase")]
pub(super) struct Estimate {
    #[serde(default)]
    pricing_available: bool,
    estimated_cost: Option<Credits>,
}

impl Estimate {
    pub(super) fn cost(&self) -> Option<Cost> {
        let cost = self.estimated_cost.as_ref();
        cost.filter(|_| self.pricing_available)?.cost()
    }
}

#[derive(Deserialize, Debug)]
#[serde(rename_all = "camelCase")]
pub(super) struct SubmitReply {
    pub(super) job_qrn: String,
}

#[derive(Deserialize, Debug)]
#[serde(rename_all = "camelCase")]
pub(super) struct Job {
    #[serde(rename = "jobQrn")]
    pub(super) qrn: String,
    #[serde(default)]
    pub(super) status: String,
    pub(super) status_msg: Option<String>,
    tags: Option<Map<String, Value>>,
    pub(super) queue_position: Option<u64>,
    pub(super) cost: Option<Credits>,
    time_stamps: Option<TimeStamps>,
}

#[derive(Deserialize, Debug)]
#[serde(rename_all = "camelCase")]
struct TimeStamps {
    created_at: Option<String>,
}

impl Job {
    pub(super) fn has_tag(&self, name: &str, value: &str) -> bool {
        let tag = self.tags.as_ref().and_then(|tags| tags.get(name)?.as_str());
        tag == Some(value)
    }

    /// Time of its submission as a text that sorts by time.
    pub(super) fn created(&self) -> Option<&str> {
        self.time_stamps.as_ref()?.created_at.as_deref()
    }
}

/// Page of the list of jobs.
#[derive(Deserialize, Debug)]
pub(super) struct Jobs {
    pub(super) data: Vec<Job>,
    pub(super) pagination: Option<Pagination>,
}

#[derive(Deserialize, Debug)]
#[serde(rename_all = "camelCase")]
pub(super) struct Pagination {
    #[serde(default)]
    pub(super) has_next: bool,
}

#[derive(Deserialize, Debug)]
#[serde(rename_all = "camelCase")]
pub(super) struct Output {
    pub(super) result_data: OutputData,
}

#[derive(Deserialize, Debug)]
#[serde(rename_all = "camelCase")]
pub(super) struct OutputData {
    pub(super) measurement_counts: Option<BTreeMap<String, u64>>,
    pub(super) measurement_probabilities: Option<BTreeMap<String, f64>>,
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    #[test]
    fn what_is_told_of_no_price_is_not_free() {
        let prices = |pricing: Value| {
            let device = json!({"qrn": "qbraid:qbraid:sim:qir-sv", "pricing": pricing});
            serde_json::from_value::<Device>(device).unwrap().prices()
        };
        let told = json!({"perTask": 0.0, "perShot": "0.05", "perMinute": null});
        assert_eq!(prices(told), Some([0.0, 0.05, 0.0]));
        assert_eq!(prices(json!({"perMinute": "0E-9"})), Some([0.0; 3]));
        for unknown in [
            Value::Null,
            json!({}),
            json!({"perTask": null}),
            json!({"perTask": "dynamic", "perShot": 0.0}),
            json!({"perHour": 5.0}),
            json!({"perShot": -1.0}),
        ] {
            assert_eq!(prices(unknown.clone()), None, "{unknown}");
        }
    }
}
