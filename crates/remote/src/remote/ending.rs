//! The end of a series: jobs that nobody waits for are cancelled, and what is paid for while it is open ends.

use std::mem;

use cheqqers_backend::MeasurementId;

use super::{Remote, reason};
use crate::entry::{Entry, EntryState};
use crate::error::RemoteError;
use crate::observer::Event;
use crate::service::JobState;

impl Remote {
    /// Ends what is paid for while it is open, and cancels what nobody waits for.
    pub(super) fn close_series(&mut self, series: &str) {
        self.end_unusable(true);
        // A job that may still be answered is waited for by another process, or by this game resumed.
        let mut jobs = self.journal.of_series(series).unwrap_or_default();
        jobs.retain(|entry| self.check_place(entry).is_ok());
        if series.is_empty() {
            // Those of other processes have nothing to do with these.
            jobs.retain(|entry| self.spent.has(entry.key()));
        }
        if self.is_dry_run {
            return;
        }
        let is_in = |jobs: &[Entry], key: &str| jobs.iter().any(|entry| entry.key() == key);
        let mut recorded = self.recorded.clone();
        recorded.retain(|entry| entry.provenance.job.is_some() && self.check_place(entry).is_ok());
        let is_open = |entry: &Entry| entry.is_pending() && !is_in(&recorded, entry.key());
        let is_waited_for = jobs.iter().any(is_open);
        recorded.retain(|entry| !is_in(&jobs, entry.key()));
        jobs.extend(recorded);
        self.cancel_duplicates(&jobs);
        if jobs.is_empty() || is_waited_for {
            return;
        }
        if let Err(error) = self.service.end_series(series, &self.device) {
            let text =
                format!("a session may still be open at the service, and be paid for: {error}");
            self.observer.notify(&Event::Warning(&text));
        }
    }

    /// Cancels the jobs of the record whose shots it does not have and nobody can use any more; again at the
    /// end of the series, as far as the service does not show them yet. The observer is told of each.
    pub fn cancel_unusable(&mut self, is_unusable: impl Fn(&MeasurementId) -> bool) {
        let mut unusable = self.recorded.clone();
        unusable.retain(|entry| {
            let id = entry.measurement.as_ref();
            entry.provenance.job.is_none()
                && id.is_some_and(&is_unusable)
                && self.check_place(entry).is_ok()
        });
        self.unusable = unusable;
        self.end_unusable(false);
    }

    /// Cancels what is unusable; at the end of the series, what the service does not have was never taken.
    fn end_unusable(&mut self, is_end: bool) {
        for entry in mem::take(&mut self.unusable) {
            let ended = self.end_unused(&entry, is_end).unwrap_or_else(|error| {
                let key = entry.key();
                let text = format!(
                    "the shots of job {key} can't be used any more: it may still run and be paid for: {error}"
                );
                self.observer.notify(&Event::Warning(&text));
                false
            });
            if !ended {
                self.unusable.push(entry);
            }
        }
    }

    /// Cancels a job that nobody waits for, and returns `true` if it has ended.
    fn end_unused(&mut self, recorded: &Entry, is_end: bool) -> Result<bool, RemoteError> {
        let key = recorded.key();
        let lock = self.journal.lock(key)?;
        let entry = self.journal.load(key)?;
        let entry = entry.unwrap_or_else(|| recorded.clone());
        if !entry.is_pending() {
            return Ok(true);
        }
        let job = match &entry.provenance.job {
            Some(job) => Some(job.clone()),
            None => self.service.find(&entry)?.into_iter().next(),
        };
        if job.is_none() {
            if is_end {
                self.cancel_as(entry, None)?;
            }
            return Ok(is_end);
        }
        let state = self.cancel_as(entry, job)?;
        let said = match state {
            JobState::Cancelled => "it is cancelled",
            JobState::Done | JobState::Failed => {
                self.journal.forget_locked(key, &lock)?;
                "it has ended and may be paid for"
            }
            _ => "it can't be cancelled and may be paid for",
        };
        let text = format!("the shots of job {key} can't be used any more: {said}");
        self.observer.notify(&Event::Warning(&text));
        Ok(state.is_final())
    }

    /// Tells the observer of jobs of the device that belong to no measurement, have no answer and that no
    /// process waits for: what is sent next may be the same.
    ///
    /// # Errors
    /// Returns an error if the journal can't be read.
    pub fn tell_of_open_jobs(&mut self) -> Result<(), RemoteError> {
        for entry in self.journal.of_series("")? {
            let key = entry.key();
            let is_open = entry.is_pending() && self.check_place(&entry).is_ok();
            if is_open && self.journal.lock(key).is_ok() {
                let text = format!(
                    "job {key}, begun at {}, has no answer yet: 'cheqqers jobs resume {key}' waits for it",
                    entry.created
                );
                self.observer.notify(&Event::Warning(&text));
            }
        }
        Ok(())
    }

    /// Cancels the job of an entry, as which the service has it, if it has it.
    pub(super) fn cancel_as(
        &mut self,
        mut entry: Entry,
        job: Option<String>,
    ) -> Result<JobState, RemoteError> {
        let Some(job) = job else {
            entry.state = EntryState::Cancelled;
            self.journal.save(&entry)?;
            return Ok(JobState::Cancelled);
        };
        let status = self.cancel_and_poll(&job)?;
        entry.provenance.job = Some(job);
        entry.state = match status.state {
            JobState::Cancelled => EntryState::Cancelled,
            JobState::Failed => EntryState::Failed {
                reason: reason(&status),
            },
            _ => EntryState::Sent,
        };
        self.journal.save(&entry)?;
        Ok(status.state)
    }

    /// Looks for jobs that a service made twice of one submission, or made of one that it refused in its
    /// answer, and cancels those that have not ended. Jobs that cost nothing are not looked for.
    fn cancel_duplicates(&mut self, entries: &[Entry]) {
        if entries.is_empty() || self.capabilities().is_ok_and(|device| device.is_free) {
            return;
        }
        for entry in entries {
            let job = entry.provenance.job.as_deref();
            if job.is_none() && !entry.was_refused() {
                continue;
            }
            match self.service.find(entry) {
                Ok(found) => self.cancel_others(entry, job, found),
                Err(RemoteError::NoLookup { .. }) => return,
                Err(error) => {
                    let text = format!(
                        "whether the service took a job twice, which may cost as much again, is not known: \
                         {error}"
                    );
                    self.observer.notify(&Event::Warning(&text));
                    return;
                }
            }
        }
    }
}
