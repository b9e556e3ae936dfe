//! Cancellation of jobs that nobody waits for.

use std::mem;

use cheqqers_backend::{Job, MeasurementId};

use super::{Moment, OpenJob, Remote};
use crate::entry::{Entry, EntryState};
use crate::error::RemoteError;
use crate::observer::Event;
use crate::retry::LOOKUPS;
use crate::service::{JobState, JobStatus};

impl Remote {
    /// Cancels a job of the journal, and returns its state after that.
    ///
    /// # Errors
    /// Returns an error if there is no such job, or the service can't be asked.
    pub fn cancel(&mut self, key: &str) -> Result<JobState, RemoteError> {
        let _lock = self.journal.lock(key)?;
        let entry = self.entry(key)?;
        match entry.state {
            EntryState::Answered => return Ok(JobState::Done),
            EntryState::Failed { .. } => return Ok(JobState::Failed),
            EntryState::Cancelled => return Ok(JobState::Cancelled),
            EntryState::Sending | EntryState::Sent => {}
        }
        let job = match &entry.provenance.job {
            Some(job) => Some(job.clone()),
            None => self.look_up(&entry)?,
        };
        self.cancel_as(entry, job)
    }

    /// Cancels a job, which has this name at the service, and writes down how it ended; without a name only the
    /// latter.
    fn cancel_as(
        &mut self,
        mut entry: Entry,
        job: Option<String>,
    ) -> Result<JobState, RemoteError> {
        let Some(job) = job else {
            entry.state = EntryState::Cancelled;
            self.journal.save(&entry)?;
            return Ok(JobState::Cancelled);
        };
        entry.provenance.job = Some(job.clone());
        entry.state = EntryState::Sent;
        self.journal.save(&entry)?;
        let status = self.cancel_and_poll(&job)?;
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

    /// Requests the cancellation of a job, and polls it until it has ended.
    pub(super) fn cancel_and_poll(&mut self, job: &str) -> Result<JobStatus, RemoteError> {
        let asked = self.service.cancel(job);
        let mut status = match asked {
            Ok(()) => self.service.status(job)?,
            // One that has ended can't be cancelled any more.
            Err(error) => {
                let status = self.service.status(job);
                status
                    .ok()
                    .filter(|status| status.state.is_final())
                    .ok_or(error)?
            }
        };
        for poll in 0..LOOKUPS {
            if status.state.is_final() || self.deadline.is_over() {
                break;
            }
            self.deadline.sleep(self.retry.poll_interval(poll));
            status = self.service.status(job)?;
        }
        Ok(status)
    }

    /// Cancels the jobs behind one that failed. Another try of their measurement would use them, unless the
    /// time of all is over.
    pub(super) fn cancel_in_vain(&mut self, sent: impl Iterator<Item = OpenJob>, job: &Job<'_>) {
        // Their locks are released.
        let keys: Vec<String> = sent.map(|open| open.entry.key().to_owned()).collect();
        if job.measurement.is_some() && !self.deadline.is_over() {
            return;
        }
        for key in keys {
            if let Err(error) = self.beyond_deadline(|remote| remote.cancel(&key)) {
                let text = format!("job {key} of the same circuits may still run: {error}");
                self.observer.notify(&Event::Warning(&text));
            }
        }
    }

    /// Cancels the jobs of the record whose shots it does not have and nobody can use any more; those that are not
    /// known to have ended are tried again at the end of the series. The observer is told of each.
    pub fn cancel_unusable(&mut self, is_unusable: impl Fn(&MeasurementId) -> bool) {
        let mut unusable = self.recorded.clone();
        unusable.retain(|entry| {
            let id = entry.measurement.as_ref();
            entry.provenance.job.is_none()
                && id.is_some_and(&is_unusable)
                && self.check_place(entry).is_ok()
        });
        self.unusable = unusable;
        self.within_max_wait(|remote| remote.cancel_pending_unusable(Moment::Resumption));
    }

    /// Cancels what is unusable.
    pub(super) fn cancel_pending_unusable(&mut self, when: Moment) {
        for entry in mem::take(&mut self.unusable) {
            let may_end = match self.cancel_unusable_job(&entry, when) {
                Ok(has_ended) => !has_ended,
                Err(error) => {
                    let key = entry.key();
                    let text = format!(
                        "the shots of job {key} can't be used any more: it may still run and be paid for: {error}"
                    );
                    self.observer.notify(&Event::Warning(&text));
                    !matches!(error, RemoteError::NoLookup { .. })
                }
            };
            if may_end {
                self.unusable.push(entry);
            }
        }
    }

    /// Cancels a job that nobody waits for, and returns `true` if it has ended.
    fn cancel_unusable_job(&mut self, recorded: &Entry, when: Moment) -> Result<bool, RemoteError> {
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
            return match when {
                Moment::Resumption => Ok(false),
                // It was never taken.
                Moment::End => self.cancel_as(entry, None).map(|_| true),
            };
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

    /// Looks for jobs that a service made twice of one submission, or made of one that it refused in its
    /// answer, and cancels those that have not ended. Jobs that cost nothing are not looked for.
    pub(super) fn cancel_duplicates(&mut self, entries: &[Entry]) {
        if entries.is_empty() || self.capabilities().is_ok_and(|device| device.is_free) {
            return;
        }
        for entry in entries {
            match self.service.find(entry) {
                Ok(found) => {
                    let job = entry.provenance.job.as_ref();
                    // Of a job whose answer is not known, as of one that a lost journal had, the first is the job.
                    let first = found.first().filter(|_| !entry.ended_without_job());
                    let job = job.or(first).cloned();
                    self.cancel_others(entry, job.as_deref(), found);
                }
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

    /// Cancels all jobs of a list but one, which has the same key as they. Those that can't be cancelled count
    /// towards the limits.
    pub(super) fn cancel_others(&mut self, entry: &Entry, job: Option<&str>, found: Vec<String>) {
        for other in found {
            if job == Some(&other) || !self.duplicates.insert(other.clone()) {
                continue;
            }
            let said = match self.cancel_and_poll(&other) {
                Ok(status) if status.state == JobState::Cancelled => "it is cancelled".into(),
                ended => {
                    self.spent.note_duplicate(entry, &other);
                    match ended {
                        Ok(status) => format!(
                            "it can't be cancelled and may cost as much: the service calls it {:?}",
                            status.said
                        ),
                        Err(error) => {
                            format!("it could not be cancelled and may cost as much: {error}")
                        }
                    }
                }
            };
            let text = match job {
                Some(job) => {
                    format!("the service took the same job twice, as {job} and {other}: {said}")
                }
                None => format!(
                    "the service has job {} as {other}, though it ended here before: {said}",
                    entry.key()
                ),
            };
            self.observer.notify(&Event::Warning(&text));
        }
    }
}

/// The cause of a job's failure, in words.
fn reason(status: &JobStatus) -> String {
    let failure = status.failure.as_ref();
    failure.map_or_else(|| status.said.clone(), ToString::to_string)
}
