//! The file of a run: counts, and what they give.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use cheqqers_backend::{Provenance, sha256};
use cheqqers_files::read_within;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::resample::Counts;
use crate::{Analysis, BenchmarkError, Suite, SuiteCircuit};

/// Name of the file with everything, and beginning of the names of the others.
pub(crate) const NAME: &str = "benchmark";

/// Form of the file, by its name in it.
pub(crate) const FORMAT: &str = "cheqqers-benchmark-1";

/// JSON Schema of the file.
pub const SCHEMA: &str = include_str!("benchmark/benchmark.schema.json");

/// Most bytes of a file that is read.
const MAX_BYTES: u64 = 1 << 28;

/// Counts of a backend, and what they give.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Benchmark {
    pub(crate) format: String,
    /// Version of the suite.
    pub suite: u32,
    /// Only its quick part was run.
    pub quick: bool,
    /// Name of the backend.
    pub backend: String,
    /// Shots asked for of each circuit.
    pub shots: u64,
    /// Seed of local backends.
    pub seed: u64,
    /// Identity of the run, by which no job of it is sent twice.
    pub(crate) series: String,
    /// Version of this program.
    pub version: String,
    /// Time of the start.
    pub started: String,
    /// Time of the end.
    pub ended: Option<String>,
    /// Jobs of services, with the device's calibration and the placement on it.
    pub jobs: Vec<Provenance>,
    pub(crate) circuits: Vec<CircuitCounts>,
    /// Results; `None` as long as circuits are left.
    pub analysis: Option<Analysis>,
}

/// Counts of a circuit, as files have them.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct CircuitCounts {
    pub(crate) name: String,
    /// Number of the job that ran it.
    pub(crate) job: Option<usize>,
    pub(crate) counts: BTreeMap<String, u64>,
}

impl Benchmark {
    /// The counts of each circuit that has some.
    pub(crate) fn counts(
        &self,
        path: &Path,
    ) -> Result<Vec<(&'static SuiteCircuit, Counts)>, BenchmarkError> {
        let damaged = |reason: String| BenchmarkError::Damaged {
            path: path.into(),
            reason,
        };
        let circuits = self
            .circuits
            .iter()
            .map(|CircuitCounts { name, counts, .. }| {
                (name, counts.iter().map(|(bits, &count)| (bits, count)))
            });
        let counts = self.suite(path)?.counts(circuits);
        counts.map_err(|error| damaged(error.to_string()))
    }

