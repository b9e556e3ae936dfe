use std::ops::RangeInclusive;

use cheqqers_backend::Noise;
use serde_json::{Value, json};

use super::error::{BraketError, ErrorKind};
use crate::fault::{Faults, JobFault};
use crate::machine::Machine;

/// A device of the service.
#[derive(Debug)]
pub(super) struct Device {
    pub(super) arn: &'static str,
    pub(super) name: &'static str,
    pub(super) provider: &'static str,
    /// `None` for a simulator, which is in every region.
    pub(super) region: Option<&'static str>,
    pub(super) qubits: usize,
    pub(super) shots: RangeInclusive<u64>,
    pub(super) is_retired: bool,
    /// Results hold probabilities in place of shots.
    pub(super) has_probabilities_only: bool,
    /// Programs must measure every qubit.
    pub(super) requires_all_measured: bool,
    /// Limits of program sets, where it takes them.
    pub(super) set: Option<SetLimits>,
}

/// Limits of a program set.
#[derive(Debug)]
pub(super) struct SetLimits {
    pub(super) executables: usize,
    /// Shots of all executables together.
    pub(super) shots: RangeInclusive<u64>,
}

pub(super) const SIMULATOR: Device = Device {
    arn: "arn:aws:braket:::device/quantum-simulator/amazon/sv1",
    name: "SV1",
    provider: "Amazon Braket",
    region: None,
    qubits: 34,
    shots: 1..=100_000,
    is_retired: false,
    has_probabilities_only: false,
    requires_all_measured: false,
    set: None,
};

pub(super) const GARNET: Device = Device {
    arn: "arn:aws:braket:eu-north-1::device/qpu/iqm/Garnet",
    name: "Garnet",
    provider: "IQM",
    region: Some("eu-north-1"),
    qubits: 20,
    shots: 1..=20_000,
    is_retired: false,
    has_probabilities_only: false,
    requires_all_measured: false,
    // Those that Amazon's local simulator tells; those of machines are not published.
    set: Some(SetLimits {
        executables: 100,
        shots: 1..=200_000,
    }),
};

pub(super) const FORTE: Device = Device {
    arn: "arn:aws:braket:us-east-1::device/qpu/ionq/Forte-1",
    name: "Forte 1",
    provider: "IonQ",
    region: Some("us-east-1"),
    qubits: 36,
    shots: 1..=5_000,
    is_retired: false,
    has_probabilities_only: true,
    requires_all_measured: true,
    // IonQ's machines have a least number too.
    set: Some(SetLimits {
        executables: 100,
        shots: 100..=200_000,
    }),
};

const HARMONY: Device = Device {
    arn: "arn:aws:braket:us-east-1::device/qpu/ionq/Harmony",
    name: "Harmony",
    qubits: 11,
    is_retired: true,
    ..FORTE
};

pub(super) const DEVICES: [&Device; 4] = [&SIMULATOR, &GARNET, &FORTE, &HARMONY];

impl Device {
    pub(super) fn find(arn: &str) -> Option<&'static Self> {
        DEVICES.into_iter().find(|device| device.arn == arn)
    }

    pub(super) fn is_simulator(&self) -> bool {
        self.region.is_none()
    }

    pub(super) fn machine(&self) -> Machine {
        match self.region {
            None => Machine::Exact,
            Some(_) => Machine::Noisy(Noise::typical()),
        }
    }

    /// Error for new tasks; `None` while the device accepts them.
    pub(super) fn refusal(&self, faults: &Faults) -> Option<BraketError> {
        if self.is_retired {
            let message = "The specified device has been retired.";
            return Some(BraketError::new(ErrorKind::Retired, message));
        }
        let message = "The specified device is currently offline.";
        let is_offline = faults.has(JobFault::Offline);
        is_offline.then(|| BraketError::new(ErrorKind::Offline, message))
    }

    /// Entry of the device in a search.
    pub(super) fn summary(&self, faults: &Faults) -> Value {
        let status = match self.refusal(faults) {
            _ if self.is_retired => "RETIRED",
            Some(_) => "OFFLINE",
            None => "ONLINE",
        };
        json!({
            "deviceArn": self.arn,
            "deviceName": self.name,
            "providerName": self.provider,
            "deviceType": if self.is_simulator() { "SIMULATOR" } else { "QPU" },
            "deviceStatus": status,
        })
    }
}
