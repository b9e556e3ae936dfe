use std::path::PathBuf;
use std::time::Duration;

use cheqqers_backend::BackendError;
use thiserror::Error;

use crate::job_cost::JobCost;

/// Error of running a job at a service.
#[derive(Clone, PartialEq, Debug, Error)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the messages say it")]
pub enum RemoteError {
    #[error("there are no credentials of {service}: {reason}")]
    Credentials { service: String, reason: String },
    #[error("{service} refuses the credentials: {text}")]
    Unauthorised { service: String, text: String },
    #[error("the account's allowance is used up: {text}")]
    Quota { text: String },
    #[error("the service takes no more requests for now{}", in_a_while(*.after))]
    RateLimited {
        /// Time to wait, where the service says so.
        after: Option<Duration>,
    },
    #[error("the service refuses the program ({code}): {text}")]
    BadProgram { code: String, text: String },
    #[error("{device} takes no jobs now: {text}")]
    DeviceOffline { device: String, text: String },
    #[error("{device} can't run this: {text}")]
    Unsuitable { device: String, text: String },
    /// For a reason of the device's or the service's own.
    #[error("the job failed ({code}): {text}")]
    Failed { code: String, text: String },
    #[error("the job ran longer than {}: {text}", allowed(*.limit))]
    RanTooLong {
        /// The limit, where it was sent with the job.
        limit: Option<Duration>,
        text: String,
    },
    #[error("the service can't be reached: {text}")]
    Unreachable { text: String },
    #[error("whether the service has taken job {key} is not known")]
    Ambiguous { key: String },
    /// By the promise of the service, after a failure of its own.
    #[error("the service failed and has not taken the job: {text}")]
    NotTaken { text: String },
    /// The service has no way to look a job up, and no other is sent in its place.
    #[error(
        "whether {service} has taken job {key} is not known, and it has no list of jobs to look it up in"
    )]
    NoLookup { service: String, key: String },
    /// It may be known later, or to another account.
    #[error("the service has no job {job}: {text}")]
    JobNotFound { job: String, text: String },
    /// Giving it up would lose a paid answer, or one that may still come.
    #[error("the service has job {key}, as {job}")]
    JobFound { key: String, job: String },
    #[error("the job was cancelled")]
    Cancelled,
    /// The journal says that the job ended, for this reason.
    #[error("{reason}")]
    EndedBefore { reason: String },
    #[error("no answer within {}, so the job was cancelled", duration(*.waited))]
    Timeout { waited: Duration },
    /// The time was taken by jobs sent before it, or by the description of the device.
    #[error("the time of {} was over", duration(*.waited))]
    TooLate { waited: Duration },
    #[error("the service's answer can't be understood: {what}{}", kept(.raw.as_ref()))]
    Protocol {
        what: String,
        /// File that holds the answer, word for word.
        raw: Option<PathBuf>,
    },
    /// The device returns the bits of a register in another order.
    #[error(
        "the device returns bits in another order: where {prepared} was prepared, job {key} most often \
         read {read}"
    )]
    BitOrder {
        key: String,
        prepared: String,
        read: String,
    },
    /// The first of several jobs, which was to test the order of bits.
    #[error(
        "job {key} returned no shot, so that the order of bits of the jobs beside it is not known"
    )]
    NoShots { key: String },
    #[error("the journal of jobs fails at {}: {text}", path.display())]
    Journal { path: PathBuf, text: String },
    #[error("job {key} was sent to {backend}")]
    Elsewhere { key: String, backend: String },
    #[error("another process waits for job {key}")]
    Busy { key: String },
    /// A limit that was set here, not one of the service.
    #[error("{what} would be more than the {limit} allowed")]
    Limit { what: String, limit: String },
    #[error("the price of the job is not known, so the limit on cost can't be enforced")]
    UnknownPrice,
    #[error("this program was built without remote services")]
    NoServices,
    #[error("nobody agreed to its cost")]
    Declined,
    /// Nobody agreed to a job that costs more than those that were agreed to.
    #[error("a job of {requested} is more than the {agreed} that were agreed to")]
    Excess { requested: JobCost, agreed: JobCost },
    #[error("it is a dry run")]
    DryRun,
}

impl RemoteError {
    /// Returns `true` if waiting doesn't help: the user has to change a name, a key or an address.
    pub fn needs_correction(&self) -> bool {
        matches!(
            self,
            Self::Credentials { .. } | Self::Unauthorised { .. } | Self::Unsuitable { .. }
        )
    }

    /// A response that can't be understood.
    pub(crate) fn protocol(what: impl Into<String>) -> Self {
        let what = what.into();
        Self::Protocol { what, raw: None }
    }

    /// A device that can't do what it is asked to.
    pub(crate) fn unsuitable(device: impl Into<String>, text: impl Into<String>) -> Self {
        let (device, text) = (device.into(), text.into());
        Self::Unsuitable { device, text }
    }

    /// The error that a backend of this crate attached to its failure.
    pub fn of(error: &BackendError) -> Option<&Self> {
        match error {
            BackendError::Job(failure) => failure.source.downcast_ref(),
            _ => None,
        }
    }

    /// Turns an answer that can't be understood into a service that can't be reached, for requests
    /// about a job that exists: such an answer says nothing of the job, which must not be given up.
    pub(crate) fn without_verdict(self) -> Self {
        match self {
            Self::Protocol { what, .. } => Self::Unreachable { text: what },
            error => error,
        }
    }
}

fn in_a_while(after: Option<Duration>) -> String {
    after.map_or_else(String::new, |after| {
        format!(", try again in {}", duration(after))
    })
}

