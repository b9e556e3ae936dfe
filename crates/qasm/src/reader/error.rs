use thiserror::Error;

/// Why a text can't be read, and where.
#[derive(Clone, PartialEq, Debug, Error)]
#[error("line {line}, column {column}: {reason}")]
pub struct ReadError {
    /// The line, from 1.
    pub line: usize,
    /// The column in characters, from 1; the end of the text is one behind its last character.
    pub column: usize,
    /// What is wrong there.
    pub reason: Reason,
}

/// What is wrong with a text. Long names are cut short.
#[derive(Clone, PartialEq, Debug, Error)]
#[non_exhaustive]
pub enum Reason {
    /// A character that the language has no use for.
    #[error("unexpected character {found:?}")]
    Character {
        /// The character.
        found: char,
    },
    /// A comment or a quoted name without an end.
    #[error("{what} that starts here has no end")]
    Unterminated {
        /// Which of them.
        what: &'static str,
    },
    /// Digits that are no number, or one too large.
    #[error("`{found}` is no number that can be read")]
    Number {
        /// The digits.
        found: String,
    },
    /// Something else should stand here.
    #[error("expected {expected}, found {found}")]
    Unexpected {
        /// What.
        expected: &'static str,
        /// What stands here.
        found: String,
    },
    /// A version of the language that is not read.
    #[error("version {found} of OpenQASM is not supported: 2.0 and 3.0 are")]
    Version {
        /// The version.
        found: String,
    },
    /// A part of the language that circuits of ours don't have.
    #[error("`{what}` is not supported")]
    Unsupported {
        /// Its word.
        what: String,
    },
    /// A part of the language that has a sign or a form rather than a word.
    #[error("the {kind} `{found}` is not supported")]
    UnsupportedKind {
        /// What it is.
        kind: &'static str,
        /// As it stands in the text.
        found: String,
    },
    /// A part of the language that has no word, and is too long to be shown.
    #[error("{what} are not supported")]
    UnsupportedForm {
        /// What it is, in the plural.
        what: &'static str,
    },
    /// A word of the other version.
    #[error("`{word}` is a word of OpenQASM 3, and the text says that it is version 2.0")]
    OtherVersion {
        /// The word.
        word: String,
    },
    /// A file of gates other than the language's own.
    #[error("{found:?} can't be included: of this version only {known:?} is known")]
    Include {
        /// Its name.
        found: String,
        /// The one that is known.
        known: &'static str,
    },
    /// An include behind a gate.
    #[error("an include must stand before the first gate, and only once")]
    LateInclude,
    /// A word of the language as a name.
    #[error("`{name}` is a word of the language and can't be a name")]
    Reserved {
        /// The word.
        name: String,
    },
    /// A name given twice.
    #[error("`{name}` is declared already")]
    Duplicate {
        /// The name.
        name: String,
    },
    /// A gate that is neither defined in the text nor in the library it includes.
    #[error("there is no gate `{name}` in {library}, and none is defined before")]
    UnknownGate {
        /// The name.
        name: String,
        /// Where it was looked for.
        library: &'static str,
    },
    /// A name that was not declared.
    #[error("`{name}` is not declared as {kind}")]
    Undeclared {
        /// The name.
        name: String,
        /// What it would have to be.
        kind: &'static str,
    },
    /// An index beyond a register.
    #[error("`{name}` has no index {index}: its size is {size}")]
    Index {
        /// The register.
        name: String,
        /// The index; a negative one counts from the end.
        index: i64,
        /// The register's size.
        size: usize,
    },
    /// An index or a size that is none.
    #[error("the value is not a whole number below 2^53")]
    NotWhole,
    /// A register without elements, or more qubits or bits than are read.
    #[error("a text has registers of 1 to {limit} {kind} in all")]
    Size {
        /// Qubits or bits.
        kind: &'static str,
        /// The most there may be.
        limit: usize,
    },
    /// The wrong number of angles.
    #[error("`{gate}` takes {}, not {found}", counted(*expected, "parameter"))]
    Parameters {
        /// The gate.
        gate: String,
        /// How many it takes.
        expected: usize,
        /// How many were given.
        found: usize,
    },
    /// The wrong number of qubits.
    #[error("`{gate}` acts on {}, not {found}", counted(*expected, "qubit"))]
    Operands {
        /// The gate.
        gate: String,
        /// How many it acts on.
        expected: usize,
        /// How many were given.
        found: usize,
    },
    /// The same qubit twice in one gate.
    #[error("`{gate}` acts on the same qubit twice")]
    Repeated {
        /// The gate.
        gate: String,
    },
    /// Registers of different sizes side by side.
    #[error("registers of {left} and {right} elements don't go together")]
    Sizes {
        /// The size of one.
        left: usize,
        /// The size of another.
        right: usize,
    },
    /// Physical and declared qubits in one text.
    #[error("physical qubits such as `$0` and declared ones can't be mixed")]
    Mixed,
    /// A gate on a qubit whose measurement was thrown away.
    #[error("the qubit was measured before without keeping the bit, so `{gate}` can't act on it")]
    Discarded {
        /// The gate.
        gate: String,
    },
    /// A division by zero.
    #[error("division by zero")]
    DivisionByZero,
    /// Two whole numbers divided, which some readers round and some don't.
    #[error("readers disagree about whole numbers divided: write one with a decimal point")]
    WholeDivision,
    /// A value beyond the numbers there are.
    #[error("the value is not finite")]
    NotFinite,
    /// Parentheses in parentheses, or gates of gates, beyond reason.
    #[error("nested more than {limit} deep")]
    Depth {
        /// The most.
        limit: usize,
    },
    /// More operations than are read, gates being written out.
    #[error("the circuit takes more than {limit} operations when gates are written out")]
    Operations {
        /// The most.
        limit: usize,
    },
}

/// A number of things: `1 qubit`, `2 qubits`.
fn counted(number: usize, thing: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{number} {thing}{plural}")
}

/// The longest part of a text that a message quotes, in characters.
const LONGEST: usize = 40;

/// A piece of the text for a message.
pub(super) fn quoted(text: &str) -> String {
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text.to_owned(),
    }
}
