mod advice;
mod explain;

use std::error::Error;
use std::io;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};

use cheqqers_backend::{BackendError, JobError};
use cheqqers_checkers::RulesError;
use cheqqers_checkers::pdn::PdnError;
use cheqqers_experiments::{ArenaError, ExperimentError, SprtError};
use cheqqers_game::Game;
use cheqqers_game::record::ReadError;
use cheqqers_game::replay::ReplayError;
use cheqqers_game::settings::SettingError;
use cheqqers_players::{Forfeit, MeasureError, OpeningError};
use cheqqers_remote::ProfileError;
use cheqqers_session::{SheetError, UnknownGame};
use cheqqers_sim::SimError;
use cheqqers_web::StartError;
use thiserror::Error;

use crate::export::MachineError;
pub(crate) use explain::{on_a_line, with_causes};

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
    /// A file holds something else than text.
    #[error(
        "{} is not UTF-8 text: byte {byte} is part of no character",
        file_name(path)
    )]
    NotText {
        /// Which.
        path: PathBuf,
        /// The first byte that is none, from 1.
        byte: usize,
    },
    /// A file is larger than what is read.
    #[error("{} is larger than {} MiB", file_name(path), limit >> 20)]
    TooLarge {
        /// Which.
        path: PathBuf,
        /// The most bytes that are read.
        limit: u64,
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
    /// A player can't play.
    #[error("{player} can't play")]
    Player {
        /// Its name.
        player: String,
        /// Why.
        #[source]
        source: Forfeit,
    },
    /// A record does not follow the rules.
    #[error("{} does not follow the rules", path.display())]
    Replay {
        /// Which.
        path: PathBuf,
        /// Where and why.
        #[source]
        source: Box<dyn Error + Send + Sync>,
    },
    /// A record is of a game that is not played here.
    #[error("{} can't be replayed: line {line}", path.display())]
    NotPlayed {
        /// Which.
        path: PathBuf,
        /// The line of its header, from 1.
        line: usize,
        /// Of which game.
        #[source]
        source: UnknownGame,
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
    #[error(transparent)]
    UnknownGame(#[from] UnknownGame),
    /// The game can't be set up so.
    #[error(transparent)]
    Setting(#[from] SettingError),
    /// An option of the game is given twice.
    #[error("the option {key} is given twice")]
    SetTwice {
        /// Which.
        key: String,
    },
    /// The options of the game don't fit together.
    #[error("{source}")]
    Setup {
        /// Why not.
        #[source]
        source: Box<dyn Error + Send + Sync>,
    },
    /// One of the moves to make first is none.
    #[error("move {number} of --moves can't be read")]
    UnreadableMove {
        /// Which, from 1.
        number: usize,
        /// Why.
        #[source]
        source: Box<dyn Error + Send + Sync>,
    },
    /// The outcomes of the moves to make first can't be read.
    #[error("{text:?} is no list of outcomes")]
    UnreadableOutcomes {
        /// The text.
        text: String,
    },
    /// The moves to make first can't be made as asked.
    #[error("{source}")]
    Opening {
        /// Which, and why not.
        #[source]
        source: Box<dyn Error + Send + Sync>,
        /// What to do about it.
        advice: &'static str,
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
    /// A remote backend can't be used.
    #[error("{backend} can't be used")]
    Remote {
        /// Its name.
        backend: String,
        /// Why.
        #[source]
        source: JobError,
    },
    /// A job has no answer.
    #[error("job {marker} has no answer")]
    Job {
        /// Our own name of it.
        marker: String,
        /// Why.
        #[source]
        source: JobError,
    },
    /// There is no such job.
    #[error("there is no job {marker:?}")]
    NoJob {
        /// What was asked for.
        marker: String,
    },
    /// A job was sent by a backend that is not there any more.
    #[error("job {marker} was sent to {backend:?}, and there is no such backend any more")]
    NoBackend {
        /// Our own name of the job.
        marker: String,
        /// The backend's name.
        backend: String,
    },
    /// The jobs of the user can't be read.
    #[error("the jobs can't be read")]
    Journal(#[source] JobError),
    /// The backends of the user can't be read or written.
    #[error("your backends can't be kept")]
    Profiles(#[source] ProfileError),
    /// A name that a backend of the user can't have.
    #[error("a backend can't be called {name:?}")]
    ProfileName {
        /// The name.
        name: String,
    },
    /// A backend of the user has that name.
    #[error("there is a backend {name} already in {}", path.display())]
    ProfileExists {
        /// The name.
        name: String,
        /// Where they are.
        path: PathBuf,
    },
    /// A variable holds no factor of times.
    #[error("CHEQQERS_PACE is {found:?}, which is no number above 0 and up to 1000")]
    Pace {
        /// What it holds.
        found: String,
    },
    /// A circuit could not be run on a backend.
    #[error("{backend} could not run the circuit")]
    Run {
        /// The backend's name.
        backend: String,
        /// Why.
        #[source]
        source: Box<BackendError>,
    },
    /// A backend could not be probed.
    #[error("{backend} could not be checked")]
    Check {
        /// Its name.
        backend: String,
        /// Why.
        #[source]
        source: Box<BackendError>,
    },
    /// A backend runs no circuits.
    #[error("{backend} runs no circuits, so there is nothing to check")]
    NothingToCheck {
        /// Its name.
        backend: String,
    },
    /// A backend failed a check.
    #[error("{backend} can't be trusted with a game: {failures} of its checks failed")]
    Untrusted {
        /// Its name.
        backend: String,
        /// How many.
        failures: usize,
    },
    /// A remote backend was to measure many games.
    #[error("{backend} is a remote backend, which measures one game at a time")]
    RemoteInBulk {
        /// Its name.
        backend: String,
    },
    /// A game waits for a job, and somebody else was to measure.
    #[error("{} waits for job {marker} of {backend}", path.display())]
    Waiting {
        /// The record.
        path: PathBuf,
        /// Our own name of the job.
        marker: String,
        /// Where it was sent.
        backend: String,
    },
    /// A record's backend is not known here.
    #[error("{} was measured by {found:?}, which can't be used here: {reason}", path.display())]
    RecordedBackend {
        /// The record.
        path: PathBuf,
        /// The backend's name.
        found: String,
        /// Why.
        reason: String,
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
        /// The game.
        game: &'static str,
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
    /// A game is no draughts.
    #[error("the game {game} can't be written as a draughts record")]
    NoDraughts {
        /// Which.
        game: &'static str,
    },
    /// A circuit could not be made or written.
    #[error(transparent)]
    Sheet(#[from] SheetError),
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
        /// How many qubits it has.
        num_qubits: usize,
        /// Why.
        #[source]
        source: SimError,
    },
    /// The machine gives no such address, or it is taken.
    #[error("could not listen on {address}")]
    Listen {
        /// Which.
        address: SocketAddr,
        /// Why not.
        #[source]
        source: io::Error,
    },
    /// The page and its API can't be served.
    #[error(transparent)]
    Serve(#[from] StartError),
    /// Games that leave only counts could not be played.
    #[error("{0}")]
    Bulk(#[source] Box<dyn Error + Send + Sync>),
    /// An experiment could not be made.
    #[error(transparent)]
    Experiment(ExperimentError),
    /// A tournament could not be held or read.
    #[error(transparent)]
    Arena(ArenaError),
    /// The numbers of --sprt are no test.
    #[error(transparent)]
    Sprt(#[from] SprtError),
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

impl From<ExperimentError> for CliError {
    fn from(error: ExperimentError) -> Self {
        match error {
            ExperimentError::Threads { threads, source } => Self::Threads { threads, source },
            // What to do about these is told in the words of experiments.
            ExperimentError::Arena(error)
                if !matches!(
                    *error,
                    ArenaError::OtherPlan { .. } | ArenaError::InUse { .. }
                ) =>
            {
                (*error).into()
            }
            other => Self::Experiment(other),
        }
    }
}

impl From<ArenaError> for CliError {
    fn from(error: ArenaError) -> Self {
        match error {
            ArenaError::Experiment(error) => error.into(),
            other => Self::Arena(other),
        }
    }
}

impl<G: Game> From<OpeningError<G>> for CliError {
    fn from(error: OpeningError<G>) -> Self {
        Self::Opening {
            advice: advice::on_opening(&error),
            source: Box::new(error),
        }
    }
}

/// The exit status when the user interrupted: 128 and the number of the signal, as shells have it.
pub(crate) const INTERRUPTED: u8 = 130;

impl CliError {
    /// What is wrong with a recorded game.
    pub(crate) fn of_replay<G: Game>(path: &Path, source: ReplayError<G>) -> Self {
        Self::Replay {
            path: path.to_owned(),
            source: Box::new(source),
        }
    }

    /// The exit status that tells it to a script.
    pub(crate) fn exit_code(&self) -> u8 {
        match self {
            Self::Output(error) if error.kind() == io::ErrorKind::BrokenPipe => 0,
            Self::UnknownGame(_)
            | Self::Setting(_)
            | Self::SetTwice { .. }
            | Self::UnknownCommand { .. }
            | Self::Sprt(_)
            | Self::Arena(ArenaError::Plan(_))
            | Self::Experiment(ExperimentError::Rules(_)) => 2,
            Self::Setup { source } if !is_position(source.as_ref()) => 2,
            Self::InterruptedAfter { .. }
            | Self::Experiment(ExperimentError::Interrupted { .. } | ExperimentError::Dropped) => {
                INTERRUPTED
            }
            _ => 1,
        }
    }

    /// Whether it is worth a word: who closed the pipe knows.
    pub(crate) fn is_silent(&self) -> bool {
        self.exit_code() == 0
    }
}

/// Whether a position of Cheqqers can't be set up, which is no matter of options.
fn is_position(error: &(dyn Error + 'static)) -> bool {
    let rules = error.downcast_ref();
    matches!(rules, Some(RulesError::Position(_)))
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
        let source = Box::new(RulesError::Size { size: 3 });
        let size = CliError::Setup { source };
        assert_eq!(size.exit_code(), 2);
        let interrupted = CliError::InterruptedAfter {
            played: 1,
            games: 2,
        };
        assert_eq!(interrupted.exit_code(), 130);
    }
}
