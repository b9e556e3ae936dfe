use std::sync::Arc;

use serde_json::{Map, Value};

use super::device::Device;
use super::error::QbraidError;
use crate::fault::JobFault;
use crate::jobs::Jobs;
use crate::shared::SharedState;

/// Text between the device and the id in the name of a job.
const MARK: &str = "-0000-qjob-";

/// State of the service.
#[derive(Debug)]
pub(super) struct Qbraid {
    pub(super) shared: Arc<SharedState>,
    pub(super) jobs: Jobs<Details>,
}

/// qBraid's data of a job.
#[derive(Clone, Debug)]
pub(super) struct Details {
    pub(super) device: &'static Device,
    /// Request as it was sent.
    pub(super) request: Map<String, Value>,
    /// Number of programs; `None` for a job that is no batch.
    pub(super) batch: Option<usize>,
    /// Credits that it costs if it is completed.
    pub(super) cost: f64,
}

pub(super) type Job = crate::jobs::Job<Details>;

impl Qbraid {
    /// State of the devices.
    pub(super) fn status(&self) -> &'static str {
        if self.shared.faults.has(JobFault::Offline) {
            "UNAVAILABLE"
        } else {
            "ONLINE"
        }
    }

    /// Job of a name.
    pub(super) fn job(&self, qrn: &str) -> Result<Arc<Job>, QbraidError> {
        let found = qrn.split_once(MARK).and_then(|(device, id)| {
            let job = self.jobs.find(id)?;
            (job.details.device.qrn == device).then_some(job)
        });
        found.ok_or_else(|| QbraidError::not_found("Job", qrn))
    }
}

/// Name of a job.
pub(super) fn qrn(job: &Job) -> String {
    format!("{}{MARK}{}", job.details.device.qrn, job.id)
}
