use std::sync::Arc;

use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::Response;
use serde_json::{Value, json};

use super::error::{IqmError, Reply};
use super::state::{ALIAS, Iqm};
use crate::fault::JobFault;
use crate::jobs::Phase;
use crate::reply;

/// Most shots of a circuit, circuits of a job, and instructions of a circuit: those of the service are
/// told to its users alone.
pub(super) const MAX_SHOTS: u64 = 20_000;
pub(super) const MAX_CIRCUITS: usize = 100;
pub(super) const MAX_INSTRUCTIONS: usize = 10_000;

/// Name of the chip.
pub(super) const CHIP: &str = "EMULATED_GARNET";

impl Iqm {
    /// Returns `true` if the computer takes no jobs.
    pub(super) fn is_offline(&self) -> bool {
        self.shared.faults.has(JobFault::Offline)
    }
}

pub(super) async fn list(State(iqm): State<Arc<Iqm>>) -> Response {
    reply::ok(&json!({"quantum_computers": [{
        "id": iqm.computer,
        "alias": ALIAS,
        "display_name": "Garnet",
        "station_control_version": "emulated",
        "proxy_path": null,
    }]}))
}

pub(super) async fn health(State(iqm): State<Arc<Iqm>>, Path(qc): Path<String>) -> Reply {
    iqm.check(&qc)?;
    let is_off = iqm.is_offline() || iqm.shared.faults.has(JobFault::Paused);
    let clock = &iqm.shared.clock;
    Ok(reply::ok(&json!({
        "healthy": !is_off,
        "updated_at": clock.text(clock.now()),
    })))
}

pub(super) async fn limits(State(iqm): State<Arc<Iqm>>, Path(qc): Path<String>) -> Reply {
    iqm.check(&qc)?;
    Ok(reply::ok(&json!({
        "max_circuits_per_job": MAX_CIRCUITS,
        "max_executions_per_job": MAX_CIRCUITS as u64 * MAX_SHOTS,
        "max_instructions_per_circuit": MAX_INSTRUCTIONS,
        "max_shots_per_circuit": MAX_SHOTS,
    })))
}

pub(super) async fn queue(State(iqm): State<Arc<Iqm>>, Path(qc): Path<String>) -> Reply {
    iqm.check(&qc)?;
    let mut waiting = 0;
    for job in iqm.jobs.all() {
        waiting += u32::from(job.phase(&iqm.shared).await == Phase::Queued);
    }
    Ok(reply::ok(
        &json!({"available": [], "queue_length": waiting}),
    ))
}

pub(super) async fn artifact(
    State(iqm): State<Arc<Iqm>>,
    Path((qc, artifact)): Path<(String, String)>,
) -> Reply {
    iqm.check(&qc)?;
    match &artifact[..] {
        "static-quantum-architectures" => Ok(reply::ok(&json!([static_architecture(&iqm)]))),
        "about" => Ok(reply::ok(
            &json!({"version": "emulated", "software_versions": {}}),
        )),
        _ => {
            let message = format!("there is no artifact {artifact:?}");
            let code = "qc_artifact_not_found";
            Err(IqmError::new(StatusCode::NOT_FOUND, code, message))
        }
    }
}

/// Qubits and couplers.
fn static_architecture(iqm: &Iqm) -> Value {
    let qubits = (0..iqm.device.num_qubits()).map(Iqm::name);
    let couplers = iqm.device.edges();
    let couplers = couplers.map(|edge| edge.qubits.map(|qubit| Iqm::name(qubit.index())));
    json!({
        "dut_label": CHIP,
        "qubits": qubits.collect::<Vec<_>>(),
        "computational_resonators": [],
        "connectivity": couplers.collect::<Vec<_>>(),
    })
}
