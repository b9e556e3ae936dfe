use crate::{Bitstring, CircuitError, Clbit, Gate, Groups, Qubit};

/// The qubits of one gate, in the gate's order: controls first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Operands {
    qubits: [Qubit; 3],
    len: u8,
}

impl Operands {
    /// The qubits as a slice, 1 to 3 of them.
    pub fn as_slice(&self) -> &[Qubit] {
        &self.qubits[..usize::from(self.len)]
    }

    /// Up to 3 qubits.
    fn new(qubits: impl Iterator<Item = Qubit>) -> Self {
        let mut operands = Self {
            qubits: [Qubit(0); 3],
            len: 0,
        };
        for (slot, qubit) in operands.qubits.iter_mut().zip(qubits) {
            *slot = qubit;
            operands.len += 1;
        }
        operands
    }

    /// The operands that stand at some places of these.
    pub(crate) fn pick(&self, places: &[usize]) -> Self {
        Self::new(places.iter().map(|&place| self.as_slice()[place]))
    }

    /// Each qubit replaced by another.
    pub(crate) fn map(&self, to: impl Fn(Qubit) -> Qubit) -> Self {
        let mut mapped = *self;
        for qubit in &mut mapped.qubits[..usize::from(self.len)] {
            *qubit = to(*qubit);
        }
        mapped
    }
}

/// Action of an operation. Exhaustive: a reader of circuits may pass over none.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Action {
    /// A gate on qubits.
    Gate(Gate, Operands),
    /// A measurement of a qubit into a clbit.
    Measure(Qubit, Clbit),
}

/// Gate or measurement of a circuit.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Operation {
    /// Gate or measurement, with its operands.
    pub action: Action,
    /// Groups it belongs to, such as the ply of a game, from 1; 0 for none. Drawings frame groups.
    pub groups: Groups,
}

impl Operation {
    /// The qubits it acts on, in the gate's order.
    pub fn qubits(&self) -> &[Qubit] {
        match &self.action {
            Action::Gate(_, operands) => operands.as_slice(),
            Action::Measure(qubit, _) => std::slice::from_ref(qubit),
        }
    }

    /// A gate on as many qubits as it takes, all different.
    pub(crate) fn gate(gate: Gate, qubits: &[Qubit], groups: Groups) -> Self {
        Self {
            action: Action::Gate(gate, Operands::new(qubits.iter().copied())),
            groups,
        }
    }
}

/// An ordered list of gates and measurements on numbered qubits, all of which start in |0⟩.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Circuit {
    num_qubits: usize,
    num_clbits: usize,
    operations: Vec<Operation>,
}

impl Circuit {
    /// No operations on `num_qubits` qubits and `num_clbits` clbits.
    pub fn new(num_qubits: usize, num_clbits: usize) -> Self {
        Self {
            num_qubits,
            num_clbits,
            operations: Vec::new(),
        }
    }

    /// Number of qubits.
    pub fn num_qubits(&self) -> usize {
        self.num_qubits
    }

    /// Number of clbits.
    pub fn num_clbits(&self) -> usize {
        self.num_clbits
    }

    /// The operations in order.
    pub fn operations(&self) -> &[Operation] {
        &self.operations
    }

    /// The gates in order with their qubits, without the measurements.
    pub fn gates(&self) -> impl DoubleEndedIterator<Item = (Gate, &[Qubit])> {
        self.operations
            .iter()
            .filter_map(|operation| match &operation.action {
                Action::Gate(gate, operands) => Some((*gate, operands.as_slice())),
                Action::Measure(..) => None,
            })
    }

    /// The measurements in order.
    pub fn measurements(&self) -> impl DoubleEndedIterator<Item = (Qubit, Clbit)> {
        self.operations
            .iter()
            .filter_map(|operation| match operation.action {
                Action::Gate(..) => None,
                Action::Measure(qubit, clbit) => Some((qubit, clbit)),
            })
    }

    /// Adds a qubit, in |0⟩.
    pub fn add_qubit(&mut self) -> Qubit {
        let qubit = Qubit::from_index(self.num_qubits);
        self.num_qubits += 1;
        qubit
    }

    /// Adds a clbit.
    pub fn add_clbit(&mut self) -> Clbit {
        let clbit = Clbit::from_index(self.num_clbits);
        self.num_clbits += 1;
        clbit
    }

    /// Appends a gate that belongs to a group (0: none), or several.
    ///
    /// # Errors
    /// Returns an error if the number of qubits is not the gate's, one is out of range or stands
    /// there twice.
    pub fn push_in(
        &mut self,
        groups: impl Into<Groups>,
        gate: Gate,
        qubits: &[Qubit],
    ) -> Result<(), CircuitError> {
        let arity = gate.num_qubits();
        if qubits.len() != arity {
            return Err(CircuitError::WrongArity {
                gate,
                expected: arity,
                found: qubits.len(),
            });
        }
        for (k, &qubit) in qubits.iter().enumerate() {
            self.check_qubit(qubit)?;
            if qubits[..k].contains(&qubit) {
                return Err(CircuitError::RepeatedQubit { gate, qubit });
            }
        }
        self.operations
            .push(Operation::gate(gate, qubits, groups.into()));
        Ok(())
    }

