//! The folder of a run: counts that are kept as they come, and what is computed from them at the end.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use cheqqers_backend::{Backend, Job, MeasurementId, Run, sha256};
use cheqqers_circuit::Circuit;
use cheqqers_files::{Existing, LockError, LockedFile, write_durably};
use jiff::Timestamp;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

use crate::benchmark::{Benchmark, CircuitCounts, FORMAT, NAME, path};
use crate::counts::CountsByName;
use crate::resample::Counts;
use crate::{BenchmarkError, Suite, SuiteCircuit, figures, markdown};

/// Name of the file that one process holds.
const LOCK: &str = "benchmark.lock";

/// Settings of a run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BenchmarkSettings {
    /// Backend, by its name.
    pub backend: String,
    /// Only the quick part of the suite is run.
    pub quick: bool,
    /// Number of shots of each circuit.
    pub shots: u64,
    /// Seed of local backends; `None` for a new one, or the one of the run that goes on.
    pub seed: Option<u64>,
    /// Identity of the run where it is a new one, which no other run has.
    pub identity: String,
}

/// A folder in which this process works.
#[derive(Debug)]
pub struct BenchmarkRun {
    folder: PathBuf,
    _lock: LockedFile,
    benchmark: Benchmark,
    is_resumed: bool,
}

impl BenchmarkRun {
    /// Begins a run in a folder, which is made where there is none, or goes on with the one that it holds.
    ///
    /// # Errors
    /// Returns an error if the folder can't be written, is in use, or holds a run with other settings.
    pub fn open(folder: &Path, settings: &BenchmarkSettings) -> Result<Self, BenchmarkError> {
        let failed = |source| BenchmarkError::Write {
            path: folder.into(),
            source,
        };
        fs::create_dir_all(folder).map_err(failed)?;
        let lock = LockedFile::open(&folder.join(LOCK)).map_err(|error| match error {
            LockError::InUse => BenchmarkError::InUse {
                path: folder.into(),
            },
            LockError::Io(source) => failed(source),
            LockError::NotRegular => failed(io::ErrorKind::InvalidInput.into()),
        })?;
        let path = path(folder);
        let (benchmark, is_resumed) = match Benchmark::load(&path) {
            Err(BenchmarkError::Read { source, .. })
                if source.kind() == io::ErrorKind::NotFound =>
            {
                (settings.begun(), false)
            }
            found => (found?.with_settings(&path, settings)?, true),
        };
        let run = Self {
            folder: folder.into(),
            _lock: lock,
            benchmark,
            is_resumed,
        };
        // Its identity is there before anything is sent.
        run.write()?;
        run.benchmark.counts(&path)?;
        Ok(run)
    }

