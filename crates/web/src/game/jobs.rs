//! Jobs of a game, which its record names before they are sent.

use std::sync::{Mutex, MutexGuard, PoisonError};

use cheqqers_measure::GameId;
use cheqqers_remote::Entry;
use serde::Deserialize;
use serde_json::{Map, Value};

use super::Game;
use crate::error::StoreError;
use crate::links::Token;
use crate::store::NamedJob;
use crate::table::Table;

/// The identity of a game for its jobs, and those that were named.
#[derive(Debug)]
pub(super) struct GameJobs {
    /// Series of its measurements: the identity in the header of its record.
    series: String,
    /// Each job is named, as the keys bind the header. Games of earlier versions name none.
    are_named: bool,
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

impl Game {
    /// The jobs that may be under way, which the journal may lack where it is another one. The thread may wait for
    /// them.
    pub(super) fn last_jobs(&self) -> Vec<Entry> {
        let lines = self.inner.blocking_read().lines;
        let named = self.jobs.named();
        let last = named.iter().filter(|(before, _)| *before == lines);
        last.filter_map(|(_, job)| Entry::deserialize(job).ok())
            .collect()
    }

    /// The record of its table, as JSON Lines with its jobs.
    pub(crate) fn record_of(&self, table: &dyn Table) -> String {
        table.record(&self.jobs.named())
    }

    /// Names a job before it is sent, unless that was done. The thread waits until it is on the disk.
    ///
    /// # Errors
    /// Returns an error if it is not.
    pub(super) fn name_job(&self, entry: &Entry) -> Result<(), StoreError> {
        let lines = self.inner.blocking_read().lines;
        let n = {
            let named = self.jobs.named();
            if !self.jobs.are_named || named.iter().any(|(_, job)| job["marker"] == entry.key()) {
                return Ok(());
            }
            named.len()
        };
        let job = NamedJob {
            game: self.id,
            n,
            lines,
            entry: serde_json::to_value(entry.before_sending()).expect("an entry is JSON"),
        };
        self.shared.store.name_job(job.clone())?;
        self.jobs.named().push((lines, job.entry));
        Ok(())
    }
}
