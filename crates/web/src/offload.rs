//! Work offloaded from the threads that answer requests.

use crate::error::ApiError;

/// Does something that takes its time on a thread for blocking work.
///
/// # Errors
/// Returns an error if it panics, or the server ends.
pub(crate) async fn offload<T: Send + 'static>(
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, ApiError> {
    let done = tokio::task::spawn_blocking(work).await;
    done.map_err(|_| ApiError::unavailable("this could not be worked out"))
}
