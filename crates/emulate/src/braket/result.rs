use std::collections::BTreeMap;

use axum::body::Bytes;
use serde_json::{Map, Value, json};

use super::task::Task;
use crate::fault::JobFault;
use crate::objects::Object;
use crate::output::ProgramOutput;
use crate::shared::SharedState;

/// Stored object with the result of a completed task.
pub(super) fn of(shared: &SharedState, task: &Task) -> Object {
    let details = &task.details;
    let shots = rows(task);
    let only = details.device.has_probabilities_only || shared.faults.has(JobFault::Probabilities);
    let clock = &shared.clock;
    let action = details.request.get("action").and_then(Value::as_str);
    let action: Value = action
        .and_then(|text| serde_json::from_str(text).ok())
        .unwrap_or_default();
    let mut object = json!({
        "braketSchemaHeader": header("gate_model_task_result"),
        "resultTypes": [],
        "measuredQubits": details.columns.iter().map(|(_, qubit)| qubit.index()).collect::<Vec<_>>(),
        "taskMetadata": {
            "braketSchemaHeader": header("task_metadata"),
            "id": details.arn(&task.id),
            "shots": shots.len(),
            "deviceId": details.device.arn,
            "createdAt": clock.text(task.accepted),
            "endedAt": clock.text(task.ended),
            "status": "COMPLETED",
        },
        "additionalMetadata": {"action": action},
    });
    if only {
        object["measurementProbabilities"] = probabilities(&shots);
    } else if !shots.is_empty() {
        object["measurements"] = json!(shots);
    }
    if details.device.is_simulator() {
        let took = u64::try_from(task.ended.saturating_sub(task.started).as_millis());
        object["additionalMetadata"]["simulatorMetadata"] = json!({
            "braketSchemaHeader": header("simulator_metadata"),
            "executionDuration": took.unwrap_or_default(),
        });
    }
    Object {
        bytes: Bytes::from(object.to_string()),
        kind: "application/json".into(),
        modified: task.ended,
    }
}

fn header(name: &str) -> Value {
    json!({"name": format!("braket.task_result.{name}"), "version": "1"})
}

/// Measured bits of every shot, in the order of the bits in their register.
fn rows(task: &Task) -> Vec<Vec<u8>> {
    let Some(Ok(
        [
            ProgramOutput {
                registers, shots, ..
            },
        ],
    )) = task.outputs()
    else {
        return Vec::new();
    };
    let columns = &task.details.columns;
    let is_measured = |bit: &&usize| columns.iter().any(|(clbit, _)| clbit.index() == **bit);
    let bits: Vec<usize> = registers
        .iter()
        .flat_map(|register| register.bits.iter().filter(is_measured).copied())
        .collect();
    let row =
        |shot: &cheqqers_circuit::Bitstring| bits.iter().map(|&bit| shot.bit(bit).into()).collect();
    let rows = shots.iter().map(row);
    rows.filter(|row: &Vec<u8>| !row.is_empty()).collect()
}

/// Relative frequency of each row.
fn probabilities(shots: &[Vec<u8>]) -> Value {
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    for shot in shots {
        let bits = shot.iter().map(|&bit| if bit == 1 { '1' } else { '0' });
        *counts.entry(bits.collect()).or_default() += 1;
    }
    let parts = counts.into_iter().map(|(bits, count)| {
        let part = count as f64 / shots.len() as f64;
        (bits, json!(part))
    });
    Value::Object(parts.collect::<Map<_, _>>())
}
