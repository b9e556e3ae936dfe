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

impl Library {
    /// Library of a text without an include.
    pub(super) fn without_include(version: Version) -> Self {
        match version {
            Version::Two => Self::BuiltIn,
            Version::Three => Self::Braket,
        }
    }

    /// Library that a text should include, and its file name.
    pub(super) fn to_include(version: Version) -> (Self, &'static str) {
        match version {
            Version::Two => (Self::Qelib1, "qelib1.inc"),
            Version::Three => (Self::Stdgates, "stdgates.inc"),
        }
    }

    /// Library of this file name.
    pub(super) fn named(file: &str, version: Version) -> Option<Self> {
        match (file, version) {
            ("qelib1.inc", _) => Some(Self::Qelib1),
            ("stdgates.inc", Version::Three) => Some(Self::Stdgates),
            _ => None,
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

    /// Returns `true` if the library or the language itself has a gate of this name.
    pub(super) fn has(self, name: &str) -> bool {
        // Drafts of OpenQASM 3 had both gates of OpenQASM 2 built in.
        matches!(name, "U" | "CX")
            || match self {
                Self::BuiltIn => false,
                Self::Qelib1 => QELIB1.contains(&name) || QELIB1_ADDED.contains(&name),
                Self::Stdgates => STDGATES.contains(&name),
                Self::Braket => BRAKET.contains(&name),
            }
    }

    /// Name of its gate among the definitions. Those of OpenQASM 3 have other global phases.
    pub(super) fn entry(self, name: &str) -> &str {
        match (self, name) {
            (Self::Stdgates, "u2") => "stdgates_u2",
            (Self::Stdgates, "u3") => "stdgates_u3",
            _ => name,
        }
    }
}
