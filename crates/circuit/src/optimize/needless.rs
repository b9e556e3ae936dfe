//! Gates and qubits without which the exact state gives the same.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use num_complex::Complex64;

use super::reach::{MOST, images, local, with_local};
use crate::gate::Axis;
use crate::{Action, Circuit, Gate, Operands, Operation, Qubit};

/// Largest difference of two probabilities, or amplitudes, that are taken for equal.
const CLOSE: f64 = 1e-12;

/// Norm squared up to which an amplitude is rounding.
const ZERO: f64 = 1e-28;

/// The most work: gates squared times amplitudes.
const MOST_WORK: usize = 1 << 25;

/// Without gates whose removal, one after the other, changes nothing that can be seen; `None` where
/// there is none, or the state is not followed.
pub(super) fn without(circuit: &Circuit) -> Option<Vec<Operation>> {
    let operations = circuit.operations();
    let measured = measured_last(circuit)?;
    let mut state = Amplitudes::start(circuit.num_qubits())?;
    let mut before = Vec::with_capacity(operations.len());
    for operation in operations {
        before.push(state.clone());
        if let Action::Gate(gate, operands) = operation.action {
            state.apply(gate, operands.as_slice())?;
        }
    }
    let most = before.iter().map(|state| state.0.len()).max().unwrap_or(0);
    if operations.len().pow(2).saturating_mul(most) > MOST_WORK {
        return None;
    }
    let expected = state.measured(&measured);
    let mut kept: VecDeque<Operation> = VecDeque::with_capacity(operations.len());
    let mut later: VecDeque<(Gate, Operands)> = VecDeque::with_capacity(operations.len());
    for (&operation, state) in operations.iter().zip(before).rev() {
        if let Action::Gate(gate, operands) = operation.action {
            if state.after(&later)?.measured(&measured).is_close(&expected) {
                continue;
            }
            later.push_front((gate, operands));
        }
        kept.push_front(operation);
    }
    (kept.len() < operations.len()).then(|| kept.into())
}

/// Without a qubit that only holds what other qubits tell, one of those or two together, and with no more
/// CX; `None` where there is none, or the state is not followed.
///
/// The others become controls where it is one.
pub(super) fn without_copy(circuit: &Circuit) -> Option<Vec<Operation>> {
    let measured = measured_last(circuit)?;
    let (spare, expected) = {
        let state = Amplitudes::of(circuit.num_qubits(), circuit.operations())?;
        (
            spare_qubits(circuit, &measured, &state),
            state.measured(&measured),
        )
    };
    let mut shorter = spare.into_iter().filter_map(|copy| {
        let mut operations = told_by_others(circuit, copy)?;
        operations.retain(|operation| !operation.qubits().contains(&copy));
        let state = Amplitudes::of(circuit.num_qubits(), &operations)?;
        let is_same = state.measured(&measured).is_close(&expected);
        let is_shorter = cx_cost(&operations) <= cx_cost(circuit.operations());
        (is_same && is_shorter).then_some(operations)
    });
    shorter.next()
}

fn cx_cost(operations: &[Operation]) -> usize {
    let cost = operations.iter().map(|operation| match operation.action {
        Action::Gate(gate, _) => gate.cx_cost(),
        Action::Measure(..) => 0,
    });
    cost.sum()
}

/// Qubits with gates that are not measured, or where nothing is, those that are 0 at the end.
fn spare_qubits(circuit: &Circuit, measured: &[Qubit], state: &Amplitudes) -> BTreeSet<Qubit> {
    let used = circuit.gates().flat_map(|(_, qubits)| qubits).copied();
    let is_spare = |qubit: &Qubit| {
        if measured.is_empty() {
            state.0.iter().all(|&(basis, _)| !is_one(basis, *qubit))
        } else {
            !measured.contains(qubit)
        }
    };
    used.filter(is_spare).collect()
}

/// The operations with other controls in the place of a qubit, where their bits tell its bit.
fn told_by_others(circuit: &Circuit, copy: Qubit) -> Option<Vec<Operation>> {
    let mut state = Amplitudes::start(circuit.num_qubits())?;
    let mut told = Vec::with_capacity(circuit.operations().len());
    for &operation in circuit.operations() {
        let Action::Gate(gate, operands) = operation.action else {
            told.push(operation);
            continue;
        };
        let qubits = operands.as_slice();
        let place = qubits.iter().position(|&qubit| qubit == copy);
        let is_control = place.is_some_and(|place| gate.axis(place) == Some(Axis::Z));
        let others = (0..circuit.num_qubits()).map(Qubit::from_index);
        let others: Vec<Qubit> = others.filter(|other| !qubits.contains(other)).collect();
        let action = match is_control.then(|| state.telling(copy, &others)).flatten() {
            Some([one, two]) if one == two => {
                let other = |qubit| if qubit == copy { one } else { qubit };
                Action::Gate(gate, operands.map(other))
            }
            Some([one, two]) if gate == Gate::Cx => {
                Operation::gate(Gate::Ccx, &[one, two, qubits[1]], operation.group).action
            }
            _ => operation.action,
        };
        told.push(Operation {
            action,
            ..operation
        });
        state.apply(gate, qubits)?;
    }
    Some(told)
}

