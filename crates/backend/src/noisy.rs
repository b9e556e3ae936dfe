mod device;

use cheqqers_circuit::{Bitstring, Circuit, optimize};
use cheqqers_native::{Device, lower, lower_to};
use cheqqers_sim::{Dense, NoiseModel, Readout, SimError, Sparse};
use rand_chacha::ChaCha8Rng;

use crate::local::exact_shots;
use crate::noise::Target;
use crate::{Backend, BackendError, Job, Noise, Run, Simulator};
use device::OnDevice;

/// Runs circuits in this process as a device does: in native gates, with faults.
///
/// Circuits are best shortened only as far as every bit is still measured by itself, so that faults
/// show in the bits. They are decomposed into the gates of a Heron processor and placed on the best
/// qubits of the device that the [`Noise`] names; without a processor any two qubits are neighbours. The
/// same seed and the same circuits give the same shots.
#[derive(Clone, Debug)]
pub struct Noisy {
    name: String,
    target: Target,
    rng: ChaCha8Rng,
}

impl Noisy {
    /// Most qubits of a dense simulation. Each shot is a run of its own, and above this the sparse simulator is
    /// faster, as few basis states occur.
    const DENSE_QUBITS: usize = 10;

    /// A backend that draws shots and faults from a generator.
    pub fn new(noise: Noise, rng: ChaCha8Rng) -> Self {
        Self {
            name: noise.to_string(),
            target: noise.target(),
            rng,
        }
    }

    fn shots(&mut self, circuit: &Circuit, job: &Job<'_>) -> Result<Vec<Bitstring>, BackendError> {
        let (level, shots) = (job.optimization, job.shots);
        let mirrored = |circuit: Circuit| {
            let mirrored = job.mirrored.map(|bits| circuit.mirrored(bits));
            mirrored
                .unwrap_or(Ok(circuit))
                .map_err(BackendError::Mirror)
        };
        let failed = |source| BackendError::Simulation {
            num_qubits: circuit.num_qubits(),
            source,
        };
        let rng = &mut self.rng;
        // The circuit itself must be possible, not only what is left of it.
        let readout = Readout::of(circuit).map_err(failed)?;
        if let Target::Uniform(model) = &self.target
            && !model.has_gate_noise()
        {
            let circuit = mirrored(circuit.clone())?;
            let exact =
                exact_shots(Simulator::Auto, level, &circuit, shots, rng).map_err(failed)?;
            let misread = |bits| model.misread(&readout, bits, rng);
            return Ok(exact.into_iter().map(misread).collect());
        }
        let optimized = optimize(circuit, level);
        let found = match &self.target {
            Target::Uniform(model) => {
                let native = lower(&mirrored(lower(&optimized.circuit))?);
                run(&native, model, Self::DENSE_QUBITS, shots, rng)
            }
            Target::Device(device) => {
                let OnDevice { circuit, model } = OnDevice::new(&optimized.circuit, device)?;
                let circuit = lower_to(&mirrored(circuit)?, device.basis());
                run(&circuit, &model, Self::DENSE_QUBITS, shots, rng)
            }
        };
        let mut found = found.map_err(failed)?;
        for bits in &mut found {
            *bits = optimized.post_processing.apply(*bits);
        }
        Ok(found)
    }
}

/// Runs a placed circuit gate by gate with the faults of a device: qubit `k` of the circuit is qubit
/// `k` of the device.
///
/// The circuit must be in the device's gates. A gate on two qubits without an edge has no fault of its
/// own.
///
/// # Errors
/// Returns an error if the circuit is too large to be simulated, or has a gate behind a
/// measurement.
///
/// # Panics
/// Panics if a qubit is not one of the device.
pub fn run_placed(
    circuit: &Circuit,
    device: &Device,
    shots: usize,
    rng: &mut ChaCha8Rng,
) -> Result<Vec<Bitstring>, BackendError> {
    let on_device = OnDevice::placed(circuit, device)?;
    let (circuit, model) = (&on_device.circuit, &on_device.model);
    run(circuit, model, Noisy::DENSE_QUBITS, shots, rng).map_err(|source| {
        BackendError::Simulation {
            num_qubits: circuit.num_qubits(),
            source,
        }
    })
}

/// Noisy shots of a circuit, on the simulator that suits its largest component.
fn run(
    circuit: &Circuit,
    model: &NoiseModel,
    max_dense: usize,
    shots: usize,
    rng: &mut ChaCha8Rng,
) -> Result<Vec<Bitstring>, SimError> {
    if circuit.largest_component_size() <= max_dense {
        Dense::noisy_shots(circuit, model, shots, rng)
    } else {
        Sparse::noisy_shots(circuit, model, shots, rng)
    }
}

impl Backend for Noisy {
    fn name(&self) -> &str {
        &self.name
    }

    fn is_noisy(&self) -> bool {
        true
    }

