//! Jobs of a game, which its record names before they are sent.

use cheqqers_remote::Entry;
use serde::Deserialize;

use super::Game;
use crate::error::StoreError;
use crate::store::NamedJob;
use crate::table::Table;

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
