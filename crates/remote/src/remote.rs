//! The backend: from a job's circuits to their shots, whatever happens in between.

mod bundle;
mod lifecycle;

use std::collections::{BTreeSet, VecDeque};
use std::mem;
use std::slice;
use std::time::{Duration, Instant};

use cheqqers_backend::{Backend, BackendError, FailureClass, Job, MeasurementId, Run};
use cheqqers_circuit::{Circuit, counted};
use jiff::Zoned;
use jiff::civil::Date;

use crate::cost::Cost;
use crate::deadline::Deadline;
use crate::entry::{Entry, EntryState};
use crate::error::RemoteError;
use crate::failure::Failure;
use crate::job_cost::JobCost;
use crate::job_key;
use crate::journal::{JobLock, Journal};
use crate::limits::{Spending, SpendingLimits};
use crate::observer::{Event, Observer, Quote};
use crate::origin::Origin;
use crate::prepare::prepare;
use crate::retry::{RERUNS, RetryPolicy};
use crate::service::{Capabilities, DeviceState, JobState, JobStatus, RequestPreview, Service};

/// Age at which the description of a device is fetched anew: devices are calibrated every hour or so.
const MAX_AGE: Duration = Duration::from_mins(30);

/// Days after which listed prices may have changed.
const PRICE_DAYS: i32 = 90;

/// A device of a remote service.
///
/// Circuits of a measurement run side by side in one job, as far as the device has room. A job is
/// written to the [`Journal`] before it is sent and before it is waited for, and a measurement that
/// is repeated goes on with the job that it has, whatever process sent it. A job is sent again only
/// when the service has none with its idempotency key, and never after it was answered.
///
/// The jobs of a series carry a probe of the order of bits, four more qubits, until one that carries it
/// is answered as expected. A device that is found to reverse or shift the register gets no more jobs of
/// the series, and none of the shots is used.
///
/// The user agrees to the first job that may cost something, and so to those of the series that cost no
/// more. To each that costs more, as a measurement that is repeated with more shots, the user agrees anew.
#[derive(Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is a choice of its own")]
pub struct Remote {
    name: String,
    device: String,
    service: Box<dyn Service>,
    journal: Journal,
    retry: RetryPolicy,
    limits: SpendingLimits,
    spent: Spending,
    max_wait: Option<Duration>,
    /// End of the time for the jobs that are worked on.
    deadline: Deadline,
    is_dry_run: bool,
    /// Jobs that the journal does not know may be at the service, as another machine may have sent them.
    is_resumed: bool,
    /// Jobs that the record of the series names; those with a name at the service are in it with their shots.
    recorded: Vec<Entry>,
    /// Those of them whose shots nobody can use any more, until they are known to have ended.
    unusable: Vec<Entry>,
    /// An answered job of the series has shown the order of bits to be right.
    is_probed: bool,
    /// Key of the answered job that has shown it to be wrong.
    misordered: Option<String>,
    /// The largest job that was announced before the first one.
    announced: Option<JobCost>,
    /// The largest job that the user agreed to with the first one.
    agreed: Option<JobCost>,
    /// The largest job beyond that which the user agreed to for the circuits that run now.
    agreed_once: Option<JobCost>,
    has_warned_of_prices: bool,
    /// Second jobs of one key that were reported.
    duplicates: BTreeSet<String>,
    known: Option<(Instant, Capabilities)>,
    observer: Box<dyn Observer>,
}

impl Remote {
    /// A device of a service, which the user calls `name`.
    pub fn new(
        name: impl Into<String>,
        service: Box<dyn Service>,
        device: impl Into<String>,
        journal: Journal,
        observer: Box<dyn Observer>,
    ) -> Self {
        Self {
            name: name.into(),
            device: device.into(),
            service,
            journal,
            retry: RetryPolicy::default(),
            limits: SpendingLimits::default(),
            spent: Spending::default(),
            max_wait: None,
            deadline: Deadline::default(),
            is_dry_run: false,
            is_resumed: false,
            recorded: Vec::new(),
            unusable: Vec::new(),
            is_probed: false,
            misordered: None,
            announced: None,
            agreed: None,
            agreed_once: None,
            has_warned_of_prices: false,
            duplicates: BTreeSet::new(),
            known: None,
            observer,
        }
    }

