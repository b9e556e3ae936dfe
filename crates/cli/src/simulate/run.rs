use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use cheqqers_circuit::{Bitstring, Circuit, Qubit};
use cheqqers_program::{Observable, SimulationError, product_expectation};
use cheqqers_sim::{
    AdaptiveState, Limits, Product, QuantumState, Readout, SimError, SingleDense, Sparse,
    StateVector,
};
use rand_chacha::ChaCha8Rng;

use crate::args::{PrecisionName, SimulatorName};

/// A circuit that was run.
#[derive(Debug)]
pub(super) struct Run {
    state: State,
    readout: Readout,
    components: usize,
    simulator: SimulatorName,
    /// Reason why this simulator ran it.
    reason: String,
    /// Times of the gates, sorted; never empty.
    times: Vec<Duration>,
}

/// The state of each component.
#[derive(Debug)]
enum State {
    Double(Product<AdaptiveState>),
    Single(Product<SingleDense>),
}

/// The circuits of a circuit's components, with their qubits.
type ComponentCircuits = Vec<(Vec<Qubit>, Circuit)>;

impl Run {
    /// Runs the gates of a circuit so many times, and once at least; those of each component apart.
    ///
    /// # Errors
    /// Returns an error if a component is too large for the simulator, or a gate is behind a
    /// measurement.
    pub(super) fn new(
        circuit: &Circuit,
        simulator: Option<SimulatorName>,
        precision: PrecisionName,
        repeat: u32,
    ) -> Result<Self, SimError> {
        let measured = Readout::of(circuit)?;
        let components = circuit.components();
        let (state, mut times) = match (simulator, precision) {
            (Some(SimulatorName::Sparse), _) => sparse(&components, repeat)?,
            // Only the dense simulator has single precision.
            (_, PrecisionName::Single) => single(&components, repeat)?,
            (Some(SimulatorName::Dense), _) => dense(&components, repeat)?,
            (None, _) => adaptive(&components, repeat)?,
        };
        let (simulator, reason) = match (simulator, &state) {
            (Some(simulator), _) => (simulator, "--simulator asks for it".to_owned()),
            (None, State::Single(_)) => (
                SimulatorName::Dense,
                "--precision asks for single precision, which the dense simulator has".to_owned(),
            ),
            (None, State::Double(state)) => choice(state),
        };
        times.sort_unstable();
        let readout = if circuit.measurements().next().is_some() {
            measured
        } else {
            Readout::of_all(circuit.num_qubits())?
        };
        Ok(Self {
            state,
            readout,
            components: components.len(),
            simulator,
            reason,
            times,
        })
    }

    /// The simulator that ran it: dense if any component became dense.
    pub(super) fn simulator(&self) -> &'static str {
        match self.simulator {
            SimulatorName::Dense => "dense",
            SimulatorName::Sparse => "sparse",
        }
    }

    /// Reason why this simulator ran it.
    pub(super) fn reason(&self) -> &str {
        &self.reason
    }

    /// The precision of its amplitudes.
    pub(super) fn precision(&self) -> &'static str {
        match self.state {
            State::Double(_) => "double",
            State::Single(_) => "single",
        }
    }

    /// Number of components: sets of qubits that gates link.
    pub(super) fn components(&self) -> usize {
        self.components
    }

    /// The median of the times taken.
    pub(super) fn seconds(&self) -> f64 {
        let (low, high) = ((self.times.len() - 1) / 2, self.times.len() / 2);
        (self.times[low] + self.times[high]).as_secs_f64() / 2.0
    }

    /// Count of each bitstring in so many shots.
    pub(super) fn counts(&self, shots: u64, rng: &mut ChaCha8Rng) -> BTreeMap<Bitstring, u64> {
        let drawn = match &self.state {
            State::Double(state) => state.counts(&self.readout, shots, rng),
            State::Single(state) => state.counts(&self.readout, shots, rng),
        };
        drawn.into_iter().collect()
    }

    /// The exact probability of each bitstring, in order of their text.
    ///
    /// # Errors
    /// Returns an error if components together have too many.
    pub(super) fn probabilities(&self) -> Result<Vec<(Bitstring, f64)>, SimError> {
        match &self.state {
            State::Double(state) => state.marginal(&self.readout),
            State::Single(state) => state.marginal(&self.readout),
        }
    }

    /// The exact expectation value of an observable.
    ///
    /// # Errors
    /// Returns an error if the observable has a qubit that is not there.
    pub(super) fn expectation(&self, observable: &Observable) -> Result<f64, SimulationError> {
        match &self.state {
            State::Double(state) => product_expectation(state, observable),
            State::Single(state) => product_expectation(state, observable),
        }
    }
}

