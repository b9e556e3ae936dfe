use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use axum::body::Bytes;
use axum::extract::{Path, State};
use axum::http::Uri;
use axum::response::Response;
use cheqqers_circuit::{Clbit, Qubit};
use serde_json::{Map, Value, json};

use super::device::Device;
use super::{Braket, Error, Kind, result};
use crate::clock::Moment;
use crate::jobs::{Job, Jobs, Phase};
use crate::limit::Limit;
use crate::reply;
use crate::shared::Shared;
use crate::sigv4;

/// The account whose tasks these are.
const ACCOUNT: &str = "000000000000";
/// Tasks that may be created at once, and in how many seconds as many again: 20 a second.
const BURST: (usize, f64) = (40, 2.0);
/// Seconds until a task that was created is known to all of the service.
const UNKNOWN: f64 = 0.3;
/// Seconds until it is queued, and those that its cancellation takes.
const CREATED: f64 = 1.0;
const CANCELLING: f64 = 1.0;

/// What the service keeps of a task.
#[derive(Clone, Debug)]
pub(super) struct Details {
    pub(super) device: &'static Device,
    /// What was sent, as it was sent.
    pub(super) request: Map<String, Value>,
    pub(super) region: String,
    pub(super) shots: u64,
    /// The qubit of each column of the measurements, which are in the order of the bits.
    pub(super) columns: Vec<(Clbit, Qubit)>,
}

pub(super) type Task = Job<Details>;

/// The tasks.
#[derive(Debug)]
pub(crate) struct Tasks {
    pub(super) all: Jobs<Details>,
    /// The requests that made a task, by their tokens.
    pub(super) tokens: Mutex<HashMap<String, (Bytes, String)>>,
    pub(super) limit: Option<Limit>,
}

impl Details {
    fn text(&self, key: &str) -> &str {
        self.request
            .get(key)
            .and_then(Value::as_str)
            .unwrap_or_default()
    }

    /// Where the results are put, in the bucket.
    fn directory(&self, id: &str) -> String {
        format!("{}/{id}", self.text("outputS3KeyPrefix"))
    }

    pub(super) fn arn(&self, id: &str) -> String {
        format!("arn:aws:braket:{}:{ACCOUNT}:quantum-task/{id}", self.region)
    }
}

impl Tasks {
    pub(crate) fn new(shared: &Shared) -> Self {
        let (times, seconds) = BURST;
        let limits = shared.options.rate_limits;
        Self {
            all: Jobs::default(),
            tokens: Mutex::default(),
            limit: limits.then(|| Limit::new(times, shared.clock.scaled(seconds))),
        }
    }

    /// Puts the results of all tasks that are completed into the storage.
    pub(crate) async fn deliver(&self, shared: &Shared) {
        for task in self.all.all() {
            self.state(shared, &task).await;
        }
    }

    /// How many tasks wait for a device.
    pub(super) fn queued(&self, shared: &Shared, device: &str) -> usize {
        let now = shared.clock.now();
        let all = self.all.all();
        let waits = |task: &&Arc<Task>| {
            task.details.device.arn == device && task.started > now && task.cancelled().is_none()
        };
        all.iter().filter(waits).count()
    }

    /// How far a task is, in the service's words; the results of a completed one are in the storage.
    pub(super) async fn state(&self, shared: &Shared, task: &Arc<Task>) -> &'static str {
        let now = shared.clock.now();
        match task.phase(shared).await {
            Phase::Queued if now < task.accepted + shared.clock.scaled(CREATED) => "CREATED",
            Phase::Queued => "QUEUED",
            Phase::Running => "RUNNING",
            Phase::Completed => {
                let details = &task.details;
                let bucket = details.text("outputS3Bucket");
                let name = format!("{bucket}/{}/results.json", details.directory(&task.id));
                if shared.objects.get(&name).is_none() {
                    shared.objects.put(&name, result::of(shared, task));
                }
                "COMPLETED"
            }
            Phase::Failed => "FAILED",
            Phase::Cancelled => {
                let cancelled = task.cancelled().unwrap_or(now);
                let end = cancelled + shared.clock.scaled(CANCELLING);
                if now < end { "CANCELLING" } else { "CANCELLED" }
            }
            Phase::Unknown => Phase::UNKNOWN,
        }
    }

    /// The task of an ARN, once it is known.
    fn find(&self, shared: &Shared, arn: &str) -> Result<Arc<Task>, Error> {
        let not_found = || Error::new(Kind::NotFound, format!("Quantum task {arn} not found"));
        let (_, id) = arn.rsplit_once('/').ok_or_else(not_found)?;
        let task = self.all.find(id).ok_or_else(not_found)?;
        let known = task.accepted + shared.clock.scaled(UNKNOWN);
        if task.details.arn(id) != arn || shared.clock.now() < known {
            return Err(not_found());
        }
        Ok(task)
    }
}

