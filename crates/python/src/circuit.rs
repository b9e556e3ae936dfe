//! Circuits as Python has them.

use std::collections::BTreeMap;

use cheqqers_backend::Job;
use cheqqers_circuit::{
    Action, Bitstring, Circuit as Inner, Clbit, Drawing, Gate, Groups, Optimization, Qubit,
    optimize,
};
use cheqqers_game::settings::quoted;
use cheqqers_game::with_causes;
use cheqqers_measure::MeasurerKind;
use cheqqers_players::{Stream, game_seed, generator};
use cheqqers_program::{Expectation, Observable, SimulationError};
use cheqqers_qasm::{AnnotatedCircuit, Dialect, GroupFacts, GroupNotes, forms};
use cheqqers_session::{CircuitFormat, group_facts};
use cheqqers_sim::{Dense, Limits, Readout, SimError, Sparse};
use num_complex::Complex64;
use numpy::PyArray1;
use pyo3::prelude::*;
use pyo3::types::PyType;

use crate::errors::{BackendError, CircuitError, parsed};
use crate::interrupt::{abandonable, check_threads};
use crate::pickle::{PickleParts, reduced};
use crate::seed::random_seed;
use crate::shared::SharedValue;

/// Most qubits of a circuit whose state is an array: 1 GiB of amplitudes.
pub(crate) const MAX_QUBITS: usize = 26;

/// Most qubits and clbits of a circuit, as in texts that are read.
const MAX_WIRES: usize = 65_536;

/// Most shots of a simulator.
const MAX_SHOTS: usize = 10_000_000;

/// A gate or a measurement of a circuit.
///
/// Attributes:
///     name: Name of the gate, or ``measure``.
///     qubits: Numbers of its qubits, controls first.
///     clbit: Number of the clbit that a measurement writes.
///     angle: Angle in radians, of gates that have one.
///     move: The move that the gate belongs to, in the circuit of a game; the last where there are several.
///     plies: The plies whose gates it is made of, ascending: one, unless the circuit was optimized. 0 is a set-up.
///     player: Who played the move.
///     prepared: Gates of the last of the plies prepare a state, in place of gates before: a set-up, or what a measurement
///         of other squares or the move left.
#[pyclass(frozen, get_all, eq, module = "cheqqers")]
#[derive(Clone, PartialEq)]
pub(crate) struct Operation {
    /// Name of the gate, or `measure`.
    name: String,
    qubits: Vec<u32>,
    /// Clbit of a measurement.
    clbit: Option<u32>,
    /// Angle in radians.
    angle: Option<f64>,
    /// The move that it belongs to.
    #[pyo3(name = "move")]
    mv: Option<String>,
    /// The plies that it belongs to.
    plies: Vec<u32>,
    /// Player of the move.
    player: Option<String>,
    /// A gate of a ply that prepares a state.
    prepared: bool,
}

/// Name, qubits, clbit and angle.
type OperationFields = (String, Vec<u32>, Option<u32>, Option<f64>);
/// Move, plies, player, and whether a state is prepared.
type OriginFields = (Option<String>, Vec<u32>, Option<String>, bool);

#[pymethods]
impl Operation {
    fn __hash__(&self, py: Python<'_>) -> PyResult<isize> {
        let qubits: Vec<String> = self.qubits.iter().map(ToString::to_string).collect();
        (&self.name, qubits.join(" ")).into_pyobject(py)?.hash()
    }

    fn __reduce__<'py>(
        slf: &Bound<'py, Self>,
    ) -> PyResult<PickleParts<'py, (OperationFields, OriginFields)>> {
        let Self {
            name,
            qubits,
            clbit,
            angle,
            mv,
            plies,
            player,
            prepared,
        } = slf.get().clone();
        let fields = (name, qubits, clbit, angle);
        reduced(slf, (fields, (mv, plies, player, prepared)))
    }

    #[classmethod]
    fn _restore(_: &Bound<'_, PyType>, fields: OperationFields, origin: OriginFields) -> Self {
        let (name, qubits, clbit, angle) = fields;
        let (mv, plies, player, prepared) = origin;
        Self {
            name,
            qubits,
            clbit,
            angle,
            mv,
            plies,
            player,
            prepared,
        }
    }

    fn __repr__(&self) -> String {
        let angle = self
            .angle
            .map_or_else(String::new, |angle| format!("({angle})"));
        let qubits: Vec<String> = self.qubits.iter().map(ToString::to_string).collect();
        let clbit = self
            .clbit
            .map_or_else(String::new, |clbit| format!(" -> {clbit}"));
        format!("<{}{angle} {}{clbit}>", self.name, qubits.join(", "))
    }
}

