//! Checks of the jobs of a record: their keys are those of the measurements, and what is there twice is
//! the same both times.

use std::collections::BTreeMap;

use cheqqers_backend::{MeasurementId, Provenance, sha256};
use cheqqers_circuit::{Bitstring, Circuit};
use cheqqers_game::notation::write_plies;
use cheqqers_game::record::{Line, PlyLine, Record};
use cheqqers_game::replay::{Replay, Verify};
use cheqqers_game::{Encoding, Game, Measurement, Pending, Ply};
use serde::Deserialize;
use serde_json::{Map, Value};
use thiserror::Error;

use crate::game_id::GameId;
use crate::measurement_ids::{MeasurementIds, is_ahead, is_prefetch};
use crate::pool::PoolBatch;
use crate::post_selection::PostSelection;
use crate::provenance::MeasurementProvenance;

/// The backend of a given outcome, by its name in records.
pub const FORCED: &str = "forced";

/// Largest number of the first circuit of a job, and of jobs before it that failed, that a key is tried with.
const MAX_CIRCUIT: usize = 128;
const MAX_AGAIN: u32 = 32;

/// Attempts that a key is tried with where the record does not name one.
const MAX_ATTEMPTS: u32 = 16;

/// Reader of the jobs of a record, which knows their services.
pub trait JobReader {
    /// Reads the shots of a job from the answer that a record keeps word for word, given the line that names
    /// the job; `None` where this program can't read any answer.
    ///
    /// # Errors
    /// Returns what is wrong with the answer, in words.
    fn shots(&self, line: &Value, job: &Provenance) -> Result<Option<Vec<Bitstring>>, String>;

    /// Checks that a job measures the first of these circuits, of as many as have its number of bits. Returns `false`
    /// if they are not compared.
    ///
    /// # Errors
    /// Returns what is wrong with its program, in words.
    fn check_circuits(&self, line: &Value, circuits: &[Circuit]) -> Result<bool, String>;
}

/// Result of checking the jobs of a record.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct CheckedJobs {
    /// The keys of the jobs bind the header: they are hashes of all of it.
    pub is_bound: bool,
    /// Number of jobs whose answers were compared with the shots.
    pub answers: usize,
    /// Number of measurements without a job or a pool in a game of jobs.
    pub elsewhere: usize,
    /// Number of jobs whose programs were not compared with their circuits.
    pub not_compared: usize,
}

/// Error of checking the jobs of a record.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("line {line}: {reason}")]
#[expect(missing_docs, reason = "the message says it")]
pub struct JobError {
    pub line: usize,
    #[source]
    pub reason: JobReason,
}

/// Fault of a job in a record.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the messages say it")]
pub enum JobReason {
    #[error("the header does not match the identity of its game")]
    Header,
    #[error("the game can't be replayed: {0}")]
    Replay(String),
    #[error("measurement {number} is by {backend}, and names no job")]
    WithoutJob { number: usize, backend: String },
    #[error("measurement {number} has no list of jobs that can be read")]
    Unreadable { number: usize },
    #[error("the shots of circuit {circuit} of the batch are of no job")]
    NoJob { circuit: usize },
    #[error("no line before it names job {job}")]
    NoLine { job: String },
    #[error("job {job} is used twice")]
    Twice { job: String },
    #[error("{job} is not the key of a job of these circuits in this game")]
    Key { job: String },
    #[error("the {field} of job {job} is not the one of the line that names it")]
    Field { job: String, field: &'static str },
    #[error("the answer of job {job} can't be read: {reason}")]
    Answer { job: String, reason: String },
    #[error("the shots of job {job} are not those of its answer")]
    Shots { job: String },
    #[error("job {job} does not measure its circuits: {reason}")]
    Circuits { job: String, reason: String },
    #[error("the answers of its jobs do not give the recorded outcome of measurement {number}")]
    Outcome { number: usize },
    #[error(
        "by its jobs {field} of measurement {number} should be {expected}, the record says {found}"
    )]
    Selection {
        number: usize,
        field: String,
        expected: Box<Value>,
        found: Box<Value>,
    },
    #[error("job {job} was sent ahead of a move, and shares its batch")]
    Joined { job: String },
    #[error("the backend of job {job} is not the one of the first job of its batch")]
    Backends { job: String },
    #[error("the line of job {job} does not say of which measurement it is")]
    NoMeasurement { job: String },
    #[error("measurement {number} names {found}, to which no job of the record was sent")]
    Backend { number: usize, found: String },
}

