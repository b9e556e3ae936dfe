mod csv;
mod parquet;

use std::path::Path;

use serde_json::Value;

use crate::settings::word;
use crate::{ExperimentError, Settings, file};

/// Rows of typed columns, for programs that analyse data.
///
/// Any cell may be missing. The settings that the rows come from are columns too, the same in every
/// row: the CSV file then needs no comment lines, which pandas, polars, R and spreadsheets take for
/// data unless told otherwise, and rows of several files can be put together and still tell where
/// they come from. The Parquet file has them once more as key-value metadata.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Table {
    settings: Settings,
    rows: usize,
    columns: Vec<(String, Column)>,
}

/// The cells of a column, from the first row to the last.
#[derive(Clone, PartialEq, Debug)]
enum Column {
    Integers(Vec<Option<i64>>),
    Numbers(Vec<Option<f64>>),
    Words(Vec<Option<String>>),
}

impl Table {
    /// A table of so many rows, without columns.
    pub(crate) fn new(settings: &Settings, rows: usize) -> Self {
        Self {
            settings: settings.clone(),
            rows,
            columns: Vec::new(),
        }
    }

    /// The same with a column of whole numbers; beyond 2⁶³ they are missing.
    ///
    /// # Panics
    /// When it has not one cell for each row.
    #[must_use]
    pub(crate) fn integers(
        self,
        name: &str,
        cells: impl IntoIterator<Item = impl Into<Option<u64>>>,
    ) -> Self {
        let integer = |cell: Option<u64>| cell.and_then(|cell| i64::try_from(cell).ok());
        let cells = cells.into_iter().map(|cell| integer(cell.into())).collect();
        self.column(name, Column::Integers(cells))
    }

    /// The same with a column of numbers; what is no number is missing.
    ///
    /// # Panics
    /// When it has not one cell for each row.
    #[must_use]
    pub(crate) fn numbers(
        self,
        name: &str,
        cells: impl IntoIterator<Item = impl Into<Option<f64>>>,
    ) -> Self {
        let number = |cell: Option<f64>| cell.filter(|cell| cell.is_finite());
        let cells = cells.into_iter().map(|cell| number(cell.into())).collect();
        self.column(name, Column::Numbers(cells))
    }

    /// The same with a column of text.
    ///
    /// # Panics
    /// When it has not one cell for each row.
    #[must_use]
    pub(crate) fn words(
        self,
        name: &str,
        cells: impl IntoIterator<Item = impl Into<Option<String>>>,
    ) -> Self {
        let cells = cells.into_iter().map(Into::into).collect();
        self.column(name, Column::Words(cells))
    }

    fn column(mut self, name: &str, column: Column) -> Self {
        assert_eq!(column.len(), self.rows, "the rows of {name}");
        self.columns.push((name.to_owned(), column));
        self
    }

    /// Writes `STEM.csv` and `STEM.parquet` into a folder.
    ///
    /// # Errors
    /// When the folder takes no files.
    pub(crate) fn write(&self, folder: &Path, stem: &str) -> Result<(), ExperimentError> {
        let columns = self.all_columns();
        let text = csv::write(&columns, self.rows);
        file::write(&folder.join(stem).with_extension("csv"), text.as_bytes())?;
        let path = folder.join(stem).with_extension("parquet");
        let bytes =
            parquet::write(&columns, &self.settings).map_err(|source| ExperimentError::Write {
                path: path.clone(),
                source: source.into(),
            })?;
        file::write(&path, &bytes)
    }

    /// The columns, and one for each of the settings that is not a column itself.
    fn all_columns(&self) -> Vec<(String, Column)> {
        let mut columns = self.columns.clone();
        for (name, value) in self.settings.values() {
            if self.columns.iter().all(|(other, _)| other != name) {
                columns.push((name.clone(), Column::of_one(value, self.rows)));
            }
        }
        columns
    }
}

impl Column {
    /// The same value in every row.
    fn of_one(value: &Value, rows: usize) -> Self {
        match value.as_i64() {
            Some(number) => Self::Integers(vec![Some(number); rows]),
            None => Self::Words(vec![Some(word(value)); rows]),
        }
    }

    fn len(&self) -> usize {
        match self {
            Self::Integers(cells) => cells.len(),
            Self::Numbers(cells) => cells.len(),
            Self::Words(cells) => cells.len(),
        }
    }
}

#[cfg(test)]
mod tests;