/// A quantum circuit: gates on qubits and measurements, in order.
///
/// Qubit ``k`` is bit ``k`` of a basis index. In bit strings the first character is clbit 0.
///
/// Args:
///     num_qubits: Number of qubits, all in |0⟩.
///     num_clbits: Number of clbits.
#[pyclass(frozen, module = "cheqqers")]
#[derive(Debug)]
pub(crate) struct Circuit(SharedValue<NamedCircuit>);

/// A circuit with the names of its wires.
#[derive(Clone, Debug)]
pub(crate) struct NamedCircuit {
    pub(crate) inner: Inner,
    pub(crate) title: Vec<String>,
    pub(crate) qubits: Vec<Vec<String>>,
    pub(crate) clbits: Vec<String>,
    /// Moves that the groups of operations belong to.
    pub(crate) groups: GateMoves,
}

/// Moves of the plies whose gates a circuit has.
#[derive(Clone, Debug, Default)]
pub(crate) struct GateMoves {
    pub(crate) moves: Vec<String>,
    /// Player of each move, where players are known.
    pub(crate) players: Vec<String>,
    /// Plies among whose gates some prepare a state.
    pub(crate) prepared: Vec<u32>,
}

impl GateMoves {
    fn facts(&self) -> Vec<GroupFacts> {
        if self.moves.is_empty() && self.prepared.is_empty() {
            return Vec::new();
        }
        group_facts(&self.moves, &self.players, &self.prepared)
    }
}

impl From<NamedCircuit> for Circuit {
    fn from(circuit: NamedCircuit) -> Self {
        Self(SharedValue::new("this circuit", circuit))
    }
}

impl From<Inner> for NamedCircuit {
    fn from(inner: Inner) -> Self {
        Self {
            inner,
            title: Vec::new(),
            qubits: Vec::new(),
            clbits: Vec::new(),
            groups: GateMoves::default(),
        }
    }
}

/// Name, qubits, angle, and the groups of a gate or the clbit of a measurement.
type PickledOperation = (String, Vec<u32>, Option<f64>, u64);
/// Title, names of qubits, and of clbits.
type PickledNames = (Vec<String>, Vec<Vec<String>>, Vec<String>);
/// Moves, players, and plies that prepare.
type PickledMoves = (Vec<String>, Vec<String>, Vec<u32>);
type PickledCircuit = (
    (usize, usize),
    Vec<PickledOperation>,
    PickledNames,
    PickledMoves,
);

/// The gate of a name, with its angle if it has one.
///
/// # Errors
/// Returns an error if there is none, or it has no angle, or one that is not given.
pub(crate) fn known_gate(name: &str, angle: &[f64]) -> PyResult<Gate> {
    if let Some(gate) = Gate::from_name(name, angle) {
        return Ok(gate);
    }
    let text = match Gate::all(0.0).find(|gate| gate.name() == name) {
        Some(gate) if gate.parameter().is_none() => format!("{name} has no angle"),
        Some(_) if angle.is_empty() => format!("{name} needs an angle"),
        Some(_) => format!("{} is no angle", angle[0]),
        None => {
            let names: Vec<&str> = Gate::all(0.0).map(Gate::name).collect();
            format!(
                "there is no gate {}; the gates are: {}",
                quoted(name),
                names.join(", ")
            )
        }
    };
    Err(CircuitError::new_err(text))
}

fn refused(error: impl std::error::Error + 'static) -> PyErr {
    CircuitError::new_err(with_causes(&error))
}

