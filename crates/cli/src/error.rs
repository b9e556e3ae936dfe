mod explain;

use std::error::Error;
use std::io;
use std::path::{Path, PathBuf};

use cheqqers_checkers::pdn::PdnError;
use cheqqers_checkers::{Move, ParseMoveError, Position, RulesError};
use cheqqers_game::notation::ParseForcedError;
use cheqqers_game::record::ReadError;
use cheqqers_game::replay::ReplayError;
use cheqqers_players::{ForceError, MeasureError, PlyError};
use cheqqers_qasm::QasmError;
use cheqqers_sim::{SimError, Sparse};
use cheqqers_world::WorldError;
use thiserror::Error;

use crate::export::MachineError;
use explain::causes;
pub(crate) use explain::with_causes;

/// Why the command could not do what it was asked.
#[derive(Debug, Error)]
pub(crate) enum CliError {
    /// Standard output takes no more.
    #[error("could not write to standard output")]
    Output(#[source] io::Error),
    /// Standard input can't be read.
    #[error("could not read standard input")]
    Input(#[source] io::Error),
    /// A file can't be read.
    #[error("could not read {}", path.display())]
    Read {
        /// Which.
        path: PathBuf,
        /// Why.
        #[source]
        source: io::Error,
    },
    /// A file can't be written.
    #[error("could not write {}", path.display())]
    Write {
        /// Which.
        path: PathBuf,
        /// Why.
        #[source]
        source: io::Error,
    },
    /// A file is no record.
    #[error("{} is no recorded game", path.display())]
    Record {
        /// Which.
        path: PathBuf,
        /// Why.
        #[source]
        source: ReadError,
    },
    /// A file is no draughts record, or not of a game played here.
    #[error("{} can't be read as a draughts record", path.display())]
    Pdn {
        /// Which.
        path: PathBuf,
        /// Where and why.
        #[source]
        source: PdnError,
    },
    /// A draughts record takes no more lines.
    #[error("{} is a draughts record, which can't be written on", path.display())]
    PdnResumed {
        /// Which.
        path: PathBuf,
    },
    /// A record would replace a file.
    #[error("{} exists already", path.display())]
    RecordExists {
        /// Which.
        path: PathBuf,
    },
    /// Somebody else writes to a record.
    #[error("{} is in use: another game is being written to it", path.display())]
    RecordInUse {
        /// Which.
        path: PathBuf,
    },
    /// A file holds more games than one.
    #[error("{} holds more than one game", path.display())]
    ManyGames {
        /// Which.
        path: PathBuf,
    },
    /// A record names a player that this program has not.
    #[error("{} was played by {found:?} as {colour}, and there is no such player here", path.display())]
    RecordedPlayer {
        /// Which.
        path: PathBuf,
        /// The side.
        colour: &'static str,
        /// The player's name.
        found: String,
    },
    /// A record does not follow the rules.
    #[error("{} does not follow the rules", path.display())]
    Replay {
        /// Which.
        path: PathBuf,
        /// Where and why.
        #[source]
        source: ReplayError<Position>,
    },
    /// A record never reaches the ply asked for.
    #[error("{} has no ply {ply}: its longest game has {plies}", path.display())]
    NoSuchPly {
        /// Which.
        path: PathBuf,
        /// The ply asked for.
        ply: u32,
        /// How many there are.
        plies: u32,
    },
    /// There is no such game.
    #[error("there is no game {found:?}, the games are: cheqqers")]
    UnknownGame {
        /// What was asked for.
        found: String,
    },
    /// The game has no such preset.
    #[error("there is no preset {found:?}: cheqqers has none")]
    UnknownPreset {
        /// What was asked for.
        found: String,
    },
    /// The game has no such option.
    #[error("the game cheqqers has no option {found:?}: it has none to set")]
    UnknownOption {
        /// What was asked for.
        found: String,
    },
    /// The options of the game don't fit together.
    #[error(transparent)]
    Rules(#[from] RulesError),
    /// One of the moves to make first is none.
    #[error("move {number} of --moves can't be read")]
    UnreadableMove {
        /// Which, from 1.
        number: usize,
        /// Why.
        #[source]
        source: ParseForcedError<ParseMoveError>,
    },
    /// The outcomes of the moves to make first can't be read.
    #[error("{text:?} is no list of outcomes")]
    UnreadableOutcomes {
        /// The text.
        text: String,
    },
    /// One of the moves to make first can't be played as asked.
    #[error("move {number} of --moves can't be played")]
    Move {
        /// Which, from 1.
        number: usize,
        /// Why.
        #[source]
        source: Box<ForceError<Position>>,
    },
    /// One of the moves to make first measures, and nobody is there to do it.
    #[error("move {number} of --moves leaves an outcome to chance: {mv} measures")]
    Chance {
        /// Which, from 1.
        number: usize,
        /// The move.
        mv: Move,
    },
    /// More outcomes were given apart than there are measurements.
    #[error("{left} of the outcomes of --outcomes have no measurement")]
    OutcomesLeft {
        /// How many.
        left: usize,
    },
    /// A game could not be played on.
    #[error("game {game} stopped at ply {ply}")]
    Game {
        /// Which game, from 1.
        game: u64,
        /// At which ply, from 1.
        ply: u32,
        /// Why.
        #[source]
        source: Box<dyn Error + Send + Sync>,
    },
    /// A measurement could not be made.
    #[error("game {game} stopped")]
    Measure {
        /// Which game, from 1.
        game: u64,
        /// Why.
        #[source]
        source: MeasureError,
    },
    /// There is no such command.
    #[error("there is no command {found:?}")]
    UnknownCommand {
        /// What was asked for.
        found: String,
    },
    /// There is no circuit to export.
    #[error("there is no component{}{}", on(square.as_deref()), of(squares))]
    NoComponent {
        /// The square asked for.
        square: Option<String>,
        /// The first square of each component that there is.
        squares: Vec<String>,
    },
    /// Several circuits for one output.
    #[error("there is more than one component{}", of(squares))]
    ManyComponents {
        /// The first square of each.
        squares: Vec<String>,
    },
    /// A circuit could not be made.
    #[error("the circuit could not be made")]
    Circuit(#[source] WorldError),
    /// A circuit could not be written.
    #[error("the circuit could not be written")]
    Qasm(#[source] QasmError),
    /// A circuit can't be written for a machine.
    #[error(transparent)]
    Machine(#[from] MachineError),
    /// A file holds no circuit that can be read.
    #[error("{} can't be read as OpenQASM", file_name(path))]
    ReadCircuit {
        /// Which.
        path: PathBuf,
        /// Where and why.
        #[source]
        source: cheqqers_qasm::ReadError,
    },
    /// A circuit can't be run.
    #[error("{} can't be simulated", file_name(path))]
    Simulate {
        /// Which file it came from.
        path: PathBuf,
        /// Why.
        #[source]
        source: SimError,
    },
    /// The machine gave no threads.
    #[error("could not start {threads} threads")]
    Threads {
        /// How many were wanted.
        threads: usize,
        /// Why not.
        #[source]
        source: io::Error,
    },
    /// The machine gave no seed.
    #[error("the machine gave no random seed")]
    NoSeed,
    /// Interrupted from the keyboard when some games had been played.
    #[error("interrupted after {played} of {games} games")]
    InterruptedAfter {
        /// How many games were finished.
        played: u64,
        /// How many there were to be.
        games: u64,
    },
}

/// The exit status when the user interrupted: 128 and the number of the signal, as shells have it.
pub(crate) const INTERRUPTED: u8 = 130;

const OPEN: &str = "An outcome names all squares found occupied, of those that can be found so \
                    together; where somebody measures, as in play, it may be left out.";
const SPARSE: &str = "Try --backend sparse, which needs no circuits and makes no errors.";

impl CliError {
    /// What to do about it, as a sentence.
    pub(crate) fn advice(&self) -> Option<&'static str> {
        Some(match self {
            Self::Read { source, .. } if source.kind() == io::ErrorKind::InvalidData => {
                "It is no UTF-8 text: convert it, as with 'iconv -f latin1 -t utf-8 FILE'."
            }
            Self::Read { .. } => "Check the name of the file and whether it may be read.",
            Self::Write { source, .. } => match source.kind() {
                io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => {
                    "Make room on the disk or choose another place."
                }
                _ => "Check that the folder exists and may be written to.",
            },
            Self::Record { .. } => {
                "A record is written by 'cheqqers play --record' or 'cheqqers selfplay --trace'; a \
                 draughts record begins with a tag such as [GameType \"21\"] or with a move."
            }
            Self::Pdn { .. } => {
                "Correct it at that place, or write the game anew with 'cheqqers export --format pdn'."
            }
            Self::PdnResumed { .. } => {
                "Resume what 'cheqqers export FILE --format record' makes of it."
            }
            Self::RecordExists { .. } => {
                "Choose another name, or go on with the game in it by --resume."
            }
            Self::RecordInUse { .. } => "Leave the other game first, or choose another file.",
            Self::ManyGames { .. } => {
                "Put the game in a file of its own: only one can be resumed or have its circuits exported."
            }
            Self::RecordedPlayer { .. } => "Name one with --white or --black.",
            Self::Replay { .. } => "The file was changed, or written by other rules.",
            Self::NoSuchPly { .. } => {
                "Leave out --ply for every ply, or for the last one's circuits."
            }
            Self::UnknownPreset { .. } => "Write --game cheqqers, and options such as --level.",
            Self::UnknownOption { .. } => "Leave out --set.",
            Self::Rules(RulesError::Position(_)) => {
                "Write a draughts FEN, as in --position 'W:W21-32:B1-12'."
            }
            Self::UnreadableOutcomes { .. } => {
                "Write the occupied squares of each measurement in braces, as in '{f6} {d4,g5} {}'."
            }
            Self::Chance { .. } => {
                "Write its occupied squares in braces behind it, as in 'd4xf6{f6}', or in --outcomes."
            }
            Self::OutcomesLeft { .. } => OPEN,
            Self::Move { source, .. } => match **source {
                ForceError::Outcome { .. } | ForceError::TooMany { .. } => OPEN,
                ForceError::Impossible { .. } => "Leave out .m0 and .m1 to have it measured.",
                ForceError::Ply(PlyError::Measure { .. }) => SPARSE,
                _ => "Only legal moves can be made, one after the other.",
            },
            Self::Measure { .. } => SPARSE,
            Self::Game { source, .. }
                if causes(source.as_ref()).any(<dyn Error>::is::<MeasureError>) =>
            {
                SPARSE
            }
            Self::ReadCircuit { .. } => {
                "What is read is told by 'cheqqers help simulate'; circuits of ours are written by 'cheqqers export'."
            }
            Self::Machine(error) => error.advice(),
            Self::Simulate { source, .. } => match source {
                SimError::GateAfterMeasurement { .. } => {
                    "Measure every qubit once and last, as 'cheqqers export' does."
                }
                SimError::TooManyQubits { limit, .. } if *limit < Sparse::MAX_QUBITS => {
                    "Try --simulator sparse, which holds 128 qubits in few basis states."
                }
                SimError::TooManyAmplitudes { .. } => {
                    "Try --simulator dense, which holds 28 qubits in any state."
                }
                _ => "Simulate a smaller circuit.",
            },
            Self::Threads { .. } => "Ask for fewer with --threads N.",
            Self::InterruptedAfter { .. } => "What was printed and written is of these games.",
            Self::Qasm(QasmError::TooManyQubits { .. }) => {
                "Choose another --format; --encoding minimal takes the fewest qubits."
            }
            Self::NoComponent { squares, .. } if !squares.is_empty() => {
                "Name a square of one of them."
            }
            Self::NoComponent { .. } => {
                "Only parts of a split piece have a circuit, as after --moves 'c3^b4d4'."
            }
            Self::ManyComponents { .. } => {
                "Choose one with --square, or write a file for each with -o DIR."
            }
            Self::NoSeed => "Give one with --seed N.",
            Self::UnknownCommand { .. } => "See 'cheqqers --help' for the commands.",
            _ => return None,
        })
    }

    /// The exit status that tells it to a script.
    pub(crate) fn exit_code(&self) -> u8 {
        match self {
            Self::Output(error) if error.kind() == io::ErrorKind::BrokenPipe => 0,
            Self::UnknownGame { .. }
            | Self::UnknownPreset { .. }
            | Self::UnknownOption { .. }
            | Self::UnknownCommand { .. } => 2,
            Self::Rules(error) if !matches!(error, RulesError::Position(_)) => 2,
            Self::InterruptedAfter { .. } => INTERRUPTED,
            _ => 1,
        }
    }

    /// Whether it is worth a word: who closed the pipe knows.
    pub(crate) fn is_silent(&self) -> bool {
        self.exit_code() == 0
    }
}

/// Where somebody asked for a component.
fn on(square: Option<&str>) -> String {
    square.map_or_else(String::new, |square| format!(" on {square:?}"))
}

/// The components that there are, by their first squares.
fn of(squares: &[String]) -> String {
    match squares {
        [] => String::new(),
        squares => format!(": there are those of {}", squares.join(", ")),
    }
}

/// What people call a file.
fn file_name(path: &Path) -> String {
    if path == Path::new("-") {
        "standard input".into()
    } else {
        path.display().to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exit_statuses_tell_usage_from_failure_and_silence() {
        let pipe = CliError::Output(io::ErrorKind::BrokenPipe.into());
        assert!(pipe.is_silent());
        let full = CliError::Output(io::ErrorKind::StorageFull.into());
        assert_eq!((full.exit_code(), full.is_silent()), (1, false));
        let size = CliError::Rules(RulesError::Size { size: 3 });
        assert_eq!(size.exit_code(), 2);
        let interrupted = CliError::InterruptedAfter {
            played: 1,
            games: 2,
        };
        assert_eq!(interrupted.exit_code(), 130);
    }
}
