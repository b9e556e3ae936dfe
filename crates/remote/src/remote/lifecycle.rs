//! Life of a job: submitted once, polled until it ends, its result fetched.

use std::slice;
use std::thread::sleep;
use std::time::{Duration, Instant};

use cheqqers_backend::{FailureClass, Misreading, Provenance, ResponseForm, Run};
use cheqqers_circuit::counted;
use jiff::Timestamp;

use super::Remote;
use crate::entry::{Entry, EntryState};
use crate::error::RemoteError;
use crate::failure::Failure;
use crate::observer::Event;
use crate::origin::Origin;
use crate::retry::{LOOKUPS, READS, RESUBMISSIONS, SUBMIT_WAITS};
use crate::service::{JobState, JobStatus};
use crate::shots::to_shots;

impl Remote {
    /// Takes a job from the state that the journal has to its shots, for circuits with so many clbits each.
    pub(super) fn finish(
        &mut self,
        mut entry: Entry,
        widths: &[usize],
        origin: Origin,
    ) -> Result<Vec<Run>, Failure> {
        self.send(&mut entry, origin)?;
        self.complete(entry, widths)
    }

    /// Makes sure that the service has a job.
    pub(super) fn send(&mut self, entry: &mut Entry, origin: Origin) -> Result<(), Failure> {
        let (key, backend) = (entry.key(), &self.name);
        self.observer.notify(&match origin {
            Origin::New => Event::Sending { key, backend },
            Origin::Journal => Event::Resumed { key, backend },
        });
        // A record that the process did not come to, or that is gone on with elsewhere, lacks it.
        let logged = self.observer.log(entry);
        let sent = logged.map_err(|error| match origin {
            Origin::New => Failure::terminal(error),
            Origin::Journal => Failure::indeterminate(error),
        });
        if entry.state == EntryState::Answered {
            return sent;
        }
        let sent = sent.and_then(|()| self.submit(entry, origin));
        self.note_failure(entry, sent)
    }

    /// Takes a job that the service has to its shots.
    pub(super) fn complete(
        &mut self,
        mut entry: Entry,
        widths: &[usize],
    ) -> Result<Vec<Run>, Failure> {
        let answered = self.answer(&mut entry);
        self.note_failure(&mut entry, answered)?;
        self.note_probe(&entry);
        if let Some((prepared, read)) = entry.probe_fault()
            && entry.bit_order_fault().is_none()
        {
            let text = format!(
                "where {prepared} was prepared, job {} most often read {read}",
                entry.key()
            );
            self.observer.notify(&Event::Warning(&text));
        }
        let runs = self.runs_of(&entry, widths);
        self.observer.notify(&Event::Ended { key: entry.key() });
        runs
    }

    /// Writes the end of a job that will not be answered to the journal.
    fn note_failure(
        &mut self,
        entry: &mut Entry,
        result: Result<(), Failure>,
    ) -> Result<(), Failure> {
        let failure = match result {
            Err(failure) if failure.class != FailureClass::Indeterminate => failure,
            other => return other,
        };
        entry.state = match &failure.error {
            RemoteError::Cancelled | RemoteError::Timeout { .. } => EntryState::Cancelled,
            error => EntryState::Failed {
                reason: error.to_string(),
            },
        };
        self.journal.save(entry).map_err(Failure::indeterminate)?;
        self.spent.note(entry);
        self.observer.notify(&Event::Ended { key: entry.key() });
        Err(failure)
    }

    /// Makes sure that a job is answered.
    fn answer(&mut self, entry: &mut Entry) -> Result<(), Failure> {
        if entry.state == EntryState::Answered {
            return Ok(());
        }
        let job = entry.provenance.job.clone();
        let job = job.expect("the service has the job");
        let status = self.wait(entry, &job);
        // What was sent before may have been taken after all.
        if entry.resent.is_some()
            && let Ok(found) = self.service.find(entry)
        {
            self.cancel_others(entry, Some(&job), found);
        }
        self.fetch(entry, &job, &status?)
    }

