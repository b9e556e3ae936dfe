use thiserror::Error;

/// Error of reading or running OpenQASM, with its location.
#[derive(Clone, PartialEq, Debug, Error)]
#[error("{}line {line}, column {column}: {kind}", in_file(file.as_deref()))]
pub struct ParseQasmError {
    /// Name of the included file; `None` for the text itself.
    pub file: Option<String>,
    /// Line, from 1.
    pub line: usize,
    /// Column in characters, from 1; the end of the text is one after its last character.
    pub column: usize,
    /// Kind of the error.
    pub kind: ParseErrorKind,
}

/// Error of running a [`Program`](crate::Program) on a processor.
#[derive(Clone, PartialEq, Debug, Error)]
pub enum RunError<E> {
    /// Error of the program itself.
    #[error(transparent)]
    Program(#[from] ParseQasmError),
    /// Error of the processor at a statement.
    #[error("{}line {line}, column {column}", in_file(file.as_deref()))]
    Processor {
        /// Name of the included file; `None` for the text itself.
        file: Option<String>,
        /// Line of the statement, from 1.
        line: usize,
        /// Column of the statement, from 1.
        column: usize,
        /// Error of the processor.
        source: E,
    },
}

/// Start of the message of an error in an included file.
fn in_file(file: Option<&str>) -> String {
    file.map_or_else(String::new, |file| format!("{}, ", quoted(file)))
}

/// Place in a text: line and column from 1, the column in characters.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Location {
    pub(crate) line: u32,
    pub(crate) column: u32,
    /// Number of the text: 0 for the program, the others are included.
    pub(crate) file: u16,
}

impl Location {
    /// Number of the text that defines the gates of the libraries.
    pub(crate) const LIBRARY: u16 = u16::MAX;

    /// Start of the program.
    pub(crate) const START: Self = Self {
        line: 1,
        column: 1,
        file: 0,
    };

    /// Error at this location.
    pub(crate) fn error(self, kind: ParseErrorKind) -> Fault {
        Fault {
            location: self,
            kind,
        }
    }
}

/// Error with a location among several texts.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Fault {
    pub(crate) location: Location,
    pub(crate) kind: ParseErrorKind,
}

impl Fault {
    /// Error with the name of its file, of those that are included.
    pub(crate) fn named(self, files: &[String]) -> ParseQasmError {
        let Location { line, column, .. } = self.location;
        ParseQasmError {
            file: file_name(self.location, files),
            line: line as usize,
            column: column as usize,
            kind: self.kind,
        }
    }
}

/// Name of the included file of a location.
pub(crate) fn file_name(location: Location, files: &[String]) -> Option<String> {
    let index = usize::from(location.file).checked_sub(1)?;
    files.get(index).cloned()
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
    #[error("version {found} of OpenQASM is not supported: 2.0, 3.0 and 3.1 are")]
    Version { found: String },
    #[error("`{what}` is not supported")]
    Unsupported { what: String },
    #[error("the {kind} `{found}` is not supported")]
    UnsupportedKind { kind: &'static str, found: String },
    #[error("{what} are not supported")]
    UnsupportedForm { what: &'static str },
    #[error("`{word}` is a keyword of OpenQASM 3, but the text declares version 2.0")]
    OtherVersion { word: String },
    #[error("can't find {found:?} to include; the library of this version is {known:?}")]
    Include { found: String, known: &'static str },
    #[error("can't include {found:?}: only plain names of files are read, without `..` or a root")]
    IncludeName { found: String },
    #[error("more than {limit} files are included, or one includes itself")]
    Includes { limit: usize },
    #[error("an include must come before the first gate, and only once")]
    LateInclude,
    #[error("`{name}` is a keyword and can't be a name")]
    Reserved { name: String },
    #[error("`{name}` is already declared")]
    Duplicate { name: String },
    #[error("`{name}` is a gate of {library} and can't be declared again")]
    LibraryName { name: String, library: &'static str },
    #[error("the switch already has a case for {value}")]
    RepeatedCase { value: String },
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
    #[error("the value is not an integer")]
    NotWhole,
    #[error("the value must be constant, and this depends on variables")]
    NotConstant,
    #[error("expected {expected}, found a value of type {found}")]
    Type {
        expected: &'static str,
        found: &'static str,
    },
    #[error("`{operator}` does not apply to values of type {types}")]
    OperandTypes {
        operator: &'static str,
        types: String,
    },
    #[error("numbers have 1 to {limit} bits")]
    Width { limit: usize },
    #[error("`{name}` can't be changed")]
    Constant { name: String },
    #[error("the input `{name}` has no value")]
    MissingInput { name: String },
    #[error("the value of the input `{name}` doesn't fit its type, {of}")]
    InputValue { name: String, of: String },
    #[error("the program has no input `{name}`")]
    UnknownInput { name: String },
    #[error("`{name}` is declared `{kind}` and has no definition")]
    NoDefinition { name: String, kind: &'static str },
    #[error("`{what}` can't stand {place}")]
    Misplaced { what: String, place: &'static str },
    #[error("`{name}` takes {}, not {found}", counted(*expected, "argument"))]
    Arguments {
        name: String,
        expected: usize,
        found: usize,
    },
    #[error("`{name}` takes {expected} here, not {found}")]
    ArgumentKind {
        name: String,
        expected: &'static str,
        found: &'static str,
    },
    #[error("exponents of powers must be below 2^53 in absolute value, to be exact")]
    Exponent,
    #[error("a power with a fraction of `{gate}` has no known decomposition")]
    FractionalPower { gate: String },
    #[error("`{name}` has too many indices")]
    TooManyIndices { name: String },
    #[error("more than {limit} elements are selected")]
    TooManyElements { limit: usize },
    #[error("a shift by a negative number")]
    NegativeShift,
    #[error("arrays have different numbers of dimensions: {left} and {right}")]
    Dimensions { left: usize, right: usize },
    #[error("the step of the range is 0")]
    ZeroStep,
    #[error("the program executes more than {limit} steps")]
    Steps { limit: usize },
    #[error("the classical variables have more than {limit} bits and numbers in total")]
    Memory { limit: usize },
    #[error(
        "classical feedforward, such as `if` on a measured bit, can't be part of a circuit: it needs a \
         simulator"
    )]
    Feedforward,
    #[error("`reset` of a qubit that was used is not supported in a circuit: it needs a simulator")]
    Reset,
    #[error("bit {index} of `{name}` is 1 without a measurement, which a circuit can't express")]
    SetBit { name: String, index: usize },
    #[error("registers must have 1 to {limit} {kind} in total")]
    Size { kind: &'static str, limit: usize },
    #[error("the number of {what} must be 1 to {limit}")]
    OutOfRange { what: &'static str, limit: usize },
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
    #[error("the number has more than 64 bits as an integer")]
    IntegerRange,
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
pub(crate) fn quoted(text: &str) -> String {
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text.to_owned(),
    }
}
