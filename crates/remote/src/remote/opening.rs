//! Opening of jobs: those that the journal or the service has, and new ones.

use std::slice;

use cheqqers_backend::{BackendError, Job};
use cheqqers_circuit::{Circuit, counted};

use super::{Bundle, OpenJob, Remote};
use crate::entry::{Entry, EntryState};
use crate::error::RemoteError;
use crate::failure::Failure;
use crate::job_key;
use crate::observer::Event;
use crate::origin::Origin;
use crate::prepare::prepare;
use crate::service::DeviceState;

impl Remote {
    /// Opens the job of a bundle: the one that the journal has, unless it failed, or a new one; `again`
    /// jobs that failed are passed over.
    pub(super) fn open(
        &mut self,
        bundle: &Bundle,
        mut again: u32,
        job: &Job<'_>,
    ) -> Result<OpenJob, BackendError> {
        loop {
            let key = match job.measurement {
                Some(id) => id.job_key(bundle.start, again),
                None => job_key::random(),
            };
            again += 1;
            // Another process, or the journal, may have an answer.
            let indeterminate = |error| Failure::indeterminate(error).of_job(Some(&key));
            let lock = self.journal.lock(&key).map_err(indeterminate)?;
            let (entry, origin) = match self.journal.load(&key).map_err(indeterminate)? {
                Some(entry) if entry.has_failed() => {
                    let found = self.find_refused(entry, bundle, again);
                    match found.map_err(indeterminate)? {
                        Some(entry) => (entry, Origin::Journal),
                        None => continue,
                    }
                }
                Some(entry)
                    if entry.state == EntryState::Sending
                        && self
                            .has_successor(&entry, bundle, again)
                            .map_err(indeterminate)? =>
                {
                    // It had ended before, which the record of another machine does not say.
                    self.end_replaced(entry).map_err(indeterminate)?;
                    continue;
                }
                Some(entry) => {
                    self.check_place(&entry).map_err(indeterminate)?;
                    if entry.num_bits() != bundle.num_clbits() {
                        return Err(indeterminate(self.journal.mismatch(&key)));
                    }
                    (entry, Origin::Journal)
                }
                None => {
                    let entry = self.new_entry(key.clone(), bundle, job);
                    let entry = entry.map_err(|error| Failure::terminal(error).of_job(None))?;
                    let is_known = entry.provenance.job.is_some();
                    let origin = if is_known {
                        Origin::Journal
                    } else {
                        Origin::New
                    };
                    (entry, origin)
                }
            };
            return Ok(OpenJob {
                entry,
                origin,
                again,
                _lock: lock,
            });
        }
    }

    /// Looks for a job that the service refused in its answer, as where a proxy answered in its place, and
    /// returns its entry as sent if the service has it and no other was made in its place.
    fn find_refused(
        &mut self,
        mut entry: Entry,
        bundle: &Bundle,
        next: u32,
    ) -> Result<Option<Entry>, RemoteError> {
        let is_refused = matches!(entry.state, EntryState::Failed { .. })
            && entry.ended_without_job()
            && entry.num_bits() == bundle.num_clbits()
            && self.check_place(&entry).is_ok();
        if !is_refused || self.has_successor(&entry, bundle, next)? {
            return Ok(None);
        }
        let Some(job) = self.at_service(&entry)? else {
            return Ok(None);
        };
        let text = format!(
            "the service has job {} as {job}, though it had refused it",
            entry.key()
        );
        self.observer.notify(&Event::Warning(&text));
        entry.provenance.job = Some(job);
        entry.state = EntryState::Sent;
        self.save_new(&entry)?;
        Ok(Some(entry))
    }

    /// Returns `true` if the journal has job number `next` of the same circuits.
    fn has_successor(
        &self,
        entry: &Entry,
        bundle: &Bundle,
        next: u32,
    ) -> Result<bool, RemoteError> {
        let Some(id) = &entry.measurement else {
            return Ok(false);
        };
        let successor = self.journal.load(&id.job_key(bundle.start, next))?;
        Ok(successor.is_some())
    }

    /// Writes down that a job ended without an answer, and the service's job where there is one.
    fn end_replaced(&mut self, mut entry: Entry) -> Result<(), RemoteError> {
        let reason = "another job was made in its place".into();
        entry.state = EntryState::Failed { reason };
        match self.service.find(&entry) {
            // It may be there, and counts.
            Err(RemoteError::NoLookup { .. }) => entry.give_up(),
            found => entry.provenance.job = found?.into_iter().next(),
        }
        self.save_new(&entry)
    }

