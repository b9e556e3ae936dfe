//! Whether a backend can be trusted with a game, as far as a few small circuits tell.

use cheqqers_circuit::{Bitstring, Circuit, CircuitError, Gate, Optimization, Qubit};

use crate::{Backend, BackendError, Run, Task};

/// How many shots each probe takes.
const SHOTS: usize = 200;

/// The share of right readings that every qubit must have.
const READ: f64 = 0.9;

/// The share of shots of a mirrored circuit that must come back to where they should.
const RETURNED: f64 = 0.8;

/// The largest distance from the exact chances that is no bias.
const BIAS: f64 = 0.08;

/// How much of the predicted acceptance must be met.
const OF_PREDICTED: f64 = 0.5;

/// The acceptance below which a device is no good, whatever was predicted.
const ACCEPTED: f64 = 0.2;

/// Basis states that tell all four bits apart, and have each at 0 and at 1: whatever permutation of
/// the bits a service makes is seen, which no symmetric circuit shows.
const PATTERNS: [&str; 3] = ["1100", "1010", "0101"];

/// What a probe is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ProbeKind {
    /// Bits come in the order they were asked for.
    Order,
    /// Each qubit reads what was prepared.
    Readout,
    /// A split and its inverse return to the start; sees what keeps to legal bits too.
    Mirror,
    /// A split gives legal bits as often as was predicted.
    Acceptance,
    /// Legal bits follow the exact chances.
    Chances,
}

impl ProbeKind {
    /// What it asks, in words.
    pub fn question(self) -> &'static str {
        match self {
            Self::Order => "bits come in the order asked for",
            Self::Readout => "every qubit reads what was prepared",
            Self::Mirror => "a split and its inverse return to the start",
            Self::Acceptance => "shots of a split are legal",
            Self::Chances => "legal shots follow the exact chances",
        }
    }
}

/// What a probe found.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Probe {
    /// What it is about.
    pub kind: ProbeKind,
    /// What was found: a share from 0 to 1, of [`ProbeKind::Chances`] the total variation distance.
    pub found: f64,
    /// What it must be at least; of [`ProbeKind::Chances`] at most.
    pub bound: f64,
}

impl Probe {
    /// Whether it is good enough.
    pub fn has_passed(&self) -> bool {
        match self.kind {
            ProbeKind::Chances => self.found <= self.bound,
            _ => self.found >= self.bound,
        }
    }
}

/// Runs five small circuits, 200 shots of each, and says what they show.
///
/// A service that compiles by itself may shorten the mirrored circuit to nothing; then it shows the
/// readout alone.
///
/// # Errors
/// When one of them could not be run.
pub fn probe(backend: &mut dyn Backend) -> Result<Vec<Probe>, BackendError> {
    let patterns = PATTERNS.map(|text| text.parse().expect("they are bits"));
    let prepared: Vec<Circuit> = patterns.iter().map(|&bits| basis_state(bits)).collect();
    let runs = backend.run(&Task::new(&prepared, SHOTS))?;
    let mut probes = readings(&patterns, &runs).to_vec();
    let split = split().expect("three qubits are there");
    let split = std::slice::from_ref(&split);
    let start: Bitstring = "100".parse().expect("they are bits");
    let mirrored = backend.run(&Task::new(split, SHOTS).mirrored(start))?;
    let returned = |bits: &Bitstring| *bits == start;
    probes.push(Probe {
        kind: ProbeKind::Mirror,
        found: share(&mirrored, returned),
        bound: RETURNED,
    });
    let task = Task::new(split, SHOTS).optimized(Optimization::Gates);
    probes.extend(chances(&backend.run(&task)?));
    Ok(probes)
}

/// A circuit that gives these bits.
fn basis_state(bits: Bitstring) -> Circuit {
    let mut circuit = Circuit::new(bits.len(), 0);
    for (index, _) in bits.iter().enumerate().filter(|&(_, bit)| bit) {
        let qubit = Qubit::from_index(index);
        circuit.push(Gate::X, &[qubit]).expect("the qubit is there");
    }
    circuit.measure_all();
    circuit
}

/// The chances of the three squares of [`split`].
const SPLIT: [(&str, f64); 3] = [("100", 0.5), ("010", 0.25), ("001", 0.25)];

/// A piece that is split, one part of it again: on the first square with 1/2, on the others with
/// 1/4 each.
fn split() -> Result<Circuit, CircuitError> {
    let mut circuit = Circuit::new(3, 0);
    circuit.push(Gate::X, &[Qubit(0)])?;
    circuit.push(Gate::Siswap, &[Qubit(0), Qubit(1)])?;
    circuit.push(Gate::Siswap, &[Qubit(1), Qubit(2)])?;
    circuit.measure_all();
    Ok(circuit)
}

