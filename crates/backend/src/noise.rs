use std::fmt;
use std::str::FromStr;

use cheqqers_native::Device;
use cheqqers_sim::{NoiseModel, PairNoise, QubitNoise, ReadoutError};
use thiserror::Error;

/// Noise of a backend, with a text form: `noisy`, `noisy:Fx`, `noisy:P` or `noisy:DEVICE`.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Noise {
    kind: Kind,
}

#[derive(Clone, Copy, PartialEq, Debug)]
enum Kind {
    /// The typical noise, this many times.
    Typical(f64),
    /// With this probability.
    BitFlip(f64),
    /// With the name of a preset.
    Device(&'static str),
    /// One of IonQ's systems, as their simulator has it.
    TrappedIons(&'static TrappedIons),
}

/// Noise of IonQ's simulator of a system: depolarization of any gate on one qubit, and on two.
///
/// Source: "Simulation with Noise Models" in IonQ's documentation, as of November 2026.
#[derive(PartialEq, Debug)]
struct TrappedIons {
    name: &'static str,
    /// Strength r of ρ → (1 - r) ρ + r 1/2.
    one: f64,
    /// Strength r of ρ → (1 - r) ρ + r 1/4.
    two: f64,
}

static TRAPPED_IONS: [TrappedIons; 3] = [
    TrappedIons {
        name: "forte-1",
        one: 0.000_266_666_666_666_666_7,
        two: 0.004_949_333_333_333_333,
    },
    TrappedIons {
        name: "aria-1",
        one: 0.0005,
        two: 0.0133,
    },
    TrappedIons {
        name: "aria-2",
        one: 0.000_657_333_333_333_333_2,
        two: 0.01856,
    },
];

/// Qubits that a circuit runs on, with their noise.
#[derive(Clone, Debug)]
pub(crate) enum Target {
    /// Qubits that are all alike.
    Uniform(NoiseModel),
    /// The best qubits of a device.
    Device(Box<Device>),
}

impl Noise {
    /// The text form without its parameter.
    pub const NAME: &str = "noisy";

    /// Typical median of the infidelity of `sx` and `x` on a Heron r2 processor.
    const SX: f64 = 2.5e-4;
    /// The same of `cz`.
    const CZ: f64 = 3.8e-3;
    /// Typical median of its readout error, the same for 0 and 1.
    const READOUT: f64 = 7.6e-3;

    /// Most times that noise is the typical one: then half of the measured bits are right.
    pub const MAX_FACTOR: f64 = 64.0;

    /// The typical noise of a Heron r2 processor, uniform: median infidelities of 2.5e-4 for `sx`
    /// and `x`, 3.8e-3 for `cz`, as depolarising faults, and 0.76 % readout errors. Relaxation is
    /// part of these; that of waiting qubits is left out, and any two qubits are neighbours.
    ///
    /// Source: medians of the calibration of IBM's device Fez.
    pub const fn typical() -> Self {
        Self {
            kind: Kind::Typical(1.0),
        }
    }

    /// The [typical](Self::typical) noise with all infidelities and readout errors this many times as large; `None` if
    /// the factor is not in 0..=[`Self::MAX_FACTOR`].
    pub fn scaled(factor: f64) -> Option<Self> {
        (0.0..=Self::MAX_FACTOR).contains(&factor).then_some(Self {
            kind: Kind::Typical(factor),
        })
    }

    /// Flips of measured bits with this probability, and no other noise; `None` if it is not in
    /// 0..=1.
    pub fn bit_flip(probability: f64) -> Option<Self> {
        (0.0..=1.0).contains(&probability).then_some(Self {
            kind: Kind::BitFlip(probability),
        })
    }

    /// Noise of a device: of the best qubits of an IBM processor by a calibration of it, or of a system of IonQ as their
    /// simulator has it; `None` if the name is none of [`Self::devices`].
    pub fn device(name: &str) -> Option<Self> {
        let mut presets = Device::presets().into_iter();
        let preset = presets.find(|known| *known == name).map(Kind::Device);
        let ions = || TRAPPED_IONS.iter().find(|ions| ions.name == name);
        let kind = preset.or_else(|| ions().map(Kind::TrappedIons))?;
        Some(Self { kind })
    }

    /// Names that [`Self::device`] knows.
    pub fn devices() -> Vec<&'static str> {
        let ions = TRAPPED_IONS.iter().map(|ions| ions.name);
        Device::presets().into_iter().chain(ions).collect()
    }

    pub(crate) fn target(self) -> Target {
        let model = match self.kind {
            Kind::Device(name) => {
                let device = Device::preset(name).expect("the name is that of a preset");
                return Target::Device(Box::new(device));
            }
            Kind::BitFlip(probability) => NoiseModel::bit_flip(probability),
            // Of the Paulis that depolarization makes alike, one in 4, or in 16, is the identity.
            Kind::TrappedIons(&TrappedIons { one, two, .. }) => NoiseModel::uniform(
                QubitNoise {
                    fault: one * 3.0 / 4.0,
                    ..QubitNoise::default()
                },
                PairNoise {
                    fault: two * 15.0 / 16.0,
                    ..PairNoise::default()
                },
            ),
            Kind::Typical(factor) => NoiseModel::uniform(
                QubitNoise {
                    fault: NoiseModel::fault_of_infidelity(factor * Self::SX, 1),
                    readout: ReadoutError::symmetric(factor * Self::READOUT),
                    ..QubitNoise::default()
                },
                PairNoise {
                    fault: NoiseModel::fault_of_infidelity(factor * Self::CZ, 2),
                    ..PairNoise::default()
                },
            ),
        };
        Target::Uniform(model.expect("they are probabilities"))
    }
}

impl fmt::Display for Noise {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.kind {
            Kind::Typical(1.0) => f.pad(Self::NAME),
            Kind::Typical(factor) => write!(f, "{}:{factor}x", Self::NAME),
            Kind::BitFlip(probability) => write!(f, "{}:{probability}", Self::NAME),
            Kind::Device(name) | Kind::TrappedIons(&TrappedIons { name, .. }) => {
                write!(f, "{}:{name}", Self::NAME)
            }
        }
    }
}

