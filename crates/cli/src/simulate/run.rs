use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use cheqqers_circuit::{Bitstring, Circuit, Qubit};
use cheqqers_sim::{
    AdaptiveState, Dense, Limits, Observable, Precision, Product, Readout, SimError, SingleDense,
    Sparse, StateVector,
};
use rand_chacha::ChaCha8Rng;

use crate::args::{PrecisionName, SimulatorName};

/// Number of shots drawn at a time, which bounds the memory.
const AT_A_TIME: u64 = 1 << 20;

/// A circuit that was run.
#[derive(Debug)]
pub(super) struct Run {
    state: State,
    readout: Readout,
    components: usize,
    /// Reason why this simulator ran it.
    reason: String,
    /// Times of the gates, sorted; never empty.
    times: Vec<Duration>,
}

#[derive(Debug)]
enum State {
    Dense(Product<Dense>),
    Single(Product<SingleDense>),
    Sparse(Product<Sparse>),
    /// Each component as suits it.
    Adaptive(Product<AdaptiveState>),
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
        let num_qubits = circuit.num_qubits();
        if num_qubits > Sparse::MAX_QUBITS {
            return Err(SimError::TooManyQubits {
                num_qubits,
                limit: Sparse::MAX_QUBITS,
            });
        }
        let measured = Readout::of(circuit)?;
        let components = circuit.components();
        let (state, mut times) = match simulator {
            Some(SimulatorName::Sparse) => sparse(&components, Limits::default(), repeat)?,
            Some(SimulatorName::Dense) => dense(&components, precision, repeat)?,
            // It is that of the dense simulator.
            None if precision == PrecisionName::Single => dense(&components, precision, repeat)?,
            None => adaptive(&components, repeat)?,
        };
        let reason = match &state {
            State::Adaptive(state) => reason(state),
            _ if simulator.is_some() => "--simulator asks for it".to_owned(),
            _ => "--precision asks for single precision, which the dense simulator has".to_owned(),
        };
        times.sort_unstable();
        let readout = if circuit.measurements().next().is_some() {
            measured
        } else {
            Readout::of_all(num_qubits)?
        };
        Ok(Self {
            state,
            readout,
            components: components.len(),
            reason,
            times,
        })
    }

    /// The simulator that ran it; the dense one if that ran one component.
    pub(super) fn simulator(&self) -> &'static str {
        match &self.state {
            State::Dense(_) | State::Single(_) => "dense",
            State::Adaptive(state) if state.states().any(AdaptiveState::is_dense) => "dense",
            State::Adaptive(_) | State::Sparse(_) => "sparse",
        }
    }

    /// Reason why this simulator ran it.
    pub(super) fn reason(&self) -> &str {
        &self.reason
    }

    /// The precision of its amplitudes.
    pub(super) fn precision(&self) -> &'static str {
        match self.state {
            State::Dense(_) | State::Sparse(_) | State::Adaptive(_) => "double",
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
        let mut counts = BTreeMap::new();
        let mut left = shots;
        while left > 0 {
            let now = left.min(AT_A_TIME);
            left -= now;
            let now = usize::try_from(now).expect("AT_A_TIME fits in 32 bits");
            let drawn = match &self.state {
                State::Dense(state) => state.counts(&self.readout, now, rng),
                State::Single(state) => state.counts(&self.readout, now, rng),
                State::Sparse(state) => state.counts(&self.readout, now, rng),
                State::Adaptive(state) => state.counts(&self.readout, now, rng),
            };
            if counts.is_empty() {
                // They are in order, which is quicker than one by one.
                counts = drawn.into_iter().collect();
            } else {
                for (bits, count) in drawn {
                    *counts.entry(bits).or_default() += count;
                }
            }
        }
        counts
    }

    /// The exact probability of each bitstring, in order of their text.
    ///
    /// # Errors
    /// Returns an error if components together have too many.
    pub(super) fn probabilities(&self) -> Result<Vec<(Bitstring, f64)>, SimError> {
        match &self.state {
            State::Dense(state) => state.marginal(&self.readout),
            State::Single(state) => state.marginal(&self.readout),
            State::Sparse(state) => state.marginal(&self.readout),
            State::Adaptive(state) => state.marginal(&self.readout),
        }
    }

    /// The exact expectation value of an observable.
    ///
    /// # Errors
    /// Returns an error if the observable has a qubit that is not there.
    pub(super) fn expectation(&self, observable: &Observable) -> Result<f64, SimError> {
        match &self.state {
            State::Dense(state) => state.expectation(observable),
            State::Single(state) => state.expectation(observable),
            State::Sparse(state) => state.expectation(observable),
            State::Adaptive(state) => state.expectation(observable),
        }
    }
}

/// All amplitudes, so many times.
fn dense(
    components: &ComponentCircuits,
    precision: PrecisionName,
    repeat: u32,
) -> Result<(State, Vec<Duration>), SimError> {
    match precision {
        PrecisionName::Double => {
            let (state, times) = vectors(components, repeat)?;
            Ok((State::Dense(state), times))
        }
        PrecisionName::Single => {
            let (state, times) = vectors(components, repeat)?;
            Ok((State::Single(state), times))
        }
    }
}

