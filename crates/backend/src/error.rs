use std::error::Error as StdError;
use std::sync::Arc;

use cheqqers_circuit::{CircuitError, counted};
use cheqqers_native::PlaceError;
use cheqqers_sim::SimError;
use thiserror::Error;

/// Error of running circuits.
#[derive(Clone, PartialEq, Debug, Error)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the messages say it")]
pub enum BackendError {
    #[error("the circuit of {} could not be simulated", counted(*num_qubits, "qubit"))]
    Simulation {
        num_qubits: usize,
        #[source]
        source: SimError,
    },
    #[error("the circuit could not be placed on the device")]
    Placement(#[from] PlaceError),
    #[error("the circuit has no inverse")]
    Mirror(#[source] CircuitError),
    #[error(transparent)]
    Job(#[from] JobFailure),
    #[error("{backend} has no bits left in its script")]
    Exhausted { backend: &'static str },
    #[error("{backend} has {} for a circuit that measures {expected}", counted(*found, "bit"))]
    WrongLength {
        backend: &'static str,
        expected: usize,
        found: usize,
    },
}

impl BackendError {
    /// Returns `true` if the job may still be answered, so that nobody else may answer in its place:
    /// the same measurement must be repeated, which goes on with the same job.
    pub fn is_indeterminate(&self) -> bool {
        self.is_job(FailureClass::Indeterminate)
    }

    /// Returns `true` if nothing was run, as the backend only shows what it would send.
    pub fn is_dry_run(&self) -> bool {
        self.is_job(FailureClass::DryRun)
    }

    fn is_job(&self, class: FailureClass) -> bool {
        matches!(self, Self::Job(failure) if failure.class == class)
    }
}

/// Failure of a job that a backend runs outside this process, with the backend's own error attached.
#[derive(Clone, Debug, Error)]
#[error("{}", job_text(.key.as_deref()))]
pub struct JobFailure {
    /// Idempotency key of the job; `None` if nothing was sent.
    pub key: Option<String>,
    /// Consequence for the measurement.
    pub class: FailureClass,
    /// The backend's own error.
    #[source]
    pub source: Arc<dyn StdError + Send + Sync>,
}

/// Equal when they share the same cause object.
impl PartialEq for JobFailure {
    fn eq(&self, other: &Self) -> bool {
        (&self.key, self.class) == (&other.key, other.class)
            && Arc::ptr_eq(&self.source, &other.source)
    }
}

/// Consequence of a job's failure for the measurement that it was part of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FailureClass {
    /// The job was not sent, or will certainly not be answered.
    Terminal,
    /// Nobody knows: the job may still be answered.
    Indeterminate,
    /// The job was withheld on purpose, and only shown.
    DryRun,
}

fn job_text(key: Option<&str>) -> String {
    key.map_or_else(
        || "the job was not sent".into(),
        |key| format!("job {key} failed"),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn failure(class: FailureClass) -> JobFailure {
        JobFailure {
            key: Some("cheqqers-1".into()),
            class,
            source: Arc::new(std::io::Error::other("it is down")),
        }
    }

    #[test]
    fn only_jobs_are_open_or_withheld() {
        use FailureClass::{DryRun, Indeterminate, Terminal};
        for (class, is_open, is_shown) in [
            (Terminal, false, false),
            (Indeterminate, true, false),
            (DryRun, false, true),
        ] {
            let error = BackendError::from(failure(class));
            assert_eq!(error.is_indeterminate(), is_open);
            assert_eq!(error.is_dry_run(), is_shown);
        }
        let local = BackendError::Exhausted { backend: "local" };
        assert!(!local.is_indeterminate() && !local.is_dry_run());
    }

    #[test]
    fn failures_name_their_job_and_its_cause() {
        let failed = failure(FailureClass::Terminal);
        let error = BackendError::from(failed.clone());
        assert_eq!(error.to_string(), "job cheqqers-1 failed");
        let cause = StdError::source(&error).unwrap();
        assert_eq!(cause.to_string(), "it is down");
        let unsent = JobFailure {
            key: None,
            ..failed
        };
        assert_eq!(unsent.to_string(), "the job was not sent");
    }

    #[test]
    fn failures_are_equal_that_have_the_same_cause() {
        let failed = failure(FailureClass::Terminal);
        assert_eq!(failed, failed.clone());
        assert_ne!(failed, failure(FailureClass::Terminal));
        let open = JobFailure {
            class: FailureClass::Indeterminate,
            ..failed.clone()
        };
        assert_ne!(failed, open);
        let unsent = JobFailure {
            key: None,
            ..failed.clone()
        };
        assert_ne!(failed, unsent);
    }
}
