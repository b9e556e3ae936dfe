use cheqqers_circuit::{Bitstring, Circuit, Optimization, optimize};
use cheqqers_sim::{Dense, Limits, Readout, SimError, Sparse};
use rand_chacha::ChaCha8Rng;

use crate::{Backend, BackendError, Job, Run};

/// Choice of a simulator.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Simulator {
    /// Dense up to [`Simulator::DENSE_QUBITS`] after the circuit is shortened, sparse above.
    #[default]
    Auto,
    /// Dense at any size.
    Dense,
}

impl Simulator {
    /// Most qubits that [`Self::Auto`] simulates densely: 16 MiB of amplitudes.
    pub const DENSE_QUBITS: usize = 20;

    /// Returns `true` if a circuit of this size is simulated densely.
    pub fn is_dense(self, num_qubits: usize) -> bool {
        match self {
            Self::Auto => num_qubits <= Self::DENSE_QUBITS,
            Self::Dense => true,
        }
    }
}

/// Runs circuits in this process, exactly and without noise.
///
/// Circuits are best shortened as far as possible: without faults no redundancy is needed, so
/// exclusive ors at the end may be left to classical post-processing. The same seed and the same jobs
/// give the same shots.
#[derive(Clone, Debug)]
pub struct Local {
    simulator: Simulator,
    rng: ChaCha8Rng,
}

impl Local {
    /// A backend that draws shots from a generator.
    pub fn new(simulator: Simulator, rng: ChaCha8Rng) -> Self {
        Self { simulator, rng }
    }
}

/// Shots without noise of a circuit, which is shortened first.
pub(crate) fn exact_shots(
    simulator: Simulator,
    level: Optimization,
    circuit: &Circuit,
    shots: usize,
    rng: &mut ChaCha8Rng,
) -> Result<Vec<Bitstring>, SimError> {
    // The circuit itself must be possible, not only what is left of it.
    Readout::of(circuit)?;
    let optimized = optimize(circuit, level);
    let circuit = &optimized.circuit;
    let readout = Readout::of(circuit)?;
    let mut found = if simulator.is_dense(circuit.num_qubits()) {
        Dense::run(circuit)?.shots(&readout, shots, rng)
    } else {
        Sparse::run(circuit, Limits::default())?.shots(&readout, shots, rng)
    };
    for bits in &mut found {
        *bits = optimized.post_processing.apply(*bits);
    }
    Ok(found)
}

impl Backend for Local {
    fn name(&self) -> &str {
        match self.simulator {
            Simulator::Auto => "local",
            Simulator::Dense => "dense",
        }
    }

    fn run(&mut self, job: &Job<'_>) -> Result<Vec<Run>, BackendError> {
        let (level, shots) = (job.optimization, job.shots);
        let circuits = job.to_run()?;
        circuits
            .iter()
            .map(|circuit| {
                exact_shots(self.simulator, level, circuit, shots, &mut self.rng)
                    .map(Run::from)
                    .map_err(|source| BackendError::Simulation {
                        num_qubits: circuit.num_qubits(),
                        source,
                    })
            })
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use cheqqers_circuit::{Gate, Qubit};
    use rand_chacha::rand_core::SeedableRng;

    use super::*;

    fn run(
        simulator: Simulator,
        circuits: &[Circuit],
        shots: usize,
    ) -> Result<Vec<Vec<Bitstring>>, BackendError> {
        let mut local = Local::new(simulator, ChaCha8Rng::from_seed([5; 32]));
        let job = Job::new(circuits, shots).optimized(local.optimization());
        let runs = local.run(&job)?;
        Ok(runs.into_iter().map(|run| run.shots).collect())
    }

    /// X on every second qubit, and qubit 0 in an even superposition.
    fn circuit(num_qubits: u32) -> Circuit {
        let mut circuit = Circuit::new(num_qubits as usize, 0);
        circuit.push(Gate::H, &[Qubit(0)]).unwrap();
        for k in (1..num_qubits).step_by(2) {
            circuit.push(Gate::X, &[Qubit(k)]).unwrap();
        }
        circuit.measure_all();
        circuit
    }

    #[test]
    fn bit_k_is_clbit_k_whichever_simulator_runs() {
        for num_qubits in [2, 20, 21, 40] {
            let shots = run(Simulator::Auto, &[circuit(num_qubits)], 50);
            let shots = shots.unwrap().remove(0);
            assert_eq!(shots.len(), 50);
            for bits in &shots {
                assert_eq!(bits.len(), num_qubits as usize);
                assert!(bits.iter().skip(1).step_by(2).all(|bit| bit), "{bits}");
                assert!(bits.iter().skip(2).step_by(2).all(|bit| !bit), "{bits}");
            }
            // Both values of qubit 0 in 50 shots but for one seed in 2⁴⁹.
            for value in [false, true] {
                assert!(
                    shots.iter().any(|bits| bits.bit(0) == value),
                    "{num_qubits}"
                );
            }
        }
    }

    #[test]
    fn every_circuit_has_its_shots_in_order() {
        let circuits = [circuit(2), circuit(4), circuit(3)];
        let shots = run(Simulator::Dense, &circuits, 3).unwrap();
        let lengths: Vec<Vec<usize>> = shots
            .iter()
            .map(|shots| shots.iter().map(|bits| bits.len()).collect())
            .collect();
        assert_eq!(lengths, [[2; 3], [4; 3], [3; 3]]);
        assert_eq!(shots, run(Simulator::Dense, &circuits, 3).unwrap());
    }

    #[test]
    fn a_circuit_too_large_is_an_error_and_no_crash() {
        // All quantum: a passing qubit that nothing happens to would not count.
        let mut large = Circuit::new(60, 0);
        for k in 0..60 {
            large.push(Gate::H, &[Qubit(k)]).unwrap();
        }
        large.measure_all();
        let error = run(Simulator::Dense, &[large], 1).unwrap_err();
        assert!(matches!(
            error,
            BackendError::Simulation { num_qubits: 60, .. }
        ));
        assert!(run(Simulator::Auto, &[circuit(200)], 1).is_err());
    }

    #[test]
    fn no_shots_of_no_circuits_are_fine() {
        assert_eq!(run(Simulator::Auto, &[], 5), Ok(vec![]));
        assert_eq!(run(Simulator::Auto, &[circuit(2)], 0), Ok(vec![vec![]]));
    }

    #[test]
    fn small_circuits_are_simulated_densely_and_large_ones_where_it_is_asked_for() {
        assert!(Simulator::Auto.is_dense(20) && !Simulator::Auto.is_dense(21));
        assert!(Simulator::Dense.is_dense(21));
        let name = |simulator| {
            Local::new(simulator, ChaCha8Rng::from_seed([5; 32]))
                .name()
                .to_owned()
        };
        assert_eq!(
            [Simulator::Auto, Simulator::Dense].map(name),
            ["local", "dense"]
        );
    }

    #[test]
    fn mirrored_circuits_read_the_bits_of_the_job() {
        let mut local = Local::new(Simulator::Auto, ChaCha8Rng::from_seed([5; 32]));
        let bits: Bitstring = "0110".parse().unwrap();
        let circuits = [circuit(4)];
        let job = Job::new(&circuits, 9).mirrored(bits);
        assert_eq!(local.run(&job).unwrap()[0].shots, [bits; 9]);
    }
}
