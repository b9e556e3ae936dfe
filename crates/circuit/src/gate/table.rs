//! The one table of gates: a row holds every property of a gate.

use std::f64::consts::FRAC_1_SQRT_2 as R;

use nalgebra::DMatrix;
use num_complex::Complex64;

use super::axis::Axis;
use super::kind::{Decomposition, Gate};

/// Properties of one gate.
pub(super) struct Row {
    pub(super) name: &'static str,
    pub(super) num_qubits: usize,
    pub(super) parameter: Option<f64>,
    pub(super) inverse: Gate,
    pub(super) order: &'static [usize],
    pub(super) definition: Decomposition,
    entries: Entries,
}

/// The matrix of a gate in its shortest form.
enum Entries {
    /// A gate on one qubit, by rows.
    One([[Complex64; 2]; 2]),
    /// The gate that a first qubit controls.
    Controlled(Gate),
    /// |01⟩ and |10⟩ each keep `stay` and give `go` to the other.
    Exchange { stay: Complex64, go: Complex64 },
    /// Matrix of [`Gate::Split`].
    Split,
    /// Matrix of [`Gate::Merge`].
    Merge,
}

const ZERO: Complex64 = Complex64::new(0.0, 0.0);
const ONE: Complex64 = Complex64::new(1.0, 0.0);
const I: Complex64 = Complex64::new(0.0, 1.0);
const HALF_ROOT: Complex64 = Complex64::new(R, 0.0);

/// Makes `row` and `all` from the rows, so that neither can forget a gate.
macro_rules! table {
    ($($gate:ident $(($angle:ident))? => $row:expr;)*) => {
        /// The row of a gate.
        pub(super) fn row(gate: Gate) -> Row {
            match gate {
                $(Gate::$gate $(($angle))? => $row,)*
            }
        }

        /// The gates in the order of the table.
        pub(super) fn all(angle: f64) -> impl Iterator<Item = Gate> {
            [$(Gate::$gate $(({ let $angle = angle; $angle }))?,)*].into_iter()
        }
    };
}

