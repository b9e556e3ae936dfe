//! One job, one answer: from a task to shots, whatever happens in between.

mod bundle;
mod way;

use std::time::{Duration, Instant};

use cheqqers_backend::{Backend, BackendError, JobError, Run, Task};
use cheqqers_circuit::Circuit;

use crate::entry::{Asked, Entry, State};
use crate::journal::Journal;
use crate::limits::{Limits, Spent};
use crate::prepare::prepare;
use crate::service::{Capabilities, DeviceState, JobState, Service, Status};
use crate::watch::{Event, Quote, Watch};
use crate::{Pace, marker};
use way::{Fate, Found};

/// How often a job is sent again that failed for a reason of the device's own.
const FAILED: u32 = 2;

/// How long what is known of a device is believed: calibrations are made every hour or so.
const BELIEVED: Duration = Duration::from_mins(30);

/// A device of a remote service.
///
/// The circuits of a task are one job, side by side, as far as the device has room. A job is written to the [`Journal`] before it is sent and
/// before it is waited for, and a task that answers a question goes on with the job that the
/// question has, in whatever process it was sent. Only when the service has no job with the marker is
/// one sent again, and a job that was answered is never sent again.
#[derive(Debug)]
pub struct Remote {
    name: String,
    device: String,
    service: Box<dyn Service>,
    journal: Journal,
    pace: Pace,
    limits: Limits,
    spent: Spent,
    max_wait: Option<Duration>,
    is_dry_run: bool,
    has_agreed: bool,
    known: Option<(Instant, Capabilities)>,
    watch: Box<dyn Watch>,
}

/// Why a circuit has no answer, and what became of its job.
struct Failed {
    marker: Option<String>,
    is_open: bool,
    error: JobError,
}

impl Failed {
    /// Nothing was sent.
    fn before(error: JobError) -> Self {
        Self {
            marker: None,
            is_open: false,
            error,
        }
    }

    /// The job will not be answered.
    fn over(marker: &str, error: JobError) -> Self {
        Self {
            marker: Some(marker.into()),
            is_open: false,
            error,
        }
    }

    /// The job may still be answered.
    fn open(marker: &str, error: JobError) -> Self {
        Self {
            is_open: true,
            ..Self::over(marker, error)
        }
    }
}

impl Remote {
    /// A device of a service; `name` is what the user calls it.
    pub fn new(
        name: impl Into<String>,
        service: Box<dyn Service>,
        device: impl Into<String>,
        journal: Journal,
        watch: Box<dyn Watch>,
    ) -> Self {
        Self {
            name: name.into(),
            device: device.into(),
            service,
            journal,
            pace: Pace::default(),
            limits: Limits::default(),
            spent: Spent::default(),
            max_wait: None,
            is_dry_run: false,
            has_agreed: false,
            known: None,
            watch,
        }
    }

    /// The same with other times.
    #[must_use]
    pub fn paced(self, pace: Pace) -> Self {
        Self { pace, ..self }
    }

    /// The same with limits to what is spent; what the jobs of a game have spent before counts.
    ///
    /// # Errors
    /// When the journal can't be read.
    pub fn limited(mut self, limits: Limits, game: Option<&str>) -> Result<Self, JobError> {
        self.limits = limits;
        for entry in game.map_or(Ok(Vec::new()), |game| self.journal.of_game(game))? {
            self.spent.count(&entry);
            // Who agreed to the first job agreed to those that follow.
            self.has_agreed |= entry.agreed && self.check_place(&entry).is_ok();
        }
        Ok(self)
    }

    /// The same; a job that takes longer is cancelled.
    #[must_use]
    pub fn waiting_at_most(self, max_wait: Option<Duration>) -> Self {
        Self { max_wait, ..self }
    }

    /// The same, but what would be sent is only shown.
    #[must_use]
    pub fn dry_run(self) -> Self {
        Self {
            is_dry_run: true,
            ..self
        }
    }

    /// The service.
    pub fn service(&mut self) -> &mut dyn Service {
        self.service.as_mut()
    }

