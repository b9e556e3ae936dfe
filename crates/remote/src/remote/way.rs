//! The way of a job: sent once, waited for, taken.

use std::thread::sleep;
use std::time::{Duration, Instant};

use cheqqers_backend::{AnswerKind, JobError, Provenance, Run};

use super::Remote;
use crate::entry::{AnswerName, Entry, State};
use crate::outcomes::to_shots;
use crate::service::{Cost, JobState, Status};
use crate::watch::Event;

/// How often a job is sent again that the service seems not to have taken.
const LOST: u32 = 2;

/// How often a job that may have been taken is looked for before it is sent again: lists of jobs
/// may lag behind.
const LOOKS: u32 = 4;

/// What an error means for its job. Only what the service says of the job itself ends it, and the
/// refusal of a job that was never sent; whatever else goes wrong, it may still be answered.
#[derive(Debug)]
pub(super) enum Fate {
    /// There will be no answer.
    Over(JobError),
    /// There may be one.
    Open(JobError),
}

impl Fate {
    pub(super) fn into_error(self) -> JobError {
        match self {
            Self::Over(error) | Self::Open(error) => error,
        }
    }
}

/// Where a job of the journal comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Found {
    /// It was just written down.
    New,
    /// It was there: somebody may have sent it.
    Before,
}

impl Remote {
    /// Goes on with a job from where the journal says it is, to its answer.
    pub(super) fn conclude(&mut self, mut entry: Entry, found: Found) -> Result<Run, Fate> {
        let (marker, backend) = (&entry.marker, &self.name);
        self.watch.sees(&match found {
            Found::New => Event::Sending { marker, backend },
            Found::Before => Event::Resumed { marker, backend },
        });
        let outcome = if entry.state == State::Answered {
            Ok(())
        } else {
            self.send(&mut entry, found).and_then(|job| {
                let status = self.wait(&entry, &job)?;
                self.take(&mut entry, &job, &status)
            })
        };
        let run = match outcome {
            Ok(()) => self.run_of(&entry).map_err(Fate::Open),
            Err(Fate::Over(error)) => {
                entry.state = match error {
                    JobError::Cancelled | JobError::Timeout { .. } => State::Cancelled,
                    _ => State::Failed {
                        reason: error.to_string(),
                    },
                };
                self.journal.save(&entry).map_err(Fate::Open)?;
                Err(Fate::Over(error))
            }
            Err(open @ Fate::Open(_)) => return Err(open),
        };
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
    pub(super) fn look_for(&mut self, entry: &Entry) -> Result<Option<String>, JobError> {
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
    fn wait(&mut self, entry: &Entry, job: &str) -> Result<Status, Fate> {
        let begun = Instant::now();
        let mut heard = begun;
        let mut warned = None;
        for look in 0.. {
            let status = match self.service.status(job) {
                Ok(status) => status,
                Err(error) => {
                    let is_late = self.max_wait.is_some_and(|most| begun.elapsed() >= most);
                    if is_late {
                        return Err(Fate::Open(error));
                    }
                    let text = Some(error.to_string());
                    self.bear(&error, heard, text == warned)?;
                    warned = text;
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
    fn bear(&mut self, error: &JobError, heard: Instant, is_told: bool) -> Result<(), Fate> {
        let is_lasting = matches!(
            error,
            JobError::Unauthorised { .. } | JobError::Credentials { .. }
        );
        if is_lasting || heard.elapsed() > self.pace.silence {
            return Err(Fate::Open(error.clone()));
        }
        if !is_told {
            self.watch.sees(&Event::Warning(&error.to_string()));
        }
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
    pub(super) fn stop(&mut self, job: &str) -> Result<Status, JobError> {
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
