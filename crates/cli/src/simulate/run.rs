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
    /// How long each evolution took, in order of length.
    times: Vec<Duration>,
}

#[derive(Debug)]
enum State {
    Dense(Dense),
    Sparse(Sparse),
}

impl State {
    /// The state before the first gate.
    fn zero(simulator: SimulatorName, num_qubits: usize) -> Result<Self, SimError> {
        Ok(match simulator {
            SimulatorName::Dense => Self::Dense(Dense::zero(num_qubits)?),
            SimulatorName::Sparse => Self::Sparse(Sparse::zero(num_qubits)?),
        })
    }

    /// The state after the last gate of a circuit that fits, where this is the one before the first.
    fn evolve(self, circuit: &Circuit) -> Result<Self, SimError> {
        match self {
            Self::Dense(mut state) => {
                for (gate, qubits) in circuit.gates() {
                    state.apply(gate, qubits);
                }
                Ok(Self::Dense(state))
            }
            Self::Sparse(_) => Ok(Self::Sparse(Sparse::run(circuit, Limits::default())?)),
        }
    }
}

impl Run {
    /// Runs the gates of a circuit so many times.
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
        let mut state = State::zero(simulator, num_qubits)?;
        let readout = if circuit.measurements().next().is_none() {
            Readout::of_all(num_qubits)?
        } else {
            Readout::of(circuit)?
        };
        let mut times = Vec::new();
        for turn in 0..repeat {
            if turn > 0 {
                // One at a time: a state may take half of the memory.
                drop(state);
                state = State::zero(simulator, num_qubits)?;
            }
            let start = Instant::now();
            state = state.evolve(circuit)?;
            times.push(start.elapsed());
        }
        times.sort_unstable();
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
            let now = usize::try_from(now).expect("not that many at a time");
            let drawn = match &self.state {
                State::Dense(state) => state.shots(&self.readout, now, rng),
                State::Sparse(state) => state.shots(&self.readout, now, rng),
            };
            for bits in drawn {
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
}
