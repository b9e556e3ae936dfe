//! Requests, repeated only where that can do no harm. Bounds are those of [`RetryPolicy`].

use std::error::Error as StdError;
use std::fmt::Display;
use std::io::{self, Read};
use std::thread::sleep;
use std::time::{Duration, Instant};

use jiff::Timestamp;
use reqwest::StatusCode;
use reqwest::blocking::{Client, RequestBuilder};
use reqwest::header::{HeaderMap, RETRY_AFTER};
use serde::de::{DeserializeOwned, IgnoredAny};

use crate::deadline::Deadline;
use crate::error::{RemoteError, shortened};
use crate::files::MAX_JOB;
use crate::retry::RetryPolicy;
use crate::submission::Submission;

/// Repetition of a request that may have been carried out.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Repeat {
    /// Idempotent: retried while it fails.
    Freely,
    /// Idempotent submit: retried while it fails. Once a try may have been carried out,
    /// [`RemoteError::Ambiguous`] unless a later one succeeds, or its response says that the job exists.
    SameJob {
        /// Returns `true` if a response says that the job exists already.
        exists: fn(&Reply) -> bool,
    },
    /// Never: [`RemoteError::Ambiguous`] if it may have been carried out, [`RemoteError::NotTaken`] where
    /// the service promises that it was not, [`RemoteError::RateLimited`] where it says so.
    Never,
}

impl Repeat {
    /// Returns `true` if a response tells of all tries, also of those that may have been carried out.
    fn is_answered_by(self, reply: &Reply) -> bool {
        let says_so = match self {
            Self::SameJob { exists } => exists(reply),
            Self::Freely | Self::Never => false,
        };
        reply.status.is_success() || says_so
    }
}

/// Expected body of a successful response.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Expect {
    Json,
    /// JSON with secrets, such as signed addresses: errors don't quote it.
    SecretJson,
    Anything,
    /// Anything, and errors don't quote it.
    SecretAnything,
}

impl Expect {
    fn is_json(self) -> bool {
        matches!(self, Self::Json | Self::SecretJson)
    }

    /// Excerpt of a response that an error may quote.
    fn excerpt(self, reply: &Reply) -> String {
        match self {
            Self::Json | Self::Anything => reply.excerpt(),
            Self::SecretJson | Self::SecretAnything => format!("HTTP {}", reply.status.as_u16()),
        }
    }
}

/// A response that is neither transient nor rate-limited.
#[derive(Clone, Debug)]
pub(crate) struct Reply {
    pub(crate) status: StatusCode,
    pub(crate) headers: HeaderMap,
    pub(crate) body: Vec<u8>,
}

impl Reply {
    /// The body as the JSON of a type.
    ///
    /// # Errors
    /// [`RemoteError::Protocol`] when it is not.
    pub(crate) fn json<T: DeserializeOwned>(&self) -> Result<T, RemoteError> {
        serde_json::from_slice(&self.body).map_err(|error| self.protocol_error(error))
    }

    /// The body as the JSON of a submission that was taken.
    ///
    /// # Errors
    /// [`RemoteError::Ambiguous`] when it is not: the id of the job with this key is to be found out.
    pub(crate) fn submitted<T: DeserializeOwned>(&self, key: &str) -> Result<T, RemoteError> {
        self.json()
            .map_err(|_| RemoteError::Ambiguous { key: key.into() })
    }

    /// Error of a body that can't be understood for this reason.
    pub(crate) fn protocol_error(&self, reason: impl Display) -> RemoteError {
        RemoteError::protocol(format!("{reason} in {}", self.excerpt()))
    }

    /// The body as text, whatever bytes it holds.
    pub(crate) fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    /// Excerpt of the body for errors, in one line.
    pub(crate) fn excerpt(&self) -> String {
        let text = shortened(&self.text());
        if text.is_empty() {
            return format!("HTTP {}", self.status.as_u16());
        }
        format!("HTTP {}: {text}", self.status.as_u16())
    }
}

