use std::sync::Arc;
use std::time::Duration;

use axum::extract::{Path, State};
use axum::response::Response;
use serde_json::{Value, json};

use super::device::{Device, SIDE, couplings};
use super::error::{OqtopusError, Reply};
use super::state::Oqtopus;
use crate::fault::{Faults, JobFault};
use crate::reply;

/// Gates of all devices.
const BASIS: [&str; 4] = ["cz", "rz", "sx", "x"];
/// Errors of the calibration, as in `Noise::typical`.
const GATE_ERROR: f64 = 2.5e-4;
const CZ_ERROR: f64 = 3.8e-3;
const READOUT_ERROR: f64 = 7.6e-3;

pub(super) async fn list(State(oqtopus): State<Arc<Oqtopus>>) -> Response {
    let devices = Device::ALL.map(|device| describe(device, &oqtopus));
    reply::ok(&json!(devices))
}

pub(super) async fn show(State(oqtopus): State<Arc<Oqtopus>>, Path(id): Path<String>) -> Reply {
    let device = Device::find(&id);
    let device = device.ok_or_else(|| OqtopusError::not_found("device not found"))?;
    Ok(reply::ok(&describe(device, &oqtopus)))
}

fn describe(device: Device, oqtopus: &Oqtopus) -> Value {
    let faults = &oqtopus.shared.faults;
    let clock = &oqtopus.shared.clock;
    let now = clock.now();
    let all = oqtopus.jobs.all();
    let waiting = all.iter().filter(|job| {
        job.details.device == device && job.started > now && job.cancelled().is_none()
    });
    let mut object = json!({
        "device_id": device.id(),
        "device_type": if device.is_simulator() { "simulator" } else { "QPU" },
        "status": if is_available(faults) { "available" } else { "unavailable" },
        "n_pending_jobs": waiting.count(),
        "n_qubits": device.qubits(),
        "basis_gates": BASIS,
        "supported_instructions": ["measure", "barrier"],
        "description": "An emulated device",
    });
    if !is_available(faults) {
        object["available_at"] = json!(clock.text(now + Duration::from_hours(1)));
    }
    if !device.is_simulator() {
        object["device_info"] = json!(calibration(device).to_string());
        object["calibrated_at"] = json!("2026-11-01T00:00:00.000Z");
    }
    object
}

/// Returns `true` if devices run jobs.
fn is_available(faults: &Faults) -> bool {
    !faults.has(JobFault::Offline) && !faults.has(JobFault::Paused)
}

/// Calibration of a device.
fn calibration(device: Device) -> Value {
    let qubits = (0..device.qubits()).map(|qubit| {
        json!({
            "id": qubit,
            "physical_id": qubit,
            "position": {"x": qubit % SIDE, "y": qubit / SIDE},
            "fidelity": 1.0 - GATE_ERROR,
            "meas_error": {
                "prob_meas1_prep0": READOUT_ERROR,
                "prob_meas0_prep1": READOUT_ERROR,
                "readout_assignment_error": READOUT_ERROR,
            },
            "qubit_lifetime": {"t1": 200.0, "t2": 150.0},
            "gate_duration": {"rz": 0, "sx": 32, "x": 32},
        })
    });
    let couplings = couplings().into_iter().map(|(a, b)| {
        json!({
            "control": a.index(),
            "target": b.index(),
            "fidelity": 1.0 - CZ_ERROR,
            "gate_duration": {"cz": 68},
        })
    });
    json!({
        "name": device.id(),
        "device_id": device.id(),
        "qubits": qubits.collect::<Vec<_>>(),
        "couplings": couplings.collect::<Vec<_>>(),
        "calibrated_at": "2026-11-01T00:00:00.000Z",
    })
}
