use std::f64::consts::FRAC_1_SQRT_2;

use nalgebra::Vector4;
use num_complex::Complex64;

use super::phase::{Phase, apart};
use super::reach::{Indices, Reach};
use crate::{Action, Circuit, Gate, Operation, Qubit};

/// How far apart two entries of a matrix may be that are taken for equal.
const CLOSE: f64 = 1e-12;

/// Which runs are written anew.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Wanted {
    /// Those that then need no CX at all.
    Free,
    /// Those that then need fewer.
    Shorter,
}

/// Writes anew what happens to two qubits between gates on others, where that takes fewer CX.
///
/// A run of gates on two qubits that keeps the number of ones, for the states possible there, is
/// phases, an exchange of the two, or a root of iSWAP between phases. An exchange costs nothing:
/// the qubits change names from there on.
pub(super) fn rewrite(circuit: &Circuit, wires: &mut [Qubit], wanted: Wanted) -> Vec<Operation> {
    let mut operations: Vec<Option<Operation>> =
        circuit.operations().iter().copied().map(Some).collect();
    let mut reach = Reach::start(circuit.num_qubits());
    let mut out = Vec::with_capacity(operations.len());
    // An operation that a rewrite puts in is not looked at again.
    for first in 0..operations.len() {
        let Some(operation) = operations[first] else {
            continue;
        };
        if let Some(pair) = pair(&operation)
            && let Some(found) = shorter(&operations[first..], pair, &reach, wanted)
        {
            for place in found.replaced {
                operations[first + place] = None;
            }
            for operation in &found.by {
                if let Action::Gate(gate, operands) = operation.action {
                    reach.apply(gate, operands.as_slice());
                }
            }
            out.extend(found.by);
            if found.is_exchange {
                let [a, b] = pair;
                exchange(&mut operations[first + 1..], wires, a, b);
            }
            continue;
        }
        if let Action::Gate(gate, operands) = operation.action {
            reach.apply(gate, operands.as_slice());
        }
        out.push(operation);
    }
    out
}

/// The qubits of a gate on two.
fn pair(operation: &Operation) -> Option<[Qubit; 2]> {
    match operation.action {
        Action::Gate(_, operands) => operands.as_slice().try_into().ok(),
        Action::Measure(..) => None,
    }
}

/// What comes later happens to the other of two qubits.
fn exchange(operations: &mut [Option<Operation>], wires: &mut [Qubit], a: Qubit, b: Qubit) {
    let other = |qubit: Qubit| match qubit {
        _ if qubit == a => b,
        _ if qubit == b => a,
        _ => qubit,
    };
    for operation in operations.iter_mut().flatten() {
        operation.action = match operation.action {
            Action::Gate(gate, operands) => Action::Gate(gate, operands.map(other)),
            Action::Measure(qubit, clbit) => Action::Measure(other(qubit), clbit),
        };
    }
    for wire in wires {
        *wire = other(*wire);
    }
}

/// A run of operations on a pair, and what does the same.
struct Rewrite {
    /// Places of the operations that go.
    replaced: Vec<usize>,
    by: Vec<Operation>,
    is_exchange: bool,
}

/// The longest run on the pair, from the first operation on, that can be written shorter.
fn shorter(
    operations: &[Option<Operation>],
    pair: [Qubit; 2],
    reach: &Reach,
    wanted: Wanted,
) -> Option<Rewrite> {
    let possible = reach.possible(&pair);
    let mut run = Run::new();
    let mut best = None;
    for (place, operation) in operations.iter().enumerate() {
        let Some(operation) = operation else { continue };
        let Action::Gate(gate, operands) = operation.action else {
            let Action::Measure(qubit, _) = operation.action else {
                continue;
            };
            if pair.contains(&qubit) {
                break;
            }
            continue;
        };
        let qubits = operands.as_slice();
        let inside = qubits.iter().filter(|qubit| pair.contains(qubit)).count();
        if inside == 0 {
            continue;
        }
        if inside < qubits.len() {
            break;
        }
        run.push(place, gate, qubits, pair);
        if qubits.len() == 2
            && let Some(found) = run.written(pair, possible, operation.group)
            && found.cost() < run.cost
            && (wanted == Wanted::Shorter || found.cost() == 0)
        {
            best = Some(found);
        }
    }
    best
}

