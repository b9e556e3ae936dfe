//! One job, one answer: from a task to shots, whatever happens in between.

use std::thread::sleep;
use std::time::{Duration, Instant};

use cheqqers_backend::{AnswerKind, Backend, BackendError, JobError, Provenance, Run, Task};
use cheqqers_circuit::Circuit;

use crate::entry::{AnswerName, Asked, Entry, State};
use crate::journal::Journal;
use crate::limits::{Limits, Spent};
use crate::outcomes::to_shots;
use crate::prepare::prepare;
use crate::service::{Capabilities, Cost, DeviceState, JobState, Service, Status};
use crate::watch::{Event, Quote, Watch};
use crate::{Pace, marker};

/// How often a job is sent again that failed for a reason of the device's own.
const FAILED: u32 = 2;

/// How often a job is sent again that the service seems not to have taken.
const LOST: u32 = 2;

/// How often a job that may have been taken is looked for before it is sent again: lists of jobs
/// may lag behind.
const LOOKS: u32 = 4;

/// How long what is known of a device is believed: calibrations are made every hour or so.
const BELIEVED: Duration = Duration::from_mins(30);

/// A device of a remote service.
///
/// Every circuit is a job of its own. A job is written to the [`Journal`] before it is sent and
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

/// What an error means for its job. Only what the service says of the job itself ends it, and the
/// refusal of a job that was never sent; whatever else goes wrong, it may still be answered.
#[derive(Debug)]
enum Fate {
    /// There will be no answer.
    Over(JobError),
    /// There may be one.
    Open(JobError),
}

