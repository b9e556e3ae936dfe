use std::path::PathBuf;

use clap::{Args, Subcommand};

use super::backend::BackendParser;
use super::game::seed;
use super::{BackendName, RemoteOptions};

/// `benchmark`: how well a backend runs the circuits of games.
#[derive(Debug, Args)]
#[command(
    arg_required_else_help = true,
    args_conflicts_with_subcommands = true,
    after_help = "\
Examples:
  cheqqers benchmark --backend noisy:fez                       all circuits on a simulated device
  cheqqers benchmark --backend ionq:qpu.forte-1 --quick --dry-run  what it would send, and the price
  cheqqers benchmark --backend ibm:ibm_fez --quick --out fez   ten circuits on a real device
  cheqqers benchmark --verify fez                              every number again, from the counts
  cheqqers benchmark compare fez torino                        two results side by side
  cheqqers benchmark circuits suite                            the circuits as OpenQASM files
  cheqqers benchmark score counts.json                         score the counts of another program

The suite is fixed: circuits of 1 to 24 qubits from games, whose exact distributions are known. Of each
circuit the share of legal shots, the Hellinger fidelity and the total variation distance are computed,
and one score: 100 without noise, 0 for random bits. The folder gets all counts and jobs as JSON, a
report as Markdown and plots as SVG; after an interruption the same command goes on, and no job is sent
twice. The manual has a page on the numbers: 'cheqqers serve' has it at /manual."
)]
pub(crate) struct BenchmarkCommand {
    /// The action, if it is not to run the benchmark.
    #[command(subcommand)]
    pub(crate) action: Option<BenchmarkAction>,
    /// Backend to run the circuits on, as --backend of play
    #[arg(long, value_name = "NAME", value_parser = BackendParser,
          required_unless_present = "verify", conflicts_with = "verify")]
    pub(crate) backend: Option<BackendName>,
    /// Run only ten circuits of up to 8 qubits: enough for a first number, and for the free minutes of a service
    #[arg(long)]
    pub(crate) quick: bool,
    /// Number of shots of each circuit [default: 200]
    #[arg(long, value_name = "N", allow_negative_numbers = true,
          value_parser = clap::value_parser!(u64).range(20..=1_000_000))]
    pub(crate) shots: Option<u64>,
    /// Seed of a local backend; the same seed gives the same counts [default: a new one]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = seed)]
    pub(crate) seed: Option<u64>,
    /// Folder for the results; an unfinished run there is resumed [default: benchmark-NAME]
    #[arg(long, value_name = "DIR")]
    pub(crate) out: Option<PathBuf>,
    /// Check the results of a folder: compute every number again from the counts
    #[arg(long, value_name = "DIR")]
    pub(crate) verify: Option<PathBuf>,
    /// Print the results as a JSON object
    #[arg(long)]
    pub(crate) json: bool,
    /// Limits of remote jobs.
    #[command(flatten)]
    pub(crate) remote: RemoteOptions,
}

/// A name that can be shown.
fn device_name(text: &str) -> Result<String, &'static str> {
    if text.is_empty() || text.contains(char::is_control) {
        return Err("it is empty or has a control character");
    }
    Ok(text.to_owned())
}

/// Actions of `benchmark`.
#[derive(Debug, Subcommand)]
pub(crate) enum BenchmarkAction {
    /// Compare two results, circuit by circuit
    Compare {
        /// Folder of the first
        #[arg(value_name = "DIR")]
        first: PathBuf,
        /// Folder of the second
        #[arg(value_name = "DIR")]
        second: PathBuf,
    },
    /// Score counts that were measured by other means, and write the folder of a run
    Score {
        /// A JSON object: for each circuit by its name an object of counts, by bit strings whose first
        /// character is c[0]
        #[arg(value_name = "COUNTS")]
        counts: PathBuf,
        /// Name of the device [default: that of the file]
        #[arg(long, value_name = "NAME", value_parser = device_name)]
        name: Option<String>,
        /// Folder for the results [default: benchmark-NAME]
        #[arg(long, value_name = "DIR")]
        out: Option<PathBuf>,
        /// Print the results as a JSON object
        #[arg(long)]
        json: bool,
    },
    /// Print the JSON Schema of benchmark.json, and of what --json prints
    Schema,
    /// Write the circuits of the suite as OpenQASM files, with an index of the games that they come from
    Circuits {
        /// The folder to write to
        #[arg(value_name = "DIR")]
        out: PathBuf,
    },
}