    /// Sets the retry policy.
    #[must_use]
    pub fn with_retry_policy(self, retry: RetryPolicy) -> Self {
        Self { retry, ..self }
    }

    /// Sets the spending limits, towards which earlier jobs of the series count.
    ///
    /// # Errors
    /// Returns an error if the journal can't be read.
    pub fn with_limits(
        mut self,
        limits: SpendingLimits,
        series: Option<&str>,
    ) -> Result<Self, RemoteError> {
        self.limits = limits;
        for entry in series.map_or(Ok(Vec::new()), |series| self.journal.of_series(series))? {
            self.spent.note(&entry);
            self.recall_agreement(&entry);
            if entry.state == EntryState::Answered && self.check_place(&entry).is_ok() {
                self.note_probe(&entry);
            }
        }
        Ok(self)
    }

    /// Sets the longest time that a measurement is waited for, from the moment at which its jobs are to be
    /// sent or resumed, whatever goes wrong in between; the user's own time to agree to their cost aside. After
    /// it, and a tenth of it, jobs are cancelled; what may be at the service unconfirmed stays open.
    #[must_use]
    pub fn with_max_wait(self, max_wait: Option<Duration>) -> Self {
        Self { max_wait, ..self }
    }

    /// Works on the jobs of a measurement, all waits of which end by one deadline.
    fn within_max_wait<T>(&mut self, work: impl FnOnce(&mut Self) -> T) -> T {
        self.set_deadline(Deadline::after(self.max_wait));
        let result = work(self);
        self.set_deadline(Deadline::default());
        result
    }

    fn set_deadline(&mut self, deadline: Deadline) {
        self.deadline = deadline;
        self.service.set_deadline(deadline);
    }

    /// Sends nothing, and only shows what would be sent.
    #[must_use]
    pub fn dry_run(self) -> Self {
        Self {
            is_dry_run: true,
            ..self
        }
    }

    /// Goes on with a series that may have been begun with another journal, or go on with another at the
    /// same time: its jobs are looked for at the service before they are sent, and once more after that.
    #[must_use]
    pub fn resumed(self) -> Self {
        Self {
            is_resumed: true,
            ..self
        }
    }

