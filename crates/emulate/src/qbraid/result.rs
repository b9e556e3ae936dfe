use std::collections::BTreeMap;
use std::sync::Arc;

use axum::extract::{Path, State};
use axum::http::StatusCode;
use serde_json::{Value, json};

use super::envelope::success;
use super::error::{QbraidError, Reply};
use super::job::times;
use super::state::Qbraid;
use crate::fault::JobFault;
use crate::jobs::Phase;
use crate::output::ProgramOutput;

/// Returns what came of a completed job, with the price as a text.
pub(super) async fn show(State(qbraid): State<Arc<Qbraid>>, Path(qrn): Path<String>) -> Reply {
    let job = qbraid.job(&qrn)?;
    let phase = job.phase(&qbraid.shared).await;
    let (Phase::Completed, Some(Ok(outputs))) = (phase, job.outputs()) else {
        let message = "Job results are not yet available";
        return Err(QbraidError::new(
            StatusCode::CONFLICT,
            "RESULT_NOT_AVAILABLE",
            message,
        ));
    };
    let has_shares = qbraid.shared.faults.has(JobFault::Probabilities);
    let envelope = || {
        json!({
            "status": "COMPLETED",
            "cost": job.details.cost.to_string(),
            "timeStamps": times(&qbraid, &job, phase),
        })
    };
    let mut results = outputs.iter().map(|output| {
        let mut result = envelope();
        result["resultData"] = data(output, has_shares);
        result
    });
    let found = if job.details.batch.is_some() {
        let mut all = envelope();
        all["results"] = results.collect();
        all
    } else {
        results.next().unwrap_or_default()
    };
    Ok(success(StatusCode::OK, &found))
}

/// Counts, or the shares of the shots, by texts in which the last register comes first, and the last bit of
/// each.
fn data(output: &ProgramOutput, has_shares: bool) -> Value {
    let mut counts: BTreeMap<String, u64> = BTreeMap::new();
    for shot in &output.shots {
        let registers = output.registers.iter().rev();
        let texts = registers.map(|register| {
            let bits = register.bits.iter().rev();
            bits.map(|&bit| if shot.bit(bit) { '1' } else { '0' })
                .collect::<String>()
        });
        let text = texts.collect::<Vec<_>>().join(" ");
        *counts.entry(text).or_default() += 1;
    }
    if !has_shares {
        return json!({"measurementCounts": counts});
    }
    let total = output.shots.len() as f64;
    let shares = counts
        .into_iter()
        .map(|(text, count)| (text, count as f64 / total));
    json!({"measurementProbabilities": shares.collect::<BTreeMap<_, _>>()})
}
