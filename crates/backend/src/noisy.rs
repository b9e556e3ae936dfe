use std::fmt;
use std::str::FromStr;

use cheqqers_circuit::{Bitstring, Circuit, Optimization, optimize};
use cheqqers_native::lower;
use cheqqers_sim::{
    Dense, NoiseModel, PairNoise, QubitNoise, Readout, ReadoutError, SimError, Sparse,
};
use rand_chacha::ChaCha8Rng;
use thiserror::Error;

use crate::local::exact_shots;
use crate::{Backend, BackendError, Simulator};

/// What a noisy backend does wrong, by a name: `noisy`, or `noisy:P`.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Noise {
    /// The probability of a flip where that is all; in 0..=1.
    flip: Option<f64>,
}

impl Noise {
    /// What it is called.
    pub const NAME: &str = "noisy";

    /// Typical median of the infidelity of `sx` and `x` on a Heron r2 processor.
    const SX: f64 = 2.5e-4;
    /// Of `cz`.
    const CZ: f64 = 3.8e-3;
    /// Typical median of its readout errors, the same for 0 and 1.
    const READOUT: f64 = 7.6e-3;

    /// The typical noise of a Heron r2 processor, uniform: median infidelities of 2.5e-4 for `sx`
    /// and `x`, 3.8e-3 for `cz`, as depolarising faults, and 0.76 % readout errors. Relaxation is
    /// part of these; that of waiting qubits is left out.
    ///
    /// Source: the medians of published calibrations of the device Fez, November 2026.
    pub const fn heron() -> Self {
        Self { flip: None }
    }

    /// Every measured bit is flipped with this probability, and nothing else goes wrong; `None`
    /// where it is none.
    pub fn bit_flip(probability: f64) -> Option<Self> {
        (0.0..=1.0).contains(&probability).then_some(Self {
            flip: Some(probability),
        })
    }

    /// The model of it.
    pub fn model(self) -> NoiseModel {
        let model = match self.flip {
            Some(probability) => NoiseModel::bit_flip(probability),
            None => NoiseModel::uniform(
                QubitNoise {
                    fault: NoiseModel::fault_of_infidelity(Self::SX, 1),
                    readout: ReadoutError::symmetric(Self::READOUT),
                    ..QubitNoise::default()
                },
                PairNoise {
                    fault: NoiseModel::fault_of_infidelity(Self::CZ, 2),
                    ..PairNoise::default()
                },
            ),
        };
        model.expect("they are probabilities")
    }
}

impl fmt::Display for Noise {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.flip {
            None => f.pad(Self::NAME),
            Some(probability) => write!(f, "{}:{probability}", Self::NAME),
        }
    }
}

/// A text that names no noise.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error(
    "{found:?} names no noise: write noisy, or noisy:P with the probability of a flip from 0 to 1"
)]
pub struct ParseNoiseError {
    /// The text.
    pub found: String,
}

impl FromStr for Noise {
    type Err = ParseNoiseError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let noise = match text.strip_prefix(Self::NAME) {
            Some("") => Some(Self::heron()),
            Some(rest) => rest
                .strip_prefix(':')
                .and_then(|number| number.parse().ok())
                .and_then(Self::bit_flip),
            None => None,
        };
        noise.ok_or_else(|| ParseNoiseError {
            found: text.to_owned(),
        })
    }
}

/// Runs circuits in this process as a device would: in native gates, with faults.
///
/// A circuit is shortened as far as every bit is still measured by itself, so that faults still show
/// in the bits, and written in the gates of a Heron processor, any two qubits being neighbours. The
/// same seed and the same circuits give the same shots.
#[derive(Clone, Debug)]
pub struct Noisy {
    name: String,
    model: NoiseModel,
    rng: ChaCha8Rng,
}

impl Noisy {
    /// The most qubits that the dense simulator takes where gates are noisy, each shot being a run
    /// of its own; the sparse one is faster above, as pieces keep few basis states.
    const DENSE_QUBITS: usize = 10;

    /// Draws shots and faults from this generator.
    pub fn new(noise: Noise, rng: ChaCha8Rng) -> Self {
        Self {
            name: noise.to_string(),
            model: noise.model(),
            rng,
        }
    }

    fn shots(&mut self, circuit: &Circuit, shots: usize) -> Result<Vec<Bitstring>, SimError> {
        if !self.model.has_gate_noise() {
            let readout = Readout::of(circuit)?;
            let level = Optimization::Gates;
            let exact = exact_shots(Simulator::Auto, level, circuit, shots, &mut self.rng)?;
            let misread = |bits| self.model.misread(&readout, bits, &mut self.rng);
            return Ok(exact.into_iter().map(misread).collect());
        }
        // What was asked for must be possible, not only what is left of it.
        Readout::of(circuit)?;
        let optimized = optimize(circuit, Optimization::Gates);
        let native = lower(&optimized.circuit);
        let mut found = if native.num_qubits() <= Self::DENSE_QUBITS {
            Dense::noisy_shots(&native, &self.model, shots, &mut self.rng)?
        } else {
            Sparse::noisy_shots(&native, &self.model, shots, &mut self.rng)?
        };
        for bits in &mut found {
            *bits = optimized.fold.apply(*bits);
        }
        Ok(found)
    }
}

impl Backend for Noisy {
    fn name(&self) -> &str {
        &self.name
    }

    fn is_noisy(&self) -> bool {
        true
    }

    fn run(
        &mut self,
        circuits: &[Circuit],
        shots: usize,
    ) -> Result<Vec<Vec<Bitstring>>, BackendError> {
        circuits
            .iter()
            .map(|circuit| {
                self.shots(circuit, shots)
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

    fn shots(noise: Noise, circuit: &Circuit, shots: usize) -> Vec<Bitstring> {
        let mut backend = Noisy::new(noise, ChaCha8Rng::from_seed([3; 32]));
        let mut found = backend.run(std::slice::from_ref(circuit), shots).unwrap();
        found.remove(0)
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

    /// How many of some shots have another number of ones than 1.
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
        let rates = [2, 5, 12].map(|n| faulty(&shots(Noise::heron(), &split(n), 10_000)));
        assert!(rates.is_sorted(), "{rates:?}");
        // Two readouts at 0.76 % and two cz are little more than 2 %.
        assert!((150..320).contains(&rates[0]), "{rates:?}");
    }

    #[test]
    fn names_round_trip_and_others_are_refused() {
        for name in ["noisy", "noisy:0", "noisy:0.05", "noisy:1"] {
            let noise: Noise = name.parse().unwrap();
            assert_eq!(noise.to_string(), name);
        }
        for name in [
            "",
            "noise",
            "noisy:",
            "noisy:2",
            "noisy:-0.1",
            "noisy:NaN",
            "noisy0.1",
        ] {
            assert!(name.parse::<Noise>().is_err(), "{name}");
        }
    }
}
