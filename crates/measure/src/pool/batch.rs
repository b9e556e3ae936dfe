use std::fmt::Write;

use cheqqers_backend::{Provenance, Run, sha256};
use cheqqers_circuit::{Bitstring, CanonicalCircuit, Circuit};
use cheqqers_game::record::Record;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// Shots of several circuits that one request took.
#[derive(Clone, PartialEq, Debug)]
pub struct PoolBatch {
    pub(super) circuits: Vec<CanonicalCircuit>,
    /// Shots of each circuit, in the order taken.
    pub(super) shots: Vec<Vec<Bitstring>>,
    /// Number of the job that ran each circuit.
    jobs_of: Vec<Option<usize>>,
    jobs: Vec<Provenance>,
}

/// A batch as records have it.
#[derive(Serialize, Deserialize)]
struct BatchLine {
    /// Hash of circuits and shots.
    sha256: String,
    circuits: Vec<CircuitEntry>,
    jobs: Vec<Provenance>,
}

/// A circuit of a batch as records have it.
#[derive(Serialize, Deserialize)]
struct CircuitEntry {
    circuit: String,
    job: Option<usize>,
    /// The shots, separated by blanks.
    shots: String,
}

impl PoolBatch {
    /// The runs of circuits, one for each.
    ///
    /// # Panics
    /// Panics if there are more or fewer runs than circuits.
    pub(crate) fn new(circuits: Vec<CanonicalCircuit>, runs: Vec<Run>) -> Self {
        assert_eq!(circuits.len(), runs.len(), "each circuit has one run");
        let mut jobs: Vec<Provenance> = Vec::new();
        let (mut shots, mut jobs_of) = (Vec::new(), Vec::new());
        for run in runs {
            // The first of the circuits that ran side by side has the provenance of all.
            jobs.extend(run.provenance.map(|provenance| *provenance));
            jobs_of.push(jobs.len().checked_sub(1));
            shots.push(run.shots);
        }
        Self {
            circuits,
            shots,
            jobs_of,
            jobs,
        }
    }

    /// Circuits that have shots, in the order of the record.
    pub(crate) fn circuits(&self) -> &[CanonicalCircuit] {
        &self.circuits
    }

    /// Number of circuits.
    pub fn num_circuits(&self) -> usize {
        self.circuits.len()
    }

    /// Number of shots of all circuits together.
    pub fn num_shots(&self) -> usize {
        self.shots.iter().map(Vec::len).sum()
    }

    /// Job id at the service of the job that ran a circuit.
    pub(super) fn job_of(&self, circuit: usize) -> Option<&str> {
        self.job(circuit)?.job.as_deref()
    }

    /// The job that ran a circuit.
    pub(crate) fn job(&self, circuit: usize) -> Option<&Provenance> {
        self.jobs.get(self.jobs_of[circuit]?)
    }

