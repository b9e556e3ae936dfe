use std::collections::HashMap;
use std::sync::Arc;

use cheqqers_circuit::{Circuit, Gate, Qubit};
use num_complex::Complex64;

use super::error::{ParseErrorKind, quoted};
use super::expression::Expression;

/// Maximum depth of definitions.
pub(super) const MAX_DEPTH: usize = 64;

/// Maximum cost of a definition that is compared with a gate of the table.
const MAX_COMPARED: usize = 10_000;

/// Tolerance of a matrix entry in that comparison.
const TOLERANCE: f64 = 1e-12;

/// Meaning of a gate's name.
#[derive(Clone, Debug)]
pub(super) enum Callee {
    /// Gate of the table.
    Fixed(Gate),
    /// Gate of the table with an angle.
    Rotation(fn(f64) -> Gate),
    /// Gate defined by others.
    Defined(Arc<Definition>),
}

/// Definition of a gate by others, in order of time.
#[derive(Debug)]
pub(super) struct Definition {
    num_parameters: usize,
    num_qubits: usize,
    body: Vec<Call>,
    /// Cost of expanding it, in operations and steps of arithmetic.
    cost: usize,
    depth: usize,
}

/// Gate in the body of a definition.
#[derive(Debug)]
pub(super) struct Call {
    pub(super) callee: Callee,
    pub(super) arguments: Vec<Expression>,
    /// Indices of its qubits among those of the definition.
    pub(super) qubits: Vec<usize>,
}

impl Definition {
    /// # Errors
    /// Returns an error if it is nested too deeply.
    pub(super) fn new(
        num_parameters: usize,
        num_qubits: usize,
        body: Vec<Call>,
    ) -> Result<Self, ParseErrorKind> {
        let deepest = body.iter().map(|call| call.callee.depth()).max();
        let depth = 1 + deepest.unwrap_or(0);
        if depth > MAX_DEPTH {
            return Err(ParseErrorKind::Depth { limit: MAX_DEPTH });
        }
        let costs = body.iter().map(|call| {
            let arithmetic: usize = call.arguments.iter().map(Expression::len).sum();
            call.callee.cost().saturating_add(arithmetic)
        });
        let cost = costs.fold(num_qubits.max(1), usize::saturating_add);
        Ok(Self {
            num_parameters,
            num_qubits,
            body,
            cost,
            depth,
        })
    }

    /// Gate of the table with this name, if it is equal up to a global phase.
    fn known(&self, name: &str) -> Option<Gate> {
        let gate = Gate::from_name(name, &[])?;
        let same_shape = self.num_parameters == 0 && self.num_qubits == gate.num_qubits();
        if !same_shape || self.cost > MAX_COMPARED {
            return None;
        }
        let qubits: Vec<Qubit> = (0..self.num_qubits).map(Qubit::from_index).collect();
        let mut circuit = Circuit::new(self.num_qubits, 0);
        self.write_out(&[], &qubits, &mut circuit).ok()?;
        is_gate(&circuit, gate).then_some(gate)
    }

    fn write_out(
        &self,
        arguments: &[f64],
        qubits: &[Qubit],
        circuit: &mut Circuit,
    ) -> Result<(), ParseErrorKind> {
        for call in &self.body {
            let values = call.arguments.iter();
            let values: Result<Vec<f64>, ParseErrorKind> =
                values.map(|value| value.value(arguments)).collect();
            let places: Vec<Qubit> = call.qubits.iter().map(|&place| qubits[place]).collect();
            call.callee.write_out(&values?, &places, circuit)?;
        }
        Ok(())
    }
}

impl Callee {
    /// Meaning of a defined name: the gate of the table if it is one.
    pub(super) fn defined(name: &str, definition: Definition) -> Self {
        match definition.known(name) {
            Some(gate) => Self::Fixed(gate),
            None => Self::Defined(Arc::new(definition)),
        }
    }

    pub(super) fn num_parameters(&self) -> usize {
        match self {
            Self::Fixed(_) => 0,
            Self::Rotation(_) => 1,
            Self::Defined(definition) => definition.num_parameters,
        }
    }

    pub(super) fn num_qubits(&self) -> usize {
        match self {
            Self::Fixed(gate) => gate.num_qubits(),
            Self::Rotation(_) => 1,
            Self::Defined(definition) => definition.num_qubits,
        }
    }

    /// Cost of expanding it; an upper bound of its operations.
    pub(super) fn cost(&self) -> usize {
        match self {
            Self::Fixed(_) | Self::Rotation(_) => 1,
            Self::Defined(definition) => definition.cost,
        }
    }

