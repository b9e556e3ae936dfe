//! Checksums of the lines of records.

use std::fmt::Write;

use sha2::{Digest, Sha256};

/// Number of hexadecimal digits of a checksum.
const DIGITS: usize = 16;

/// Beginning of the last field of a line, and its end.
const FIELD: (&str, &str) = (",\"sum\":\"", "\"}");

/// Checksums of lines, each over its line and the checksum of the line before it: a line that was
/// changed, exchanged or left out shows.
///
/// Its clone goes on from the same line, for a write that may fail.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ChecksumChain {
    /// Checksum of the last line, empty before the header; `None` where lines have none, as those that
    /// earlier versions wrote.
    last: Option<String>,
}

impl ChecksumChain {
    /// The chain before the first line.
    pub const START: Self = Self {
        last: Some(String::new()),
    };

    /// The chain of a record without checksums.
    pub const NONE: Self = Self { last: None };

    /// Adds its checksum to a line, which is a JSON object that is not empty, with its line end.
    pub fn add(&mut self, mut line: String) -> String {
        let Some(last) = &mut self.last else {
            return line;
        };
        line.truncate(line.trim_ascii_end().len());
        let sum = checksum(last, &[line.as_bytes()]);
        let (begin, end) = FIELD;
        line.truncate(line.len() - 1);
        line.extend([begin, &sum, end, "\n"]);
        *last = sum;
        line
    }
}

/// State of the checksums of a record that was read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Checksums {
    /// Those of the lines read, to go on with.
    pub chain: ChecksumChain,
    /// The number of the first line in the file that does not fit its checksum, or should have one.
    pub changed: Option<usize>,
}

impl Default for Checksums {
    fn default() -> Self {
        Self {
            chain: ChecksumChain::NONE,
            changed: None,
        }
    }
}

impl Checksums {
    /// Those of a record that begins with a header line.
    pub(super) fn of_header(line: &[u8], number: usize) -> Self {
        let mut sums = Self::default();
        if split(line).is_some() {
            sums.chain = ChecksumChain::START;
        }
        sums.check(line, number);
        sums
    }

    /// Returns `true` if the lines have checksums.
    pub fn are_there(&self) -> bool {
        self.chain.last.is_some()
    }

    /// Checks the next line.
    pub(super) fn check(&mut self, line: &[u8], number: usize) {
        let fits = match (&mut self.chain.last, split(line)) {
            (None, found) => found.is_none(),
            (Some(_), None) => false,
            (Some(last), Some((fields, sum))) => {
                let right = checksum(last, &[fields, b"}"]);
                let fits = right.as_bytes() == sum;
                // The next line follows from the sum as it stands here, so that one change is told once.
                *last = String::from_utf8_lossy(sum).into_owned();
                fits
            }
        };
        if !fits && self.changed.is_none() {
            self.changed = Some(number);
        }
    }
}

/// A line without its checksum and its last brace, and the checksum; `None` if it has none.
fn split(line: &[u8]) -> Option<(&[u8], &[u8])> {
    let (begin, end) = FIELD;
    let line = line.trim_ascii_end().strip_suffix(end.as_bytes())?;
    let (fields, sum) = line.split_at_checked(line.len().checked_sub(DIGITS)?)?;
    Some((fields.strip_suffix(begin.as_bytes())?, sum))
}

/// The first digits of the SHA-256 of these bytes behind the checksum of the line before.
fn checksum(before: &str, parts: &[&[u8]]) -> String {
    let mut hash = Sha256::new();
    hash.update(before);
    for part in parts {
        hash.update(part);
    }
    let digest = hash.finalize();
    let mut digits = String::with_capacity(DIGITS);
    for byte in &digest[..DIGITS / 2] {
        write!(digits, "{byte:02x}").expect("writing to a String never fails");
    }
    digits
}

#[cfg(test)]
mod tests {
    use serde_json::{Map, Value};

    use super::*;
    use crate::record::{Line, ReadError, Reader, Record, VERSION, to_text};