table! {
    X => one("x", Gate::X, [[ZERO, ONE], [ONE, ZERO]]);
    Y => one("y", Gate::Y, [[ZERO, -I], [I, ZERO]]);
    Z => one("z", Gate::Z, phase(-ONE));
    H => one("h", Gate::H, [[HALF_ROOT, HALF_ROOT], [HALF_ROOT, -HALF_ROOT]]);
    S => one("s", Gate::Sdg, phase(I));
    Sdg => one("sdg", Gate::S, phase(-I));
    T => one("t", Gate::Tdg, phase(Complex64::new(R, R)));
    Tdg => one("tdg", Gate::T, phase(Complex64::new(R, -R)));
    Sx => one("sx", Gate::Sxdg, root_of_x(0.5));
    Sxdg => one("sxdg", Gate::Sx, root_of_x(-0.5));
    Rx(theta) => rotation("rx", theta, Gate::Rx(-theta), {
        let (sin, cos) = half_angle(theta);
        [[cos, -I * sin], [-I * sin, cos]]
    });
    Ry(theta) => rotation("ry", theta, Gate::Ry(-theta), {
        let (sin, cos) = half_angle(theta);
        [[cos, -sin], [sin, cos]]
    });
    Rz(theta) => rotation("rz", theta, Gate::Rz(-theta), {
        let turn = Complex64::cis(theta / 2.0);
        [[turn.conj(), ZERO], [ZERO, turn]]
    });
    P(theta) => rotation("p", theta, Gate::P(-theta), phase(Complex64::cis(theta)));
    Cx => controlled("cx", Gate::X, Gate::Cx, &[]);
    Cz => controlled("cz", Gate::Z, Gate::Cz, &[
        (Gate::H, &[1]), (Gate::Cx, &[0, 1]), (Gate::H, &[1]),
    ]);
    Ch => controlled("ch", Gate::H, Gate::Ch, &[
        (Gate::S, &[1]), (Gate::H, &[1]), (Gate::T, &[1]),
        (Gate::Cx, &[0, 1]),
        (Gate::Tdg, &[1]), (Gate::H, &[1]), (Gate::Sdg, &[1]),
    ]);
    Swap => exchange("swap", Gate::Swap, ZERO, ONE, &[
        (Gate::Cx, &[0, 1]), (Gate::Cx, &[1, 0]), (Gate::Cx, &[0, 1]),
    ]);
    Iswap => exchange("iswap", Gate::Iswapdg, ZERO, I, &[
        (Gate::S, &[0]), (Gate::S, &[1]), (Gate::H, &[0]),
        (Gate::Cx, &[0, 1]), (Gate::Cx, &[1, 0]),
        (Gate::H, &[1]),
    ]);
    Iswapdg => exchange("iswapdg", Gate::Iswap, ZERO, -I, &[
        (Gate::H, &[1]),
        (Gate::Cx, &[1, 0]), (Gate::Cx, &[0, 1]),
        (Gate::H, &[0]), (Gate::Sdg, &[1]), (Gate::Sdg, &[0]),
    ]);
    // iSWAP^t is exp(i t π/4 (XX + YY)): one layer of Cliffords and a CX turn XX into Z on the
    // second qubit and YY into -X on the first; the phases of the two T gates cancel.
    Siswap => exchange("siswap", Gate::Siswapdg, HALF_ROOT, I * R, &[
        (Gate::H, &[0]), (Gate::S, &[0]), (Gate::H, &[1]), (Gate::Sdg, &[1]),
        (Gate::Cx, &[0, 1]),
        (Gate::H, &[0]), (Gate::T, &[0]), (Gate::H, &[0]), (Gate::Tdg, &[1]),
        (Gate::Cx, &[0, 1]),
        (Gate::Sdg, &[0]), (Gate::H, &[0]), (Gate::S, &[1]), (Gate::H, &[1]),
    ]);
    Siswapdg => exchange("siswapdg", Gate::Siswap, HALF_ROOT, -I * R, &[
        (Gate::H, &[0]), (Gate::S, &[0]), (Gate::H, &[1]), (Gate::Sdg, &[1]),
        (Gate::Cx, &[0, 1]),
        (Gate::H, &[0]), (Gate::Tdg, &[0]), (Gate::H, &[0]), (Gate::T, &[1]),
        (Gate::Cx, &[0, 1]),
        (Gate::Sdg, &[0]), (Gate::H, &[0]), (Gate::S, &[1]), (Gate::H, &[1]),
    ]);
    Ccx => controlled("ccx", Gate::Cx, Gate::Ccx, &[
        (Gate::H, &[2]), (Gate::Cx, &[1, 2]), (Gate::Tdg, &[2]), (Gate::Cx, &[0, 2]),
        (Gate::T, &[2]), (Gate::Cx, &[1, 2]), (Gate::Tdg, &[2]), (Gate::Cx, &[0, 2]),
        (Gate::T, &[1]), (Gate::T, &[2]), (Gate::H, &[2]),
        (Gate::Cx, &[0, 1]), (Gate::T, &[0]), (Gate::Tdg, &[1]), (Gate::Cx, &[0, 1]),
    ]);
    // Between two CX an iSWAP is a controlled iX, so its controlled form needs a doubly
    // controlled iX only: a Toffoli without the gates that take the phase away again.
    Ciswap => controlled("ciswap", Gate::Iswap, Gate::Ciswapdg, &[
        (Gate::Cx, &[1, 2]), (Gate::H, &[1]),
        (Gate::Cx, &[2, 1]), (Gate::T, &[1]), (Gate::Cx, &[0, 1]), (Gate::Tdg, &[1]),
        (Gate::Cx, &[2, 1]), (Gate::T, &[1]), (Gate::Cx, &[0, 1]), (Gate::Tdg, &[1]),
        (Gate::H, &[1]), (Gate::Cx, &[1, 2]),
    ]);
    Ciswapdg => controlled("ciswapdg", Gate::Iswapdg, Gate::Ciswap, &[
        (Gate::Cx, &[1, 2]), (Gate::H, &[1]),
        (Gate::Cx, &[2, 1]), (Gate::Tdg, &[1]), (Gate::Cx, &[0, 1]), (Gate::T, &[1]),
        (Gate::Cx, &[2, 1]), (Gate::Tdg, &[1]), (Gate::Cx, &[0, 1]), (Gate::T, &[1]),
        (Gate::H, &[1]), (Gate::Cx, &[1, 2]),
    ]);
    Split => Row {
        name: "split",
        num_qubits: 3,
        parameter: None,
        inverse: Gate::Merge,
        order: &[1, 2, 0],
        definition: &[(Gate::Siswap, &[0, 2]), (Gate::Iswap, &[0, 1])],
        entries: Entries::Split,
    };
    Merge => Row {
        name: "merge",
        num_qubits: 3,
        parameter: None,
        inverse: Gate::Split,
        order: &[2, 0, 1],
        definition: &[(Gate::Iswapdg, &[2, 0]), (Gate::Siswapdg, &[2, 1])],
        entries: Entries::Merge,
    };
}

fn one(name: &'static str, inverse: Gate, entries: [[Complex64; 2]; 2]) -> Row {
    Row {
        name,
        num_qubits: 1,
        parameter: None,
        inverse,
        order: &[0],
        definition: &[],
        entries: Entries::One(entries),
    }
}

