//! Objects at addresses that clients give.

use std::time::Duration;

use axum::body::{Body, Bytes, to_bytes};
use axum::http::header::{CONTENT_LENGTH, HOST};
use axum::http::{Method, Request, Uri};
use hyper::client::conn::http1;
use hyper_util::rt::TokioIo;
use thiserror::Error;
use tokio::net::{TcpStream, lookup_host};

/// Why an object was not given or taken. The address is a secret, so it is not told.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub(crate) enum FetchError {
    #[error("the address is no URL of http")]
    Url,
    /// Else anybody on this machine could make the emulator ask anything of its neighbours.
    #[error("the address is not on this machine")]
    NotLoopback,
    #[error("the storage can't be reached")]
    Connection,
    #[error("the storage answered {0}")]
    Status(u16),
    #[error("the object is longer than {} MiB", MOST >> 20)]
    TooLong,
    #[error("the storage did not answer within {} s", PATIENCE.as_secs())]
    Slow,
}

/// The most bytes of an object.
const MOST: usize = 64 << 20;
const PATIENCE: Duration = Duration::from_secs(10);

/// Gets an object.
pub(crate) async fn get(url: &str) -> Result<Bytes, FetchError> {
    patient(ask(Method::GET, url, Bytes::new())).await
}

/// Puts an object.
pub(crate) async fn put(url: &str, object: impl Into<Bytes>) -> Result<(), FetchError> {
    patient(ask(Method::PUT, url, object.into())).await?;
    Ok(())
}

async fn patient<T>(asking: impl Future<Output = Result<T, FetchError>>) -> Result<T, FetchError> {
    let asked = tokio::time::timeout(PATIENCE, asking).await;
    asked.unwrap_or(Err(FetchError::Slow))
}

async fn ask(method: Method, url: &str, body: Bytes) -> Result<Bytes, FetchError> {
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
    // It ends with the sender; what goes wrong, the sender tells.
    tokio::spawn(connection);
    // The signature is of the host as it stands in the address.
    let request = Request::builder()
        .method(method)
        .uri(url.path_and_query().map_or("/", |path| path.as_str()))
        .header(HOST, authority.as_str())
        .header(CONTENT_LENGTH, body.len())
        .body(Body::from(body))
        .map_err(|_| FetchError::Url)?;
    let response = sender.send_request(request).await.map_err(failed)?;
    if !response.status().is_success() {
        return Err(FetchError::Status(response.status().as_u16()));
    }
    let body = to_bytes(Body::new(response.into_body()), MOST).await;
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