impl Fate {
    fn into_error(self) -> JobError {
        match self {
            Self::Over(error) | Self::Open(error) => error,
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

    /// The answer of a task's circuit.
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

    /// Goes on with a job from where the journal says it is, to its answer.
    fn conclude(&mut self, mut entry: Entry, found: Found) -> Result<Run, Fate> {
        let (marker, backend) = (&entry.marker, &self.name);
        self.watch.sees(&match found {
            Found::New => Event::Sending { marker, backend },
            Found::Before => Event::Resumed { marker, backend },
        });
        if entry.state != State::Answered {
            let outcome = self.send(&mut entry, found).and_then(|job| {
                let status = self.wait(&mut entry, &job)?;
                self.take(&mut entry, &job, &status)
            });
            if let Err(Fate::Over(error)) = &outcome {
                entry.state = match error {
                    JobError::Cancelled | JobError::Timeout { .. } => State::Cancelled,
                    _ => State::Failed {
                        reason: error.to_string(),
                    },
                };
                self.journal.save(&entry).map_err(Fate::Open)?;
            }
            if let Err(Fate::Open(error)) = outcome {
                return Err(Fate::Open(error));
            }
            let marker = &entry.marker;
            self.watch.sees(&Event::Ended { marker });
            outcome?;
        }
        let run = self.run_of(&entry).map_err(Fate::Open);
        let marker = &entry.marker;
        self.watch.sees(&Event::Ended { marker });
        run
    }

    /// Makes sure that the service has a job, once, and gives its name there.
    fn send(&mut self, entry: &mut Entry, found: Found) -> Result<String, Fate> {
        if let Some(job) = &entry.job {
            return Ok(job.clone());
        }
        let mut job = match found {
            Found::Before => self.look_for(entry).map_err(Fate::Open)?,
            Found::New => None,
        };
        let mut lost = 0;
        while job.is_none() {
            job = match self.service.submit(&entry.to_send()) {
                Ok(job) => Some(job),
                Err(JobError::Ambiguous { .. }) if lost < LOST => {
                    lost += 1;
                    self.look_for(entry).map_err(Fate::Open)?
                }
                Err(JobError::Ambiguous { .. }) => {
                    let marker = entry.marker.clone();
                    return Err(Fate::Open(JobError::Ambiguous { marker }));
                }
                // What was sent before may still turn up.
                Err(error) if found == Found::Before || lost > 0 => return Err(Fate::Open(error)),
                Err(error) => return Err(Fate::Over(error)),
            };
        }
        let job = job.expect("the loop ends with one");
        entry.job = Some(job.clone());
        entry.state = State::Sent;
        self.journal.save(entry).map_err(Fate::Open)?;
        let cost = entry.cost.clone();
        let cost = cost.map(|(amount, unit)| Cost { amount, unit });
        self.watch.sees(&Event::Sent {
            marker: &entry.marker,
            job: &job,
            cost: cost.as_ref(),
        });
        Ok(job)
    }

    /// The first job of the service that bears the marker, if there is one.
    fn look_for(&mut self, entry: &Entry) -> Result<Option<String>, JobError> {
        for look in 0..LOOKS {
            if look > 0 {
                sleep(self.pace.poll(look));
            }
            let mut found = self.service.find(&entry.to_send())?.into_iter();
            if let Some(first) = found.next() {
                for other in found {
                    let text = format!("the service has job {other} too, which is ignored");
                    self.watch.sees(&Event::Warning(&text));
                }
                return Ok(Some(first));
            }
        }
        Ok(None)
    }

    /// Waits until a job has ended.
    fn wait(&mut self, entry: &mut Entry, job: &str) -> Result<Status, Fate> {
        let begun = Instant::now();
        let mut heard = begun;
        let mut warned = None;
        for look in 0.. {
            let status = match self.service.status(job) {
                Ok(status) => status,
                Err(error) => {
                    self.bear(&error, heard)?;
                    let after = match error {
                        JobError::RateLimited { after } => after.unwrap_or_default(),
                        _ => Duration::ZERO,
                    };
                    sleep(self.pace.poll(look).max(after));
                    continue;
                }
            };
            heard = Instant::now();
            let elapsed = begun.elapsed();
            if status.state.is_final() {
                return Ok(status);
            }
            if status.state == JobState::Unknown && warned.as_ref() != Some(&status.said) {
                let said = &status.said;
                let text = format!(
                    "the service calls the state of the job {said:?}, which is taken for under way"
                );
                self.watch.sees(&Event::Warning(&text));
                warned = Some(status.said.clone());
            }
            self.watch.sees(&Event::Waiting {
                marker: &entry.marker,
                status: &status,
                elapsed,
            });
            if let Some(most) = self.max_wait
                && elapsed >= most
            {
                return self.give_up(job, elapsed);
            }
            sleep(self.pace.poll(look));
        }
        unreachable!("the loop ends by itself")
    }

    /// Whether to look again after it could not be seen how a job stands: the way there may be
    /// closed for a while, as on a laptop that sleeps. Whatever is said on the way, the job stays.
    fn bear(&mut self, error: &JobError, heard: Instant) -> Result<(), Fate> {
        let is_lasting = matches!(
            error,
            JobError::Unauthorised { .. } | JobError::Credentials { .. }
        );
        if is_lasting || heard.elapsed() > self.pace.silence {
            return Err(Fate::Open(error.clone()));
        }
        self.watch.sees(&Event::Warning(&error.to_string()));
        Ok(())
    }

    /// Cancels a job that took too long; gives how it stands when it was done nonetheless.
    fn give_up(&mut self, job: &str, waited: Duration) -> Result<Status, Fate> {
        let status = self.stop(job).map_err(Fate::Open)?;
        match status.state {
            JobState::Cancelled => Err(Fate::Over(JobError::Timeout { waited })),
            state if state.is_final() => Ok(status),
            // It may still be answered, so nobody else may answer in its place.
            _ => Err(Fate::Open(JobError::Unreachable {
                text: "the job took too long and could not be cancelled".into(),
            })),
        }
    }

    /// Asks for a job to end, and gives how it stands then.
    fn stop(&mut self, job: &str) -> Result<Status, JobError> {
        self.service.cancel(job)?;
        let mut status = self.service.status(job)?;
        for look in 0..LOOKS {
            if status.state.is_final() {
                break;
            }
            sleep(self.pace.poll(look));
            status = self.service.status(job)?;
        }
        Ok(status)
    }

    /// Takes the answer of a job that has ended.
    fn take(&mut self, entry: &mut Entry, job: &str, status: &Status) -> Result<(), Fate> {
        if let Some(cost) = &status.cost {
            let expected = entry.cost.as_ref().map_or(0.0, |(amount, _)| *amount);
            self.spent.cost += cost.amount - expected;
            entry.cost = Some((cost.amount, cost.unit.clone()));
        }
        match status.state {
            JobState::Cancelled => return Err(Fate::Over(JobError::Cancelled)),
            JobState::Failed => {
                let unsaid = || JobError::Failed {
                    code: status.said.clone(),
                    text: "the service does not say why".into(),
                };
                return Err(Fate::Over(status.failure.clone().unwrap_or_else(unsaid)));
            }
            _ => {}
        }
        let answer = match self.service.result(job, &entry.to_send()) {
            Ok(answer) => answer,
            Err(JobError::Protocol { what, .. }) => {
                // Kept, so that somebody can look at it.
                let raw = self.journal.save_raw(&entry.marker, &what);
                let raw = Some(raw.map_err(Fate::Open)?);
                return Err(Fate::Over(JobError::Protocol { what, raw }));
            }
            // It is there, and can be taken later.
            Err(error) => return Err(Fate::Open(error)),
        };
        let raw = self.journal.save_raw(&entry.marker, &answer.raw);
        let raw = raw.map_err(Fate::Open)?;
        let kind = answer.outcomes.kind();
        let shots = to_shots(answer.outcomes, &entry.to_send()).map_err(|error| match error {
            JobError::Protocol { what, .. } => {
                let raw = Some(raw);
                Fate::Over(JobError::Protocol { what, raw })
            }
            error => Fate::Over(error),
        })?;
        if shots.len() < entry.shots {
            let text = format!("{} of {} shots came", shots.len(), entry.shots);
            self.watch.sees(&Event::Warning(&text));
        }
        entry.answer = Some(AnswerName(kind));
        entry.bits = shots.iter().map(ToString::to_string).collect();
        entry.state = State::Answered;
        self.journal.save(entry).map_err(Fate::Open)
    }

    /// What the journal says a job gave.
    fn run_of(&self, entry: &Entry) -> Result<Run, JobError> {
        let shots = entry.shots().ok_or_else(|| JobError::Journal {
            path: self.journal.folder().join(&entry.marker),
            text: "its bits are not those of the program".into(),
        })?;
        Ok(Run {
            shots,
            provenance: Some(Box::new(Provenance {
                service: entry.service.clone(),
                device: entry.device.clone(),
                job: entry.job.clone().unwrap_or_default(),
                marker: entry.marker.clone(),
                program: entry.program.clone(),
                program_hash: entry.program_sha256.clone(),
                placement: entry.placement.clone(),
                calibrated: entry.calibrated.clone(),
                predicted: entry.predicted,
                asked: entry.shots,
                answer: entry.answer.map_or(AnswerKind::Shots, |name| name.0),
                raw: self.journal.raw(&entry.marker)?,
            })),
        })
    }
}

/// Where a job of the journal comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Found {
    /// It was just written down.
    New,
    /// It was there: somebody may have sent it.
    Before,
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
        let circuits = task.circuits.iter().enumerate();
        circuits
            .map(|(index, circuit)| {
                self.answer(circuit, index, task)
                    .map_err(|failed| BackendError::Job {
                        marker: failed.marker,
                        is_open: failed.is_open,
                        source: failed.error,
                    })
            })
            .collect()
    }
}

/// Why a job failed, in words.
fn reason(status: &Status) -> String {
    let failure = status.failure.as_ref();
    failure.map_or_else(|| status.said.clone(), ToString::to_string)
}