impl NamedCircuit {
    /// As texts have it, without facts of its gates.
    fn annotated(&self) -> AnnotatedCircuit<'_> {
        AnnotatedCircuit {
            title: &self.title,
            qubits: &self.qubits,
            clbits: &self.clbits,
            groups: &self.groups.moves,
            ..AnnotatedCircuit::new(&self.inner)
        }
    }

    /// The amplitudes of all basis states of the qubits, measurements left undone.
    fn state(self, py: Python<'_>) -> PyResult<Dense> {
        let num_qubits = self.inner.num_qubits();
        if num_qubits > MAX_QUBITS {
            return Err(too_large(num_qubits));
        }
        check_threads()?;
        let state = abandonable(py, move || Dense::run(&self.inner))?;
        state.map_err(refused)
    }

    /// Bits of shots, in the order taken; of a circuit without measurements those of all qubits.
    fn shots(
        &self,
        py: Python<'_>,
        shots: usize,
        seed: Option<u64>,
        backend: &str,
    ) -> PyResult<Vec<Bitstring>> {
        let kind: MeasurerKind = parsed(backend, BackendError::new_err)?;
        let seed = seed.map_or_else(random_seed, Ok)?;
        let mut rng = generator(seed, Stream::Measurements);
        if shots > MAX_SHOTS {
            return Err(CircuitError::new_err(format!(
                "at most {MAX_SHOTS} shots at a time"
            )));
        }
        let mut measured = self.inner.clone();
        if measured.num_clbits() == 0 {
            measured.measure_all();
        }
        if let Some(mut backend) = kind.backend(rng.clone()) {
            check_threads()?;
            let runs = abandonable(py, move || {
                let job = Job::new(std::slice::from_ref(&measured), shots);
                backend.run(&job.optimized(backend.optimization()))
            })?;
            let runs = runs.map_err(|error| BackendError::new_err(with_causes(&error)))?;
            return Ok(runs[0].shots.clone());
        }
        let found = abandonable(py, move || {
            let readout = Readout::of(&measured)?;
            let state = Sparse::run(&measured, Limits::default())?;
            Ok(state.shots(&readout, shots, &mut rng))
        })?;
        found.map_err(|error: SimError| refused(error))
    }

    /// The observable of a text, on qubits of this circuit.
    fn observable(&self, text: &str) -> PyResult<Observable> {
        let observable: Observable = parsed(text, CircuitError::new_err)?;
        let checked = observable.check_qubits(self.inner.num_qubits());
        checked.map_err(refused)?;
        Ok(observable)
    }
}

pub(crate) fn too_large(num_qubits: usize) -> PyErr {
    CircuitError::new_err(format!(
        "an array of the {num_qubits} qubits would have 2^{num_qubits} entries: at most {MAX_QUBITS} qubits"
    ))
}

impl Circuit {
    /// The circuit as it is now: what takes long works on a copy.
    pub(crate) fn snapshot(&self) -> PyResult<NamedCircuit> {
        Ok(self.0.read()?.clone())
    }
}

#[pymethods]
impl Circuit {
    #[new]
    #[pyo3(signature = (num_qubits, num_clbits = 0))]
    fn new(num_qubits: usize, num_clbits: usize) -> PyResult<Self> {
        if num_qubits > MAX_WIRES || num_clbits > MAX_WIRES {
            return Err(CircuitError::new_err(format!(
                "a circuit has at most {MAX_WIRES} qubits and as many clbits"
            )));
        }
        Ok(NamedCircuit::from(Inner::new(num_qubits, num_clbits)).into())
    }

    /// Reads OpenQASM 3 or 2: gates, definitions of gates, measurements.
    ///
    /// Raises:
    ///     CircuitError: The text is not supported, with the place of the first error.
    #[classmethod]
    fn from_qasm(_: &Bound<'_, PyType>, text: &str) -> PyResult<Self> {
        let parsed = cheqqers_program::read(text);
        let parsed = parsed.map_err(refused)?;
        Ok(NamedCircuit::from(parsed.circuit).into())
    }