    /// Takes note of the jobs that the record of the series names, as the journal may be that of another
    /// machine: they count towards the limits, and one whose shots the record has, which is one with a name at
    /// the service, is not waited for.
    ///
    /// # Errors
    /// Returns an error if the journal can't be read.
    pub fn with_recorded(mut self, jobs: Vec<Entry>) -> Result<Self, RemoteError> {
        for entry in &jobs {
            self.recall_agreement(entry);
            // The journal knows more of those that it has.
            if self.journal.load(entry.key())?.is_none() {
                self.spent.note(entry);
            }
        }
        self.recorded = jobs;
        Ok(self)
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

    /// Returns the client of the service.
    pub fn service(&mut self) -> &mut dyn Service {
        self.service.as_mut()
    }

    /// Describes the device; fetched anew after half an hour. In a dry run the service is not asked, and
    /// the description is what is assumed of any device.
    ///
    /// # Errors
    /// As [`Service::capabilities`].
    pub fn capabilities(&mut self) -> Result<&Capabilities, RemoteError> {
        let is_old = |known: &(Instant, Capabilities)| known.0.elapsed() > MAX_AGE;
        if self.known.as_ref().is_none_or(is_old) {
            let found = if self.is_dry_run {
                self.service.assumed(&self.device)
            } else {
                self.service.capabilities(&self.device)?
            };
            self.known = Some((Instant::now(), found));
        }
        let known = self.known.as_ref();
        Ok(known.map(|(_, found)| found).expect("just fetched"))
    }

    /// Resumes a job of the journal: sends it if it never was, waits, and returns its shots.
    ///
    /// # Errors
    /// Returns an error if there is no such job, or it has no answer.
    pub fn resume(&mut self, key: &str) -> Result<Run, RemoteError> {
        let _lock = self.journal.lock(key)?;
        let entry = self.entry(key)?;
        match entry.state {
            EntryState::Failed { reason } => Err(RemoteError::EndedBefore { reason }),
            EntryState::Cancelled => Err(RemoteError::Cancelled),
            _ => {
                let run = self.within_max_wait(|remote| remote.finish(entry, Origin::Journal));
                run.map_err(|failure| failure.error)
            }
        }
    }

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

    /// Cancels the job of an entry, as which the service has it, if it has it.
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

    /// Gives up a job of the journal whose answer can't be had, so that its measurement gets a new one: the
    /// service never took it or ended it without an answer, has no list of jobs to look it up in, or
    /// returned the bits in another order.
    ///
    /// # Errors
    /// [`RemoteError::JobFound`] if the service has the job, [`RemoteError::JobNotFound`] if it took the job
    /// and does not know it any more, or an error if it can't be asked.
    pub fn give_up(&mut self, key: &str) -> Result<(), RemoteError> {
        self.entry(key)?;
        let lock = self.journal.lock(key)?;
        let entry = self.entry(key)?;
        if entry.is_pending() {
            let found = match &entry.provenance.job {
                None => match self.look_up(&entry) {
                    Err(RemoteError::JobNotFound { .. } | RemoteError::NoLookup { .. }) => None,
                    found => found?,
                },
                // One that the service does not know may be another account's.
                Some(job) => {
                    let state = self.service.status(job)?.state;
                    let has_ended = state.is_final() && state != JobState::Done;
                    (!has_ended).then(|| job.clone())
                }
            };
            if let Some(job) = found {
                let key = key.into();
                return Err(RemoteError::JobFound { key, job });
            }
        }
        self.journal.forget_locked(key, &lock).map(|_| ())
    }

    fn entry(&self, key: &str) -> Result<Entry, RemoteError> {
        let entry = self.journal.load(key)?;
        let entry = entry.ok_or_else(|| RemoteError::Journal {
            path: self.journal.folder().into(),
            text: format!("it has no job {key}"),
        })?;
        self.check_place(&entry)?;
        Ok(entry)
    }

    /// Checks that a job is one of this service and device: no other knows it.
    fn check_place(&self, entry: &Entry) -> Result<(), RemoteError> {
        let Entry { provenance, .. } = entry;
        if provenance.service == self.service.name() && provenance.device == self.device {
            return Ok(());
        }
        Err(RemoteError::Elsewhere {
            key: entry.key().into(),
            backend: entry.backend.clone(),
        })
    }

    /// Opens the job of a bundle: the one that the journal has, unless it failed, or a new one; `again`
    /// jobs that failed are passed over.
    fn open(
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
                    match self
                        .taken_all_the_same(entry, bundle)
                        .map_err(indeterminate)?
                    {
                        Some(entry) => (entry, Origin::Journal),
                        None => continue,
                    }
                }
                Some(entry)
                    if self
                        .is_replaced(&entry, bundle, again)
                        .map_err(indeterminate)? =>
                {
                    self.end_replaced(entry).map_err(indeterminate)?;
                    continue;
                }
                Some(entry) => {
                    self.check_place(&entry).map_err(indeterminate)?;
                    if entry.num_bits() != bundle.circuit.num_clbits() {
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

    /// A job that the service refused in its answer and has nevertheless, as where a proxy answered in its
    /// place.
    fn taken_all_the_same(
        &mut self,
        mut entry: Entry,
        bundle: &Bundle,
    ) -> Result<Option<Entry>, RemoteError> {
        let is_same = entry.num_bits() == bundle.circuit.num_clbits();
        if !is_same || !entry.was_refused() || self.check_place(&entry).is_err() {
            return Ok(None);
        }
        let Some(job) = self.at_service(&entry)? else {
            return Ok(None);
        };
        entry.provenance.job = Some(job);
        entry.state = EntryState::Sent;
        self.save_new(&entry)?;
        Ok(Some(entry))
    }

    /// Returns `true` if the journal has job number `next` of the same circuits behind one that is not known
    /// to have been sent: then that one had ended before, which the record of another machine does not say.
    fn is_replaced(&self, entry: &Entry, bundle: &Bundle, next: u32) -> Result<bool, RemoteError> {
        match &entry.measurement {
            Some(id) if entry.state == EntryState::Sending => {
                let next = self.journal.load(&id.job_key(bundle.start, next))?;
                Ok(next.is_some())
            }
            _ => Ok(false),
        }
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

    /// Sends the jobs of bundles, so that all of them are in the queue at once: as many as the service
    /// takes.
    fn send_all(
        &mut self,
        bundles: &[Bundle],
        job: &Job<'_>,
    ) -> Result<VecDeque<OpenJob>, BackendError> {
        self.agreed_once = None;
        self.approve_all(bundles, job)?;
        let mut sent = VecDeque::new();
        for bundle in bundles {
            let error = match self.open(bundle, 0, job) {
                Ok(mut open) => match self.send(&mut open.entry, open.origin) {
                    Ok(()) => {
                        sent.push_back(open);
                        continue;
                    }
                    // The others are sent when these are done.
                    Err(failure) if failure.is_of_capacity() && !sent.is_empty() => break,
                    Err(failure) => failure.of_job(Some(open.entry.key())),
                },
                Err(error) => error,
            };
            self.cancel_in_vain(sent.into_iter(), job);
            return Err(error);
        }
        Ok(sent)
    }

    /// Checks that the limits allow all jobs of a measurement, and that the user agrees to their cost
    /// together: else some would be sent in vain.
    fn approve_all(&mut self, bundles: &[Bundle], job: &Job<'_>) -> Result<(), BackendError> {
        let failed = |error| Failure::terminal(error).of_job(None);
        if bundles.len() < 2 {
            return Ok(());
        }
        let mut new = Vec::with_capacity(bundles.len());
        for bundle in bundles {
            let known = job.measurement.map(|id| self.journalled(id, bundle.start));
            let is_known = known.transpose()?.flatten().is_some();
            if !is_known && !self.is_at_service(bundle, job).map_err(failed)? {
                new.push(bundle);
            }
        }
        if new.is_empty() {
            return Ok(());
        }
        let is_free = self.capabilities().map_err(failed)?.is_free;
        if is_free && self.limits == SpendingLimits::default() {
            return Ok(());
        }
        let mut spent = self.spent.clone();
        let mut entries = Vec::with_capacity(new.len());
        for bundle in new {
            let priced = self.priced(bundle, job).map_err(failed)?;
            let (shots, cost) = (priced.provenance.shots, priced.cost.as_ref());
            self.limits.check(&spent, shots, cost).map_err(failed)?;
            spent.note(&priced);
            entries.push(priced);
        }
        self.approve(&mut entries).map_err(failed)
    }

    /// Returns `true` if the job of a bundle, in a series that is resumed, was sent with another journal.
    fn is_at_service(&mut self, bundle: &Bundle, job: &Job<'_>) -> Result<bool, RemoteError> {
        let Some(id) = job.measurement.filter(|_| self.is_resumed) else {
            return Ok(false);
        };
        let key = id.job_key(bundle.start, 0);
        let needs_probe = self.needs_probe(bundle.start, job);
        let entry = self.prepared(key, &bundle.circuit, job, needs_probe)?;
        Ok(self.at_service(&entry)?.is_some())
    }

    /// The entry of a job that is not sent, with its price.
    fn priced(&mut self, bundle: &Bundle, job: &Job<'_>) -> Result<Entry, RemoteError> {
        let needs_probe = self.needs_probe(bundle.start, job);
        let mut entry = self.prepared(job_key::random(), &bundle.circuit, job, needs_probe)?;
        entry.cost = self.cost(&entry)?;
        Ok(entry)
    }

    /// Runs all circuits of a job.
    fn run_all(&mut self, job: &Job<'_>) -> Result<Vec<Run>, BackendError> {
        let bundles = self.bundles(job)?;
        if self.is_dry_run {
            return Err(self.preview_all(&bundles, job));
        }
        let mut sent = self.send_all(&bundles, job)?;
        let mut runs = Vec::with_capacity(job.circuits.len());
        for bundle in &bundles {
            let run = self.run_bundle(bundle, sent.pop_front(), job);
            let run = run.and_then(|run| self.with_order_shown(run, bundle, bundles.len(), job));
            if run.is_err() {
                self.cancel_in_vain(sent.drain(..), job);
            }
            runs.extend(run?.separate(&bundle.widths));
        }
        Ok(runs)
    }

    /// Sends the first bundle of a job, and returns the number of its circuits.
    fn send_first(&mut self, job: &Job<'_>) -> Result<usize, BackendError> {
        let mut bundles = self.bundles(job)?;
        bundles.truncate(1);
        if self.is_dry_run {
            return Err(self.preview_all(&bundles, job));
        }
        self.send_all(&bundles, job)?;
        Ok(bundles.iter().map(|bundle| bundle.widths.len()).sum())
    }

    /// Runs a bundle, whose job may have been sent.
    fn run_bundle(
        &mut self,
        bundle: &Bundle,
        sent: Option<OpenJob>,
        job: &Job<'_>,
    ) -> Result<Run, BackendError> {
        let (mut failures, mut again) = (0, 0);
        let mut sent = sent;
        loop {
            let (open, is_sent) = match sent.take() {
                Some(open) => (open, true),
                None => (self.open(bundle, again, job)?, false),
            };
            again = open.again;
            let key = open.entry.key().to_owned();
            let run = if is_sent {
                self.complete(open.entry)
            } else {
                self.finish(open.entry, open.origin)
            };
            match run {
                Ok(run) => return Ok(run),
                Err(failure)
                    if failure.is_of_device() && failures < RERUNS && !self.deadline.is_over() =>
                {
                    failures += 1;
                }
                Err(failure) => return Err(failure.of_job(Some(&key))),
            }
        }
    }

    /// Cancels the jobs behind one that failed, unless another try of their measurement would use them.
    fn cancel_in_vain(&mut self, sent: impl Iterator<Item = OpenJob>, job: &Job<'_>) {
        // Their locks are released.
        let keys: Vec<String> = sent.map(|open| open.entry.key().to_owned()).collect();
        // With the time over, the others have waited as long.
        if job.measurement.is_some() && !self.deadline.was_over() {
            return;
        }
        for key in keys {
            if let Err(error) = self.cancel(&key) {
                let text = format!("job {key} of the same circuits may still run: {error}");
                self.observer.notify(&Event::Warning(&text));
            }
        }
    }

    /// Shows the requests of all bundles, and fails.
    fn preview_all(&mut self, bundles: &[Bundle], job: &Job<'_>) -> BackendError {
        let text = format!(
            "a dry run does not ask {} for the description of {}: the circuits are as they were before \
             they are placed on its qubits and written in its gates, and may be too large for it",
            self.service.name(),
            self.device
        );
        self.observer.notify(&Event::Warning(&text));
        let failure = bundles.iter().find_map(|bundle| {
            let shown = self.preview(bundle, job);
            shown.map_err(Failure::terminal).err()
        });
        let failure = failure.unwrap_or(Failure {
            class: FailureClass::DryRun,
            error: RemoteError::DryRun,
        });
        failure.of_job(None)
    }

    /// Shows the requests that would be made.
    fn preview(&mut self, bundle: &Bundle, job: &Job<'_>) -> Result<(), RemoteError> {
        let is_probed = self.needs_probe(bundle.start, job);
        let entry = self.prepared(job_key::random(), &bundle.circuit, job, is_probed)?;
        let previews = self.service.previews(&entry).unwrap_or_else(|_| {
            // Their form depends on the description of the device.
            vec![RequestPreview {
                line: format!("POST a job for {} of {}", self.device, self.service.name()),
                headers: vec![("Shots".into(), entry.provenance.shots.to_string())],
                body: entry.provenance.qasm.clone(),
            }]
        });
        for preview in previews {
            self.observer.notify(&Event::Preview(&preview));
        }
        Ok(())
    }

    /// An entry with the program for the device as it is now.
    fn prepared(
        &mut self,
        key: String,
        circuit: &Circuit,
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
            return Err(RemoteError::Unsuitable {
                device: name,
                text: format!("it takes at most {}", counted(most, "shot")),
            });
        }
        let entry = Entry::new(key, &self.name, self.service.name(), &self.device);
        let shots = job.shots.min(most).max(least);
        let service = self.service.as_mut();
        let mut entry = prepare(circuit, job, service, &device, shots, needs_probe, entry)?;
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
        let mut entry = self.prepared(key, &bundle.circuit, job, needs_probe)?;
        let shots = entry.provenance.shots;
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
        Ok(())
    }

    /// Returns `true` if the job of the circuits from number `start` on is to carry a probe of the order
    /// of bits: jobs of one measurement are read in order, so that the first one is enough.
    fn needs_probe(&self, start: usize, job: &Job<'_>) -> bool {
        start == 0 && job.measurement.is_some() && !self.is_probed
    }

    /// Takes note of how an answered job read the probe that it may carry.
    fn note_probe(&mut self, entry: &Entry) {
        if entry.bit_order_fault().is_some() {
            self.misordered = Some(entry.key().to_owned());
        } else if entry.shows_bit_order() {
            self.is_probed = true;
        }
    }

    /// Checks that the first of several jobs returned a shot, if it was to show the order of bits of all.
    fn with_order_shown(
        &self,
        run: Run,
        bundle: &Bundle,
        jobs: usize,
        job: &Job<'_>,
    ) -> Result<Run, BackendError> {
        let is_unknown = jobs > 1 && run.shots.is_empty() && self.needs_probe(bundle.start, job);
        match &run.provenance {
            Some(provenance) if is_unknown => {
                let key = &provenance.key;
                let error = RemoteError::NoShots { key: key.clone() };
                Err(Failure::terminal(error).of_job(Some(key)))
            }
            _ => Ok(run),
        }
    }

    /// Checks that no job of the series has shown that the device returns bits in another order, unless
    /// it was given up since.
    fn check_order(&self) -> Result<(), RemoteError> {
        let Some(key) = &self.misordered else {
            return Ok(());
        };
        match self.journal.load(key)? {
            Some(entry) if !entry.is_given_up() => entry.check_bit_order(),
            _ => Ok(()),
        }
    }

    /// Shots of a job that runs a circuit so many times, as far as the device allows, and its price; nothing
    /// is sent. In a dry run it is that of published prices.
    ///
    /// # Errors
    /// Returns an error if the service can't be asked, the device can't run such a job, or a dry run has no
    /// published price.
    pub fn quote(&mut self, circuit: &Circuit, shots: usize) -> Result<JobCost, RemoteError> {
        let most = *self.capabilities()?.shots.end();
        let circuits = slice::from_ref(circuit);
        let job = Job::new(circuits, shots.min(most));
        let mut entry = self.prepared(job_key::random(), circuit, &job, !self.is_probed)?;
        entry.cost = if self.is_dry_run {
            let cost = self.service.listed_cost(&entry);
            Some(cost.ok_or(RemoteError::DryRun)?)
        } else {
            self.cost(&entry)?
        };
        Ok(entry.job_cost())
    }

    /// As [`Self::quote`], of the largest job that is expected: who agrees to the first job agrees to those
    /// that cost no more than this.
    ///
    /// # Errors
    /// As [`Self::quote`].
    pub fn announce(&mut self, circuit: &Circuit, shots: usize) -> Result<JobCost, RemoteError> {
        let quoted = self.quote(circuit, shots)?;
        self.announced = Some(quoted.clone());
        Ok(quoted)
    }

    fn cost(&mut self, entry: &Entry) -> Result<Option<Cost>, RemoteError> {
        let device = self.capabilities()?;
        if device.is_free {
            return Ok(Some(Cost::free()));
        }
        let listed = device.price_date.filter(|date| is_outdated(date));
        if let Some(date) = listed
            && !self.has_warned_of_prices
        {
            self.has_warned_of_prices = true;
            let text = format!(
                "the prices are of {date}, more than {PRICE_DAYS} days old, and may differ"
            );
            self.observer.notify(&Event::Warning(&text));
        }
        self.service.cost(entry)
    }

    /// Makes sure that the user agrees to the cost of jobs.
    fn approve(&mut self, entries: &mut [Entry]) -> Result<(), RemoteError> {
        let agreed = || self.agreed.iter().chain(&self.agreed_once);
        let is_covered =
            |entry: &Entry| entry.agreed || agreed().any(|agreed| agreed.covers(&entry.job_cost()));
        if !entries.iter().all(is_covered) && !self.capabilities()?.is_free {
            self.ask_approval(entries)?;
            let asked = largest(entries);
            if self.agreed.is_some() {
                self.agreed_once = asked;
            } else {
                let announced = self.announced.take();
                self.agreed = announced.into_iter().chain(asked).reduce(JobCost::or);
            }
        }
        for entry in entries {
            entry.agreed = true;
            entry.agreed_up_to.clone_from(&self.agreed);
        }
        Ok(())
    }

    /// Asks the user to agree to the cost of jobs.
    fn ask_approval(&mut self, entries: &[Entry]) -> Result<(), RemoteError> {
        let costs: Option<Vec<&Cost>> = entries.iter().map(|entry| entry.cost.as_ref()).collect();
        let cost = costs.as_deref().and_then(Cost::total);
        let agreed = self.agreed.as_ref().or(self.announced.as_ref());
        let is_covered = |agreed: &JobCost| largest(entries).is_none_or(|job| agreed.covers(&job));
        let exceeded = agreed.filter(|agreed| !is_covered(agreed)).cloned();
        let quote = Quote {
            backend: &self.name,
            jobs: entries.len(),
            shots: entries.iter().map(|entry| entry.provenance.shots).sum(),
            cost: cost.as_ref(),
            exceeded: exceeded.as_ref(),
        };
        let asked = Instant::now();
        let is_approved = self.observer.approves(&quote);
        self.set_deadline(self.deadline.put_off(asked.elapsed()));
        match (largest(entries), exceeded) {
            _ if is_approved => Ok(()),
            (Some(requested), Some(agreed)) => Err(RemoteError::Excess { requested, agreed }),
            _ => Err(RemoteError::Declined),
        }
    }

    /// Takes note of what the user agreed to with an earlier job of the series on this device.
    fn recall_agreement(&mut self, entry: &Entry) {
        if !entry.agreed || self.check_place(entry).is_err() {
            return;
        }
        let is_first = entry.measurement.as_ref().is_none_or(|id| id.attempt == 0);
        // Earlier versions wrote down that there was an agreement, and it was to the first job; its price may
        // be what it cost in the end.
        let implied = || {
            is_first.then_some(JobCost {
                shots: entry.provenance.shots,
                cost: None,
            })
        };
        let recalled = entry.agreed_up_to.clone().or_else(implied);
        self.agreed = self
            .agreed
            .take()
            .into_iter()
            .chain(recalled)
            .reduce(JobCost::or);
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
}

impl Backend for Remote {
    fn name(&self) -> &str {
        &self.name
    }

    fn is_noisy(&self) -> bool {
        true
    }

    fn run(&mut self, job: &Job<'_>) -> Result<Vec<Run>, BackendError> {
        self.within_max_wait(|remote| remote.run_all(job))
    }

    fn send(&mut self, job: &Job<'_>) -> Result<usize, BackendError> {
        self.within_max_wait(|remote| remote.send_first(job))
    }

    fn num_sent(&self, job: &Job<'_>) -> usize {
        self.num_journalled(job).unwrap_or(0)
    }

    fn cancel(&mut self, id: &MeasurementId) -> Result<(), BackendError> {
        let failed = |key| move |error| Failure::indeterminate(error).of_job(key);
        let mut jobs = self.journal.of_series(&id.series).map_err(failed(None))?;
        jobs.retain(|entry| entry.measurement.as_ref() == Some(id) && entry.is_pending());
        let mut result = Ok(());
        for entry in &jobs {
            let cancelled = self.cancel(entry.key()).map(|_| ());
            result = result.and(cancelled.map_err(failed(Some(entry.key()))));
        }
        result
    }

    fn end_series(&mut self, series: &str) {
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
}

/// Circuits that run side by side, as one job.
struct Bundle {
    /// Number of the first of them.
    start: usize,
    /// All of them together.
    circuit: Circuit,
    /// Number of clbits of each.
    widths: Vec<usize>,
}

/// A job of the journal that this process works on.
struct OpenJob {
    entry: Entry,
    origin: Origin,
    /// Number of jobs of the same circuits up to this one.
    again: u32,
    _lock: JobLock,
}

/// The most shots of several jobs, and their highest price; `None` if there are no jobs.
fn largest(entries: &[Entry]) -> Option<JobCost> {
    entries.iter().map(Entry::job_cost).reduce(JobCost::or)
}

/// Returns `true` if a list of prices of this day is old.
fn is_outdated(date: &str) -> bool {
    let today = Zoned::now().date();
    let listed: Result<Date, _> = date.parse();
    listed.is_ok_and(|listed| (today - listed).get_days() > PRICE_DAYS)
}

/// The cause of a job's failure, in words.
fn reason(status: &JobStatus) -> String {
    let failure = status.failure.as_ref();
    failure.map_or_else(|| status.said.clone(), ToString::to_string)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prices_are_outdated_after_90_days() {
        let today = Zoned::now().date();
        let before = |days: i32| (today - jiff::Span::new().days(days)).to_string();
        assert!(!is_outdated(&before(0)) && !is_outdated(&before(90)));
        assert!(is_outdated(&before(91)) && is_outdated("2020-01-01"));
    }
}
