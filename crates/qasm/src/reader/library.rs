use std::collections::HashMap;
use std::sync::LazyLock;

use cheqqers_circuit::Gate;

use super::definition::definition;
use super::gate::{Callee, Gates};
use super::token::{TokenKind, Tokens};
use super::version::Version;

/// Gates that a text may use without defining them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Library {
    /// OpenQASM 2 without an include.
    BuiltIn,
    /// `qelib1.inc`, with the additions of newer versions.
    Qelib1,
    /// `stdgates.inc` of OpenQASM 3.
    Stdgates,
    /// Braket's gates, which need no include.
    Braket,
}

/// Gates in every version of `qelib1.inc`.
const QELIB1: &[&str] = &[
    "u3", "u2", "u1", "cx", "id", "x", "y", "z", "h", "s", "sdg", "t", "tdg", "rx", "ry", "rz",
    "cz", "cy", "ch", "ccx", "crz", "cu1", "cu3",
];

/// Gates of newer versions only, which a text may therefore define itself.
const QELIB1_ADDED: &[&str] = &[
    "u0", "u", "p", "sx", "sxdg", "swap", "cswap", "crx", "cry", "cp", "csx", "cu", "rxx", "rzz",
    "rccx", "rc3x", "c3x", "c3sqrtx", "c4x",
];

const STDGATES: &[&str] = &[
    "p", "x", "y", "z", "h", "s", "sdg", "t", "tdg", "sx", "rx", "ry", "rz", "cx", "cy", "cz",
    "cp", "crx", "cry", "crz", "ch", "swap", "ccx", "cswap", "cu", "CX", "phase", "cphase", "id",
    "u1", "u2", "u3",
];

const BRAKET: &[&str] = &[
    "i",
    "x",
    "y",
    "z",
    "h",
    "s",
    "si",
    "t",
    "ti",
    "v",
    "vi",
    "rx",
    "ry",
    "rz",
    "phaseshift",
    "prx",
    "gpi",
    "gpi2",
    "cnot",
    "cy",
    "cz",
    "cv",
    "swap",
    "iswap",
    "pswap",
    "xy",
    "cphaseshift",
    "cphaseshift00",
    "cphaseshift01",
    "cphaseshift10",
    "xx",
    "yy",
    "zz",
    "ecr",
    "ms",
    "ccnot",
    "cswap",
];

/// Gates of all libraries and of the gate table, by name.
static STANDARD: LazyLock<HashMap<&'static str, Callee>> = LazyLock::new(|| {
    let mut gates = Gates::new(Library::BuiltIn.title(), table());
    let mut tokens =
        Tokens::new(include_str!("standard.qasm")).expect("the text is made of tokens");
    while tokens.peek().kind != TokenKind::End {
        let gate = tokens
            .name("`gate`")
            .expect("every statement is a definition");
        debug_assert_eq!(gate.0, "gate");
        let definition = definition(&mut tokens, &gates, Version::Three);
        let (name, _, callee) = definition.expect("the definitions are right");
        gates.add(name, callee);
    }
    let mut known = gates.into_known();
    for (name, same) in [("U", "u3"), ("CX", "cx")] {
        known.insert(name, known[same].clone());
    }
    known
});

/// Gates of the gate table, by name.
fn table() -> HashMap<&'static str, Callee> {
    let fixed = Gate::all(0.0).filter(|gate| gate.parameter().is_none());
    let fixed = fixed.map(|gate| (gate.name(), Callee::Fixed(gate)));
    let rotations: [fn(f64) -> Gate; 4] = [Gate::Rx, Gate::Ry, Gate::Rz, Gate::P];
    let rotations = rotations.map(|gate| (gate(0.0).name(), Callee::Rotation(gate)));
    fixed.chain(rotations).collect()
}

impl Library {
    /// Library of a text without an include.
    pub(super) fn without_include(version: Version) -> Self {
        match version {
            Version::Two => Self::BuiltIn,
            Version::Three => Self::Braket,
        }
    }

    /// Library that a text may include, and its file name.
    pub(super) fn to_include(version: Version) -> (Self, &'static str) {
        match version {
            Version::Two => (Self::Qelib1, "qelib1.inc"),
            Version::Three => (Self::Stdgates, "stdgates.inc"),
        }
    }

    /// Name in messages.
    pub(super) fn title(self) -> &'static str {
        match self {
            Self::BuiltIn => "the language without an include",
            Self::Qelib1 => "qelib1.inc",
            Self::Stdgates => "stdgates.inc",
            Self::Braket => "Braket's set (the text has no include)",
        }
    }

    /// Returns `true` if a text can't define a gate of this name.
    pub(super) fn is_fixed(self, name: &str) -> bool {
        match self {
            // A text without an include may be plain OpenQASM 3 and define them all.
            Self::BuiltIn | Self::Braket => false,
            Self::Qelib1 => QELIB1.contains(&name),
            Self::Stdgates => STDGATES.contains(&name),
        }
    }

    pub(super) fn gates(self) -> Gates<'static> {
        let (names, more): (&[&str], &[&str]) = match self {
            Self::BuiltIn => (&["CX"], &[]),
            Self::Qelib1 => (QELIB1, &["CX"]),
            Self::Stdgates => (STDGATES, &[]),
            Self::Braket => (BRAKET, &[]),
        };
        let added: &[&str] = match self {
            Self::Qelib1 => QELIB1_ADDED,
            _ => &[],
        };
        let names = names.iter().chain(more).chain(added).chain(&["U"]);
        let known = names.map(|&name| (name, STANDARD[name].clone()));
        Gates::new(self.title(), known.collect())
    }
}
