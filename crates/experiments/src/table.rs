mod column;
mod csv;
mod parquet;

use std::path::Path;

use cheqqers_arena::{Frequencies, wilson};

use crate::{ExperimentError, Settings, file};
use column::Column;

/// Rows of typed columns, for programs that analyse data.
///
/// Any cell may be missing. The settings of the experiment are columns too, the same in every row: the
/// CSV file needs no comment lines, which pandas, polars, R and spreadsheets read as data by default,
/// and rows of several files can be joined. The Parquet file also has them as key-value metadata.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Table {
    settings: Settings,
    rows: usize,
    columns: Vec<(String, Column)>,
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

    /// Adds a column of whole numbers; those beyond 2⁶³ are missing.
    ///
    /// # Panics
    /// Panics if the number of cells is not that of the rows.
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

    /// Adds a column of numbers; those that are not finite are missing.
    ///
    /// # Panics
    /// Panics if the number of cells is not that of the rows.
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

    /// Adds a column of text.
    ///
    /// # Panics
    /// Panics if the number of cells is not that of the rows.
    #[must_use]
    pub(crate) fn words(
        self,
        name: &str,
        cells: impl IntoIterator<Item = impl Into<Option<String>>>,
    ) -> Self {
        let cells = cells.into_iter().map(Into::into).collect();
        self.column(name, Column::Words(cells))
    }

    /// Adds the columns `NAME` and `NAME_error`, means with their standard errors.
    #[must_use]
    pub(crate) fn means<'a>(
        self,
        name: &str,
        rows: impl IntoIterator<Item = &'a Frequencies> + Clone,
    ) -> Self {
        let means = rows.clone().into_iter().map(Frequencies::mean);
        let errors = rows.into_iter().map(Frequencies::standard_error);
        let error = format!("{name}_error");
        self.numbers(name, means).numbers(&error, errors)
    }

    /// Adds the columns `NAME`, `NAME_low` and `NAME_high`, shares with their 95 % intervals, of pairs of
    /// a part and its whole.
    #[must_use]
    pub(crate) fn shares(self, name: &str, rows: &[(u64, u64)]) -> Self {
        let intervals = || rows.iter().map(|&(part, whole)| wilson(part, whole));
        let shares = rows.iter().map(|&(part, whole)| part as f64 / whole as f64);
        self.numbers(name, shares)
            .numbers(
                &format!("{name}_low"),
                intervals().map(|ends| Some(ends?.0)),
            )
            .numbers(
                &format!("{name}_high"),
                intervals().map(|ends| Some(ends?.1)),
            )
    }

    fn column(mut self, name: &str, column: Column) -> Self {
        assert_eq!(column.len(), self.rows, "the rows of {name}");
        self.columns.push((name.to_owned(), column));
        self
    }

    /// Writes `STEM.csv` and `STEM.parquet` into a folder.
    ///
    /// # Errors
    /// Returns an error if the folder takes no files.
    pub(crate) fn write(&self, folder: &Path, stem: &str) -> Result<(), ExperimentError> {
        let text = csv::write(&self.all_columns(), self.rows);
        file::write(&folder.join(stem).with_extension("csv"), text.as_bytes())?;
        self.write_parquet(folder, stem)
    }

    /// Writes `STEM.parquet` into a folder: for tables that are too large as text.
    ///
    /// # Errors
    /// Returns an error if the folder takes no files.
    pub(crate) fn write_parquet(&self, folder: &Path, stem: &str) -> Result<(), ExperimentError> {
        let columns = self.all_columns();
        let path = folder.join(stem).with_extension("parquet");
        let bytes =
            parquet::write(&columns, &self.settings).map_err(|source| ExperimentError::Write {
                path: path.clone(),
                source: source.into(),
            })?;
        file::write(&path, &bytes)
    }

    /// The columns, and one for each setting that is not a column already.
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

#[cfg(test)]
mod tests;
