use axum::http::{HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use serde_json::json;

use crate::reply;
use crate::sigv4::SignatureError;

/// Result of a handler.
pub(super) type Reply = Result<Response, BraketError>;

/// Error response of the service.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct BraketError {
    kind: ErrorKind,
    message: String,
}

/// Error types of the service.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum ErrorKind {
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

impl ErrorKind {
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

    /// Error type that the service sends with an HTTP status.
    pub(super) fn of(status: StatusCode) -> Self {
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

impl BraketError {
    pub(super) fn new(kind: ErrorKind, message: impl Into<String>) -> Self {
        Self {
            kind,
            message: message.into(),
        }
    }

    pub(super) fn invalid(message: impl Into<String>) -> Self {
        Self::new(ErrorKind::Validation, message)
    }

    pub(super) fn with_status(&self, status: StatusCode) -> Response {
        let (_, name) = self.kind.status_and_name();
        let mut response = reply::json(status, &json!({"message": self.message}));
        let name = HeaderValue::from_static(name);
        response.headers_mut().insert("x-amzn-errortype", name);
        response
    }
}

impl IntoResponse for BraketError {
    fn into_response(self) -> Response {
        let (status, _) = self.kind.status_and_name();
        self.with_status(StatusCode::from_u16(status).expect("it is one of HTTP"))
    }
}

impl From<SignatureError> for BraketError {
    fn from(error: SignatureError) -> Self {
        let (kind, message) = match error {
            SignatureError::Missing => (ErrorKind::NoToken, "Missing Authentication Token"),
            SignatureError::Malformed => (
                ErrorKind::Incomplete,
                "the authorization that was sent is malformed",
            ),
            SignatureError::UnknownKey => (
                ErrorKind::UnknownClient,
                "The security token included in the request is invalid.",
            ),
            SignatureError::Expired | SignatureError::Skewed => (
                ErrorKind::Signature,
                "Signature expired, or not yet current: the clocks differ too much",
            ),
            SignatureError::Mismatch => (
                ErrorKind::Signature,
                "The request signature we calculated does not match the signature you provided.",
            ),
        };
        Self::new(kind, message)
    }
}
