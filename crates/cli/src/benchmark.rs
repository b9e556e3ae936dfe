//! A benchmark of backends, made of the circuits of games.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use cheqqers_backend::Backend;
use cheqqers_benchmark::{
    Analysis, Benchmark, BenchmarkError, BenchmarkRun, BenchmarkSettings, CountsByName, SCHEMA,
    Suite, SuiteCircuit, comparison, with_job,
};
use cheqqers_circuit::counted;
use cheqqers_files::Existing;
use cheqqers_measure::MeasurerKind;
use cheqqers_remote::{Journal, Profile, Remote};
use thiserror::Error;

use crate::args::{BackendName, BenchmarkAction, BenchmarkCommand};
use crate::error::{CommandError, Failure};
use crate::files::{MAX_DATA, check_free, create_folder, read_text, write};
use crate::interrupt;
use crate::progress::WorkProgress;
use crate::remote::{RemoteSetupError, backend_advice, chosen_for, remote_series};
use crate::setup::new_identity;
use crate::stdio::print;

/// Number of shots of a circuit.
const SHOTS: u64 = 200;

/// Error of a file with counts.
#[derive(Debug, Error)]
#[error("{} has no counts by circuit and bit string", path.display())]
struct CountsError {
    path: PathBuf,
    #[source]
    source: serde_json::Error,
}

impl CommandError for CountsError {
    fn advice(&self) -> Option<&'static str> {
        Some(
            r#"Write {"size-02-1": {"01": 97, "10": 103}, ...}, with the circuits of 'cheqqers benchmark circuits'."#,
        )
    }
}

impl CommandError for BenchmarkError {
    fn advice(&self) -> Option<&'static str> {
        Some(match self {
            Self::Write { .. } => {
                "Check that the folder may be written to and has room; counts that were taken are kept."
            }
            Self::Read { .. } => {
                "Name the folder of a result, as --out of 'cheqqers benchmark' was."
            }
            Self::Damaged { .. } => "Get the folder again, or run the benchmark in another one.",
            Self::UnknownCircuit { .. } | Self::Bits { .. } | Self::Incomplete { .. } => {
                "'cheqqers benchmark circuits' writes the circuits, and suite.json which are of the quick part."
            }
            Self::Occupied { .. } => "Choose another --out.",
            Self::InUse { .. } => "Wait for it, or choose another --out.",
            Self::OtherSettings { .. } => {
                "Give the same settings to go on with it, or choose another --out."
            }
            Self::Unfinished { .. } => "Run the same command again to finish it.",
            Self::Unverified { .. } => "The file was changed or damaged: don't trust its numbers.",
            Self::Backend { source, .. } => return backend_advice(source),
            _ => return None,
        })
    }
}

/// Runs the benchmark, or shows what it gave.
pub(crate) fn run(args: &BenchmarkCommand) -> Result<(), Failure> {
    match (&args.action, &args.verify, &args.backend) {
        (Some(BenchmarkAction::Compare { first, second }), ..) => print(comparison(
            &Benchmark::verify(first)?,
            &Benchmark::verify(second)?,
        )?),
        (Some(BenchmarkAction::Circuits { out }), ..) => circuits(out),
        (
            Some(BenchmarkAction::Score {
                counts,
                name,
                out,
                json,
            }),
            ..,
        ) => score(counts, name.as_deref(), out.as_deref(), *json),
        (Some(BenchmarkAction::Schema), ..) => print(SCHEMA),
        (None, Some(folder), _) => {
            let benchmark = Benchmark::verify(folder)?;
            show(&benchmark, folder, args.json)
        }
        (None, None, Some(backend)) => measure(args, backend),
        (None, None, None) => unreachable!("the parser wants a backend"),
    }
}

/// Scores the counts of a file.
fn score(path: &Path, name: Option<&str>, out: Option<&Path>, json: bool) -> Result<(), Failure> {
    let text = read_text(path, MAX_DATA)?;
    let counts: CountsByName = serde_json::from_str(&text).map_err(|source| CountsError {
        path: path.to_owned(),
        source,
    })?;
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let name = name.unwrap_or(&stem);
    let folder = out.map_or_else(|| default_folder(name), Path::to_owned);
    let benchmark = BenchmarkRun::of_counts(&folder, name, new_identity()?, &counts)?;
    show(&benchmark, &folder, json)
}

/// Runs all circuits that have no counts yet.
fn measure(args: &BenchmarkCommand, backend: &BackendName) -> Result<(), Failure> {
    interrupt::exit_on_signals(|| ());
    let backend = chosen_for(backend.clone(), args.remote.dry_run)?;
    let name = backend.to_string();
    let folder = args.out.clone().unwrap_or_else(|| default_folder(&name));
    let settings = BenchmarkSettings {
        backend: name.clone(),
        quick: args.quick,
        shots: args.shots.unwrap_or(SHOTS),
        seed: args.seed,
        identity: new_identity()?,
    };
    if let (BackendName::Remote(name, profile), true) = (&backend, args.remote.dry_run) {
        let mut remote = remote_series(name, profile, &args.remote, &settings.identity)?;
        let circuits = Suite::v1().chosen(args.quick);
        return dry_run(&mut remote, &circuits, settings.shots);
    }
    let mut run = BenchmarkRun::open(&folder, &settings)?;
    match &backend {
        BackendName::Here(kind) => local(&mut run, *kind)?,
        BackendName::Remote(name, profile) => {
            let measured = remotely(&mut run, name, profile, args);
            if measured.is_err() && !run.is_resumed() && has_no_jobs(run.benchmark().series()) {
                run.abandon();
                return measured;
            }
            measured?;
        }
    }
    let benchmark = run.finish()?;
    show(&benchmark, &folder, args.json)
}