pub(super) async fn show(
    State(braket): State<Arc<Braket>>,
    Path(arn): Path<String>,
    uri: Uri,
) -> Response {
    let shared = &braket.shared;
    let task = match braket.tasks.find(shared, &arn) {
        Ok(task) => task,
        Err(error) => return error.reply(),
    };
    let mut told = describe(&braket, &task).await;
    let asked = sigv4::pairs(uri.query().unwrap_or_default());
    if asked.iter().any(|(_, value)| value == "QueueInfo") {
        told["queueInfo"] = place(shared, &braket.tasks, &task, &told["status"]);
    }
    reply::ok(&told)
}

/// A task as the service tells of it.
async fn describe(braket: &Braket, task: &Arc<Task>) -> Value {
    let clock = &braket.shared.clock;
    let details = &task.details;
    let status = braket.tasks.state(&braket.shared, task).await;
    let mut told = summary(braket, task, status);
    let action: Value = serde_json::from_str(details.text("action")).unwrap_or_default();
    told["deviceParameters"] = match details.text("deviceParameters") {
        "" => json!("{}"),
        text => json!(text),
    };
    let shots = task.outcome().and_then(Result::ok).and_then(<[_]>::first);
    let done = shots.map_or(0, |measured| measured.shots.len());
    told["numSuccessfulShots"] = json!(if status == "COMPLETED" { done } else { 0 });
    told["actionMetadata"] = json!({"actionType": action["braketSchemaHeader"]["name"]});
    told["associations"] = details
        .request
        .get("associations")
        .cloned()
        .unwrap_or(json!([]));
    if let Some(Err(failure)) = task.outcome() {
        told["failureReason"] = json!(failure.message);
    }
    if let Some(ended) = ended(task, status) {
        told["endedAt"] = json!(clock.text(ended));
    }
    told
}

/// A task as a search tells of it.
pub(super) fn summary(braket: &Braket, task: &Task, status: &str) -> Value {
    let details = &task.details;
    let clock = &braket.shared.clock;
    let mut told = json!({
        "quantumTaskArn": details.arn(&task.id),
        "status": status,
        "deviceArn": details.device.arn,
        "shots": details.shots,
        "outputS3Bucket": details.text("outputS3Bucket"),
        "outputS3Directory": details.directory(&task.id),
        "createdAt": clock.text(task.accepted),
        "tags": details.request.get("tags").cloned().unwrap_or(json!({})),
    });
    if let Some(ended) = ended(task, status) {
        told["endedAt"] = json!(clock.text(ended));
    }
    told
}

/// When a task ended, if it did.
pub(super) fn ended(task: &Task, status: &str) -> Option<Moment> {
    match status {
        "COMPLETED" | "FAILED" => Some(task.ended),
        "CANCELLED" => task.cancelled(),
        _ => None,
    }
}

/// What the service tells of a task's place in the queue.
fn place(shared: &Shared, tasks: &Tasks, task: &Task, status: &Value) -> Value {
    let mut told = json!({"queue": "QUANTUM_TASKS_QUEUE", "queuePriority": "Normal"});
    if status == "CREATED" || status == "QUEUED" {
        let now = shared.clock.now();
        let all = tasks.all.all();
        let before = all.iter().filter(|other| {
            other.details.device.arn == task.details.device.arn
                && (now..task.started).contains(&other.started)
                && other.cancelled().is_none()
        });
        told["position"] = json!((before.count() + 1).to_string());
    } else {
        let status = status.as_str().unwrap_or_default();
        told["position"] = json!("None");
        told["message"] = json!(format!(
            "Task is in {status} status and has no place in a queue."
        ));
    }
    told
}

pub(super) async fn cancel(State(braket): State<Arc<Braket>>, Path(arn): Path<String>) -> Response {
    let shared = &braket.shared;
    let task = match braket.tasks.find(shared, &arn) {
        Ok(task) => task,
        Err(error) => return error.reply(),
    };
    let status = braket.tasks.state(shared, &task).await;
    if !matches!(status, "CREATED" | "QUEUED" | "RUNNING") {
        let message = format!("Cannot cancel a quantum task that is {status}");
        return Error::new(Kind::Conflict, message).reply();
    }
    task.cancel(shared);
    let status = "CANCELLING";
    reply::ok(&json!({"quantumTaskArn": arn, "cancellationStatus": status}))
}
