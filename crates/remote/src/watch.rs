//! Who looks on while jobs run.

use std::fmt::Debug;
use std::time::Duration;

use crate::service::{Cost, Draft, Status};

/// Somebody who is told how jobs stand, and asked before money is spent.
pub trait Watch: Debug + Send {
    /// Whether the person agrees to the first job that may cost something, and so to those that
    /// follow.
    fn agrees(&mut self, quote: &Quote<'_>) -> bool;

    /// Something happened.
    fn sees(&mut self, event: &Event<'_>);
}

/// Nobody looks on; nobody is there to disagree.
#[derive(Clone, Copy, Debug)]
pub struct Unwatched;

impl Watch for Unwatched {
    fn agrees(&mut self, _: &Quote<'_>) -> bool {
        true
    }

    fn sees(&mut self, _: &Event<'_>) {}
}

/// What is about to be spent.
#[derive(Clone, Copy, Debug)]
pub struct Quote<'a> {
    /// The backend as the user named it.
    pub backend: &'a str,
    /// How many shots the first job has.
    pub shots: usize,
    /// What it costs, where the service says so.
    pub cost: Option<&'a Cost>,
}

/// What happens to a job.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum Event<'a> {
    /// What would be sent.
    Draft(&'a Draft),
    /// A job is about to be sent.
    Sending {
        /// Our own name of it.
        marker: &'a str,
        /// The backend as the user named it.
        backend: &'a str,
    },
    /// A job that was sent before is gone on with.
    Resumed {
        /// Our own name of it.
        marker: &'a str,
        /// The backend as the user named it.
        backend: &'a str,
    },
    /// The service has a job.
    Sent {
        /// Our own name of it.
        marker: &'a str,
        /// The service's.
        job: &'a str,
        /// What it is expected to cost.
        cost: Option<&'a Cost>,
    },
    /// A job is under way.
    Waiting {
        /// Our own name of it.
        marker: &'a str,
        /// How it stands.
        status: &'a Status,
        /// How long it has been waited for.
        elapsed: Duration,
    },
    /// A job has ended.
    Ended {
        /// Our own name of it.
        marker: &'a str,
    },
    /// Something that should be known and changes nothing.
    Warning(&'a str),
}
