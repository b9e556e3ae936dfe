use serde_json::Value;

use crate::settings::word;

/// The cells of a column, from the first row to the last.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Column {
    Integers(Vec<Option<i64>>),
    Numbers(Vec<Option<f64>>),
    Words(Vec<Option<String>>),
}

impl Column {
    /// A column with one value in every row.
    pub(super) fn of_one(value: &Value, rows: usize) -> Self {
        match value.as_i64() {
            Some(number) => Self::Integers(vec![Some(number); rows]),
            None => Self::Words(vec![Some(word(value)); rows]),
        }
    }

    pub(super) fn len(&self) -> usize {
        match self {
            Self::Integers(cells) => cells.len(),
            Self::Numbers(cells) => cells.len(),
            Self::Words(cells) => cells.len(),
        }
    }
}
