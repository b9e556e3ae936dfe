use std::io::{self, BufRead, Read};

use thiserror::Error;

/// Error of a line that is not text of a bearable length.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub(crate) enum LineError {
    #[error("a line is longer than {limit} bytes")]
    TooLong { limit: u64 },
    #[error("a line is no UTF-8 text")]
    NotText,
}

/// A line that somebody else wrote.
pub(crate) type Line = Result<String, LineError>;

/// Reader of lines from an untrusted source: no line takes more memory than the limit.
#[derive(Debug)]
pub(crate) struct LineReader<R> {
    input: R,
    limit: u64,
    /// Set while the input stands within a line that was too long.
    within: bool,
}

impl<R: BufRead> LineReader<R> {
    pub(crate) fn new(input: R, limit: u64) -> Self {
        Self {
            input,
            limit,
            within: false,
        }
    }

    /// Reads the next line, without its end; `None` at the end of the input. A line that is too long
    /// is an error as soon as the limit is passed, and its rest is skipped.
    pub(crate) fn next(&mut self) -> io::Result<Option<Line>> {
        if self.within {
            self.input.skip_until(b'\n')?;
            self.within = false;
        }
        let mut bytes = Vec::new();
        let mut limited = Read::take(&mut self.input, self.limit + 1);
        let len = limited.read_until(b'\n', &mut bytes)? as u64;
        if len == 0 {
            return Ok(None);
        }
        if len > self.limit && bytes.last() != Some(&b'\n') {
            self.within = true;
            let limit = self.limit;
            return Ok(Some(Err(LineError::TooLong { limit })));
        }
        let text = String::from_utf8(bytes).map_err(|_| LineError::NotText);
        Ok(Some(text.map(|text| text.trim().to_owned())))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(text: &[u8]) -> Vec<Result<String, LineError>> {
        // So small a buffer that every line crosses its end.
        let mut lines = LineReader::new(io::BufReader::with_capacity(3, text), 8);
        std::iter::from_fn(|| lines.next().unwrap()).collect()
    }

    #[test]
    fn lines_come_without_their_ends() {
        let lines = all(b"go\r\n\n  stop \nquit");
        let texts: Vec<String> = lines.into_iter().map(Result::unwrap).collect();
        assert_eq!(texts, ["go", "", "stop", "quit"]);
    }

    #[test]
    fn a_line_that_is_too_long_is_one_error_and_the_next_is_read() {
        let long = Err(LineError::TooLong { limit: 8 });
        let stop = Ok("stop".to_owned());
        assert_eq!(all(b"12345678\n"), [Ok("12345678".to_owned())]);
        assert_eq!(all(b"123456789\nstop"), [long.clone(), stop.clone()]);
        assert_eq!(all(&[b'x'; 1000]), [long]);
        assert_eq!(all(b"\xff\nstop\n"), [Err(LineError::NotText), stop]);
    }
}
