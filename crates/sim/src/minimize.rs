use std::collections::BTreeSet;

use cheqqers_circuit::{
    Action, Bitstring, Circuit, Gate, Optimization, OptimizedCircuit, Qubit, optimize_with,
};
use num_complex::Complex64;

use crate::class::is_diagonal_on;
use crate::sparse::ones;
use crate::{Readout, Sparse, TOLERANCE};

/// The most amplitudes of a state that is followed.
const MOST_AMPLITUDES: usize = 1024;

/// The most work: gates squared times amplitudes.
const MOST_WORK: usize = 1 << 25;

/// [`optimize`](cheqqers_circuit::optimize), and then exactly: no gate is left whose removal changes
/// nothing, and qubits that only hold what others tell go.
///
/// The joint distribution of measurements is kept where these are the last operations of their qubits,
/// each into a clbit of its own; of a circuit that measures nothing, the final state up to a global
/// phase. Both are compared within [`TOLERANCE`]. Other circuits, those of more than 128 qubits or 1024
/// amplitudes, and those of too many gates for that are left as `optimize` leaves them.
///
/// Cost: the square of the number of gates, times the amplitudes: for circuits that are written or sent,
/// not for those of every ply.
pub fn minimize(circuit: &Circuit, level: Optimization) -> OptimizedCircuit {
    optimize_with(circuit, level, |circuit| {
        without_copy(circuit).or_else(|| without_needless(circuit))
    })
}

/// Final state of a circuit, or the part of it that is measured.
struct FinalState {
    readout: Readout,
    /// Counts where nothing is measured, but for a global phase.
    state: Sparse,
    marginal: Vec<(Bitstring, f64)>,
}

impl FinalState {
    /// `None` if a gate follows a measurement, a clbit is written twice, or the state is not followed.
    fn of(circuit: &Circuit) -> Option<Self> {
        let readout = Readout::of(circuit).ok()?;
        let num_written = readout.sources().iter().flatten().count();
        if num_written < circuit.measurements().count() {
            return None;
        }
        let state = after(Sparse::zero(circuit.num_qubits()).ok()?, circuit.gates())?;
        Some(Self {
            marginal: state.marginal(&readout),
            readout,
            state,
        })
    }

    fn is_measured(&self) -> bool {
        self.readout.sources().iter().any(Option::is_some)
    }

    /// Returns `true` if another final state can't be told from this one.
    fn is_same(&self, found: &Sparse) -> bool {
        if self.is_measured() {
            let found = found.marginal(&self.readout);
            let mut pairs = found.iter().zip(&self.marginal);
            return found.len() == self.marginal.len()
                && pairs.all(|(a, b)| a.0 == b.0 && (a.1 - b.1).abs() < TOLERANCE);
        }
        let products = found
            .amplitudes()
            .map(|(index, amplitude)| amplitude * self.state.amplitude(index).conj());
        let phase = Complex64::cis(products.sum::<Complex64>().arg());
        let mut all = found.amplitudes().chain(self.state.amplitudes());
        all.all(|(index, _)| {
            let difference = found.amplitude(index) - phase * self.state.amplitude(index);
            difference.norm() < TOLERANCE
        })
    }

    /// Returns `true` for a qubit that is not measured, or where none is, is 0.
    fn is_spare(&self, qubit: Qubit) -> bool {
        if self.is_measured() {
            !self.readout.sources().contains(&Some(qubit))
        } else {
            self.state.probability(qubit) < TOLERANCE
        }
    }
}

/// The state after further gates; `None` where there are too many amplitudes.
fn after<'a>(
    mut state: Sparse,
    gates: impl IntoIterator<Item = (Gate, &'a [Qubit])>,
) -> Option<Sparse> {
    let mut gates = gates.into_iter();
    let is_followed = state.apply_while_few(&mut gates, MOST_AMPLITUDES).ok()?;
    is_followed.then_some(state)
}

