//! Standard input and output.

use std::io::{self, Write};

use thiserror::Error;

use crate::error::{CommandError, Failure};

#[derive(Debug, Error)]
#[error("could not write to standard output")]
pub(crate) struct OutputError(#[source] pub(crate) io::Error);

#[derive(Debug, Error)]
#[error("could not read standard input")]
pub(crate) struct InputError(#[source] pub(crate) io::Error);

impl CommandError for InputError {}

impl CommandError for OutputError {
    /// 0 where the reader has closed the pipe, which is no failure.
    fn status(&self) -> u8 {
        u8::from(self.0.kind() != io::ErrorKind::BrokenPipe)
    }
}

/// Prints all of a text.
pub(crate) fn print(text: impl AsRef<[u8]>) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    let written = out.write_all(text.as_ref()).and_then(|()| out.flush());
    Ok(written.map_err(OutputError)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_closed_pipe_is_no_failure_and_a_full_disk_is() {
        let status = |kind: io::ErrorKind| OutputError(kind.into()).status();
        assert_eq!(status(io::ErrorKind::BrokenPipe), 0);
        assert_eq!(status(io::ErrorKind::StorageFull), 1);
    }
}
