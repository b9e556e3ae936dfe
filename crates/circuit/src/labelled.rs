use std::fmt::Debug;

use crate::{Circuit, Gate, LabelError, Qubit};

/// Circuit whose qubits have opaque labels.
///
/// It grows gate by gate: qubits are added in |0⟩, relabelled for free, and released once they are
/// back in |0⟩, to be used again.
///
/// ```
/// # use cheqqers_circuit::{LabelledCircuit, LabelError, Gate};
/// let mut labelled = LabelledCircuit::new();
/// labelled.add("c3")?;
/// labelled.push(0, Gate::X, &["c3"])?;
/// // A split of c3 over b4 and d4 is move 1.
/// labelled.add("d4")?;
/// labelled.push(1, Gate::Siswap, &["c3", "d4"])?;
/// labelled.push(1, Gate::S, &["c3"])?;
/// labelled.relabel("c3", "b4")?;
/// let circuit = labelled.measured(&["b4", "d4"])?;
/// assert_eq!((circuit.num_qubits(), circuit.num_clbits()), (2, 2));
/// # Ok::<(), LabelError<&str>>(())
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct LabelledCircuit<L> {
    circuit: Circuit,
    /// The label of each qubit; `None` when it is released.
    labels: Vec<Option<L>>,
}

impl<L> Default for LabelledCircuit<L> {
    fn default() -> Self {
        Self {
            circuit: Circuit::default(),
            labels: Vec::new(),
        }
    }
}

impl<L: Copy + Eq + Debug> LabelledCircuit<L> {
    /// Creates a circuit without qubits.
    pub fn new() -> Self {
        Self::default()
    }

    /// Labels a qubit in |0⟩: a released one if there is any, else a new one.
    ///
    /// # Errors
    /// Returns an error if the label is taken.
    pub fn add(&mut self, label: L) -> Result<Qubit, LabelError<L>> {
        self.check_free(label)?;
        let index = if let Some(index) = self.labels.iter().position(Option::is_none) {
            index
        } else {
            self.labels.push(None);
            self.circuit.add_qubit().index()
        };
        self.labels[index] = Some(label);
        Ok(Qubit::from_index(index))
    }

    /// The qubit under a label.
    pub fn qubit(&self, label: L) -> Option<Qubit> {
        let index = self.labels.iter().position(|&l| l == Some(label))?;
        Some(Qubit::from_index(index))
    }

    /// The label of a qubit, `None` when it is released or not there.
    pub fn label(&self, qubit: Qubit) -> Option<L> {
        self.labels.get(qubit.index()).copied().flatten()
    }

    /// The labels in the order of their qubits.
    pub fn labels(&self) -> impl Iterator<Item = L> {
        self.labels.iter().copied().flatten()
    }

    /// The circuit so far, without measurements; released qubits are still in it.
    pub fn circuit(&self) -> &Circuit {
        &self.circuit
    }

    /// Gives the qubit under one label another label.
    ///
    /// # Errors
    /// Returns an error if `from` is unknown, or `to` is the label of another qubit.
    pub fn relabel(&mut self, from: L, to: L) -> Result<(), LabelError<L>> {
        let qubit = self.known(from)?;
        if from != to {
            self.check_free(to)?;
        }
        self.labels[qubit.index()] = Some(to);
        Ok(())
    }

    /// Takes the label off a qubit that the caller knows to be in |0⟩, whatever is measured.
    ///
    /// The qubit stays in the circuit and the next [`Self::add`] may use it again.
    ///
    /// # Errors
    /// Returns an error if the label is unknown.
    pub fn release(&mut self, label: L) -> Result<(), LabelError<L>> {
        let qubit = self.known(label)?;
        self.labels[qubit.index()] = None;
        Ok(())
    }

    /// Appends a gate that belongs to `group` (0: none) on the qubits under labels.
    ///
    /// # Errors
    /// Returns an error if a label is unknown or the gate does not fit, as [`Circuit::push_in`].
    pub fn push(&mut self, group: u32, gate: Gate, labels: &[L]) -> Result<(), LabelError<L>> {
        let qubits = self.all_known(labels)?;
        Ok(self.circuit.push_in(group, gate, &qubits)?)
    }

    /// Takes in another circuit: its qubits come after those here.
    ///
    /// The gates of each keep their order; between the two, lower groups come first, and
    /// within a group those already here.
    ///
    /// # Errors
    /// Returns an error if both have a qubit under the same label; nothing is changed then.
    pub fn join(&mut self, other: &Self) -> Result<(), LabelError<L>> {
        for label in other.labels() {
            self.check_free(label)?;
        }
        let here = self.circuit.operations().len();
        self.circuit.join(&other.circuit);
        self.labels.extend_from_slice(&other.labels);

        let (first, second) = self.circuit.operations().split_at(here);
        let (mut first, mut second) = (first.iter().peekable(), second.iter().peekable());
        let mut merged = Vec::with_capacity(first.len() + second.len());
        while let (Some(a), Some(b)) = (first.peek(), second.peek()) {
            let next = if a.groups.last() <= b.groups.last() {
                first.next()
            } else {
                second.next()
            };
            merged.extend(next);
        }
        merged.extend(first.chain(second));
        self.circuit = self.circuit.with_operations(merged);
        Ok(())
    }

