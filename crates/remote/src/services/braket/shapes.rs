//! JSON of the service, as far as it is read.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::{Value, json};

use super::arn::short;
use crate::service::{DeviceInfo, DeviceState};

/// Request for a page of a list, with as many entries as there may be.
pub(super) fn page_request(filters: &Value, next: Option<&str>) -> Value {
    let mut body = json!({"filters": filters, "maxResults": 100});
    if let Some(next) = next {
        body["nextToken"] = next.into();
    }
    body
}

/// A page of devices.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct DevicePage {
    #[serde(default)]
    pub(super) devices: Vec<DeviceSummary>,
    pub(super) next_token: Option<String>,
}

/// A device in a list.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct DeviceSummary {
    pub(super) device_arn: String,
    pub(super) device_type: Option<String>,
    pub(super) device_status: Option<String>,
    provider_name: Option<String>,
}

impl DeviceSummary {
    /// Returns `true` if it runs circuits of gates: those for annealing and for analog simulation do not.
    pub(super) fn has_gates(&self) -> bool {
        let others = ["d-wave systems", "quera"];
        let provider = self.provider_name.as_deref().unwrap_or_default();
        !others.contains(&provider.to_lowercase().as_str())
    }

    pub(super) fn is_simulator(&self) -> bool {
        let kind = self.device_type.as_deref().unwrap_or_default();
        kind.eq_ignore_ascii_case("SIMULATOR")
    }

    pub(super) fn info(&self) -> DeviceInfo {
        let said = self.device_status.clone().unwrap_or_default();
        DeviceInfo {
            name: short(&self.device_arn).into(),
            num_qubits: None,
            state: match said.to_uppercase().as_str() {
                "ONLINE" => DeviceState::Online,
                "OFFLINE" | "RETIRED" => DeviceState::Offline,
                _ => DeviceState::Unknown,
            },
            said,
            queue: None,
            wait: None,
            is_simulator: self.is_simulator(),
        }
    }
}

/// A device by itself.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct OneDevice {
    #[serde(flatten)]
    pub(super) found: DeviceSummary,
    /// JSON in a text.
    pub(super) device_capabilities: String,
    #[serde(default)]
    device_queue_info: Vec<DeviceQueue>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct DeviceQueue {
    queue: Option<String>,
    queue_size: Option<String>,
    queue_priority: Option<String>,
}

impl OneDevice {
    /// Number of tasks that wait with the priority of ours.
    pub(super) fn queue(&self) -> Option<u64> {
        let is = |word: &Option<String>, wanted: &str| {
            let word = word.as_deref().unwrap_or(wanted);
            word.eq_ignore_ascii_case(wanted)
        };
        let ours = self.device_queue_info.iter().find(|queue| {
            is(&queue.queue, "QUANTUM_TASKS_QUEUE") && is(&queue.queue_priority, "Normal")
        })?;
        number(ours.queue_size.as_deref()?)
    }
}

/// `3`, and also `>2000`.
fn number(text: &str) -> Option<u64> {
    text.trim_start_matches('>').trim().parse().ok()
}

/// Description of a device by itself.
#[derive(Debug, Deserialize)]
pub(super) struct Capabilities {
    pub(super) service: ServiceProperties,
    #[serde(default)]
    pub(super) action: BTreeMap<String, Action>,
    pub(super) paradigm: Option<Paradigm>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct ServiceProperties {
    #[serde(default)]
    pub(super) execution_windows: Vec<Window>,
    pub(super) shots_range: (usize, usize),
    pub(super) reservation_shots_range: Option<(usize, usize)>,
    pub(super) device_cost: Option<Price>,
    pub(super) updated_at: Option<String>,
}

/// Times at which tasks run, in UTC.
#[derive(Clone, Debug, Deserialize)]
pub(super) struct Window {
    #[serde(rename = "executionDay")]
    pub(super) day: String,
    #[serde(rename = "windowStartHour")]
    pub(super) start: String,
    #[serde(rename = "windowEndHour")]
    pub(super) end: String,
}

/// A price in US dollars.
#[derive(Clone, PartialEq, Debug, Deserialize)]
pub(super) struct Price {
    pub(super) price: f64,
    pub(super) unit: String,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Action {
    pub(super) supported_operations: Option<Vec<String>>,
    /// Programs must measure every qubit.
    pub(super) requires_all_qubits_measurement: Option<bool>,
    /// Limits of a set of programs; a program with one set of inputs is one executable.
    pub(super) maximum_executables: Option<usize>,
    pub(super) maximum_total_shots: Option<usize>,
    pub(super) minimum_total_shots: Option<usize>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Paradigm {
    pub(super) qubit_count: Option<usize>,
}

/// Response to the creation of a task.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct SubmitReply {
    pub(super) quantum_task_arn: String,
}

/// A page of the list of tasks.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct QuantumTaskPage {
    #[serde(default)]
    pub(super) quantum_tasks: Vec<QuantumTask>,
    pub(super) next_token: Option<String>,
}

/// A quantum task, as Amazon Braket calls a job.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct QuantumTask {
    #[serde(rename = "quantumTaskArn")]
    pub(super) arn: String,
    pub(super) status: String,
    pub(super) failure_reason: Option<String>,
    #[serde(rename = "outputS3Bucket")]
    pub(super) output_bucket: Option<String>,
    #[serde(rename = "outputS3Directory")]
    pub(super) output_directory: Option<String>,
    pub(super) created_at: Option<String>,
    pub(super) tags: Option<BTreeMap<String, String>>,
    pub(super) queue_info: Option<Queue>,
}

impl QuantumTask {
    /// Returns `true` if it has a tag.
    pub(super) fn has_tag(&self, key: &str, value: &str) -> bool {
        let tag = self.tags.as_ref().and_then(|tags| tags.get(key));
        tag.is_some_and(|found| found == value)
    }
}

/// A task's place in the queue.
#[derive(Debug, Deserialize)]
pub(super) struct Queue {
    position: Option<String>,
}

impl Queue {
    /// Least number of tasks before it; the first has position 1.
    pub(super) fn before(&self) -> Option<u64> {
        let position = self.position.as_deref()?;
        let number = number(position)?;
        let is_more = position.starts_with('>');
        Some(if is_more {
            number
        } else {
            number.saturating_sub(1)
        })
    }
}