fn allowed(limit: Option<Duration>) -> String {
    limit.map_or_else(
        || "the service allows".into(),
        |limit| format!("the {} that it may", duration(limit)),
    )
}

fn kept(raw: Option<&PathBuf>) -> String {
    raw.map_or_else(String::new, |path| format!(" (kept in {})", path.display()))
}

fn duration(duration: Duration) -> String {
    match duration.as_secs() {
        0 if !duration.is_zero() => format!("{} s", duration.as_secs_f64()),
        seconds @ 0..120 => format!("{seconds} s"),
        seconds => format!("{} min", seconds.div_ceil(60)),
    }
}

/// Most characters of a service's text in an error.
const MAX_EXCERPT: usize = 400;

/// A service's text in one line, cut to the length that an error may have, without what is secret in
/// addresses.
pub(crate) fn shortened(text: &str) -> String {
    let mut line = redacted(&text.split_whitespace().collect::<Vec<_>>().join(" "));
    if let Some((end, _)) = line.char_indices().nth(MAX_EXCERPT) {
        line.truncate(end);
        line.push_str("...");
    }
    line
}

/// A text in which addresses have neither users nor parameters, as these may be passwords and signatures.
pub(crate) fn redacted(text: &str) -> String {
    let mut told = String::new();
    let mut rest = text;
    while let Some(at) = rest.find("://") {
        let (before, behind) = rest.split_at(at + 3);
        let is_end = |c: char| c.is_whitespace() || "\"'`<>()[]{}".contains(c);
        let end = behind.find(is_end).unwrap_or(behind.len());
        let (address, after) = behind.split_at(end);
        let (place, parameters) = address.split_at(address.find('?').unwrap_or(address.len()));
        let (host, path) = place.split_at(place.find('/').unwrap_or(place.len()));
        told += before;
        told += host.rsplit_once('@').map_or(host, |(_, host)| host);
        told += path;
        told += if parameters.is_empty() {
            ""
        } else {
            "?(secret)"
        };
        rest = after;
    }
    told + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_told_without_users_and_signatures() {
        for (text, expected) in [
            ("no address: here", "no address: here"),
            (
                "PUT https://me:hid@host:9000/b/k?X-Amz-Signature=hid failed, as http://[::1]/a did",
                "PUT https://host:9000/b/k?(secret) failed, as http://[::1]/a did",
            ),
            (
                "{\"url\":\"https://host/a?x=1\\u0026s=hid\",\"n\":1} (s3://hid@b)",
                "{\"url\":\"https://host/a?(secret)\",\"n\":1} (s3://b)",
            ),
        ] {
            assert_eq!(redacted(text), expected);
            assert_eq!(shortened(text), expected);
        }
    }

    #[test]
    fn an_error_tells_one_line_and_no_more_than_it_may() {
        assert_eq!(shortened(" a\n  b\tc "), "a b c");
        let long = "\u{e9}".repeat(MAX_EXCERPT);
        assert_eq!(shortened(&long), long);
        assert_eq!(shortened(&format!("{long}\u{e9}")), format!("{long}..."));
    }

    #[test]
    fn only_what_is_not_understood_is_taken_for_lost() {
        let what = "HTTP 404".to_owned();
        let unreachable = RemoteError::Unreachable { text: what.clone() };
        let protocol = RemoteError::Protocol { what, raw: None };
        assert_eq!(protocol.without_verdict(), unreachable);
        assert_eq!(
            RemoteError::Cancelled.without_verdict(),
            RemoteError::Cancelled
        );
    }

    #[test]
    fn times_and_files_are_told_where_they_are_known() {
        let waits = |after| RemoteError::RateLimited { after }.to_string();
        let none = "the service takes no more requests for now";
        assert_eq!(waits(None), none);
        for (millis, text) in [
            (0, "0 s"),
            (250, "0.25 s"),
            (1_000, "1 s"),
            (119_000, "119 s"),
            (120_000, "2 min"),
            (121_000, "3 min"),
        ] {
            let after = Duration::from_millis(millis);
            assert_eq!(waits(Some(after)), format!("{none}, try again in {text}"));
        }
        let ran = |limit| {
            let text = "stopped".into();
            RemoteError::RanTooLong { limit, text }.to_string()
        };
        assert_eq!(
            ran(None),
            "the job ran longer than the service allows: stopped"
        );
        assert_eq!(
            ran(Some(Duration::from_secs(5))),
            "the job ran longer than the 5 s that it may: stopped"
        );
        let unread = |raw| {
            RemoteError::Protocol {
                what: "cut".into(),
                raw,
            }
            .to_string()
        };
        assert_eq!(
            unread(None),
            "the service's answer can't be understood: cut"
        );
        assert!(unread(Some("answer.txt".into())).ends_with(": cut (kept in answer.txt)"));
    }

    #[test]
    fn what_waiting_does_not_help_needs_its_user() {
        let text = String::new;
        for (error, expected) in [
            (
                RemoteError::Credentials {
                    service: text(),
                    reason: text(),
                },
                true,
            ),
            (
                RemoteError::Unauthorised {
                    service: text(),
                    text: text(),
                },
                true,
            ),
            (
                RemoteError::Unsuitable {
                    device: text(),
                    text: text(),
                },
                true,
            ),
            (RemoteError::Quota { text: text() }, false),
            (RemoteError::Cancelled, false),
        ] {
            assert_eq!(error.needs_correction(), expected, "{error}");
        }
        let local = BackendError::Exhausted { backend: "b" };
        assert_eq!(RemoteError::of(&local), None);
    }
}