    fn run(&mut self, job: &Job<'_>) -> Result<Vec<Run>, BackendError> {
        let circuits = job.circuits.iter();
        circuits
            .map(|circuit| self.shots(circuit, job).map(Run::from))
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use cheqqers_circuit::{Clbit, Gate, Qubit};
    use rand_chacha::rand_core::SeedableRng;

    use super::*;

    fn shots(noise: Noise, circuit: &Circuit, shots: usize) -> Vec<Bitstring> {
        let mut backend = Noisy::new(noise, ChaCha8Rng::from_seed([3; 32]));
        let circuits = std::slice::from_ref(circuit);
        let job = Job::new(circuits, shots).optimized(backend.optimization());
        let mut found = backend.run(&job).unwrap();
        found.remove(0).shots
    }

    /// A piece on one of two squares, which the last gate only copies.
    fn split(num_qubits: u32) -> Circuit {
        let mut circuit = Circuit::new(num_qubits as usize, 0);
        circuit.push(Gate::X, &[Qubit(0)]).unwrap();
        for k in 1..num_qubits {
            circuit
                .push(Gate::Siswap, &[Qubit(k - 1), Qubit(k)])
                .unwrap();
        }
        circuit.measure_all();
        circuit
    }

    /// Number of shots with another number of ones than 1.
    fn faulty(shots: &[Bitstring]) -> usize {
        shots.iter().filter(|bits| bits.count_ones() != 1).count()
    }

    #[test]
    fn every_bit_is_flipped_with_the_probability_of_the_name() {
        let all = Noise::bit_flip(1.0).unwrap();
        for num_qubits in [2, 30] {
            let shots = shots(all, &split(num_qubits), 20);
            assert!(shots.iter().all(|bits| bits.count_ones() == num_qubits - 1));
        }
        // No flip, or two, leave one of the 2 bits at 1: 1 - 0.9² - 0.1² is 0.18.
        let some = Noise::bit_flip(0.1).unwrap();
        let found = faulty(&shots(some, &split(2), 10_000));
        assert!(found.abs_diff(1800) < 6 * 38, "{found}");
    }

    #[test]
    fn gates_fail_on_native_gates_and_faults_show_in_the_bits() {
        // Longer circuits of more gates have more faults, on either simulator.
        let rates = [2, 5, 12].map(|n| faulty(&shots(Noise::typical(), &split(n), 10_000)));
        assert!(rates.is_sorted(), "{rates:?}");
        // Two readouts at 0.76 % and two cz are little more than 2 %.
        assert!((150..320).contains(&rates[0]), "{rates:?}");
    }

    #[test]
    fn a_placed_circuit_stays_where_it_is() {
        let device = Device::preset("torino").unwrap();
        let errors = |qubit: u32| device.qubits()[qubit as usize].readout[1];
        let mut circuit = Circuit::new(133, 2);
        // A bad qubit, and a good one.
        for (qubit, clbit) in [(0, 1), (5, 0)] {
            circuit.push(Gate::X, &[Qubit(qubit)]).unwrap();
            circuit.measure(Qubit(qubit), Clbit(clbit)).unwrap();
        }
        let mut rng = ChaCha8Rng::from_seed([3; 32]);
        let shots = run_placed(&circuit, &device, 10_000, &mut rng).unwrap();
        for (qubit, clbit) in [(0, 1), (5, 0)] {
            let zeros = shots.iter().filter(|bits| !bits.bit(clbit)).count();
            let rate = zeros as f64 / 1e4;
            // X fails with less than 0.2 %, whatever the readout does.
            let sigma = (errors(qubit) / 1e4).sqrt();
            let above = rate - errors(qubit);
            assert!(
                (-6.0 * sigma..6.0 * sigma + 0.002).contains(&above),
                "{rate}"
            );
        }
    }

    #[test]
    fn a_device_has_its_own_errors_and_takes_the_best_qubits() {
        let rates = ["torino", "fez", "pittsburgh"].map(|name| {
            let noise = Noise::device(name).unwrap();
            faulty(&shots(noise, &split(3), 10_000))
        });
        // From one generation of processors to the next errors go down, and the best qubits of
        // each do better than typical ones.
        assert!(rates.is_sorted_by(|old, new| old > new), "{rates:?}");
        let typical = faulty(&shots(Noise::typical(), &split(3), 10_000));
        assert!(rates[2] > 0 && rates[1] < typical, "{rates:?} {typical}");
    }

    #[test]
    fn it_is_named_after_its_noise_and_needs_many_shots() {
        let rng = ChaCha8Rng::from_seed([3; 32]);
        let mut noisy = Noisy::new(Noise::bit_flip(0.25).unwrap(), rng);
        assert_eq!(noisy.name(), "noisy:0.25");
        assert!(noisy.is_noisy());
        let circuits = [split(2), split(3)];
        let runs = noisy.run(&Job::new(&circuits, 5)).unwrap();
        let lens: Vec<usize> = runs.iter().map(|run| run.shots.len()).collect();
        assert_eq!(lens, [5, 5]);
        assert!(runs[1].shots.iter().all(|bits| bits.len() == 3));
    }

    #[test]
    fn mirrored_circuits_run_back_gate_by_gate() {
        let bits: Bitstring = "010".parse().unwrap();
        let circuits = [split(3)];
        let job = Job::new(&circuits, 2000).mirrored(bits);
        let right = |noise: Noise| {
            let mut noisy = Noisy::new(noise, ChaCha8Rng::from_seed([3; 32]));
            let shots = noisy.run(&job).unwrap().remove(0).shots;
            shots.iter().filter(|&&found| found == bits).count()
        };
        assert_eq!(right(Noise::bit_flip(0.0).unwrap()), 2000);
        // Their gates fail as others do, most of the time they do not.
        for noise in [Noise::typical(), Noise::device("fez").unwrap()] {
            assert!((1600..2000).contains(&right(noise)), "{noise}");
        }
    }

    #[test]
    fn circuits_that_cannot_run_are_errors() {
        let mut early = Circuit::new(1, 1);
        early.measure(Qubit(0), Clbit(0)).unwrap();
        early.push(Gate::X, &[Qubit(0)]).unwrap();
        let circuits = [early];
        for noise in [Noise::bit_flip(0.1).unwrap(), Noise::typical()] {
            let mut noisy = Noisy::new(noise, ChaCha8Rng::from_seed([3; 32]));
            let error = noisy.run(&Job::new(&circuits, 1)).unwrap_err();
            assert!(
                matches!(error, BackendError::Simulation { num_qubits: 1, .. }),
                "{error}"
            );
        }
    }
}
