use std::fmt::{self, Write};
use std::str::FromStr;

use thiserror::Error;

use crate::{Action, Bitstring, Circuit, Clbit, Gate, Operands, Qubit};

/// The most partial orders of gates that are compared. Circuits of games take a few; those that are
/// highly symmetric may get several forms.
const MAX_ORDERS: usize = 4096;

/// A circuit without its labels: two circuits have the same form if one becomes the other when qubits
/// and clbits are relabelled and gates on different qubits exchanged.
///
/// Qubits are numbered in the order in which gates first act on them, and clbit `k` is read from the
/// `k`-th of the qubits that are measured. The text form lists the gates and then the qubits measured:
///
/// ```
/// use cheqqers_circuit::{Bitstring, CanonicalCircuit, Circuit, CircuitError, Clbit, Gate, Qubit};
///
/// let mut circuit = Circuit::new(3, 2);
/// circuit.push(Gate::X, &[Qubit(2)])?;
/// circuit.push(Gate::Cx, &[Qubit(2), Qubit(0)])?;
/// circuit.measure(Qubit(0), Clbit(0))?;
/// circuit.measure(Qubit(2), Clbit(1))?;
/// let canonical = CanonicalCircuit::of(&circuit).expect("each bit is read once, at the end");
/// assert_eq!(canonical.to_string(), "x 0; cx 0 1; measure 0 1");
/// // Bits of the form as bits of the circuit.
/// let bits: Bitstring = "10".parse().expect("two bits");
/// assert_eq!(canonical.bits(bits).to_string(), "01");
/// # Ok::<(), CircuitError>(())
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct CanonicalCircuit {
    circuit: Circuit,
    /// For each clbit the one of the original circuit.
    clbits: Vec<Clbit>,
}

/// A gate on numbered qubits, in the order that decides between forms.
type Step = (Vec<usize>, &'static str, u64);

impl CanonicalCircuit {
    /// The form of a circuit; `None` if it does not end with measurements of different qubits into
    /// each of its clbits once. Groups of gates are left out.
    ///
    /// Cost: O(gates²), more for circuits that are symmetric.
    pub fn of(circuit: &Circuit) -> Option<Self> {
        let gates: Vec<(Gate, Operands)> = circuit
            .operations()
            .iter()
            .filter_map(|operation| match operation.action {
                Action::Gate(gate, operands) => Some((gate, operands)),
                Action::Measure(..) => None,
            })
            .collect();
        let is_gate = |index: usize| {
            let operation = circuit.operations().get(index);
            operation.is_some_and(|operation| matches!(operation.action, Action::Gate(..)))
        };
        // Every measurement comes after every gate.
        if !(0..gates.len()).all(is_gate) {
            return None;
        }
        let mut read_from = vec![None; circuit.num_clbits()];
        let mut is_read = vec![false; circuit.num_qubits()];
        for (qubit, clbit) in circuit.measurements() {
            if read_from[clbit.index()].replace(qubit).is_some() || is_read[qubit.index()] {
                return None;
            }
            is_read[qubit.index()] = true;
        }
        let read_from: Vec<Qubit> = read_from.into_iter().collect::<Option<_>>()?;

        let mut search = Search {
            gates: &gates,
            best: None,
            left: MAX_ORDERS,
        };
        search.extend(&mut Order::new(circuit.num_qubits(), gates.len()));
        let best = search.best.unwrap_or_else(|| Order::new(0, 0));
        let mut labels = best.labels;
        labels.resize(circuit.num_qubits(), None);
        // Qubits without gates are measured in |0⟩ and alike.
        let mut next = best.num_labels;
        for qubit in &read_from {
            labels[qubit.index()].get_or_insert_with(|| {
                next += 1;
                next - 1
            });
        }
        let mut clbits: Vec<(usize, Clbit)> = read_from
            .iter()
            .zip(0..)
            .filter_map(|(qubit, clbit)| Some((labels[qubit.index()]?, Clbit(clbit))))
            .collect();
        clbits.sort_unstable();
        let mut canonical = Circuit::new(next, clbits.len());
        for &gate in &best.gates {
            let (gate, operands) = gates[gate];
            let qubits = operands.as_slice().iter();
            let qubits: Vec<Qubit> = qubits
                .filter_map(|qubit| labels[qubit.index()].map(Qubit::from_index))
                .collect();
            canonical.push(gate, &qubits).ok()?;
        }
        for (clbit, &(label, _)) in clbits.iter().enumerate() {
            let (qubit, clbit) = (Qubit::from_index(label), Clbit::from_index(clbit));
            canonical.measure(qubit, clbit).ok()?;
        }
        Some(Self {
            circuit: canonical,
            clbits: clbits.into_iter().map(|(_, clbit)| clbit).collect(),
        })
    }

    /// The circuit with its own labels.
    pub fn circuit(&self) -> &Circuit {
        &self.circuit
    }

    /// Bits of the original circuit, from those of [`Self::circuit`].
    ///
    /// # Panics
    /// Panics if there are not as many bits as clbits.
    pub fn bits(&self, bits: Bitstring) -> Bitstring {
        assert_eq!(bits.len(), self.clbits.len(), "one bit for each clbit");
        let pairs = self.clbits.iter().zip(bits.iter());
        pairs.fold(Bitstring::zeros(bits.len()), |all, (clbit, bit)| {
            all.with_bit(clbit.index(), bit)
        })
    }
}

/// An order of some gates, and the labels of their qubits.
#[derive(Clone)]
struct Order {
    steps: Vec<Step>,
    /// The gates by number.
    gates: Vec<usize>,
    is_done: Vec<bool>,
    labels: Vec<Option<usize>>,
    num_labels: usize,
}

impl Order {
    fn new(num_qubits: usize, num_gates: usize) -> Self {
        Self {
            steps: Vec::new(),
            gates: Vec::new(),
            is_done: vec![false; num_gates],
            labels: vec![None; num_qubits],
            num_labels: 0,
        }
    }

    /// A gate as the next step.
    fn step(&self, (gate, operands): (Gate, Operands)) -> Step {
        let mut next = self.num_labels;
        let labels = operands.as_slice().iter().map(|qubit| {
            self.labels[qubit.index()].unwrap_or_else(|| {
                next += 1;
                next - 1
            })
        });
        let labels = labels.collect();
        (
            labels,
            gate.name(),
            gate.parameter().map_or(0, f64::to_bits),
        )
    }

    fn push(&mut self, number: usize, gate: (Gate, Operands)) {
        self.steps.push(self.step(gate));
        self.gates.push(number);
        self.is_done[number] = true;
        for qubit in gate.1.as_slice() {
            let label = &mut self.labels[qubit.index()];
            if label.is_none() {
                *label = Some(self.num_labels);
                self.num_labels += 1;
            }
        }
    }
}

/// Search for the order whose steps come first.
struct Search<'a> {
    gates: &'a [(Gate, Operands)],
    best: Option<Order>,
    /// Partial orders that may still be compared.
    left: usize,
}

