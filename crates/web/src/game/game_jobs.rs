use std::sync::{Mutex, MutexGuard, PoisonError};

use cheqqers_measure::GameId;
use serde_json::{Map, Value};

use crate::links::Token;

/// The identity of a game for its jobs, and those that were named.
#[derive(Debug)]
pub(super) struct GameJobs {
    /// Series of its measurements: the identity in the header of its record.
    series: String,
    /// Each job is named, as the keys bind the header. Games of earlier versions name none.
    pub(super) are_named: bool,
    /// Each with the number of lines of the record before it.
    named: Mutex<Vec<(usize, Value)>>,
}

impl GameJobs {
    /// Those of a game with this header line.
    pub(super) fn new(id: Token, header: &str, named: Vec<(usize, Value)>) -> Self {
        let mut header: Map<String, Value> = serde_json::from_str(header).unwrap_or_default();
        header.shift_remove("sum");
        let series = header.get(GameId::KEY).and_then(Value::as_str);
        Self {
            series: series.map_or_else(|| id.to_string(), str::to_owned),
            are_named: matches!(GameId::of(&header), GameId::Bound(_)),
            named: Mutex::new(named),
        }
    }

    pub(super) fn series(&self) -> &str {
        &self.series
    }

    pub(super) fn named(&self) -> MutexGuard<'_, Vec<(usize, Value)>> {
        self.named.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
