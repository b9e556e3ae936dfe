//! Devices that circuits are written for.

use std::io::ErrorKind;
use std::path::PathBuf;

use cheqqers_native::{Basis, Device, DeviceError};
use thiserror::Error;

use crate::error::CommandError;
use crate::files::{FileError, MAX_DATA, read_text};

#[derive(Debug, Error)]
pub(super) enum DeviceFileError {
    #[error("there is no device {name:?}, the devices are: {}", Device::presets().join(", "))]
    Unknown { name: String },
    #[error("{} has the gates prx and cz, which no format of circuits has", path.display())]
    Basis { path: PathBuf },
    #[error(transparent)]
    File(#[from] FileError),
    #[error("{} describes no device to write circuits for", path.display())]
    Description {
        path: PathBuf,
        #[source]
        source: DeviceError,
    },
}

impl CommandError for DeviceFileError {
    fn advice(&self) -> Option<&'static str> {
        Some(match self {
            Self::File(error) => return error.advice(),
            Self::Unknown { .. } => "Name one of them, or a file that describes another.",
            Self::Basis { .. }
            | Self::Description {
                source: DeviceError::UnsupportedBasis { .. },
                ..
            } => "Choose another device.",
            Self::Description { .. } => {
                "Write it as crates/native/README.md describes, or as IBM's service does."
            }
        })
    }
}

/// The preset of that name, or the device that a file describes.
pub(super) fn device(name: &str) -> Result<Device, DeviceFileError> {
    if let Ok(preset) = Device::preset(name) {
        return Ok(preset);
    }
    let path = PathBuf::from(name);
    match read_text(&path, MAX_DATA) {
        Ok(text) => match Device::from_json(&text) {
            Ok(device) if device.basis() == Basis::Prx => Err(DeviceFileError::Basis { path }),
            Ok(device) => Ok(device),
            Err(source) => Err(DeviceFileError::Description { path, source }),
        },
        Err(FileError::Read { source, .. }) if source.kind() == ErrorKind::NotFound => {
            Err(DeviceFileError::Unknown { name: name.into() })
        }
        Err(error) => Err(error.into()),
    }
}