impl Search<'_> {
    fn extend(&mut self, order: &mut Order) {
        loop {
            let ready = self.ready(order);
            let steps = ready.iter().map(|&gate| order.step(self.gates[gate]));
            let Some(first) = steps.clone().min() else {
                if self
                    .best
                    .as_ref()
                    .is_none_or(|best| order.steps < best.steps)
                {
                    self.best = Some(order.clone());
                }
                return;
            };
            let equal: Vec<usize> = ready
                .iter()
                .zip(steps)
                .filter_map(|(&gate, step)| (step == first).then_some(gate))
                .collect();
            let prefix = order.steps.len();
            if let Some(best) = &self.best
                && (&order.steps[..], &first) > (&best.steps[..prefix], &best.steps[prefix])
            {
                return;
            }
            let (&next, others) = equal.split_first().expect("one of them is the first");
            for &other in others {
                if self.left == 0 {
                    break;
                }
                self.left -= 1;
                let mut branch = order.clone();
                branch.push(other, self.gates[other]);
                self.extend(&mut branch);
            }
            order.push(next, self.gates[next]);
        }
    }

    /// The gates before which no other on their qubits is left.
    fn ready(&self, order: &Order) -> Vec<usize> {
        let mut is_blocked = vec![false; order.labels.len()];
        let mut ready = Vec::new();
        for (number, (_, operands)) in self.gates.iter().enumerate() {
            if order.is_done[number] {
                continue;
            }
            let qubits = operands.as_slice();
            if qubits.iter().all(|qubit| !is_blocked[qubit.index()]) {
                ready.push(number);
            }
            for qubit in qubits {
                is_blocked[qubit.index()] = true;
            }
        }
        ready
    }
}

impl fmt::Display for CanonicalCircuit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = String::new();
        for (gate, qubits) in self.circuit.gates() {
            text += gate.name();
            if let Some(parameter) = gate.parameter() {
                write!(text, "({parameter})")?;
            }
            for qubit in qubits {
                write!(text, " {}", qubit.index())?;
            }
            text += "; ";
        }
        text += "measure";
        for (qubit, _) in self.circuit.measurements() {
            write!(text, " {}", qubit.index())?;
        }
        f.pad(&text)
    }
}

/// Error of parsing a [`CanonicalCircuit`].
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{found:?} is no canonical form of a circuit")]
#[expect(missing_docs, reason = "the message says it")]
pub struct ParseCanonicalError {
    pub found: String,
}

/// The most characters and qubits of a form that is read.
const MAX_TEXT: usize = 1 << 16;
const MAX_QUBITS: usize = 256;

impl FromStr for CanonicalCircuit {
    type Err = ParseCanonicalError;

    /// Reads a form, and no other text: the circuit is the form of itself.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let circuit = (text.len() <= MAX_TEXT).then(|| parse(text)).flatten();
        let canonical = circuit.and_then(|circuit| Self::of(&circuit));
        canonical
            .filter(|canonical| canonical.to_string() == text)
            .ok_or_else(|| ParseCanonicalError {
                found: text.chars().take(80).collect(),
            })
    }
}

