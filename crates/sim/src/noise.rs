mod rotated;
mod state;
mod steps;
mod trajectory;

use std::collections::BTreeMap;

use cheqqers_circuit::{Bitstring, Qubit};
use rand::Rng;

use crate::sample::uniform;
use crate::{Readout, SimError};

/// Noise of a device: after gates, while qubits wait, and when they are read.
///
/// After a gate on one or two qubits:
/// - *depolarising*: with some probability a Pauli other than the identity, each of the 3 (or 15)
///   alike: Kraus operators √(1-p) I and √(p/3) X, Y, Z; on two qubits √(p/15) each.
/// - *relaxation* for the length of the gate, of each of its qubits, and of a qubit that waits until
///   the next gate on it or the end: amplitude damping, √γ |0⟩⟨1| and diag(1, √(1-γ)) with
///   γ = 1 - exp(-t/T1), then dephasing, √(1-q) I and √q Z with 1 - 2q = exp(-t/T2 + t/2T1).
///
/// Turns about Z (`z`, `s`, `t`, `p`, `rz` and their inverses) are free: devices do them by renaming
/// later pulses. A gate on three qubits, which devices lack, has the noise of the gates it is made
/// of. Last, each bit is read wrongly with a probability that depends on it.
///
/// Left out are leakage, crosstalk, drift and faults that are the same each time.
///
/// Source: Nielsen and Chuang, Quantum Computation and Quantum Information, 8.3.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct NoiseModel {
    usual: QubitNoise,
    qubits: BTreeMap<Qubit, QubitNoise>,
    usual_pair: PairNoise,
    /// The lower qubit first.
    pairs: BTreeMap<[Qubit; 2], PairNoise>,
}

/// The noise of one qubit; none by default.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct QubitNoise {
    /// Probability of a Pauli fault after a gate on it alone, in 0..=1.
    pub fault: f64,
    /// Length of such a gate, in seconds.
    pub length: f64,
    /// Its relaxation; `None` if it does not relax.
    pub relaxation: Option<Relaxation>,
    /// Errors of its readout.
    pub readout: ReadoutError,
}

/// Relaxation times of a qubit, in seconds.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Relaxation {
    /// The time in which |1⟩ survives with probability 1/e.
    pub t1: f64,
    /// The time in which the phase is down to 1/e; at most twice `t1`.
    pub t2: f64,
}

impl Relaxation {
    /// The average infidelity of a qubit that waits, and should not change; see
    /// [`NoiseModel::fault_of_infidelity`].
    pub fn infidelity(self, seconds: f64) -> f64 {
        let (kept, phase) = ((-seconds / self.t1).exp(), (-seconds / self.t2).exp());
        0.5 - kept / 6.0 - phase / 3.0
    }
}

/// Probabilities of a wrong reading, in 0..=1.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct ReadoutError {
    /// P(1|0): probability to read 1 where the qubit is 0.
    pub one_given_zero: f64,
    /// P(0|1): probability to read 0 where the qubit is 1.
    pub zero_given_one: f64,
}

/// The noise of gates on two qubits; none by default.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct PairNoise {
    /// Probability of a Pauli fault after the gate, in 0..=1.
    pub fault: f64,
    /// Length of the gate, in seconds.
    pub length: f64,
}

impl ReadoutError {
    /// Equal probabilities for both values.
    pub fn symmetric(probability: f64) -> Self {
        Self {
            one_given_zero: probability,
            zero_given_one: probability,
        }
    }
}

impl NoiseModel {
    /// A model without noise.
    pub fn none() -> Self {
        Self::default()
    }

    /// Flips every measured bit with this probability, without other noise.
    ///
    /// # Errors
    /// Returns an error if it is no probability.
    pub fn bit_flip(probability: f64) -> Result<Self, SimError> {
        let qubit = QubitNoise {
            readout: ReadoutError::symmetric(probability),
            ..QubitNoise::default()
        };
        Self::uniform(qubit, PairNoise::default())
    }

    /// The same noise on all qubits, and on all pairs.
    ///
    /// # Errors
    /// Returns an error if a number is out of its range.
    pub fn uniform(qubit: QubitNoise, pair: PairNoise) -> Result<Self, SimError> {
        qubit.check()?;
        pair.check()?;
        Ok(Self {
            usual: qubit,
            usual_pair: pair,
            ..Self::default()
        })
    }