    /// The backend that took the shots, by the line of a record that names its first job, else by the header.
    pub fn backend_in<'a>(&self, record: &'a Record) -> Option<&'a str> {
        let key = self.jobs.first().map(|job| &*job.key);
        let mut lines = record.jobs.iter().map(|(_, line)| line);
        let named = lines.find(|line| key.is_some_and(|key| line["marker"] == key));
        let backend = named.map(|line| &line["backend"]);
        backend.or_else(|| record.header.get("backend"))?.as_str()
    }

    /// The jobs that took the shots.
    pub(crate) fn jobs(&self) -> &[Provenance] {
        &self.jobs
    }

    /// The circuits that a job ran, in order.
    pub(crate) fn circuits_of(&self, job: usize) -> Vec<Circuit> {
        let runs = self.runs_of(job);
        runs.map(|(circuit, _)| circuit.clone()).collect()
    }

    /// Returns `true` if the shots of the circuits of a job are these, one circuit's bits behind the other's.
    pub(crate) fn has_shots(&self, job: usize, shots: &[Bitstring]) -> bool {
        let mut start = 0;
        let are_same = self.runs_of(job).all(|(circuit, taken)| {
            let width = circuit.num_clbits();
            let own = shots.iter().map(|bits| {
                let is_there = start + width <= bits.len();
                is_there.then(|| bits.slice(start, width))
            });
            let is_same = own.eq(taken.iter().copied().map(Some));
            start += width;
            is_same
        });
        are_same && shots.iter().all(|bits| bits.len() == start)
    }

    /// The circuits that a job ran, each with its shots.
    fn runs_of(&self, job: usize) -> impl Iterator<Item = (&Circuit, &[Bitstring])> {
        let runs = self.circuits.iter().zip(&self.shots).zip(&self.jobs_of);
        let runs = runs.filter(move |(_, of)| **of == Some(job));
        runs.map(|((circuit, shots), _)| (circuit.circuit(), &shots[..]))
    }

    /// SHA-256 of the circuits and their shots, in hexadecimal digits.
    pub(super) fn hash(&self) -> String {
        let mut text = String::new();
        for (circuit, shots) in self.circuits.iter().zip(&self.shots) {
            let _ = writeln!(text, "{circuit}\n{}", joined(shots));
        }
        sha256(text.as_bytes())
    }

    /// The line of a record.
    pub fn to_record(&self) -> Value {
        let circuits = self.circuits.iter().zip(&self.shots).zip(&self.jobs_of);
        let entry =
            |((circuit, shots), &job): ((&CanonicalCircuit, &Vec<Bitstring>), _)| CircuitEntry {
                circuit: circuit.to_string(),
                job,
                shots: joined(shots),
            };
        json!(BatchLine {
            sha256: self.hash(),
            circuits: circuits.map(entry).collect(),
            jobs: self.jobs.clone(),
        })
    }

    /// The batch of a line of a record; `None` if it is no batch, or not the one of its hash.
    pub fn of_record(line: &Value) -> Option<Self> {
        let line: BatchLine = serde_json::from_value(line.clone()).ok()?;
        let mut batch = Self {
            circuits: Vec::new(),
            shots: Vec::new(),
            jobs_of: Vec::new(),
            jobs: line.jobs,
        };
        for entry in line.circuits {
            let circuit: CanonicalCircuit = entry.circuit.parse().ok()?;
            let width = circuit.circuit().num_clbits();
            let shots = entry.shots.split_whitespace().map(|shot| {
                let bits: Bitstring = shot.parse().ok()?;
                (bits.len() == width).then_some(bits)
            });
            batch.shots.push(shots.collect::<Option<_>>()?);
            batch.circuits.push(circuit);
            let is_job = entry.job.is_none_or(|job| job < batch.jobs.len());
            is_job.then(|| batch.jobs_of.push(entry.job))?;
        }
        let mut jobs = batch.jobs.iter();
        let are_whole = jobs.all(|job| sha256(job.qasm.as_bytes()) == job.qasm_sha256);
        (are_whole && batch.hash() == line.sha256).then_some(batch)
    }
}

fn joined(shots: &[Bitstring]) -> String {
    let shots: Vec<String> = shots.iter().map(ToString::to_string).collect();
    shots.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn batches_are_read_back_and_changed_ones_refused() {
        let circuit: CanonicalCircuit = "h 0; cx 0 1; measure 0 1".parse().unwrap();
        let shots: Vec<Bitstring> = ["00", "11", "00"].map(|bits| bits.parse().unwrap()).into();
        let batch = PoolBatch::new(vec![circuit], vec![Run::from(shots)]);
        let line = batch.to_record();
        assert_eq!(PoolBatch::of_record(&line), Some(batch));
        let changed = |from: &str, to: &str| {
            let text = line.to_string();
            assert!(text.contains(from), "{text}");
            serde_json::from_str(&text.replacen(from, to, 1)).unwrap()
        };
        for line in [
            changed("00 11 00", "00 11 11"),
            changed("00 11 00", "00 11 0"),
            changed("cx 0 1; ", ""),
            changed("\"job\":null", "\"job\":0"),
        ] {
            assert_eq!(PoolBatch::of_record(&line), None, "{line}");
        }
    }
}
