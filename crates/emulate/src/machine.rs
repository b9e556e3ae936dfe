use std::collections::BTreeSet;
use std::error::Error;
use std::sync::Arc;

use cheqqers_backend::{Backend, Noise, Noisy, Simulator, Task, run_placed};
use cheqqers_circuit::{Bitstring, Circuit, Qubit};
use cheqqers_native::Device;
use cheqqers_sim::{Dense, Limits, Readout, SimError, Sparse};
use rand_chacha::ChaCha8Rng;

use crate::DeviceNoise;
use crate::fault::FailureKind;
use crate::jobs::Failure;

/// What runs the circuits of a job.
#[derive(Clone, Debug)]
pub(crate) enum Machine {
    /// A simulator without noise.
    Exact,
    /// A device that compiles by itself.
    Noisy(Noise),
    /// A device whose qubits the circuits name.
    Placed(Arc<Device>),
}

/// What a circuit gave.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Given {
    pub(crate) shots: Vec<Bitstring>,
    /// Each bitstring that can come with its exact probability, where that is known.
    pub(crate) probabilities: Option<Vec<(Bitstring, f64)>>,
}

impl Machine {
    /// A machine with the noise that the options ask for in place of its own.
    pub(crate) fn with(self, noise: DeviceNoise) -> Self {
        match noise {
            DeviceNoise::Own => self,
            DeviceNoise::None => Self::Exact,
            DeviceNoise::All(noise) => Self::Noisy(noise),
        }
    }

    /// Runs a circuit. This may take long, so it is nothing to do where others wait.
    pub(crate) fn run(
        &self,
        circuit: &Circuit,
        shots: usize,
        rng: &mut ChaCha8Rng,
    ) -> Result<Given, Failure> {
        if circuit.num_clbits() > Bitstring::MAX_LEN {
            let message = format!("a program has at most {} bits", Bitstring::MAX_LEN);
            return Err(Failure::program(message));
        }
        let given = |shots| Given {
            shots,
            probabilities: None,
        };
        match self {
            Self::Exact => exact(&compact(circuit), shots, rng).map_err(|error| refused(&error)),
            Self::Noisy(noise) => noisy(*noise, &compact(circuit), shots, rng).map(given),
            Self::Placed(device) => {
                let found = run_placed(circuit, device, shots, rng);
                found.map(given).map_err(|error| refused(&error))
            }
        }
    }
}

/// The one place where a backend is asked.
fn noisy(
    noise: Noise,
    circuit: &Circuit,
    shots: usize,
    rng: &mut ChaCha8Rng,
) -> Result<Vec<Bitstring>, Failure> {
    let mut backend = Noisy::new(noise, rng.clone());
    let task = Task::new(std::slice::from_ref(circuit), shots).optimized(backend.optimization());
    let runs = backend.run(&task).map_err(|error| refused(&error))?;
    let run = runs.into_iter().next();
    Ok(run.map(|run| run.shots).unwrap_or_default())
}

fn exact(circuit: &Circuit, shots: usize, rng: &mut ChaCha8Rng) -> Result<Given, SimError> {
    let readout = Readout::of(circuit)?;
    let (shots, probabilities) = if Simulator::Auto.is_dense(circuit.num_qubits()) {
        let state = Dense::run(circuit)?;
        (state.shots(&readout, shots, rng), state.marginal(&readout))
    } else {
        let state = Sparse::run(circuit, Limits::default())?;
        (state.shots(&readout, shots, rng), state.marginal(&readout))
    };
    Ok(Given {
        shots,
        probabilities: Some(probabilities),
    })
}

/// The circuit on those qubits alone that it uses.
fn compact(circuit: &Circuit) -> Circuit {
    let operations = circuit.operations().iter();
    let used: BTreeSet<Qubit> = operations.flat_map(|done| done.qubits().to_vec()).collect();
    let used: Vec<Qubit> = used.into_iter().collect();
    let to = |qubit| {
        let index = used.binary_search(&qubit);
        Qubit::from_index(index.expect("all that occur were collected"))
    };
    let compact = circuit.relabelled(used.len(), to);
    compact.expect("different qubits keep different numbers")
}

fn refused(error: &dyn Error) -> Failure {
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
