//! Circuits of files, run on simulators and backends.

mod compare;
mod error;
mod report;
mod run;

use std::fs::File;
use std::io::{self, Read};
use std::num::NonZero;
use std::path::Path;
use std::thread;

use cheqqers_arena::ThreadsError;
use cheqqers_circuit::Circuit;
use cheqqers_players::{Stream, generator};

use self::error::SimulateError;
use self::report::{Report, ShotCounts};
use self::run::Run;
use crate::args::Simulate;
use crate::error::Failure;
use crate::files::FileError;
use crate::interrupt;
use crate::setup::new_seed;
use crate::stdio::{InputError, print};

/// The most bytes of a text: more than the longest circuit that is read.
const MAX_BYTES: u64 = 64 << 20;

/// Number of shots on a local simulator or backend by default.
const SHOTS: u64 = 1024;

/// Reads a circuit, runs it and prints its counts or probabilities.
pub(crate) fn run(args: &Simulate) -> Result<(), Failure> {
    interrupt::exit_on_interrupt(|| ());
    let text = text(&args.file)?;
    let parsed = cheqqers_qasm::read(&text).map_err(|source| SimulateError::Unreadable {
        path: args.file.clone(),
        source,
    })?;
    if let Some(backend) = &args.backend {
        return compare::run(args, &parsed.circuit, backend, SHOTS);
    }
    // More threads than cores only wait for each other.
    let cores = thread::available_parallelism().map_or(1, NonZero::get);
    let threads = args.threads.map_or(cores, usize::from).min(cores);
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
    let pool = pool.map_err(|error| ThreadsError {
        threads,
        source: io::Error::other(error),
    })?;
    let report = pool.install(|| report(args, &parsed.circuit))?;
    print(if args.json {
        format!("{}\n", report.to_json())
    } else {
        report.to_string()
    })
}

/// The text of a file, or of standard input.
fn text(path: &Path) -> Result<String, Failure> {
    let bytes = if path == Path::new("-") {
        bytes(io::stdin().lock()).map_err(InputError)?
    } else {
        let bytes = File::open(path).and_then(bytes);
        bytes.map_err(|source| FileError::read(path, source))?
    };
    if bytes.len() as u64 > MAX_BYTES {
        return Err(SimulateError::TooLarge {
            path: path.to_owned(),
            limit: MAX_BYTES,
        }
        .into());
    }
    let text = String::from_utf8(bytes).map_err(|error| SimulateError::NotText {
        path: path.to_owned(),
        byte: error.utf8_error().valid_up_to() + 1,
    })?;
    Ok(text)
}

/// Reads at most one byte more than a text may have: some files have no end.
fn bytes(from: impl Read) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    from.take(MAX_BYTES + 1).read_to_end(&mut bytes)?;
    Ok(bytes)
}

fn report(args: &Simulate, circuit: &Circuit) -> Result<Report, Failure> {
    let failed = |source| SimulateError::new(&args.file, circuit, source);
    let run = Run::new(circuit, args.simulator, args.precision, args.repeat).map_err(failed)?;
    let shots = match args.shots {
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
    let probabilities = args.probabilities.then(|| run.probabilities()).transpose();
    Ok(Report {
        qubits: circuit.num_qubits(),
        gates: circuit.gates().count(),
        components: run.components(),
        simulator: run.simulator(),
        precision: run.precision(),
        seconds: run.seconds(),
        drawn,
        probabilities: probabilities.map_err(failed)?,
    })
}