/// Runs circuit by circuit, each with a generator of its own: an interrupted run goes on with the same counts.
fn local(run: &mut BenchmarkRun, kind: MeasurerKind) -> Result<(), Failure> {
    let left = run.left();
    let progress = WorkProgress::bar(left.len() as u64, "circuits");
    for (circuit, number) in left.into_iter().zip(0..) {
        progress.set(number);
        let mut here = kind.circuit_backend(run.generator(circuit));
        run.measure(&mut *here, &[circuit])?;
    }
    Ok(())
}

/// Runs all circuits that are left as one measurement of a service.
fn remotely(
    run: &mut BenchmarkRun,
    name: &str,
    profile: &Profile,
    args: &BenchmarkCommand,
) -> Result<(), Failure> {
    let series = run.benchmark().series().to_owned();
    let mut remote = remote_series(name, profile, &args.remote, &series)?;
    if run.is_resumed() {
        // The job store may be another one.
        remote = remote.resumed();
    }
    remote
        .tell_of_open_jobs()
        .map_err(RemoteSetupError::Journal)?;
    let left = run.left();
    if !left.is_empty() {
        announce(&mut remote, &series, &left, run.benchmark().shots)?;
        if run.is_resumed() {
            let _ = writeln!(
                io::stderr(),
                "Jobs that were sent already are not sent again."
            );
        }
    }
    run.measure(&mut remote, &left)?;
    remote.end_series(&series);
    Ok(())
}

/// Returns `true` if no job of a series was sent, as far as this computer knows.
fn has_no_jobs(series: &str) -> bool {
    let jobs = Journal::of_user().and_then(|journal| journal.of_series(series));
    jobs.is_ok_and(|jobs| jobs.is_empty())
}

/// Says how many jobs there will be, and their price.
fn announce(
    remote: &mut Remote,
    series: &str,
    circuits: &[&SuiteCircuit],
    shots: u64,
) -> Result<(), BenchmarkError> {
    let backend = remote.name().to_owned();
    let quoted = with_job(series, circuits, shots, |job| remote.quote_all(job));
    let (jobs, total) = quoted.map_err(|source| BenchmarkError::Backend {
        backend: backend.clone(),
        source,
    })?;
    let circuits = counted(circuits.len(), "circuit");
    // Standard error may be closed.
    let _ = writeln!(
        io::stderr(),
        "{backend}: {circuits} in {}, {total}",
        counted(jobs, "job")
    );
    Ok(())
}

/// Shows what would be sent, and its price.
fn dry_run(remote: &mut Remote, circuits: &[&SuiteCircuit], shots: u64) -> Result<(), Failure> {
    announce(remote, "", circuits, shots)?;
    let backend = remote.name().to_owned();
    match with_job("", circuits, shots, |job| remote.run(job)) {
        Err(source) if !source.is_dry_run() => {
            Err(BenchmarkError::Backend { backend, source }.into())
        }
        _ => Ok(()),
    }
}

/// Prints the results in a few lines, or as JSON.
fn show(benchmark: &Benchmark, folder: &Path, json: bool) -> Result<(), Failure> {
    let Some(analysis) = &benchmark.analysis else {
        return Ok(());
    };
    if json {
        let value = serde_json::to_value(benchmark).expect("the result is JSON");
        return print(format!("{value}\n"));
    }
    let score = analysis.score;
    let mut text = format!(
        "{:<26}{}\n{:<26}{:.1} ({:.1} to {:.1})\n{:<26}{}\n{:<26}{}\n{:<26}{}\n\n",
        "backend",
        benchmark.backend,
        "score",
        score.value,
        score.low,
        score.high,
        "size",
        size(analysis),
        "measurements undisturbed",
        analysis.measurements.percent(),
        "plies undisturbed",
        analysis.plies.percent(),
    );
    text.push_str("qubits  legal shots               fidelity of legal shots   passes\n");
    text.extend(analysis.sizes.iter().map(|size| {
        let (legal, fidelity) = (size.legal.percent(), size.legal_fidelity.percent());
        let passes = if size.passes { "yes" } else { "no" };
        format!("{:>6}  {legal:<26}{fidelity:<26}{passes}\n", size.qubits)
    }));
    print(format!("{text}\n{}\n", folder.display()))
}

/// The size, and whether the suite ends there.
fn size(analysis: &Analysis) -> String {
    let largest = analysis.sizes.last().map(|size| size.qubits);
    let more = if largest == Some(analysis.size) {
        ", the largest that was run"
    } else {
        ""
    };
    format!("{}{more}", analysis.size)
}

/// Writes the circuits, each as a file, and their index.
fn circuits(out: &Path) -> Result<(), Failure> {
    let suite = Suite::v1();
    create_folder(out)?;
    let mut files: Vec<(PathBuf, &str)> = vec![(out.join("suite.json"), suite.index)];
    let circuits = suite.circuits.iter();
    files.extend(
        circuits.map(|circuit| (out.join(&circuit.name).with_extension("qasm"), circuit.qasm)),
    );
    files.retain(|(path, text)| fs::read(path).ok().as_deref() != Some(text.as_bytes()));
    for (path, _) in &files {
        check_free(path, Existing::Refuse)?;
    }
    for (path, text) in &files {
        write(path, text.as_bytes(), Existing::Refuse)?;
    }
    print(format!("{}\n", out.display()))
}

/// A folder named after a backend, whose name may have characters that no folder has.
fn default_folder(backend: &str) -> PathBuf {
    let plain = |c: char| {
        if c.is_ascii_alphanumeric() || "-_.".contains(c) {
            c
        } else {
            '-'
        }
    };
    PathBuf::from(format!(
        "benchmark-{}",
        backend.chars().map(plain).collect::<String>()
    ))
}
