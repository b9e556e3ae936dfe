use std::fmt::Debug;
use std::time::Duration;

use crate::cost::Cost;
use crate::entry::Entry;
use crate::error::RemoteError;
use crate::job_cost::JobCost;
use crate::service::{JobStatus, RequestPreview};

/// Observer of jobs, which also decides whether money may be spent.
pub trait Observer: Debug + Send {
    /// Returns `true` to agree to the first jobs that may cost something, and so to those that
    /// follow and cost no more; or to jobs that cost more, and to these alone.
    fn approves(&mut self, quote: &Quote<'_>) -> bool;

    /// Receives a job before it is sent, and once more when the journal's job is gone on with; an error keeps
    /// it from being sent.
    ///
    /// # Errors
    /// Returns an error if the job must be written down elsewhere too, and can't be.
    fn log(&mut self, entry: &Entry) -> Result<(), RemoteError> {
        let _ = entry;
        Ok(())
    }

    /// Receives an event.
    fn notify(&mut self, event: &Event<'_>);
}

/// Observer that ignores events and agrees to every cost.
#[derive(Clone, Copy, Debug)]
pub struct NoObserver;

impl Observer for NoObserver {
    fn approves(&mut self, _: &Quote<'_>) -> bool {
        true
    }

    fn notify(&mut self, _: &Event<'_>) {}
}

/// Cost of the first job that may cost something, or of one that costs more.
#[derive(Clone, Copy, Debug)]
pub struct Quote<'a> {
    /// Backend as the user named it.
    pub backend: &'a str,
    /// Number of jobs that are sent together.
    pub jobs: usize,
    /// Shots of all of them.
    pub shots: usize,
    /// Price of all of them, where the service says so.
    pub cost: Option<&'a Cost>,
    /// The largest job that was announced or agreed to before, if one of these is larger.
    pub exceeded: Option<&'a JobCost>,
}

/// Event in the life of a job.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum Event<'a> {
    /// A request that would be made, in a dry run.
    Preview(&'a RequestPreview),
    /// A job is about to be sent.
    Sending {
        /// Idempotency key of the job.
        key: &'a str,
        /// Backend as the user named it.
        backend: &'a str,
    },
    /// A job of the journal is resumed.
    Resumed {
        /// Idempotency key of the job.
        key: &'a str,
        /// Backend as the user named it.
        backend: &'a str,
    },
    /// The service has taken a job.
    Sent {
        /// Idempotency key of the job.
        key: &'a str,
        /// Job id at the service.
        job: &'a str,
        /// Expected price, where the service says so.
        cost: Option<&'a Cost>,
    },
    /// A job is under way.
    Waiting {
        /// Idempotency key of the job.
        key: &'a str,
        /// Its status at the service.
        status: &'a JobStatus,
        /// Time since it was first polled.
        elapsed: Duration,
    },
    /// A job has ended.
    Ended {
        /// Idempotency key of the job.
        key: &'a str,
    },
    /// A job of the journal that belongs to no measurement has no answer, and no process waits for it: what is
    /// sent next may be the same.
    Open {
        /// Idempotency key of the job.
        key: &'a str,
        /// Time at which it was made.
        created: jiff::Timestamp,
    },
    /// A warning, of something that changes nothing.
    Warning(&'a str),
}