/// Checks the jobs of a record as far as it can be without their services: its identity is a hash of its
/// header, the key of each job is a hash of that identity and of its measurement, a line named the job
/// before it was sent, its program measures the circuits, the shots are those in its answer, and the first
/// legal one decided.
///
/// # Errors
/// Returns an error that says which line is wrong.
pub fn verify_jobs<G: Game>(
    record: &Record,
    reader: &dyn JobReader,
) -> Result<CheckedJobs, JobError> {
    let at = |line| move |reason| JobError { line, reason };
    let header = at(record.header_line);
    let id = GameId::of(&record.header);
    if id == GameId::Wrong {
        return Err(header(JobReason::Header));
    }
    let replayed = |reason: String| header(JobReason::Replay(reason));
    let mut replay =
        Replay::<G>::new(record, Verify::Moves).map_err(|error| replayed(error.to_string()))?;
    let start = replay.position().clone();
    let mut verifier = JobVerifier {
        record,
        id,
        reader,
        seen: BTreeMap::new(),
        line: 0,
        checked: CheckedJobs {
            is_bound: matches!(id, GameId::Bound(_)),
            ..CheckedJobs::default()
        },
    };
    let mut plies: Vec<Ply<G::Move>> = Vec::new();
    for (index, (number, line)) in record.lines.iter().enumerate() {
        let before = replay.position().clone();
        let step = replay.step().map_err(|error| replayed(error.to_string()))?;
        verifier.line = index;
        match (line, step.and_then(|step| step.ply)) {
            (Line::Pool(pool), _) => verifier.batch(pool).map_err(at(*number))?,
            (Line::Undo(undo), _) => {
                plies.truncate(plies.len().saturating_sub(*undo as usize));
            }
            (Line::Ply(entry), Some(ply)) => {
                let history = sha256(write_plies(&start, &plies).as_bytes());
                let checked = verifier.ply(before, &ply, entry, &history);
                checked.map_err(at(*number))?;
                plies.push(ply);
            }
            (Line::Ply(_) | Line::End(_), _) => {}
        }
    }
    Ok(verifier.checked)
}

/// The jobs of a record as far as they were checked.
struct JobVerifier<'a> {
    record: &'a Record,
    id: GameId<'a>,
    reader: &'a dyn JobReader,
    /// Keys of the jobs so far, each with the measurement that it decided last and the number of lines before that.
    seen: BTreeMap<String, (Option<MeasuredPly>, usize)>,
    /// Number of lines before the present one.
    line: usize,
    checked: CheckedJobs,
}

/// Name of a measurement, and hash of the plies before its move.
type MeasuredPly = (String, String);

/// Shots of a job, and the number of bits of each circuit from its first one on.
struct JobPart {
    widths: Vec<usize>,
    shots: Vec<Bitstring>,
}

/// Shots of jobs that ran side by side, by their first circuits; `None` unless each begins where the one before ends.
fn joined(parts: &BTreeMap<usize, JobPart>) -> Option<Vec<Bitstring>> {
    let num_shots = parts.values().map(|part| part.shots.len()).min();
    let num_shots = num_shots.filter(|&number| number > 0);
    let Some(num_shots) = num_shots else {
        return Some(Vec::new());
    };
    let mut next = 0;
    for (&first, JobPart { widths, shots }) in parts {
        if first != next {
            return None;
        }
        let width = shots[0].len();
        let mut sum = 0;
        let covered = widths.iter().take_while(|&own| {
            let is_covered = sum < width;
            sum += own;
            is_covered
        });
        next += covered.count();
    }
    let shot =
        |index| Bitstring::concat_all(parts.values().map(|part: &JobPart| part.shots[index]));
    (0..num_shots).map(shot).collect()
}

/// The line that named a job before it was sent.
struct NamedJob<'a> {
    line: &'a Value,
    measurement: Option<MeasurementId>,
}

