use std::fmt;
use std::str::FromStr;

use nalgebra::DMatrix;
use num_complex::Complex64;

use crate::error::ParseGateError;

mod axis;
mod table;

pub(crate) use axis::Axis;

/// A named unitary of the one gate table; angles are in radians.
///
/// Controls come first; the first qubit is the least significant bit of the matrix index.
/// In text a gate is its name, with the angle where it has one: `cx`, `rx(0.5)`.
#[derive(Clone, Copy, PartialEq, Debug)]
#[non_exhaustive]
pub enum Gate {
    /// Bit flip.
    X,
    /// i X Z.
    Y,
    /// Phase flip.
    Z,
    /// Hadamard.
    H,
    /// Phase i on |1⟩.
    S,
    /// Inverse of S.
    Sdg,
    /// Phase exp(iπ/4) on |1⟩.
    T,
    /// Inverse of T.
    Tdg,
    /// Square root of X.
    Sx,
    /// Inverse of SX.
    Sxdg,
    /// exp(-iθX/2).
    Rx(f64),
    /// exp(-iθY/2).
    Ry(f64),
    /// exp(-iθZ/2).
    Rz(f64),
    /// Phase exp(iθ) on |1⟩.
    P(f64),
    /// X on the second qubit where the first is 1.
    Cx,
    /// Z on the second qubit where the first is 1.
    Cz,
    /// H on the second qubit where the first is 1.
    Ch,
    /// Exchange of two qubits.
    Swap,
    /// Exchange with a factor i on what is exchanged.
    Iswap,
    /// Inverse of iSWAP.
    Iswapdg,
    /// Square root of iSWAP: |10⟩ becomes (|10⟩ + i|01⟩)/√2.
    Siswap,
    /// Inverse of the root of iSWAP.
    Siswapdg,
    /// X on the third qubit where the first two are 1.
    Ccx,
    /// iSWAP of the second and third qubit where the first is 1.
    Ciswap,
    /// Inverse of the controlled iSWAP.
    Ciswapdg,
    /// The paper's split of the first qubit over the second and third: siswap(1, 3), iswap(1, 2).
    ///
    /// With both targets in |0⟩ it takes |s⟩ to (i/√2)(|t1⟩ + |t2⟩). Source: arXiv:2506.05962, appendix.
    Split,
    /// The paper's merge of the first and second qubit into the third, the inverse of a split of the third.
    ///
    /// With the target in |0⟩ the first qubit always ends in |0⟩. Source: arXiv:2506.05962, appendix.
    Merge,
}

/// Gates with the places their operands take among the operands of the whole, in order of time.
pub type Word = &'static [(Gate, &'static [usize])];

impl Gate {
    /// Every gate once, those with a parameter at `angle`.
    pub fn all(angle: f64) -> impl Iterator<Item = Self> {
        table::all(angle)
    }

    /// The gate of that name and parameters, `None` when there is no such gate or an angle is not finite.
    pub fn from_name(name: &str, parameters: &[f64]) -> Option<Self> {
        let angle = parameters.first().copied();
        if parameters.len() > 1 || angle.is_some_and(|angle| !angle.is_finite()) {
            return None;
        }
        Self::all(angle.unwrap_or_default())
            .find(|gate| gate.name() == name && gate.parameter().is_some() == angle.is_some())
    }

    /// The name in lower case, as OpenQASM spells it where it has the gate.
    pub fn name(self) -> &'static str {
        table::row(self).name
    }

    /// The angle in radians, of the gates that have one.
    pub fn parameter(self) -> Option<f64> {
        table::row(self).parameter
    }

    /// How many qubits the gate acts on, 1 to 3.
    pub fn num_qubits(self) -> usize {
        table::row(self).num_qubits
    }

    /// The unitary, 2ⁿ by 2ⁿ; bit `k` of an index belongs to the gate's qubit `k`.
    pub fn matrix(self) -> DMatrix<Complex64> {
        table::row(self).matrix()
    }

    /// One entry of [`Self::matrix`].
    pub(crate) fn entry(self, row: usize, column: usize) -> Complex64 {
        table::row(self).entry(row, column)
    }

    /// The inverse gate, and for each of its operands the place of that operand in this gate.
    ///
    /// The order is `0..n` but for two gates: the inverse of `split s, t1, t2` is
    /// `merge t1, t2, s`, so its order is `[1, 2, 0]`, and that of a merge is `[2, 0, 1]`.
    pub fn inverse(self) -> (Self, &'static [usize]) {
        let row = table::row(self);
        (row.inverse, row.order)
    }

    /// What the gate does to its other qubits where the first is 1; `None` when the first is no control.
    ///
    /// ```
    /// # use cheqqers_circuit::Gate;
    /// assert_eq!(Gate::Ccx.uncontrolled(), Some(Gate::Cx));
    /// assert_eq!(Gate::X.uncontrolled(), None);
    /// ```
    pub fn uncontrolled(self) -> Option<Self> {
        table::row(self).uncontrolled()
    }

    /// How many of the first qubits are controls.
    pub fn num_controls(self) -> usize {
        self.uncontrolled()
            .map_or(0, |gate| 1 + gate.num_controls())
    }

    /// Whether the gate belongs to the set all others are made of: those on one qubit, and [`Gate::Cx`].
    pub fn is_primitive(self) -> bool {
        self == Self::Cx || self.num_qubits() == 1
    }

    /// The gate in terms of simpler ones, global phase included; empty for a primitive gate.
    ///
    /// Split and merge are words over roots of iSWAP, the others are over primitive gates already.
    pub fn definition(self) -> Word {
        table::row(self).word
    }

    /// The gate as a word over primitive gates, global phase included; a primitive gate is its own word.
    ///
    /// No word has an angle or a gate beyond `x y z h s sdg t tdg cx`, the common subset of the dialects.
    pub fn decomposition(self) -> Vec<(Self, Vec<usize>)> {
        if self.is_primitive() {
            return vec![(self, (0..self.num_qubits()).collect())];
        }
        self.definition()
            .iter()
            .flat_map(|&(gate, places)| {
                gate.decomposition().into_iter().map(|(gate, inner)| {
                    (gate, inner.into_iter().map(|place| places[place]).collect())
                })
            })
            .collect()
    }

    /// Which operands may change places with no effect: none, or two of them.
    pub(crate) fn symmetry(self) -> Option<(usize, usize)> {
        table::row(self).symmetry()
    }
}

impl fmt::Display for Gate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.parameter() {
            Some(angle) => write!(f, "{}({angle})", self.name()),
            None => f.pad(self.name()),
        }
    }
}

impl FromStr for Gate {
    type Err = ParseGateError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let unknown = || ParseGateError::Unknown { text: text.into() };
        let Some((name, rest)) = text.split_once('(') else {
            return Self::from_name(text, &[]).ok_or_else(unknown);
        };
        let angle = rest.strip_suffix(')').ok_or_else(unknown)?;
        let angle: f64 = angle
            .parse()
            .ok()
            .filter(|angle: &f64| angle.is_finite())
            .ok_or_else(|| ParseGateError::NotAnAngle { text: angle.into() })?;
        Self::from_name(name, &[angle]).ok_or_else(unknown)
    }
}

#[cfg(test)]
mod tests;
