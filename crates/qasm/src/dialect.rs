use std::fmt;

use cheqqers_circuit::Gate;

/// Variant of OpenQASM that a reader accepts.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[non_exhaustive]
pub enum Dialect {
    /// OpenQASM 3 in the subset of all readers but Braket's and PennyLane's.
    #[default]
    Qasm3,
    /// OpenQASM 2 with the gates of the first `qelib1.inc`.
    Qasm2,
    /// Amazon Braket: OpenQASM 3 without an include, with gate names of its own.
    Braket,
    /// IonQ: OpenQASM 3, compiled by the service.
    Ionq,
    /// IBM's machines: OpenQASM 3 on physical qubits with the basis gates of the Heron processors.
    Ibm,
}

impl Dialect {
    /// All dialects in order.
    pub const ALL: [Self; 5] = [
        Self::Qasm3,
        Self::Qasm2,
        Self::Braket,
        Self::Ionq,
        Self::Ibm,
    ];

    /// Name in messages and on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::Qasm3 => "qasm3",
            Self::Qasm2 => "qasm2",
            Self::Braket => "braket",
            Self::Ionq => "ionq",
            Self::Ibm => "ibm",
        }
    }

    /// Returns `true` if a program may define gates of its own.
    pub fn has_definitions(self) -> bool {
        matches!(self, Self::Qasm3 | Self::Qasm2 | Self::Braket)
    }

    /// First lines of a text: its version, and the library of its gates.
    pub fn header(self) -> &'static str {
        match self {
            Self::Qasm3 | Self::Ionq | Self::Ibm => "OPENQASM 3.0;\ninclude \"stdgates.inc\";",
            Self::Qasm2 => "OPENQASM 2.0;\ninclude \"qelib1.inc\";",
            Self::Braket => "OPENQASM 3.0;",
        }
    }

    /// Name of a gate; `None` if the dialect lacks it, so that its decomposition is written.
    ///
    /// `ch` is left out, as two readers lack it.
    pub fn spelling(self, gate: Gate) -> Option<&'static str> {
        match self {
            Self::Qasm3 | Self::Ionq => match gate {
                Gate::P(_) => Some("p"),
                Gate::Sx => Some("sx"),
                Gate::Swap => Some("swap"),
                _ => common(gate),
            },
            Self::Qasm2 => match gate {
                Gate::P(_) => Some("u1"),
                _ => common(gate),
            },
            Self::Braket => match gate {
                Gate::Sdg => Some("si"),
                Gate::Tdg => Some("ti"),
                Gate::Cx => Some("cnot"),
                Gate::Ccx => Some("ccnot"),
                Gate::P(_) => Some("phaseshift"),
                Gate::Sx => Some("v"),
                Gate::Sxdg => Some("vi"),
                Gate::Swap => Some("swap"),
                Gate::Iswap => Some("iswap"),
                _ => common(gate),
            },
            Self::Ibm => match gate {
                Gate::X => Some("x"),
                Gate::Sx => Some("sx"),
                Gate::Rz(_) => Some("rz"),
                Gate::Cz => Some("cz"),
                _ => None,
            },
        }
    }
}

/// Gates with the same name in nearly all dialects.
fn common(gate: Gate) -> Option<&'static str> {
    match gate {
        Gate::X => Some("x"),
        Gate::Y => Some("y"),
        Gate::Z => Some("z"),
        Gate::H => Some("h"),
        Gate::S => Some("s"),
        Gate::Sdg => Some("sdg"),
        Gate::T => Some("t"),
        Gate::Tdg => Some("tdg"),
        Gate::Rx(_) => Some("rx"),
        Gate::Ry(_) => Some("ry"),
        Gate::Rz(_) => Some("rz"),
        Gate::Cx => Some("cx"),
        Gate::Cz => Some("cz"),
        Gate::Ccx => Some("ccx"),
        _ => None,
    }
}

impl fmt::Display for Dialect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}
