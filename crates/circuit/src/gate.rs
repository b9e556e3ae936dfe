use std::fmt;
use std::str::FromStr;

use nalgebra::DMatrix;
use num_complex::Complex64;

use crate::error::ParseGateError;

mod axis;
mod controlled;
mod kind;
mod table;

pub(crate) use axis::Axis;
pub use kind::{Decomposition, Gate};

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

    /// Number of qubits the gate acts on, 1 to 3.
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

    /// The gate on the other qubits that this one does where the first is 1; `None` if the first is no
    /// control.
    ///
    /// ```
    /// # use cheqqers_circuit::Gate;
    /// assert_eq!(Gate::Ccx.uncontrolled(), Some(Gate::Cx));
    /// assert_eq!(Gate::X.uncontrolled(), None);
    /// ```
    pub fn uncontrolled(self) -> Option<Self> {
        table::row(self).uncontrolled()
    }

    /// Number of controls, which come first.
    pub fn num_controls(self) -> usize {
        self.uncontrolled()
            .map_or(0, |gate| 1 + gate.num_controls())
    }

    /// Returns `true` for the gates that all others decompose into: those on one qubit, and [`Gate::Cx`].
    pub fn is_primitive(self) -> bool {
        self == Self::Cx || self.num_qubits() == 1
    }

    /// The gate in terms of simpler ones, global phase included; empty for a primitive gate.
    ///
    /// Split and merge consist of roots of iSWAP, the others of primitive gates.
    pub fn definition(self) -> Decomposition {
        table::row(self).definition
    }

    /// The gate in primitive gates, global phase included; a primitive gate is its own decomposition.
    ///
    /// None has an angle or a gate beyond `x y z h s sdg t tdg cx`, the common subset of the dialects.
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

    /// The axis that the gate leaves alone on its qubit `place`; `None` when there is none.
    ///
    /// Two gates commute when they leave the same axis alone on every qubit they share.
    pub(crate) fn axis(self, place: usize) -> Option<Axis> {
        table::row(self).axis(place)
    }

    /// Returns `true` if the gate only gives phases to basis states.
    pub(crate) fn is_diagonal(self) -> bool {
        (0..self.num_qubits()).all(|place| self.axis(place) == Some(Axis::Z))
    }

    /// Number of CX in the gate's decomposition.
    pub(crate) fn cx_cost(self) -> usize {
        if self == Self::Cx {
            return 1;
        }
        let gates = self.definition().iter();
        gates
            .filter(|(_, places)| places.len() > 1)
            .map(|(gate, _)| gate.cx_cost())
            .sum()
    }

    /// Operands that may change places with no effect: none, or two of them.
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
