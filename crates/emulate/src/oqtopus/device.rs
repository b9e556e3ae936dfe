use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::Response;
use cheqqers_backend::Noise;
use cheqqers_circuit::{Circuit, Gate, Qubit};
use serde_json::{Value, json};

use super::{Oqtopus, error};
use crate::fault::{Data, Faults};
use crate::jobs::Failure;
use crate::machine::Machine;
use crate::reply;

/// A device of the site.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Device {
    /// A simulator.
    Qulacs,
    /// A machine: a square lattice of qubits.
    Lattice,
}

/// Rows, and as many columns, of the lattice.
const SIDE: usize = 4;
/// The gates of both.
const BASIS: [&str; 4] = ["cz", "rz", "sx", "x"];
/// What the device says of its errors, which are those of [`Noise::typical`].
const GATE_ERROR: f64 = 2.5e-4;
const CZ_ERROR: f64 = 3.8e-3;
const READOUT_ERROR: f64 = 7.6e-3;

impl Device {
    const ALL: [Self; 2] = [Self::Qulacs, Self::Lattice];

    pub(super) fn find(id: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|device| device.id() == id)
    }

    pub(super) fn id(self) -> &'static str {
        match self {
            Self::Qulacs => "qulacs",
            Self::Lattice => "lattice",
        }
    }

    pub(super) fn is_simulator(self) -> bool {
        self == Self::Qulacs
    }

    pub(super) fn qubits(self) -> usize {
        match self {
            Self::Qulacs => 30,
            Self::Lattice => SIDE * SIDE,
        }
    }

    pub(super) fn machine(self) -> Machine {
        match self {
            Self::Qulacs => Machine::Exact,
            Self::Lattice => Machine::Noisy(Noise::typical()),
        }
    }

    /// Whether a circuit can be run as it is, without being compiled.
    pub(super) fn takes(self, circuit: &Circuit) -> Result<(), Failure> {
        if self.is_simulator() {
            return Ok(());
        }
        let couplings = couplings();
        for (gate, qubits) in circuit.gates() {
            let fits = match gate {
                Gate::Cz => {
                    let (a, b) = (qubits[0].min(qubits[1]), qubits[0].max(qubits[1]));
                    couplings.contains(&(a, b))
                }
                Gate::Rz(_) | Gate::Sx | Gate::X => true,
                _ => false,
            };
            if !fits {
                let qubits: Vec<_> = qubits.iter().map(|qubit| qubit.index()).collect();
                let message = format!(
                    "{gate:?} on {qubits:?} is not a gate of the device, and the program is not to \
                     be transpiled"
                );
                return Err(Failure::program(message));
            }
        }
        Ok(())
    }

    fn describe(self, oqtopus: &Oqtopus) -> Value {
        let faults = &oqtopus.shared.faults;
        let clock = &oqtopus.shared.clock;
        let now = clock.now();
        let all = oqtopus.jobs.all();
        let waiting = all.iter().filter(|job| {
            job.details.device == self && job.started > now && job.cancelled().is_none()
        });
        let mut told = json!({
            "device_id": self.id(),
            "device_type": if self.is_simulator() { "simulator" } else { "QPU" },
            "status": if is_available(faults) { "available" } else { "unavailable" },
            "n_pending_jobs": waiting.count(),
            "n_qubits": self.qubits(),
            "basis_gates": BASIS,
            "supported_instructions": ["measure", "barrier"],
            "description": "An emulated device",
        });
        if !is_available(faults) {
            told["available_at"] = json!(clock.text(now + Duration::from_hours(1)));
        }
        if !self.is_simulator() {
            told["device_info"] = json!(calibration(self).to_string());
            told["calibrated_at"] = json!("2026-11-01T00:00:00.000Z");
        }
        told
    }
}

/// Whether devices say that they run jobs.
fn is_available(faults: &Faults) -> bool {
    !faults.stands(Data::Offline) && !faults.stands(Data::Paused)
}

/// The pairs of neighbours, the lower qubit first.
fn couplings() -> BTreeSet<(Qubit, Qubit)> {
    let mut pairs = BTreeSet::new();
    for qubit in 0..SIDE * SIDE {
        let ends = [
            (qubit % SIDE + 1 < SIDE, qubit + 1),
            (qubit / SIDE + 1 < SIDE, qubit + SIDE),
        ];
        for (_, other) in ends.into_iter().filter(|(is_there, _)| *is_there) {
            pairs.insert((Qubit::from_index(qubit), Qubit::from_index(other)));
        }
    }
    pairs
}

/// What the site knows of a machine.
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

pub(super) async fn list(State(oqtopus): State<Arc<Oqtopus>>) -> Response {
    let told = Device::ALL.map(|device| device.describe(&oqtopus));
    reply::ok(&json!(told))
}

pub(super) async fn show(State(oqtopus): State<Arc<Oqtopus>>, Path(id): Path<String>) -> Response {
    match Device::find(&id) {
        Some(device) => reply::ok(&device.describe(&oqtopus)),
        None => error(StatusCode::NOT_FOUND, "device not found"),
    }
}