/// HTTP client that repeats failed requests by a [`RetryPolicy`].
#[derive(Clone, Debug)]
pub(crate) struct Http {
    client: Client,
    retry: RetryPolicy,
    submission: Submission,
    deadline: Deadline,
}

impl Http {
    /// # Errors
    /// Returns an error if the machine has no usable certificates.
    pub(crate) fn new(submission: Submission, retry: RetryPolicy) -> Result<Self, RemoteError> {
        // Another caller has installed the same.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let client = Client::builder()
            .connect_timeout(retry.connect_timeout)
            .timeout(retry.request_timeout)
            // A submit that is sent on may be carried out twice, and a token must not go elsewhere.
            .redirect(reqwest::redirect::Policy::none())
            .user_agent(concat!("cheqqers/", env!("CARGO_PKG_VERSION")))
            .build()
            .map_err(|error| RemoteError::Unreachable {
                text: error_text(error),
            })?;
        Ok(Self {
            client,
            retry,
            submission,
            deadline: Deadline::default(),
        })
    }

    /// Sets the time after which no request is repeated.
    pub(crate) fn set_deadline(&mut self, deadline: Deadline) {
        self.deadline = deadline;
    }

    /// Waits before another request after a number of them; `false`, at once, if there may be no other by the
    /// policy or the deadline.
    pub(crate) fn waits_before(&self, repetition: u32, most: u32) -> bool {
        let wait = self.retry.backoff(repetition);
        let may_wait = repetition < most && self.deadline.allows(wait);
        if may_wait {
            sleep(wait);
        }
        may_wait
    }

    /// Makes a request, with retries as far as they are allowed.
    ///
    /// `request` is called before each try.
    ///
    /// # Errors
    /// Returns an error if no usable response comes.
    pub(crate) fn send(
        &self,
        repeat: Repeat,
        expect: Expect,
        mut request: impl FnMut(&Client) -> Result<RequestBuilder, RemoteError>,
    ) -> Result<Reply, RemoteError> {
        if self.retry.max_tries == 0 {
            return Err(RemoteError::DryRun);
        }
        let begun = Instant::now();
        let mut tries = 0;
        let mut is_lost = false;
        loop {
            let tried = match request(&self.client) {
                Ok(request) => self.once(repeat, expect, request),
                Err(error) => Err(Failure::Final(error)),
            };
            let failure = match tried {
                // What refuses this try says nothing of those before.
                Ok(reply) if is_lost && !repeat.is_answered_by(&reply) => return Err(ambiguous()),
                Ok(reply) => return Ok(reply),
                Err(failure) => failure,
            };
            let (error, after) = match failure {
                Failure::Final(_) if is_lost => return Err(ambiguous()),
                Failure::Final(error) => return Err(error),
                Failure::Passing(error) => (error, None),
                // It is looked for first, in case it was taken.
                Failure::TooMany(after) if matches!(repeat, Repeat::Never) => {
                    return Err(RemoteError::RateLimited { after });
                }
                Failure::TooMany(after) => (RemoteError::RateLimited { after }, after),
            };
            is_lost |= matches!(error, RemoteError::Ambiguous { .. });
            let wait = after.unwrap_or_else(|| self.retry.backoff(tries));
            tries += 1;
            let is_last = tries >= self.retry.max_tries
                || begun.elapsed() + wait > self.retry.max_elapsed
                || !self.deadline.allows(wait);
            if is_last {
                return Err(if is_lost { ambiguous() } else { error });
            }
            sleep(wait);
        }
    }