/// The qubit of each clbit that is measured; `None` if a gate follows a measurement, or a clbit is
/// written twice.
fn measured_last(circuit: &Circuit) -> Option<Vec<Qubit>> {
    let mut measured = BTreeMap::new();
    for operation in circuit.operations() {
        match operation.action {
            Action::Measure(qubit, clbit) => {
                if measured.insert(clbit, qubit).is_some() {
                    return None;
                }
            }
            Action::Gate(_, operands) => {
                let mut read = measured.values();
                if read.any(|qubit| operands.as_slice().contains(qubit)) {
                    return None;
                }
            }
        }
    }
    Some(measured.into_values().collect())
}

/// An exact state: basis states with their amplitudes, in no order, those that are 0 left out.
#[derive(Clone, Debug)]
struct Amplitudes(Vec<(u128, Complex64)>);

/// Observable part of a state.
enum MeasuredState {
    /// The probability of each value of the measured qubits.
    Distribution(BTreeMap<u128, f64>),
    /// The state itself, but for a global phase.
    State(BTreeMap<u128, Complex64>),
}

impl Amplitudes {
    /// |0…0⟩, unless there are too many qubits.
    fn start(num_qubits: usize) -> Option<Self> {
        (num_qubits <= 128).then(|| Self(vec![(0, Complex64::ONE)]))
    }

    /// The state that gates make of |0…0⟩; `None` where there are too many amplitudes.
    fn of(num_qubits: usize, operations: &[Operation]) -> Option<Self> {
        let mut state = Self::start(num_qubits)?;
        for operation in operations {
            if let Action::Gate(gate, operands) = operation.action {
                state.apply(gate, operands.as_slice())?;
            }
        }
        Some(state)
    }

    /// Applies a gate; `None` where there are too many amplitudes then.
    fn apply(&mut self, gate: Gate, qubits: &[Qubit]) -> Option<()> {
        let images = images(gate);
        let column = |from: usize| {
            let to = (0..8_u32).filter(move |to| images[from] >> to & 1 == 1);
            to.map(|to| (to, gate.entry(to as usize, from))).collect()
        };
        let columns: Vec<Vec<(u32, Complex64)>> = (0..1 << qubits.len()).map(column).collect();
        if columns.iter().all(|column| column.len() <= 1) {
            for (basis, amplitude) in &mut self.0 {
                let (to, entry) = columns[local(*basis, qubits)][0];
                *basis = with_local(*basis, qubits, to);
                *amplitude *= entry;
            }
            return Some(());
        }
        let mut after = Vec::with_capacity(2 * self.0.len());
        for &(basis, amplitude) in &self.0 {
            for &(to, entry) in &columns[local(basis, qubits)] {
                after.push((with_local(basis, qubits, to), entry * amplitude));
            }
        }
        after.sort_unstable_by_key(|&(basis, _)| basis);
        after.dedup_by(|next, sum| {
            let is_same = next.0 == sum.0;
            if is_same {
                sum.1 += next.1;
            }
            is_same
        });
        after.retain(|(_, amplitude)| amplitude.norm_sqr() > ZERO);
        self.0 = after;
        (self.0.len() <= MOST).then_some(())
    }

    /// Two qubits that are both 1 exactly where this one is; the same one twice if that is enough.
    fn telling(&self, qubit: Qubit, others: &[Qubit]) -> Option<[Qubit; 2]> {
        let tell = |&[one, two]: &[Qubit; 2]| {
            self.0.iter().all(|&(basis, _)| {
                is_one(basis, qubit) == (is_one(basis, one) && is_one(basis, two))
            })
        };
        let alone = others.iter().map(|&one| [one, one]);
        let pairs = others.iter().enumerate().flat_map(|(k, &one)| {
            let later = &others[k + 1..];
            later.iter().map(move |&two| [one, two])
        });
        alone.chain(pairs).find(tell)
    }

    fn after(mut self, gates: &VecDeque<(Gate, Operands)>) -> Option<Self> {
        for (gate, operands) in gates {
            self.apply(*gate, operands.as_slice())?;
        }
        Some(self)
    }

    fn measured(self, measured: &[Qubit]) -> MeasuredState {
        if measured.is_empty() {
            return MeasuredState::State(self.0.into_iter().collect());
        }
        let mut distribution = BTreeMap::new();
        for (basis, amplitude) in self.0 {
            let bits = measured.iter().zip(0..);
            let read = bits.fold(0, |read, (qubit, k)| {
                read | (basis >> qubit.index() & 1) << k
            });
            *distribution.entry(read).or_default() += amplitude.norm_sqr();
        }
        MeasuredState::Distribution(distribution)
    }
}

fn is_one(basis: u128, qubit: Qubit) -> bool {
    basis >> qubit.index() & 1 == 1
}

impl MeasuredState {
    fn is_close(&self, expected: &Self) -> bool {
        match (self, expected) {
            (Self::Distribution(found), Self::Distribution(expected)) => {
                let of = |all: &BTreeMap<u128, f64>, key| all.get(key).copied().unwrap_or(0.0);
                let mut keys = found.keys().chain(expected.keys());
                keys.all(|key| (of(found, key) - of(expected, key)).abs() < CLOSE)
            }
            (Self::State(found), Self::State(expected)) => {
                let of = |all: &BTreeMap<u128, Complex64>, key| {
                    all.get(key).copied().unwrap_or_default()
                };
                let products = found.iter().map(|(key, at)| at * of(expected, key).conj());
                let phase = Complex64::from_polar(1.0, products.sum::<Complex64>().arg());
                let mut keys = found.keys().chain(expected.keys());
                keys.all(|key| (of(found, key) - phase * of(expected, key)).norm() < CLOSE)
            }
            _ => false,
        }
    }
}
