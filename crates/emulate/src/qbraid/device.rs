use cheqqers_backend::Noise;
use serde_json::{Value, json};

use crate::machine::Machine;

/// Device of a vendor, with its prices.
#[derive(PartialEq, Debug)]
pub(super) struct Device {
    /// Vendor, provider, `sim` or `qpu`, and name.
    pub(super) qrn: &'static str,
    name: &'static str,
    pub(super) num_qubits: usize,
    pub(super) shots: [usize; 2],
    types: &'static [&'static str],
    /// Prices of a job, a shot and a minute in credits; `None` where the vendor changes them.
    prices: Option<[f64; 3]>,
    /// Kind of machine; none for a simulator.
    modality: Option<&'static str>,
    /// Takes several programs in a job.
    pub(super) has_batches: bool,
}

/// Types of programs by the words of the service's own client.
const QASM: &[&str] = &["qasm2", "qasm3"];
const BRAKET: &[&str] = &["braket", "qasm3"];

const FREE: Option<[f64; 3]> = Some([0.0; 3]);

/// Names, qubits and prices are those of the service, as of 2026-09; the rest is made up.
pub(super) const DEVICES: [Device; 9] = [
    Device {
        qrn: "qbraid:qbraid:sim:qir-sv",
        name: "QIR Simulator",
        num_qubits: 64,
        shots: [1, 100_000],
        types: &["pyqir", "qasm3"],
        prices: FREE,
        modality: None,
        has_batches: true,
    },
    Device {
        qrn: "ionq:ionq:sim:simulator",
        name: "IonQ Simulator",
        num_qubits: 29,
        shots: [1, 100_000],
        types: QASM,
        prices: FREE,
        modality: None,
        has_batches: false,
    },
    Device {
        qrn: "aws:aws:sim:sv1",
        name: "SV1",
        num_qubits: 34,
        shots: [1, 100_000],
        types: BRAKET,
        prices: Some([0.0, 0.0, 7.5]),
        modality: None,
        has_batches: true,
    },
    Device {
        qrn: "aws:aqt:qpu:ibex-q1",
        name: "IBEX Q1",
        num_qubits: 12,
        shots: [1, 2000],
        types: BRAKET,
        prices: Some([30.0, 2.35, 0.0]),
        modality: Some("trapped ion"),
        has_batches: true,
    },
    Device {
        qrn: "aws:ionq:qpu:forte-enterprise-1",
        name: "Forte Enterprise 1",
        num_qubits: 36,
        shots: [100, 5000],
        types: BRAKET,
        prices: Some([30.0, 8.0, 0.0]),
        modality: Some("trapped ion"),
        has_batches: true,
    },
    Device {
        qrn: "aws:iqm:qpu:garnet",
        name: "Garnet",
        num_qubits: 20,
        shots: [1, 20_000],
        types: BRAKET,
        prices: Some([30.0, 0.145, 0.0]),
        modality: Some("superconducting"),
        has_batches: true,
    },
    Device {
        qrn: "rigetti:rigetti:qpu:cepheus-1-108q",
        name: "Cepheus-1-108Q",
        num_qubits: 107,
        shots: [1, 50_000],
        types: QASM,
        prices: Some([0.0, 0.0, 12_000.0]),
        modality: Some("superconducting"),
        has_batches: false,
    },
    Device {
        qrn: "ibm:ibm:qpu:fez",
        name: "IBM Fez",
        num_qubits: 156,
        shots: [1, 100_000],
        types: QASM,
        prices: None,
        modality: Some("superconducting"),
        has_batches: false,
    },
    Device {
        qrn: "aws:quera:qpu:aquila",
        name: "Aquila",
        num_qubits: 256,
        shots: [1, 1000],
        types: &["braket_ahs"],
        prices: Some([30.0, 1.0, 0.0]),
        modality: Some("neutral atom"),
        has_batches: false,
    },
];

impl Device {
    pub(super) fn find(qrn: &str) -> Option<&'static Self> {
        DEVICES.iter().find(|device| device.qrn == qrn)
    }

    pub(super) fn vendor(&self) -> &'static str {
        self.qrn.split(':').next().unwrap_or_default()
    }

    pub(super) fn provider(&self) -> &'static str {
        self.qrn.split(':').nth(1).unwrap_or_default()
    }

    /// Returns `true` if it runs circuits of gates.
    pub(super) fn runs_circuits(&self) -> bool {
        self.types.contains(&"qasm3")
    }

    pub(super) fn paradigm(&self) -> &'static str {
        if self.runs_circuits() {
            "gate_model"
        } else {
            "analog"
        }
    }

    fn kind(&self) -> &'static str {
        if self.modality.is_none() {
            "SIMULATOR"
        } else {
            "QPU"
        }
    }

    pub(super) fn machine(&self) -> Machine {
        match self.modality {
            None => Machine::Exact,
            Some(_) => Machine::Noisy(Noise::typical()),
        }
    }

    /// Credits that a job costs, as far as that can be told: a minute of a simulator, and half a millisecond
    /// of a machine for each shot.
    pub(super) fn cost(&self, shots: usize) -> Option<f64> {
        let [task, shot, minute] = self.prices?;
        let shots = shots as f64;
        let minutes = if self.modality.is_none() {
            1.0
        } else {
            shots * 0.5e-3 / 60.0
        };
        Some(task + shot * shots + minute * minutes)
    }

    /// Pricing model by the service's word.
    pub(super) fn pricing_model(&self) -> &'static str {
        if self.prices.is_some() {
            "fixed"
        } else {
            "dynamic"
        }
    }

    pub(super) fn describe(&self, status: &str, queue: usize) -> Value {
        let pricing = self.prices.map(
            |[task, shot, minute]| json!({"perTask": task, "perShot": shot, "perMinute": minute}),
        );
        json!({
            "name": self.name,
            "qrn": self.qrn,
            "vendor": self.vendor(),
            "deviceType": self.kind(),
            "runInputTypes": self.types,
            "status": status,
            "statusMsg": null,
            "nextAvailable": null,
            "queueDepth": queue,
            "avgQueueTime": null,
            "numberQubits": self.num_qubits,
            "paradigm": self.paradigm(),
            "modality": self.modality,
            "noiseModels": [],
            "minShots": self.shots[0],
            "maxShots": self.shots[1],
            "pricingModel": self.pricing_model(),
            "pricing": pricing,
            "directAccess": true,
            "batchJobSupport": self.has_batches,
            "topology": null,
            "description": "An emulated device",
        })
    }
}
