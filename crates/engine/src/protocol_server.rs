use std::fmt::Display;
use std::io;
use std::ops::ControlFlow;

/// Server side of an engine protocol.
pub(crate) trait ProtocolServer {
    /// Obeys a line; breaks where it ends the session.
    ///
    /// # Errors
    /// Returns an error if it does not, and then nothing has changed.
    fn obey(&mut self, line: &str) -> Result<ControlFlow<()>, NotObeyed>;

    /// Answers a line that was refused.
    ///
    /// # Errors
    /// Returns an error if the output fails.
    fn refuse(&self, reason: &dyn Display) -> io::Result<()>;

    /// Tells a thinking player to move at once.
    fn stop(&self);
}

/// Reason for which a line was not obeyed.
#[derive(Debug)]
pub(crate) enum NotObeyed {
    /// It is refused, with what the host is told.
    Refused(String),
    /// The output failed, or the machine starts no thread.
    Output(io::Error),
}

impl From<io::Error> for NotObeyed {
    fn from(error: io::Error) -> Self {
        Self::Output(error)
    }
}
