//! Circuits on the qubits of a machine.

use std::fs;
use std::io::{self, ErrorKind};
use std::path::PathBuf;

use cheqqers_circuit::{Circuit, Qubit};
use cheqqers_native::{Device, DeviceError, PlaceError, Placed, place};
use thiserror::Error;

/// Why a circuit can't be written for a machine.
#[derive(Debug, Error)]
pub(crate) enum MachineError {
    /// There is neither a preset nor a file of that name.
    #[error("there is no device {name:?}, the devices are: {}", Device::presets().join(", "))]
    Unknown {
        /// What was asked for.
        name: String,
    },
    /// The file can't be read.
    #[error("could not read {}", path.display())]
    Read {
        /// Which.
        path: PathBuf,
        /// Why.
        #[source]
        source: io::Error,
    },
    /// The file describes no device that circuits can be written for.
    #[error("{} describes no device to write circuits for", path.display())]
    Description {
        /// Which.
        path: PathBuf,
        /// Why.
        #[source]
        source: DeviceError,
    },
    /// The circuit can't be placed on the device.
    #[error("the circuit can't be placed on the device")]
    Place(#[from] PlaceError),
}

impl MachineError {
    /// What to do about it, as a sentence.
    pub(crate) fn advice(&self) -> &'static str {
        match self {
            Self::Unknown { .. } => "Name one of them, or a file that describes another.",
            Self::Read { .. } => "Check the name of the file and whether it may be read.",
            Self::Description {
                source: DeviceError::UnsupportedBasis { .. },
                ..
            } => "Choose another device.",
            Self::Description { .. } => {
                "Write it as crates/native/README.md tells, or as IBM's service does."
            }
            Self::Place(_) => {
                "Choose a larger device; --optimize 1 and --encoding minimal take fewer qubits."
            }
        }
    }
}

/// The preset of that name, or the device that a file describes.
pub(super) fn device(name: &str) -> Result<Device, MachineError> {
    if let Ok(preset) = Device::preset(name) {
        return Ok(preset);
    }
    let path = PathBuf::from(name);
    match fs::read_to_string(&path) {
        Ok(text) => {
            Device::from_json(&text).map_err(|source| MachineError::Description { path, source })
        }
        Err(source) if source.kind() == ErrorKind::NotFound => {
            Err(MachineError::Unknown { name: name.into() })
        }
        Err(source) => Err(MachineError::Read { path, source }),
    }
}

/// A circuit on a device, and what there is to tell of it.
pub(super) struct OnDevice {
    pub(super) placed: Placed,
    pub(super) title: String,
}

impl OnDevice {
    /// Places a circuit.
    pub(super) fn new(circuit: &Circuit, device: &Device) -> Result<Self, MachineError> {
        let placed = place(circuit, device)?;
        let calibrated = device
            .calibrated()
            .map(|date| format!(", calibrated {date}"));
        let title = format!(
            "placed on {}{}; {:.1} of 100 runs are expected to have no fault",
            device.name(),
            calibrated.unwrap_or_default(),
            100.0 * placed.success
        );
        Ok(Self { placed, title })
    }

    /// What each of the device's qubits carries, from what each of the circuit's does: told where
    /// that is measured.
    pub(super) fn carried(&self, carried: &[Vec<String>]) -> Vec<Vec<String>> {
        let mut placed = vec![Vec::new(); self.placed.circuit.num_qubits()];
        let ends = self.placed.start.iter().zip(&self.placed.end);
        for (names, (start, end)) in carried.iter().zip(ends) {
            let (Some(start), Some(end)) = (start, end) else {
                continue;
            };
            placed[end.index()].clone_from(names);
            if let Some(last) = placed[end.index()].last_mut().filter(|_| start != end) {
                last.push_str(&moved_from(*start));
            }
        }
        placed
    }
}

fn moved_from(start: Qubit) -> String {
    format!(" (at first on ${})", start.0)
}
