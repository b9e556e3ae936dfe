//! Circuits of files, run here.

mod report;
mod run;

use std::fs;
use std::io::{self, Read, Write};
use std::path::Path;

use cheqqers_players::{Stream, generator};

use crate::args::Simulate;
use crate::setup::new_seed;
use crate::{CliError, interrupt};
use report::{Drawn, Report};
use run::Run;

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
    let report = match args.threads {
        None => report(args, &parsed.circuit)?,
        Some(threads) => {
            let threads = usize::from(threads);
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
            let pool = pool.map_err(|error| CliError::Threads {
                threads,
                source: io::Error::other(error),
            })?;
            pool.install(|| report(args, &parsed.circuit))?
        }
    };
    print(&report, args.json).map_err(CliError::Output)
}

/// What stands in a file, or comes from standard input.
fn text(path: &Path) -> Result<String, CliError> {
    if path == Path::new("-") {
        let mut text = String::new();
        let input = io::stdin().lock().read_to_string(&mut text);
        return input.map(|_| text).map_err(CliError::Input);
    }
    fs::read_to_string(path).map_err(|source| CliError::Read {
        path: path.to_owned(),
        source,
    })
}

fn report(args: &Simulate, circuit: &cheqqers_circuit::Circuit) -> Result<Report, CliError> {
    let failed = |source| CliError::Simulate {
        path: args.file.clone(),
        source,
    };
    let run = Run::new(circuit, args.simulator, args.repeat).map_err(failed)?;
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
    Ok(Report {
        qubits: circuit.num_qubits(),
        gates: circuit.gates().count(),
        simulator: run.simulator(),
        seconds: run.seconds(),
        drawn,
        probabilities: args.probabilities.then(|| run.probabilities()),
    })
}

fn print(report: &Report, json: bool) -> io::Result<()> {
    let mut out = io::stdout().lock();
    if json {
        writeln!(out, "{}", report.to_json())?;
    } else {
        write!(out, "{report}")?;
    }
    out.flush()
}