    fn depth(&self) -> usize {
        match self {
            Self::Fixed(_) | Self::Rotation(_) => 0,
            Self::Defined(definition) => definition.depth,
        }
    }

    /// Checks the numbers of parameters and qubits.
    pub(super) fn check(
        &self,
        gate: &str,
        parameters: usize,
        qubits: usize,
    ) -> Result<(), ParseErrorKind> {
        let gate = || quoted(gate);
        if parameters != self.num_parameters() {
            return Err(ParseErrorKind::Parameters {
                gate: gate(),
                expected: self.num_parameters(),
                found: parameters,
            });
        }
        if qubits != self.num_qubits() {
            return Err(ParseErrorKind::Operands {
                gate: gate(),
                expected: self.num_qubits(),
                found: qubits,
            });
        }
        Ok(())
    }

    /// Appends the gate to a circuit. The caller has checked the numbers of parameters and qubits,
    /// and that the qubits differ.
    ///
    /// # Errors
    /// Returns an error if an angle is not finite or divides by zero.
    pub(super) fn write_out(
        &self,
        arguments: &[f64],
        qubits: &[Qubit],
        circuit: &mut Circuit,
    ) -> Result<(), ParseErrorKind> {
        let gate = match self {
            Self::Fixed(gate) => *gate,
            Self::Rotation(gate) => gate(arguments[0]),
            Self::Defined(definition) => return definition.write_out(arguments, qubits, circuit),
        };
        let pushed = circuit.push(gate, qubits);
        pushed.expect("the caller has checked the operands");
        Ok(())
    }
}

/// Returns `true` if a circuit on the gate's qubits equals the gate up to a global phase.
fn is_gate(circuit: &Circuit, gate: Gate) -> bool {
    let size = 1 << gate.num_qubits();
    let matrix = gate.matrix();
    let columns: Vec<Vec<Complex64>> = (0..size).map(|column| image(circuit, column)).collect();
    let entries = || {
        let places = (0..size).flat_map(|row| (0..size).map(move |column| (row, column)));
        places.map(|(row, column)| (columns[column][row], matrix[(row, column)]))
    };
    let overlap: Complex64 = entries().map(|(ours, table)| ours * table.conj()).sum();
    let phase = overlap / overlap.norm();
    // Without overlap the phase is NaN, and every comparison fails.
    entries().all(|(ours, table)| (ours - phase * table).norm() <= TOLERANCE)
}

/// Image of a basis state under the gates of a small circuit.
pub(super) fn image(circuit: &Circuit, index: usize) -> Vec<Complex64> {
    let mut state = vec![Complex64::default(); 1 << circuit.num_qubits()];
    state[index] = Complex64::new(1.0, 0.0);
    for (gate, qubits) in circuit.gates() {
        let matrix = gate.matrix();
        let places = || qubits.iter().enumerate();
        let local = |index: usize| {
            let bits = places().map(|(k, qubit)| (index >> qubit.index() & 1) << k);
            bits.sum::<usize>()
        };
        let with = |index: usize, local: usize| {
            places().fold(index, |index, (k, qubit)| {
                let cleared = index & !(1 << qubit.index());
                cleared | (local >> k & 1) << qubit.index()
            })
        };
        let rows = (0..state.len()).map(|row| {
            let columns = 0..matrix.ncols();
            let terms =
                columns.map(|column| matrix[(local(row), column)] * state[with(row, column)]);
            terms.sum()
        });
        state = rows.collect();
    }
    state
}

/// Gates that a text may use.
#[derive(Debug)]
pub(super) struct Gates<'a> {
    known: HashMap<&'a str, Callee>,
    /// Name of their library.
    source: &'static str,
}

impl<'a> Gates<'a> {
    pub(super) fn new(source: &'static str, known: HashMap<&'a str, Callee>) -> Self {
        Self { known, source }
    }

    pub(super) fn find(&self, name: &str) -> Result<&Callee, ParseErrorKind> {
        self.known
            .get(name)
            .ok_or_else(|| ParseErrorKind::UnknownGate {
                name: quoted(name),
                library: self.source,
            })
    }

    /// Adds or replaces a gate.
    pub(super) fn add(&mut self, name: &'a str, callee: Callee) {
        self.known.insert(name, callee);
    }

    pub(super) fn into_known(self) -> HashMap<&'a str, Callee> {
        self.known
    }
}
