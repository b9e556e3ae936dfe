//! Results of tasks in the storage.

use axum::body::Bytes;
use serde_json::Value;

use super::task::Task;
use super::{result, set_result};
use crate::fault::JobFault;
use crate::objects::Object;
use crate::shared::SharedState;

/// Stores the result of a task that has ended, once.
pub(super) fn deliver(shared: &SharedState, task: &Task) {
    let details = &task.details;
    let folder = format!(
        "{}/{}",
        details.text("outputS3Bucket"),
        details.directory(&task.id)
    );
    if shared
        .objects
        .get(&format!("{folder}/results.json"))
        .is_none()
    {
        for (name, object) in objects(shared, task) {
            shared.objects.put(&format!("{folder}/{name}"), object);
        }
    }
}

/// Stored objects with the result of a task that has ended, by their names in its folder.
fn objects(shared: &SharedState, task: &Task) -> Vec<(String, Object)> {
    let details = &task.details;
    let action = serde_json::from_str(details.text("action")).unwrap_or_default();
    let only = details.device.has_probabilities_only || shared.faults.has(JobFault::Probabilities);
    let texts = if details.is_set {
        set_result::of(shared, task, &action, only)
    } else {
        vec![(
            "results.json".to_owned(),
            result::of(shared, task, &action, only),
        )]
    };
    let object = |(name, text): (String, Value)| {
        let object = Object {
            bytes: Bytes::from(text.to_string()),
            kind: "application/json".into(),
            modified: task.ended,
        };
        (name, object)
    };
    texts.into_iter().map(object).collect()
}
