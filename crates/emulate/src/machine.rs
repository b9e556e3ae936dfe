use std::collections::BTreeSet;
use std::error::Error;
use std::sync::Arc;

use cheqqers_backend::{Backend, Job, Noise, Noisy, Simulator, run_placed};
use cheqqers_circuit::{Bitstring, Circuit, Qubit};
use cheqqers_native::Device;
use cheqqers_sim::{Dense, Limits, Product, QuantumState, Readout, SimError, Sparse};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::Rng;

use crate::fault::FailureKind;
use crate::options::DeviceNoise;
use crate::output::{Failure, MachineOutput};

/// Maximum number of bits of a shot whose exact distribution is returned: it may have an entry for
/// each bitstring.
const MAX_DISTRIBUTION_BITS: usize = 20;

/// Simulated hardware that runs the circuits of a job.
#[derive(Clone, Debug)]
pub(crate) enum Machine {
    /// Simulator without noise.
    Exact,
    /// Device that compiles circuits itself.
    Noisy(Noise),
    /// Device that measures random bits whatever the circuit.
    Random,
    /// Device whose physical qubits the circuits name.
    Placed(Arc<Device>),
}

impl Machine {
    /// Replaces its noise as the options say.
    pub(crate) fn with_noise(self, noise: DeviceNoise) -> Self {
        match noise {
            DeviceNoise::Own => self,
            DeviceNoise::None => Self::Exact,
            DeviceNoise::All(noise) => Self::Noisy(noise),
        }
    }

    /// Runs a circuit. Blocking: it may take long.
    pub(crate) fn run(
        &self,
        circuit: &Circuit,
        shots: usize,
        rng: &mut ChaCha8Rng,
    ) -> Result<MachineOutput, Failure> {
        if circuit.num_clbits() > Bitstring::MAX_LEN {
            let message = format!("a program has at most {} bits", Bitstring::MAX_LEN);
            return Err(Failure::program(message));
        }
        let output = |shots| MachineOutput {
            shots,
            probabilities: None,
        };
        match self {
            Self::Exact => exact(&compact(circuit), shots, rng).map_err(|error| failure(&error)),
            Self::Noisy(noise) => noisy(*noise, &compact(circuit), shots, rng).map(output),
            Self::Random => {
                let shot = |_| {
                    (0..circuit.num_clbits())
                        .map(|_| rng.next_u32() & 1 == 1)
                        .collect()
                };
                Ok(output((0..shots).map(shot).collect()))
            }
            Self::Placed(device) => {
                let placed = run_placed(circuit, device, shots, rng);
                placed.map(output).map_err(|error| failure(&error))
            }
        }
    }
}

fn noisy(
    noise: Noise,
    circuit: &Circuit,
    shots: usize,
    rng: &mut ChaCha8Rng,
) -> Result<Vec<Bitstring>, Failure> {
    let mut backend = Noisy::new(noise, rng.clone());
    let job = Job::new(std::slice::from_ref(circuit), shots).optimized(backend.optimization());
    let runs = backend.run(&job).map_err(|error| failure(&error))?;
    let run = runs.into_iter().next();
    Ok(run.map(|run| run.shots).unwrap_or_default())
}

fn exact(circuit: &Circuit, shots: usize, rng: &mut ChaCha8Rng) -> Result<MachineOutput, SimError> {
    let readout = Readout::of(circuit)?;
    let components = circuit.components();
    let largest = components.iter().map(|(qubits, _)| qubits.len()).max();
    if Simulator::Auto.is_dense(largest.unwrap_or(0)) {
        measured(components, Dense::run, &readout, shots, rng)
    } else {
        let run = |component: &Circuit| Sparse::run(component, Limits::default());
        measured(components, run, &readout, shots, rng)
    }
}

/// Shots and distribution of the components of a circuit.
fn measured<S: QuantumState>(
    components: Vec<(Vec<Qubit>, Circuit)>,
    run: impl Fn(&Circuit) -> Result<S, SimError>,
    readout: &Readout,
    shots: usize,
    rng: &mut ChaCha8Rng,
) -> Result<MachineOutput, SimError> {
    let states = components
        .into_iter()
        .map(|(qubits, component)| Ok((qubits, run(&component)?)));
    let state = Product::new(states.collect::<Result<Vec<_>, SimError>>()?);
    Ok(MachineOutput {
        shots: state.shots(readout, shots, rng),
        probabilities: (readout.num_bits() <= MAX_DISTRIBUTION_BITS)
            .then(|| state.marginal(readout))
            .transpose()?,
    })
}

/// Circuit on the used qubits alone.
fn compact(circuit: &Circuit) -> Circuit {
    let operations = circuit.operations().iter();
    let used: BTreeSet<Qubit> = operations
        .flat_map(|operation| operation.qubits().to_vec())
        .collect();
    let used: Vec<Qubit> = used.into_iter().collect();
    let to = |qubit| {
        let index = used.binary_search(&qubit);
        Qubit::from_index(index.expect("all that occur were collected"))
    };
    let compact = circuit.relabelled(used.len(), to);
    compact.expect("different qubits keep different numbers")
}

fn failure(error: &dyn Error) -> Failure {
    let mut message = error.to_string();
    let mut source = error.source();
    while let Some(cause) = source {
        message = format!("{message}: {cause}");
        source = cause.source();
    }
    Failure {
        kind: FailureKind::Program,
        message,
    }
}
