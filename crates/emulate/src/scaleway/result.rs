//! Results in the form of Qiskit, one for each program.

use std::collections::BTreeMap;
use std::sync::Arc;

use axum::extract::{Path, Query, State};
use axum::http::{HeaderMap, StatusCode};
use serde_json::{Value, json};

use super::error::{Reply, ScalewayError};
use super::job::find;
use super::list::Parameters;
use super::packed;
use super::state::{Job, Scaleway};
use crate::jobs::Phase;
use crate::output::ProgramOutput;
use crate::reply::{self, header};
use crate::sigv4::{hex, mac};

/// Serialization format of a result of Qiskit.
const QISKIT: u64 = 2;

/// Longest result, in bytes, that is in the list itself.
const MAX_INLINE: usize = 640;

pub(super) async fn list(
    State(scaleway): State<Arc<Scaleway>>,
    Path(id): Path<String>,
    Query(query): Query<Vec<(String, String)>>,
    headers: HeaderMap,
) -> Reply {
    let job = find(&scaleway, &id)?;
    let is_done = job.phase(&scaleway.shared).await == Phase::Completed;
    let results = if is_done { texts(&job) } else { Vec::new() };
    let created = scaleway.shared.clock.text(job.ended);
    let results = results.into_iter().enumerate().map(|(number, text)| {
        let url = (text.len() > MAX_INLINE).then(|| address(&scaleway, &id, number, &headers));
        json!({
            "job_id": id,
            "result": if url.is_none() { text } else { String::new() },
            "url": url,
            "created_at": created,
        })
    });
    Parameters(query).page("job_results", results.collect(), "created_at_asc")
}

/// Text of the result of each program of a job that is done.
fn texts(job: &Job) -> Vec<String> {
    let Some(Ok(outputs)) = job.outputs() else {
        return Vec::new();
    };
    let qubits = job.details.num_qubits.iter();
    let results = outputs.iter().zip(qubits).map(|(output, &num_qubits)| {
        let result = json!({
            "backend_name": job.details.platform.name,
            "backend_version": "1.0",
            "job_id": job.id,
            "qobj_id": job.id,
            "success": true,
            "status": "COMPLETED",
            "results": [experiment(job, output, num_qubits)],
        });
        packed::pack(&result.to_string(), QISKIT).to_string()
    });
    results.collect()
}

fn experiment(job: &Job, output: &ProgramOutput, num_qubits: usize) -> Value {
    let registers = &output.registers;
    let bits: Vec<usize> = registers
        .iter()
        .flat_map(|register| register.bits.iter().copied())
        .collect();
    let memory = output.shots.iter().map(|shot| {
        let bits = bits.iter().rev();
        let number = bits.fold(0u128, |number, &bit| {
            number << 1 | u128::from(shot.bit(bit))
        });
        format!("{number:#x}")
    });
    let memory: Vec<String> = memory.collect();
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for shot in &memory {
        *counts.entry(shot).or_default() += 1;
    }
    let sizes = registers
        .iter()
        .map(|register| json!([register.name, register.bits.len()]));
    let mut data = json!({"counts": counts});
    if job.details.has_memory {
        data["memory"] = json!(memory);
    }
    json!({
        "shots": memory.len(),
        "success": true,
        "status": "DONE",
        "meas_level": 2,
        "data": data,
        "header": {
            "name": job.details.request["name"],
            "n_qubits": num_qubits,
            "memory_slots": bits.len(),
            "creg_sizes": sizes.collect::<Value>(),
        },
    })
}

/// Signed address of a result.
fn address(scaleway: &Scaleway, id: &str, number: usize, headers: &HeaderMap) -> String {
    let host = header(headers, "host").unwrap_or("127.0.0.1");
    let signature = signature(scaleway, id, number);
    format!("http://{host}/scaleway/results/{id}/{number}?Signature={signature}")
}

fn signature(scaleway: &Scaleway, id: &str, number: usize) -> String {
    let key = scaleway.shared.options.seed.to_le_bytes();
    hex(&mac(&key, &format!("GET {id}/{number}")))
}

/// The result at a signed address, which needs no key.
pub(super) async fn download(
    State(scaleway): State<Arc<Scaleway>>,
    Path((id, number)): Path<(String, usize)>,
    Query(query): Query<Vec<(String, String)>>,
) -> Reply {
    let signature = signature(&scaleway, &id, number);
    if Parameters(query).get("Signature") != Some(&signature) {
        return Err(ScalewayError::of_status(StatusCode::FORBIDDEN));
    }
    let job = find(&scaleway, &id)?;
    let text = texts(&job).into_iter().nth(number);
    let text = text.ok_or_else(|| ScalewayError::not_found("job_result", &id))?;
    Ok(reply::reply(StatusCode::OK, "application/json", text))
}