/// Without gates whose removal, one after the other, changes nothing that can be seen; `None` where
/// there is none, or the state is not followed.
fn without_needless(circuit: &Circuit) -> Option<Circuit> {
    let expected = FinalState::of(circuit)?;
    let mut state = Sparse::zero(circuit.num_qubits()).ok()?;
    let mut before = Vec::with_capacity(circuit.operations().len());
    for gate in circuit.gates() {
        before.push((gate, state.clone()));
        state = after(state, [gate])?;
    }
    let lens = before.iter().map(|(_, state)| state.len());
    let most = lens.fold(state.len(), usize::max);
    if circuit.operations().len().pow(2).saturating_mul(most) > MOST_WORK {
        return None;
    }
    // Both from the last gate on.
    let mut later = Vec::with_capacity(before.len());
    let mut needed = Vec::with_capacity(before.len());
    for (gate, state) in before.into_iter().rev() {
        let without = after(state, later.iter().rev().copied())?;
        let is_needed = !expected.is_same(&without);
        if is_needed {
            later.push(gate);
        }
        needed.push(is_needed);
    }
    let is_shorter = later.len() < needed.len();
    let mut shorter = circuit.clone();
    shorter.retain(|operation| match operation.action {
        Action::Gate(..) => needed.pop().expect("each gate was tried"),
        Action::Measure(..) => true,
    });
    is_shorter.then_some(shorter)
}

/// Without a qubit that only holds what other qubits tell, one of those or two together, and with no more
/// CX; `None` where there is none, or the state is not followed.
///
/// The others become controls where it is one.
fn without_copy(circuit: &Circuit) -> Option<Circuit> {
    let expected = FinalState::of(circuit)?;
    let used = circuit.gates().flat_map(|(_, qubits)| qubits).copied();
    let spare: BTreeSet<Qubit> = used.filter(|&qubit| expected.is_spare(qubit)).collect();
    let mut shorter = spare.into_iter().filter_map(|copy| {
        let shorter = told_by_others(circuit, copy)?;
        let state = after(Sparse::zero(circuit.num_qubits()).ok()?, shorter.gates())?;
        let is_shorter = expected.is_same(&state) && num_cx(&shorter) <= num_cx(circuit);
        is_shorter.then_some(shorter)
    });
    shorter.next()
}

fn num_cx(circuit: &Circuit) -> usize {
    circuit.decomposed().statistics().two_qubit_gates
}

/// The operations without a qubit, with other controls in its place where their bits tell its bit.
fn told_by_others(circuit: &Circuit, copy: Qubit) -> Option<Circuit> {
    let mut state = Sparse::zero(circuit.num_qubits()).ok()?;
    let mut told = Circuit::new(circuit.num_qubits(), circuit.num_clbits());
    for operation in circuit.operations() {
        let (gate, operands) = match operation.action {
            Action::Gate(gate, operands) => (gate, operands),
            Action::Measure(qubit, clbit) => {
                let measured = told.measure(qubit, clbit);
                measured.expect("both are of the circuit");
                continue;
            }
        };
        let qubits = operands.as_slice();
        let mut push = |gate, qubits: &[Qubit]| {
            let pushed = told.push_in(operation.groups, gate, qubits);
            pushed.expect("the others differ from the operands");
        };
        let place = qubits.iter().position(|&qubit| qubit == copy);
        let control = place.filter(|&place| is_diagonal_on(gate, place));
        match control.and_then(|_| telling(&state, copy, qubits)) {
            Some([one, two]) if one == two => {
                let other = |&qubit| if qubit == copy { one } else { qubit };
                push(gate, &qubits.iter().map(other).collect::<Vec<_>>());
            }
            Some([one, two]) if gate == Gate::Cx => push(Gate::Ccx, &[one, two, qubits[1]]),
            _ if place.is_none() => push(gate, qubits),
            _ => {}
        }
        state = after(state, [(gate, qubits)])?;
    }
    Some(told)
}

/// Two qubits, none of the operands, that are both 1 exactly where this one is; the same one twice if
/// that is enough.
fn telling(state: &Sparse, qubit: Qubit, operands: &[Qubit]) -> Option<[Qubit; 2]> {
    let bit = ones(&[qubit]);
    let tell = |pair: &[Qubit; 2]| {
        let both = ones(pair);
        let mut entries = state.entries.iter();
        entries.all(|entry| (entry.key & bit != 0) == (entry.key & both == both))
    };
    let others = (0..state.num_qubits()).map(Qubit::from_index);
    let others: Vec<Qubit> = others.filter(|other| !operands.contains(other)).collect();
    let alone = others.iter().map(|&one| [one, one]);
    let pairs = others.iter().enumerate().flat_map(|(k, &one)| {
        let later = &others[k + 1..];
        later.iter().map(move |&two| [one, two])
    });
    alone.chain(pairs).find(tell)
}

#[cfg(test)]
mod tests;