    /// The circuit with the qubit under `labels[i]` measured into clbit `i` at the end.
    ///
    /// # Errors
    /// Returns an error if a label is unknown or stands there twice.
    pub fn measured(&self, labels: &[L]) -> Result<Circuit, LabelError<L>> {
        let qubits = self.all_known(labels)?;
        if let Some((_, &label)) = labels
            .iter()
            .enumerate()
            .find(|(k, label)| labels[..*k].contains(label))
        {
            return Err(LabelError::DuplicateLabel { label });
        }
        let mut circuit = self.circuit.clone();
        for qubit in qubits {
            let clbit = circuit.add_clbit();
            circuit.measure(qubit, clbit)?;
        }
        Ok(circuit)
    }

    fn known(&self, label: L) -> Result<Qubit, LabelError<L>> {
        self.qubit(label).ok_or(LabelError::UnknownLabel { label })
    }

    fn all_known(&self, labels: &[L]) -> Result<Vec<Qubit>, LabelError<L>> {
        labels.iter().map(|&label| self.known(label)).collect()
    }

    fn check_free(&self, label: L) -> Result<(), LabelError<L>> {
        match self.qubit(label) {
            Some(_) => Err(LabelError::DuplicateLabel { label }),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn on(labels: &str) -> LabelledCircuit<char> {
        let mut labelled = LabelledCircuit::new();
        for label in labels.chars() {
            labelled.add(label).unwrap();
        }
        labelled
    }

    fn groups(labelled: &LabelledCircuit<char>) -> Vec<(u32, Gate)> {
        let operations = labelled.circuit().operations().iter();
        operations
            .zip(labelled.circuit().gates())
            .map(|(operation, (gate, _))| (operation.groups.last(), gate))
            .collect()
    }

    #[test]
    fn a_released_qubit_is_used_again() {
        let mut labelled = on("abc");
        labelled.release('b').unwrap();
        assert_eq!(labelled.qubit('b'), None);
        assert_eq!(labelled.circuit().num_qubits(), 3);
        assert_eq!(labelled.add('d'), Ok(Qubit(1)));
        assert_eq!(labelled.add('e'), Ok(Qubit(3)));
        assert_eq!(labelled.labels().collect::<String>(), "adce");
        assert_eq!(labelled.label(Qubit(1)), Some('d'));
        assert_eq!(labelled.label(Qubit(9)), None);
    }

    #[test]
    fn labels_are_unique() {
        let mut labelled = on("ab");
        let taken = Err(LabelError::DuplicateLabel { label: 'b' });
        assert_eq!(labelled.relabel('a', 'b'), taken);
        assert_eq!(labelled.add('b').map(|_| ()), taken);
        assert_eq!(labelled.join(&on("cb")), taken);
        assert_eq!(labelled.measured(&['b', 'b']).map(|_| ()), taken);
        assert_eq!(labelled, on("ab"));
        assert_eq!(labelled.relabel('a', 'a'), Ok(()));
        let unknown = labelled.push(1, Gate::X, &['x']).unwrap_err();
        assert_eq!(unknown.to_string(), "no qubit is labelled 'x'");
    }

    #[test]
    fn a_label_moves_with_its_qubit() {
        let mut labelled = on("ab");
        labelled.relabel('a', 'c').unwrap();
        labelled.push(1, Gate::Cx, &['b', 'c']).unwrap();
        let (_, qubits) = labelled.circuit().gates().next().unwrap();
        assert_eq!(qubits, [Qubit(1), Qubit(0)]);
    }

    #[test]
    fn joined_gates_are_in_the_order_of_their_groups() {
        let mut first = on("a");
        for (group, gate) in [(1, Gate::X), (3, Gate::H), (3, Gate::Z)] {
            first.push(group, gate, &['a']).unwrap();
        }
        let mut second = on("b");
        for (group, gate) in [(2, Gate::S), (3, Gate::T), (0, Gate::Y), (4, Gate::Sx)] {
            second.push(group, gate, &['b']).unwrap();
        }
        first.join(&second).unwrap();
        assert_eq!(first.qubit('b'), Some(Qubit(1)));
        let expected = [
            (1, Gate::X),
            (2, Gate::S),
            (3, Gate::H),
            (3, Gate::Z),
            (3, Gate::T),
            (0, Gate::Y),
            (4, Gate::Sx),
        ];
        assert_eq!(groups(&first), expected);
    }

    #[test]
    fn measured_bits_are_in_the_order_asked_for() {
        let labelled = on("abc");
        let circuit = labelled.measured(&['c', 'a']).unwrap();
        let measured: Vec<_> = circuit.measurements().map(|(q, c)| (q.0, c.0)).collect();
        assert_eq!(measured, [(2, 0), (0, 1)]);
        assert_eq!(labelled.circuit().num_clbits(), 0);
    }
}