/// All amplitudes, in double precision.
fn dense(components: &ComponentCircuits, repeat: u32) -> Result<(State, Vec<Duration>), SimError> {
    check_bytes::<f64>(components)?;
    let zero = |num_qubits| Ok(AdaptiveState::Dense(StateVector::zero(num_qubits)?));
    let (state, times) = timed(components, repeat, zero, |state, circuit, _| match state {
        AdaptiveState::Dense(state) => state.rerun(circuit),
        AdaptiveState::Sparse(_) => unreachable!("a state vector stays one"),
    })?;
    Ok((State::Double(state), times))
}

/// All amplitudes, in single precision.
fn single(components: &ComponentCircuits, repeat: u32) -> Result<(State, Vec<Duration>), SimError> {
    check_bytes::<f32>(components)?;
    let run = |state: &mut SingleDense, circuit: &Circuit, _: &mut Limits| state.rerun(circuit);
    let (state, times) = timed(components, repeat, StateVector::zero, run)?;
    Ok((State::Single(state), times))
}

/// The amplitudes that are not zero.
fn sparse(components: &ComponentCircuits, repeat: u32) -> Result<(State, Vec<Duration>), SimError> {
    let (state, times) = timed(components, repeat, zero, |state, circuit, limits| {
        *state = AdaptiveState::Sparse(Sparse::run(circuit, *limits)?);
        Ok(())
    })?;
    Ok((State::Double(state), times))
}

/// Each component sparse while it has few amplitudes, and dense from then on.
fn adaptive(
    components: &ComponentCircuits,
    repeat: u32,
) -> Result<(State, Vec<Duration>), SimError> {
    let (state, times) = timed(components, repeat, zero, |state, circuit, limits| {
        state.rerun(circuit, *limits)?;
        // All components share the memory.
        if let AdaptiveState::Dense(state) = state {
            limits.bytes -= size_of_val(state.amplitudes());
        }
        Ok(())
    })?;
    Ok((State::Double(state), times))
}

fn zero(num_qubits: usize) -> Result<AdaptiveState, SimError> {
    Ok(AdaptiveState::Sparse(Sparse::zero(num_qubits)?))
}

/// Runs each component so many times, once at least, with the limits of all together.
fn timed<S: QuantumState>(
    components: &ComponentCircuits,
    repeat: u32,
    zero: impl Fn(usize) -> Result<S, SimError>,
    run: impl Fn(&mut S, &Circuit, &mut Limits) -> Result<(), SimError>,
) -> Result<(Product<S>, Vec<Duration>), SimError> {
    let zeros = components.iter().map(|(qubits, component)| {
        let zero = zero(component.num_qubits())?;
        Ok((qubits.clone(), zero))
    });
    let mut state = Product::new(zeros.collect::<Result<Vec<_>, SimError>>()?);
    let mut times = Vec::new();
    for _ in 0..repeat.max(1) {
        let mut limits = Limits::default();
        let start = Instant::now();
        for (state, (_, component)) in state.states_mut().zip(components) {
            run(state, component, &mut limits)?;
        }
        times.push(start.elapsed());
    }
    Ok((state, times))
}

/// Checks that the state vectors of all components fit in memory together.
fn check_bytes<T>(components: &ComponentCircuits) -> Result<(), SimError> {
    let limits = Limits::default();
    let sizes = || components.iter().map(|(qubits, _)| qubits.len());
    // A component that is too large is reported by its size.
    if sizes().all(|size| size <= limits.qubits) {
        let amplitude = 2 * size_of::<T>() as u128;
        let bytes = sizes().map(|size| amplitude << size).sum();
        if bytes > limits.bytes as u128 {
            return Err(SimError::TooManyBytes {
                bytes,
                limit: limits.bytes,
            });
        }
    }
    Ok(())
}