/// How well prepared bits are read: all of them in their order, and each by itself.
fn readings(patterns: &[Bitstring], runs: &[Run]) -> [Probe; 2] {
    let mut order: f64 = 1.0;
    let mut worst: f64 = 1.0;
    for (&pattern, run) in patterns.iter().zip(runs) {
        let runs = std::slice::from_ref(run);
        let whole = share(runs, |bits| *bits == pattern);
        order = order.min(whole);
        for k in 0..pattern.len() {
            worst = worst.min(share(runs, |bits| bits.bit(k) == pattern.bit(k)));
        }
    }
    [
        Probe {
            kind: ProbeKind::Order,
            found: order,
            bound: 0.5,
        },
        Probe {
            kind: ProbeKind::Readout,
            found: worst,
            bound: READ,
        },
    ]
}

/// How often a split is legal, and how far the legal shots are from the exact chances.
fn chances(runs: &[Run]) -> [Probe; 2] {
    let legal = SPLIT.map(|(text, chance)| {
        let bits: Bitstring = text.parse().expect("they are bits");
        (share(runs, |found| *found == bits), chance)
    });
    let accepted: f64 = legal.iter().map(|(found, _)| found).sum();
    let off =
        |(found, chance): (f64, f64)| (found / accepted.max(f64::MIN_POSITIVE) - chance).abs();
    let distance: f64 = legal.into_iter().map(off).sum::<f64>() / 2.0;
    let predicted = runs
        .iter()
        .filter_map(|run| run.provenance.as_ref()?.predicted);
    let predicted = predicted.fold(0.0, f64::max);
    let shots: usize = runs.iter().map(|run| run.shots.len()).sum();
    // What so few shots give of a distance without any bias: three standard errors of the first.
    let chance = 1.5 / (accepted * shots as f64).max(1.0).sqrt();
    [
        Probe {
            kind: ProbeKind::Acceptance,
            found: accepted,
            bound: (OF_PREDICTED * predicted).max(ACCEPTED),
        },
        Probe {
            kind: ProbeKind::Chances,
            found: distance,
            bound: BIAS + chance,
        },
    ]
}

/// The share of shots for which something holds; 0 of none.
fn share(runs: &[Run], holds: impl Fn(&Bitstring) -> bool) -> f64 {
    let shots = || runs.iter().flat_map(|run| &run.shots);
    let held = shots().filter(|&bits| holds(bits)).count();
    held as f64 / shots().count().max(1) as f64
}

#[cfg(test)]
mod tests {
    use rand_chacha::ChaCha8Rng;
    use rand_chacha::rand_core::SeedableRng;

    use super::*;
    use crate::{Local, Noise, Noisy, Simulator};

    /// Gives the bits of an exact backend in another order.
    #[derive(Debug)]
    struct Reordered(Local, [usize; 4]);

    impl Backend for Reordered {
        fn name(&self) -> &'static str {
            "reordered"
        }

        fn run(&mut self, task: &Task<'_>) -> Result<Vec<Run>, BackendError> {
            let mut runs = self.0.run(task)?;
            for bits in runs.iter_mut().flat_map(|run| &mut run.shots) {
                let order = self.1.into_iter().filter(|&k| k < bits.len());
                *bits = order.map(|k| bits.bit(k)).collect();
            }
            Ok(runs)
        }
    }

    fn rng() -> ChaCha8Rng {
        ChaCha8Rng::from_seed([9; 32])
    }

    fn failed(backend: &mut dyn Backend) -> Vec<ProbeKind> {
        let probes = probe(backend).unwrap();
        assert_eq!(probes.len(), 5);
        let failed = probes.into_iter().filter(|probe| !probe.has_passed());
        failed.map(|probe| probe.kind).collect()
    }

    fn reordered(order: [usize; 4]) -> Reordered {
        Reordered(Local::new(Simulator::Auto, rng()), order)
    }

    #[test]
    fn what_is_exact_or_a_little_noisy_passes() {
        assert_eq!(failed(&mut Local::new(Simulator::Auto, rng())), []);
        for noise in [Noise::typical(), Noise::device("fez").unwrap()] {
            assert_eq!(failed(&mut Noisy::new(noise, rng())), [], "{noise}");
        }
    }

    #[test]
    fn a_device_that_misreads_much_does_not() {
        let noise = Noise::bit_flip(0.3).unwrap();
        let failed = failed(&mut Noisy::new(noise, rng()));
        assert!(failed.contains(&ProbeKind::Readout), "{failed:?}");
        assert!(failed.contains(&ProbeKind::Mirror), "{failed:?}");
    }

    #[test]
    fn every_exchange_of_bits_is_seen() {
        for order in [[3, 2, 1, 0], [1, 0, 2, 3], [0, 2, 1, 3], [2, 1, 0, 3]] {
            assert!(failed(&mut reordered(order)).contains(&ProbeKind::Order));
        }
        // Two squares exchanged: all shots are legal, only the mirror and the chances tell.
        let failed = failed(&mut reordered([1, 0, 2, 3]));
        assert!(failed.contains(&ProbeKind::Mirror), "{failed:?}");
        assert!(!failed.contains(&ProbeKind::Acceptance), "{failed:?}");
    }
}