impl<'a> JobVerifier<'a> {
    /// Checks a batch of shots.
    fn batch(&mut self, pool: &Value) -> Result<(), JobReason> {
        // What is no batch is a fault of the pool.
        let Some(batch) = PoolBatch::of_record(pool) else {
            return Ok(());
        };
        let mut free = (0..batch.num_circuits()).filter(|&circuit| batch.job(circuit).is_none());
        if let Some(circuit) = free.next().filter(|_| self.checked.is_bound) {
            return Err(JobReason::NoJob { circuit });
        }
        for (number, job) in batch.jobs().iter().enumerate() {
            let Some(named) = self.named(job, None)? else {
                continue;
            };
            let is_of_game = named.measurement.as_ref().is_none_or(|id| {
                self.is_of_series(id) && is_ahead(id) && first_circuit(id, &job.key).is_some()
            });
            if !is_of_game {
                return Err(JobReason::Key {
                    job: job.key.clone(),
                });
            }
            let is_alone =
                batch.jobs().len() == 1 || !named.measurement.as_ref().is_some_and(is_prefetch);
            if !is_alone {
                return Err(JobReason::Joined {
                    job: job.key.clone(),
                });
            }
            if named.line["backend"].as_str() != batch.backend_in(self.record) {
                return Err(JobReason::Backends {
                    job: job.key.clone(),
                });
            }
            self.check_circuits(&named, job, &[&batch.circuits_of(number)])?;
            let Some(shots) = self.answer(&named, job)? else {
                continue;
            };
            if !batch.has_shots(number, &shots) {
                return Err(JobReason::Shots {
                    job: job.key.clone(),
                });
            }
        }
        Ok(())
    }

    /// Checks the measurements of a ply.
    fn ply<G: Game>(
        &mut self,
        before: G,
        ply: &Ply<G::Move>,
        entry: &PlyLine,
        history: &str,
    ) -> Result<(), JobReason> {
        // A given outcome was not asked for.
        let mut asked = 0;
        let mut number = 0;
        ply.replay(before, |pending, measurement| {
            number += 1;
            let name = MeasurementIds::name_of(entry.ply, &entry.mv, asked);
            asked += usize::from(measurement.backend != FORCED);
            self.measurement(pending, measurement, number, &name, history)
        })?;
        Ok(())
    }

    /// Returns `true` if the game's jobs are sent to a backend of this name.
    fn is_remote(&self, backend: &str) -> bool {
        let lines = self.record.jobs.iter().map(|(_, line)| &line["backend"]);
        let mut names = lines.chain(self.record.header.get("backend"));
        names.any(|name| name == backend)
    }

    fn measurement<G: Game>(
        &mut self,
        pending: &Pending<G>,
        measurement: &Measurement,
        number: usize,
        name: &str,
        history: &str,
    ) -> Result<(), JobReason> {
        let provenance = MeasurementProvenance::new(&measurement.provenance);
        let jobs = provenance
            .read_jobs()
            .map_err(|_| JobReason::Unreadable { number })?;
        let is_by = |backend: &str| measurement.backend == backend;
        if jobs.is_empty() {
            if self.checked.is_bound && !provenance.is_decided_by_pool() {
                if self.is_remote(&measurement.backend) {
                    return Err(JobReason::WithoutJob {
                        number,
                        backend: measurement.backend.clone(),
                    });
                }
                self.checked.elsewhere += 1;
            }
            return Ok(());
        }
        // By attempt, and by the first circuit of each, the jobs that ran side by side.
        let mut attempts: BTreeMap<u32, BTreeMap<usize, JobPart>> = BTreeMap::new();
        let mut are_read = true;
        let measured = (name.to_owned(), history.to_owned());
        let circuits = Encoding::ALL.map(|encoding| pending.circuits(encoding).unwrap_or_default());
        for job in &jobs {
            let named = self.named(job, Some(&measured))?;
            let asked = named.as_ref().and_then(|named| named.measurement.clone());
            let of_measurement = |id: &MeasurementId| {
                let is_it = id.name == name && id.history == history && self.is_of_series(id);
                is_it.then(|| first_circuit(id, &job.key)).flatten()
            };
            let first = asked.as_ref().and_then(of_measurement);
            if first.is_none() && (asked.is_some() || !self.is_key(name, history, &job.key)) {
                return Err(JobReason::Key {
                    job: job.key.clone(),
                });
            }
            let Some(named) = named else {
                are_read = false;
                continue;
            };
            if !named.line["backend"].as_str().is_some_and(is_by) {
                return Err(JobReason::Backend {
                    number,
                    found: measurement.backend.clone(),
                });
            }
            let (Some(first), Some(id)) = (first, asked) else {
                are_read = false;
                continue;
            };
            let lists = circuits
                .each_ref()
                .map(|all| all.get(first..).unwrap_or_default());
            let circuits = self.check_circuits(&named, job, &lists)?;
            let Some(shots) = self.answer(&named, job)? else {
                are_read = false;
                continue;
            };
            let widths = circuits.iter().map(Circuit::num_clbits).collect();
            let part = JobPart { widths, shots };
            if attempts
                .entry(id.attempt)
                .or_default()
                .insert(first, part)
                .is_some()
            {
                return Err(JobReason::Twice {
                    job: job.key.clone(),
                });
            }
        }
        if are_read {
            self.selection(pending, measurement, number, &jobs, attempts.into_values())?;
        }
        Ok(())
    }