    /// Appends a gate that belongs to no group.
    ///
    /// # Errors
    /// As [`Self::push_in`].
    pub fn push(&mut self, gate: Gate, qubits: &[Qubit]) -> Result<(), CircuitError> {
        self.push_in(0, gate, qubits)
    }

    /// Appends a measurement.
    ///
    /// # Errors
    /// Returns an error if the qubit or clbit is out of range.
    pub fn measure(&mut self, qubit: Qubit, clbit: Clbit) -> Result<(), CircuitError> {
        self.check_qubit(qubit)?;
        self.check_clbit(clbit)?;
        self.operations.push(Operation {
            action: Action::Measure(qubit, clbit),
            groups: Groups::default(),
        });
        Ok(())
    }

    /// Measures every qubit, in order, into new clbits; returns the first of them.
    pub fn measure_all(&mut self) -> Clbit {
        let first = Clbit::from_index(self.num_clbits);
        for index in 0..self.num_qubits {
            let clbit = self.add_clbit();
            self.operations.push(Operation {
                action: Action::Measure(Qubit::from_index(index), clbit),
                groups: Groups::default(),
            });
        }
        first
    }

    /// Appends the operations of a circuit on the same qubits and clbits.
    ///
    /// # Errors
    /// Returns an error if an operation is on a qubit or clbit that is not here; nothing is
    /// appended then.
    pub fn append(&mut self, other: &Self) -> Result<(), CircuitError> {
        let same = other.relabelled(self.num_qubits, |qubit| qubit)?;
        for (_, clbit) in same.measurements() {
            self.check_clbit(clbit)?;
        }
        self.operations.extend(same.operations);
        Ok(())
    }

    /// Puts a circuit beside this one: its qubits and clbits come after those here.
    ///
    /// Returns the number of its first qubit. Its operations follow all those here.
    pub fn join(&mut self, other: &Self) -> Qubit {
        let offset = self.num_qubits;
        let clbits = self.num_clbits;
        self.num_qubits += other.num_qubits;
        self.num_clbits += other.num_clbits;
        self.operations
            .extend(other.operations.iter().map(|operation| Operation {
                action: match operation.action {
                    Action::Gate(gate, operands) => Action::Gate(
                        gate,
                        operands.map(|q| Qubit::from_index(offset + q.index())),
                    ),
                    Action::Measure(qubit, clbit) => Action::Measure(
                        Qubit::from_index(offset + qubit.index()),
                        Clbit::from_index(clbits + clbit.index()),
                    ),
                },
                groups: operation.groups,
            }));
        Qubit::from_index(offset)
    }

    /// Circuits as one: the qubits and clbits of each come after those of the ones before it, and all
    /// measurements after all gates.
    pub fn side_by_side(circuits: &[Self]) -> Self {
        let mut all = Self::default();
        for circuit in circuits {
            all.join(circuit);
        }
        all.operations
            .sort_by_key(|operation| matches!(operation.action, Action::Measure(..)));
        all
    }

    /// Circuits [side by side](Self::side_by_side) in groups, the first of which has so many of them, and so on.
    ///
    /// # Panics
    /// Panics if there are fewer circuits.
    pub fn in_groups(circuits: &[Self], sizes: impl IntoIterator<Item = usize>) -> Vec<Self> {
        let mut left = circuits;
        let group = |size| {
            let (own, behind) = left.split_at(size);
            left = behind;
            Self::side_by_side(own)
        };
        sizes.into_iter().map(group).collect()
    }

    /// The same operations on `num_qubits` qubits, qubit `q` being `to(q)` there.
    ///
    /// # Errors
    /// Returns an error if an operation is sent to a qubit out of range, or two qubits of a gate to
    /// the same one.
    pub fn relabelled(
        &self,
        num_qubits: usize,
        to: impl Fn(Qubit) -> Qubit,
    ) -> Result<Self, CircuitError> {
        let mut circuit = Self::new(num_qubits, self.num_clbits);
        for operation in &self.operations {
            match operation.action {
                Action::Gate(gate, operands) => {
                    let operands = operands.map(&to);
                    circuit.push_in(operation.groups, gate, operands.as_slice())?;
                }
                Action::Measure(qubit, clbit) => circuit.measure(to(qubit), clbit)?,
            }
        }
        Ok(circuit)
    }