    /// Number of qubits.
    #[getter]
    fn num_qubits(&self) -> PyResult<usize> {
        Ok(self.0.read()?.inner.num_qubits())
    }

    /// Number of clbits.
    #[getter]
    fn num_clbits(&self) -> PyResult<usize> {
        Ok(self.0.read()?.inner.num_clbits())
    }

    /// Number of gates.
    #[getter]
    fn num_gates(&self) -> PyResult<usize> {
        Ok(self.0.read()?.inner.statistics().gates)
    }

    /// Number of gates on two qubits.
    #[getter]
    fn num_two_qubit_gates(&self) -> PyResult<usize> {
        Ok(self.0.read()?.inner.statistics().two_qubit_gates)
    }

    /// Number of layers of operations on different wires.
    #[getter]
    fn depth(&self) -> PyResult<usize> {
        Ok(self.0.read()?.inner.statistics().depth)
    }

    /// For each qubit the squares it has carried, in order of time; empty where none are known.
    #[getter]
    fn qubit_names(&self) -> PyResult<Vec<Vec<String>>> {
        Ok(self.0.read()?.qubits.clone())
    }

    /// For each clbit the square that it reads; empty where none are known.
    #[getter]
    fn clbit_names(&self) -> PyResult<Vec<String>> {
        Ok(self.0.read()?.clbits.clone())
    }

    /// Gates and measurements in order.
    #[getter]
    fn operations(&self) -> PyResult<Vec<Operation>> {
        let circuit = self.0.read()?;
        let operation = |operation: &cheqqers_circuit::Operation| {
            let groups = operation.groups;
            let index = (groups.last() as usize).checked_sub(1);
            let GateMoves {
                moves,
                players,
                prepared,
            } = &circuit.groups;
            let (name, clbit, angle) = match operation.action {
                Action::Gate(gate, _) => (gate.name(), None, gate.parameter()),
                Action::Measure(_, clbit) => ("measure", Some(clbit.0), None),
            };
            Operation {
                name: name.to_owned(),
                qubits: operation.qubits().iter().map(|qubit| qubit.0).collect(),
                clbit,
                angle,
                mv: index.and_then(|index| moves.get(index).cloned()),
                plies: groups
                    .iter()
                    .filter(|&ply| clbit.is_none() && (ply > 0 || prepared.contains(&0)))
                    .collect(),
                player: index.and_then(|index| players.get(index).cloned()),
                prepared: clbit.is_none() && prepared.contains(&groups.last()),
            }
        };
        Ok(circuit.inner.operations().iter().map(operation).collect())
    }

    /// Appends a gate, by its name in the gate table, on qubits, controls first.
    ///
    /// Args:
    ///     gate: Name, as ``h``, ``cx`` or ``iswap``.
    ///     qubits: As many as the gate has.
    ///     angle: Angle in radians, of ``rx``, ``ry``, ``rz`` and ``p``.
    ///
    /// Raises:
    ///     CircuitError: There is no such gate, or it has other qubits.
    #[pyo3(signature = (gate, *qubits, angle = None))]
    fn append(&self, gate: &str, qubits: Vec<u32>, angle: Option<f64>) -> PyResult<()> {
        let parameters: &[f64] = angle.as_slice();
        let known = known_gate(gate, parameters)?;
        let qubits: Vec<Qubit> = qubits.into_iter().map(Qubit).collect();
        if qubits.len() != known.num_qubits() {
            return Err(CircuitError::new_err(format!(
                "{gate} has {} qubits, not {}",
                known.num_qubits(),
                qubits.len()
            )));
        }
        let mut circuit = self.0.write()?;
        circuit.inner.push(known, &qubits).map_err(refused)
    }

    /// Appends a measurement of a qubit into a clbit.
    ///
    /// Raises:
    ///     CircuitError: There is no such qubit or clbit.
    fn measure(&self, qubit: u32, clbit: u32) -> PyResult<()> {
        let mut circuit = self.0.write()?;
        let measured = circuit.inner.measure(Qubit(qubit), Clbit(clbit));
        measured.map_err(refused)
    }

