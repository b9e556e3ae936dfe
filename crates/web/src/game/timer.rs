//! Something that happens after a while, unless it is given up before.

use std::future::Future;
use std::time::Duration;

use tokio::task::AbortHandle;

/// Timer that is given up when it is dropped.
pub(super) struct Timer(AbortHandle);

impl Drop for Timer {
    fn drop(&mut self) {
        self.0.abort();
    }
}

impl Timer {
    /// Runs `then` after a while.
    pub(super) fn start(after: Duration, then: impl Future<Output = ()> + Send + 'static) -> Self {
        let task = tokio::spawn(async move {
            tokio::time::sleep(after).await;
            // On its own, as this task is ended when the timer is dropped.
            tokio::spawn(then);
        });
        Self(task.abort_handle())
    }
}
