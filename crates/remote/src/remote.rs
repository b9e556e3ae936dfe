//! The backend: from a job's circuits to their shots, whatever happens in between.

mod approval;
mod bit_order;
mod bundle;
mod cancellation;
mod lifecycle;
mod opening;
mod preview;

use std::collections::{BTreeSet, VecDeque};
use std::time::{Duration, Instant};

use cheqqers_backend::{Backend, BackendError, Job, MeasurementId, Run};
use cheqqers_circuit::Circuit;

use crate::agreement::Agreement;
use crate::deadline::Deadline;
use crate::entry::{Entry, EntryState};
use crate::error::RemoteError;
use crate::failure::Failure;
use crate::journal::{JobLock, Journal};
use crate::limits::{Spending, SpendingLimits};
use crate::observer::{Event, Observer};
use crate::origin::Origin;
use crate::retry::{RERUNS, RetryPolicy};
use crate::service::{Capabilities, JobState, Service};

/// Age at which the description of a device is fetched anew: devices are calibrated every hour or so.
const MAX_AGE: Duration = Duration::from_mins(30);

/// A device of a remote service.
///
/// Circuits of a measurement run side by side in one program, as far as the device has room, and several
/// programs are one job where the service takes them so. A job is written to the [`Journal`] before it is sent and before it is waited for, and a measurement that
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
    agreement: Agreement,
    has_warned_of_prices: bool,
    /// Keys of the jobs that this process made.
    made: BTreeSet<String>,
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
            agreement: Agreement::default(),
            has_warned_of_prices: false,
            made: BTreeSet::new(),
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

    /// Cancels jobs or fetches a result, for which there is time beyond the deadline.
    fn beyond_deadline<T>(&mut self, work: impl FnOnce(&mut Self) -> T) -> T {
        let mut deadline = self.deadline;
        self.set_deadline(deadline.closing());
        let result = work(self);
        self.set_deadline(deadline);
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
                let width = entry.num_bits();
                let runs =
                    self.within_max_wait(|remote| remote.finish(entry, &[width], Origin::Journal));
                let mut runs = runs.map_err(|failure| failure.error)?;
                Ok(runs.pop().expect("one width has one run"))
            }
        }
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

    /// Sends the jobs of bundles, so that all of them are in the queue at once: as many as the service
    /// takes.
    fn send_all(
        &mut self,
        bundles: &[Bundle],
        job: &Job<'_>,
    ) -> Result<VecDeque<OpenJob>, BackendError> {
        self.agreement.end_once();
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

    /// Runs all circuits of a job.
    fn run_all(&mut self, job: &Job<'_>) -> Result<Vec<Run>, BackendError> {
        let bundles = self.bundles(job, usize::MAX)?;
        if self.is_dry_run {
            return Err(self.preview_all(&bundles, job));
        }
        let mut sent = self.send_all(&bundles, job)?;
        let mut runs = Vec::with_capacity(job.circuits.len());
        for bundle in &bundles {
            let found = self.run_bundle(bundle, sent.pop_front(), job);
            let found =
                found.and_then(|runs| self.with_order_shown(runs, bundle, bundles.len(), job));
            if found.is_err() {
                self.cancel_in_vain(sent.drain(..), job);
            }
            runs.extend(found?);
        }
        Ok(runs)
    }

    /// Sends the first circuits of a job, as many as run side by side, and returns their number.
    fn send_first(&mut self, job: &Job<'_>) -> Result<usize, BackendError> {
        let mut bundles = self.bundles(job, 1)?;
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
    ) -> Result<Vec<Run>, BackendError> {
        let (mut failures, mut again) = (0, 0);
        let mut sent = sent;
        loop {
            let (open, is_sent) = match sent.take() {
                Some(open) => (open, true),
                None => (self.open(bundle, again, job)?, false),
            };
            again = open.again;
            let key = open.entry.key().to_owned();
            let runs = if is_sent {
                self.complete(open.entry, &bundle.widths)
            } else {
                self.finish(open.entry, &bundle.widths, open.origin)
            };
            match runs {
                Ok(runs) => return Ok(runs),
                Err(failure)
                    if failure.is_of_device() && failures < RERUNS && !self.deadline.is_over() =>
                {
                    failures += 1;
                }
                Err(failure) => return Err(failure.of_job(Some(&key))),
            }
        }
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
        self.within_max_wait(|remote| remote.cancel_pending_unusable(Moment::End));
        // A job that may still be answered is waited for by another process, or by this game resumed.
        let mut jobs = self.journal.of_series(series).unwrap_or_default();
        jobs.retain(|entry| self.check_place(entry).is_ok());
        if series.is_empty() {
            // Those of other processes have nothing to do with these.
            jobs.retain(|entry| self.made.contains(entry.key()));
        }
        if self.is_dry_run {
            return;
        }
        let is_in = |jobs: &[Entry], key: &str| jobs.iter().any(|entry| entry.key() == key);
        let mut recorded = self.recorded.clone();
        recorded.retain(|entry| self.check_place(entry).is_ok());
        let mut answered = recorded.clone();
        answered.retain(|entry| entry.provenance.job.is_some());
        let is_open = |entry: &Entry| entry.is_pending() && !is_in(&answered, entry.key());
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

/// Circuits that run as one job.
struct Bundle {
    /// Number of the first of them.
    start: usize,
    /// Number of clbits of each.
    widths: Vec<usize>,
}

impl Bundle {
    /// Its circuits, of those of the job that it is a part of.
    fn circuits<'a>(&self, job: &Job<'a>) -> &'a [Circuit] {
        &job.circuits[self.start..self.start + self.widths.len()]
    }

    fn num_clbits(&self) -> usize {
        self.widths.iter().sum()
    }
}

/// A job of the journal that this process works on.
struct OpenJob {
    entry: Entry,
    origin: Origin,
    /// Number of jobs of the same circuits up to this one.
    again: u32,
    _lock: JobLock,
}

/// Moment at which jobs are cancelled.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Moment {
    /// The series is resumed: the service may not show them yet.
    Resumption,
    /// The series is over.
    End,
}