    /// Adds a clbit for each qubit, and measures qubit ``k`` into clbit ``k`` of them.
    fn measure_all(&self) -> PyResult<()> {
        self.0.write()?.inner.measure_all();
        Ok(())
    }

    /// The gates alone.
    fn without_measurements(&self) -> PyResult<Self> {
        let circuit = self.0.read()?;
        let mut inner = Inner::new(circuit.inner.num_qubits(), 0);
        for operation in circuit.inner.operations() {
            if let Action::Gate(gate, operands) = operation.action {
                inner
                    .push_in(operation.groups, gate, operands.as_slice())
                    .expect("the circuit has these qubits");
            }
        }
        let circuit = NamedCircuit {
            inner,
            clbits: Vec::new(),
            ..circuit.clone()
        };
        Ok(circuit.into())
    }

    /// The circuit that undoes this one.
    ///
    /// Raises:
    ///     CircuitError: It measures something.
    fn inverse(&self) -> PyResult<Self> {
        let circuit = self.0.read()?;
        let inner = circuit.inner.inverse().map_err(refused)?;
        let circuit = NamedCircuit {
            inner,
            ..circuit.clone()
        };
        Ok(circuit.into())
    }

    /// The circuit with each gate decomposed into gates on one qubit and CX, phase included.
    fn decomposed(&self) -> PyResult<Self> {
        let circuit = self.0.read()?;
        let circuit = NamedCircuit {
            inner: circuit.inner.decomposed(),
            ..circuit.clone()
        };
        Ok(circuit.into())
    }

    /// A shorter circuit whose clbits have the same probabilities.
    fn optimized(&self) -> PyResult<Self> {
        let circuit = self.0.read()?;
        let optimized = optimize(&circuit.inner, Optimization::Gates);
        let mut qubits = vec![Vec::new(); optimized.circuit.num_qubits()];
        for (names, qubit) in circuit.qubits.iter().zip(&optimized.qubits) {
            if let Some(qubit) = qubit {
                qubits[qubit.index()].clone_from(names);
            }
        }
        let circuit = NamedCircuit {
            inner: optimized.circuit,
            qubits,
            ..circuit.clone()
        };
        Ok(circuit.into())
    }

    /// Amplitudes of all basis states, by basis index, measurements left undone.
    ///
    /// Returns:
    ///     An array of complex128 of length 2ⁿ, for up to 26 qubits.
    ///
    /// Raises:
    ///     CircuitError: There are more qubits.
    ///     ForkError: The process was forked after the simulator had been used.
    fn amplitudes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<Complex64>>> {
        let state = self.snapshot()?.state(py)?;
        Ok(PyArray1::from_slice(py, state.amplitudes()))
    }

    /// Probabilities of all basis states, by basis index, as :meth:`amplitudes`.
    ///
    /// Returns:
    ///     An array of float64 of length 2ⁿ.
    fn probabilities<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<f64>>> {
        let state = self.snapshot()?.state(py)?;
        let probabilities = state.amplitudes().iter().map(Complex64::norm_sqr);
        Ok(PyArray1::from_iter(py, probabilities))
    }

    /// Runs the circuit on a local simulator.
    ///
    /// Args:
    ///     shots: Number of shots.
    ///     seed: Seed, for the same shots again.
    ///     backend: ``local``, ``dense``, ``sparse``, or ``noisy:P``, ``noisy:DEVICE``.
    ///
    /// Returns:
    ///     A bit string for each shot; of all qubits where nothing is measured.
    ///
    /// Raises:
    ///     BackendError: There is no such simulator, or the circuit is beyond its limits.
    #[pyo3(signature = (shots, *, seed = None, backend = "local"))]
    fn run(
        &self,
        py: Python<'_>,
        shots: usize,
        seed: Option<u64>,
        backend: &str,
    ) -> PyResult<Vec<String>> {
        let shots = self.snapshot()?.shots(py, shots, seed, backend)?;
        Ok(shots.iter().map(ToString::to_string).collect())
    }

