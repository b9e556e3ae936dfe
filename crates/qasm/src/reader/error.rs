use thiserror::Error;

/// Error of reading OpenQASM, with its location.
#[derive(Clone, PartialEq, Debug, Error)]
#[error("line {line}, column {column}: {kind}")]
pub struct ParseQasmError {
    /// Line, from 1.
    pub line: usize,
    /// Column in characters, from 1; the end of the text is one after its last character.
    pub column: usize,
    /// Kind of the error.
    pub kind: ParseErrorKind,
}

/// Kind of a [`ParseQasmError`]. Quotations are truncated.
#[derive(Clone, PartialEq, Debug, Error)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the message says it")]
pub enum ParseErrorKind {
    #[error("unexpected character {found:?}")]
    Character { found: char },
    #[error("{what} is not terminated")]
    Unterminated { what: &'static str },
    #[error("`{found}` is not a valid number")]
    Number { found: String },
    #[error("expected {expected}, found {found}")]
    Unexpected {
        expected: &'static str,
        found: String,
    },
    #[error("version {found} of OpenQASM is not supported: 2.0 and 3.0 are")]
    Version { found: String },
    #[error("`{what}` is not supported")]
    Unsupported { what: String },
    #[error("the {kind} `{found}` is not supported")]
    UnsupportedKind { kind: &'static str, found: String },
    #[error("{what} are not supported")]
    UnsupportedForm { what: &'static str },
    #[error("`{word}` is a keyword of OpenQASM 3, but the text declares version 2.0")]
    OtherVersion { word: String },
    #[error("can't include {found:?}: this version only has {known:?}")]
    Include { found: String, known: &'static str },
    #[error("an include must come before the first gate, and only once")]
    LateInclude,
    #[error("`{name}` is a keyword and can't be a name")]
    Reserved { name: String },
    #[error("`{name}` is already declared")]
    Duplicate { name: String },
    #[error("no gate `{name}` is defined before or in {library}")]
    UnknownGate { name: String, library: &'static str },
    #[error("`{name}` is not declared as {kind}")]
    Undeclared { name: String, kind: &'static str },
    #[error("`{name}` has no index {index}: its size is {size}")]
    Index {
        name: String,
        /// A negative index counts from the end.
        index: i64,
        size: usize,
    },
    #[error("the value is not an integer below 2^53")]
    NotWhole,
    #[error("registers must have 1 to {limit} {kind} in total")]
    Size { kind: &'static str, limit: usize },
    #[error("`{gate}` takes {}, not {found}", counted(*expected, "parameter"))]
    Parameters {
        gate: String,
        expected: usize,
        found: usize,
    },
    #[error("`{gate}` acts on {}, not {found}", counted(*expected, "qubit"))]
    Operands {
        gate: String,
        expected: usize,
        found: usize,
    },
    #[error("`{gate}` acts on the same qubit twice")]
    Repeated { gate: String },
    #[error("registers have different sizes: {left} and {right}")]
    Sizes { left: usize, right: usize },
    #[error("physical qubits such as `$0` and declared ones can't be mixed")]
    Mixed,
    #[error("`{gate}` acts on a qubit whose measurement was discarded")]
    Discarded { gate: String },
    #[error("division by zero")]
    DivisionByZero,
    #[error("ambiguous division of integers: write one with a decimal point")]
    WholeDivision,
    #[error("the value is not finite")]
    NotFinite,
    #[error("nested more than {limit} deep")]
    Depth { limit: usize },
    #[error("the circuit has more than {limit} operations after expanding its gates")]
    Operations { limit: usize },
}

/// Number with a noun: `1 qubit`, `2 qubits`.
fn counted(number: usize, thing: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{number} {thing}{plural}")
}

/// Maximum length of a quotation, in characters.
const LONGEST: usize = 40;

/// Quotation for a message, truncated if long.
pub(super) fn quoted(text: &str) -> String {
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text.to_owned(),
    }
}
