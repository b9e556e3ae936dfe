use std::io::{self, BufRead};

use serde_json::{Map, Value};
use thiserror::Error;

use super::{Checksums, FORMAT, JobLine, Line, PoolLine, Record, UndoLine, VERSION};

/// Error of reading a record.
#[derive(Debug, Error)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the messages say it")]
pub enum ReadError {
    #[error("the record could not be read")]
    Io(#[from] io::Error),
    #[error("the record is empty")]
    Empty,
    #[error("line {line} is not the header of a record: {reason}")]
    NoHeader { line: usize, reason: String },
    #[error("line {line} is not a line of a record: {reason}")]
    BadLine { line: usize, reason: String },
    #[error("line {line} is longer than {limit} bytes")]
    TooLong { line: usize, limit: u64 },
    #[error("the game is larger than {} MiB at line {line}", limit >> 20)]
    TooLarge { line: usize, limit: u64 },
}

/// The longest line read, in bytes. A ply on the largest board with all its legal moves stays far
/// below it.
pub const MAX_LINE: u64 = 16 << 20;

/// The largest record read, in bytes: one game, of which there may be many in a file. A trace of some
/// thousand plies stays below it.
pub const MAX_RECORD: u64 = 64 << 20;

/// Reads the records of a file one after the other: one for a recorded game, many for a trace.
#[derive(Debug)]
pub struct Reader<R> {
    input: R,
    line: usize,
    offset: u64,
    /// The header of the next record, once the line that ends the one before it was read.
    next: Option<Header>,
    done: bool,
}

impl<R: BufRead> Reader<R> {
    /// Reads from the start.
    pub fn new(input: R) -> Self {
        Self {
            input,
            line: 0,
            offset: 0,
            next: None,
            done: false,
        }
    }

    /// The next record; `None` at the end.
    ///
    /// # Errors
    /// Returns an error if the file can't be read or a line is not one of a record. A last line
    /// that was cut off is no error.
    pub fn record(&mut self) -> Result<Option<Record>, ReadError> {
        let Header {
            line: header_line,
            fields: header,
            checksums,
            offset,
        } = match self.next.take() {
            Some(header) => header,
            None => match self.value()? {
                Some(Read::Whole(value, text)) => self.header(value, &text)?,
                Some(Read::Cut) => {
                    return Err(ReadError::NoHeader {
                        line: self.line,
                        reason: "it is cut off".into(),
                    });
                }
                None => return Ok(None),
            },
        };
        let mut record = Record {
            header,
            header_line,
            checksums,
            whole_bytes: self.offset,
            unterminated: self.done,
            ..Record::default()
        };
        while let Some(read) = self.value()? {
            if self.offset - offset > MAX_RECORD {
                self.done = true;
                return Err(ReadError::TooLarge {
                    line: self.line,
                    limit: MAX_RECORD,
                });
            }
            match read {
                Read::Cut => record.cut_off = true,
                Read::Whole(value, text) if value.get("format").is_some() => {
                    self.next = Some(self.header(value, &text)?);
                    break;
                }
                Read::Whole(value, text) => {
                    record.checksums.check(&text, self.line);
                    match self.parse(value)? {
                        ParsedLine::Job(job) => record.jobs.push((record.lines.len(), job)),
                        ParsedLine::Line(line) => record.lines.push((self.line, line)),
                    }
                    record.whole_bytes = self.offset;
                    record.unterminated = self.done;
                }
            }
        }
        Ok(Some(record))
    }

    fn value(&mut self) -> Result<Option<Read>, ReadError> {
        if self.done {
            return Ok(None);
        }
        loop {
            let mut text = Vec::new();
            let mut limited = io::Read::take(&mut self.input, MAX_LINE + 1);
            let len = limited.read_until(b'\n', &mut text)? as u64;
            if len == 0 {
                self.done = true;
                return Ok(None);
            }
            self.line += 1;
            if len > MAX_LINE {
                self.done = true;
                return Err(ReadError::TooLong {
                    line: self.line,
                    limit: MAX_LINE,
                });
            }
            let whole = text.last() == Some(&b'\n');
            if whole && text.trim_ascii().is_empty() {
                self.offset += len;
                continue;
            }
            match serde_json::from_slice(&text) {
                Ok(value) => {
                    // An object cut off never parses, so only the line end can be missing.
                    self.offset += len;
                    self.done = !whole;
                    return Ok(Some(Read::Whole(value, text)));
                }
                Err(_) if !whole && !is_damaged(&text) => {
                    self.done = true;
                    return Ok(Some(Read::Cut));
                }
                Err(error) => {
                    return Err(if self.line == 1 {
                        ReadError::NoHeader {
                            line: 1,
                            reason: error.to_string(),
                        }
                    } else {
                        self.bad(error.to_string())
                    });
                }
            }
        }
    }

    fn header(&self, value: Value, text: &[u8]) -> Result<Header, ReadError> {
        let refuse = |reason: String| ReadError::NoHeader {
            line: self.line,
            reason,
        };
        let Value::Object(mut header) = value else {
            return Err(refuse("it is no JSON object".into()));
        };
        match header.get("format").and_then(Value::as_str) {
            Some(FORMAT) => {}
            _ => return Err(refuse(format!("its format is not {FORMAT:?}"))),
        }
        match header.get("version").and_then(Value::as_u64) {
            Some(VERSION) => {
                header.shift_remove("sum");
                Ok(Header {
                    line: self.line,
                    checksums: Checksums::of_header(text, self.line),
                    offset: self.offset,
                    fields: header,
                })
            }
            Some(other) => Err(refuse(format!(
                "its version is {other}, this program reads version {VERSION}"
            ))),
            None => Err(refuse("it has no version".into())),
        }
    }

    fn parse(&self, value: Value) -> Result<ParsedLine, ReadError> {
        let line = if value.get("undo").is_some() {
            serde_json::from_value::<UndoLine>(value).map(|undo| Line::Undo(undo.undo))
        } else if value.get("end").is_some() {
            serde_json::from_value(value).map(Line::End)
        } else if value.get("ply").is_some() {
            serde_json::from_value(value).map(Line::Ply)
        } else if value.get("pool").is_some() {
            serde_json::from_value::<PoolLine<Value>>(value).map(|line| Line::Pool(line.pool))
        } else if let Ok(JobLine { job }) = serde_json::from_value(value) {
            return Ok(ParsedLine::Job(job));
        } else {
            return Err(self.bad("it is no ply, undo, end, pool or job".into()));
        };
        line.map(ParsedLine::Line)
            .map_err(|error| self.bad(error.to_string()))
    }

    fn bad(&self, reason: String) -> ReadError {
        ReadError::BadLine {
            line: self.line,
            reason,
        }
    }
}

enum ParsedLine {
    Line(Line),
    Job(Value),
}

enum Read {
    /// A line, and its text.
    Whole(Value, Vec<u8>),
    Cut,
}

/// A header that was read, with the number of its line and the place behind it.
#[derive(Debug)]
struct Header {
    line: usize,
    fields: Map<String, Value>,
    checksums: Checksums,
    offset: u64,
}

/// Returns `true` if a last line without its end is more than a value: its end was changed, not cut off.
fn is_damaged(text: &[u8]) -> bool {
    let mut values =
        serde_json::Deserializer::from_slice(text).into_iter::<serde::de::IgnoredAny>();
    values.next().is_some_and(|value| value.is_ok())
}