    fn text() -> String {
        let header = json_object(r#"{"format":"cheqqers","version":1,"game":"cheqqers","seed":7}"#);
        assert_eq!(header["version"], VERSION);
        let pool = serde_json::json!({"shots": 3});
        to_text(&header, &[Line::Undo(1), Line::Pool(pool), Line::Undo(2)])
    }

    fn json_object(text: &str) -> Map<String, Value> {
        serde_json::from_str(text).unwrap()
    }

    fn read(text: &[u8]) -> Result<Vec<Record>, ReadError> {
        let mut reader = Reader::new(text);
        let mut records = Vec::new();
        while let Some(record) = reader.record()? {
            records.push(record);
        }
        Ok(records)
    }

    /// The first changed line of a record; 0 where it can't be read.
    fn changed(text: &[u8]) -> Option<usize> {
        match read(text) {
            Ok(records) => records.iter().find_map(|record| {
                let changed = record.checksums.changed;
                changed.or((!record.checksums.are_there() || record.cut_off).then_some(0))
            }),
            Err(_) => Some(0),
        }
    }

    #[test]
    fn every_flipped_bit_shows() {
        let text = text().into_bytes();
        assert_eq!(changed(&text), None);
        for place in 0..text.len() * 8 {
            let mut flipped = text.clone();
            flipped[place / 8] ^= 1 << (place % 8);
            assert!(changed(&flipped).is_some(), "bit {place}");
        }
    }

    #[test]
    fn lines_that_are_exchanged_left_out_or_added_show() {
        let text = text();
        let lines: Vec<&str> = text.lines().collect();
        let of = |order: &[usize]| {
            let lines: Vec<_> = order.iter().map(|&line| lines[line]).collect();
            changed((lines.join("\n") + "\n").as_bytes())
        };
        assert_eq!(of(&[0, 1, 2, 3]), None);
        assert_eq!(of(&[0, 3, 2, 1]), Some(2));
        assert_eq!(of(&[0, 2, 3]), Some(2));
        assert_eq!(of(&[0, 1, 1, 2, 3]), Some(3));
        // Games of a trace are apart, and an interrupted one has no more lines.
        assert_eq!(of(&[0, 1, 0, 1, 2]), None);
        let plain = changed(text.replace(lines[2], "{\"undo\":1}").as_bytes());
        assert_eq!(plain, Some(3));
        assert_eq!(changed(text.replace('\n', "\r\n").as_bytes()), None);
    }

    #[test]
    fn lines_go_on_from_what_was_read_and_old_records_stay_as_they_are() {
        let whole = text();
        let cut = whole.trim_end().rfind('\n').unwrap() + 1;
        let mut record = read(&whole.as_bytes()[..cut]).unwrap().remove(0);
        assert!(!record.header.contains_key("sum"));
        let next = record.checksums.chain.add(Line::Undo(2).to_text());
        assert_eq!(next, whole[cut..]);
        let old = "{\"format\":\"cheqqers\",\"version\":1}\n{\"undo\":1}\n";
        let mut record = read(old.as_bytes()).unwrap().remove(0);
        assert_eq!(record.checksums, Checksums::default());
        assert_eq!(
            record.checksums.chain.add(Line::Undo(1).to_text()),
            "{\"undo\":1}\n"
        );
    }

    #[test]
    fn a_record_without_an_end_is_not_read_to_it() {
        struct Endless(&'static [u8]);
        impl std::io::Read for Endless {
            fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
                for (byte, from) in buffer.iter_mut().zip(self.0.iter().cycle()) {
                    *byte = *from;
                }
                Ok(buffer.len() / self.0.len() * self.0.len())
            }
        }
        let header = &b"{\"format\":\"cheqqers\",\"version\":1}\n"[..];
        let endless = std::io::BufReader::new(Endless(
            b"{\"pool\":\"01234567012345670123456701234567\"}\n",
        ));
        let mut reader = Reader::new(std::io::Read::chain(header, endless));
        assert!(matches!(reader.record(), Err(ReadError::TooLarge { .. })));
    }
}
