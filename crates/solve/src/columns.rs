//! Files of a line that describes what is in them, and columns of numbers, compressed by gzip, whose checksum covers all
//! of it.

use std::io::{self, BufRead, BufReader, Read, Write};

use flate2::Compression;
use flate2::bufread::GzDecoder;
use flate2::write::GzEncoder;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::error::FileFormatError;

/// Format of a file.
pub(crate) struct FileFormat {
    /// Name in the first line.
    pub(crate) name: &'static str,
    pub(crate) version: u32,
    /// Noun for such a file.
    pub(crate) noun: &'static str,
    pub(crate) compression: Compression,
}

/// The longest first line, in bytes.
const LONGEST_LINE: u64 = 1 << 20;

/// The first line.
#[derive(Serialize)]
struct FirstLine<'a, H> {
    format: &'a str,
    version: u32,
    #[serde(flatten)]
    header: &'a H,
}

/// The part of the first line that any version has.
#[derive(Deserialize)]
struct Signature {
    format: String,
    version: u32,
}

/// Writer of the columns.
pub(crate) struct ColumnWriter(GzEncoder<Vec<u8>>);

impl FileFormat {
    /// Begins a file with its first line.
    pub(crate) fn write(&self, header: &impl Serialize) -> io::Result<ColumnWriter> {
        let mut file = GzEncoder::new(Vec::new(), self.compression);
        let line = FirstLine {
            format: self.name,
            version: self.version,
            header,
        };
        let line = serde_json::to_string(&line)? + "\n";
        file.write_all(line.as_bytes())?;
        Ok(ColumnWriter(file))
    }

    /// Reads the first line.
    pub(crate) fn read<H: DeserializeOwned, R: BufRead>(
        &self,
        file: R,
    ) -> Result<(H, ColumnReader<R>), FileFormatError> {
        let mut file = BufReader::new(GzDecoder::new(file));
        let mut line = Vec::new();
        let read = file
            .by_ref()
            .take(LONGEST_LINE)
            .read_until(b'\n', &mut line);
        let other = || FileFormatError::Format { noun: self.noun };
        read.map_err(|error| failure(error, other()))?;
        let signature: Signature = serde_json::from_slice(&line).map_err(|_| other())?;
        if signature.format != self.name {
            return Err(other());
        }
        if signature.version != self.version {
            return Err(FileFormatError::Version {
                found: signature.version,
                known: self.version,
            });
        }
        let header = serde_json::from_slice(&line).map_err(|_| FileFormatError::Damaged)?;
        Ok((header, ColumnReader(file)))
    }
}

impl ColumnWriter {
    pub(crate) fn bytes(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.0.write_all(bytes)
    }

    /// A column of numbers of 32 bits.
    pub(crate) fn numbers(&mut self, numbers: impl IntoIterator<Item = u32>) -> io::Result<()> {
        let mut numbers = numbers.into_iter();
        numbers.try_for_each(|number| self.0.write_all(&number.to_le_bytes()))
    }

    /// A column of numbers of 64 bits.
    pub(crate) fn floats(&mut self, numbers: impl IntoIterator<Item = f64>) -> io::Result<()> {
        let mut numbers = numbers.into_iter();
        numbers.try_for_each(|number| self.0.write_all(&number.to_le_bytes()))
    }

    /// The bytes of the file.
    pub(crate) fn finish(self) -> io::Result<Vec<u8>> {
        self.0.finish()
    }
}

/// Reader of the columns.
pub(crate) struct ColumnReader<R>(BufReader<GzDecoder<R>>);

impl<R: BufRead> ColumnReader<R> {
    /// So many bytes. Nothing is allocated before it comes.
    pub(crate) fn bytes(&mut self, len: u64) -> Result<Vec<u8>, FileFormatError> {
        let mut bytes = Vec::new();
        let read = self.0.by_ref().take(len).read_to_end(&mut bytes);
        read.map_err(|error| failure(error, FileFormatError::Damaged))?;
        if (bytes.len() as u64) < len {
            return Err(FileFormatError::Damaged);
        }
        Ok(bytes)
    }

    /// So many numbers of 32 bits.
    pub(crate) fn numbers(&mut self, len: u64) -> Result<Vec<u32>, FileFormatError> {
        let bytes = self.bytes(len.saturating_mul(4))?;
        let (words, _) = bytes.as_chunks();
        Ok(words.iter().map(|&word| u32::from_le_bytes(word)).collect())
    }

    /// So many numbers of 64 bits.
    pub(crate) fn floats(&mut self, len: u64) -> Result<Vec<f64>, FileFormatError> {
        let bytes = self.bytes(len.saturating_mul(8))?;
        let (words, _) = bytes.as_chunks();
        Ok(words.iter().map(|&word| f64::from_le_bytes(word)).collect())
    }

    /// Checks that nothing follows.
    pub(crate) fn end(mut self) -> Result<(), FileFormatError> {
        // The checksum is behind the last byte.
        let end = self.0.read(&mut [0]);
        if end.map_err(|error| failure(error, FileFormatError::Damaged))? > 0 {
            return Err(FileFormatError::Damaged);
        }
        let mut behind = self.0.into_inner().into_inner();
        let rest = behind.fill_buf().map_err(FileFormatError::Read)?;
        if rest.is_empty() {
            Ok(())
        } else {
            Err(FileFormatError::Damaged)
        }
    }
}

/// The error of reading: another one if the bytes are to blame.
fn failure(error: io::Error, of_bytes: FileFormatError) -> FileFormatError {
    match error.kind() {
        io::ErrorKind::InvalidInput | io::ErrorKind::InvalidData | io::ErrorKind::UnexpectedEof => {
            of_bytes
        }
        _ => FileFormatError::Read(error),
    }
}