    /// What the device can do; asked for again after half an hour.
    ///
    /// # Errors
    /// As [`Service::capabilities`].
    pub fn capabilities(&mut self) -> Result<&Capabilities, JobError> {
        let is_old = |known: &(Instant, Capabilities)| known.0.elapsed() > BELIEVED;
        if self.known.as_ref().is_none_or(is_old) {
            let found = self.service.capabilities(&self.device)?;
            self.known = Some((Instant::now(), found));
        }
        let known = self.known.as_ref();
        Ok(known.map(|(_, found)| found).expect("just asked for"))
    }

    /// Goes on with a job of the journal: sends it if it never was, waits, and gives its shots.
    ///
    /// # Errors
    /// When there is no such job, or it has no answer.
    pub fn resume(&mut self, marker: &str) -> Result<Run, JobError> {
        let _held = self.journal.hold(marker)?;
        let entry = self.entry(marker)?;
        match entry.state {
            State::Failed { reason } => Err(JobError::Failed {
                code: "as known before".into(),
                text: reason,
            }),
            State::Cancelled => Err(JobError::Cancelled),
            _ => {
                let concluded = self.conclude(entry, Found::Before);
                concluded.map_err(Fate::into_error)
            }
        }
    }

    /// Cancels a job of the journal, and gives how it stands then.
    ///
    /// # Errors
    /// When there is no such job, or the service can't be asked.
    pub fn cancel(&mut self, marker: &str) -> Result<JobState, JobError> {
        let _held = self.journal.hold(marker)?;
        let mut entry = self.entry(marker)?;
        match entry.state {
            State::Answered => return Ok(JobState::Done),
            State::Failed { .. } => return Ok(JobState::Failed),
            State::Cancelled => return Ok(JobState::Cancelled),
            State::Sending | State::Sent => {}
        }
        let job = match &entry.job {
            Some(job) => Some(job.clone()),
            None => self.look_for(&entry)?,
        };
        let Some(job) = job else {
            entry.state = State::Cancelled;
            self.journal.save(&entry)?;
            return Ok(JobState::Cancelled);
        };
        let status = self.stop(&job)?;
        entry.job = Some(job);
        entry.state = match status.state {
            JobState::Cancelled => State::Cancelled,
            JobState::Failed => State::Failed {
                reason: reason(&status),
            },
            _ => State::Sent,
        };
        self.journal.save(&entry)?;
        Ok(status.state)
    }

    fn entry(&self, marker: &str) -> Result<Entry, JobError> {
        let entry = self.journal.load(marker)?;
        let entry = entry.ok_or_else(|| JobError::Journal {
            path: self.journal.folder().into(),
            text: format!("it has no job {marker}"),
        })?;
        self.check_place(&entry)?;
        Ok(entry)
    }

    /// Makes sure that a job is one of this service and device: nobody else knows it.
    fn check_place(&self, entry: &Entry) -> Result<(), JobError> {
        if entry.service == self.service.name() && entry.device == self.device {
            return Ok(());
        }
        Err(JobError::Elsewhere {
            marker: entry.marker.clone(),
            backend: entry.backend.clone(),
        })
    }

    /// The answer of a task's circuits from `index` on, side by side.
    fn answer(&mut self, circuit: &Circuit, index: usize, task: &Task<'_>) -> Result<Run, Failed> {
        if self.is_dry_run {
            let shown = self.show(circuit, task);
            return Err(Failed::before(shown.err().unwrap_or(JobError::DryRun)));
        }
        let mut failures = 0;
        for again in 0.. {
            let marker = match task.question {
                Some(question) => marker::of(question, index, again),
                None => marker::random(),
            };
            // Whoever holds it, or what is written there, may have an answer.
            let open = |error| Failed::open(&marker, error);
            let _held = self.journal.hold(&marker).map_err(open)?;
            let (entry, found) = match self.journal.load(&marker).map_err(open)? {
                Some(entry) if entry.is_dead() => continue,
                Some(entry) => {
                    self.check_place(&entry).map_err(open)?;
                    if entry.num_bits() != circuit.num_clbits() {
                        return Err(open(self.journal.foreign(&marker)));
                    }
                    (entry, Found::Before)
                }
                None => {
                    let entry = self.new_entry(marker.clone(), circuit, task);
                    (entry.map_err(Failed::before)?, Found::New)
                }
            };
            match self.conclude(entry, found) {
                Ok(run) => return Ok(run),
                Err(Fate::Over(JobError::Failed { .. })) if failures < FAILED => failures += 1,
                Err(Fate::Over(error)) => return Err(Failed::over(&marker, error)),
                Err(Fate::Open(error)) => return Err(Failed::open(&marker, error)),
            }
        }
        unreachable!("the loop ends by itself")
    }

