//! Files of tables: a column for each part of the rows.

use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::path::Path;

use flate2::Compression;

use crate::columns::FileFormat;
use crate::error::FileFormatError;
use crate::table::{Table, TableHeader, TableRow, ValueBounds};

const FORMAT: FileFormat = FileFormat {
    name: "cheqqers-table",
    version: 1,
    noun: "table of solved positions",
    compression: Compression::new(6),
};

impl Table {
    /// Opens a table.
    ///
    /// # Errors
    /// Returns an error if the file can't be read, or is no whole table.
    pub fn open(path: &Path) -> Result<Self, FileFormatError> {
        let file = File::open(path).map_err(FileFormatError::Read)?;
        Self::read(BufReader::new(file))
    }

    /// The bytes of its file.
    ///
    /// # Errors
    /// Returns an error if compression fails.
    pub fn to_bytes(&self) -> io::Result<Vec<u8>> {
        let mut file = FORMAT.write(&self.header)?;
        let rows = || self.rows.iter();
        file.numbers(rows().map(|row| row.len))?;
        file.bytes(&self.bytes)?;
        file.numbers(rows().map(|row| row.distance))?;
        file.floats(rows().map(|row| row.bounds.least))?;
        file.floats(rows().map(|row| row.bounds.most))?;
        file.finish()
    }

    /// Reads a file.
    fn read(file: impl BufRead) -> Result<Self, FileFormatError> {
        let (header, mut file): (TableHeader, _) = FORMAT.read(file)?;
        let num_rows = header.positions;
        let lens = file.numbers(num_rows)?;
        let num_bytes = lens.iter().map(|&len| u64::from(len)).sum();
        let bytes = file.bytes(num_bytes)?;
        let distances = file.numbers(num_rows)?;
        let [least, most] = [file.floats(num_rows)?, file.floats(num_rows)?];
        file.end()?;
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
            return Err(FileFormatError::Damaged);
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

#[cfg(test)]
mod tests;
