use std::fmt;
use std::path::PathBuf;
use std::sync::LazyLock;

use cheqqers_circuit::Optimization;
use cheqqers_qasm::GroupNotes;
use cheqqers_session::CircuitFormat;
use clap::builder::PossibleValue;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::parser::ValueSource;
use clap::{ArgMatches, Args, Command, ValueEnum};

use super::GameOptions;

/// `export`: circuits for other toolkits.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  cheqqers export --moves \"c3^b4d4\"                   OpenQASM 3 on standard output
  cheqqers export --moves \"c3^b4d4\" --format braket   for Amazon Braket
  cheqqers export --moves \"c3^b4d4\" --format svg > split.svg
  cheqqers export --moves \"c3^b4d4\" --format board > board.svg
  cheqqers export --moves \"c3^b4d4\" --format png > board.png
  cheqqers export --moves \"c3^b4d4\" --format ibm --device torino --optimize 1
  cheqqers export game.jsonl --ply 12 --square d4      of a recorded game
  cheqqers export game.jsonl -o circuits/              every component, a file each
  cheqqers export game.jsonl --ply 12 --last-ply       what was run to measure this ply
  cheqqers export game.jsonl --square d4 --gate-moves annotations
  cheqqers export game.jsonl --format pdn > game.qpdn  the game as a draughts record
  cheqqers export game.pdn --format record             one of classical draughts as a record
  cheqqers export game.jsonl --format online           moves as the authors' page writes them

A file is named after the first square of its component, or as the recorded game, with .pdn at
level 0 and .qpdn above, or .txt for online. A game and a board take none of the options of circuits, such as --square. Where
nothing is in superposition, svg draws the board. In every string of bits the first character is bit 0,
and comments name the square of each qubit and bit.")]
pub(crate) struct Export {
    /// A recorded game, as JSON Lines or a draughts record [default: the position after --moves]
    #[arg(value_name = "FILE", conflicts_with_all = [
        "game", "set", "level", "size", "rows", "entanglement", "draw_after", "moves", "outcomes",
        "position", "seed", "backend",
    ])]
    pub(crate) file: Option<PathBuf>,
    /// The ply of the recorded game after which the position is taken [default: the last]
    #[arg(
        long,
        value_name = "N",
        allow_negative_numbers = true,
        requires = "file",
        // What conflicts with the file makes clap forget that it is required.
        conflicts_with_all = ["moves", "outcomes", "position"]
    )]
    pub(crate) ply: Option<u32>,
    /// The format to write
    #[arg(long, value_name = "FORMAT", default_value = "qasm3")]
    pub(crate) format: Format,
    /// Only the component of this square [default: every one]
    #[arg(long, value_name = "SQUARE")]
    pub(crate) square: Option<String>,
    /// The circuits that the last ply ran instead of those of the position after it: of each component
    /// that it measured, or else that its gates acted on
    #[arg(long)]
    pub(crate) last_ply: bool,
    /// Write a file for each component to this folder, replacing files of the same name
    #[arg(short, long, value_name = "DIR")]
    pub(crate) output: Option<PathBuf>,
    /// Place the circuit on a device, on the qubits with the fewest errors by its calibration: torino,
    /// fez or pittsburgh, or a file that describes one; only with --format ibm
    #[arg(long, value_name = "NAME|FILE")]
    pub(crate) device: Option<String>,
    /// Leave out the measurements
    #[arg(long)]
    pub(crate) no_measure: bool,
    /// Level of optimization: 1 keeps every bit measured by itself, 2 leaves exclusive ors at the end
    /// to classical post-processing, and lists them in comments
    #[arg(long, value_name = "N", default_value = "0")]
    pub(crate) optimize: Optimize,
    /// Form in which OpenQASM tells which move made which gates; json tells it of each gate, unless this
    /// is none
    #[arg(long, value_name = "FORM", default_value = "comments")]
    pub(crate) gate_moves: GateMoves,
    /// Write out split and merge of the paper's encoding instead of defining them as gates
    #[arg(long)]
    pub(crate) flat: bool,
    /// Game, start and backend.
    #[command(flatten)]
    pub(crate) game: GameOptions,
}

/// Options that apply to circuits alone.
const OF_CIRCUITS: [&str; 8] = [
    "square",
    "last_ply",
    "no_measure",
    "optimize",
    "gate_moves",
    "flat",
    "encoding",
    "device",
];

