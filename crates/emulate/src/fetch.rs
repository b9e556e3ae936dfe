//! Client for the presigned addresses that requests contain.

use std::time::Duration;

use axum::body::{Body, Bytes, to_bytes};
use axum::http::header::{CONTENT_LENGTH, HOST, USER_AGENT};
use axum::http::{Method, Request, Uri};
use hyper::client::conn::http1;
use hyper_util::rt::TokioIo;
use thiserror::Error;
use tokio::net::{TcpStream, lookup_host};

/// Error of reading or writing an object. Addresses are secrets, so no message contains one.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub(crate) enum FetchError {
    #[error("the address is not an http URL")]
    Url,
    /// Other hosts are refused: clients must not reach them through the emulator.
    #[error("the address is not on this machine")]
    NotLoopback,
    #[error("the storage can't be reached")]
    Connection,
    #[error("the storage answered {0}")]
    Status(u16),
    #[error("the object is longer than {} MiB", MAX_SIZE >> 20)]
    TooLong,
    #[error("the storage did not answer within {} s", TIMEOUT.as_secs())]
    Slow,
}

/// Maximum size of an object, in bytes.
const MAX_SIZE: usize = 64 << 20;
/// User agent of requests of the emulator's own.
pub(crate) const AGENT: &str = concat!("cheqqers-emulate/", env!("CARGO_PKG_VERSION"));
const TIMEOUT: Duration = Duration::from_secs(10);

pub(crate) async fn get(url: &str) -> Result<Bytes, FetchError> {
    with_timeout(request(Method::GET, url, Bytes::new())).await
}

pub(crate) async fn put(url: &str, object: impl Into<Bytes>) -> Result<(), FetchError> {
    with_timeout(request(Method::PUT, url, object.into())).await?;
    Ok(())
}

async fn with_timeout<T>(
    response: impl Future<Output = Result<T, FetchError>>,
) -> Result<T, FetchError> {
    let response = tokio::time::timeout(TIMEOUT, response).await;
    response.unwrap_or(Err(FetchError::Slow))
}

async fn request(method: Method, url: &str, body: Bytes) -> Result<Bytes, FetchError> {
    let url: Uri = url.parse().map_err(|_| FetchError::Url)?;
    let authority = url.authority().filter(|_| url.scheme_str() == Some("http"));
    let authority = authority.ok_or(FetchError::Url)?;
    let place = (authority.host(), authority.port_u16().unwrap_or(80));
    let mut addresses = lookup_host(place)
        .await
        .map_err(|_| FetchError::Connection)?;
    let address = addresses.find(|address| address.ip().is_loopback());
    let address = address.ok_or(FetchError::NotLoopback)?;
    let failed = |_| FetchError::Connection;
    let stream = TcpStream::connect(address)
        .await
        .map_err(|_| FetchError::Connection)?;
    let (mut sender, connection) = http1::handshake(TokioIo::new(stream))
        .await
        .map_err(failed)?;
    // Ends with the sender, which reports its errors.
    tokio::spawn(connection);
    // The signature covers the host as written in the address.
    let request = Request::builder()
        .method(method)
        .uri(url.path_and_query().map_or("/", |path| path.as_str()))
        .header(HOST, authority.as_str())
        .header(CONTENT_LENGTH, body.len())
        .header(USER_AGENT, AGENT)
        .body(Body::from(body))
        .map_err(|_| FetchError::Url)?;
    let response = sender.send_request(request).await.map_err(failed)?;
    if !response.status().is_success() {
        return Err(FetchError::Status(response.status().as_u16()));
    }
    let body = to_bytes(Body::new(response.into_body()), MAX_SIZE).await;
    body.map_err(|_| FetchError::TooLong)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn only_this_machine_is_asked_and_no_error_tells_the_address() {
        for (url, expected) in [
            ("secret", FetchError::Url),
            ("https://127.0.0.1/secret", FetchError::Url),
            ("http://192.0.2.1/secret", FetchError::NotLoopback),
            ("http://127.0.0.1:1/secret", FetchError::Connection),
        ] {
            let error = get(url).await.unwrap_err();
            assert!(!format!("{error} {error:?}").contains("secret"));
            assert_eq!(error, expected);
        }
    }
}
