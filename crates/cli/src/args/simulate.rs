use std::path::PathBuf;

use cheqqers_program::{Observable, ObservableError};
use clap::{Args, ValueEnum};
use thiserror::Error;

use super::backend::BackendParser;
use super::game::seed;
use super::{BackendName, RemoteOptions};

/// `simulate`: circuits of OpenQASM files.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  cheqqers simulate split.qasm                         1024 shots
  cheqqers simulate split.qasm --probabilities         exact probabilities instead
  cheqqers export --moves \"c3^b4d4\" | cheqqers simulate - --shots 100 --seed 7 --json
  cheqqers simulate big.qasm --repeat 9 --threads 4    the time it takes
  cheqqers simulate split.qasm --backend noisy:fez     counts of a backend and exact probabilities
  cheqqers simulate ansatz.qasm --set theta=pi/8       the value of an 'input' of the file
  cheqqers simulate split.qasm --observable \"Z0 Z1 + 0.5 X2\"

The input is OpenQASM 3 or 2 as 'cheqqers export' writes it, or as other toolkits write gates,
definitions of gates and measurements. In every string of bits the first character is bit 0: the
first of the first register of bits. A circuit that measures nothing is read out on every qubit.

Circuits that measure in the middle, reset qubits or decide by results are run branch by branch, where
a result makes a difference. Exact probabilities leave out branches up to 1e-12 and print what they
omit; shots take time by the number of different branches.

An observable is a sum of products of X, Y and Z, each before the number of its qubit, with
coefficients. A product such as XXZI names all qubits in order, qubit 0 first. Measurements that
nothing later depends on are left undone.

With --backend the circuit is run as it is written, and the total variation distance between the
counts and the exact probabilities is printed: 0 where they agree, 1 where they are disjoint. Of N
shots without any fault it is about sqrt(K / (2 pi N)) for K equally probable outcomes.")]
pub(crate) struct Simulate {
    /// An OpenQASM file; - is standard input
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    /// Number of shots, up to 10^9 [default: 1024, none with --probabilities, 200 on a remote
    /// backend]
    #[arg(long, value_name = "N", allow_negative_numbers = true,
          value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    pub(crate) shots: Option<u64>,
    /// Seed of the shots; the same seed gives the same shots [default: a new one]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = seed)]
    pub(crate) seed: Option<u64>,
    /// Print the exact probability of each outcome, those above 1e-12
    #[arg(long)]
    pub(crate) probabilities: bool,
    /// Print the expectation value of this observable, as in "Z0 Z1 + 0.5 X2 - 2", instead of counts:
    /// the exact one, or with --shots an estimate from so many shots in each basis, with its standard
    /// error. Can be repeated
    #[arg(long = "observable", value_name = "SUM", allow_hyphen_values = true,
          value_parser = observable, conflicts_with = "backend")]
    pub(crate) observables: Vec<Observable>,
    /// Value of an input that the file declares, a constant expression as in theta=pi/2. Can be
    /// repeated
    #[arg(long = "set", value_name = "NAME=VALUE", value_parser = input)]
    pub(crate) inputs: Vec<(String, String)>,
    /// Run the gates so many times, and print the median of the times taken
    #[arg(long, value_name = "K", allow_negative_numbers = true, default_value_t = 1,
          value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) repeat: u32,
    /// Number of threads of the dense simulator, at most one for each core, which is the default
    #[arg(long, value_name = "T", allow_negative_numbers = true, value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) threads: Option<u16>,
    /// The simulator, which runs each component apart [default: the sparse one, and the dense one, up
    /// to 28 qubits, from where there are too many amplitudes for the sparse one to be quicker]
    #[arg(long, value_name = "NAME")]
    pub(crate) simulator: Option<SimulatorName>,
    /// Precision of the dense simulator, which single chooses: half of the time and memory. The
    /// sparse one is always double
    #[arg(
        long,
        value_name = "NAME",
        default_value = "double",
        conflicts_with = "backend"
    )]
    pub(crate) precision: PrecisionName,
    /// Run the circuit on this backend, as --backend of play, and show its counts beside the exact
    /// probabilities, with the distance between them
    #[arg(long, value_name = "NAME", value_parser = BackendParser,
          conflicts_with_all = ["probabilities", "repeat"])]
    pub(crate) backend: Option<BackendName>,
    /// Limits of remote jobs.
    #[command(flatten)]
    pub(crate) remote: RemoteOptions,
    /// Print a JSON object
    #[arg(long)]
    pub(crate) json: bool,
}

/// A text that is not a name and a value.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("write NAME=VALUE, as in theta=pi/2")]
struct ParseInputError;

fn input(text: &str) -> Result<(String, String), ParseInputError> {
    let (name, value) = text.split_once('=').ok_or(ParseInputError)?;
    let (name, value) = (name.trim(), value.trim());
    if name.is_empty() || value.is_empty() {
        return Err(ParseInputError);
    }
    Ok((name.to_owned(), value.to_owned()))
}

fn observable(text: &str) -> Result<Observable, ObservableError> {
    text.parse()
}

/// Precision of amplitudes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum PrecisionName {
    /// About 16 digits
    Double,
    /// About 7 digits
    Single,
}

/// A simulator of this program.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum SimulatorName {
    /// All amplitudes, up to 28 qubits
    Dense,
    /// The amplitudes that are not zero, up to 128 qubits
    Sparse,
}
