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

/// A failure, and the marker of the job that it befell.
type Failed = (Option<String>, JobError);

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
            self.has_agreed = true;
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

    /// The device's name.
    pub fn device(&self) -> &str {
        &self.device
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
        if let State::Failed { reason } = &entry.state {
            return Err(JobError::Failed {
                code: "journal".into(),
                text: reason.clone(),
            });
        }
        if entry.state == State::Cancelled {
            return Err(JobError::Cancelled);
        }
        self.conclude(entry, Found::Before)
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
        entry.ok_or_else(|| JobError::Journal {
            path: self.journal.folder().into(),
            text: format!("it has no job {marker}"),
        })
    }

    /// The answer of a task's circuit.
    fn answer(&mut self, circuit: &Circuit, index: usize, task: &Task<'_>) -> Result<Run, Failed> {
        let mut failures = 0;
        for again in 0.. {
            let marker = match task.question {
                Some(question) => marker::of(question, index, again),
                None => marker::random(),
            };
            let not_sent = |error| (None, error);
            let _held = if self.is_dry_run {
                None
            } else {
                Some(self.journal.hold(&marker).map_err(not_sent)?)
            };
            let known = self.journal.load(&marker).map_err(not_sent)?;
            let (entry, found) = match known {
                Some(entry) if entry.is_dead() => continue,
                Some(entry) => (entry, Found::Before),
                None => {
                    let entry = self.new_entry(marker.clone(), circuit, task);
                    (entry.map_err(not_sent)?, Found::New)
                }
            };
            match self.conclude(entry, found) {
                Ok(run) => return Ok(run),
                Err(JobError::Failed { .. }) if failures < FAILED => failures += 1,
                Err(error) => return Err((Some(marker), error)),
            }
        }
        unreachable!("the loop ends by itself")
    }

    /// Writes down a job that no one has asked for yet, if it may be sent.
    fn new_entry(
        &mut self,
        marker: String,
        circuit: &Circuit,
        task: &Task<'_>,
    ) -> Result<Entry, JobError> {
        if task.question.is_some_and(|question| question.attempt > 0) {
            // The device did badly: whatever was known of its errors may be out of date.
            self.known = None;
        }
        let device = self.capabilities()?.clone();
        if let DeviceState::Offline | DeviceState::Paused = device.info.state {
            return Err(JobError::DeviceOffline {
                device: device.info.name,
                text: device.info.said,
            });
        }
        if task.shots > *device.shots.end() {
            return Err(JobError::Unsuitable {
                device: device.info.name,
                text: format!("it takes at most {} shots", device.shots.end()),
            });
        }
        let shots = task.shots.max(*device.shots.start());
        let prepared = prepare(circuit, task, self.service.as_mut(), &device)?;
        let mut entry = Entry::new(marker, &self.name, self.service.name(), &self.device);
        entry = entry.running(prepared, shots);
        entry.question = task.question.map(Asked::from);
        if self.is_dry_run {
            for draft in self.service.drafts(&entry.to_send())? {
                self.watch.sees(&Event::Draft(&draft));
            }
            return Err(JobError::DryRun);
        }
        let cost = self.service.cost(&entry.to_send())?;
        self.limits.check(self.spent, shots, cost.as_ref())?;
        if !device.is_free && !self.has_agreed {
            let quote = Quote {
                backend: &self.name,
                shots,
                cost: cost.as_ref(),
            };
            if !self.watch.agrees(&quote) {
                return Err(JobError::Declined);
            }
            self.has_agreed = true;
        }
        entry.cost = cost.map(|cost| (cost.amount, cost.unit));
        self.journal.save(&entry)?;
        self.spent.count(&entry);
        Ok(entry)
    }

    /// Goes on with a job from where the journal says it is, to its answer.
    fn conclude(&mut self, mut entry: Entry, found: Found) -> Result<Run, JobError> {
        if entry.state != State::Answered {
            let outcome = self.send(&mut entry, found).and_then(|job| {
                let status = self.wait(&mut entry, &job)?;
                self.take(&mut entry, &job, &status)
            });
            if let Err(error) = outcome {
                return Err(self.record_failure(entry, error));
            }
        } else if found == Found::Before {
            let (marker, backend) = (&entry.marker, &self.name);
            self.watch.sees(&Event::Resumed { marker, backend });
        }
        self.run_of(&entry)
    }

    /// Writes down what will not be answered any more.
    fn record_failure(&mut self, mut entry: Entry, error: JobError) -> JobError {
        entry.state = match &error {
            JobError::Cancelled | JobError::Timeout { .. } => State::Cancelled,
            // Refused before or after it was taken: there is no job that could still answer.
            JobError::Unauthorised { .. }
            | JobError::Quota { .. }
            | JobError::RateLimited { .. }
            | JobError::BadProgram { .. }
            | JobError::DeviceOffline { .. }
            | JobError::Unsuitable { .. }
            | JobError::Failed { .. }
            | JobError::RanTooLong
            | JobError::Protocol { .. } => State::Failed {
                reason: error.to_string(),
            },
            _ => return error,
        };
        // A job that the service has is not given up for what it says of the way there.
        let has_job = entry.job.is_some();
        let is_of_the_way = matches!(
            error,
            JobError::Unauthorised { .. } | JobError::RateLimited { .. }
        );
        if has_job && is_of_the_way {
            return error;
        }
        match self.journal.save(&entry) {
            Ok(()) => error,
            Err(worse) => worse,
        }
    }

    /// Makes sure that the service has a job, once, and gives its name there.
    fn send(&mut self, entry: &mut Entry, found: Found) -> Result<String, JobError> {
        let (marker, backend) = (entry.marker.clone(), self.name.clone());
        let (marker, backend) = (marker.as_str(), backend.as_str());
        if found == Found::Before {
            self.watch.sees(&Event::Resumed { marker, backend });
        } else {
            self.watch.sees(&Event::Sending { marker, backend });
        }
        if let Some(job) = &entry.job {
            return Ok(job.clone());
        }
        let mut job = match found {
            Found::Before => self.look_for(entry)?,
            Found::New => None,
        };
        let mut lost = 0;
        while job.is_none() {
            job = match self.service.submit(&entry.to_send()) {
                Ok(job) => Some(job),
                Err(JobError::Ambiguous { .. }) if lost < LOST => {
                    lost += 1;
                    self.look_for(entry)?
                }
                Err(JobError::Ambiguous { .. }) => {
                    let marker = marker.into();
                    return Err(JobError::Ambiguous { marker });
                }
                Err(error) => return Err(error),
            };
        }
        let job = job.expect("the loop ends with one");
        entry.job = Some(job.clone());
        entry.state = State::Sent;
        self.journal.save(entry)?;
        let cost = entry.cost.clone();
        let cost = cost.map(|(amount, unit)| Cost { amount, unit });
        self.watch.sees(&Event::Sent {
            marker,
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
            let found = match self.service.find(&entry.to_send()) {
                Ok(found) => found,
                // Whether it was taken is not known either way.
                Err(error @ (JobError::Unreachable { .. } | JobError::RateLimited { .. })) => {
                    self.watch.sees(&Event::Warning(&error.to_string()));
                    return Err(JobError::Ambiguous {
                        marker: entry.marker.clone(),
                    });
                }
                Err(error) => return Err(error),
            };
            let mut found = found.into_iter();
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
    fn wait(&mut self, entry: &mut Entry, job: &str) -> Result<Status, JobError> {
        let begun = Instant::now();
        let mut heard = begun;
        let mut warned = None;
        for look in 0.. {
            let status = match self.service.status(job) {
                Ok(status) => status,
                // The way there may be closed for a while, as on a laptop that sleeps.
                Err(error @ (JobError::Unreachable { .. } | JobError::RateLimited { .. })) => {
                    if heard.elapsed() > self.pace.silence {
                        return Err(error);
                    }
                    self.watch.sees(&Event::Warning(&error.to_string()));
                    sleep(self.pace.poll(look));
                    continue;
                }
                Err(error) => return Err(error),
            };
            heard = Instant::now();
            let elapsed = begun.elapsed();
            if status.state.is_final() {
                let marker = &entry.marker;
                self.watch.sees(&Event::Ended { marker });
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

    /// Cancels a job that took too long; gives how it stands when it was done nonetheless.
    fn give_up(&mut self, job: &str, waited: Duration) -> Result<Status, JobError> {
        let status = self.stop(job)?;
        match status.state {
            JobState::Cancelled => Err(JobError::Timeout { waited }),
            state if state.is_final() => Ok(status),
            // It may still be answered, so nobody else may answer in its place.
            _ => Err(JobError::Unreachable {
                text: "the job took too long and could not be cancelled".into(),
            }),
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
    fn take(&mut self, entry: &mut Entry, job: &str, status: &Status) -> Result<(), JobError> {
        if let Some(cost) = &status.cost {
            entry.cost = Some((cost.amount, cost.unit.clone()));
        }
        match status.state {
            JobState::Cancelled => return Err(JobError::Cancelled),
            JobState::Failed => {
                return Err(status.failure.clone().unwrap_or_else(|| JobError::Failed {
                    code: status.said.clone(),
                    text: "the service does not say why".into(),
                }));
            }
            _ => {}
        }
        let answer = match self.service.result(job, &entry.to_send()) {
            // Kept, so that somebody can look at it.
            Err(JobError::Protocol { what, .. }) => {
                let raw = self.journal.save_raw(&entry.marker, &what)?;
                let raw = Some(raw);
                return Err(JobError::Protocol { what, raw });
            }
            answer => answer?,
        };
        let raw = self.journal.save_raw(&entry.marker, &answer.raw)?;
        let kind = answer.outcomes.kind();
        let shots = match to_shots(answer.outcomes, &entry.to_send()) {
            Err(JobError::Protocol { what, .. }) => {
                let raw = Some(raw);
                return Err(JobError::Protocol { what, raw });
            }
            shots => shots?,
        };
        if shots.len() < entry.shots {
            let text = format!("{} of {} shots came", shots.len(), entry.shots);
            self.watch.sees(&Event::Warning(&text));
        }
        entry.answer = Some(AnswerName(kind));
        entry.bits = shots.iter().map(ToString::to_string).collect();
        entry.state = State::Answered;
        self.journal.save(entry)
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
                    .map_err(|(marker, source)| BackendError::Job { marker, source })
            })
            .collect()
    }
}

/// Why a job failed, in words.
fn reason(status: &Status) -> String {
    let failure = status.failure.as_ref();
    failure.map_or_else(|| status.said.clone(), ToString::to_string)
}
