use std::sync::Arc;

use cheqqers_backend::{BackendError, FailureClass, JobFailure};

use crate::error::RemoteError;

/// An error with its consequence for the job. A job ends by what the service says of the job itself,
/// and by a refusal of what was never sent; after anything else it may still be answered.
#[derive(Debug)]
pub(crate) struct Failure {
    pub(crate) class: FailureClass,
    pub(crate) error: RemoteError,
}

impl Failure {
    /// The job will not be answered.
    pub(crate) fn terminal(error: RemoteError) -> Self {
        let class = FailureClass::Terminal;
        Self { class, error }
    }

    /// The job may still be answered.
    pub(crate) fn indeterminate(error: RemoteError) -> Self {
        let class = FailureClass::Indeterminate;
        Self { class, error }
    }

    /// Returns `true` if the job ended for a reason of the device's or the service's own, so that a
    /// new one may do better.
    pub(crate) fn is_of_device(&self) -> bool {
        self.class == FailureClass::Terminal && matches!(self.error, RemoteError::Failed { .. })
    }

    /// Returns `true` if the service takes no more jobs for now.
    pub(crate) fn is_of_capacity(&self) -> bool {
        let error = &self.error;
        matches!(
            error,
            RemoteError::Quota { .. } | RemoteError::RateLimited { .. }
        )
    }

    /// The failure of the job with a key, or of what was not sent.
    pub(crate) fn of_job(self, key: Option<&str>) -> BackendError {
        BackendError::Job(JobFailure {
            key: key.map(Into::into),
            class: self.class,
            source: Arc::new(self.error),
        })
    }
}