    /// Returns `true` if the job of a bundle, in a series that is resumed, was sent with another journal.
    pub(super) fn is_at_service(
        &mut self,
        bundle: &Bundle,
        job: &Job<'_>,
    ) -> Result<bool, RemoteError> {
        let Some(id) = job.measurement.filter(|_| self.is_resumed) else {
            return Ok(false);
        };
        let key = id.job_key(bundle.start, 0);
        let needs_probe = self.needs_probe(bundle.start, job);
        let entry = self.prepared(key, bundle.circuits(job), job, needs_probe)?;
        Ok(self.at_service(&entry)?.is_some())
    }

    /// An entry with the programs for the device as it is now.
    pub(super) fn prepared(
        &mut self,
        key: String,
        circuits: &[Circuit],
        job: &Job<'_>,
        needs_probe: bool,
    ) -> Result<Entry, RemoteError> {
        let attempt = job.measurement.map_or(0, |id| id.attempt);
        if attempt > 0 {
            // The device did badly: what is known of its errors may be out of date.
            self.known = None;
        }
        let device = self.capabilities()?.clone();
        let name = device.info.name.clone();
        if let DeviceState::Offline | DeviceState::Paused = device.info.state {
            // It may come back at any time.
            self.known = None;
            return Err(RemoteError::DeviceOffline {
                device: name,
                text: device.info.said,
            });
        }
        let (least, most) = (*device.shots.start(), *device.shots.end());
        if job.shots > most && attempt == 0 {
            return Err(RemoteError::unsuitable(
                name,
                format!("it takes at most {}", counted(most, "shot")),
            ));
        }
        let entry = Entry::new(key, &self.name, self.service.name(), &self.device);
        let shots = job.shots.min(most).max(least);
        let programs = self.programs(circuits, job, needs_probe)?;
        let service = self.service.as_mut();
        let mut entry = prepare(&programs, job, service, &device, shots, needs_probe, entry)?;
        entry.measurement = job.measurement.cloned();
        Ok(entry)
    }

    /// Writes a new job to the journal, if it may be sent, or the service has it already.
    fn new_entry(
        &mut self,
        key: String,
        bundle: &Bundle,
        job: &Job<'_>,
    ) -> Result<Entry, RemoteError> {
        self.check_order()?;
        let needs_probe = self.needs_probe(bundle.start, job);
        let mut entry = self.prepared(key, bundle.circuits(job), job, needs_probe)?;
        let shots = entry.total_shots();
        if let Some(found) = self.find_resumed(&entry)? {
            entry.provenance.job = Some(found);
            entry.state = EntryState::Sent;
            entry.agreed = true;
            self.save_new(&entry)?;
            return Ok(entry);
        }
        entry.cost = self.cost(&entry)?;
        self.limits.check(&self.spent, shots, entry.cost.as_ref())?;
        if self.deadline.is_over() {
            let waited = self.max_wait.unwrap_or_default();
            return Err(RemoteError::TooLate { waited });
        }
        self.approve(slice::from_mut(&mut entry))?;
        // The user may have thought about it for long.
        entry.created = jiff::Timestamp::now();
        self.save_new(&entry)?;
        Ok(entry)
    }

    fn save_new(&mut self, entry: &Entry) -> Result<(), RemoteError> {
        self.journal.save(entry)?;
        self.spent.note(entry);
        self.made.insert(entry.key().to_owned());
        Ok(())
    }

    /// The service's job with the key of a new one, as far as it can be looked up.
    fn at_service(&mut self, entry: &Entry) -> Result<Option<String>, RemoteError> {
        match self.service.find(entry) {
            // The record and the journal tell which jobs were sent.
            Err(RemoteError::NoLookup { .. }) => Ok(None),
            found => Ok(found?.into_iter().next()),
        }
    }

    /// The service's job with the key of a new one, in a series that is resumed.
    fn find_resumed(&mut self, entry: &Entry) -> Result<Option<String>, RemoteError> {
        if !self.is_resumed || entry.measurement.is_none() {
            return Ok(None);
        }
        let found = self.at_service(entry)?;
        if let Some(job) = &found {
            let text =
                format!("the service has this measurement already, as job {job}: nothing is sent");
            self.observer.notify(&Event::Warning(&text));
        }
        Ok(found)
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
                self.observer.notify(&Event::Open {
                    key,
                    created: entry.created,
                });
            }
        }
        Ok(())
    }
}