impl Rewrite {
    fn cost(&self) -> usize {
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

/// Gates on a pair, and what they do to its four states.
struct Run {
    places: Vec<usize>,
    cost: usize,
    /// Column `k`: what becomes of state `k`, the pair's first qubit being bit 0.
    columns: [Vector4<Complex64>; 4],
}

impl Run {
    fn new() -> Self {
        let unit = |k: usize| {
            let mut column = Vector4::zeros();
            column[k] = Complex64::new(1.0, 0.0);
            column
        };
        Self {
            places: Vec::new(),
            cost: 0,
            columns: [0, 1, 2, 3].map(unit),
        }
    }

    fn push(&mut self, place: usize, gate: Gate, qubits: &[Qubit], pair: [Qubit; 2]) {
        self.places.push(place);
        self.cost += gate.cx_cost();
        let matrix = gate.matrix();
        let bits: Vec<usize> = qubits.iter().map(|&q| usize::from(q == pair[1])).collect();
        let local = |index: usize| {
            let bits = bits.iter().enumerate();
            bits.map(|(k, &bit)| (index >> bit & 1) << k).sum::<usize>()
        };
        let touched: usize = bits.iter().map(|&bit| 1 << bit).sum();
        for column in &mut self.columns {
            let before = *column;
            for row in 0..4 {
                let from = (0..4).filter(|from| (from ^ row) & !touched == 0);
                column[row] = from
                    .map(|from| matrix[(local(row), local(from))] * before[from])
                    .sum();
            }
        }
    }

    /// The run on what is possible as phases around at most one gate.
    fn written(&self, pair: [Qubit; 2], possible: Indices, group: u32) -> Option<Rewrite> {
        let is = |index: usize| possible >> index & 1 == 1;
        let inside = |from: usize| match from {
            1 | 2 => self.columns[from][1].norm_sqr() + self.columns[from][2].norm_sqr(),
            _ => self.columns[from][from].norm_sqr(),
        };
        if !(0..4).all(|from| !is(from) || (inside(from) - 1.0).abs() < CLOSE) {
            return None;
        }
        let one = match (is(1), is(2)) {
            (true, _) => self.columns[1],
            (false, true) => Vector4::new(
                self.columns[2][0],
                self.columns[2][2],
                self.columns[2][1],
                self.columns[2][3],
            ),
            (false, false) => Vector4::new(0.0, 1.0, 0.0, 0.0).map(Complex64::from),
        };
        let (stay, go) = (one[1].norm(), one[2].norm());
        let mut rewrite = Rewrite {
            replaced: self.places.clone(),
            by: Vec::new(),
            is_exchange: false,
        };
        if go < CLOSE {
            self.phases(pair, possible, group, &mut rewrite)?;
        } else if stay < CLOSE {
            rewrite.is_exchange = true;
            self.phases(pair, possible, group, &mut rewrite)?;
        } else if (stay - FRAC_1_SQRT_2).abs() < CLOSE {
            self.root(pair, possible, group, &mut rewrite)?;
        } else {
            return None;
        }
        Some(rewrite)
    }

    /// Phases of the states as they come in, before an exchange if there is one.
    fn phases(
        &self,
        pair: [Qubit; 2],
        possible: Indices,
        group: u32,
        rewrite: &mut Rewrite,
    ) -> Option<()> {
        let to = |from: usize| match from {
            1 | 2 if rewrite.is_exchange => 3 - from,
            _ => from,
        };
        let phases = [0, 1, 2, 3].map(|from| phase(self.columns[from][to(from)]));
        let (a, b) = apart(phases, possible)?;
        // An exchange only changes names: the phases go in front of it.
        add_phases(&mut rewrite.by, pair, (a, b), group);
        Some(())
    }

    /// A root of iSWAP with phases before and after, or, from one state, a rotation and a CX.
    fn root(
        &self,
        pair: [Qubit; 2],
        possible: Indices,
        group: u32,
        rewrite: &mut Rewrite,
    ) -> Option<()> {
        let [a, b] = pair;
        let by = &mut rewrite.by;
        if possible == 0b0010 || possible == 0b0100 {
            let (from, full, empty) = if possible == 0b0010 {
                (1, a, b)
            } else {
                (2, b, a)
            };
            by.push(Operation::gate(Gate::H, &[empty], group));
            by.push(Operation::gate(Gate::Cx, &[empty, full], group));
            let phases = [
                Phase::ZERO,
                phase(self.columns[from][1]),
                phase(self.columns[from][2]),
                Phase::ZERO,
            ];
            add_phases(by, pair, apart(phases, 0b0110)?, group);
            return Some(());
        }
        // On states 1 and 2 the run is e^{ic} diag(e^{ix}, e^{iy}) [[1, i], [i, 1]] diag(1, e^{iz}) / sqrt 2.
        let turned = Phase::from_radians(-std::f64::consts::FRAC_PI_2);
        let is = |index: usize| possible >> index & 1 == 1;
        let all = if is(0) {
            phase(self.columns[0][0])
        } else {
            Phase::ZERO
        };
        let (x, y, z) = if is(1) {
            let x = phase(self.columns[1][1]) - all;
            let y = phase(self.columns[1][2]) + turned - all;
            let z = if is(2) {
                phase(self.columns[2][1]) + turned - all - x
            } else {
                Phase::ZERO
            };
            (x, y, z)
        } else {
            let x = phase(self.columns[2][1]) + turned - all;
            (x, phase(self.columns[2][2]) - all, Phase::ZERO)
        };
        if is(3) && phase(self.columns[3][3]) != all + x + y + z {
            return None;
        }
        add_phases(by, pair, (Phase::ZERO, z), group);
        by.push(Operation::gate(Gate::Siswap, &pair, group));
        add_phases(by, pair, (x, y), group);
        Some(())
    }
}

fn phase(factor: Complex64) -> Phase {
    Phase::from_radians(factor.arg())
}

fn add_phases(by: &mut Vec<Operation>, pair: [Qubit; 2], phases: (Phase, Phase), group: u32) {
    for (qubit, phase) in pair.into_iter().zip([phases.0, phases.1]) {
        by.extend(
            phase
                .gates()
                .map(|gate| Operation::gate(gate, &[qubit], group)),
        );
    }
}