    /// Shows what would be sent.
    fn show(&mut self, circuit: &Circuit, task: &Task<'_>) -> Result<(), JobError> {
        let marker = marker::random();
        let entry = self.prepared(marker, circuit, task)?;
        for draft in self.service.drafts(&entry.to_send())? {
            self.watch.sees(&Event::Draft(&draft));
        }
        Ok(())
    }

    /// A job for a circuit, as the device stands now.
    fn prepared(
        &mut self,
        marker: String,
        circuit: &Circuit,
        task: &Task<'_>,
    ) -> Result<Entry, JobError> {
        let attempt = task.question.map_or(0, |question| question.attempt);
        if attempt > 0 {
            // The device did badly: whatever was known of its errors may be out of date.
            self.known = None;
        }
        let device = self.capabilities()?.clone();
        let name = device.info.name.clone();
        if let DeviceState::Offline | DeviceState::Paused = device.info.state {
            // It may come back at any time.
            self.known = None;
            return Err(JobError::DeviceOffline {
                device: name,
                text: device.info.said,
            });
        }
        let (least, most) = (*device.shots.start(), *device.shots.end());
        if task.shots > most && attempt == 0 {
            return Err(JobError::Unsuitable {
                device: name,
                text: format!("it takes at most {most} shots"),
            });
        }
        let prepared = prepare(circuit, task, self.service.as_mut(), &device)?;
        let entry = Entry::new(marker, &self.name, self.service.name(), &self.device);
        let mut entry = entry.running(prepared, task.shots.min(most).max(least));
        entry.question = task.question.map(Asked::from);
        entry.agreed = device.is_free || self.has_agreed;
        Ok(entry)
    }

    /// Writes down a job that no one has asked for yet, if it may be sent.
    fn new_entry(
        &mut self,
        marker: String,
        circuit: &Circuit,
        task: &Task<'_>,
    ) -> Result<Entry, JobError> {
        let mut entry = self.prepared(marker, circuit, task)?;
        let cost = self.service.cost(&entry.to_send())?;
        self.limits.check(self.spent, entry.shots, cost.as_ref())?;
        if !entry.agreed {
            let quote = Quote {
                backend: &self.name,
                shots: entry.shots,
                cost: cost.as_ref(),
            };
            if !self.watch.agrees(&quote) {
                return Err(JobError::Declined);
            }
            self.has_agreed = true;
            entry.agreed = true;
        }
        entry.cost = cost.map(|cost| (cost.amount, cost.unit));
        self.journal.save(&entry)?;
        self.spent.count(&entry);
        Ok(entry)
    }
}

impl Spent {
    /// Counts a job.
    fn count(&mut self, entry: &Entry) {
        self.jobs += 1;
        self.shots += entry.shots as u64;
        self.cost += entry.cost.as_ref().map_or(0.0, |(amount, _)| *amount);
    }
}

impl Backend for Remote {
    fn name(&self) -> &str {
        &self.name
    }

    fn is_noisy(&self) -> bool {
        true
    }

    fn run(&mut self, task: &Task<'_>) -> Result<Vec<Run>, BackendError> {
        let failed = |failed: Failed| BackendError::Job {
            marker: failed.marker,
            is_open: failed.is_open,
            source: failed.error,
        };
        let mut runs = Vec::with_capacity(task.circuits.len());
        while runs.len() < task.circuits.len() {
            let start = runs.len();
            let together = self.together(start, task).map_err(failed)?;
            let circuits = &task.circuits[start..start + together];
            let widths: Vec<usize> = circuits.iter().map(Circuit::num_clbits).collect();
            let run = self.answer(&Circuit::side_by_side(circuits), start, task);
            runs.extend(run.map_err(failed)?.apart(&widths));
        }
        Ok(runs)
    }
}

/// Why a job failed, in words.
fn reason(status: &Status) -> String {
    let failure = status.failure.as_ref();
    failure.map_or_else(|| status.said.clone(), ToString::to_string)
}
