//! JSON of IBM Quantum Platform: devices, jobs and usage.

use std::time::Duration;

use serde::Deserialize;
use serde_json::Value;

use super::error::{ErrorText, word};
use crate::cost::Cost;
use crate::error::RemoteError;
use crate::service::{DeviceInfo, DeviceState, JobState, JobStatus};

#[derive(Deserialize)]
pub(super) struct Devices {
    pub(super) devices: Vec<Device>,
}

#[derive(Deserialize)]
pub(super) struct Device {
    name: String,
    #[serde(default)]
    status: Value,
    is_simulator: Option<bool>,
    qubits: Option<usize>,
    queue_length: Option<u64>,
    wait_time_seconds: Option<Value>,
}

impl From<Device> for DeviceInfo {
    fn from(device: Device) -> Self {
        let said = word(&device.status["name"]).or_else(|| word(&device.status));
        let said = said.unwrap_or_default();
        let reason = word(&device.status["reason"]);
        let wait = device.wait_time_seconds.as_ref().and_then(Value::as_f64);
        Self {
            name: device.name,
            num_qubits: device.qubits,
            state: state_of_device(&said),
            said: reason.map_or(said.clone(), |reason| format!("{said}: {reason}")),
            queue: device.queue_length,
            wait: wait.and_then(|wait| Duration::try_from_secs_f64(wait).ok()),
            is_simulator: device.is_simulator.unwrap_or(false),
        }
    }
}

/// Parses the state of a device.
pub(in crate::services) fn state_of_device(said: &str) -> DeviceState {
    match said.to_lowercase().as_str() {
        "online" | "active" => DeviceState::Online,
        // "Internal": it is reserved or calibrated; what is sent waits.
        "paused" | "internal" => DeviceState::Paused,
        "offline" | "maintenance" | "retired" => DeviceState::Offline,
        _ => DeviceState::Unknown,
    }
}

#[derive(Deserialize)]
pub(super) struct DeviceStatus {
    state: Option<bool>,
    #[serde(default)]
    status: Value,
    #[serde(default)]
    message: Value,
    pub(super) length_queue: Option<u64>,
}

impl DeviceStatus {
    pub(super) fn state(&self) -> DeviceState {
        match self.state {
            Some(false) => DeviceState::Offline,
            _ => state_of_device(&word(&self.status).unwrap_or_default()),
        }
    }

    pub(super) fn said(&self) -> String {
        let words = [word(&self.status), word(&self.message)];
        words.into_iter().flatten().collect::<Vec<_>>().join(": ")
    }
}

/// Time that an instance has used and has left.
#[derive(Deserialize)]
pub(super) struct Usage {
    #[serde(rename = "usage_limit_reached")]
    is_used_up: Option<bool>,
    #[serde(rename = "usage_limit_seconds")]
    limit: Option<f64>,
    #[serde(rename = "usage_remaining_seconds")]
    left: Option<f64>,
}

impl Usage {
    /// Returns `true` if none is left.
    pub(super) fn is_used_up(&self) -> bool {
        self.is_used_up == Some(true)
    }

    /// Remark on the time that is left; `None` where the service does not say it.
    pub(super) fn note(&self) -> Option<String> {
        let left = self.left?;
        Some(match self.limit {
            Some(limit) => format!("{left:.0} s of {limit:.0} s of the device's time are left"),
            None => format!("{left:.0} s of the device's time are left"),
        })
    }
}

#[derive(Deserialize)]
pub(super) struct SubmitReply {
    pub(super) id: String,
}

#[derive(Deserialize)]
pub(super) struct Jobs {
    pub(super) jobs: Vec<Job>,
    pub(super) count: Option<usize>,
}

#[derive(Deserialize)]
pub(super) struct Job {
    #[serde(default)]
    id: Value,
    #[serde(default)]
    created: Value,
    #[serde(default)]
    tags: Value,
    #[serde(default)]
    state: Value,
    #[serde(default)]
    status: Value,
    #[serde(default)]
    usage: Value,
}