    /// Checks that the shots of jobs decide as recorded.
    fn selection<G: Game>(
        &self,
        pending: &Pending<G>,
        measurement: &Measurement,
        number: usize,
        jobs: &[Box<Provenance>],
        attempts: impl Iterator<Item = BTreeMap<usize, JobPart>>,
    ) -> Result<(), JobReason> {
        let outcome = || JobReason::Outcome { number };
        let judge = pending.judge();
        let mut selection = PostSelection::default();
        let mut decided = None;
        for parts in attempts {
            if decided.is_some() {
                // Nothing is sent after a legal shot.
                return Err(outcome());
            }
            let joined = joined(&parts);
            let selected = selection.select(&judge, joined.ok_or_else(outcome)?);
            decided = selected.map_err(|_| outcome())?;
        }
        let (chosen, bits) = decided.ok_or_else(outcome)?;
        if bits != measurement.bits {
            return Err(outcome());
        }
        let expected = selection.to_record(chosen, jobs);
        self.same_fields(number, &expected, &measurement.provenance)
    }

    /// Checks the counts of a post-selection; those of older records may lack some.
    fn same_fields(
        &self,
        number: usize,
        expected: &Map<String, Value>,
        found: &Map<String, Value>,
    ) -> Result<(), JobReason> {
        for (field, expected) in expected {
            let is_there = self.checked.is_bound || found.contains_key(field);
            let found = found.get(field).cloned().unwrap_or_default();
            if is_there && field != "jobs" && found != *expected {
                return Err(JobReason::Selection {
                    number,
                    field: field.clone(),
                    expected: Box::new(expected.clone()),
                    found: Box::new(found),
                });
            }
        }
        Ok(())
    }

    /// The line that named a job before it was sent. Older records may have none. A move that is made again after
    /// it was taken back is measured by the same jobs.
    fn named(
        &mut self,
        job: &Provenance,
        measured: Option<&MeasuredPly>,
    ) -> Result<Option<NamedJob<'a>>, JobReason> {
        let key = job.key.clone();
        let use_now = (measured.cloned(), self.line);
        if let Some((before, line)) = self.seen.insert(key.clone(), use_now)
            && (measured.is_none() || before.as_ref() != measured || line == self.line)
        {
            return Err(JobReason::Twice { job: key });
        }
        let record = self.record;
        let before = record.jobs.iter().filter(|(lines, _)| *lines <= self.line);
        let named = before.filter(|(_, line)| line["marker"] == *key);
        let mut fault = JobReason::NoLine { job: key.clone() };
        for (_, line) in named {
            let Ok(sent) = Provenance::deserialize(line) else {
                continue;
            };
            match different(&sent, job) {
                None => {
                    let measurement = MeasurementId::deserialize(&line["question"]).ok();
                    if measurement.is_none() && self.checked.is_bound {
                        return Err(JobReason::NoMeasurement { job: key });
                    }
                    return Ok(Some(NamedJob { line, measurement }));
                }
                Some(field) => {
                    let job = key.clone();
                    fault = JobReason::Field { job, field };
                }
            }
        }
        match fault {
            JobReason::NoLine { .. } if !self.checked.is_bound => Ok(None),
            fault => Err(fault),
        }
    }

    /// Checks that a job measures the first circuits of one of several lists, and returns the list.
    fn check_circuits<'c>(
        &mut self,
        named: &NamedJob<'_>,
        job: &Provenance,
        lists: &[&'c [Circuit]],
    ) -> Result<&'c [Circuit], JobReason> {
        let mut first_fault = None;
        for circuits in lists {
            match self.reader.check_circuits(named.line, circuits) {
                Ok(is_compared) => {
                    self.checked.not_compared += usize::from(!is_compared);
                    return Ok(circuits);
                }
                Err(reason) => {
                    first_fault.get_or_insert(reason);
                }
            }
        }
        Err(JobReason::Circuits {
            job: job.key.clone(),
            reason: first_fault.unwrap_or_default(),
        })
    }

    /// Shots of a job by its answer.
    fn answer(
        &mut self,
        named: &NamedJob<'_>,
        job: &Provenance,
    ) -> Result<Option<Vec<Bitstring>>, JobReason> {
        if job.raw.is_empty() && !self.checked.is_bound {
            return Ok(None);
        }
        let shots = self
            .reader
            .shots(named.line, job)
            .map_err(|reason| JobReason::Answer {
                job: job.key.clone(),
                reason,
            })?;
        self.checked.answers += usize::from(shots.is_some());
        Ok(shots)
    }

    fn is_of_series(&self, id: &MeasurementId) -> bool {
        match self.id {
            GameId::Bound(series) | GameId::Free(series) => id.series == series,
            GameId::Missing | GameId::Wrong => true,
        }
    }

    /// Returns `true` if a key is one of a measurement whose attempt the record does not name.
    fn is_key(&self, name: &str, history: &str, key: &str) -> bool {
        let (GameId::Bound(series) | GameId::Free(series)) = self.id else {
            return true;
        };
        let mut ids = (0..MAX_ATTEMPTS).map(|attempt| MeasurementId {
            series: series.into(),
            history: history.into(),
            name: name.into(),
            attempt,
        });
        ids.any(|id| first_circuit(&id, key).is_some())
    }
}