    /// The same, but for one qubit.
    ///
    /// # Errors
    /// Returns an error if a number is out of its range.
    pub fn with_qubit(mut self, qubit: Qubit, noise: QubitNoise) -> Result<Self, SimError> {
        noise.check()?;
        self.qubits.insert(qubit, noise);
        Ok(self)
    }

    /// The same, but for the gates on two qubits, whichever comes first.
    ///
    /// # Errors
    /// Returns an error if a number is out of its range.
    pub fn with_pair(mut self, a: Qubit, b: Qubit, noise: PairNoise) -> Result<Self, SimError> {
        noise.check()?;
        self.pairs.insert([a.min(b), a.max(b)], noise);
        Ok(self)
    }

    /// The probability of a Pauli fault of a gate whose average infidelity is known, as calibrations
    /// and randomised benchmarking state it: (d + 1)/d times that, where d = 2ⁿ for n qubits.
    ///
    /// Source: Nielsen, A simple formula for the average gate fidelity, Phys. Lett. A 303, 249 (2002).
    pub fn fault_of_infidelity(infidelity: f64, num_qubits: u32) -> f64 {
        let dimension = f64::from(1 << num_qubits);
        (infidelity * (dimension + 1.0) / dimension).min(1.0)
    }

    /// The noise of a qubit.
    pub fn qubit(&self, qubit: Qubit) -> QubitNoise {
        self.qubits.get(&qubit).copied().unwrap_or(self.usual)
    }

    /// The noise of gates on two qubits.
    pub fn pair(&self, a: Qubit, b: Qubit) -> PairNoise {
        let pair = [a.min(b), a.max(b)];
        self.pairs.get(&pair).copied().unwrap_or(self.usual_pair)
    }

    /// Returns `true` if there is noise before the readout.
    pub fn has_gate_noise(&self) -> bool {
        let is_noisy = |qubit: &QubitNoise| qubit.fault > 0.0 || qubit.relaxation.is_some();
        self.usual_pair.fault > 0.0
            || self.pairs.values().any(|pair| pair.fault > 0.0)
            || is_noisy(&self.usual)
            || self.qubits.values().any(is_noisy)
    }

    /// Reads these bits of the qubits with readout errors; a bit without a measurement stays 0.
    ///
    /// Takes one number from the generator for each measured bit.
    pub fn misread<R: Rng + ?Sized>(
        &self,
        readout: &Readout,
        bits: Bitstring,
        rng: &mut R,
    ) -> Bitstring {
        let sources = readout.sources().iter();
        bits.iter()
            .zip(sources)
            .map(|(bit, source)| match source {
                None => bit,
                Some(qubit) => {
                    let error = self.qubit(*qubit).readout;
                    let wrong = if bit {
                        error.zero_given_one
                    } else {
                        error.one_given_zero
                    };
                    bit != (uniform(rng.next_u64()) < wrong)
                }
            })
            .collect()
    }
}

impl QubitNoise {
    fn check(self) -> Result<(), SimError> {
        check_probability("the probability of a fault on one qubit", self.fault)?;
        check_time("the length of a gate on one qubit", self.length)?;
        let ReadoutError {
            one_given_zero,
            zero_given_one,
        } = self.readout;
        check_probability("the probability to read 1 for 0", one_given_zero)?;
        check_probability("the probability to read 0 for 1", zero_given_one)?;
        let Some(Relaxation { t1, t2 }) = self.relaxation else {
            return Ok(());
        };
        for (what, value, most) in [("T1", t1, f64::INFINITY), ("T2", t2, 2.0 * t1)] {
            if !(value > 0.0 && value <= most) {
                return Err(SimError::NoSuchNoise { what, value });
            }
        }
        Ok(())
    }
}

impl PairNoise {
    fn check(self) -> Result<(), SimError> {
        check_probability("the probability of a fault on two qubits", self.fault)?;
        check_time("the length of a gate on two qubits", self.length)
    }
}

fn check_probability(what: &'static str, value: f64) -> Result<(), SimError> {
    if (0.0..=1.0).contains(&value) {
        Ok(())
    } else {
        Err(SimError::NoSuchNoise { what, value })
    }
}

fn check_time(what: &'static str, value: f64) -> Result<(), SimError> {
    if (0.0..f64::INFINITY).contains(&value) {
        Ok(())
    } else {
        Err(SimError::NoSuchNoise { what, value })
    }
}

#[cfg(test)]
mod tests;
