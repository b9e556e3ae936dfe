//! Facts of each service about a submission whose response is lost, with their sources.
//!
//! | service | a repeated submission | sources |
//! | --- | --- | --- |
//! | IBM Quantum Platform | a second job, except after the statuses in [`IBM_SAFE`]: then IBM's client sends again at once, as "the IBM Quantum API guarantees that retrying on specific 5xx errors is safe" | qiskit-ibm-runtime 0.51, `api/session.py` |
//! | IBM Quantum System API | refused: the client names the job | IBM's documentation of its REST API |
//! | IonQ | a second job: its clients repeat it all the same, without a promise | ionq-core 0.2, qiskit-ionq 1.1 |
//! | Amazon Braket | the same task, by `clientToken` | botocore, `braket/2019-09-01` |
//! | OQTOPUS | refused: the service names the job before it is submitted | oqtopus-client 1.3 |
//! | IQM | a second job, and no list to find the first in: its client never repeats it, and waits 120 s for the response | iqm-client 36, `iqm_server_client.py` |
//! | AQT | the same; its client waits 10 s | qiskit-aqt-provider 2.0 |
//! | Scaleway | a second job: its client never repeats it | scaleway-qaas-client 0.1 |

use std::time::Duration;

use crate::retry::RetryPolicy;
use crate::service_name::ServiceName;

/// Statuses on which IBM's client repeats a submission at once.
const IBM_SAFE: &[u16] = &[500, 502, 503, 504, 520, 521, 522, 524];

/// Facts of a service about a submission whose response is lost.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Submission {
    /// Statuses after which the service promises that the submission may be repeated.
    safe: &'static [u16],
    /// The service can look a job up by its idempotency key.
    is_listed: bool,
}

impl Submission {
    pub(crate) fn of(service: ServiceName) -> Self {
        let (safe, is_listed): (&[u16], bool) = match service {
            ServiceName::Ibm => (IBM_SAFE, true),
            ServiceName::IbmSystem
            | ServiceName::Ionq
            | ServiceName::Braket
            | ServiceName::Oqtopus
            | ServiceName::Scaleway => (&[], true),
            ServiceName::Iqm | ServiceName::Aqt => (&[], false),
        };
        Self { safe, is_listed }
    }

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn responses_that_can_not_be_looked_up_are_waited_for_longest() {
        let retry = RetryPolicy::default();
        for service in ServiceName::ALL {
            let facts = Submission::of(service);
            let is_longer = facts.timeout(&retry) > retry.request_timeout;
            assert_eq!(is_longer, !facts.is_listed, "{service}");
            let is_safe = facts.is_safe_after(503);
            assert_eq!(is_safe, service == ServiceName::Ibm, "{service}");
        }
    }
}
