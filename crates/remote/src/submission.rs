use std::time::Duration;

use crate::retry::RetryPolicy;

/// Facts of a service about a submission whose response is lost.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Submission {
    /// Statuses after which the service promises that the submission may be repeated.
    pub(crate) safe: &'static [u16],
    /// The service can look a job up by its idempotency key.
    pub(crate) is_listed: bool,
}

impl Submission {
    /// One that can be looked up, of which the service promises nothing.
    pub(crate) const LISTED: Self = Self {
        safe: &[],
        is_listed: true,
    };

    /// One that can't be looked up.
    pub(crate) const UNLISTED: Self = Self {
        safe: &[],
        is_listed: false,
    };

    /// Returns `true` if the service promises that the submission may be repeated after this status.
    pub(crate) fn is_safe_after(self, status: u16) -> bool {
        self.safe.contains(&status)
    }

    /// Longest wait for the response: where it can't be found out otherwise, as long as any of the
    /// vendors' clients.
    pub(crate) fn timeout(self, retry: &RetryPolicy) -> Duration {
        if self.is_listed {
            retry.request_timeout
        } else {
            retry.unlisted_timeout
        }
    }
}
