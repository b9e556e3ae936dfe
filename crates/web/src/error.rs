//! Errors of requests and of starting the server.

use std::io;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;

use axum::Json;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde_json::json;
use thiserror::Error;

use crate::table::TableError;

/// Error of starting a server.
#[derive(Debug, Error)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the messages say it")]
pub enum StartError {
    #[error("there is no home to keep the games in")]
    NoHome,
    #[error("another server keeps its games in {}", folder.display())]
    InUse { folder: PathBuf },
    #[error("games can't be kept in {}", folder.display())]
    Folder {
        folder: PathBuf,
        #[source]
        source: io::Error,
    },
    #[error("the games in {} can't be read", path.display())]
    Store {
        path: PathBuf,
        #[source]
        source: StoreError,
    },
    #[error("nobody can be served at {address}")]
    Listen {
        address: SocketAddr,
        #[source]
        source: io::Error,
    },
}

/// Error of reading or writing games.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the messages say it")]
pub enum StoreError {
    #[error(
        "they were written by a newer version of this program (form {found}, known is {known})"
    )]
    Newer { found: i64, known: i64 },
    #[error("{0}")]
    Database(String),
    #[error("the game was forgotten, as nobody had played it for long")]
    Forgotten,
    #[error("there is no room for more games, as all that are kept go on")]
    Full,
    #[error("the server ends")]
    Ended,
}

impl From<rusqlite::Error> for StoreError {
    fn from(error: rusqlite::Error) -> Self {
        Self::Database(error.to_string())
    }
}

/// An answer that says why something was not done.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct ApiError {
    pub(crate) status: StatusCode,
    pub(crate) code: &'static str,
    pub(crate) message: String,
    /// Time after which to try again.
    after: Option<Duration>,
}

impl ApiError {
    pub(crate) fn new(status: StatusCode, code: &'static str, message: impl Into<String>) -> Self {
        Self {
            status,
            code,
            message: message.into(),
            after: None,
        }
    }

    /// The body or query can't be read, or is invalid.
    pub(crate) fn malformed(message: impl Into<String>) -> Self {
        Self::new(StatusCode::BAD_REQUEST, "malformed", message)
    }

    /// There is no room for it.
    pub(crate) fn full(message: impl Into<String>) -> Self {
        Self::new(StatusCode::CONFLICT, "full", message)
    }

    /// A rule forbids it.
    pub(crate) fn refused(message: impl Into<String>) -> Self {
        Self::new(StatusCode::CONFLICT, "refused", message)
    }

    /// The link may not do this, or not now.
    pub(crate) fn not_yours(message: impl Into<String>) -> Self {
        Self::new(StatusCode::FORBIDDEN, "not-yours", message)
    }

    /// Something else is under way.
    pub(crate) fn busy(message: impl Into<String>) -> Self {
        Self::new(StatusCode::CONFLICT, "busy", message)
    }

    /// Nobody is there who could do it.
    pub(crate) fn unavailable(message: impl Into<String>) -> Self {
        Self::new(StatusCode::SERVICE_UNAVAILABLE, "unavailable", message)
    }

    pub(crate) fn over() -> Self {
        TableError::Over.into()
    }

    pub(crate) fn unknown_link() -> Self {
        let message = "no game has this link";
        Self::new(StatusCode::NOT_FOUND, "unknown-link", message)
    }

    pub(crate) fn unknown_study() -> Self {
        let message = "no study has this name";
        Self::new(StatusCode::NOT_FOUND, "unknown-study", message)
    }

    /// There is more of it than is read.
    pub(crate) fn too_large(most: usize) -> Self {
        let message = format!("send no more than {most} bytes");
        Self::new(StatusCode::PAYLOAD_TOO_LARGE, "too-large", message)
    }

    /// More than is allowed; it may be tried again after a while.
    pub(crate) fn too_many(message: impl Into<String>, after: Duration) -> Self {
        Self {
            after: Some(after),
            ..Self::new(StatusCode::TOO_MANY_REQUESTS, "too-many", message)
        }
    }
}

impl From<TableError> for ApiError {
    fn from(error: TableError) -> Self {
        let (status, code) = match &error {
            TableError::Illegal(_) => (StatusCode::UNPROCESSABLE_ENTITY, "illegal-move"),
            TableError::Stale { .. } => (StatusCode::CONFLICT, "stale"),
            TableError::Over => (StatusCode::CONFLICT, "over"),
            TableError::Room => (StatusCode::CONFLICT, "full"),
            TableError::NoSuchPly(_) => (StatusCode::NOT_FOUND, "unknown-ply"),
            TableError::NoSuchSquare(_) => (StatusCode::NOT_FOUND, "unknown-square"),
            TableError::Certain(_) => (StatusCode::NOT_FOUND, "certain"),
            TableError::NoText(_) => (StatusCode::UNPROCESSABLE_ENTITY, "refused"),
            TableError::Setup(_) => (StatusCode::BAD_REQUEST, "malformed"),
        };
        Self::new(status, code, error.to_string())
    }
}

impl From<StoreError> for ApiError {
    fn from(error: StoreError) -> Self {
        match error {
            StoreError::Forgotten => {
                Self::new(StatusCode::NOT_FOUND, "unknown-link", error.to_string())
            }
            StoreError::Full => Self::too_many(error.to_string(), Duration::from_mins(1)),
            error => {
                tracing::error!(%error, "the games can't be read or written");
                Self::unavailable("the games can't be read or written for now")
            }
        }
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let body = json!({"error": {"code": self.code, "message": self.message}});
        let mut response = (self.status, Json(body)).into_response();
        if let Some(after) = self.after {
            let seconds = HeaderValue::from(after.as_secs().max(1));
            response.headers_mut().insert(header::RETRY_AFTER, seconds);
        }
        response
    }
}
