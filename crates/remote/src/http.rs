//! Requests that are repeated where that can do no harm, and never where it might.

use std::thread::sleep;
use std::time::{Duration, Instant};

use cheqqers_backend::JobError;
use reqwest::StatusCode;
use reqwest::blocking::{Client, RequestBuilder};
use reqwest::header::{HeaderMap, RETRY_AFTER};
use serde::de::{DeserializeOwned, IgnoredAny};

use crate::Pace;
use crate::words::shortened;

/// Whether a request may be made again when it is not known whether it was carried out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Repeat {
    /// It changes nothing, or the same however often: what fails for a while is tried again.
    Freely,
    /// It sends a job, and the same one however often: what fails for a while is tried again, and
    /// [`JobError::Ambiguous`] tells to look when a try may have been carried out.
    SameJob,
    /// It may have been carried out: [`JobError::Ambiguous`] tells to look.
    Never,
}

/// What the body of a good answer must be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Expect {
    Json,
    /// JSON that holds secrets, such as addresses with a signature: no error tells of it.
    SecretJson,
    Anything,
    /// Anything, of which no error tells.
    SecretAnything,
}

impl Expect {
    fn is_json(self) -> bool {
        matches!(self, Self::Json | Self::SecretJson)
    }

    /// As much of an answer as an error may tell.
    fn told(self, reply: &Reply) -> String {
        match self {
            Self::Json | Self::Anything => reply.told(),
            Self::SecretJson | Self::SecretAnything => format!("HTTP {}", reply.status.as_u16()),
        }
    }
}

/// An answer that is neither a failure for a while nor too many requests.
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
    /// [`JobError::Protocol`] when it is not.
    pub(crate) fn json<T: DeserializeOwned>(&self) -> Result<T, JobError> {
        serde_json::from_slice(&self.body).map_err(|error| JobError::Protocol {
            what: format!("{error} in {}", self.told()),
            raw: None,
        })
    }

    /// The body as text, whatever bytes it holds.
    pub(crate) fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    /// As much of the body as an error tells, in one line.
    pub(crate) fn told(&self) -> String {
        let told = shortened(&self.text());
        if told.is_empty() {
            return format!("HTTP {}", self.status.as_u16());
        }
        format!("HTTP {}: {told}", self.status.as_u16())
    }
}

/// Makes requests.
#[derive(Clone, Debug)]
pub(crate) struct Http {
    client: Client,
    pace: Pace,
}

impl Http {
    /// # Errors
    /// When the machine has no usable certificates.
    pub(crate) fn new(pace: Pace) -> Result<Self, JobError> {
        // Whoever was first has chosen the same.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let client = Client::builder()
            .connect_timeout(pace.connect)
            .timeout(pace.request)
            // A submit that is sent on may be carried out twice, and a token must not go elsewhere.
            .redirect(reqwest::redirect::Policy::none())
            .user_agent(concat!("cheqqers/", env!("CARGO_PKG_VERSION")))
            .build()
            .map_err(|error| JobError::Unreachable { text: told(error) })?;
        Ok(Self { client, pace })
    }

    /// Makes a request, again and again as far as that is allowed.
    ///
    /// `request` is called before each try.
    ///
    /// # Errors
    /// When no answer comes that is one.
    pub(crate) fn send(
        &self,
        repeat: Repeat,
        expect: Expect,
        mut request: impl FnMut(&Client) -> Result<RequestBuilder, JobError>,
    ) -> Result<Reply, JobError> {
        let begun = Instant::now();
        let mut tries = 0;
        let mut is_lost = false;
        loop {
            let failure = match once(repeat, expect, request(&self.client)?) {
                // A key that ran out in between says nothing of the try before.
                Ok(reply) if is_lost && [401, 403].contains(&reply.status.as_u16()) => {
                    return Err(ambiguous());
                }
                Ok(reply) => return Ok(reply),
                Err(failure) => failure,
            };
            let (error, after) = match failure {
                Failure::Final(error) => return Err(error),
                Failure::Passing(error) => (error, None),
                Failure::TooMany(after) => (JobError::RateLimited { after }, after),
            };
            is_lost |= matches!(error, JobError::Ambiguous { .. });
            let wait = after.unwrap_or_else(|| self.pace.back_off(tries));
            tries += 1;
            if tries >= self.pace.tries || begun.elapsed() + wait > self.pace.total {
                return Err(if is_lost { ambiguous() } else { error });
            }
            sleep(wait);
        }
    }
}

/// One try.
fn once(repeat: Repeat, expect: Expect, request: RequestBuilder) -> Result<Reply, Failure> {
    let lost = |text: String| match repeat {
        Repeat::Freely => Failure::Passing(JobError::Unreachable { text }),
        Repeat::SameJob => Failure::Passing(ambiguous()),
        Repeat::Never => Failure::Final(ambiguous()),
    };
    let answer = match request.send() {
        Ok(answer) => answer,
        Err(error) if error.is_builder() => {
            let text = told(error);
            return Err(Failure::Final(JobError::Unreachable { text }));
        }
        // Nothing was sent.
        Err(error) if error.is_connect() => {
            let text = told(error);
            return Err(Failure::Passing(JobError::Unreachable { text }));
        }
        Err(error) => return Err(lost(told(error))),
    };
    let (status, headers) = (answer.status(), answer.headers().clone());
    let body = match answer.bytes() {
        Ok(body) => body.to_vec(),
        Err(_) if status == StatusCode::TOO_MANY_REQUESTS => Vec::new(),
        Err(error) => return Err(lost(told(error))),
    };
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
        return Err(lost(expect.told(&reply)));
    }
    let is_json = || serde_json::from_slice::<IgnoredAny>(&reply.body).is_ok();
    if status.is_success() && expect.is_json() && !is_json() {
        return Err(lost(format!("no JSON in {}", expect.told(&reply))));
    }
    Ok(reply)
}

impl Reply {
    /// How long the service wants to be left alone, an hour at most.
    fn retry_after(&self) -> Option<Duration> {
        let text = self.headers.get(RETRY_AFTER)?.to_str().ok()?;
        let seconds = text.trim().parse::<f64>().ok()?;
        let seconds = seconds.clamp(0.0, 3600.0);
        seconds
            .is_finite()
            .then(|| Duration::from_secs_f64(seconds))
    }
}

enum Failure {
    /// It may be gone next time.
    Passing(JobError),
    TooMany(Option<Duration>),
    Final(JobError),
}

/// An error without the address, whose parameters may be secret.
fn told(error: reqwest::Error) -> String {
    let error = error.without_url();
    let mut text = error.to_string();
    let mut cause = std::error::Error::source(&error);
    while let Some(error) = cause {
        text = format!("{text}: {error}");
        cause = error.source();
    }
    text
}

/// A request that may have been carried out; whose it is, is known to who made it.
fn ambiguous() -> JobError {
    JobError::Ambiguous {
        marker: String::new(),
    }
}
