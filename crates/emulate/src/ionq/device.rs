use std::sync::Arc;

use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::Response;
use cheqqers_backend::Noise;
use serde_json::{Value, json};

use super::error::{IonqError, Reply};
use super::state::Ionq;
use crate::fault::{Faults, JobFault};
use crate::machine::Machine;
use crate::reply;

#[derive(Debug)]
pub(super) struct Device {
    pub(super) name: &'static str,
    pub(super) qubits: usize,
    pub(super) is_simulator: bool,
}

const DEVICES: [Device; 3] = [
    Device {
        name: "simulator",
        qubits: 29,
        is_simulator: true,
    },
    Device {
        name: "qpu.forte-1",
        qubits: 36,
        is_simulator: false,
    },
    Device {
        name: "qpu.forte-enterprise-1",
        qubits: 36,
        is_simulator: false,
    },
];

/// Noise models of the simulator.
const MODELS: [&str; 9] = [
    "ideal",
    "harmony",
    "harmony-1",
    "harmony-2",
    "aria-1",
    "aria-2",
    "aria-3",
    "forte-1",
    "forte-enterprise-1",
];

/// Id of the calibration that all machines share.
const CHARACTERIZATION: &str = "00000000-0000-4000-8000-000000000003";

impl Device {
    pub(super) fn find(name: &str) -> Option<&'static Self> {
        DEVICES.iter().find(|device| device.name == name)
    }

    /// Error for new jobs; `None` while the device accepts them.
    pub(super) fn refusal(&self, faults: &Faults) -> Option<IonqError> {
        let message = format!("the backend {} is unavailable", self.name);
        faults
            .has(JobFault::Offline)
            .then(|| IonqError::new(StatusCode::CONFLICT, message))
    }

    /// Machine that runs jobs with a noise model; `None` for an unknown model.
    pub(super) fn machine(&self, model: Option<&str>) -> Option<Machine> {
        match model {
            Some(model) if !MODELS.contains(&model) => None,
            None | Some("ideal") if self.is_simulator => Some(Machine::Exact),
            _ => Some(Machine::Noisy(Noise::typical())),
        }
    }

    fn description(&self, ionq: &Ionq) -> Value {
        let faults = &ionq.shared.faults;
        let is_off = faults.has(JobFault::Offline) || faults.has(JobFault::Paused);
        let status = if is_off { "unavailable" } else { "available" };
        let clock = &ionq.shared.clock;
        json!({
            "backend": self.name,
            "status": status,
            "degraded": false,
            "qubits": self.qubits,
            "average_queue_time": if self.is_simulator { 1000 } else { 30_000 },
            "last_updated": clock.text(clock.now()),
            "characterization_id": (!self.is_simulator).then_some(CHARACTERIZATION),
            "supported_gates": ["x", "y", "z", "rx", "ry", "rz", "h", "s", "si", "v", "vi", "t",
                "ti", "cnot", "swap"],
            "supported_native_gates": ["gpi", "gpi2", "ms"],
            "supported_error_mitigations": [],
        })
    }
}

pub(super) async fn list(State(ionq): State<Arc<Ionq>>) -> Response {
    let devices = DEVICES.iter().map(|device| device.description(&ionq));
    reply::ok(&devices.collect())
}

/// Device of the path.
fn find(name: &str) -> Result<&'static Device, IonqError> {
    Device::find(name).ok_or_else(|| IonqError::not_found("backend"))
}

pub(super) async fn show(State(ionq): State<Arc<Ionq>>, Path(name): Path<String>) -> Reply {
    Ok(reply::ok(&find(&name)?.description(&ionq)))
}

/// Calibration with the median errors of a trapped-ion device; times are in s.
pub(super) async fn characterizations(
    State(ionq): State<Arc<Ionq>>,
    Path(name): Path<String>,
) -> Reply {
    let device = find(&name)?;
    if device.is_simulator {
        return Ok(reply::ok(&json!({"characterizations": null})));
    }
    let pairs = (0..device.qubits).flat_map(|a| (a + 1..device.qubits).map(move |b| [a, b]));
    let clock = &ionq.shared.clock;
    Ok(reply::ok(&json!({"characterizations": [{
        "id": CHARACTERIZATION,
        "backend": name,
        "date": clock.text(clock.now()),
        "qubits": device.qubits,
        "connectivity": pairs.collect::<Vec<_>>(),
        "fidelity": {"spam": {"median": 0.9924}},
        "timing": {"readout": 1.5e-4, "reset": 5e-5, "1q": 1.1e-4, "2q": 9e-4, "t1": 100.0, "t2": 1.0},
    }]})))
}
