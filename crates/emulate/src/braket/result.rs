use std::collections::BTreeMap;

use cheqqers_circuit::{Bitstring, Clbit, Qubit};
use serde_json::{Map, Value, json};

use super::task::Task;
use crate::output::ProgramOutput;
use crate::shared::SharedState;

/// Result of a task with one program.
pub(super) fn of(shared: &SharedState, task: &Task, action: &Value, only: bool) -> Value {
    let details = &task.details;
    let outputs = task.outputs().and_then(Result::ok).unwrap_or_default();
    let rows = outputs
        .first()
        .map(|output| rows(output, &details.columns[0]));
    let rows = rows.unwrap_or_default();
    let clock = &shared.clock;
    let mut object = measured(&rows, &details.columns[0], only);
    object["braketSchemaHeader"] = header("gate_model_task_result");
    object["resultTypes"] = json!([]);
    object["taskMetadata"] = json!({
        "braketSchemaHeader": header("task_metadata"),
        "id": details.arn(&task.id),
        "shots": rows.len(),
        "deviceId": details.device.arn,
        "createdAt": clock.text(task.accepted),
        "endedAt": clock.text(task.ended),
        "status": "COMPLETED",
    });
    object["additionalMetadata"] = json!({"action": action});
    if details.device.is_simulator() {
        let took = u64::try_from(task.ended.saturating_sub(task.started).as_millis());
        object["additionalMetadata"]["simulatorMetadata"] = json!({
            "braketSchemaHeader": header("simulator_metadata"),
            "executionDuration": took.unwrap_or_default(),
        });
    }
    object
}

/// Qubits and bits that a program measured.
pub(super) fn measured(rows: &[Vec<u8>], columns: &[(Clbit, Qubit)], only: bool) -> Value {
    let qubits = columns.iter().map(|(_, qubit)| qubit.index());
    let mut object = json!({"measuredQubits": qubits.collect::<Vec<_>>()});
    if only {
        object["measurementProbabilities"] = probabilities(rows);
    } else if !rows.is_empty() {
        object["measurements"] = json!(rows);
    }
    object
}

pub(super) fn header(name: &str) -> Value {
    json!({"name": format!("braket.task_result.{name}"), "version": "1"})
}

/// Measured bits of every shot, in the order of the bits in their register.
pub(super) fn rows(output: &ProgramOutput, columns: &[(Clbit, Qubit)]) -> Vec<Vec<u8>> {
    let is_measured = |bit: &&usize| columns.iter().any(|(clbit, _)| clbit.index() == **bit);
    let registers = output.registers.iter();
    let bits: Vec<usize> = registers
        .flat_map(|register| register.bits.iter().filter(is_measured).copied())
        .collect();
    let row = |shot: &Bitstring| bits.iter().map(|&bit| shot.bit(bit).into()).collect();
    let rows = output.shots.iter().map(row);
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