    /// Makes sure that the service has a job, once.
    fn submit(&mut self, entry: &mut Entry, origin: Origin) -> Result<(), Failure> {
        if entry.provenance.job.is_some() {
            return Ok(());
        }
        let mut job = match origin {
            Origin::Journal => self.look_up(entry).map_err(Failure::indeterminate)?,
            Origin::New => None,
        };
        // Sent, and not known not to have been taken.
        let mut may_be_there = origin == Origin::Journal;
        let (mut lost, mut failed, mut refused) = (0, 0, 0);
        let job = loop {
            if let Some(job) = job {
                break job;
            }
            let resent = entry.resent;
            if may_be_there {
                if self.deadline.is_over() {
                    let key = entry.key().into();
                    return Err(Failure::indeterminate(RemoteError::Ambiguous { key }));
                }
                let approved = self.approve(slice::from_mut(entry));
                approved.map_err(Failure::indeterminate)?;
                entry.resent = Some(Timestamp::now());
                self.journal.save(entry).map_err(Failure::indeterminate)?;
            }
            let submitted = self.service.submit(entry);
            let is_lost = matches!(
                submitted,
                Err(RemoteError::Ambiguous { .. } | RemoteError::NotTaken { .. })
            );
            may_be_there |= is_lost;
            if submitted.is_err() && !is_lost && entry.resent != resent {
                // Nothing was taken: the try before is the last one that may turn up.
                entry.resent = resent;
                self.journal.save(entry).map_err(Failure::indeterminate)?;
            }
            let refusal = |error| {
                if may_be_there {
                    // A job that was sent before may still turn up.
                    Failure::indeterminate(error)
                } else {
                    Failure::terminal(error)
                }
            };
            job = match submitted {
                Ok(job) => Some(job),
                Err(RemoteError::Ambiguous { .. }) if lost < RESUBMISSIONS => {
                    lost += 1;
                    self.look_up(entry).map_err(Failure::indeterminate)?
                }
                Err(RemoteError::NotTaken { .. }) if failed + 1 < self.retry.max_tries => {
                    self.deadline.sleep(self.retry.backoff(failed));
                    failed += 1;
                    // A look costs nothing, whatever the service promises.
                    self.find(entry).map_err(Failure::indeterminate)?
                }
                Err(RemoteError::RateLimited { after }) => {
                    let Some(wait) = self.limited_wait(refused, after) else {
                        return Err(refusal(RemoteError::RateLimited { after }));
                    };
                    if refused >= self.retry.max_tries || wait > self.retry.max_backoff {
                        let text = format!(
                            "the service takes no job now: it is asked again in {} s",
                            wait.as_secs()
                        );
                        self.observer.notify(&Event::Warning(&text));
                    }
                    refused += 1;
                    sleep(wait);
                    // It may have been taken all the same, and a look costs nothing.
                    self.find(entry).unwrap_or(None)
                }
                Err(RemoteError::Ambiguous { .. }) => {
                    let key = entry.key().into();
                    return Err(Failure::indeterminate(RemoteError::Ambiguous { key }));
                }
                // It says nothing of the job.
                Err(error @ RemoteError::Protocol { .. }) if !may_be_there => {
                    match self.find(entry) {
                        Ok(Some(job)) => Some(job),
                        Err(lost @ RemoteError::NoLookup { .. }) => {
                            return Err(Failure::indeterminate(lost));
                        }
                        _ => return Err(refusal(error)),
                    }
                }
                Err(error) => return Err(refusal(error)),
            };
        };
        let job = self.shared_job(entry, job);
        entry.provenance.job = Some(job.clone());
        entry.state = EntryState::Sent;
        self.journal.save(entry).map_err(Failure::indeterminate)?;
        self.observer.notify(&Event::Sent {
            key: entry.key(),
            job: &job,
            cost: entry.cost.as_ref(),
        });
        Ok(())
    }

    /// Wait before a submit that was rate-limited so many times before; `None` if it may wait no longer.
    fn limited_wait(&self, refused: u32, after: Option<Duration>) -> Option<Duration> {
        let is_long = after.is_some_and(|after| after > self.retry.max_backoff);
        let short = if is_long { 0 } else { self.retry.max_tries };
        let own = || {
            if refused < short {
                self.retry.backoff(refused)
            } else {
                self.retry.max_backoff
            }
        };
        let wait = after.unwrap_or_else(own);
        (refused < short + SUBMIT_WAITS && self.deadline.allows(wait)).then_some(wait)
    }

    /// Looks for a job by its key. Where there are several, one that is done counts, else one that has not
    /// ended, else the first.
    fn find(&mut self, entry: &Entry) -> Result<Option<String>, RemoteError> {
        let found = self.service.find(entry)?;
        let best = self.best_of(&found)?;
        if let Some(job) = &best {
            self.cancel_others(entry, Some(job), found);
        }
        Ok(best)
    }

    /// Looks for a job by its key until the service can't take it any more.
    pub(super) fn look_up(&mut self, entry: &Entry) -> Result<Option<String>, RemoteError> {
        let settled = self.settled(entry);
        for look in 0.. {
            if let Some(job) = self.find(entry)? {
                return Ok(Some(job));
            }
            let left = settled.duration_since(Timestamp::now());
            if look >= LOOKUPS && !left.is_positive() {
                break;
            }
            if look == LOOKUPS {
                let text = format!(
                    "the service did not confirm job {}: it is looked for there up to {} s longer",
                    entry.key(),
                    left.as_secs()
                );
                self.observer.notify(&Event::Warning(&text));
            }
            if self.deadline.is_over() {
                let key = entry.key().into();
                return Err(RemoteError::Ambiguous { key });
            }
            self.deadline.sleep(self.retry.poll_interval(look));
        }
        Ok(None)
    }

