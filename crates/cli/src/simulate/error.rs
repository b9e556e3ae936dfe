use std::path::{Path, PathBuf};

use cheqqers_backend::BackendError;
use cheqqers_circuit::Circuit;
use cheqqers_program::{ParseErrorKind, ParseQasmError, RunError, SimulationError};
use cheqqers_sim::{Limits, SimError, Sparse};
use thiserror::Error;

use crate::error::CommandError;
use crate::remote::backend_advice;

#[derive(Debug, Error)]
pub(super) enum SimulateError {
    #[error("{} can't be read as OpenQASM", file_name(path))]
    Unreadable {
        path: PathBuf,
        #[source]
        source: ParseQasmError,
    },
    #[error(
        "{} holds no circuit: it has no qubit, and sets no bit",
        file_name(path)
    )]
    Empty { path: PathBuf },
    #[error("{} can't be simulated", file_name(path))]
    Simulation {
        path: PathBuf,
        /// Of the largest component, or of all if the circuit has branches.
        num_qubits: usize,
        #[source]
        source: SimulationError,
    },
    #[error("{} can't be simulated", file_name(path))]
    Branch {
        path: PathBuf,
        #[source]
        source: RunError<SimulationError>,
    },
    #[error("the value of the input {name} can't be read")]
    Input {
        name: String,
        #[source]
        source: ParseQasmError,
    },
    #[error("the input {name} is set twice")]
    RepeatedInput { name: String },
    #[error(
        "{} measures in the middle, resets qubits, sets bits or decides by results, and {option} is for circuits that don't",
        file_name(path)
    )]
    OnlyLast { path: PathBuf, option: &'static str },
    #[error("{backend} could not run the circuit")]
    Backend {
        backend: String,
        #[source]
        source: Box<BackendError>,
    },
}

impl SimulateError {
    /// A circuit of a file that can't be simulated.
    pub(super) fn new(path: &Path, circuit: &Circuit, source: impl Into<SimulationError>) -> Self {
        Self::Simulation {
            path: path.to_owned(),
            num_qubits: circuit.largest_component_size(),
            source: source.into(),
        }
    }
}

impl CommandError for SimulateError {
    fn advice(&self) -> Option<&'static str> {
        Some(match self {
            Self::Unreadable { source, .. }
                if matches!(
                    source.kind,
                    ParseErrorKind::Include { .. } | ParseErrorKind::IncludeName { .. }
                ) =>
            {
                "Files are looked for in the circuit's folder and below it; a circuit from standard input can't \
                 include files."
            }
            Self::Unreadable { .. } => {
                "'cheqqers help simulate' describes the circuits that are read; 'cheqqers export' \
                 writes some."
            }
            Self::Empty { .. } => {
                "Check the command that should have written it; 'cheqqers export' writes circuits."
            }
            Self::Branch {
                source: RunError::Program(error),
                ..
            } => match error.kind {
                ParseErrorKind::MissingInput { .. }
                | ParseErrorKind::UnknownInput { .. }
                | ParseErrorKind::InputValue { .. } => {
                    "Values of inputs are given by --set NAME=VALUE, bits as in m='\"0110\"'."
                }
                ParseErrorKind::Steps { .. } | ParseErrorKind::Operations { .. } => {
                    "Check that its loops have an end, or simulate a smaller circuit."
                }
                _ => "'cheqqers help simulate' describes the circuits that are run.",
            },
            Self::Branch {
                source: RunError::Processor { source, .. },
                ..
            } => match source {
                SimulationError::TooManySteps { .. } | SimulationError::TooManyKeptBytes { .. } => {
                    "Ask for fewer shots, or simulate a smaller circuit."
                }
                _ => "Simulate a smaller circuit.",
            },
            Self::Input { .. } => "Write a constant expression, as in --set theta=pi/2.",
            Self::RepeatedInput { .. } => "Give each input one value by --set.",
            Self::OnlyLast { .. } => "Leave the option out, or measure every qubit once and last.",
            Self::Simulation {
                source, num_qubits, ..
            } => match source {
                SimulationError::TooManyBranches { .. } => {
                    "Ask for --shots alone: they have no more branches than shots."
                }
                SimulationError::NoSuchQubit { .. } => {
                    "Qubits are numbered from 0, in the order of the file."
                }
                SimulationError::State(error) => state_advice(error, *num_qubits),
                _ => "Simulate a smaller circuit.",
            },
            Self::Backend { source, .. } => return backend_advice(source),
        })
    }
}

/// Advice on an error of a state whose largest component, or all, has so many qubits.
fn state_advice(error: &SimError, num_qubits: usize) -> &'static str {
    match error {
        SimError::TooManyQubits { limit, .. }
            if *limit < Sparse::MAX_QUBITS && num_qubits <= Sparse::MAX_QUBITS =>
        {
            "Try --simulator sparse, which holds 128 qubits in few basis states."
        }
        SimError::TooManyClbits { .. } => "Measure fewer qubits, into fewer bits.",
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

fn file_name(path: &Path) -> String {
    if path == Path::new("-") {
        "standard input".into()
    } else {
        path.display().to_string()
    }
}
