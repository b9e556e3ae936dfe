use cheqqers_circuit::Qubit;
use thiserror::Error;

/// Error of an observable, or of reading its text. Characters are counted from 1.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the messages describe the variants")]
pub enum ObservableError {
    #[error("{found:?} at character {position} is no part of an observable")]
    UnexpectedCharacter { position: usize, found: char },
    #[error("the observable ends where a number or a Pauli operator should follow")]
    UnexpectedEnd,
    #[error("{found} at character {position} has no number of its qubit")]
    MissingQubit { position: usize, found: char },
    #[error("{text} at character {position} is no finite number")]
    NotANumber { position: usize, text: String },
    #[error("a string of {found} operators stands beside one of {expected}")]
    UnequalLengths { expected: usize, found: usize },
    #[error("qubit {} has two operators in one product", qubit.0)]
    RepeatedQubit { qubit: Qubit },
    #[error("qubit {qubit} is beyond the last that an observable may have, 127")]
    QubitOutOfRange { qubit: u64 },
    #[error("the coefficients are too large: the sum of their sizes is not finite")]
    NotFinite,
}