fn parse(text: &str) -> Option<Circuit> {
    let mut circuit = Circuit::new(0, 0);
    let mut steps = text.split("; ").peekable();
    while let Some(step) = steps.next() {
        let mut words = step.split(' ');
        let name = words.next()?;
        let qubits: Vec<Qubit> = words
            .map(|word| {
                let index = word.parse().ok().filter(|&index| index < MAX_QUBITS)?;
                Some(Qubit::from_index(index))
            })
            .collect::<Option<_>>()?;
        let most = qubits.iter().map(|qubit| qubit.index() + 1).max();
        while circuit.num_qubits() < most.unwrap_or(0) {
            circuit.add_qubit();
        }
        if steps.peek().is_none() {
            if name != "measure" {
                return None;
            }
            for qubit in qubits {
                let clbit = circuit.add_clbit();
                circuit.measure(qubit, clbit).ok()?;
            }
            break;
        }
        let (name, parameter) = match name.strip_suffix(')') {
            Some(name) => {
                let (name, parameter) = name.split_once('(')?;
                (name, Some(parameter.parse::<f64>().ok()?))
            }
            None => (name, None),
        };
        let gate = Gate::from_name(name, parameter.as_slice())?;
        circuit.push(gate, &qubits).ok()?;
    }
    Some(circuit)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn form(text: &str) -> String {
        let circuit = parse(text).unwrap();
        CanonicalCircuit::of(&circuit).unwrap().to_string()
    }

    #[test]
    fn labels_and_the_order_of_independent_gates_make_no_difference() {
        let one = "x 0; split 0 1 2; split 1 3 4; split 2 5 6; measure 0 1 2 3 4 5 6";
        for other in [
            "x 6; split 6 5 4; split 5 3 2; split 4 1 0; measure 0 1 2 3 4 5 6",
            "x 0; split 0 1 2; split 2 3 4; split 1 5 6; measure 6 5 4 3 2 1 0",
        ] {
            assert_eq!(form(one), form(other), "{other}");
        }
        // Which of two equal pieces comes first is a choice among qubits that are alike.
        let pair = "x 0; x 1; h 1; cx 1 2; cx 0 2; measure 0 1 2";
        assert_eq!(
            form(pair),
            form("x 2; x 0; h 2; cx 2 1; cx 0 1; measure 1 0 2")
        );
    }

    #[test]
    fn circuits_that_differ_keep_apart() {
        let forms = [
            "x 0; measure 0",
            "x 0; measure",
            "h 0; measure 0",
            "rx(0.5) 0; measure 0",
            "rx(0.25) 0; measure 0",
            "h 0; cx 0 1; measure 0 1",
            "h 0; cx 0 1; measure 0",
            "h 0; cx 0 1; measure 1",
            "h 0; h 1; cz 0 1; measure 0 1",
        ];
        for (k, one) in forms.iter().enumerate() {
            for other in &forms[..k] {
                assert_ne!(form(one), form(other));
            }
        }
        // The order of gates on one qubit is kept.
        assert_ne!(form("h 0; z 0; measure 0"), form("z 0; h 0; measure 0"));
    }

    #[test]
    fn bits_go_back_to_the_clbits_they_stand_for() {
        let mut circuit = Circuit::new(3, 3);
        circuit.push(Gate::X, &[Qubit(1)]).unwrap();
        for (qubit, clbit) in [(0, 2), (1, 0), (2, 1)] {
            circuit.measure(Qubit(qubit), Clbit(clbit)).unwrap();
        }
        let canonical = CanonicalCircuit::of(&circuit).unwrap();
        assert_eq!(canonical.to_string(), "x 0; measure 0 1 2");
        let bits = canonical.bits("100".parse().unwrap());
        assert_eq!(bits.to_string(), "100");
        assert!(bits.bit(0), "clbit 0 reads qubit 1, which is 1");
    }

    #[test]
    fn forms_are_read_back_and_other_texts_refused() {
        for text in [
            "measure",
            "x 0; ry(0.84106867056793) 1; cx 1 0; measure 0 1",
        ] {
            let canonical: CanonicalCircuit = form(text).parse().unwrap();
            assert_eq!(canonical.to_string(), form(text));
        }
        for text in [
            "",
            "x 0",
            "x 1; measure 1",
            "x 0; measure 0 0",
            "x 0; measure 9999999999",
            "warp 0; measure 0",
            "x 0; measure 0; x 0",
            "rx 0; measure 0",
        ] {
            assert!(text.parse::<CanonicalCircuit>().is_err(), "{text}");
        }
    }

    #[test]
    fn measurements_in_the_middle_and_clbits_written_twice_have_no_form() {
        let mut circuit = Circuit::new(1, 1);
        circuit.measure(Qubit(0), Clbit(0)).unwrap();
        let mut twice = circuit.clone();
        twice.measure(Qubit(0), Clbit(0)).unwrap();
        circuit.push(Gate::X, &[Qubit(0)]).unwrap();
        assert_eq!(CanonicalCircuit::of(&circuit), None);
        assert_eq!(CanonicalCircuit::of(&twice), None);
        assert_eq!(CanonicalCircuit::of(&Circuit::new(0, 1)), None);
    }
}
