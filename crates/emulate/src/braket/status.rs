use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::{Path, State};
use axum::http::Uri;
use serde_json::{Value, json};

use super::error::{BraketError, ErrorKind, Reply};
use super::search::page;
use super::state::Braket;
use super::task::{Task, ended};
use super::tasks::Tasks;
use crate::reply;
use crate::shared::SharedState;
use crate::sigv4;

/// Search for tasks, the latest first.
pub(super) async fn search(State(braket): State<Arc<Braket>>, body: Bytes) -> Reply {
    let mut object = Vec::new();
    for found in braket.tasks.all.all().iter().rev() {
        let status = braket.tasks.state(&braket.shared, found).await;
        object.push(summary(&braket, found, status));
    }
    page(&body, object, "quantumTasks")
}

pub(super) async fn show(
    State(braket): State<Arc<Braket>>,
    Path(arn): Path<String>,
    uri: Uri,
) -> Reply {
    let shared = &braket.shared;
    let task = braket.tasks.find(shared, &arn)?;
    let mut object = describe(&braket, &task).await;
    let query = sigv4::pairs(uri.query().unwrap_or_default());
    if query.iter().any(|(_, value)| value == "QueueInfo") {
        object["queueInfo"] = queue_info(shared, &braket.tasks, &task, &object["status"]);
    }
    Ok(reply::ok(&object))
}

/// Full description of a task.
async fn describe(braket: &Braket, task: &Arc<Task>) -> Value {
    let clock = &braket.shared.clock;
    let details = &task.details;
    let status = braket.tasks.state(&braket.shared, task).await;
    let mut object = summary(braket, task, status);
    let action: Value = serde_json::from_str(details.text("action")).unwrap_or_default();
    object["deviceParameters"] = match details.text("deviceParameters") {
        "" => json!("{}"),
        text => json!(text),
    };
    let outputs = task.outputs().and_then(Result::ok).unwrap_or_default();
    let done: usize = outputs.iter().map(|output| output.shots.len()).sum();
    object["numSuccessfulShots"] = json!(if status == "COMPLETED" { done } else { 0 });
    object["actionMetadata"] = json!({"actionType": action["braketSchemaHeader"]["name"]});
    if details.is_set {
        let programs = details.columns.len();
        object["actionMetadata"]["programCount"] = json!(programs);
        object["actionMetadata"]["executableCount"] = json!(programs);
    }
    object["associations"] = details
        .request
        .get("associations")
        .cloned()
        .unwrap_or(json!([]));
    if let Some(Err(failure)) = task.outputs() {
        object["failureReason"] = json!(failure.message);
    }
    if let Some(ended) = ended(task, status) {
        object["endedAt"] = json!(clock.text(ended));
    }
    object
}

/// Entry of a task in a search.
fn summary(braket: &Braket, task: &Task, status: &str) -> Value {
    let details = &task.details;
    let clock = &braket.shared.clock;
    let mut object = json!({
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
        object["endedAt"] = json!(clock.text(ended));
    }
    object
}

/// Queue information of a task.
fn queue_info(shared: &SharedState, tasks: &Tasks, task: &Task, status: &Value) -> Value {
    let mut object = json!({"queue": "QUANTUM_TASKS_QUEUE", "queuePriority": "Normal"});
    if status == "CREATED" || status == "QUEUED" {
        let now = shared.clock.now();
        let all = tasks.all.all();
        let before = all.iter().filter(|other| {
            other.details.device.arn == task.details.device.arn
                && (now..task.started).contains(&other.started)
                && other.cancelled().is_none()
        });
        object["position"] = json!((before.count() + 1).to_string());
    } else {
        let status = status.as_str().unwrap_or_default();
        object["position"] = json!("None");
        object["message"] = json!(format!(
            "Task is in {status} status and has no place in a queue."
        ));
    }
    object
}

pub(super) async fn cancel(State(braket): State<Arc<Braket>>, Path(arn): Path<String>) -> Reply {
    let shared = &braket.shared;
    let task = braket.tasks.find(shared, &arn)?;
    let status = braket.tasks.state(shared, &task).await;
    if !matches!(status, "CREATED" | "QUEUED" | "RUNNING") {
        let message = format!("Cannot cancel a quantum task that is {status}");
        return Err(BraketError::new(ErrorKind::Conflict, message));
    }
    task.cancel(shared);
    let status = "CANCELLING";
    Ok(reply::ok(
        &json!({"quantumTaskArn": arn, "cancellationStatus": status}),
    ))
}