    /// The number of shots with each bit string, as :meth:`run`.
    #[pyo3(signature = (shots, *, seed = None, backend = "local"))]
    fn counts(
        &self,
        py: Python<'_>,
        shots: usize,
        seed: Option<u64>,
        backend: &str,
    ) -> PyResult<BTreeMap<String, u64>> {
        let mut counts = BTreeMap::new();
        for bits in self.snapshot()?.shots(py, shots, seed, backend)? {
            *counts.entry(bits.to_string()).or_default() += 1;
        }
        Ok(counts)
    }

    /// Exact expectation value of an observable, measurements left undone.
    ///
    /// An observable is a sum of products of X, Y and Z, each before the number of its qubit, with
    /// coefficients, as ``Z0 Z1 + 0.5 X2 - 2``. A product such as ``XXZ`` names all qubits in order,
    /// qubit 0 first.
    ///
    /// Args:
    ///     observable: Text of the observable.
    ///
    /// Raises:
    ///     CircuitError: It is no observable of the circuit, or the circuit has too many amplitudes.
    ///     ForkError: The process was forked after the simulator had been used.
    fn expectation(&self, py: Python<'_>, observable: &str) -> PyResult<f64> {
        let circuit = self.snapshot()?;
        let observable = circuit.observable(observable)?;
        if circuit.inner.num_qubits() <= MAX_QUBITS {
            let state = circuit.state(py)?;
            let found = abandonable(py, move || state.expectation(&observable))?;
            return found.map_err(refused);
        }
        check_threads()?;
        let found = abandonable(py, move || {
            Sparse::run(&circuit.inner, Limits::default())?.expectation(&observable)
        })?;
        found.map_err(|error: SimulationError| refused(error))
    }

    /// Estimate of an expectation value from shots in as few bases as are found.
    ///
    /// Args:
    ///     observable: Observable, as of :meth:`expectation`.
    ///     shots: Number of shots in each basis.
    ///     seed: Seed, for the same estimate again.
    ///     backend: Simulator, as of :meth:`run`.
    ///
    /// Returns:
    ///     The estimate and its standard error.
    ///
    /// Raises:
    ///     CircuitError: It is no observable of the circuit, or there are too few or too many shots.
    ///     BackendError: There is no such simulator, or the circuit is beyond its limits.
    #[pyo3(signature = (observable, shots, *, seed = None, backend = "local"))]
    fn estimate(
        &self,
        py: Python<'_>,
        observable: &str,
        shots: usize,
        seed: Option<u64>,
        backend: &str,
    ) -> PyResult<(f64, f64)> {
        let circuit = self.snapshot()?;
        let observable = circuit.observable(observable)?;
        if shots < 2 {
            return Err(CircuitError::new_err("an estimate takes at least 2 shots"));
        }
        let seed = seed.map_or_else(random_seed, Ok)?;
        let mut all = Vec::new();
        for (basis, number) in observable.bases().iter().zip(1..) {
            let measured = NamedCircuit::from(basis.circuit(&circuit.inner));
            let seed = Some(game_seed(seed, number));
            let mut counts = BTreeMap::<Bitstring, u64>::new();
            for bits in measured.shots(py, shots, seed, backend)? {
                *counts.entry(bits).or_default() += 1;
            }
            all.push(counts);
        }
        let estimate = observable.estimate(&all);
        Ok((estimate.value, estimate.standard_error))
    }

    /// OpenQASM, with the squares of qubits and clbits in comments.
    ///
    /// Args:
    ///     dialect: ``qasm3``, ``qasm2``, ``braket``, ``ionq`` or ``ibm``.
    ///     gate_moves: Form in which it tells the moves of gates, as in :meth:`export`.
    ///
    /// Raises:
    ///     CircuitError: There is no such dialect or form, or the dialect lacks a gate.
    #[pyo3(signature = (dialect = "qasm3", *, gate_moves = "comments"))]
    fn qasm(&self, dialect: &str, gate_moves: &str) -> PyResult<String> {
        let names = Dialect::ALL.map(Dialect::name);
        if !names.contains(&dialect) {
            return Err(CircuitError::new_err(format!(
                "there is no dialect {dialect:?}, the dialects are: {}",
                names.join(", ")
            )));
        }
        self.export(dialect, gate_moves)
    }

