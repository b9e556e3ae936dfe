//! Calls that take long: they release the GIL, can be interrupted, and are refused after a fork where threads are gone.
//! What looks for an interrupt itself is stopped by it; a simulator, which does not, is left behind.

use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use pyo3::prelude::*;

use crate::errors::ForkError;

/// Interval between looks for signals.
const INTERVAL: Duration = Duration::from_millis(50);

/// Runs something on a thread of its own, without the GIL. On a signal whose handler raises, as Ctrl-C's does,
/// `stop` is set, and the exception raised once the thread has ended.
pub(crate) fn interruptible<T: Send>(
    py: Python<'_>,
    run: impl FnOnce(&AtomicBool) -> T + Send,
) -> PyResult<T> {
    watched(py, |_| Ok(()), run)
}

/// [`interruptible`], and meanwhile shows progress a few times a second; what that raises ends it, too.
pub(crate) fn watched<T: Send>(
    py: Python<'_>,
    mut show: impl FnMut(Python<'_>) -> PyResult<()> + Send,
    run: impl FnOnce(&AtomicBool) -> T + Send,
) -> PyResult<T> {
    let stop = AtomicBool::new(false);
    py.detach(|| {
        thread::scope(|scope| {
            let (done, ended) = mpsc::channel::<()>();
            let worker = scope.spawn(|| {
                // Dropped when it ends, in a panic too.
                let _done = done;
                run(&stop)
            });
            let mut raised = Ok(());
            while ended.recv_timeout(INTERVAL) == Err(RecvTimeoutError::Timeout) {
                if raised.is_ok() {
                    raised = Python::attach(|py| py.check_signals().and_then(|()| show(py)));
                    if raised.is_err() {
                        stop.store(true, Ordering::Relaxed);
                        // A player may wait for one that says nothing.
                        drop(cheqqers_engine::kill_all());
                    }
                }
            }
            let result = worker.join();
            raised.map(|()| result.unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
        })
    })
}

/// Runs something that can't be stopped on a thread of its own, without the GIL. On a signal whose handler raises,
/// that is raised at once, while the thread goes on to its end by itself.
#[expect(
    clippy::redundant_closure_for_method_calls,
    reason = "the method is not general enough in its lifetime"
)]
pub(crate) fn abandonable<T: Send + 'static>(
    py: Python<'_>,
    run: impl FnOnce() -> T + Send + 'static,
) -> PyResult<T> {
    let (sender, receiver) = mpsc::sync_channel(1);
    let worker = thread::spawn(move || {
        // Nobody listens once it is abandoned.
        let _ = sender.send(run());
    });
    py.detach(move || {
        loop {
            match receiver.recv_timeout(INTERVAL) {
                Ok(result) => return Ok(result),
                Err(RecvTimeoutError::Timeout) => Python::attach(|py| py.check_signals())?,
                Err(RecvTimeoutError::Disconnected) => break,
            }
        }
        let panic = worker.join().expect_err("it has sent nothing");
        std::panic::resume_unwind(panic)
    })
}

/// The process in which the simulators' threads were started; 0 while they were not.
static POOL: AtomicU32 = AtomicU32::new(0);

/// Checks that the threads of the dense simulator are there: they are shared by a whole process, and don't survive
/// a fork.
///
/// # Errors
/// Returns an error in a process that was forked after its parent had started them.
pub(crate) fn check_threads() -> PyResult<()> {
    let here = std::process::id();
    match POOL.compare_exchange(0, here, Ordering::Relaxed, Ordering::Relaxed) {
        Ok(_) => Ok(()),
        Err(process) if process == here => Ok(()),
        Err(_) => Err(ForkError::new_err(
            "this process was forked after its parent had used the dense simulator, whose threads don't survive that: \
             start processes by multiprocessing.get_context(\"spawn\"), or simulate in the children alone",
        )),
    }
}
