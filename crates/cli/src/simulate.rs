//! Circuits of files, run on simulators and backends.

mod branches;
mod compare;
mod error;
mod includes;
mod observables;
mod report;
mod run;
mod source;

use std::io;
use std::num::NonZero;
use std::path::Path;
use std::thread;

use cheqqers_arena::ThreadsError;
use cheqqers_circuit::Circuit;
use cheqqers_players::{Stream, generator};

use self::error::SimulateError;
use self::report::{Report, ShotCounts};
use self::run::Run;
use self::source::Source;
use crate::args::Simulate;
use crate::error::Failure;
use crate::files::{MAX_DATA, read_text, text_within};
use crate::interrupt;
use crate::progress::WorkProgress;
use crate::setup::new_seed;
use crate::stdio::print;

/// Number of shots on a local simulator or backend by default.
const SHOTS: u64 = 1024;

/// Reads a circuit, runs it and prints its counts or probabilities.
pub(crate) fn run(args: &Simulate) -> Result<(), Failure> {
    interrupt::exit_on_signals(|| ());
    let text = text(&args.file)?;
    let source = Source::read(args, &text)?;
    if let (Some(backend), Source::Static(circuit)) = (&args.backend, &source) {
        return compare::run(args, circuit, backend, SHOTS);
    }
    // More threads than cores only wait for each other.
    let cores = thread::available_parallelism().map_or(1, NonZero::get);
    let threads = args.threads.map_or(cores, usize::from).min(cores);
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
    let pool = pool.map_err(|error| ThreadsError {
        threads,
        source: io::Error::other(error),
    })?;
    let progress = WorkProgress::spinner("simulating");
    let report = pool.install(|| match &source {
        Source::Static(circuit) => report(args, circuit),
        Source::Dynamic(circuit, inputs) => branches::report(args, circuit, inputs, SHOTS),
    })?;
    drop(progress);
    print(if args.json {
        format!("{}\n", report.to_json())
    } else {
        report.to_string()
    })
}

/// The text of a file, or of standard input.
fn text(path: &Path) -> Result<String, Failure> {
    if path == Path::new("-") {
        let name = Path::new("standard input");
        return Ok(text_within(name, MAX_DATA, io::stdin().lock())?);
    }
    Ok(read_text(path, MAX_DATA)?)
}

fn report(args: &Simulate, circuit: &Circuit) -> Result<Report, Failure> {
    let failed = |source| SimulateError::new(&args.file, circuit, source);
    let run = Run::new(circuit, args.simulator, args.precision, args.repeat).map_err(failed)?;
    let shots = match args.shots {
        _ if !args.observables.is_empty() => None,
        None if args.probabilities => None,
        shots => Some(shots.unwrap_or(SHOTS)),
    };
    let drawn = match shots {
        None => None,
        Some(shots) => {
            let seed = args.seed.map_or_else(new_seed, Ok)?;
            let counts = run.counts(shots, &mut generator(seed, Stream::Measurements));
            Some(ShotCounts {
                seed,
                shots,
                counts,
            })
        }
    };
    let (observables, estimated) = observables::values(args, circuit, &run)?;
    let probabilities = args.probabilities.then(|| run.probabilities()).transpose();
    Ok(Report {
        qubits: circuit.num_qubits(),
        gates: circuit.gates().count(),
        components: Some(run.components()),
        branches: None,
        simulator: run.simulator(),
        reason: Some(run.reason().to_owned()),
        precision: run.precision(),
        seconds: run.seconds(),
        drawn,
        probabilities: probabilities.map_err(failed)?,
        observables,
        estimated,
    })
}
