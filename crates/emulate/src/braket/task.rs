use cheqqers_circuit::{Clbit, Qubit};
use serde_json::{Map, Value};

use super::device::Device;
use crate::clock::Moment;
use crate::jobs::Job;

/// Account that owns all tasks.
const ACCOUNT: &str = "000000000000";

/// Braket's data of a task.
#[derive(Clone, Debug)]
pub(super) struct Details {
    pub(super) device: &'static Device,
    /// Request as it was sent.
    pub(super) request: Map<String, Value>,
    pub(super) region: String,
    pub(super) shots: u64,
    /// Bit and qubit of each column of the measurements, in ascending order of the bits, of each program.
    pub(super) columns: Vec<Vec<(Clbit, Qubit)>>,
    /// The action is a program set.
    pub(super) is_set: bool,
}

pub(super) type Task = Job<Details>;

impl Details {
    pub(super) fn text(&self, key: &str) -> &str {
        self.request
            .get(key)
            .and_then(Value::as_str)
            .unwrap_or_default()
    }

    /// Directory of the results in the bucket.
    pub(super) fn directory(&self, id: &str) -> String {
        format!("{}/{id}", self.text("outputS3KeyPrefix"))
    }

    pub(super) fn arn(&self, id: &str) -> String {
        format!("arn:aws:braket:{}:{ACCOUNT}:quantum-task/{id}", self.region)
    }
}

/// End of a task with this status; `None` before it ended.
pub(super) fn ended(task: &Task, status: &str) -> Option<Moment> {
    match status {
        "COMPLETED" | "FAILED" => Some(task.ended),
        "CANCELLED" => task.cancelled(),
        _ => None,
    }
}
