//! Amazon Braket.
//!
//! | request below `/braket` | operation |
//! | --- | --- |
//! | `POST /devices`, `GET /device/ARN` | `SearchDevices`, `GetDevice` |
//! | `POST /quantum-task` | `CreateQuantumTask` |
//! | `GET /quantum-task/ARN`, `PUT /quantum-task/ARN/cancel` | `GetQuantumTask`, `CancelQuantumTask` |
//! | `POST /quantum-tasks` | `SearchQuantumTasks` |
//!
//! Results are put into the storage under `/s3` when a task is completed. A program is read when its
//! task is created, and refused there and then. Other operations, such as hybrid jobs, are not known.

mod capabilities;
mod create;
mod device;
mod result;
mod search;
mod task;
#[cfg(test)]
mod tests;

use std::sync::Arc;

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::extract::{OriginalUri, Request, State};
use axum::http::{HeaderValue, Method, StatusCode};
use axum::middleware::{self, Next};
use axum::response::Response;
use axum::routing::{get, post, put};
use serde_json::json;

use crate::fault::{Route, Service, with_faults};
use crate::reply;
use crate::shared::Shared;
use crate::sigv4::{self, Refusal, Sent};

pub(crate) use task::Tasks;

/// What the routes share.
#[derive(Debug)]
struct Braket {
    shared: Arc<Shared>,
    tasks: Arc<Tasks>,
}

/// The region that a request was signed for.
#[derive(Clone, Debug)]
struct Region(String);

/// The largest request.
const MAX_BODY: usize = 16 << 20;

pub(crate) fn router(shared: &Arc<Shared>, tasks: &Arc<Tasks>) -> Router {
    let state = Arc::new(Braket {
        shared: Arc::clone(shared),
        tasks: Arc::clone(tasks),
    });
    let router = Router::new()
        .route("/devices", post(search::devices))
        .route("/device/{arn}", get(device::show))
        .route("/quantum-task", post(create::create))
        .route("/quantum-task/{arn}", get(task::show))
        .route("/quantum-task/{arn}/cancel", put(task::cancel))
        .route("/quantum-tasks", post(search::tasks))
        .fallback(async || Error::new(Kind::NotFound, "there is no such operation").reply())
        .layer(middleware::from_fn_with_state(Arc::clone(&state), signed))
        .with_state(state);
    let service = Service {
        route,
        error: |status| Error::new(Kind::of(status), "the request failed").with_status(status),
    };
    with_faults(router, shared, service)
}

fn route(method: &Method, path: &str) -> Route {
    match path.trim_matches('/').split('/').collect::<Vec<_>>()[..] {
        ["quantum-task"] => Route::Submit,
        ["quantum-task", _] if method == Method::GET => Route::Status,
        ["quantum-task", _, "cancel"] => Route::Cancel,
        _ => Route::Other,
    }
}

/// Lets requests through that are signed well.
async fn signed(
    State(braket): State<Arc<Braket>>,
    OriginalUri(uri): OriginalUri,
    request: Request,
    next: Next,
) -> Response {
    let (parts, body) = request.into_parts();
    let Ok(body) = to_bytes(body, MAX_BODY).await else {
        return Error::new(Kind::Validation, "the request is too large").reply();
    };
    let sent = Sent {
        method: parts.method.as_str(),
        path: uri.path(),
        query: uri.query().unwrap_or_default(),
        headers: &parts.headers,
        body: &body,
    };
    let clock = &braket.shared.clock;
    match sigv4::check(&sent, sigv4::Service::Braket, clock.unix(clock.now())) {
        Ok(region) => {
            let mut request = Request::from_parts(parts, Body::from(body));
            request.extensions_mut().insert(Region(region));
            next.run(request).await
        }
        Err(refusal) => refused(refusal).reply(),
    }
}

fn refused(refusal: Refusal) -> Error {
    let (kind, message) = match refusal {
        Refusal::Missing => (Kind::NoToken, "Missing Authentication Token"),
        Refusal::Malformed => (
            Kind::Incomplete,
            "the authorization that was sent is malformed",
        ),
        Refusal::UnknownKey => (
            Kind::UnknownClient,
            "The security token included in the request is invalid.",
        ),
        Refusal::Expired | Refusal::Skewed => (
            Kind::Signature,
            "Signature expired, or not yet current: the clocks differ too much",
        ),
        Refusal::Mismatch => (
            Kind::Signature,
            "The request signature we calculated does not match the signature you provided.",
        ),
    };
    Error::new(kind, message)
}

/// An error as the service tells it.
#[derive(Clone, PartialEq, Debug)]
struct Error {
    kind: Kind,
    message: String,
}

/// The errors of the service.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    Validation,
    Incomplete,
    NoToken,
    UnknownClient,
    Signature,
    Expired,
    Denied,
    NotFound,
    Conflict,
    Retired,
    Offline,
    Throttled,
    Quota,
    Internal,
}

impl Kind {
    fn status_and_name(self) -> (u16, &'static str) {
        match self {
            Self::Validation => (400, "ValidationException"),
            Self::Incomplete => (400, "IncompleteSignatureException"),
            Self::NoToken => (403, "MissingAuthenticationTokenException"),
            Self::UnknownClient => (403, "UnrecognizedClientException"),
            Self::Signature => (403, "InvalidSignatureException"),
            Self::Expired => (403, "ExpiredTokenException"),
            Self::Denied => (403, "AccessDeniedException"),
            Self::NotFound => (404, "ResourceNotFoundException"),
            Self::Conflict => (409, "ConflictException"),
            Self::Retired => (410, "DeviceRetiredException"),
            Self::Offline => (424, "DeviceOfflineException"),
            Self::Throttled => (429, "ThrottlingException"),
            Self::Quota => (402, "ServiceQuotaExceededException"),
            Self::Internal => (500, "InternalServiceException"),
        }
    }

    /// The error that comes with a status.
    fn of(status: StatusCode) -> Self {
        match status.as_u16() {
            400 => Self::Validation,
            401 => Self::Expired,
            402 => Self::Quota,
            403 => Self::Denied,
            404 => Self::NotFound,
            409 => Self::Conflict,
            410 => Self::Retired,
            424 => Self::Offline,
            429 => Self::Throttled,
            _ => Self::Internal,
        }
    }
}

impl Error {
    fn new(kind: Kind, message: impl Into<String>) -> Self {
        Self {
            kind,
            message: message.into(),
        }
    }

    fn invalid(message: impl Into<String>) -> Self {
        Self::new(Kind::Validation, message)
    }

    fn reply(&self) -> Response {
        let (status, _) = self.kind.status_and_name();
        self.with_status(StatusCode::from_u16(status).expect("it is one of HTTP"))
    }

    fn with_status(&self, status: StatusCode) -> Response {
        let (_, name) = self.kind.status_and_name();
        let mut response = reply::json(status, &json!({"message": self.message}));
        let name = HeaderValue::from_static(name);
        response.headers_mut().insert("x-amzn-errortype", name);
        response
    }
}