impl Export {
    /// Checks that no option of circuits is given where a game is written, and no device where the
    /// format has none; derived parsers can't.
    ///
    /// # Errors
    /// Returns an error if one is given, as an error of `command`, which is that of `export`.
    pub(crate) fn check(matches: &ArgMatches, command: &mut Command) -> Result<(), clap::Error> {
        let Some(format) = matches.get_one::<Format>("format") else {
            return Ok(());
        };
        let refused: &[&str] = match format {
            Format::Board(_) | Format::Game(_) => &OF_CIRCUITS,
            Format::Circuit(CircuitFormat::Ibm) => &[],
            Format::Circuit(_) => &["device"],
        };
        let is_given = |id: &&&str| matches.value_source(id) == Some(ValueSource::CommandLine);
        let Some(&id) = refused.iter().find(is_given) else {
            return Ok(());
        };
        let given = command.get_arguments().find(|arg| arg.get_id() == id);
        let given = given.map_or_else(|| id.to_owned(), ToString::to_string);
        let format = format.to_possible_value();
        let format = format.as_ref().map_or("", PossibleValue::get_name);
        let mut error = clap::Error::new(ErrorKind::ArgumentConflict).with_cmd(command);
        error.insert(ContextKind::InvalidArg, ContextValue::String(given));
        let prior = ContextValue::String(format!("--format {format}"));
        error.insert(ContextKind::PriorArg, prior);
        let usage = ContextValue::StyledStr(command.render_usage());
        error.insert(ContextKind::Usage, usage);
        Err(error)
    }
}

/// Formats of `export`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Format {
    /// Circuits of components.
    Circuit(CircuitFormat),
    /// Drawing of the board.
    Board(Drawing),
    /// The whole game.
    Game(Form),
}

/// Formats of drawings of the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Drawing {
    Svg,
    Png,
}

/// Formats of games.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum Form {
    /// The game itself, as a draughts record (QPDN)
    Pdn,
    /// The game itself, as moves of international quantum draughts on the authors' page
    Online,
    /// The game itself, as JSON Lines like those of 'play --record'
    Record,
}

impl ValueEnum for Format {
    fn value_variants<'a>() -> &'a [Self] {
        static ALL: LazyLock<Vec<Format>> = LazyLock::new(|| {
            let circuits = CircuitFormat::ALL.iter().copied();
            let games = Form::value_variants().iter().copied();
            let circuits = circuits.map(Format::Circuit);
            circuits
                .chain([Drawing::Svg, Drawing::Png].map(Format::Board))
                .chain(games.map(Format::Game))
                .collect()
        });
        &ALL
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        match self {
            Self::Circuit(format) => {
                let value = PossibleValue::new(format.name());
                Some(value.help(format.about()))
            }
            Self::Board(Drawing::Svg) => {
                Some(PossibleValue::new("board").help("The board, as SVG"))
            }
            Self::Board(Drawing::Png) => {
                Some(PossibleValue::new("png").help("The board, as PNG, 1200 pixels wide"))
            }
            Self::Game(form) => form.to_possible_value(),
        }
    }
}

/// Form in which `export` tells the moves of gates.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum GateMoves {
    /// A comment before the gates of each move
    Comments,
    /// '@cheqqers.move PLY PLAYER MOVE' before each gate, for readers of OpenQASM 3 that take
    /// annotations; in qasm2 as comments
    Annotations,
    /// Not at all
    None,
}

impl GateMoves {
    pub(crate) fn notes(self) -> GroupNotes {
        match self {
            Self::Comments => GroupNotes::Comments,
            Self::Annotations => GroupNotes::Annotations,
            Self::None => GroupNotes::None,
        }
    }
}

impl fmt::Display for GateMoves {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let value = self.to_possible_value();
        f.write_str(value.as_ref().map_or("", PossibleValue::get_name))
    }
}

/// Level of optimization of `export`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum Optimize {
    /// All gates as the moves append them
    #[value(name = "0")]
    Off,
    /// Fewer gates, every bit measured by itself
    #[value(name = "1")]
    Gates,
    /// Fewer still, exclusive ors at the end left to classical post-processing
    #[value(name = "2")]
    Folded,
}

impl Optimize {
    pub(crate) fn level(self) -> Optimization {
        match self {
            Self::Off => Optimization::Off,
            Self::Gates => Optimization::Gates,
            Self::Folded => Optimization::PostProcessed,
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
