use std::sync::Arc;

use axum::http::StatusCode;

use super::error::AqtError;
use super::resource::Resource;
use crate::fault::JobFault;
use crate::jobs::Jobs;
use crate::shared::SharedState;

/// State of the service.
#[derive(Debug)]
pub(super) struct Aqt {
    pub(super) shared: Arc<SharedState>,
    pub(super) jobs: Jobs<Details>,
}

impl Aqt {
    pub(super) fn new(shared: &Arc<SharedState>) -> Self {
        Self {
            shared: Arc::clone(shared),
            jobs: Jobs::default(),
        }
    }

    /// Returns `true` if the resources take no jobs.
    pub(super) fn is_offline(&self) -> bool {
        self.shared.faults.has(JobFault::Offline)
    }

    pub(super) fn resource(id: &str) -> Result<&'static Resource, AqtError> {
        Resource::find(id).ok_or_else(|| {
            let detail = format!("resource {id:?} not found");
            AqtError::new(StatusCode::NOT_FOUND, detail)
        })
    }

    /// Finds a job; an id of another form is refused as such.
    pub(super) fn job(&self, id: &str) -> Result<Arc<Job>, AqtError> {
        let lengths = id.split('-').map(str::len);
        let is_hexadecimal = |digit: char| digit == '-' || digit.is_ascii_hexdigit();
        if !lengths.eq([8, 4, 4, 4, 12]) || !id.chars().all(is_hexadecimal) {
            return Err(AqtError::invalid(&["path", "job_id"], "not a valid uuid"));
        }
        let found = self.jobs.find(id);
        found.ok_or_else(|| AqtError::new(StatusCode::NOT_FOUND, format!("job {id} not found")))
    }
}

/// AQT's data of a job.
#[derive(Clone, Debug)]
pub(super) struct Details {
    pub(super) label: Option<String>,
    pub(super) resource: &'static Resource,
}

pub(super) type Job = crate::jobs::Job<Details>;
