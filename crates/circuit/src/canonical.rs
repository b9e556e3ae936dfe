use std::fmt::{self, Write};
use std::str::FromStr;

use thiserror::Error;

use crate::{Action, Bitstring, Circuit, Clbit, Gate, Operands, Qubit};

/// Number of steps below which a search must stay, over all orders of gates that it compares. Circuits of
/// games take a few times as many as they have gates; those that are highly symmetric have no form.
const MAX_STEPS: usize = 1 << 16;

/// A circuit without its labels: two circuits have the same form if one becomes the other when qubits
/// and clbits are relabelled, gates on different qubits exchanged, and the halves of a split exchanged.
///
/// A split divides a |1⟩ evenly between a qubit and one in |0⟩ (`ch a b; cx b a`), or prepares that state
/// (`h a; x b; cx a b`). The state after it is symmetric in the two qubits, so it makes no difference
/// which of them later gates act on.
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
    /// each of its clbits once, or is too symmetric. Groups of gates are left out.
    ///
    /// Cost: O(gates²) for each order of gates compared; gates that are alike and splits multiply these. At
    /// most 65,536 steps of O(gates).
    pub fn of(circuit: &Circuit) -> Option<Self> {
        let found = Self::search(circuit)?;
        // It must have a form when it is read back: its own order of gates may take more of the search.
        Self::search(&found.circuit)?;
        Some(found)
    }

    fn search(circuit: &Circuit) -> Option<Self> {
        let gates: Vec<(Gate, Operands)> = gates(circuit).collect();
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
            splits: splits(&gates, circuit.num_qubits(), &is_read),
            is_read: &is_read,
            best: None,
            remaining_steps: MAX_STEPS,
        };
        search.extend(&mut Order::new(circuit.num_qubits(), gates.len()));
        let (best, _) = search.best.filter(|_| search.remaining_steps > 0)?;
        let mut labels = best.labels;
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
        for (&number, (labels, ..)) in best.gates.iter().zip(&best.steps) {
            let qubits: Vec<Qubit> = labels
                .iter()
                .map(|&label| Qubit::from_index(label))
                .collect();
            canonical.push(gates[number].0, &qubits).ok()?;
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

fn gates(circuit: &Circuit) -> impl Iterator<Item = (Gate, Operands)> {
    let operations = circuit.operations().iter();
    operations.filter_map(|operation| match operation.action {
        Action::Gate(gate, operands) => Some((gate, operands)),
        Action::Measure(..) => None,
    })
}

/// For each gate that ends a split the two halves, where it makes a difference which is which: gates
/// follow on either, or only one is measured.
fn splits(
    gates: &[(Gate, Operands)],
    num_qubits: usize,
    is_read: &[bool],
) -> Vec<Option<[Qubit; 2]>> {
    // The gates on each qubit.
    let mut on = vec![Vec::new(); num_qubits];
    for (number, (_, operands)) in gates.iter().enumerate() {
        for qubit in operands.as_slice() {
            on[qubit.index()].push(number);
        }
    }
    let halves = |number: usize, (gate, operands): &(Gate, Operands)| {
        let (Gate::Cx, &[control, target]) = (gate, operands.as_slice()) else {
            return None;
        };
        let (of_control, of_target) = (&on[control.index()], &on[target.index()]);
        let place = |of: &[usize]| of.iter().position(|&other| other == number);
        let (in_control, in_target) = (place(of_control)?, place(of_target)?);
        // Nothing acts on the control before, so it was in |0⟩.
        let &[before_control] = &of_control[..in_control] else {
            return None;
        };
        let &before_target = of_target[..in_target].last()?;
        let (first, first_operands) = &gates[before_control];
        let is_split = match first {
            Gate::Ch => {
                before_control == before_target && first_operands.as_slice() == [target, control]
            }
            Gate::H => in_target == 1 && gates[before_target].0 == Gate::X,
            _ => false,
        };
        let differ = in_control + 1 < of_control.len()
            || in_target + 1 < of_target.len()
            || is_read[control.index()] != is_read[target.index()];
        (is_split && differ).then_some([control, target])
    };
    gates
        .iter()
        .enumerate()
        .map(|(k, gate)| halves(k, gate))
        .collect()
}

/// An order of some gates, and the labels of their qubits.
#[derive(Clone)]
struct Order {
    /// The gates, on qubits as labelled at their place.
    steps: Vec<Step>,
    /// The gates by number.
    gates: Vec<usize>,
    is_done: Vec<bool>,
    /// The label of each qubit after the steps.
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
    splits: Vec<Option<[Qubit; 2]>>,
    is_read: &'a [bool],
    /// The first order so far, with the labels that are measured.
    best: Option<(Order, Vec<usize>)>,
    /// The search fails when there are none.
    remaining_steps: usize,
}

impl Search<'_> {
    fn extend(&mut self, order: &mut Order) {
        while self.remaining_steps > 0 {
            self.remaining_steps -= 1;
            let ready = self.ready(order);
            let steps = ready.iter().map(|&gate| order.step(self.gates[gate]));
            let Some(first) = steps.clone().min() else {
                self.finish(order);
                return;
            };
            let equal: Vec<usize> = ready
                .iter()
                .zip(steps)
                .filter_map(|(&gate, step)| (step == first).then_some(gate))
                .collect();
            let prefix = order.steps.len();
            if let Some((best, _)) = &self.best
                && (&order.steps[..], &first) > (&best.steps[..prefix], &best.steps[prefix])
            {
                return;
            }
            let (&next, others) = equal.split_first().expect("one of them is the first");
            for &other in others {
                self.branch(order, |order, search| search.push(order, other));
            }
            self.push(order, next);
        }
    }

    /// Appends a gate, and goes on from the halves of its split exchanged as well.
    fn push(&mut self, order: &mut Order, number: usize) {
        order.push(number, self.gates[number]);
        if let Some([one, other]) = self.splits[number] {
            self.branch(order, |order, _| {
                order.labels.swap(one.index(), other.index());
            });
        }
    }

    /// Goes on from a copy of an order that is changed first.
    fn branch(&mut self, order: &Order, change: impl FnOnce(&mut Order, &mut Self)) {
        let mut branch = order.clone();
        change(&mut branch, self);
        self.extend(&mut branch);
    }

    /// Keeps an order of all gates if it comes first.
    fn finish(&mut self, order: &Order) {
        let read = self.is_read.iter().zip(&order.labels);
        let mut read: Vec<usize> = read
            .filter_map(|(&is_read, &label)| label.filter(|_| is_read))
            .collect();
        read.sort_unstable();
        let is_first = self
            .best
            .as_ref()
            .is_none_or(|(best, best_read)| (&order.steps, &read) < (&best.steps, best_read));
        if is_first {
            self.best = Some((order.clone(), read));
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
const MAX_TEXT: usize = 1 << 13;
const MAX_QUBITS: usize = 256;

impl FromStr for CanonicalCircuit {
    type Err = ParseCanonicalError;

    /// Reads a form, and no other text: the circuit is the form of itself.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let circuit = (text.len() <= MAX_TEXT).then(|| parse(text)).flatten();
        let canonical = circuit.and_then(|circuit| Self::search(&circuit));
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
    use std::collections::BTreeMap;

    use proptest::prelude::*;

    use super::*;
    use crate::reference::{CLOSE, config, unitary};

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
    fn the_halves_of_a_split_make_no_difference() {
        for (one, other) in [
            (
                "h 0; x 1; cx 0 1; ch 0 2; cx 2 0; measure 0 1 2",
                "h 0; x 1; cx 0 1; ch 1 2; cx 2 1; measure 0 1 2",
            ),
            (
                "h 0; x 1; cx 0 1; ch 0 2; cx 2 0; ch 0 3; cx 3 0; measure 0 1 2 3",
                "h 0; x 1; cx 0 1; ch 1 2; cx 2 1; ch 2 3; cx 3 2; measure 0 1 2 3",
            ),
            (
                "h 0; x 1; cx 0 1; x 2; cx 0 2; ch 2 3; cx 3 2; measure 0 1 2 3",
                "h 0; x 1; cx 0 1; x 2; cx 1 2; ch 2 3; cx 3 2; measure 0 1 2 3",
            ),
            ("h 0; x 1; cx 0 1; measure 0", "h 0; x 1; cx 0 1; measure 1"),
        ] {
            assert_eq!(form(one), form(other), "{other}");
            assert_eq!(form(&form(one)), form(one));
        }
    }

    /// Probabilities of the bits of a circuit.
    fn probabilities(circuit: &Circuit) -> BTreeMap<Bitstring, f64> {
        let amplitudes = unitary(circuit).column(0).into_owned();
        let mut all = BTreeMap::new();
        for (index, amplitude) in amplitudes.iter().enumerate() {
            let bits = circuit.measurements().fold(
                Bitstring::zeros(circuit.num_clbits()),
                |bits, (qubit, clbit)| {
                    bits.with_bit(clbit.index(), index >> qubit.index() & 1 == 1)
                },
            );
            *all.entry(bits).or_default() += amplitude.norm_sqr();
        }
        all.retain(|_, probability| *probability > CLOSE);
        all
    }

    /// Splits of qubits that are in |0⟩ by now or not, and gates that tell halves apart.
    fn any_splits() -> impl Strategy<Value = Circuit> {
        let split = (0..4_u32, 1..4_u32, 0..6_u8).prop_map(|(a, step, kind)| {
            let (a, b) = (Qubit(a), Qubit((a + step) % 4));
            match kind {
                0 => vec![
                    (Gate::H, vec![a]),
                    (Gate::X, vec![b]),
                    (Gate::Cx, vec![a, b]),
                ],
                1..=3 => vec![(Gate::Ch, vec![a, b]), (Gate::Cx, vec![b, a])],
                4 => vec![(Gate::T, vec![a])],
                _ => vec![(Gate::Siswap, vec![a, b])],
            }
        });
        (prop::collection::vec(split, 1..6), 0..16_u32).prop_map(|(splits, measured)| {
            let mut circuit = Circuit::new(4, 0);
            for (gate, qubits) in splits.into_iter().flatten() {
                circuit.push(gate, &qubits).unwrap();
            }
            for qubit in (0..4).filter(|qubit| measured >> qubit & 1 == 1) {
                let clbit = circuit.add_clbit();
                circuit.measure(Qubit(qubit), clbit).unwrap();
            }
            circuit
        })
    }

    proptest! {
        #![proptest_config(config())]

        #[test]
        fn forms_have_the_outcomes_of_their_circuits(circuit in any_splits()) {
            let canonical = CanonicalCircuit::of(&circuit).unwrap();
            let expected = probabilities(&circuit);
            let found = probabilities(canonical.circuit()).into_iter();
            let found: BTreeMap<Bitstring, f64> =
                found.map(|(bits, probability)| (canonical.bits(bits), probability)).collect();
            prop_assert_eq!(found.len(), expected.len());
            for (bits, probability) in found {
                prop_assert!((probability - expected[&bits]).abs() < CLOSE, "{}", bits);
            }
            let again = CanonicalCircuit::of(canonical.circuit()).unwrap();
            prop_assert_eq!(again.to_string(), canonical.to_string());
        }
    }

    proptest! {
        #![proptest_config(config())]

        #[test]
        fn names_and_exchanged_halves_change_no_form(
            circuit in any_splits(),
            names in Just([0, 1, 2, 3]).prop_shuffle(),
            exchanged in 0..32_u32,
        ) {
            // Behind each pair of gates that may be a split, the two qubits may be exchanged.
            let num_qubits = circuit.num_qubits();
            let gates: Vec<(Gate, Operands)> = gates(&circuit).collect();
            let is_read = vec![false; num_qubits];
            let halves = splits(&gates, num_qubits, &is_read);
            let mut names: Vec<Qubit> = names.map(Qubit).into();
            let mut other = Circuit::new(num_qubits, circuit.num_clbits());
            let mut splits = 0;
            for ((gate, operands), halves) in gates.iter().zip(halves) {
                let qubits: Vec<Qubit> =
                    operands.as_slice().iter().map(|qubit| names[qubit.index()]).collect();
                other.push(*gate, &qubits).unwrap();
                if let Some([one, two]) = halves {
                    if exchanged >> splits & 1 == 1 {
                        names.swap(one.index(), two.index());
                    }
                    splits += 1;
                }
            }
            for (qubit, clbit) in circuit.measurements() {
                let last = circuit.num_clbits() - 1 - clbit.index();
                other.measure(names[qubit.index()], Clbit::from_index(last)).unwrap();
            }
            let text = |circuit| CanonicalCircuit::of(circuit).unwrap().to_string();
            prop_assert_eq!(text(&other), text(&circuit));
        }
    }

    #[test]
    fn halves_that_are_no_equal_split_keep_apart() {
        for (one, other) in [
            // Unequal.
            (
                "ry(0.5) 0; x 1; cx 0 1; ch 0 2; cx 2 0; measure 0 1 2",
                "ry(0.5) 0; x 1; cx 0 1; ch 1 2; cx 2 1; measure 0 1 2",
            ),
            // The second half is not in |0⟩ before.
            (
                "x 0; h 1; ch 0 1; cx 1 0; ch 0 2; cx 2 0; measure 0 1 2",
                "x 0; h 1; ch 0 1; cx 1 0; ch 1 2; cx 2 1; measure 0 1 2",
            ),
            // A gate on one half comes in between.
            (
                "h 2; ch 2 3; t 2; cx 3 2; h 2; measure 2 3",
                "h 2; ch 2 3; t 2; cx 3 2; h 3; measure 2 3",
            ),
            // A phase distinguishes them.
            (
                "h 0; s 0; x 1; cx 0 1; ch 0 2; cx 2 0; measure 0 1 2",
                "h 0; s 0; x 1; cx 0 1; ch 1 2; cx 2 1; measure 0 1 2",
            ),
        ] {
            assert_ne!(form(one), form(other), "{other}");
        }
    }

    #[test]
    fn circuits_that_are_too_symmetric_have_no_form() {
        let split = |k: usize| format!("h {k}; x {0}; cx {k} {0}; ", k + 20);
        let pairs: String = (0..20).map(split).collect();
        let circuit = parse(&format!("{pairs}measure 0")).unwrap();
        assert_eq!(CanonicalCircuit::of(&circuit), None);
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