    /// The job of a list, all of which have the same key, whose answer counts.
    fn best_of(&mut self, found: &[String]) -> Result<Option<String>, RemoteError> {
        if found.len() < 2 {
            return Ok(found.first().cloned());
        }
        let mut ranked = Vec::new();
        for job in found {
            let rank = match self.service.status(job)?.state {
                JobState::Done => 0,
                state if !state.is_final() => 1,
                _ => 2,
            };
            ranked.push((rank, job));
        }
        // The first of those with the lowest rank.
        let best = ranked.into_iter().min_by_key(|&(rank, _)| rank);
        Ok(best.map(|(_, job)| job.clone()))
    }

    /// The job of an entry that was just submitted as `job`: that of another machine if it submitted the
    /// same measurement at the same moment, and the other is cancelled. Both come to the same one, as both
    /// see the same list.
    fn shared_job(&mut self, entry: &Entry, job: String) -> String {
        if !self.is_resumed || entry.measurement.is_none() {
            return job;
        }
        // What can't be looked up now is looked up when the series is over.
        let Ok(mut found) = self.service.find(entry) else {
            return job;
        };
        if !found.contains(&job) {
            found.push(job.clone());
        }
        let Ok(Some(best)) = self.best_of(&found) else {
            return job;
        };
        self.cancel_others(entry, Some(&best), found);
        best
    }

    /// Time until which the service may still take a job that it has not confirmed. Nothing is lost
    /// by sending one that costs nothing again.
    fn settled(&self, entry: &Entry) -> Timestamp {
        let sent = entry.resent.unwrap_or(entry.created);
        if entry.cost.as_ref().is_some_and(|cost| cost.amount == 0.0) {
            return sent;
        }
        let settled = sent.checked_add(self.retry.settle_timeout);
        settled.unwrap_or(Timestamp::MAX)
    }

    /// Polls a job until it has ended.
    fn wait(&mut self, entry: &Entry, job: &str) -> Result<JobStatus, Failure> {
        let begun = Instant::now();
        let mut last_answer = begun;
        let mut not_found = None;
        let mut warned = None;
        for poll in 0.. {
            let status = match self.service.status(job) {
                Ok(status) => status,
                Err(error) => {
                    let text = Some(error.to_string());
                    let since = match error {
                        RemoteError::JobNotFound { .. } => {
                            *not_found.get_or_insert_with(Instant::now)
                        }
                        _ => last_answer,
                    };
                    self.tolerate(&error, since, text == warned)?;
                    warned = text;
                    let after = match error {
                        RemoteError::RateLimited { after } => after.unwrap_or_default(),
                        _ => Duration::ZERO,
                    };
                    if self.deadline.is_over() {
                        return self.time_out(job);
                    }
                    let wait = self.retry.poll_interval(poll).max(after);
                    self.deadline.sleep(wait);
                    continue;
                }
            };
            last_answer = Instant::now();
            not_found = None;
            if status.state.is_final() {
                return Ok(status);
            }
            if status.state == JobState::Unknown && warned.as_ref() != Some(&status.said) {
                let said = &status.said;
                let text = format!(
                    "the service calls the state of the job {said:?}, which is taken for under way"
                );
                self.observer.notify(&Event::Warning(&text));
                warned = Some(status.said.clone());
            }
            self.observer.notify(&Event::Waiting {
                key: entry.key(),
                status: &status,
                elapsed: begun.elapsed(),
            });
            if self.deadline.is_over() {
                return self.time_out(job);
            }
            self.deadline.sleep(self.retry.poll_interval(poll));
        }
        unreachable!("the loop ends by itself")
    }

    /// Lets a failed poll pass, unless polls have failed for long: the service may be out of reach for a
    /// while, as from a laptop that sleeps. The job stays whatever the error.
    fn tolerate(
        &mut self,
        error: &RemoteError,
        since: Instant,
        is_reported: bool,
    ) -> Result<(), Failure> {
        let most = match error {
            RemoteError::Unauthorised { .. } | RemoteError::Credentials { .. } => Duration::ZERO,
            RemoteError::JobNotFound { .. } => self.retry.not_found_timeout,
            _ => self.retry.unreachable_timeout,
        };
        if since.elapsed() > most {
            return Err(Failure::indeterminate(error.clone()));
        }
        if !is_reported {
            self.observer.notify(&Event::Warning(&error.to_string()));
        }
        Ok(())
    }

