//! The machines that circuits are written for.

use std::fs;
use std::io::{self, ErrorKind};
use std::path::PathBuf;

use cheqqers_native::{Device, DeviceError};
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
