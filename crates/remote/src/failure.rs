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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_job_that_ended_at_the_device_is_run_anew() {
        let failed = || RemoteError::Failed {
            code: "1".into(),
            text: "hot".into(),
        };
        assert!(Failure::terminal(failed()).is_of_device());
        assert!(!Failure::indeterminate(failed()).is_of_device());
        assert!(!Failure::terminal(RemoteError::Cancelled).is_of_device());
    }

    #[test]
    fn a_service_without_a_place_is_full() {
        let quota = RemoteError::Quota {
            text: "full".into(),
        };
        let limited = RemoteError::RateLimited { after: None };
        for error in [quota, limited] {
            assert!(Failure::terminal(error).is_of_capacity());
        }
        assert!(!Failure::terminal(RemoteError::Cancelled).is_of_capacity());
    }

    #[test]
    fn failures_keep_their_errors_and_keys() {
        let error = Failure::terminal(RemoteError::Cancelled).of_job(Some("key"));
        assert_eq!(error.to_string(), "job key failed");
        assert_eq!(RemoteError::of(&error), Some(&RemoteError::Cancelled));
        let open = Failure::indeterminate(RemoteError::Cancelled).of_job(None);
        assert!(open.is_indeterminate() && !error.is_indeterminate());
    }
}
