use std::f64::consts::{FRAC_1_SQRT_2, FRAC_PI_2};

use nalgebra::Vector4;
use num_complex::Complex64;

use crate::optimize::phase::{Phase, apart};
use crate::optimize::reach::{Indices, images};
use crate::{Action, Gate, Groups, Operation, Qubit};

/// Largest difference of two entries of a matrix that are taken for equal.
const CLOSE: f64 = 1e-12;

/// Run of operations on a pair, with a replacement.
pub(super) struct Rewrite {
    /// Places of the operations that go.
    pub(super) replaced: Vec<usize>,
    pub(super) by: Vec<Operation>,
    pub(super) is_exchange: bool,
}

impl Rewrite {
    /// Number of CX.
    pub(super) fn cost(&self) -> usize {
        let gates = self
            .by
            .iter()
            .filter_map(|operation| match operation.action {
                Action::Gate(gate, _) => Some(gate.cx_cost()),
                Action::Measure(..) => None,
            });
        gates.sum()
    }
}

/// Gates on a pair, with their effect on its four states.
pub(super) struct Run {
    pair: [Qubit; 2],
    /// The states of the pair in which the run may begin.
    possible: Indices,
    places: Vec<usize>,
    /// Those of its gates.
    groups: Groups,
    cost: usize,
    /// Column `k`: image of state `k` if it is possible, the pair's first qubit being bit 0.
    columns: [Option<Vector4<Complex64>>; 4],
}

impl Run {
    pub(super) fn new(pair: [Qubit; 2], possible: Indices) -> Self {
        let unit = |k: usize| {
            let mut column = Vector4::zeros();
            column[k] = Complex64::new(1.0, 0.0);
            (possible >> k & 1 == 1).then_some(column)
        };
        Self {
            pair,
            possible,
            places: Vec::new(),
            groups: Groups::default(),
            cost: 0,
            columns: [0, 1, 2, 3].map(unit),
        }
    }

    /// Adds a gate on qubits of the pair.
    pub(super) fn push(&mut self, place: usize, groups: Groups, gate: Gate, qubits: &[Qubit]) {
        self.places.push(place);
        self.groups = self.groups.union(groups);
        self.cost += gate.cx_cost();
        let images = images(gate);
        // The bit of the pair's index that each of the gate's qubits is.
        let second = self.pair[1];
        let is_second = |qubit: Qubit| usize::from(qubit == second);
        let bits = match *qubits {
            [one] => [is_second(one); 2],
            _ => [is_second(qubits[0]), is_second(qubits[1])],
        };
        let bits = &bits[..qubits.len()];
        for column in self.columns.iter_mut().flatten() {
            let before = std::mem::replace(column, Vector4::zeros());
            for from in (0..4).filter(|&from| before[from].norm_sqr() > 0.0) {
                let (mut rest, mut local) = (from, 0);
                for (k, &bit) in bits.iter().enumerate() {
                    local |= (from >> bit & 1) << k;
                    rest &= !(1 << bit);
                }
                for to in (0..1 << bits.len()).filter(|to| images[local] >> to & 1 == 1) {
                    let places = bits.iter().enumerate();
                    let row = places.fold(rest, |row, (k, &bit)| row | (to >> k & 1) << bit);
                    column[row] += gate.entry(to, local) * before[from];
                }
            }
        }
    }

    /// Number of CX.
    pub(super) fn cost(&self) -> usize {
        self.cost
    }

    /// Amplitude of state `to` after the run from state `from`; `None` if it never begins there.
    fn entry(&self, to: usize, from: usize) -> Option<Complex64> {
        self.columns[from].map(|column| column[to])
    }

    fn phase(&self, to: usize, from: usize) -> Option<Phase> {
        let entry = self.entry(to, from)?;
        Some(Phase::from_radians(entry.arg()))
    }

    /// Returns `true` if the number of ones stays in every possible state.
    fn keeps_ones(&self) -> bool {
        (0..4).all(|from: usize| {
            let mut others = (0..4).filter(|to: &usize| to.count_ones() != from.count_ones());
            others.all(|to| {
                self.entry(to, from)
                    .is_none_or(|entry| entry.norm() < CLOSE)
            })
        })
    }

    /// The run as phases around at most one gate.
    pub(super) fn written(&self) -> Option<Rewrite> {
        if !self.keeps_ones() {
            return None;
        }
        let (stay, go) = match (self.columns[1], self.columns[2]) {
            (Some(column), _) => (column[1].norm(), column[2].norm()),
            (None, Some(column)) => (column[2].norm(), column[1].norm()),
            (None, None) => (1.0, 0.0),
        };
        let is_exchange = stay < CLOSE;
        let by = if go < CLOSE || is_exchange {
            self.phases(is_exchange)?
        } else if (stay - FRAC_1_SQRT_2).abs() < CLOSE {
            self.rotation().or_else(|| self.root())?
        } else {
            return None;
        };
        Some(Rewrite {
            replaced: self.places.clone(),
            by,
            is_exchange,
        })
    }

    /// Phases of the states as they come in, before an exchange if there is one.
    fn phases(&self, is_exchange: bool) -> Option<Vec<Operation>> {
        let to = |from: usize| match from {
            1 | 2 if is_exchange => 3 - from,
            _ => from,
        };
        let phases = [0, 1, 2, 3].map(|from| self.phase(to(from), from).unwrap_or_default());
        let mut by = Vec::new();
        self.add_phases(&mut by, apart(phases, self.possible)?);
        Some(by)
    }

    /// A rotation and a CX, where the run always begins in the same state.
    fn rotation(&self) -> Option<Vec<Operation>> {
        let [a, b] = self.pair;
        let (from, full, empty) = match self.possible {
            0b0010 => (1, a, b),
            0b0100 => (2, b, a),
            _ => return None,
        };
        let mut by = vec![
            Operation::gate(Gate::H, &[empty], self.groups),
            Operation::gate(Gate::Cx, &[empty, full], self.groups),
        ];
        let phases = (self.phase(1, from)?, self.phase(2, from)?);
        self.add_phases(&mut by, phases);
        Some(by)
    }

    /// A root of iSWAP with phases before and after: on states 1 and 2 the run is
    /// e^{ic} diag(e^{ix}, e^{iy}) [[1, i], [i, 1]] diag(1, e^{iz}) / √2.
    fn root(&self) -> Option<Vec<Operation>> {
        let quarter = Phase::from_radians(FRAC_PI_2);
        let c = self.phase(0, 0).unwrap_or_default();
        let (x, y, z) = if let (Some(stay), Some(go)) = (self.phase(1, 1), self.phase(2, 1)) {
            let x = stay - c;
            let back = self.phase(1, 2).map(|back| back - quarter - c - x);
            (x, go - quarter - c, back.unwrap_or_default())
        } else {
            let (stay, go) = (self.phase(2, 2)?, self.phase(1, 2)?);
            (go - quarter - c, stay - c, Phase::ZERO)
        };
        let both = self.phase(3, 3);
        if both.is_some_and(|both| both != c + x + y + z) {
            return None;
        }
        let mut by = Vec::new();
        self.add_phases(&mut by, (Phase::ZERO, z));
        by.push(Operation::gate(Gate::Siswap, &self.pair, self.groups));
        self.add_phases(&mut by, (x, y));
        Some(by)
    }

    fn add_phases(&self, by: &mut Vec<Operation>, phases: (Phase, Phase)) {
        for (qubit, phase) in self.pair.into_iter().zip([phases.0, phases.1]) {
            let gates = phase.gates();
            by.extend(gates.map(|gate| Operation::gate(gate, &[qubit], self.groups)));
        }
    }
}
