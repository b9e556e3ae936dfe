use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use cheqqers_backend::Simulator;
use cheqqers_circuit::{Bitstring, Circuit};
use cheqqers_sim::{Dense, Limits, Readout, SimError, Sparse};
use rand_chacha::ChaCha8Rng;

use crate::args::SimulatorName;

/// How many shots are drawn at a time, so that memory does not grow with them.
const AT_A_TIME: u64 = 1 << 20;

/// A gate takes the sparse simulator some 2⁵ times as long for each amplitude as the dense one.
const SPARSER: usize = 5;

/// A circuit that was run.
#[derive(Debug)]
pub(super) struct Run {
    state: State,
    readout: Readout,
    /// How long the gates took each time, in order of length; never empty.
    times: Vec<Duration>,
}

#[derive(Debug)]
enum State {
    Dense(Dense),
    Sparse(Sparse),
}

impl State {
    /// The state after the last gate of a circuit, and how long its gates took.
    fn run(simulator: SimulatorName, circuit: &Circuit) -> Result<(Self, Duration), SimError> {
        match simulator {
            SimulatorName::Dense => {
                // Taking gigabytes from the machine may be slower than the gates.
                let mut state = Dense::zero(circuit.num_qubits())?;
                let start = Instant::now();
                state.rerun(circuit)?;
                Ok((Self::Dense(state), start.elapsed()))
            }
            SimulatorName::Sparse => {
                let start = Instant::now();
                let state = Sparse::run(circuit, Limits::default())?;
                Ok((Self::Sparse(state), start.elapsed()))
            }
        }
    }

    /// So many shots, all in memory.
    fn shots(&self, readout: &Readout, shots: usize, rng: &mut ChaCha8Rng) -> Vec<Bitstring> {
        match self {
            Self::Dense(state) => state.shots(readout, shots, rng),
            Self::Sparse(state) => state.shots(readout, shots, rng),
        }
    }
}

impl Run {
    /// Runs the gates of a circuit so many times, and once at least.
    ///
    /// # Errors
    /// When the circuit is too large for the simulator, or has a gate behind a measurement.
    pub(super) fn new(
        circuit: &Circuit,
        simulator: Option<SimulatorName>,
        repeat: u32,
    ) -> Result<Self, SimError> {
        let num_qubits = circuit.num_qubits();
        let simulator = match simulator {
            Some(simulator) => simulator,
            None => choose(circuit)?,
        };
        let measures = circuit.measurements().next().is_some();
        let measured = measures.then(|| Readout::of(circuit)).transpose()?;
        let (mut state, time) = State::run(simulator, circuit)?;
        let mut times = vec![time];
        for _ in 1..repeat {
            // One at a time: a state may take half of the memory.
            drop(state);
            let time;
            (state, time) = State::run(simulator, circuit)?;
            times.push(time);
        }
        times.sort_unstable();
        let readout = match measured {
            Some(readout) => readout,
            None => Readout::of_all(num_qubits)?,
        };
        Ok(Self {
            state,
            readout,
            times,
        })
    }

    /// The simulator that ran it.
    pub(super) fn simulator(&self) -> &'static str {
        match self.state {
            State::Dense(_) => "dense",
            State::Sparse(_) => "sparse",
        }
    }

    /// The median of the times taken.
    pub(super) fn seconds(&self) -> f64 {
        let (low, high) = ((self.times.len() - 1) / 2, self.times.len() / 2);
        (self.times[low] + self.times[high]).as_secs_f64() / 2.0
    }

    /// How often each bitstring comes in so many shots.
    pub(super) fn counts(&self, shots: u64, rng: &mut ChaCha8Rng) -> BTreeMap<Bitstring, u64> {
        let mut counts = BTreeMap::new();
        let mut left = shots;
        while left > 0 {
            let now = left.min(AT_A_TIME);
            left -= now;
            let now = usize::try_from(now).expect("AT_A_TIME fits in 32 bits");
            for bits in self.state.shots(&self.readout, now, rng) {
                *counts.entry(bits).or_default() += 1;
            }
        }
        counts
    }

    /// The exact probability of each bitstring, in order of their text.
    pub(super) fn probabilities(&self) -> Vec<(Bitstring, f64)> {
        match &self.state {
            State::Dense(state) => state.marginal(&self.readout),
            State::Sparse(state) => state.marginal(&self.readout),
        }
    }
}

