//! Circuits of files, run here.

mod compare;
mod report;
mod run;

use std::fs::File;
use std::io::{self, BufWriter, Read, Write};
use std::num::NonZero;
use std::path::Path;
use std::thread;

use cheqqers_circuit::Circuit;
use cheqqers_players::{Stream, generator};

use crate::args::Simulate;
use crate::setup::new_seed;
use crate::{CliError, interrupt};
use report::{Drawn, Report};
use run::Run;

/// The most bytes of a text: more than the longest circuit that is read.
const MAX_BYTES: u64 = 64 << 20;

/// How many shots there are where nobody says.
const SHOTS: u64 = 1024;

/// Reads a circuit, runs it and prints what it gives.
pub(crate) fn run(args: &Simulate) -> Result<(), CliError> {
    interrupt::leave(|| ());
    let text = text(&args.file)?;
    let parsed = cheqqers_qasm::read(&text).map_err(|source| CliError::ReadCircuit {
        path: args.file.clone(),
        source,
    })?;
    if let Some(backend) = &args.backend {
        return compare::run(args, &parsed.circuit, backend);
    }
    // More threads than cores only wait for each other.
    let cores = thread::available_parallelism().map_or(1, NonZero::get);
    let threads = args.threads.map_or(cores, usize::from).min(cores);
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
    let pool = pool.map_err(|error| CliError::Threads {
        threads,
        source: io::Error::other(error),
    })?;
    let report = pool.install(|| report(args, &parsed.circuit))?;
    print(&report, args.json).map_err(CliError::Output)
}

/// What stands in a file, or comes from standard input.
fn text(path: &Path) -> Result<String, CliError> {
    let bytes = if path == Path::new("-") {
        bytes(io::stdin().lock()).map_err(CliError::Input)?
    } else {
        let bytes = File::open(path).and_then(bytes);
        bytes.map_err(|source| CliError::Read {
            path: path.to_owned(),
            source,
        })?
    };
    if bytes.len() as u64 > MAX_BYTES {
        return Err(CliError::TooLarge {
            path: path.to_owned(),
            limit: MAX_BYTES,
        });
    }
    String::from_utf8(bytes).map_err(|error| CliError::NotText {
        path: path.to_owned(),
        byte: error.utf8_error().valid_up_to() + 1,
    })
}

/// What comes from somewhere, up to one byte more than is read: some files have no end.
fn bytes(from: impl Read) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    from.take(MAX_BYTES + 1).read_to_end(&mut bytes)?;
    Ok(bytes)
}

fn report(args: &Simulate, circuit: &Circuit) -> Result<Report, CliError> {
    let failed = |source| CliError::Simulate {
        path: args.file.clone(),
        num_qubits: largest(circuit),
        source,
    };
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
            Some(Drawn {
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

/// How many qubits the largest component has.
fn largest(circuit: &Circuit) -> usize {
    let parts = circuit.parts().into_iter();
    parts.map(|(qubits, _)| qubits.len()).max().unwrap_or(0)
}

fn print(report: &Report, json: bool) -> io::Result<()> {
    let mut out = BufWriter::new(io::stdout().lock());
    if json {
        writeln!(out, "{}", report.to_json())?;
    } else {
        write!(out, "{report}")?;
    }
    out.flush()
}
