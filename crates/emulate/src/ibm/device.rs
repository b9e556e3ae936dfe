//! Devices in the JSON of the service.

use std::collections::HashMap;
use std::sync::{Arc, LazyLock};

use axum::extract::{Path, Query, State};
use axum::http::HeaderMap;
use axum::response::Response;
use cheqqers_circuit::Qubit;
use cheqqers_native::{Device, PhysicalQubit};
use serde_json::{Value, json};

use super::error::{IbmError, Reply};
use super::state::{Ibm, Job, VERSIONS};
use crate::fault::{Faults, JobFault};
use crate::machine::Machine;
use crate::options::DeviceNoise;
use crate::reply::{self, header};

/// Device of the service.
#[derive(Clone, Debug)]
pub(crate) struct Backend {
    pub(crate) name: String,
    pub(crate) device: Arc<Device>,
    /// Checks jobs and answers with random bits.
    pub(crate) is_mock: bool,
}

/// Revision of each processor, as in the package of the presets.
const REVISIONS: [(&str, &str); 3] = [("torino", "1"), ("fez", "2"), ("pittsburgh", "3")];

pub(crate) const VERSION: &str = "1.0.0";

/// Calibration date of a device whose preset has none.
const LONG_AGO: &str = "2025-01-01T00:00:00Z";

/// Devices, and then a mock of each.
static ALL: LazyLock<Vec<Backend>> = LazyLock::new(|| {
    let of = |prefix: &str, is_mock: bool| {
        let presets = Device::presets().into_iter();
        let backends = presets.map(|name| Backend {
            name: format!("{prefix}_{name}"),
            device: Arc::new(Device::preset(name).expect("the name is that of a preset")),
            is_mock,
        });
        backends.collect::<Vec<_>>()
    };
    [of("ibm", false), of("mock", true)].concat()
});

impl Backend {
    pub(crate) fn all() -> &'static [Self] {
        &ALL
    }

    /// All devices but the mocks.
    pub(crate) fn real() -> impl Iterator<Item = &'static Self> {
        ALL.iter().filter(|backend| !backend.is_mock)
    }

    /// Machine that runs the jobs of the device.
    pub(super) fn machine(&self, noise: DeviceNoise) -> Machine {
        if self.is_mock {
            return Machine::Random;
        }
        Machine::Placed(Arc::clone(&self.device)).with_noise(noise)
    }

    pub(crate) fn find(name: &str) -> Result<&'static Self, IbmError> {
        let found = ALL.iter().find(|backend| backend.name == name);
        found.ok_or_else(|| IbmError::no_device(name))
    }

    fn processor(&self) -> Value {
        let known = REVISIONS
            .iter()
            .find(|(name, _)| self.device.name() == *name);
        json!({"family": "Heron", "revision": known.map(|(_, revision)| revision)})
    }

    /// Pairs of neighbours in both orders, sorted.
    fn couplings(&self) -> Vec<[usize; 2]> {
        let edges = self.device.edges().flat_map(|edge| {
            let [a, b] = edge.qubits.map(Qubit::index);
            [[a, b], [b, a]]
        });
        let mut couplings: Vec<_> = edges.collect();
        couplings.sort_unstable();
        couplings
    }

    pub(crate) fn configuration(&self) -> Value {
        let num_qubits = self.device.num_qubits();
        let singles: Vec<[usize; 1]> = (0..num_qubits).map(|qubit| [qubit]).collect();
        let gate = |name: &str, parameters: Value, definition: &str| {
            json!({"name": name, "parameters": parameters, "qasm_def": definition,
                   "coupling_map": singles})
        };
        let couplings = self.couplings();
        json!({
            "backend_name": self.name,
            "backend_version": VERSION,
            "n_qubits": num_qubits,
            "basis_gates": ["cz", "id", "rz", "sx", "x"],
            "gates": [
                gate("id", json!([]), "gate id q { U(0, 0, 0) q; }"),
                gate("rz", json!(["theta"]), "gate rz(theta) q { U(0, 0, theta) q; }"),
                gate("sx", json!([]), "gate sx q { U(pi/2, 3*pi/2, pi/2) q; }"),
                gate("x", json!([]), "gate x q { U(pi, 0, pi) q; }"),
                {"name": "cz", "parameters": [], "qasm_def": "gate cz q0,q1 { ctrl(1) @ z q1; }",
                 "coupling_map": couplings},
            ],
            "coupling_map": couplings,
            "local": false,
            "simulator": false,
            "conditional": false,
            "open_pulse": false,
            "memory": true,
            "max_shots": 100_000,
            "max_experiments": 300,
            "supported_instructions": ["cz", "id", "measure", "rz", "sx", "x"],
            "supported_features": ["qasm3"],
            "processor_type": self.processor(),
            "dt": 4.0,
            "dtm": 4.0,
            "dynamic_reprate_enabled": true,
            "rep_delay_range": [0.0, 500.0],
            "default_rep_delay": 250.0,
            "rep_times": [0.001],
            "timing_constraints": {"granularity": 1, "min_length": 2, "pulse_alignment": 1,
                                   "acquire_alignment": 1},
            "meas_map": [(0..num_qubits).collect::<Vec<_>>()],
            "meas_levels": [1, 2],
            "n_registers": 1,
            "credits_required": true,
            "online_date": LONG_AGO,
            "description": format!("{num_qubits} qubit device"),
            "allow_q_object": true,
            "multi_meas_enabled": true,
            "parallel_compilation": true,
        })
    }

    pub(crate) fn properties(&self) -> Value {
        let date = self.device.calibrated().unwrap_or(LONG_AGO);
        let number = |name: &str, unit: &str, value: f64| json!({"date": date, "name": name, "unit": unit, "value": value});
        let qubit = |qubit: &PhysicalQubit| {
            let times = [("T1", qubit.t1), ("T2", qubit.t2)];
            let times = times
                .into_iter()
                .filter_map(|(name, time)| Some((name, time?)));
            let times = times.map(|(name, time)| number(name, "us", time));
            let [one_given_zero, zero_given_one] = qubit.readout;
            let readout = [
                number("readout_error", "", qubit.readout_error()),
                number("prob_meas0_prep1", "", zero_given_one),
                number("prob_meas1_prep0", "", one_given_zero),
                number("readout_length", "ns", qubit.readout_length),
            ];
            times.chain(readout).collect::<Value>()
        };
        let gate = |name: &str, qubits: &[usize], error: f64, length: f64| {
            let numbers = qubits.iter().map(ToString::to_string);
            let number_of_all = numbers.collect::<Vec<_>>().join("_");
            json!({"gate": name, "name": format!("{name}{number_of_all}"), "qubits": qubits,
                   "parameters": [number("gate_error", "", error),
                                  number("gate_length", "ns", length)]})
        };
        let mut gates = Vec::new();
        for (k, qubit) in self.device.qubits().iter().enumerate() {
            for name in ["id", "sx", "x"] {
                gates.push(gate(name, &[k], qubit.sx_error, qubit.sx_length));
            }
            gates.push(gate("rz", &[k], 0.0, 0.0));
        }
        for edge in self.device.edges() {
            let [a, b] = edge.qubits.map(Qubit::index);
            gates.push(gate("cz", &[a, b], edge.error, edge.length));
            gates.push(gate("cz", &[b, a], edge.error, edge.length));
        }
        json!({
            "backend_name": self.name,
            "backend_version": VERSION,
            "last_update_date": date,
            "qubits": self.device.qubits().iter().map(qubit).collect::<Value>(),
            "gates": gates,
            "general": [],
            "general_qlists": [],
        })
    }

    fn description(&self, ibm: &Ibm) -> Value {
        let edges = self.device.edges();
        let best = edges.min_by(|a, b| a.error.total_cmp(&b.error));
        let best = best.map(|edge| {
            let qubits = edge.qubits.map(Qubit::index);
            json!({"value": edge.error, "gate": "cz", "unit": "", "qubits": qubits})
        });
        json!({
            "name": self.name,
            "class": if self.is_mock { "mock" } else { "real" },
            "status": {"name": state(&ibm.shared.faults), "reason": null},
            "is_simulator": false,
            "qubits": self.device.num_qubits(),
            "processor_type": self.processor(),
            "clops": {"type": "hardware", "value": 200_000},
            "queue_length": queue(ibm, &self.name),
            "wait_time_seconds": {"average": 30, "p50": 30, "p95": 60},
            "performance_metrics": {"two_q_error_best": best},
        })
    }
}

