use std::collections::HashMap;
use std::sync::LazyLock;

use cheqqers_circuit::Gate;

use super::Version;
use super::definition::definition;
use super::gate::{Callee, Gates};
use super::token::{Kind, Tokens};

/// The gates that a text may use without defining them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Library {
    /// What OpenQASM 2 has without an include.
    BuiltIn,
    /// `qelib1.inc`, with what newer versions added to it.
    Qelib1,
    /// `stdgates.inc`.
    Stdgates,
    /// What Braket has, which takes no include.
    Braket,
}

/// The gates that every text of `qelib1.inc` has.
const QELIB1: &[&str] = &[
    "u3", "u2", "u1", "cx", "id", "x", "y", "z", "h", "s", "sdg", "t", "tdg", "rx", "ry", "rz",
    "cz", "cy", "ch", "ccx", "crz", "cu1", "cu3",
];

/// The gates that only newer ones have, so that a text may define them itself.
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

/// All gates of the libraries by name, and those of the gate table.
static STANDARD: LazyLock<HashMap<&'static str, Callee>> = LazyLock::new(|| {
    let mut gates = Gates::new(Library::BuiltIn, table());
    let mut tokens =
        Tokens::new(include_str!("standard.qasm")).expect("the text is made of tokens");
    while tokens.peek().kind != Kind::End {
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

/// The gates of the gate table by name.
fn table() -> HashMap<&'static str, Callee> {
    let fixed = Gate::all(0.0).filter(|gate| gate.parameter().is_none());
    let fixed = fixed.map(|gate| (gate.name(), Callee::Fixed(gate)));
    let rotations: [fn(f64) -> Gate; 4] = [Gate::Rx, Gate::Ry, Gate::Rz, Gate::P];
    let rotations = rotations.map(|gate| (gate(0.0).name(), Callee::Rotation(gate)));
    fixed.chain(rotations).collect()
}

impl Library {
    /// What a text of this version has that includes nothing.
    pub(super) fn without_include(version: Version) -> Self {
        match version {
            Version::Two => Self::BuiltIn,
            Version::Three => Self::Braket,
        }
    }

    /// What a text of this version may include, and the name of the file.
    pub(super) fn to_include(version: Version) -> (Self, &'static str) {
        match version {
            Version::Two => (Self::Qelib1, "qelib1.inc"),
            Version::Three => (Self::Stdgates, "stdgates.inc"),
        }
    }

    /// Its name in messages.
    pub(super) fn title(self) -> &'static str {
        match self {
            Self::BuiltIn => "the language without an include",
            Self::Qelib1 => "qelib1.inc",
            Self::Stdgates => "stdgates.inc",
            Self::Braket => "Braket's set (the text has no include)",
        }
    }

    /// Whether a text can't define a gate of this name.
    pub(super) fn is_fixed(self, name: &str) -> bool {
        match self {
            // A text without an include may mean plain OpenQASM 3, and define them all.
            Self::BuiltIn | Self::Braket => false,
            Self::Qelib1 => QELIB1.contains(&name),
            Self::Stdgates => STDGATES.contains(&name),
        }
    }

    /// Its gates.
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
        Gates::new(self, known.collect())
    }
}