impl Job {
    /// Returns `true` if one of its tags is an idempotency key.
    pub(super) fn has_tag(&self, key: &str) -> bool {
        let tags = self.tags.as_array();
        tags.is_some_and(|tags| tags.iter().any(|tag| tag == key))
    }

    /// Time of its creation, and its id.
    pub(super) fn name(&self) -> Option<(String, String)> {
        Some((word(&self.created).unwrap_or_default(), word(&self.id)?))
    }
}

impl From<Job> for JobStatus {
    fn from(job: Job) -> Self {
        let said = word(&job.state["status"]).or_else(|| word(&job.status));
        let said = said.unwrap_or_default();
        let why = ErrorText {
            code: word(&job.state["reason_code"])
                .or_else(|| word(&job.state["reasonCode"]))
                .unwrap_or_default(),
            text: word(&job.state["reason"]).unwrap_or_default(),
        };
        let ran_too_long = [Some(said.clone()), word(&job.status)]
            .iter()
            .flatten()
            .any(|said| said.to_lowercase().contains("ran too long"));
        Self {
            cost: used(&job.usage),
            ..ended(&said, why, ran_too_long)
        }
    }
}

/// Time of the device that a job used, by the names that it has in versions of the API.
fn used(usage: &Value) -> Option<Cost> {
    let names = ["qpu_charge_time_seconds", "quantum_seconds", "seconds"];
    let seconds = names.iter().find_map(|name| usage[*name].as_f64());
    seconds.map(|amount| Cost {
        amount,
        unit: "s".into(),
    })
}

/// Status of a job from its state; `why` is the cause if it failed.
pub(in crate::services) fn ended(said: &str, why: ErrorText, ran_too_long: bool) -> JobStatus {
    let mut state = state_of_job(said);
    let mut failure = None;
    if matches!(state, JobState::Failed | JobState::Cancelled) {
        let why = ErrorText {
            code: some(why.code, said),
            text: some(why.text, "the service does not say why"),
        };
        let cause = if ran_too_long {
            let text = why.text;
            RemoteError::RanTooLong { limit: None, text }
        } else {
            why.into_failure()
        };
        if matches!(cause, RemoteError::RanTooLong { .. }) {
            state = JobState::Failed;
        }
        failure = (state == JobState::Failed).then_some(cause);
    }
    JobStatus {
        failure,
        ..JobStatus::new(state, said)
    }
}

/// A text, or another in place of none.
fn some(text: String, other: &str) -> String {
    if text.is_empty() { other.into() } else { text }
}

fn state_of_job(said: &str) -> JobState {
    match said.to_lowercase().as_str() {
        "queued" | "pending" => JobState::Queued,
        "running" => JobState::Running,
        "completed" => JobState::Done,
        "failed" => JobState::Failed,
        "cancelling" => JobState::Cancelling,
        cancelled if cancelled.starts_with("cancelled") => JobState::Cancelled,
        _ => JobState::Unknown,
    }
}

/// Progress of a job in the queue, and the time that it used.
#[derive(Deserialize)]
pub(super) struct Metrics {
    pub(super) position_in_queue: Option<u64>,
    pub(super) estimated_start_time: Option<jiff::Timestamp>,
    #[serde(default)]
    usage: Value,
}

