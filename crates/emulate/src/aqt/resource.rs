use std::sync::Arc;

use cheqqers_native::{Basis, Device, PhysicalQubit};
use serde_json::{Map, Value, json};

use crate::machine::Machine;

/// Resource of a workspace.
#[derive(Debug)]
pub(super) struct Resource {
    pub(super) id: &'static str,
    name: &'static str,
    pub(super) workspace: &'static str,
    pub(super) num_qubits: usize,
    kind: Kind,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    Device,
    NoisySimulator,
    Simulator,
}

/// Identifiers of the workspaces in order.
pub(super) const WORKSPACES: [&str; 2] = ["emulated", "simulators"];

const RESOURCES: [Resource; 3] = [
    Resource {
        id: "ibex",
        name: "IBEX",
        workspace: WORKSPACES[0],
        num_qubits: 12,
        kind: Kind::Device,
    },
    Resource {
        id: "simulator_noise",
        name: "Simulator with noise",
        workspace: WORKSPACES[1],
        num_qubits: 20,
        kind: Kind::NoisySimulator,
    },
    Resource {
        id: "simulator_no_noise",
        name: "Simulator",
        workspace: WORKSPACES[1],
        num_qubits: 20,
        kind: Kind::Simulator,
    },
];

/// Fidelities in percent: of a gate on one qubit and on two, and of preparation with readout.
const SINGLE: f64 = 99.85;
const PAIR: f64 = 99.25;
const SPAM: f64 = 99.7;
/// Times of decay in seconds, and durations in microseconds: of a gate on one qubit and on two, and of a
/// readout.
const T1: f64 = 1.168;
const T2: f64 = 0.5;
const SINGLE_LENGTH: f64 = 15.0;
const PAIR_LENGTH: f64 = 200.0;
const READOUT_LENGTH: f64 = 2000.0;

impl Resource {
    /// Resources of a workspace.
    pub(super) fn of(workspace: &str) -> impl Iterator<Item = &'static Self> {
        let all = RESOURCES.iter();
        all.filter(move |resource| resource.workspace == workspace)
    }

    pub(super) fn find(id: &str) -> Option<&'static Self> {
        RESOURCES.iter().find(|resource| resource.id == id)
    }

    fn device(&self) -> Device {
        let infidelity = |percent: f64| 1.0 - percent / 100.0;
        let simulated = PhysicalQubit {
            sx_error: infidelity(SINGLE),
            ..PhysicalQubit::PERFECT
        };
        let (qubit, length) = match self.kind {
            Kind::Device => (
                PhysicalQubit {
                    t1: Some(T1 * 1e6),
                    t2: Some(T2 * 1e6),
                    readout: [infidelity(SPAM); 2],
                    readout_length: READOUT_LENGTH * 1e3,
                    sx_length: SINGLE_LENGTH * 1e3,
                    ..simulated
                },
                PAIR_LENGTH * 1e3,
            ),
            _ => (simulated, 0.0),
        };
        let device = Device::all_to_all(self.id, self.num_qubits, qubit, infidelity(PAIR), length);
        device
            .expect("numbers in their ranges")
            .with_basis(Basis::Prx)
    }

    pub(super) fn machine(&self) -> Machine {
        match self.kind {
            Kind::Simulator => Machine::Exact,
            _ => Machine::Placed(Arc::new(self.device())),
        }
    }

    pub(super) fn summary(&self) -> Value {
        let kind = match self.kind {
            Kind::Device => "device",
            _ => "simulator",
        };
        json!({"id": self.id, "name": self.name, "type": kind})
    }

    /// Characterisation of a device as it was at a time; null for a simulator.
    pub(super) fn characterisation(&self, time: &str) -> Value {
        if self.kind != Kind::Device {
            return Value::Null;
        }
        let value = |value: f64| json!({"value": value, "uncertainty": 0.01});
        let single = (0..self.num_qubits).map(|index| (index.to_string(), value(SINGLE)));
        json!({
            "single_qubit_gate_fidelity": Value::Object(single.collect::<Map<_, _>>()),
            "mean_two_qubit_gate_fidelity": value(PAIR),
            "spam_fidelity_lower_bound": SPAM,
            "t1_s": value(T1),
            "t2_coherence_time_s": value(T2),
            "readout_time_micros": READOUT_LENGTH,
            "single_qubit_gate_duration_micros": SINGLE_LENGTH,
            "two_qubit_gate_duration_micros": PAIR_LENGTH,
            "updated_at": time,
        })
    }
}