    fn suite(&self, path: &Path) -> Result<&'static Suite, BenchmarkError> {
        Suite::version(self.suite).ok_or_else(|| BenchmarkError::Damaged {
            path: path.into(),
            reason: format!(
                "its suite has version {}, which this program does not know",
                self.suite
            ),
        })
    }

    /// Identity of the run.
    pub fn series(&self) -> &str {
        &self.series
    }

    /// Reads the result of a finished run.
    ///
    /// # Errors
    /// Returns an error if there is none, or it is damaged or unfinished.
    pub fn read(folder: &Path) -> Result<Self, BenchmarkError> {
        let path = path(folder);
        let benchmark = Self::load(&path)?;
        let suite = benchmark.suite(&path)?;
        let counts = benchmark.counts(&path)?;
        if benchmark.quick && !Suite::is_quick(&counts) {
            let reason = "it has circuits that are none of the quick part".into();
            return Err(BenchmarkError::Damaged { path, reason });
        }
        let left = suite.missing(benchmark.quick, &counts).len();
        if left > 0 || benchmark.analysis.is_none() || benchmark.ended.is_none() {
            return Err(BenchmarkError::Unfinished { path, left });
        }
        Ok(benchmark)
    }

    /// Checks that every number of a finished run follows from its counts, and each program from its hash.
    ///
    /// # Errors
    /// Returns an error if there is no such run, or a number does not follow.
    pub fn verify(folder: &Path) -> Result<Self, BenchmarkError> {
        let benchmark = Self::read(folder)?;
        let path = path(folder);
        for job in &benchmark.jobs {
            let expected = sha256(job.qasm.as_bytes());
            if job.qasm_sha256 != expected {
                return Err(BenchmarkError::Unverified {
                    path,
                    quantity: format!("program_sha256 of job {}", job.key),
                    found: job.qasm_sha256.clone(),
                    expected,
                });
            }
        }
        let expected = serde_json::to_value(benchmark.analysed(&path)?).expect("numbers are JSON");
        let found = serde_json::to_value(&benchmark.analysis).expect("numbers are JSON");
        match difference(&found, &expected, String::new()) {
            None => Ok(benchmark),
            Some((quantity, found, expected)) => Err(BenchmarkError::Unverified {
                path,
                quantity,
                found,
                expected,
            }),
        }
    }

    pub(crate) fn analysed(&self, path: &Path) -> Result<Analysis, BenchmarkError> {
        let counts = self.counts(path)?;
        let counts = counts.iter().map(|(circuit, counts)| (*circuit, counts));
        Ok(Analysis::of(self.suite(path)?, counts))
    }

    pub(crate) fn load(path: &Path) -> Result<Self, BenchmarkError> {
        let failed = |source| BenchmarkError::Read {
            path: path.into(),
            source,
        };
        let file = fs::File::open(path).map_err(failed)?;
        let bytes = read_within(MAX_BYTES, file).map_err(failed)?;
        let damaged = |reason: String| BenchmarkError::Damaged {
            path: path.into(),
            reason,
        };
        let benchmark: Self =
            serde_json::from_slice(&bytes).map_err(|error| damaged(error.to_string()))?;
        if benchmark.format != FORMAT {
            let format = &benchmark.format;
            return Err(damaged(format!("its format is {format:?}, not {FORMAT}")));
        }
        let unusable = benchmark.unusable();
        unusable.map_or(Ok(benchmark), |reason| Err(damaged(reason)))
    }

    /// Reason for which the jobs and names of a file can't be used, if there is one.
    fn unusable(&self) -> Option<String> {
        let mut jobs = self.circuits.iter().filter_map(|circuit| circuit.job);
        if let Some(job) = jobs.find(|&job| job >= self.jobs.len()) {
            return Some(format!("there is no job {job}"));
        }
        // They are shown on terminals.
        let of_jobs = self.jobs.iter().flat_map(|job| {
            let optional = [&job.job, &job.calibrated].into_iter().flatten();
            [&job.service, &job.device, &job.key]
                .into_iter()
                .chain(optional)
        });
        let mut names = of_jobs.chain([&self.backend, &self.version]);
        let bad = names.find(|name| name.contains(char::is_control));
        bad.map(|name| format!("{name:?} has a control character"))
    }
}

/// The file of a folder.
pub(crate) fn path(folder: &Path) -> PathBuf {
    folder.join(NAME).with_extension("json")
}

/// The first place at which two values differ by more than rounding, with both.
fn difference(found: &Value, expected: &Value, place: String) -> Option<(String, String, String)> {
    let inside = |key: &str| format!("{place}{}{key}", if place.is_empty() { "" } else { "." });
    match (found, expected) {
        (Value::Object(a), Value::Object(b)) if a.len() == b.len() => {
            a.iter().find_map(|(key, value)| {
                let other = b.get(key).unwrap_or(&Value::Null);
                difference(value, other, inside(key))
            })
        }
        (Value::Array(a), Value::Array(b)) if a.len() == b.len() => (0..)
            .zip(a.iter().zip(b))
            .find_map(|(k, (a, b)): (usize, _)| {
                let name = a["name"]
                    .as_str()
                    .map_or_else(|| k.to_string(), str::to_owned);
                difference(a, b, inside(&name))
            }),
        (Value::Number(a), Value::Number(b)) if (a.as_f64()? - b.as_f64()?).abs() <= 1e-8 => None,
        (a, b) if a == b => None,
        (a, b) => Some((place, a.to_string(), b.to_string())),
    }
}

#[cfg(test)]
mod tests;
