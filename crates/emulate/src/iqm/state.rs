use std::sync::Arc;

use axum::http::StatusCode;
use cheqqers_native::Device;

use super::error::IqmError;
use crate::jobs::Jobs;
use crate::shared::SharedState;

/// Alias of the one computer of the server.
pub(super) const ALIAS: &str = "garnet";

/// State of the service.
#[derive(Debug)]
pub(super) struct Iqm {
    pub(super) shared: Arc<SharedState>,
    pub(super) jobs: Jobs<Details>,
    /// Id of the computer.
    pub(super) computer: String,
    pub(super) device: Arc<Device>,
    /// Id of its only calibration set.
    pub(super) calibration: String,
}

/// Ids of the computer and of its calibration set.
const COMPUTER: &str = "6a1d3f52-0d5e-4c1b-9c57-2f0a4f8c7b11";
const CALIBRATION: &str = "b2c7a9d4-51e6-4f0e-8d3b-7e6f1a2c9d05";

impl Iqm {
    pub(super) fn new(shared: &Arc<SharedState>) -> Self {
        let device = Device::from_json(include_str!("garnet.json"));
        Self {
            shared: Arc::clone(shared),
            jobs: Jobs::default(),
            computer: COMPUTER.into(),
            device: Arc::new(device.expect("a description of this crate")),
            calibration: CALIBRATION.into(),
        }
    }

    /// Checks that a computer, given by alias or id, is the one there is.
    pub(super) fn check(&self, computer: &str) -> Result<(), IqmError> {
        if computer == ALIAS || computer == self.computer {
            return Ok(());
        }
        let message = format!("there is no quantum computer {computer:?}");
        Err(IqmError::new(
            StatusCode::NOT_FOUND,
            "qc_not_found",
            message,
        ))
    }

    /// Checks that a calibration set is the one there is.
    pub(super) fn check_set(&self, set: &str) -> Result<(), IqmError> {
        if set == "default" || set == self.calibration {
            return Ok(());
        }
        let message = format!("there is no calibration set {set:?}");
        Err(IqmError::new(
            StatusCode::NOT_FOUND,
            "calibration_set_not_found",
            message,
        ))
    }

    pub(super) fn job(&self, id: &str) -> Result<Arc<Job>, IqmError> {
        self.jobs.find(id).ok_or_else(|| {
            let message = format!("there is no job {id:?}");
            IqmError::new(StatusCode::NOT_FOUND, "job_not_found", message)
        })
    }

    /// Name of a qubit, which are counted from 1.
    pub(super) fn name(index: usize) -> String {
        format!("QB{}", index + 1)
    }

    /// Index of the qubit with a name.
    pub(super) fn qubit(&self, name: &str) -> Option<usize> {
        let indices = 0..self.device.num_qubits();
        indices.into_iter().find(|&index| Self::name(index) == name)
    }
}

/// IQM's data of a job.
#[derive(Clone, Debug)]
pub(super) struct Details {
    /// Request as it was sent.
    pub(super) payload: String,
    /// Tag that the client gave the job.
    pub(super) tag: Option<String>,
}

pub(super) type Job = crate::jobs::Job<Details>;
