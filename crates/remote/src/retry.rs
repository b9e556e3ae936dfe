//! Retries: every number that says how often, and how long, something is tried again.
//!
//! | what happened | what is done | bounds |
//! | --- | --- | --- |
//! | no answer, 3xx, 5xx, 408, 425, 429, or no JSON, on a request that is safe to repeat | again after a back-off with jitter, or after `Retry-After` | [`RetryPolicy`]: `max_tries`, `max_elapsed` |
//! | 429 on a submit | looked up and sent again after a back-off or after `Retry-After`; then after `max_backoff` | `max_tries`, unless `Retry-After` is longer than `max_backoff`; then [`SUBMIT_WAITS`] times |
//! | a submit that found no connection | the same, as nothing was sent | `max_tries`, `max_elapsed` |
//! | a submit after whose failure the service promises that it may be repeated (IBM Quantum Platform) | looked up once, then sent again after a back-off | `max_tries` |
//! | a submit that may have been carried out | IBM Quantum Platform, IonQ, Scaleway, qBraid: never repeated blindly, but looked up by key for [`RetryPolicy::settle_timeout`] and at least [`LOOKUPS`] times, then sent again, [`RESUBMISSIONS`] times; a second job that turns up later is cancelled; Amazon Braket, OQTOPUS, IBM Quantum System API: repeated first, as their submit is idempotent; a refusal of a later try says nothing of the first | `max_tries`, then as said |
//! | the same at IQM and AQT, which have no list of jobs | its response is waited for longer; then an error: neither looked up nor sent again until the user gives it up | `unlisted_timeout` |
//! | a refusal of a submit that the service may have taken all the same | looked up once before another job is sent, and when the series is over | 1 |
//! | 401 where tokens expire (IBM) | once more with a new token | 1 |
//! | the program, or the form of its parameters, is refused (IBM) | the same job in the next form; at once where the submit is refused, as a new job where the job failed | each form once |
//! | 404 of a task that was just created (Amazon Braket) | again after a back-off | [`NOT_FOUND_TRIES`] |
//! | 409 on a GET at IonQ: its gateway, not the service | again after a back-off | `max_tries` |
//! | a signature that has run out (OQTOPUS) | a new one | [`UPLOADS`], [`DOWNLOADS`] |
//! | a job is under way | polled | `initial_poll_interval`, growing to `max_poll_interval` |
//! | a job is done and its result can't be understood | read again; the job keeps its result, which is kept on disk too | [`READS`] |
//! | a poll that fails | polled again | `unreachable_timeout` since the last answer |
//! | a poll that finds no such job | polled again, as a new job may not be known to all of the service | `not_found_timeout` |
//! | the job failed at the device | the same program as a new job | [`RERUNS`] |
//! | the program is refused, or ran too long | an error that says why | - |
//! | no legal shot | calibration and placement anew, with more shots (by the caller) | 256, then 1024 shots |
//! | `--max-wait` is over, in any of these waits: each ends by one [`Deadline`](crate::Deadline) | what the service is known to have is cancelled, and that is confirmed; what it may have stays open | a tenth more, 15 s for all requests, [`LOOKUPS`] polls |
//!
//! Retries after a back-off wait a random time below a bound that doubles from `initial_backoff` to
//! `max_backoff`. Shots that are all illegal are measured anew by the caller, as another attempt.

use std::time::Duration;

use crate::job_key::random_bytes;

/// Times that a job which failed at the device is sent again as a new job.
pub(crate) const RERUNS: u32 = 2;

/// Times that a job which the service seems not to have taken is sent again.
pub(crate) const RESUBMISSIONS: u32 = 2;

/// Times that a job which may have been taken is looked up before it is sent again, as lists of jobs
/// lag behind; also the times that a cancelled job is polled.
pub(crate) const LOOKUPS: u32 = 4;

/// Times that the result of a job is read which can't be understood, as it may have been cut.
pub(crate) const READS: u32 = 3;

/// Times that a rate-limited submit waits for longer than a back-off: as long as the service says, or for
/// `max_backoff`. IBM takes five a minute.
pub(crate) const SUBMIT_WAITS: u32 = 5;

/// Times that Amazon Braket is asked for what may not be known yet to all of the service.
pub(crate) const NOT_FOUND_TRIES: u32 = 5;

/// Times that a job is registered at OQTOPUS and uploaded, as signatures run out.
pub(crate) const UPLOADS: usize = 2;

/// Times that a result is downloaded from OQTOPUS which can't be unpacked, as it may have been cut.
pub(crate) const DOWNLOADS: usize = 3;

/// Time-outs, back-off and polling of one service.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct RetryPolicy {
    /// Upper bound of the wait before the first retry of a request; doubles with each further one.
    pub initial_backoff: Duration,
    /// Upper bound of the wait before any retry.
    pub max_backoff: Duration,
    /// Most tries of a request, the first included; with none, nothing is ever sent, and every request
    /// fails as of a dry run.
    pub max_tries: u32,
    /// Longest time that a request is retried.
    pub max_elapsed: Duration,
    /// Time-out of one try.
    pub request_timeout: Duration,
    /// Time-out of a submit at a service that can't look a job up: that of IQM's own client.
    pub unlisted_timeout: Duration,
    /// Time-out of a connection.
    pub connect_timeout: Duration,
    /// Wait before a job is polled the second time; grows by half each time.
    pub initial_poll_interval: Duration,
    /// Longest wait between two polls of a job.
    pub max_poll_interval: Duration,
    /// Longest time that a service may be unreachable while a job is waited for.
    pub unreachable_timeout: Duration,
    /// Longest time that a service may not find a job which it has taken.
    pub not_found_timeout: Duration,
    /// Longest time after which a service may still take a submit that it did not answer; that of
    /// IBM's own client. Until then it is looked for and not sent again.
    pub settle_timeout: Duration,
}