/// The simulator for a circuit where nobody says which.
///
/// Above the sizes that are always dense, the sparse one is tried with few amplitudes: that takes
/// about as long again as the run itself, at most.
fn choose(circuit: &Circuit) -> Result<SimulatorName, SimError> {
    let num_qubits = circuit.num_qubits();
    let limits = Limits::default();
    if Simulator::Auto.is_dense(num_qubits) {
        return Ok(SimulatorName::Dense);
    }
    if num_qubits > limits.qubits {
        return Ok(SimulatorName::Sparse);
    }
    let amplitudes = limits.amplitudes.min(1 << (num_qubits - SPARSER));
    match Sparse::run(
        circuit,
        Limits {
            amplitudes,
            ..limits
        },
    ) {
        Ok(_) => Ok(SimulatorName::Sparse),
        Err(SimError::TooManyAmplitudes { .. }) => Ok(SimulatorName::Dense),
        Err(error) => Err(error),
    }
}

#[cfg(test)]
mod tests {
    use cheqqers_circuit::{Gate, Qubit};
    use cheqqers_players::{Stream, generator};

    use super::*;

    #[test]
    fn the_median_is_the_middle_or_between_the_two_middle_ones() {
        let mut circuit = Circuit::new(1, 0);
        circuit.push(Gate::X, &[Qubit(0)]).unwrap();
        let mut run = Run::new(&circuit, None, 3).unwrap();
        assert_eq!(run.times.len(), 3);
        run.times = [1, 2, 9].map(Duration::from_secs).to_vec();
        assert!((run.seconds() - 2.0).abs() < 1e-12);
        run.times = [1, 2, 3, 9].map(Duration::from_secs).to_vec();
        assert!((run.seconds() - 2.5).abs() < 1e-12);
    }

    #[test]
    fn the_amplitudes_choose_the_simulator_between_the_sizes() {
        let of = |num_qubits: u32, superposed: u32| {
            let mut circuit = Circuit::new(num_qubits as usize, 0);
            for k in 0..superposed {
                circuit.push(Gate::H, &[Qubit(k)]).unwrap();
            }
            Run::new(&circuit, None, 1).map(|run| run.simulator())
        };
        assert_eq!(of(21, 16), Ok("sparse"));
        assert_eq!(of(21, 17), Ok("dense"));
        assert_eq!(of(24, 24), Ok("dense"));
        assert_eq!(of(29, 17), Ok("sparse"));
        let full = of(29, 23).unwrap_err();
        assert!(matches!(full, SimError::TooManyAmplitudes { .. }), "{full}");
    }

    #[test]
    fn the_size_chooses_the_simulator_where_nobody_does() {
        for (num_qubits, simulator) in [(20, "dense"), (21, "sparse")] {
            let run = Run::new(&Circuit::new(num_qubits, 0), None, 1).unwrap();
            assert_eq!(run.simulator(), simulator);
        }
    }

    #[test]
    fn shots_drawn_in_parts_are_those_drawn_at_once() {
        let shots = AT_A_TIME + AT_A_TIME / 2;
        let mut circuit = Circuit::new(2, 0);
        circuit.push(Gate::Rx(1.0), &[Qubit(0)]).unwrap();
        circuit.push(Gate::H, &[Qubit(1)]).unwrap();
        let rng = || generator(1, Stream::Measurements);
        for simulator in [SimulatorName::Dense, SimulatorName::Sparse] {
            let run = Run::new(&circuit, Some(simulator), 1).unwrap();
            let number = usize::try_from(shots).unwrap();
            let mut at_once: BTreeMap<Bitstring, u64> = BTreeMap::new();
            for bits in run.state.shots(&run.readout, number, &mut rng()) {
                *at_once.entry(bits).or_default() += 1;
            }
            assert_eq!(run.counts(shots, &mut rng()), at_once);
        }
    }
}
