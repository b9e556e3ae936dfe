//! Files of tables: a line that describes the table, and a column for each part of its rows, compressed by gzip, whose
//! checksum covers all of it.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::Path;

use flate2::Compression;
use flate2::bufread::GzDecoder;
use flate2::write::GzEncoder;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::table::{Table, TableHeader, TableRow, ValueBounds};

/// Error of opening a table.
#[derive(Debug, Error)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the messages say it")]
pub enum TableFileError {
    #[error("it can't be read")]
    Read(#[source] io::Error),
    #[error("it is no table of solved positions")]
    Format,
    #[error("it is a table of version {found}, and this program reads version {VERSION}")]
    Version { found: u32 },
    #[error("the table is damaged, or was not written to its end")]
    Damaged,
}

/// Name of the format, in the first line.
const FORMAT: &str = "cheqqers-table";

/// Version of the format.
const VERSION: u32 = 1;

/// The longest first line, in bytes.
const LONGEST_LINE: u64 = 1 << 20;

/// The first line.
#[derive(Serialize, Deserialize)]
struct FirstLine {
    format: String,
    version: u32,
    #[serde(flatten)]
    header: TableHeader,
}

/// The part of the first line that any version has.
#[derive(Deserialize)]
struct Signature {
    format: String,
    version: u32,
}

impl Table {
    /// Opens a table.
    ///
    /// # Errors
    /// Returns an error if the file can't be read, or is no whole table.
    pub fn open(path: &Path) -> Result<Self, TableFileError> {
        let file = File::open(path).map_err(TableFileError::Read)?;
        Self::read(BufReader::new(file))
    }

    /// The bytes of its file.
    ///
    /// # Errors
    /// Returns an error if there is no memory for what compresses them.
    pub fn to_bytes(&self) -> io::Result<Vec<u8>> {
        let mut file = GzEncoder::new(Vec::new(), Compression::default());
        let line = FirstLine {
            format: FORMAT.to_owned(),
            version: VERSION,
            header: self.header.clone(),
        };
        let line = serde_json::to_string(&line)? + "\n";
        file.write_all(line.as_bytes())?;
        for row in &self.rows {
            file.write_all(&row.len.to_le_bytes())?;
        }
        file.write_all(&self.bytes)?;
        for row in &self.rows {
            file.write_all(&row.distance.to_le_bytes())?;
        }
        for row in &self.rows {
            file.write_all(&row.bounds.least.to_le_bytes())?;
        }
        for row in &self.rows {
            file.write_all(&row.bounds.most.to_le_bytes())?;
        }
        file.finish()
    }

    /// Reads a file.
    fn read(file: impl BufRead) -> Result<Self, TableFileError> {
        let mut file = BufReader::new(GzDecoder::new(file));
        let mut line = Vec::new();
        let read = file
            .by_ref()
            .take(LONGEST_LINE)
            .read_until(b'\n', &mut line);
        read.map_err(|error| failure(error, TableFileError::Format))?;
        let signature: Signature =
            serde_json::from_slice(&line).map_err(|_| TableFileError::Format)?;
        if signature.format != FORMAT {
            return Err(TableFileError::Format);
        }
        if signature.version != VERSION {
            let found = signature.version;
            return Err(TableFileError::Version { found });
        }
        let FirstLine { header, .. } =
            serde_json::from_slice(&line).map_err(|_| TableFileError::Damaged)?;
        let num_rows = header.positions;
        let lens = numbers(&mut file, num_rows)?;
        let num_bytes = lens.iter().map(|&len| u64::from(len)).sum();
        let bytes = take(&mut file, num_bytes)?;
        let distances = numbers(&mut file, num_rows)?;
        let [least, most] = [floats(&mut file, num_rows)?, floats(&mut file, num_rows)?];
        // The checksum is behind the last byte.
        let end = file.read(&mut [0]);
        if end.map_err(|error| failure(error, TableFileError::Damaged))? > 0 {
            return Err(TableFileError::Damaged);
        }
        let mut behind = file.into_inner().into_inner();
        let rest = behind.fill_buf().map_err(TableFileError::Read)?;
        if !rest.is_empty() {
            return Err(TableFileError::Damaged);
        }
        let bounds = least.into_iter().zip(most);
        let mut start = 0;
        let rows = lens.into_iter().zip(distances).zip(bounds);
        let rows = rows.map(|((len, distance), (least, most))| {
            let row = TableRow {
                start,
                len,
                distance,
                bounds: ValueBounds { least, most },
            };
            start += u64::from(len);
            row
        });
        let rows: Vec<TableRow> = rows.collect();
        let is_sorted = rows.is_sorted_by(|a, b| a.code(&bytes) < b.code(&bytes));
        if !is_sorted || !rows.iter().all(|row| row.bounds.is_valid()) {
            return Err(TableFileError::Damaged);
        }
        Ok(Self {
            header,
            bytes,
            rows,
        })
    }
}

impl ValueBounds {
    fn is_valid(self) -> bool {
        let slack = Self::EXACT;
        -1.0 - slack <= self.least && self.least <= self.most + slack && self.most <= 1.0 + slack
    }
}

/// The error of reading: another one if the bytes are to blame.
fn failure(error: io::Error, of_bytes: TableFileError) -> TableFileError {
    match error.kind() {
        io::ErrorKind::InvalidInput | io::ErrorKind::InvalidData | io::ErrorKind::UnexpectedEof => {
            of_bytes
        }
        _ => TableFileError::Read(error),
    }
}

/// So many bytes. Nothing is allocated before it comes.
fn take(file: &mut impl Read, len: u64) -> Result<Vec<u8>, TableFileError> {
    let mut bytes = Vec::new();
    let read = file.take(len).read_to_end(&mut bytes);
    read.map_err(|error| failure(error, TableFileError::Damaged))?;
    if (bytes.len() as u64) < len {
        return Err(TableFileError::Damaged);
    }
    Ok(bytes)
}

/// So many numbers of 32 bits.
fn numbers(file: &mut impl Read, len: u64) -> Result<Vec<u32>, TableFileError> {
    let bytes = take(file, len.saturating_mul(4))?;
    let (words, _) = bytes.as_chunks();
    Ok(words.iter().map(|&word| u32::from_le_bytes(word)).collect())
}

/// So many numbers of 64 bits.
fn floats(file: &mut impl Read, len: u64) -> Result<Vec<f64>, TableFileError> {
    let bytes = take(file, len.saturating_mul(8))?;
    let (words, _) = bytes.as_chunks();
    Ok(words.iter().map(|&word| f64::from_le_bytes(word)).collect())
}

#[cfg(test)]
mod tests;
