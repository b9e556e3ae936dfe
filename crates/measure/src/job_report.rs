//! The jobs of a recorded game.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use cheqqers_backend::{Provenance, sha256};
use cheqqers_circuit::counted;
use cheqqers_game::record::{Line, MeasurementEntry, Record};
use serde::Deserialize;
use serde_json::Value;
use thiserror::Error;

use crate::provenance::MeasurementProvenance;

/// Use of the jobs that services ran for a game.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct JobReport {
    /// Names of the backends that measured by jobs.
    backends: BTreeSet<String>,
    /// Number of measurements that jobs decided, those of a pool included.
    measurements: usize,
    /// Number of measurements that took more than one job.
    repeated: usize,
    /// Number of measurements that a pool did not decide.
    beside_pool: usize,
    has_pool: bool,
    /// Jobs whose shots the record has: their names at their services, where it says them, by key.
    used: BTreeMap<String, Option<String>>,
    /// Keys of the jobs that were named before they were sent.
    sent: BTreeSet<String>,
}

/// Error of checking the provenance of a measurement.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[expect(missing_docs, reason = "the messages say it")]
#[non_exhaustive]
pub enum ProvenanceError {
    #[error("line {line}: the accepted and the rejected shots are not all shots")]
    Counts { line: usize },
    #[error("line {line}: the deciding shot is none of the shots")]
    Chosen { line: usize },
    #[error("line {line}: the program of job {job} has another hash")]
    Hash { line: usize, job: String },
}

impl JobReport {
    /// The jobs of the lines of a game.
    pub fn of_lines<'a>(lines: impl IntoIterator<Item = &'a Line>) -> Self {
        let mut report = Self::default();
        for line in lines {
            report.add(line);
        }
        report
    }

    /// The jobs of a record, with those without shots, whose measurements are checked as far as a
    /// record can be without its services: numbers of shots add up, and hashes are those of the programs.
    ///
    /// # Errors
    /// Returns an error that says which line is wrong.
    pub fn of_record(record: &Record) -> Result<Self, ProvenanceError> {
        let mut report = Self::default();
        for (number, line) in &record.lines {
            if let Line::Ply(ply) = line {
                for measured in &ply.measured {
                    check(measured, *number)?;
                }
            }
            report.add(line);
        }
        let sent = names(record.jobs.iter().map(|(_, job)| job));
        report.sent = sent.map(|(key, _)| key).collect();
        Ok(report)
    }

    /// Returns `true` if there was no job.
    pub fn is_empty(&self) -> bool {
        self.measurements == 0 && self.sent.is_empty()
    }

    /// Returns `true` if the record has the key of any job.
    pub fn has_keys(&self) -> bool {
        !self.used.is_empty() || !self.sent.is_empty()
    }

    /// Jobs whose shots the record has: their names at their services, where it says them, by idempotency key.
    pub fn used(&self) -> &BTreeMap<String, Option<String>> {
        &self.used
    }

    fn add(&mut self, line: &Line) {
        match line {
            Line::Pool(pool) => {
                self.has_pool = true;
                let jobs = pool.get("jobs").and_then(Value::as_array);
                self.used.extend(names(jobs.into_iter().flatten()));
            }
            Line::Ply(ply) => {
                for measured in &ply.measured {
                    self.measurement(measured);
                }
            }
            Line::Undo(_) | Line::End(_) => {}
        }
    }

    fn measurement(&mut self, measured: &MeasurementEntry) {
        let provenance = MeasurementProvenance::new(&measured.more);
        let own = provenance.jobs();
        if own.is_empty() && !provenance.is_decided_by_pool() {
            return;
        }
        self.backends.insert(measured.backend.clone());
        self.measurements += 1;
        self.repeated += usize::from(own.len() > 1);
        self.beside_pool += usize::from(!own.is_empty());
        self.used.extend(names(own));
    }
}

impl fmt::Display for JobReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let backends = self.backends.iter().map(String::as_str).collect::<Vec<_>>();
        let measurements = counted(self.measurements, "measurement");
        let jobs = counted(self.used.len(), "job");
        if self.measurements == 0 {
            f.write_str("no measurement by a job")?;
        } else {
            write!(f, "{measurements} by {}, in {jobs}", backends.join(" and "))?;
        }
        if self.has_pool && self.beside_pool > 0 {
            write!(f, "; {} not by shots of the pool", self.beside_pool)?;
        }
        if self.repeated > 0 {
            write!(f, "; {} took more than one job", self.repeated)?;
        }
        let is_unused = |key: &&String| !self.used.contains_key(*key);
        match self.sent.iter().filter(is_unused).count() {
            0 => Ok(()),
            unused => write!(f, "; {} without shots", counted(unused, "job")),
        }
    }
}