fn vectors<T: Precision>(
    components: &ComponentCircuits,
    repeat: u32,
) -> Result<(Product<StateVector<T>>, Vec<Duration>), SimError> {
    let limits = Limits::default();
    let sizes = || components.iter().map(|(qubits, _)| qubits.len());
    // A component that is too large is reported below, by its size.
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
    let zero = |(qubits, component): &(Vec<Qubit>, Circuit)| {
        Ok((qubits.clone(), StateVector::zero(component.num_qubits())?))
    };
    let mut state = Product::new(
        components
            .iter()
            .map(zero)
            .collect::<Result<Vec<_>, SimError>>()?,
    );
    let mut times = Vec::new();
    for _ in 0..repeat.max(1) {
        let start = Instant::now();
        for (state, (_, component)) in state.states_mut().zip(components) {
            state.rerun(component)?;
        }
        times.push(start.elapsed());
    }
    Ok((state, times))
}

/// The amplitudes that are not zero, so many times.
fn sparse(
    components: &ComponentCircuits,
    limits: Limits,
    repeat: u32,
) -> Result<(State, Vec<Duration>), SimError> {
    let mut times = Vec::new();
    loop {
        let start = Instant::now();
        let states = components
            .iter()
            .map(|(_, component)| Sparse::run(component, limits));
        let states = states.collect::<Result<Vec<_>, _>>()?;
        times.push(start.elapsed());
        if times.len() >= repeat as usize {
            let qubits = components.iter().map(|(qubits, _)| qubits.clone());
            return Ok((State::Sparse(Product::new(qubits.zip(states))), times));
        }
    }
}

/// Each component sparse while it has few amplitudes, and dense from then on; so many times.
fn adaptive(
    components: &ComponentCircuits,
    repeat: u32,
) -> Result<(State, Vec<Duration>), SimError> {
    let zero = |(qubits, component): &(Vec<Qubit>, Circuit)| {
        let zero = Sparse::zero(component.num_qubits())?;
        Ok((qubits.clone(), AdaptiveState::Sparse(zero)))
    };
    let zeros = components
        .iter()
        .map(zero)
        .collect::<Result<Vec<_>, SimError>>()?;
    let mut state = Product::new(zeros);
    let mut times = Vec::new();
    for _ in 0..repeat.max(1) {
        // All components share the memory.
        let mut limits = Limits::default();
        let start = Instant::now();
        for (state, (_, component)) in state.states_mut().zip(components) {
            state.rerun(component, limits)?;
            if let AdaptiveState::Dense(state) = state {
                limits.bytes -= size_of_val(state.amplitudes());
            }
        }
        times.push(start.elapsed());
    }
    Ok((State::Adaptive(state), times))
}

/// Reason why the largest component is dense, if one is, or the largest of all sparse.
fn reason(state: &Product<AdaptiveState>) -> String {
    let largest = |dense: bool| {
        let states = state.states().filter(|state| state.is_dense() == dense);
        states.map(AdaptiveState::num_qubits).max()
    };
    let few = AdaptiveState::<f64>::most_sparse;
    match (largest(true), largest(false)) {
        (Some(size), _) => format!(
            "on {size} qubits it takes less time with more than {} non-zero amplitudes",
            few(size)
        ),
        (None, Some(size)) if size > Limits::default().qubits => {
            format!("{size} qubits are too many for a state vector")
        }
        (None, Some(size)) => format!(
            "on {size} qubits it takes less time with up to {} non-zero amplitudes",
            few(size)
        ),
        (None, None) => "there are no qubits".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use cheqqers_circuit::Gate;
    use cheqqers_players::{Stream, generator};

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

    #[test]
    fn shots_drawn_in_parts_are_those_drawn_at_once() {
        let shots = AT_A_TIME + AT_A_TIME / 2;
        let mut circuit = Circuit::new(2, 0);
        circuit.push(Gate::Rx(1.0), &[Qubit(0)]).unwrap();
        circuit.push(Gate::Ch, &[Qubit(0), Qubit(1)]).unwrap();
        let rng = || generator(1, Stream::Measurements);
        let readout = Readout::of_all(2).unwrap();
        let number = usize::try_from(shots).unwrap();
        for (simulator, drawn) in [
            (
                SimulatorName::Dense,
                Dense::run(&circuit)
                    .unwrap()
                    .shots(&readout, number, &mut rng()),
            ),
            (
                SimulatorName::Sparse,
                Sparse::run(&circuit, Limits::default()).unwrap().shots(
                    &readout,
                    number,
                    &mut rng(),
                ),
            ),
        ] {
            let mut at_once: BTreeMap<Bitstring, u64> = BTreeMap::new();
            for bits in drawn {
                *at_once.entry(bits).or_default() += 1;
            }
            let run = Run::new(&circuit, Some(simulator), PrecisionName::Double, 1).unwrap();
            assert_eq!(run.counts(shots, &mut rng()), at_once);
        }
    }
}
