use std::collections::BTreeSet;

use cheqqers_backend::Noise;
use serde_json::{Value, json};

use crate::machine::Machine;

/// Platform: a machine, real or simulated, with its prices.
#[derive(Debug)]
pub(super) struct Platform {
    pub(super) id: &'static str,
    pub(super) name: &'static str,
    pub(super) provider: &'static str,
    pub(super) backend: &'static str,
    technology: &'static str,
    pub(super) kind: Kind,
    pub(super) num_qubits: usize,
    pub(super) max_shots: u64,
    pub(super) max_circuits: usize,
    /// Gates of Qiskit that it runs; empty for one that lists none.
    gates: &'static [&'static str],
    /// Prices of an hour, a circuit and a shot, in billionths of a euro.
    prices: [u64; 3],
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    Machine,
    /// Simulator with the noise of a machine.
    Twin,
    Simulator,
    /// Machine that runs no circuits of gates.
    Photonic,
}

/// Billionths of a euro.
const EURO: u64 = 1_000_000_000;

/// Native gates of trapped ions.
const IONS: &[&str] = &["rz", "r", "rxx"];

/// Gates of a platform that compiles: its native ones, and those of Qiskit that programs are likely to have.
const GATES: &[&str] = &[
    "r", "cz", "id", "u", "p", "x", "y", "z", "h", "s", "sdg", "t", "tdg", "sx", "rx", "ry", "rz",
    "cx", "cp", "swap", "ccx",
];

/// Prices and qubits are those of the documentation, as of 2026-02; the rest is made up.
pub(super) const PLATFORMS: [Platform; 5] = [
    Platform {
        id: "6b2f3d0e-51a3-4c57-9f0d-1c8f0c2f7a01",
        name: "QPU-GARNET-20PQ",
        provider: "iqm",
        backend: "garnet",
        technology: "superconducting",
        kind: Kind::Machine,
        num_qubits: 20,
        max_shots: 20_000,
        max_circuits: 10,
        gates: GATES,
        prices: [2_000 * EURO, 220_000_000, 1_200_000],
    },
    Platform {
        id: "6b2f3d0e-51a3-4c57-9f0d-1c8f0c2f7a02",
        name: "QPU-IBEX-12PQ",
        provider: "aqt",
        backend: "ibex",
        technology: "trapped_ion",
        kind: Kind::Machine,
        num_qubits: 12,
        max_shots: 2000,
        max_circuits: 10,
        gates: IONS,
        prices: [0, 300_000_000, 21_000_000],
    },
    Platform {
        id: "6b2f3d0e-51a3-4c57-9f0d-1c8f0c2f7a03",
        name: "EMU-IBEX-12PQ-L4",
        provider: "aqt",
        backend: "aer",
        technology: "trapped_ion",
        kind: Kind::Twin,
        num_qubits: 12,
        max_shots: 2000,
        max_circuits: 10,
        gates: IONS,
        prices: [750_000_000, 0, 0],
    },
    Platform {
        id: "6b2f3d0e-51a3-4c57-9f0d-1c8f0c2f7a04",
        name: "EMU-AER-16C-128M",
        provider: "scaleway",
        backend: "aer",
        technology: "general_purpose",
        kind: Kind::Simulator,
        num_qubits: 30,
        max_shots: 100_000,
        max_circuits: 100,
        gates: &[],
        prices: [820_000_000, 0, 0],
    },
    Platform {
        id: "6b2f3d0e-51a3-4c57-9f0d-1c8f0c2f7a05",
        name: "QPU-ASCELLA-6PQ",
        provider: "quandela",
        backend: "ascella",
        technology: "photonic",
        kind: Kind::Photonic,
        num_qubits: 6,
        max_shots: 1_000_000,
        max_circuits: 1,
        gates: &[],
        prices: [1_200 * EURO, 0, 0],
    },
];

impl Platform {
    pub(super) fn find(id: &str) -> Option<&'static Self> {
        PLATFORMS.iter().find(|platform| platform.id == id)
    }

    fn kind(&self) -> &'static str {
        match self.kind {
            Kind::Machine | Kind::Photonic => "qpu",
            Kind::Twin | Kind::Simulator => "simulator",
        }
    }

    pub(super) fn machine(&self) -> Machine {
        match self.kind {
            Kind::Simulator => Machine::Exact,
            _ => Machine::Noisy(Noise::typical()),
        }
    }

    pub(super) fn describe(&self, availability: &str) -> Value {
        let [hour, circuit, shot] = self.prices.map(money);
        json!({
            "id": self.id,
            "version": "1.0",
            "name": self.name,
            "provider_name": self.provider,
            "backend_name": self.backend,
            "type": self.kind(),
            "technology": self.technology,
            "max_qubit_count": self.num_qubits,
            "max_shot_count": self.max_shots,
            "max_circuit_count": self.max_circuits,
            "availability": availability,
            "metadata": self.metadata(),
            "price_per_hour": hour,
            "price_per_circuit": circuit,
            "price_per_shot": shot,
            "hardware": {
                "name": self.backend,
                "vcpus": 16,
                "gpus": 0,
                "gpus_network": "",
                "ram": 137_438_953_472_u64,
                "vram": 0,
            },
            "description": "An emulated platform",
            "documentation_url": "",
            "is_bookable": false,
        })
    }

    /// Target as the package for Qiskit reads it: JSON in a text, without pairs of qubits.
    fn metadata(&self) -> String {
        if self.gates.is_empty() {
            return String::new();
        }
        let names = self.gates.iter().chain(&["measure"]);
        let instructions: Vec<Value> = names.map(|name| json!({"name": name})).collect();
        json!({"qiskit": {"target": {"instructions": instructions}}}).to_string()
    }

    /// Gates of a program that the platform doesn't list.
    pub(super) fn missing<'a>(&self, gates: &'a BTreeSet<String>) -> Vec<&'a str> {
        let names = gates.iter().map(String::as_str);
        // The gate of the language itself has another name in Qiskit.
        let is_listed = |name: &str| self.gates.contains(&if name == "U" { "u" } else { name });
        let missing = names.filter(|&name| !self.gates.is_empty() && !is_listed(name));
        missing.collect()
    }

    /// Returns `true` if the filters of a list, by name, let it pass.
    pub(super) fn passes(&self, name: &str, wanted: &str) -> bool {
        match name {
            "name" => self.name == wanted,
            "provider_name" => self.provider == wanted,
            "backend_name" => self.backend == wanted,
            "platform_type" => wanted == "unknown_type" || self.kind() == wanted,
            "platform_technology" => wanted == "unknown_technology" || self.technology == wanted,
            _ => true,
        }
    }
}

/// Price as the service writes it: whole euros, and billionths.
fn money(price: u64) -> Value {
    json!({"currency_code": "EUR", "units": price / EURO, "nanos": price % EURO})
}
