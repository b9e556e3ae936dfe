use std::fmt;

use cheqqers_circuit::Gate;

/// The OpenQASM that a reader takes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[non_exhaustive]
pub enum Dialect {
    /// OpenQASM 3 in the subset that all readers share but Braket's and PennyLane's.
    #[default]
    Qasm3,
    /// OpenQASM 2 with the gates of the first `qelib1.inc`.
    Qasm2,
    /// Amazon Braket: OpenQASM 3 without an include, and with gate names of its own.
    Braket,
}

impl Dialect {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Qasm3, Self::Qasm2, Self::Braket];

    /// The name in messages and on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::Qasm3 => "qasm3",
            Self::Qasm2 => "qasm2",
            Self::Braket => "braket",
        }
    }

    /// What the dialect calls a gate; `None` when it lacks it.
    pub(crate) fn spelling(self, gate: Gate) -> Option<&'static str> {
        let common = match gate {
            Gate::X => Some("x"),
            Gate::Y => Some("y"),
            Gate::Z => Some("z"),
            Gate::H => Some("h"),
            Gate::S => Some("s"),
            Gate::T => Some("t"),
            Gate::Rx(_) => Some("rx"),
            Gate::Ry(_) => Some("ry"),
            Gate::Rz(_) => Some("rz"),
            Gate::Cz => Some("cz"),
            _ => None,
        };
        // `ch` is left out on purpose: two readers lack it.
        common.or(match (self, gate) {
            (Self::Qasm3 | Self::Qasm2, Gate::Sdg) => Some("sdg"),
            (Self::Qasm3 | Self::Qasm2, Gate::Tdg) => Some("tdg"),
            (Self::Qasm3 | Self::Qasm2, Gate::Cx) => Some("cx"),
            (Self::Qasm3 | Self::Qasm2, Gate::Ccx) => Some("ccx"),
            (Self::Qasm3, Gate::P(_)) => Some("p"),
            (Self::Qasm3, Gate::Sx) => Some("sx"),
            (Self::Qasm3 | Self::Braket, Gate::Swap) => Some("swap"),
            (Self::Qasm2, Gate::P(_)) => Some("u1"),
            (Self::Braket, Gate::Sdg) => Some("si"),
            (Self::Braket, Gate::Tdg) => Some("ti"),
            (Self::Braket, Gate::Cx) => Some("cnot"),
            (Self::Braket, Gate::Ccx) => Some("ccnot"),
            (Self::Braket, Gate::P(_)) => Some("phaseshift"),
            (Self::Braket, Gate::Sx) => Some("v"),
            (Self::Braket, Gate::Sxdg) => Some("vi"),
            (Self::Braket, Gate::Iswap) => Some("iswap"),
            _ => None,
        })
    }
}

impl fmt::Display for Dialect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}