    /// Cancels a job that takes too long, and returns its status if it was done nonetheless.
    fn time_out(&mut self, job: &str) -> Result<JobStatus, Failure> {
        let waited = self.max_wait.unwrap_or_default();
        let cancelled = self.beyond_deadline(|remote| remote.cancel_and_poll(job));
        let reason = match cancelled {
            Ok(status) if status.state == JobState::Cancelled => {
                return Err(Failure::terminal(RemoteError::Timeout { waited }));
            }
            Ok(status) if status.state.is_final() => return Ok(status),
            Ok(status) => format!("the service calls it {:?}", status.said),
            Err(error) => error.to_string(),
        };
        // It may still be answered, so nobody else may answer in its place.
        Err(Failure::indeterminate(RemoteError::Unreachable {
            text: format!("the job took too long and could not be cancelled: {reason}"),
        }))
    }

    /// Fetches the result of a job that has ended.
    fn fetch(&mut self, entry: &mut Entry, job: &str, status: &JobStatus) -> Result<(), Failure> {
        if let Some(cost) = &status.cost {
            entry.cost = Some(cost.clone());
            self.spent.note(entry);
        }
        match status.state {
            JobState::Cancelled => return Err(Failure::terminal(RemoteError::Cancelled)),
            JobState::Failed => {
                let unsaid = || RemoteError::Failed {
                    code: status.said.clone(),
                    text: "the service does not say why".into(),
                };
                let mut error = status.failure.clone().unwrap_or_else(unsaid);
                if let RemoteError::RanTooLong { limit, .. } = &mut error {
                    *limit = self.service.time_limit(entry);
                }
                return Err(Failure::terminal(error));
            }
            _ => {}
        }
        let read = self.beyond_deadline(|remote| remote.read(entry, job));
        let (form, shots) = read.map_err(|error| match error {
            // The service says so of one of its programs.
            RemoteError::Failed { .. }
            | RemoteError::BadProgram { .. }
            | RemoteError::RanTooLong { .. } => Failure::terminal(error),
            error => Failure::indeterminate(error),
        })?;
        if shots.len() < entry.provenance.shots {
            let text = format!(
                "{} of {} came",
                shots.len(),
                counted(entry.provenance.shots, "shot")
            );
            self.observer.notify(&Event::Warning(&text));
        }
        entry.provenance.answer = Some(form);
        entry.bits = shots;
        entry.state = EntryState::Answered;
        self.journal.save(entry).map_err(Failure::indeterminate)
    }

    /// Reads the result of a job that is done, again where it can't be understood. The job stays
    /// whatever the error: its result has been paid for, and may be readable later.
    fn read(
        &mut self,
        entry: &Entry,
        job: &str,
    ) -> Result<(ResponseForm, Vec<String>), RemoteError> {
        let mut read = 0;
        loop {
            let mut kept = None;
            let form_and_shots = match self.service.response(job, entry) {
                Err(error) => Err(error),
                Ok(result) => {
                    // Kept, so that a person can look at it.
                    kept = Some(self.journal.save_raw(entry.key(), &result.raw)?);
                    result.output.and_then(|output| {
                        let form = output.form();
                        Ok((form, to_shots(output, entry)?))
                    })
                }
            };
            read += 1;
            match form_and_shots {
                Err(RemoteError::Protocol { what, .. }) if read >= READS => {
                    return Err(RemoteError::Protocol { what, raw: kept });
                }
                Err(RemoteError::Protocol { .. }) => {
                    self.deadline.sleep(self.retry.poll_interval(read));
                }
                form_and_shots => return form_and_shots,
            }
        }
    }

    /// The shots of an answered entry, separated into those of circuits with so many clbits each. The first of
    /// the runs has the provenance, and what was misread.
    fn runs_of(&self, entry: &Entry, widths: &[usize]) -> Result<Vec<Run>, Failure> {
        entry.check_bit_order().map_err(Failure::terminal)?;
        let shots = entry.separated(widths).ok_or_else(|| {
            Failure::indeterminate(RemoteError::Journal {
                path: self.journal.folder().join(entry.key()),
                text: "its bits are not those of the program, or too many for one shot".into(),
            })
        })?;
        let mut runs: Vec<Run> = shots.into_iter().map(Run::from).collect();
        if let Some(first) = runs.first_mut() {
            let raw = self.journal.raw(entry.key());
            first.provenance = Some(Box::new(Provenance {
                raw: raw.map_err(Failure::indeterminate)?,
                ..entry.provenance.clone()
            }));
            first.misreading = entry.probe_fault().map(|(prepared, read)| Misreading {
                prepared: prepared.into(),
                read,
            });
        }
        Ok(runs)
    }
}