    /// Text in a format of ``cheqqers export``.
    ///
    /// Args:
    ///     format: ``qasm3``, ``qasm2``, ``braket``, ``ionq``, ``ibm``, ``quirk``, ``quirk-url``, ``json``, ``text``,
    ///         ``svg`` or ``latex``. ``json`` has no probabilities.
    ///     gate_moves: Form in which OpenQASM tells the moves of gates: ``comments``, ``annotations``, which many readers
    ///         refuse, or ``none``, which ``json`` follows, too.
    ///
    /// Raises:
    ///     CircuitError: There is no such format or form, or it lacks a gate, or has no room for the circuit.
    #[pyo3(signature = (format, *, gate_moves = "comments"))]
    fn export(&self, format: &str, gate_moves: &str) -> PyResult<String> {
        let known = CircuitFormat::named(format);
        let known = known.ok_or_else(|| {
            let names: Vec<&str> = CircuitFormat::ALL
                .iter()
                .map(|known| known.name())
                .collect();
            CircuitError::new_err(format!(
                "there is no format {format:?}, the formats are: {}",
                names.join(", ")
            ))
        })?;
        let notes = match gate_moves {
            "comments" => GroupNotes::Comments,
            "annotations" => GroupNotes::Annotations,
            "none" => GroupNotes::None,
            _ => {
                return Err(CircuitError::new_err(format!(
                    "there is no form {gate_moves:?} of moves: comments, annotations or none"
                )));
            }
        };
        let circuit = self.0.read()?;
        let facts = circuit.groups.facts();
        let named = AnnotatedCircuit {
            facts: &facts,
            notes,
            ..circuit.annotated()
        };
        let lowered;
        let annotated = match known {
            CircuitFormat::Ibm => {
                lowered = cheqqers_native::lower(&circuit.inner);
                AnnotatedCircuit {
                    circuit: &lowered,
                    ..named
                }
            }
            _ => named,
        };
        known.write(&annotated, None).map_err(refused)
    }

    /// JSON that Quirk imports.
    ///
    /// Raises:
    ///     CircuitError: There are more than 16 qubits.
    fn quirk(&self) -> PyResult<String> {
        forms::quirk(&self.0.read()?.annotated()).map_err(refused)
    }

    /// Address that opens the circuit in Quirk.
    ///
    /// Raises:
    ///     CircuitError: There are more than 16 qubits.
    fn to_quirk_url(&self) -> PyResult<String> {
        forms::quirk_url(&self.0.read()?.annotated()).map_err(refused)
    }

    /// Drawing as SVG.
    pub(crate) fn svg(&self) -> PyResult<String> {
        Ok(forms::svg(&self.0.read()?.annotated()))
    }

    /// Drawing as LaTeX, with quantikz2.
    fn latex(&self) -> PyResult<String> {
        Ok(forms::latex(&self.0.read()?.annotated()))
    }

    fn _repr_svg_(&self) -> PyResult<String> {
        self.svg()
    }

    fn __str__(&self) -> PyResult<String> {
        let circuit = self.0.read()?;
        let annotated = circuit.annotated();
        let qubits = (0..circuit.inner.num_qubits()).map(Qubit::from_index);
        let labels = qubits.map(|qubit| {
            let label = annotated.qubit_label(qubit, " then ");
            label.unwrap_or_else(|| format!("q[{}]", qubit.0))
        });
        let drawing = circuit.inner.draw(&Drawing {
            labels: &labels.collect::<Vec<_>>(),
            groups: &circuit.groups.moves,
            ..Drawing::default()
        });
        Ok(drawing.trim_end().to_owned())
    }

    fn __repr__(&self) -> PyResult<String> {
        let statistics = self.0.read()?.inner.statistics();
        Ok(format!(
            "<Circuit of {} qubits, {} gates, {} measurements>",
            statistics.qubits, statistics.gates, statistics.measurements
        ))
    }