    /// Makes a request once, and tells whether it may be repeated if it fails.
    fn once(
        &self,
        repeat: Repeat,
        expect: Expect,
        request: RequestBuilder,
    ) -> Result<Reply, Failure> {
        let timeout = match repeat {
            Repeat::Freely => self.deadline.timeout(self.retry.request_timeout),
            // One that is cut off is lost.
            Repeat::SameJob { .. } | Repeat::Never => self.submission.timeout(&self.retry),
        };
        let lost = |text: String| match repeat {
            Repeat::Freely => Failure::Passing(RemoteError::Unreachable { text }),
            Repeat::SameJob { .. } => Failure::Passing(ambiguous()),
            Repeat::Never => Failure::Final(ambiguous()),
        };
        let answer = match request.timeout(timeout).send() {
            Ok(answer) => answer,
            Err(error) if error.is_builder() => {
                let text = error_text(error);
                return Err(Failure::Final(RemoteError::Unreachable { text }));
            }
            // Nothing was sent.
            Err(error) if error.is_connect() => {
                let text = error_text(error);
                return Err(Failure::Passing(RemoteError::Unreachable { text }));
            }
            Err(error) => return Err(lost(error_text(error))),
        };
        let (status, headers) = (answer.status(), answer.headers().clone());
        let mut body = Vec::new();
        match answer.take(MAX_JOB + 1).read_to_end(&mut body) {
            Ok(length) if length as u64 > MAX_JOB => {
                let (status, limit) = (status.as_u16(), MAX_JOB >> 20);
                let text = format!("HTTP {status}: it is larger than {limit} MiB");
                return Err(match repeat {
                    Repeat::Freely => Failure::Final(RemoteError::Unreachable { text }),
                    _ => lost(text),
                });
            }
            Ok(_) => {}
            Err(_) if status == StatusCode::TOO_MANY_REQUESTS => body.clear(),
            Err(error) => return Err(lost(read_error_text(error))),
        }
        let reply = Reply {
            status,
            headers,
            body,
        };
        if status == StatusCode::TOO_MANY_REQUESTS {
            return Err(Failure::TooMany(reply.retry_after()));
        }
        let is_passing = status.is_redirection()
            || matches!(status, StatusCode::REQUEST_TIMEOUT | StatusCode::TOO_EARLY);
        if status.is_server_error() || is_passing {
            let text = expect.excerpt(&reply);
            let is_safe = self.submission.is_safe_after(status.as_u16());
            return Err(match repeat {
                Repeat::Never if is_safe => Failure::Final(RemoteError::NotTaken { text }),
                _ => lost(text),
            });
        }
        let is_json = || serde_json::from_slice::<IgnoredAny>(&reply.body).is_ok();
        if status.is_success() && expect.is_json() && !is_json() {
            let length = reply.body.len();
            return Err(lost(format!(
                "HTTP {}: its {length} bytes are no JSON",
                status.as_u16()
            )));
        }
        Ok(reply)
    }
}

impl Reply {
    /// Wait that the service asks for, in seconds or until a date; an hour at most.
    fn retry_after(&self) -> Option<Duration> {
        let text = self.headers.get(RETRY_AFTER)?.to_str().ok()?.trim();
        let seconds = text.parse::<f64>().ok().or_else(|| {
            let date = jiff::fmt::rfc2822::parse(text).ok()?;
            Some(
                date.timestamp()
                    .duration_since(Timestamp::now())
                    .as_secs_f64(),
            )
        })?;
        let seconds = seconds.clamp(0.0, 3600.0);
        seconds
            .is_finite()
            .then(|| Duration::from_secs_f64(seconds))
    }
}

enum Failure {
    /// Transient: it may be gone next time.
    Passing(RemoteError),
    TooMany(Option<Duration>),
    Final(RemoteError),
}

/// Text of an error without the address, whose parameters may be secret.
fn error_text(error: reqwest::Error) -> String {
    let error = error.without_url();
    let mut text = error.to_string();
    let mut cause = error.source();
    while let Some(error) = cause {
        text = format!("{text}: {error}");
        cause = error.source();
    }
    text
}

/// Text of an error of reading a response, in which the error of the client is hidden.
fn read_error_text(error: io::Error) -> String {
    let text = error.to_string();
    match error
        .into_inner()
        .map(<dyn StdError + Send + Sync>::downcast)
    {
        Some(Ok(error)) => error_text(*error),
        _ => text,
    }
}

/// Error of a request that may have been carried out; the caller knows the key.
fn ambiguous() -> RemoteError {
    RemoteError::Ambiguous { key: String::new() }
}

#[cfg(test)]
pub(crate) mod tests;
