use std::time::Duration;

use crate::environment::Environment;
use crate::error::RemoteError;
use crate::journal::Journal;
use crate::limits::SpendingLimits;
use crate::observer::Observer;
use crate::profile::Profile;
use crate::remote::Remote;
use crate::retry::RetryPolicy;
use crate::service::Service;

/// Access to remote services: credentials, and what jobs may cost and take.
#[derive(Clone, Debug)]
pub struct Access {
    /// Environment in which profiles and credentials are found.
    pub environment: Environment,
    /// Retries of requests, and polling of jobs.
    pub retry: RetryPolicy,
    /// Limits on the jobs of one series, as of a game.
    pub limits: SpendingLimits,
    /// Journal of its jobs.
    pub journal: Journal,
    /// The longest time that a measurement is waited for.
    pub max_wait: Option<Duration>,
    /// Nothing is sent, and only shown.
    pub is_dry_run: bool,
}

impl Access {
    /// The service of a profile. Sends nothing yet.
    ///
    /// # Errors
    /// [`RemoteError::Credentials`] when there are none.
    pub fn connect(&self, profile: &Profile) -> Result<Box<dyn Service>, RemoteError> {
        crate::connect(profile, &self.environment, self.retry())
    }

    /// A backend of a device, which the user calls `name`; earlier jobs of the series, if one is given, count
    /// towards the limits.
    ///
    /// # Errors
    /// As [`Self::connect`], and if the journal can't be read.
    pub fn open(
        &self,
        name: &str,
        profile: &Profile,
        series: Option<&str>,
        observer: Box<dyn Observer>,
    ) -> Result<Remote, RemoteError> {
        let service = self.connect(profile)?;
        let journal = self.journal.clone();
        let remote = Remote::new(name, service, &profile.device, journal, observer)
            .with_retry_policy(self.retry())
            .with_max_wait(self.max_wait)
            .with_limits(self.limits, series)?;
        Ok(if self.is_dry_run {
            remote.dry_run()
        } else {
            remote
        })
    }

    fn retry(&self) -> RetryPolicy {
        if self.is_dry_run {
            self.retry.offline()
        } else {
            self.retry
        }
    }
}
