use super::Version;
use super::error::{ReadError, Reason};
use super::expression::constant;
use super::token::Place;

/// Words of OpenQASM 2 that begin what is not supported.
const REFUSED_TWO: &[&str] = &["if", "opaque", "reset"];

/// Words of OpenQASM 3 that begin what is not supported, or stand in it.
const REFUSED_THREE: &[&str] = &[
    "angle",
    "array",
    "bool",
    "box",
    "break",
    "cal",
    "case",
    "complex",
    "const",
    "continue",
    "ctrl",
    "def",
    "default",
    "defcal",
    "defcalgrammar",
    "delay",
    "duration",
    "durationof",
    "else",
    "end",
    "extern",
    "false",
    "float",
    "for",
    "if",
    "in",
    "input",
    "int",
    "inv",
    "let",
    "mutable",
    "negctrl",
    "nop",
    "opaque",
    "output",
    "pow",
    "pragma",
    "readonly",
    "reset",
    "return",
    "sizeof",
    "stretch",
    "switch",
    "true",
    "uint",
    "void",
    "while",
];

/// Words of both languages that are read; `U` is the gate that both build in.
const READ: &[&str] = &[
    "OPENQASM", "include", "qreg", "creg", "gate", "measure", "barrier", "U",
];

/// Whether the word begins something that is not supported.
pub(super) fn is_refused(word: &str, version: Version) -> bool {
    match version {
        Version::Two => REFUSED_TWO.contains(&word),
        Version::Three => REFUSED_THREE.contains(&word),
    }
}

/// Whether a word that OpenQASM 2 has no use for begins something in OpenQASM 3.
pub(super) fn is_newer(word: &str) -> bool {
    ["qubit", "bit"].contains(&word) || is_refused(word, Version::Three)
}

/// Whether a text may give this name to something of its own.
pub(super) fn check_name(name: &str, place: Place, version: Version) -> Result<(), ReadError> {
    let more: &[&str] = match version {
        Version::Two => &["CX"],
        Version::Three => &["qubit", "bit", "gphase"],
    };
    let is_read = READ.contains(&name) || more.contains(&name);
    if is_read || is_refused(name, version) || constant(name, version).is_some() {
        let name = name.to_owned();
        return Err(place.error(Reason::Reserved { name }));
    }
    Ok(())
}