fn check(measured: &MeasurementEntry, line: usize) -> Result<(), ProvenanceError> {
    let provenance = MeasurementProvenance::new(&measured.more);
    if let (Some(shots), Some(accepted), Some(rejected)) = (
        provenance.shots(),
        provenance.accepted(),
        provenance.rejected(),
    ) {
        if accepted.checked_add(rejected) != Some(shots) {
            return Err(ProvenanceError::Counts { line });
        }
        if provenance.chosen().is_some_and(|chosen| chosen >= shots) {
            return Err(ProvenanceError::Chosen { line });
        }
    }
    for job in provenance.jobs() {
        let Ok(job) = Provenance::deserialize(job) else {
            continue;
        };
        if sha256(job.qasm.as_bytes()) != job.qasm_sha256 {
            return Err(ProvenanceError::Hash { line, job: job.key });
        }
    }
    Ok(())
}

/// The idempotency keys of jobs, with their names at their services.
fn names<'a>(
    jobs: impl IntoIterator<Item = &'a Value>,
) -> impl Iterator<Item = (String, Option<String>)> {
    jobs.into_iter().filter_map(|job| {
        let text = |item: &str| job[item].as_str().map(str::to_owned);
        Some((text("marker")?, text("job")))
    })
}

#[cfg(test)]
mod tests {
    use cheqqers_game::record::PlyLine;
    use serde_json::json;

    use super::*;

    fn record(measured: &Value) -> Record {
        let ply = json!({"ply": 1, "turn": "white", "move": "d4xf6", "measured": [measured], "captured": [],
            "quiet": 0, "status": "in_progress"});
        let ply: PlyLine = serde_json::from_value(ply).unwrap();
        Record {
            lines: vec![(2, Line::Ply(Box::new(ply)))],
            jobs: vec![(0, json!({"marker": "lost"})), (0, json!({"marker": "a"}))],
            ..Record::default()
        }
    }

    fn measured(change: impl FnOnce(&mut Value)) -> Value {
        let mut measured = json!({"squares": ["b4"], "occupied": [], "backend": "ionq:simulator", "shots": 8,
            "accepted": 6, "rejected": {"count": 2}, "chosen": 1, "jobs": [{"service": "ionq", "device": "simulator",
            "job": "1", "marker": "a", "asked": 8, "answer": "shots", "calibrated": null, "predicted": null,
            "placement": [], "program": "x q[0];", "program_sha256": sha256(b"x q[0];")}, {"marker": "b"}]});
        change(&mut measured);
        measured
    }

    #[test]
    fn jobs_are_counted_with_those_without_shots() {
        let report = JobReport::of_record(&record(&measured(|_| ()))).unwrap();
        assert_eq!(
            report.to_string(),
            "1 measurement by ionq:simulator, in 2 jobs; 1 took more than one job; 1 job without shots"
        );
        let none = JobReport::of_lines(&[Line::Undo(1)]);
        assert!(none.is_empty());
        let unanswered = Record {
            jobs: vec![(0, json!({"marker": "lost"}))],
            ..Record::default()
        };
        let report = JobReport::of_record(&unanswered).unwrap();
        assert!(!report.is_empty());
        assert_eq!(
            report.to_string(),
            "no measurement by a job; 1 job without shots"
        );
    }

    #[test]
    fn measurements_that_contradict_themselves_are_found() {
        type Change = fn(&mut Value);
        let cases: [(Change, ProvenanceError); 4] = [
            (
                |measured| measured["accepted"] = 7.into(),
                ProvenanceError::Counts { line: 2 },
            ),
            (
                |measured| measured["accepted"] = u64::MAX.into(),
                ProvenanceError::Counts { line: 2 },
            ),
            (
                |measured| measured["chosen"] = 8.into(),
                ProvenanceError::Chosen { line: 2 },
            ),
            (
                |measured| measured["jobs"][0]["program"] = "x q[1];".into(),
                ProvenanceError::Hash {
                    line: 2,
                    job: "a".into(),
                },
            ),
        ];
        for (change, error) in cases {
            let found = JobReport::of_record(&record(&measured(change)));
            assert_eq!(found, Err(error));
        }
    }
}
