use std::f64::consts::{E, PI, TAU};

use super::error::{Fault, Location, ParseErrorKind};
use super::version::Version;

/// Unsupported keywords of OpenQASM 3: pulses and complex numbers.
const UNSUPPORTED_IN_3: &[&str] = &["cal", "complex", "defcal"];

/// Keywords of OpenQASM 3 that OpenQASM 2 lacks.
const ONLY_IN_3: &[&str] = &[
    "angle",
    "array",
    "bit",
    "bool",
    "box",
    "break",
    "case",
    "const",
    "continue",
    "ctrl",
    "def",
    "default",
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
    "gphase",
    "in",
    "input",
    "int",
    "inv",
    "let",
    "mutable",
    "negctrl",
    "nop",
    "output",
    "pow",
    "pragma",
    "qubit",
    "readonly",
    "return",
    "sizeof",
    "stretch",
    "switch",
    "true",
    "uint",
    "void",
    "while",
];

/// Keywords of both versions; `U` is the gate that both build in.
const IN_BOTH: &[&str] = &[
    "OPENQASM", "include", "qreg", "creg", "gate", "measure", "barrier", "U", "if", "opaque",
    "reset",
];

/// Returns `true` for an unsupported keyword.
pub(super) fn is_unsupported(word: &str, version: Version) -> bool {
    version == Version::Three && UNSUPPORTED_IN_3.contains(&word)
}

/// Returns `true` for a keyword of OpenQASM 3 that OpenQASM 2 lacks.
pub(super) fn is_newer(word: &str) -> bool {
    ONLY_IN_3.contains(&word) || UNSUPPORTED_IN_3.contains(&word)
}

/// Checks that a text may declare this name.
pub(super) fn check_name(name: &str, location: Location, version: Version) -> Result<(), Fault> {
    let is_keyword = match version {
        Version::Two => name == "CX",
        Version::Three => is_newer(name),
    };
    if is_keyword || IN_BOTH.contains(&name) || constant(name, version).is_some() {
        let name = name.to_owned();
        return Err(location.error(ParseErrorKind::Reserved { name }));
    }
    Ok(())
}

/// Value of a predefined constant.
pub(super) fn constant(name: &str, version: Version) -> Option<f64> {
    Some(match (version, name) {
        (_, "pi") | (Version::Three, "π") => PI,
        (Version::Three, "tau" | "τ") => TAU,
        (Version::Three, "euler" | "ℇ") => E,
        _ => return None,
    })
}
