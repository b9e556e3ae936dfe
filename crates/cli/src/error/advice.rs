use std::error::Error;
use std::io;

use cheqqers_backend::{BackendError, JobError};
use cheqqers_checkers::Position;
use cheqqers_experiments::{ArenaError, ExperimentError};
use cheqqers_game::Game;
use cheqqers_players::{ForceError, Forfeit, MeasureError, OpeningError, PlyError};
use cheqqers_qasm::QasmError;
use cheqqers_session::SheetError;
use cheqqers_sim::{Limits, SimError, Sparse};
use cheqqers_web::{StartError, StoreError};

use super::explain::causes;
use super::{CliError, is_position};

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
            Self::NotText { .. } => "Save it as UTF-8 text, or check that it is the right file.",
            Self::TooLarge { .. } => {
                "Check that it is the right file, or simulate a smaller circuit."
            }
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
            Self::Player {
                source: Forfeit::Start { .. },
                ..
            } => "Check the command: no shell is started for it, and a path starts where you are.",
            Self::Player { .. } => {
                "It must speak the protocol of crates/players/PROTOCOL.md: start it by itself, and \
                 write 'cqi 1'."
            }
            Self::Replay { .. } => "The file was changed, or written by other rules.",
            Self::NotPlayed { .. } => "It was written by another program, or by a newer one.",
            Self::NoSuchPly { .. } => {
                "Leave out --ply for every ply, or for the last one's circuits."
            }
            Self::UnknownGame(_) | Self::Setting(_) => "See 'cheqqers games'.",
            Self::Setup { source } if is_position(source.as_ref()) => {
                "Write a draughts FEN, as in --position 'W:W21-32:B1-12'."
            }
            Self::UnreadableOutcomes { .. } => {
                "Write the occupied squares of each measurement in braces, as in '{f6} {d4,g5} {}'."
            }
            Self::Opening { advice, .. } => advice,
            Self::Measure { source, .. } if source.is_open() => {
                "The answer may still come: 'cheqqers play --resume FILE' goes on with the game and \
                 its job; where its service knows it no longer, 'cheqqers jobs forget JOB' gives it \
                 up."
            }
            Self::Measure {
                source: MeasureError::Backend { source, .. },
                ..
            } => on_backend(source),
            Self::Measure { .. } => SPARSE,
            Self::Arena(ArenaError::Game { source, .. }) | Self::Game { source, .. }
                if causes(source.as_ref()).any(<dyn Error>::is::<MeasureError>) =>
            {
                SPARSE
            }
            Self::ReadCircuit { .. } => {
                "What is read is told by 'cheqqers help simulate'; circuits of ours are written by 'cheqqers export'."
            }
            Self::Machine(error) => error.advice(),
            Self::Simulate {
                source, num_qubits, ..
            } => on_simulation(source, *num_qubits),
            Self::Listen { .. } => {
                "Choose another with --address; 127.0.0.1:0 takes a port that is free."
            }
            Self::Serve(error) => match error {
                StartError::NoHome => "Say where to keep them by --data DIR.",
                StartError::InUse { .. } => {
                    "End the other one, or keep the games of this one elsewhere by --data DIR."
                }
                StartError::Listen { .. } => {
                    "Choose another with --listen; 127.0.0.1:0 takes a port that is free."
                }
                StartError::Store {
                    source: StoreError::Newer { .. },
                    ..
                } => "Use that version, or keep other games elsewhere by --data DIR.",
                _ => "Check that the folder may be written to, or name another by --data DIR.",
            },
            Self::Arena(error) => return crate::arena::advice(error),
            Self::Experiment(error) => return on_experiment(error),
            Self::Threads { .. } => "Ask for fewer with --threads N.",
            Self::InterruptedAfter { .. } => "What was printed and written is of these games.",
            Self::Sheet(SheetError::Place(_)) => {
                "Choose a larger device; --optimize 1 and --encoding minimal take fewer qubits."
            }
            Self::Sheet(SheetError::Qasm(QasmError::TooManyQubits { .. })) => {
                "Choose another --format; --encoding minimal takes the fewest qubits."
            }
            Self::NoComponent { squares, game, .. } => on_component(squares, game),
            Self::NoDraughts { .. } => "Write it with --format record.",
            Self::ManyComponents { .. } => {
                "Choose one with --square, or write a file for each with -o DIR."
            }
            Self::NoSeed => "Give one with --seed N.",
            Self::UnknownCommand { .. } => "See 'cheqqers --help' for the commands.",
            _ => return self.advice_on_backends(),
        })
    }

    /// What to do about backends and their jobs.
    fn advice_on_backends(&self) -> Option<&'static str> {
        Some(match self {
            Self::Remote { source, .. } | Self::Job { source, .. } | Self::Journal(source) => {
                on_job(source)?
            }
            Self::Check { source, .. } | Self::Run { source, .. } => match &**source {
                BackendError::Job { source, .. } => on_job(source)?,
                _ => return None,
            },
            Self::NoJob { .. } => "See 'cheqqers jobs list'.",
            Self::NoBackend { .. } | Self::RecordedBackend { .. } => {
                "Write it anew with 'cheqqers backends add', or name another with --backend."
            }
            Self::ProfileName { .. } => {
                "Choose letters, digits, '-', '_' and '.', and no name of a backend of this program."
            }
            Self::ProfileExists { .. } => "Choose another name, or write --replace.",
            Self::Pace { .. } => "Leave it unset, unless the service answers at once.",
            Self::NothingToCheck { .. } => "It is exact, so there is nothing to distrust.",
            Self::Untrusted { .. } => {
                "Try another device, or the same one after its next calibration."
            }
            Self::RemoteInBulk { .. } => {
                "Play one by 'cheqqers play --white random --black random --backend ...'."
            }
            Self::Waiting { .. } => {
                "Leave out --backend to go on with that job, or end it by 'cheqqers jobs cancel JOB'."
            }
            _ => return None,
        })
    }
}

