//! Jobs of a game, which its record names before they are sent.

use std::sync::{Mutex, MutexGuard, PoisonError};

use cheqqers_measure::GameId;
use cheqqers_remote::Entry;
use serde::Deserialize;
use serde_json::{Map, Value};

use crate::error::StoreError;
use crate::links::Token;
use crate::store::{NamedJob, Store};

/// The identity of a game for its jobs, and those that were named.
#[derive(Debug)]
pub(super) struct GameJobs {
    game: Token,
    /// Series of its measurements: the identity in the header of its record.
    series: String,
    /// Each job is named, as the keys bind the header. Games of earlier versions name none.
    are_named: bool,
    /// Each with the number of lines of the record before it.
    named: Mutex<Vec<(usize, Value)>>,
}

impl GameJobs {
    /// Those of a game with this header line.
    pub(super) fn new(game: Token, header: &str, named: Vec<(usize, Value)>) -> Self {
        let mut header: Map<String, Value> = serde_json::from_str(header).unwrap_or_default();
        header.shift_remove("sum");
        let series = header.get(GameId::KEY).and_then(Value::as_str);
        Self {
            game,
            series: series.map_or_else(|| game.to_string(), str::to_owned),
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

    /// The jobs after so many lines, all that the record has: they may be under way, and the journal may lack them
    /// where it is another one.
    pub(super) fn last(&self, lines: usize) -> Vec<Entry> {
        let named = self.named();
        let last = named.iter().filter(|(before, _)| *before == lines);
        last.filter_map(|(_, job)| Entry::deserialize(job).ok())
            .collect()
    }

    /// Names a job after so many lines before it is sent, unless that was done. The thread waits until it is on the
    /// disk.
    ///
    /// # Errors
    /// Returns an error if it is not.
    pub(super) fn name(
        &self,
        entry: &Entry,
        lines: usize,
        store: &Store,
    ) -> Result<(), StoreError> {
        let n = {
            let named = self.named();
            if !self.are_named || named.iter().any(|(_, job)| job["marker"] == entry.key()) {
                return Ok(());
            }
            named.len()
        };
        let job = NamedJob {
            game: self.game,
            n,
            lines,
            entry: serde_json::to_value(entry.before_sending()).expect("an entry is JSON"),
        };
        store.name_job(job.clone())?;
        self.named().push((lines, job.entry));
        Ok(())
    }
}