/// The simulator that is reported, with the reason: dense with the size of the largest dense component,
/// else sparse with the size of the largest.
fn choice(state: &Product<AdaptiveState>) -> (SimulatorName, String) {
    let largest = |dense: bool| {
        let states = state.states().filter(|state| state.is_dense() == dense);
        states.map(AdaptiveState::num_qubits).max()
    };
    match (largest(true), largest(false)) {
        (Some(size), _) => (
            SimulatorName::Dense,
            format!(
                "updating all 2^{size} amplitudes takes less time than the non-zero ones, by an estimate"
            ),
        ),
        (None, Some(size)) => (
            SimulatorName::Sparse,
            if size > Limits::default().qubits {
                format!("{size} qubits are too many for a state vector")
            } else {
                format!(
                    "updating the non-zero amplitudes takes less time than all 2^{size}, by an estimate"
                )
            },
        ),
        (None, None) => (SimulatorName::Sparse, "there are no qubits".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use cheqqers_circuit::Gate;

    use super::*;

    #[test]
    fn the_median_is_the_middle_or_between_the_two_middle_ones() {
        let mut circuit = Circuit::new(1, 0);
        circuit.push(Gate::X, &[Qubit(0)]).unwrap();
        let mut run = Run::new(&circuit, None, PrecisionName::Double, 3).unwrap();
        assert_eq!(run.times.len(), 3);
        run.times = [1, 2, 9].map(Duration::from_secs).to_vec();
        assert!((run.seconds() - 2.0).abs() < 1e-12);
        run.times = [1, 2, 3, 9].map(Duration::from_secs).to_vec();
        assert!((run.seconds() - 2.5).abs() < 1e-12);
    }

    /// A circuit of one component, of which some qubits are in superposition.
    fn linked(num_qubits: u32, superposed: u32) -> Circuit {
        let mut circuit = Circuit::new(num_qubits as usize, 0);
        for k in 1..num_qubits {
            circuit.push(Gate::Cx, &[Qubit(k - 1), Qubit(k)]).unwrap();
        }
        for k in 0..superposed {
            circuit.push(Gate::H, &[Qubit(k)]).unwrap();
        }
        circuit
    }

    #[test]
    fn the_amplitudes_choose_the_simulator_by_default() {
        let of = |num_qubits, superposed| {
            let circuit = linked(num_qubits, superposed);
            Run::new(&circuit, None, PrecisionName::Double, 1).map(|run| run.simulator())
        };
        assert_eq!(of(7, 1), Ok("sparse"));
        assert_eq!(of(7, 7), Ok("dense"));
        assert_eq!(of(11, 1), Ok("sparse"));
        assert_eq!(of(11, 11), Ok("dense"));
        assert_eq!(of(21, 10), Ok("sparse"));
        assert_eq!(of(21, 17), Ok("dense"));
        assert_eq!(of(29, 17), Ok("sparse"));
        let full = of(29, 23).unwrap_err();
        assert!(matches!(full, SimError::TooManyAmplitudes { .. }), "{full}");
    }

    #[test]
    fn components_are_run_apart() {
        // More qubits than a state vector has, none of them linked.
        let mut circuit = Circuit::new(60, 0);
        for k in 0..60 {
            circuit.push(Gate::X, &[Qubit(k)]).unwrap();
        }
        for (precision, name) in [
            (PrecisionName::Double, "double"),
            (PrecisionName::Single, "single"),
        ] {
            let run = Run::new(&circuit, Some(SimulatorName::Dense), precision, 2).unwrap();
            assert_eq!((run.components(), run.precision()), (60, name));
            let probabilities = run.probabilities().unwrap();
            assert_eq!(probabilities.len(), 1);
            assert!((probabilities[0].1 - 1.0).abs() < 1e-6);
            assert_eq!(probabilities[0].0.count_ones(), 60);
        }
    }
}