/// Error of parsing a [`Noise`].
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error(
    "{found:?} names no noise: write noisy, noisy:Fx for that F times, noisy:P with the probability of a flip from \
     0 to 1, or noisy:DEVICE with one of {}",
    Noise::devices().join(", ")
)]
pub struct ParseNoiseError {
    /// Text that was found.
    pub found: String,
}

impl FromStr for Noise {
    type Err = ParseNoiseError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let more = |more: &str| match more.strip_suffix('x').map(str::parse) {
            Some(Ok(factor)) => Self::scaled(factor),
            _ => match more.parse() {
                Ok(probability) => Self::bit_flip(probability),
                Err(_) => Self::device(more),
            },
        };
        let noise = match text.strip_prefix(Self::NAME) {
            Some("") => Some(Self::typical()),
            Some(rest) => rest.strip_prefix(':').and_then(more),
            None => None,
        };
        noise.ok_or_else(|| ParseNoiseError {
            found: text.to_owned(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_round_trip_and_others_are_refused() {
        let names = [
            "noisy",
            "noisy:0",
            "noisy:0.05",
            "noisy:1",
            "noisy:fez",
            "noisy:2.5x",
            "noisy:0x",
        ];
        for name in names {
            let noise: Noise = name.parse().unwrap();
            assert_eq!(noise.to_string(), name);
        }
        for name in [
            "",
            "noise",
            "noisy:",
            "noisy:2",
            "noisy:65x",
            "noisy:x",
            "noisy:-1x",
            "noisy:NaNx",
            "noisy:-0.1",
            "noisy:NaN",
            "noisy0.1",
            "noisy:Fez",
        ] {
            let error = name.parse::<Noise>().unwrap_err().to_string();
            assert!(error.contains("noisy:DEVICE with one of torino"), "{error}");
        }
    }

    #[test]
    fn typical_noise_has_the_infidelities_of_its_source() {
        use cheqqers_circuit::Qubit;

        let Target::Uniform(model) = Noise::typical().target() else {
            panic!("qubits are alike");
        };
        let close = |a: f64, b: f64| (a / b - 1.0).abs() < 1e-12;
        let qubit = model.qubit(Qubit(3));
        // 3/2 times the infidelity of a gate on one qubit, 5/4 times that of one on two.
        assert!(close(qubit.fault, 1.5 * 2.5e-4));
        assert!(close(qubit.readout.one_given_zero, 7.6e-3));
        assert!(close(qubit.readout.zero_given_one, 7.6e-3));
        assert!(close(model.pair(Qubit(0), Qubit(9)).fault, 1.25 * 3.8e-3));
        let Target::Uniform(flips) = Noise::bit_flip(0.25).unwrap().target() else {
            panic!("qubits are alike");
        };
        assert!(!flips.has_gate_noise() && model.has_gate_noise());
        assert!(close(flips.qubit(Qubit(0)).readout.zero_given_one, 0.25));
    }

    #[test]
    fn trapped_ions_have_the_kraus_operators_of_their_source() {
        use cheqqers_circuit::Qubit;

        let Target::Uniform(model) = Noise::device("forte-1").unwrap().target() else {
            panic!("qubits are alike");
        };
        // √(1 - 3r/4) and √(1 - 15r/16) of the identity, and readout without errors.
        let close = |a: f64, b: f64| (a / b - 1.0).abs() < 1e-12;
        let qubit = model.qubit(Qubit(35));
        assert!(close(qubit.fault, 2e-4), "{}", qubit.fault);
        assert!(close(model.pair(Qubit(0), Qubit(9)).fault, 4.64e-3));
        assert_eq!(qubit.readout, ReadoutError::default());
    }

    #[test]
    fn devices_are_those_with_a_preset() {
        let names = ["torino", "fez", "pittsburgh", "forte-1", "aria-1", "aria-2"];
        assert_eq!(Noise::devices(), names);
        for name in Noise::devices() {
            let noise = Noise::device(name).unwrap();
            assert_eq!(noise.to_string(), format!("noisy:{name}"));
            assert_eq!(noise.to_string().parse(), Ok(noise));
            if let Target::Device(device) = noise.target() {
                assert_eq!(device.name(), name);
            }
        }
        assert_eq!(Noise::device("eagle"), None);
        for probability in [0.0, 0.5, 1.0] {
            assert!(Noise::bit_flip(probability).is_some());
        }
        assert_eq!([-0.1, 1.1].map(Noise::bit_flip), [None; 2]);
    }
}
