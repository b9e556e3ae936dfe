use std::fmt;
use std::path::PathBuf;

use cheqqers_circuit::Optimization;
use clap::{Args, ValueEnum};

use super::GameOptions;

/// `export`: circuits for other toolkits.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  cheqqers export --moves \"c3^b4d4\"                   OpenQASM 3 on standard output
  cheqqers export --moves \"c3^b4d4\" --format braket   for Amazon Braket
  cheqqers export --moves \"c3^b4d4\" --format svg > split.svg
  cheqqers export game.jsonl --ply 12 --square d4      of a recorded game
  cheqqers export game.jsonl -o circuits/              every component, a file each
  cheqqers export game.jsonl --format pdn > game.qpdn  the game as a draughts record
  cheqqers export game.qpdn --format record            and back

A file is named after the first square of its component, or as the recorded game, with .pdn at
level 0 and .qpdn above. In every string of bits the first
character is bit 0, and comments name the square of each qubit and bit.")]
pub(crate) struct Export {
    /// A recorded game, as JSON Lines or a draughts record; without one the circuit is that after
    /// --moves
    #[arg(value_name = "FILE", conflicts_with_all = [
        "game", "set", "level", "size", "rows", "entanglement", "draw_after", "moves", "outcomes",
        "position", "seed", "backend",
    ])]
    pub(crate) file: Option<PathBuf>,
    /// After which ply of the recorded game [default: the last]
    #[arg(
        long,
        value_name = "N",
        allow_negative_numbers = true,
        requires = "file"
    )]
    pub(crate) ply: Option<u32>,
    /// What to write
    #[arg(long, value_name = "FORMAT", default_value = "qasm3")]
    pub(crate) format: Format,
    /// Only the component of this square [default: every one]
    #[arg(long, value_name = "SQUARE")]
    pub(crate) square: Option<String>,
    /// Write a file for each component to this folder, replacing files of the same name
    #[arg(short, long, value_name = "DIR")]
    pub(crate) output: Option<PathBuf>,
    /// Leave out the measurements
    #[arg(long)]
    pub(crate) no_measure: bool,
    /// How far the circuit is shortened: 1 keeps every bit measured by itself, 2 leaves exclusive
    /// ors at the end to whoever reads the bits, and says which
    #[arg(long, value_name = "N", default_value = "0")]
    pub(crate) optimize: Optimize,
    /// Write split and merge of the paper's encoding out instead of defining them
    #[arg(long)]
    pub(crate) flat: bool,
    /// The game.
    #[command(flatten)]
    pub(crate) game: GameOptions,
}

/// What `export` writes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum Format {
    /// OpenQASM 3, as nearly every toolkit reads it
    Qasm3,
    /// OpenQASM 2
    Qasm2,
    /// OpenQASM 3 for Amazon Braket
    Braket,
    /// OpenQASM 3 for IonQ
    Ionq,
    /// OpenQASM 3 for IBM's machines: physical qubits and the gates of a Heron processor
    Ibm,
    /// JSON that Quirk imports, for up to 16 qubits
    Quirk,
    /// The address that opens the circuit in Quirk
    QuirkUrl,
    /// JSON for programs, with the exact probabilities
    Json,
    /// A drawing
    Text,
    /// A drawing for slides
    Svg,
    /// A drawing for papers: LaTeX with quantikz2
    Latex,
    /// The game as a draughts record (QPDN); what says which circuit, and how, says nothing of it
    Pdn,
    /// The game as JSON Lines, as 'play --record' writes it
    Record,
}

impl Format {
    /// How the names of files end; of games it is more than the format that decides.
    pub(crate) fn extension(self) -> &'static str {
        match self {
            Self::Qasm3 | Self::Qasm2 | Self::Braket | Self::Ionq | Self::Ibm => "qasm",
            Self::Quirk | Self::Json => "json",
            Self::Text | Self::QuirkUrl => "txt",
            Self::Svg => "svg",
            Self::Latex => "tex",
            Self::Pdn => "qpdn",
            Self::Record => "jsonl",
        }
    }
}

/// How far `export` shortens a circuit.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum Optimize {
    /// Not at all
    #[value(name = "0")]
    Off,
    /// Fewer gates, every bit measured by itself
    #[value(name = "1")]
    Gates,
    /// Fewer still, exclusive ors at the end left to whoever reads the bits
    #[value(name = "2")]
    Folded,
}

impl Optimize {
    pub(crate) fn level(self) -> Optimization {
        match self {
            Self::Off => Optimization::Off,
            Self::Gates => Optimization::Gates,
            Self::Folded => Optimization::Folded,
        }
    }
}

impl fmt::Display for Optimize {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Off => "0",
            Self::Gates => "1",
            Self::Folded => "2",
        })
    }
}