/// Status of all devices: `offline`, `paused` or `online`.
pub(crate) fn state(faults: &Faults) -> &'static str {
    if faults.has(JobFault::Offline) {
        "offline"
    } else if faults.has(JobFault::Paused) {
        "paused"
    } else {
        "online"
    }
}

/// Number of unfinished jobs of a device.
fn queue(ibm: &Ibm, name: &str) -> usize {
    let now = ibm.shared.clock.now();
    let waits = |job: &Arc<Job>| {
        job.details.backend == name && job.cancelled().is_none() && now < job.ended
    };
    ibm.jobs.all().iter().filter(|job| waits(job)).count()
}

/// Returns `true` if a parameter asks for mocks too.
pub(super) fn includes_mocks(value: &str) -> bool {
    value.eq_ignore_ascii_case("true")
}

/// List of devices; names alone in the first version of the API.
pub(super) async fn list(
    State(ibm): State<Arc<Ibm>>,
    Query(query): Query<HashMap<String, String>>,
    headers: HeaderMap,
) -> Response {
    let version = header(&headers, "ibm-api-version").unwrap_or(VERSIONS[0]);
    let with_mocks = query.get("include_mocks");
    let with_mocks = with_mocks.is_some_and(|value| includes_mocks(value));
    let devices = Backend::all().iter();
    let devices = devices.filter(|backend| with_mocks || !backend.is_mock);
    let devices = devices.map(|backend| {
        if version == VERSIONS[0] {
            json!(backend.name)
        } else {
            backend.description(&ibm)
        }
    });
    reply::ok(&json!({"devices": devices.collect::<Value>()}))
}

pub(super) async fn status(State(ibm): State<Arc<Ibm>>, Path(name): Path<String>) -> Reply {
    let backend = Backend::find(&name)?;
    let state = state(&ibm.shared.faults);
    Ok(reply::ok(&json!({
        "state": state != "offline",
        "status": if state == "online" { "active" } else { state },
        "message": "",
        "length_queue": queue(&ibm, &backend.name),
        "backend_version": VERSION,
    })))
}

pub(super) async fn configuration(Path(name): Path<String>) -> Reply {
    Ok(reply::ok(&Backend::find(&name)?.configuration()))
}

pub(super) async fn properties(Path(name): Path<String>) -> Reply {
    Ok(reply::ok(&Backend::find(&name)?.properties()))
}