/// What to do where a component was asked for that is none of those on these squares.
fn on_component(squares: &[String], game: &str) -> &'static str {
    match squares {
        [] if game == Position::NAME => {
            "Only parts of a split piece have a circuit, as after --moves 'c3^b4d4'."
        }
        [] => "Only what is uncertain has a circuit.",
        _ => "Name a square of one of them.",
    }
}

/// What to do about a backend that could not measure.
fn on_backend(error: &BackendError) -> &'static str {
    match error {
        BackendError::Job { source, .. } => on_job(source).unwrap_or(SPARSE),
        _ => SPARSE,
    }
}

/// What to do about a job that gave nothing.
fn on_job(error: &JobError) -> Option<&'static str> {
    Some(match error {
        JobError::Credentials { .. } => {
            "'cheqqers backends list' tells what is missing; the pages in crates/remote tell where it \
             belongs."
        }
        JobError::Unauthorised { .. } => "Check the token, and whether it is of this service.",
        JobError::Quota { .. } => "Wait until the allowance is renewed, or choose another device.",
        JobError::RateLimited { .. } | JobError::Unreachable { .. } => {
            "Check the network, and try again in a while."
        }
        JobError::DeviceOffline { .. } | JobError::Unsuitable { .. } => {
            "'cheqqers backends list SERVICE' shows the others."
        }
        JobError::Ambiguous { .. } => {
            "Asked again, it is looked for before anything is sent: nothing is sent twice."
        }
        JobError::Busy { .. } => "Leave the other one first.",
        JobError::Elsewhere { .. } => "Ask for it by that backend.",
        JobError::Limit { .. } => "Raise the limit, or leave it out, to go on.",
        JobError::BadProgram { .. }
        | JobError::Cancelled
        | JobError::Failed { .. }
        | JobError::Protocol { .. }
        | JobError::RanTooLong
        | JobError::Timeout { .. } => {
            "The position is as it was: 'cheqqers play --resume FILE' tries again, and with --fallback \
             local the local simulator takes over where that fails."
        }
        JobError::Declined => "Agree to it with --yes.",
        JobError::Journal { .. } => {
            "Make room there, or check that it may be read and written; 'cheqqers jobs forget JOB' puts \
             a job aside that can't be read."
        }
        _ => return None,
    })
}

/// What to do about a circuit that can't be simulated, with so many qubits in its largest component.
fn on_simulation(error: &SimError, num_qubits: usize) -> &'static str {
    match error {
        SimError::GateAfterMeasurement { .. } => {
            "Measure every qubit once and last, as 'cheqqers export' does."
        }
        SimError::TooManyQubits { limit, .. }
            if *limit < Sparse::MAX_QUBITS && num_qubits <= Sparse::MAX_QUBITS =>
        {
            "Try --simulator sparse, which holds 128 qubits in few basis states."
        }
        SimError::TooManyOutcomes { .. } => "Ask for --shots, or measure fewer qubits.",
        SimError::TooManyAmplitudes { .. } if num_qubits <= Limits::default().qubits => {
            "Try --simulator dense, which holds 28 qubits in any state."
        }
        SimError::TooManyAmplitudes { .. } => {
            "No simulator here holds this state; simulate a smaller circuit."
        }
        _ => "Simulate a smaller circuit.",
    }
}

/// What to do about an experiment that was not made.
fn on_experiment(error: &ExperimentError) -> Option<&'static str> {
    Some(match error {
        ExperimentError::Write { .. } => {
            "Check that the folder may be written to and has room; what is finished is kept."
        }
        ExperimentError::InUse { .. } => "Wait for the other one, or choose another --out.",
        ExperimentError::Read { .. } => "Check whether it may be read, or choose another --out.",
        ExperimentError::NoJournal { .. } | ExperimentError::Line { .. } => {
            "Choose another --out, or remove the file."
        }
        ExperimentError::OtherSettings { .. } => {
            "Give the same settings to go on with it, or choose another --out."
        }
        ExperimentError::Arena(error) => match **error {
            ArenaError::OtherPlan { .. } => {
                "Give the same settings to go on with it, or choose another --out."
            }
            ArenaError::InUse { .. } => "Wait for the other one, or choose another --out.",
            _ => return None,
        },
        ExperimentError::Interrupted { .. } => "The same command again goes on from there.",
        ExperimentError::Dropped => "It takes seconds: the same command again makes it anew.",
        _ => return None,
    })
}

pub(super) fn on_opening<G: Game>(error: &OpeningError<G>) -> &'static str {
    let OpeningError::Move { source, .. } = error else {
        return match error {
            OpeningError::Chance { .. } | OpeningError::Ways { .. } => {
                "Write its occupied squares in braces behind it, as in 'd4xf6{f6}', or in --outcomes."
            }
            _ => OPEN,
        };
    };
    match **source {
        ForceError::Outcome { .. } | ForceError::TooMany { .. } => OPEN,
        ForceError::Impossible { .. } => "Leave out .m0 and .m1 to have it measured.",
        ForceError::NotDrawn { .. } => {
            "It may be very unlikely: write the occupied squares in braces instead, as in 'd4xf6{f6}'."
        }
        ForceError::Ply(PlyError::Measure { .. }) => SPARSE,
        _ => "Only legal moves can be made, one after the other.",
    }
}