    fn suite(&self) -> &'static Suite {
        Suite::version(self.benchmark.suite).expect("it was opened")
    }

    /// The circuits without counts, in the order of the suite.
    pub fn left(&self) -> Vec<&'static SuiteCircuit> {
        let mut left = self.suite().chosen(self.benchmark.quick);
        let known = &self.benchmark.circuits;
        left.retain(|circuit| known.iter().all(|other| other.name != circuit.name));
        left
    }

    /// Generator of the shots of a circuit on a local backend: each circuit has its own, so that a run that goes on
    /// has the same counts.
    pub fn generator(&self, circuit: &SuiteCircuit) -> ChaCha8Rng {
        let mut rng = ChaCha8Rng::seed_from_u64(self.benchmark.seed);
        rng.set_stream(self.suite().place(circuit));
        rng
    }

    /// Returns `true` if another process began it: jobs of it may have been sent.
    pub fn is_resumed(&self) -> bool {
        self.is_resumed
    }

    /// Removes a run of which nothing was sent and nothing is kept, and its folder where nothing else is in it.
    pub fn abandon(self) {
        // Left behind it is in nobody's way but that of a run with other settings.
        let _ = fs::remove_file(path(&self.folder));
        let _ = fs::remove_file(self.folder.join(LOCK));
        let _ = fs::remove_dir(&self.folder);
    }

    /// The run as it stands.
    pub fn benchmark(&self) -> &Benchmark {
        &self.benchmark
    }

    /// Runs circuits together, and keeps their counts. The same circuits of the same run are one measurement:
    /// a remote backend that was interrupted sends no job of it again.
    ///
    /// # Errors
    /// Returns an error if the backend does not run them all, or the counts can't be kept.
    pub fn measure(
        &mut self,
        backend: &mut dyn Backend,
        circuits: &[&SuiteCircuit],
    ) -> Result<(), BenchmarkError> {
        if circuits.is_empty() {
            return Ok(());
        }
        let Benchmark { series, shots, .. } = &self.benchmark;
        let found = with_job(series, circuits, *shots, |job| backend.run(job));
        let found = found.map_err(|source| BenchmarkError::Backend {
            backend: self.benchmark.backend.clone(),
            source,
        })?;
        for (circuit, run) in circuits.iter().zip(found) {
            self.keep(circuit, run)?;
        }
        self.write()
    }

    fn keep(&mut self, circuit: &SuiteCircuit, run: Run) -> Result<(), BenchmarkError> {
        let counts = run.counts().into_iter();
        let counts: BTreeMap<String, u64> = counts
            .map(|(bits, count)| (bits.to_string(), count))
            .collect();
        circuit.counts(counts.iter().map(|(bits, &count)| (bits, count)))?;
        let jobs = &mut self.benchmark.jobs;
        // The first of the circuits that ran side by side has the provenance of all.
        jobs.extend(run.provenance.map(|provenance| *provenance));
        let job = jobs.len().checked_sub(1);
        self.benchmark.circuits.push(CircuitCounts {
            name: circuit.name.clone(),
            job,
            counts,
        });
        Ok(())
    }

    /// Keeps counts that were measured by other means, in a folder that holds nothing else, and computes the results.
    ///
    /// # Errors
    /// Returns an error if they are not counts of the whole suite or its quick part, or the folder can't be written or
    /// holds a run.
    pub fn of_counts(
        folder: &Path,
        backend: &str,
        identity: String,
        CountsByName(counts): &CountsByName,
    ) -> Result<Benchmark, BenchmarkError> {
        let suite = Suite::v1();
        let of_circuits = counts.iter().map(|(name, counts)| {
            let counts = counts.iter().map(|(bits, &count)| (bits, count));
            (name, counts)
        });
        let checked = suite.counts(of_circuits)?;
        suite.check_complete(&checked)?;
        let shots = |counts: &Counts| counts.values().sum();
        if path(folder).exists() {
            let path = folder.into();
            return Err(BenchmarkError::Occupied { path });
        }
        let mut run = Self::open(
            folder,
            &BenchmarkSettings {
                backend: backend.into(),
                quick: Suite::is_quick(&checked),
                shots: checked
                    .iter()
                    .map(|(_, counts)| shots(counts))
                    .max()
                    .unwrap_or(0),
                seed: None,
                identity,
            },
        )?;
        for circuit in run.left() {
            run.benchmark.circuits.push(CircuitCounts {
                name: circuit.name.clone(),
                job: None,
                counts: counts[&circuit.name].clone(),
            });
        }
        run.finish()
    }

    /// Computes the results, and writes them as JSON, as Markdown and as plots.
    ///
    /// # Errors
    /// Returns an error if circuits are left, or the folder can't be written.
    pub fn finish(mut self) -> Result<Benchmark, BenchmarkError> {
        let left = self.left().len();
        if left > 0 {
            let path = path(&self.folder);
            return Err(BenchmarkError::Unfinished { path, left });
        }
        let analysis = self.benchmark.analysed(&path(&self.folder))?;
        let ended = self.benchmark.ended.take();
        self.benchmark.ended = Some(ended.unwrap_or_else(now));
        self.benchmark.analysis = Some(analysis);
        let suite = self.suite();
        for (stem, figure) in figures(suite, &self.benchmark) {
            self.write_file(&format!("{stem}.svg"), figure.to_svg().as_bytes())?;
        }
        let text = markdown(suite, &self.benchmark);
        self.write_file(&format!("{NAME}.md"), text.as_bytes())?;
        self.write()?;
        Ok(self.benchmark)
    }

    fn write(&self) -> Result<(), BenchmarkError> {
        let text = serde_json::to_string_pretty(&self.benchmark).expect("the run is JSON");
        self.write_file(&format!("{NAME}.json"), format!("{text}\n").as_bytes())
    }

    fn write_file(&self, name: &str, bytes: &[u8]) -> Result<(), BenchmarkError> {
        let path = self.folder.join(name);
        write_durably(&path, bytes, Existing::Replace)
            .map_err(|source| BenchmarkError::Write { path, source })
    }
}

impl BenchmarkSettings {
    /// A seed that follows from the identity, small enough for every reader of JSON.
    fn random_seed(&self) -> u64 {
        let digits = &sha256(self.identity.as_bytes())[..12];
        u64::from_str_radix(digits, 16).expect("they are hexadecimal")
    }

    /// A run that has no counts yet.
    fn begun(&self) -> Benchmark {
        Benchmark {
            format: FORMAT.into(),
            suite: Suite::v1().version,
            quick: self.quick,
            backend: self.backend.clone(),
            shots: self.shots,
            seed: self.seed.unwrap_or_else(|| self.random_seed()),
            series: self.identity.clone(),
            version: env!("CARGO_PKG_VERSION").into(),
            started: now(),
            ended: None,
            jobs: Vec::new(),
            circuits: Vec::new(),
            analysis: None,
        }
    }
}

impl Benchmark {
    /// Itself, if its settings are these.
    fn with_settings(
        self,
        path: &Path,
        settings: &BenchmarkSettings,
    ) -> Result<Self, BenchmarkError> {
        let BenchmarkSettings {
            backend,
            quick,
            shots,
            seed,
            ..
        } = settings;
        let differs = |setting, found: String| BenchmarkError::OtherSettings {
            path: path.into(),
            setting,
            found,
        };
        if self.backend != *backend {
            Err(differs("backend", self.backend))
        } else if self.quick != *quick {
            Err(differs(
                "part of the suite",
                if self.quick { "quick" } else { "all" }.into(),
            ))
        } else if self.shots != *shots {
            Err(differs("number of shots", self.shots.to_string()))
        } else if seed.is_some_and(|seed| self.seed != seed) {
            Err(differs("seed", self.seed.to_string()))
        } else {
            Ok(self)
        }
    }
}

/// Does something with the job that runs circuits of a run: one measurement of the series with its identity.
pub fn with_job<T>(
    series: &str,
    circuits: &[&SuiteCircuit],
    shots: u64,
    work: impl FnOnce(&Job<'_>) -> T,
) -> T {
    let id = MeasurementId {
        series: series.into(),
        history: String::new(),
        name: format!(
            "benchmark {}",
            circuits.first().map_or("", |first| &first.name)
        ),
        attempt: 0,
    };
    let circuits: Vec<Circuit> = circuits
        .iter()
        .map(|circuit| circuit.circuit().clone())
        .collect();
    let shots = usize::try_from(shots).unwrap_or(usize::MAX);
    work(&Job::new(&circuits, shots).of_measurement(&id))
}

fn now() -> String {
    format!("{:.0}", Timestamp::now())
}

#[cfg(test)]
mod tests;