/// Number of the first circuit of a job of a measurement, by the job's key; `None` if the key is another one's.
fn first_circuit(id: &MeasurementId, key: &str) -> Option<usize> {
    let mut tries =
        (0..MAX_AGAIN).flat_map(|again| (0..MAX_CIRCUIT).map(move |first| (first, again)));
    tries
        .find(|&(circuit, again)| id.job_key(circuit, again) == key)
        .map(|(circuit, _)| circuit)
}

/// The first field in which a job that was answered is not the one that was sent.
fn different(sent: &Provenance, answered: &Provenance) -> Option<&'static str> {
    let fields = [
        ("service", sent.service == answered.service),
        ("device", sent.device == answered.device),
        ("number of shots", sent.shots == answered.shots),
        ("calibration", sent.calibrated == answered.calibrated),
        ("prediction", sent.predicted == answered.predicted),
        ("placement", sent.placement == answered.placement),
        ("program", sent.qasm == answered.qasm),
        ("program's hash", sent.qasm_sha256 == answered.qasm_sha256),
    ];
    fields
        .into_iter()
        .find_map(|(field, is_same)| (!is_same).then_some(field))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parts(parts: &[(usize, &[usize], &[&str])]) -> BTreeMap<usize, JobPart> {
        let part = |&(first, widths, shots): &(usize, &[usize], &[&str])| {
            let shots = shots.iter().map(|shot| shot.parse().unwrap()).collect();
            let widths = widths.into();
            (first, JobPart { widths, shots })
        };
        parts.iter().map(part).collect()
    }

    /// Three circuits, of 2, 1 and 2 bits.
    #[test]
    fn jobs_side_by_side_follow_each_other_without_a_gap() {
        let all: &[usize] = &[2, 1, 2];
        let right = parts(&[
            (0, all, &["101", "010"]),
            (2, &all[2..], &["11", "00", "10"]),
        ]);
        let expected = ["10111", "01000"].map(|bits| bits.parse().unwrap());
        assert_eq!(joined(&right), Some(expected.into()));
        let gap = parts(&[(0, all, &["10"]), (2, &all[2..], &["11"])]);
        assert_eq!(joined(&gap), None);
        let overlap = parts(&[(0, all, &["101"]), (1, &all[1..], &["111"])]);
        assert_eq!(joined(&overlap), None);
        let late = parts(&[(1, &all[1..], &["1"])]);
        assert_eq!(joined(&late), None);
        let without_shots = parts(&[(0, all, &[]), (2, &all[2..], &["11"])]);
        assert_eq!(joined(&without_shots), Some(Vec::new()));
    }
}