    /// The components: qubits linked by gates on several. Each comes with its qubits, ascending, and the
    /// circuit of its gates, in which qubit `k` is the `k`-th of them. A qubit that no gate links is a
    /// component of its own. Measurements and clbits are left out. Cost: O(gates + qubits²).
    pub fn components(&self) -> Vec<(Vec<Qubit>, Self)> {
        let leaders = self.leaders();
        let mut components: Vec<(Vec<Qubit>, Self)> = Vec::new();
        // Of each leader its component, and of each qubit its place there.
        let mut component_of = vec![None; self.num_qubits];
        let mut places = Vec::with_capacity(self.num_qubits);
        for (index, &leader) in leaders.iter().enumerate() {
            let component = *component_of[leader].get_or_insert_with(|| {
                components.push((Vec::new(), Self::new(0, 0)));
                components.len() - 1
            });
            places.push(components[component].1.add_qubit());
            components[component].0.push(Qubit::from_index(index));
        }
        for operation in &self.operations {
            if let Action::Gate(gate, operands) = operation.action {
                let first = operands.as_slice()[0].index();
                let component = component_of[leaders[first]].expect("every qubit has a component");
                components[component].1.operations.push(Operation {
                    action: Action::Gate(gate, operands.map(|qubit| places[qubit.index()])),
                    groups: operation.groups,
                });
            }
        }
        components
    }

    /// Number of qubits of the largest of the [components](Self::components).
    pub fn largest_component_size(&self) -> usize {
        let mut sizes = vec![0; self.num_qubits];
        for leader in self.leaders() {
            sizes[leader] += 1;
        }
        sizes.into_iter().max().unwrap_or(0)
    }

    /// Of each qubit one of its component, the same for all of them.
    fn leaders(&self) -> Vec<usize> {
        let mut leaders: Vec<usize> = (0..self.num_qubits).collect();
        for (_, qubits) in self.gates() {
            for pair in qubits.windows(2) {
                let (kept, other) = (leaders[pair[0].index()], leaders[pair[1].index()]);
                if kept != other {
                    for leader in leaders.iter_mut().filter(|leader| **leader == other) {
                        *leader = kept;
                    }
                }
            }
        }
        leaders
    }

    /// The circuit that undoes this one, each gate in the groups of the one it undoes.
    ///
    /// # Errors
    /// Returns an error if there is a measurement.
    pub fn inverse(&self) -> Result<Self, CircuitError> {
        let mut circuit = Self::new(self.num_qubits, self.num_clbits);
        for operation in self.operations.iter().rev() {
            let Action::Gate(gate, operands) = operation.action else {
                return Err(CircuitError::MeasurementHasNoInverse);
            };
            let (inverse, order) = gate.inverse();
            circuit.operations.push(Operation {
                action: Action::Gate(inverse, operands.pick(order)),
                groups: operation.groups,
            });
        }
        Ok(circuit)
    }

    /// All gates, then what undoes them, then X where `bits` has a 1, then the measurements: a
    /// faultless run reads `bits`. Bits beyond the measured clbits are ignored.
    ///
    /// # Errors
    /// Returns an error if a gate follows a measurement of one of its qubits.
    pub fn mirrored(&self, bits: Bitstring) -> Result<Self, CircuitError> {
        let mut circuit = Self::new(self.num_qubits, self.num_clbits);
        let mut measured = vec![false; self.num_qubits];
        for &operation in &self.operations {
            if let Action::Measure(qubit, _) = operation.action {
                measured[qubit.index()] = true;
            } else if operation.qubits().iter().any(|q| measured[q.index()]) {
                return Err(CircuitError::MeasurementHasNoInverse);
            } else {
                circuit.operations.push(operation);
            }
        }
        let inverse = circuit.inverse()?;
        circuit.append(&inverse)?;
        for (qubit, clbit) in self.measurements() {
            if clbit.index() < bits.len() && bits.bit(clbit.index()) {
                circuit.push(Gate::X, &[qubit])?;
            }
        }
        for (qubit, clbit) in self.measurements() {
            circuit.measure(qubit, clbit)?;
        }
        Ok(circuit)
    }

    /// The same circuit with each gate decomposed into gates on one qubit and CX, phase included.
    #[must_use]
    pub fn decomposed(&self) -> Self {
        let mut circuit = Self::new(self.num_qubits, self.num_clbits);
        for &operation in &self.operations {
            let Action::Gate(gate, operands) = operation.action else {
                circuit.operations.push(operation);
                continue;
            };
            let gates = gate.decomposition().into_iter();
            circuit
                .operations
                .extend(gates.map(|(gate, places)| Operation {
                    action: Action::Gate(gate, operands.pick(&places)),
                    groups: operation.groups,
                }));
        }
        circuit
    }

    /// Keeps only the operations for which `keep` returns `true`; it visits them in order.
    pub fn retain(&mut self, keep: impl FnMut(&Operation) -> bool) {
        self.operations.retain(keep);
    }

    /// Replaces the operations; all qubits and clbits must be those of this circuit.
    pub(crate) fn with_operations(&self, operations: Vec<Operation>) -> Self {
        Self {
            operations,
            ..*self
        }
    }

    fn check_clbit(&self, clbit: Clbit) -> Result<(), CircuitError> {
        if clbit.index() >= self.num_clbits {
            return Err(CircuitError::ClbitOutOfRange {
                clbit,
                num_clbits: self.num_clbits,
            });
        }
        Ok(())
    }

    fn check_qubit(&self, qubit: Qubit) -> Result<(), CircuitError> {
        if qubit.index() >= self.num_qubits {
            return Err(CircuitError::QubitOutOfRange {
                qubit,
                num_qubits: self.num_qubits,
            });
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests;