impl Default for RetryPolicy {
    /// Six tries within 3 minutes, with a back-off of 0.5, 1, 2, 4 and 8 s (at most 30 s with more tries); polls after 1 s to 10 s; 15
    /// minutes for an unreachable service and for a submit without an answer, 1 minute for a job that is not found.
    fn default() -> Self {
        Self {
            initial_backoff: Duration::from_millis(500),
            max_backoff: Duration::from_secs(30),
            max_tries: 6,
            max_elapsed: Duration::from_mins(3),
            request_timeout: Duration::from_mins(1),
            unlisted_timeout: Duration::from_mins(2),
            connect_timeout: Duration::from_secs(10),
            initial_poll_interval: Duration::from_secs(1),
            max_poll_interval: Duration::from_secs(10),
            unreachable_timeout: Duration::from_mins(15),
            not_found_timeout: Duration::from_mins(1),
            settle_timeout: Duration::from_mins(15),
        }
    }
}

impl RetryPolicy {
    /// The policy under which no service is contacted at all, for a dry run.
    #[must_use]
    pub fn offline(self) -> Self {
        Self {
            max_tries: 0,
            ..self
        }
    }

    /// Multiplies every wait by a factor; time-outs of requests and connections only grow.
    #[must_use]
    pub fn scaled(self, factor: f64) -> Self {
        let scaled = |time: Duration| time.mul_f64(factor);
        Self {
            initial_backoff: scaled(self.initial_backoff),
            max_backoff: scaled(self.max_backoff),
            max_tries: self.max_tries,
            max_elapsed: scaled(self.max_elapsed),
            request_timeout: scaled(self.request_timeout).max(self.request_timeout),
            unlisted_timeout: scaled(self.unlisted_timeout).max(self.unlisted_timeout),
            connect_timeout: scaled(self.connect_timeout).max(self.connect_timeout),
            initial_poll_interval: scaled(self.initial_poll_interval),
            max_poll_interval: scaled(self.max_poll_interval),
            unreachable_timeout: scaled(self.unreachable_timeout),
            not_found_timeout: scaled(self.not_found_timeout),
            settle_timeout: scaled(self.settle_timeout),
        }
    }

    /// Wait before a retry, the first being number 0, with full jitter: clients that failed together
    /// don't come back together.
    pub(crate) fn backoff(&self, retry: u32) -> Duration {
        let bound = self.initial_backoff.saturating_mul(1 << retry.min(16));
        bound.min(self.max_backoff).mul_f64(jitter())
    }

    /// Wait after a poll, the first being number 0.
    pub(crate) fn poll_interval(&self, poll: u32) -> Duration {
        let grown = self
            .initial_poll_interval
            .mul_f64(1.5f64.powi(poll.min(20).cast_signed()));
        grown.min(self.max_poll_interval)
    }
}

/// A random number in 0..=1.
fn jitter() -> f64 {
    let [a, b, c, d, ..] = random_bytes();
    f64::from(u32::from_le_bytes([a, b, c, d])) / f64::from(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn waits_grow_to_a_bound() {
        let policy = RetryPolicy::default();
        for retry in 0..40u32 {
            let bound = 0.5 * 2f64.powi(retry.min(10).cast_signed());
            let waited = policy.backoff(retry).as_secs_f64();
            assert!(waited <= bound.min(30.0), "{retry}: {waited}");
        }
        let polls: Vec<f64> = (0..8)
            .map(|poll| policy.poll_interval(poll).as_secs_f64())
            .collect();
        assert!(
            polls.is_sorted() && polls[0] < 1.01 && polls[7] > 9.99,
            "{polls:?}"
        );
    }

    #[test]
    fn a_scaled_policy_waits_longer_or_shorter_and_gives_requests_no_less_time() {
        let policy = RetryPolicy::default();
        assert_eq!(policy.scaled(1.0), policy);
        let longer = policy.scaled(2.0);
        assert_eq!(longer.initial_backoff, Duration::from_secs(1));
        assert_eq!(longer.max_poll_interval, Duration::from_secs(20));
        assert_eq!(longer.settle_timeout, Duration::from_mins(30));
        assert_eq!(longer.request_timeout, Duration::from_mins(2));
        let shorter = policy.scaled(0.5);
        assert_eq!(shorter.unreachable_timeout, Duration::from_secs(450));
        assert_eq!(shorter.request_timeout, policy.request_timeout);
        assert_eq!(shorter.connect_timeout, policy.connect_timeout);
        assert_eq!((shorter.max_tries, longer.max_tries), (6, 6));
        let offline = policy.offline();
        assert_eq!(offline.max_tries, 0);
        assert_eq!(
            RetryPolicy {
                max_tries: 6,
                ..offline
            },
            policy
        );
    }

    #[test]
    fn waits_are_drawn_from_all_of_their_range() {
        let policy = RetryPolicy::default();
        let waits: Vec<f64> = (0..200).map(|_| policy.backoff(3).as_secs_f64()).collect();
        assert!(waits.iter().all(|wait| (0.0..=4.0).contains(wait)));
        // But for one time in 10²⁵.
        assert!(waits.iter().any(|&wait| wait > 1.0) && waits.iter().any(|&wait| wait < 3.0));
    }
}
