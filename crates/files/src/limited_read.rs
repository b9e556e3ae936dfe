//! Files read up to a limit.

use std::fmt;
use std::io::{self, Read};

use thiserror::Error;

/// A file is larger than it may be.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("it is larger than {}", Bytes(*limit))]
pub struct TooLarge {
    /// The limit, in bytes.
    pub limit: u64,
}

/// A number of bytes in words.
struct Bytes(u64);

impl fmt::Display for Bytes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            bytes if bytes >> 20 > 0 => write!(f, "{} MiB", bytes >> 20),
            bytes => write!(f, "{bytes} bytes"),
        }
    }
}

/// Reads all that comes, and stops one byte behind the limit: some files have no end.
///
/// # Errors
/// Returns an error if it can't be read, or of the kind `FileTooLarge` with [`TooLarge`] in it.
pub fn read_within(limit: u64, from: impl Read) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    from.take(limit.saturating_add(1)).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > limit {
        return Err(io::Error::new(
            io::ErrorKind::FileTooLarge,
            TooLarge { limit },
        ));
    }
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_more_is_read_than_the_limit() {
        assert_eq!(read_within(3, &b"abc"[..]).unwrap(), b"abc");
        let error = read_within(1 << 20, io::repeat(0)).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::FileTooLarge);
        assert_eq!(error.to_string(), "it is larger than 1 MiB");
    }
}