fn rotation(name: &'static str, angle: f64, inverse: Gate, entries: [[Complex64; 2]; 2]) -> Row {
    Row {
        parameter: Some(angle),
        ..one(name, inverse, entries)
    }
}

fn controlled(name: &'static str, gate: Gate, inverse: Gate, definition: Decomposition) -> Row {
    let num_qubits = gate.num_qubits() + 1;
    Row {
        name,
        num_qubits,
        parameter: None,
        inverse,
        order: &[0, 1, 2][..num_qubits],
        definition,
        entries: Entries::Controlled(gate),
    }
}

fn exchange(
    name: &'static str,
    inverse: Gate,
    stay: Complex64,
    go: Complex64,
    definition: Decomposition,
) -> Row {
    Row {
        name,
        num_qubits: 2,
        parameter: None,
        inverse,
        order: &[0, 1],
        definition,
        entries: Entries::Exchange { stay, go },
    }
}

fn phase(factor: Complex64) -> [[Complex64; 2]; 2] {
    [[ONE, ZERO], [ZERO, factor]]
}

/// The root of X whose entries are (1 ± i)/2, the sign of i being that of `half`.
fn root_of_x(half: f64) -> [[Complex64; 2]; 2] {
    let (same, other) = (Complex64::new(0.5, half), Complex64::new(0.5, -half));
    [[same, other], [other, same]]
}

fn half_angle(theta: f64) -> (Complex64, Complex64) {
    let (sin, cos) = (theta / 2.0).sin_cos();
    (sin.into(), cos.into())
}

impl Row {
    /// The gate that the first qubit controls.
    pub(super) fn uncontrolled(&self) -> Option<Gate> {
        match self.entries {
            Entries::Controlled(gate) => Some(gate),
            _ => None,
        }
    }

    /// The axis that the gate leaves alone on its qubit `place`.
    pub(super) fn axis(&self, place: usize) -> Option<Axis> {
        match self.entries {
            Entries::One([[_, ZERO], [ZERO, _]]) => Some(Axis::Z),
            Entries::One([[same, other], [other_too, same_too]]) => {
                (same == same_too && other == other_too).then_some(Axis::X)
            }
            Entries::Controlled(_) if place == 0 => Some(Axis::Z),
            Entries::Controlled(gate) => gate.axis(place - 1),
            Entries::Exchange { .. } | Entries::Split | Entries::Merge => None,
        }
    }

    /// Two qubits that may change places with no effect.
    pub(super) fn symmetry(&self) -> Option<(usize, usize)> {
        match self.entries {
            Entries::Exchange { .. } => Some((0, 1)),
            // Two controls are alike, and so are a control and what gets a phase.
            Entries::Controlled(gate) if gate.axis(0) == Some(Axis::Z) => Some((0, 1)),
            Entries::Controlled(gate) => gate.symmetry().map(|(a, b)| (a + 1, b + 1)),
            Entries::One(_) | Entries::Split | Entries::Merge => None,
        }
    }

    /// The matrix; the first qubit is the least significant bit of the index.
    pub(super) fn matrix(&self) -> DMatrix<Complex64> {
        let size = 1 << self.num_qubits;
        DMatrix::from_fn(size, size, |row, column| self.entry(row, column))
    }

    /// One entry of the matrix, made without the others.
    pub(super) fn entry(&self, row: usize, column: usize) -> Complex64 {
        match self.entries {
            Entries::One(entries) => entries[row][column],
            Entries::Controlled(gate) if row & column & 1 == 1 => gate.entry(row >> 1, column >> 1),
            Entries::Exchange { stay, go } => match (row, column) {
                (1, 1) | (2, 2) => stay,
                (1, 2) | (2, 1) => go,
                _ => unit(row, column),
            },
            Entries::Controlled(_) => unit(row, column),
            Entries::Split => split(row, column),
            Entries::Merge => {
                // Qubits f1, f2, t of the merge are t1, t2, s of the split.
                let of_split = |index: usize| (index << 1 | index >> 2) & 7;
                split(of_split(column), of_split(row)).conj()
            }
        }
    }
}

fn unit(row: usize, column: usize) -> Complex64 {
    if row == column { ONE } else { ZERO }
}

/// The split on qubits s, t1, t2: index 1 is the source alone, 2 and 4 are the targets.
fn split(row: usize, column: usize) -> Complex64 {
    let half = I * R;
    match (column, row) {
        (0, 0) | (7, 7) => ONE,
        (2, 1) | (5, 6) => I,
        (1, 2 | 4) | (6, 3 | 5) => half,
        (4, 4) | (3, 3) => HALF_ROOT,
        (4, 2) | (3, 5) => -HALF_ROOT,
        _ => ZERO,
    }
}
