//! Errors of refused requests, as far as services refuse them alike.

use reqwest::StatusCode;

use crate::error::RemoteError;
use crate::http::Reply;
use crate::service::JobState;
use crate::service_name::ServiceName;

/// Mapping of a service's error responses to [`RemoteError`].
pub(super) struct ErrorMapping {
    /// Error of a refused request, which was about a device or about nothing in particular.
    pub(super) refusal: fn(&Reply, Option<&str>) -> RemoteError,
    /// Text of a response that there is no such job.
    pub(super) no_job: fn(&Reply) -> String,
}

impl ErrorMapping {
    /// Passes a successful response.
    pub(super) fn check(&self, reply: Reply, device: Option<&str>) -> Result<Reply, RemoteError> {
        if reply.status.is_success() {
            return Ok(reply);
        }
        Err((self.refusal)(&reply, device))
    }

    /// Passes a successful response about a device.
    pub(super) fn about_device(&self, reply: Reply, device: &str) -> Result<Reply, RemoteError> {
        self.check(reply, Some(device))
    }

    /// Passes a successful response about a job.
    pub(super) fn about_job(&self, reply: Reply, job: &str) -> Result<Reply, RemoteError> {
        if reply.status == StatusCode::NOT_FOUND {
            return Err(RemoteError::JobNotFound {
                job: job.into(),
                text: (self.no_job)(&reply),
            });
        }
        self.check(reply, None)
            .map_err(RemoteError::without_verdict)
    }

    /// Checks the response to a request to cancel a job, which may be refused because the job has ended or is
    /// being cancelled: `state` fetches its state.
    pub(super) fn cancelled(
        &self,
        reply: Reply,
        job: &str,
        state: impl FnOnce() -> Result<JobState, RemoteError>,
    ) -> Result<(), RemoteError> {
        if reply.status.is_success() {
            return Ok(());
        }
        let state = state()?;
        if state == JobState::Cancelling || state.is_final() {
            return Ok(());
        }
        self.about_job(reply, job).map(|_| ())
    }
}

/// Error response in the words of its service.
pub(super) struct ErrorResponse {
    pub(super) service: ServiceName,
    /// Empty where there is none: then the status is the code.
    pub(super) code: String,
    pub(super) text: String,
    /// Cause that goes before the one that the status tells.
    pub(super) cause: Option<Cause>,
}

/// Cause of a refusal that services tell in different ways.
pub(super) enum Cause {
    Quota,
    /// Of a request about a device.
    DeviceOffline,
}

impl Cause {
    /// Cause by the statuses that are usual for it.
    pub(super) fn of(status: StatusCode) -> Option<Self> {
        match status {
            StatusCode::PAYMENT_REQUIRED => Some(Self::Quota),
            StatusCode::CONFLICT => Some(Self::DeviceOffline),
            _ => None,
        }
    }
}

impl ErrorResponse {
    /// Error of a refused request, which was about `device`.
    pub(super) fn into_error(self, reply: &Reply, device: Option<&str>) -> RemoteError {
        let Self { code, text, .. } = self;
        let device = device.map(str::to_owned);
        match (self.cause, reply.status, device) {
            (Some(Cause::Quota), _, _) => RemoteError::Quota { text },
            (Some(Cause::DeviceOffline), _, Some(device)) => {
                RemoteError::DeviceOffline { device, text }
            }
            (_, StatusCode::UNAUTHORIZED | StatusCode::FORBIDDEN, _) => RemoteError::Unauthorised {
                service: self.service.name().into(),
                text,
            },
            (_, StatusCode::NOT_FOUND, Some(device)) => RemoteError::unsuitable(device, text),
            (
                _,
                StatusCode::BAD_REQUEST
                | StatusCode::PAYLOAD_TOO_LARGE
                | StatusCode::UNPROCESSABLE_ENTITY,
                _,
            ) => RemoteError::BadProgram {
                code: match &code[..] {
                    "" => reply.status.as_u16().to_string(),
                    _ => code,
                },
                text,
            },
            _ => RemoteError::protocol(reply.excerpt()),
        }
    }
}