impl Metrics {
    /// Time that the job used, once that is known.
    pub(super) fn cost(&self) -> Option<Cost> {
        used(&self.usage).filter(|_| self.usage["status"] != "pending")
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn status(job: Value) -> JobStatus {
        serde_json::from_value::<Job>(job).unwrap().into()
    }

    #[test]
    fn states_are_read_in_whatever_case() {
        for (said, expected) in [
            ("Queued", JobState::Queued),
            ("RUNNING", JobState::Running),
            ("Completed", JobState::Done),
            ("Cancelled", JobState::Cancelled),
            ("Simmering", JobState::Unknown),
        ] {
            let status = status(json!({"state": {"status": said}, "status": said}));
            assert_eq!((status.state, status.said.as_str()), (expected, said));
            assert_eq!(status.failure, None);
        }
        assert_eq!(status(json!({"status": "Queued"})).state, JobState::Queued);
        assert_eq!(status(json!({})).state, JobState::Unknown);
    }

    #[test]
    fn jobs_that_ran_too_long_failed_whatever_they_are_called() {
        for job in [
            json!({"state": {"status": "Cancelled", "reason_code": 1305}}),
            json!({"state": {"status": "Cancelled", "reasonCode": "1305"}}),
            json!({"state": {"status": "Cancelled"}, "status": "Cancelled - Ran too long"}),
            json!({"status": "Cancelled - Ran too long"}),
        ] {
            let status = status(job);
            assert_eq!(status.state, JobState::Failed);
            let late = matches!(status.failure, Some(RemoteError::RanTooLong { .. }));
            assert!(late, "{:?}", status.failure);
        }
    }

    #[test]
    fn failed_jobs_tell_why_and_what_they_cost() {
        let status = status(json!({
            "state": {"status": "Failed", "reason": "not an ISA circuit", "reason_code": 1517, "reason_solution": "transpile"},
            "usage": {"seconds": 2.5},
        }));
        let expected = RemoteError::BadProgram {
            code: "1517".into(),
            text: "not an ISA circuit".into(),
        };
        assert_eq!(status.failure, Some(expected));
        assert!((status.cost.unwrap().amount - 2.5).abs() < 1e-12);
    }

    #[test]
    fn used_time_is_read_by_all_its_names_once_it_is_known() {
        for name in ["qpu_charge_time_seconds", "quantum_seconds", "seconds"] {
            for (state, expected) in [("complete", Some(2.5)), ("pending", None)] {
                let metrics = json!({"usage": {name: 2.5, "status": state}});
                let metrics: Metrics = serde_json::from_value(metrics).unwrap();
                let amount = metrics.cost().map(|cost| cost.amount);
                assert_eq!(amount, expected, "{name} {state}");
            }
            let found = status(json!({"status": "Completed", "usage": {name: 2.5}}));
            assert!((found.cost.unwrap().amount - 2.5).abs() < 1e-12, "{name}");
        }
        let metrics: Metrics = serde_json::from_value(json!({})).unwrap();
        assert_eq!(metrics.cost(), None);
    }

    #[test]
    fn devices_are_read_with_gaps() {
        let devices: Devices = serde_json::from_value(json!({"devices": [
            {"name": "a", "status": {"name": "online", "reason": null}, "is_simulator": false, "qubits": 156, "queue_length": 4, "more": 1},
            {"name": "b", "status": {"name": "Paused", "reason": "calibration"}, "qubits": null},
            {"name": "c"},
        ]}))
        .unwrap();
        let infos: Vec<DeviceInfo> = devices.devices.into_iter().map(Into::into).collect();
        assert_eq!(infos[0].state, DeviceState::Online);
        assert_eq!((infos[0].num_qubits, infos[0].queue), (Some(156), Some(4)));
        assert_eq!(
            (infos[1].state, infos[1].said.as_str()),
            (DeviceState::Paused, "Paused: calibration")
        );
        assert_eq!(infos[2].state, DeviceState::Unknown);
        let closed: DeviceStatus =
            serde_json::from_value(json!({"state": false, "status": "active", "message": ""}))
                .unwrap();
        assert_eq!(
            (closed.state(), closed.said().as_str()),
            (DeviceState::Offline, "active")
        );
    }

    #[test]
    fn a_job_without_its_tags_is_not_taken_for_ours() {
        let job = |tags| serde_json::from_value::<Job>(json!({"id": "1", "tags": tags})).unwrap();
        assert!(job(json!(["a", "m"])).has_tag("m"));
        assert!(!job(json!(["a"])).has_tag("m"));
        assert!(!job(json!(null)).has_tag("m"));
    }
}