    /// Equal if the operations are, whatever the qubits are called.
    fn __eq__(&self, other: &Self) -> PyResult<bool> {
        Ok(self.0.read()?.inner == other.0.read()?.inner)
    }

    fn __copy__(&self) -> PyResult<Self> {
        Ok(self.snapshot()?.into())
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> PyResult<Self> {
        self.__copy__()
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<PickleParts<'py, PickledCircuit>> {
        let circuit = slf.get().snapshot()?;
        let operations = circuit.inner.operations().iter().map(|operation| {
            let qubits = operation.qubits().iter().map(|qubit| qubit.0).collect();
            match operation.action {
                Action::Gate(gate, _) => (
                    gate.name().into(),
                    qubits,
                    gate.parameter(),
                    operation.groups.to_bits(),
                ),
                Action::Measure(_, clbit) => ("measure".into(), qubits, None, clbit.0.into()),
            }
        });
        let wires = (circuit.inner.num_qubits(), circuit.inner.num_clbits());
        let names = (
            circuit.title.clone(),
            circuit.qubits.clone(),
            circuit.clbits.clone(),
        );
        let GateMoves {
            moves,
            players,
            prepared,
        } = circuit.groups;
        let moves = (moves, players, prepared);
        reduced(slf, (wires, operations.collect(), names, moves))
    }

    #[classmethod]
    fn _restore(
        _: &Bound<'_, PyType>,
        wires: (usize, usize),
        operations: Vec<PickledOperation>,
        names: PickledNames,
        moves: PickledMoves,
    ) -> PyResult<Self> {
        let (title, qubits, clbits) = names;
        let (moves, players, prepared) = moves;
        let (num_qubits, num_clbits) = wires;
        Self::new(num_qubits, num_clbits)?;
        let mut circuit = Inner::new(num_qubits, num_clbits);
        for (name, qubits, angle, number) in operations {
            let qubits: Vec<Qubit> = qubits.into_iter().map(Qubit).collect();
            let added = if let ("measure", &[qubit]) = (name.as_str(), &qubits[..]) {
                circuit.measure(qubit, Clbit(u32::try_from(number)?))
            } else {
                let gate = Gate::from_name(&name, angle.as_slice());
                let gate = gate.filter(|gate| gate.num_qubits() == qubits.len());
                let unknown = || CircuitError::new_err(format!("there is no gate {name:?}"));
                let groups = Groups::from_bits(number);
                let groups = groups.ok_or_else(|| CircuitError::new_err("no plies"))?;
                circuit.push_in(groups, gate.ok_or_else(unknown)?, &qubits)
            };
            added.map_err(refused)?;
        }
        let circuit = NamedCircuit {
            inner: circuit,
            title,
            qubits,
            clbits,
            groups: GateMoves {
                moves,
                players,
                prepared,
            },
        };
        Ok(circuit.into())
    }

    /// A ``qiskit.QuantumCircuit``, built gate by gate: see :mod:`cheqqers.toolkits`.
    fn to_qiskit<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        converted(slf, "to_qiskit")
    }

    /// A ``cirq.Circuit`` on line qubits, measured with the key ``c``.
    fn to_cirq<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        converted(slf, "to_cirq")
    }

    /// A ``braket.circuits.Circuit``, built gate by gate.
    fn to_braket<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        converted(slf, "to_braket")
    }

    /// A ``pennylane.tape.QuantumScript`` that can be called as a quantum function, too.
    fn to_pennylane<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        converted(slf, "to_pennylane")
    }

    /// A ``pytket.Circuit``, built gate by gate.
    fn to_pytket<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        converted(slf, "to_pytket")
    }
}

/// The circuit as an object of another toolkit.
fn converted<'py>(circuit: &Bound<'py, Circuit>, function: &str) -> PyResult<Bound<'py, PyAny>> {
    let toolkits = circuit.py().import("cheqqers.toolkits")?;
    toolkits.call_method1(function, (circuit,))
}
