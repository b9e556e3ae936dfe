use std::f64::consts::{E, PI, TAU};

use super::error::{ParseErrorKind, ParseQasmError};
use super::token::Location;
use super::version::Version;

/// Unsupported keywords of OpenQASM 2.
const UNSUPPORTED_IN_2: &[&str] = &["if", "opaque", "reset"];

/// Unsupported keywords of OpenQASM 3.
const UNSUPPORTED_IN_3: &[&str] = &[
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

/// Supported keywords of both versions; `U` is the gate that both build in.
const SUPPORTED: &[&str] = &[
    "OPENQASM", "include", "qreg", "creg", "gate", "measure", "barrier", "U",
];

/// Returns `true` for an unsupported keyword.
pub(super) fn is_unsupported(word: &str, version: Version) -> bool {
    match version {
        Version::Two => UNSUPPORTED_IN_2.contains(&word),
        Version::Three => UNSUPPORTED_IN_3.contains(&word),
    }
}

/// Returns `true` for a keyword of OpenQASM 3 that OpenQASM 2 lacks.
pub(super) fn is_newer(word: &str) -> bool {
    ["qubit", "bit"].contains(&word) || is_unsupported(word, Version::Three)
}

/// Checks that a text may declare this name.
pub(super) fn check_name(
    name: &str,
    location: Location,
    version: Version,
) -> Result<(), ParseQasmError> {
    let more: &[&str] = match version {
        Version::Two => &["CX"],
        Version::Three => &["qubit", "bit", "gphase"],
    };
    let is_read = SUPPORTED.contains(&name) || more.contains(&name);
    if is_read || is_unsupported(name, version) || constant(name, version).is_some() {
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
