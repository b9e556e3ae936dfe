//! Probes: small circuits that tell whether the shots of a backend can be trusted.

use cheqqers_circuit::{Bitstring, Circuit, CircuitError, Gate, Optimization, Qubit};

use crate::{Backend, BackendError, Job, Run};

/// Shots of each circuit.
const SHOTS: usize = 200;

/// Least share of right readings of every qubit.
const READ: f64 = 0.9;

/// Least share of shots of a mirrored circuit that return to the start.
const RETURNED: f64 = 0.8;

/// Largest distance from the exact probabilities that is no bias.
const BIAS: f64 = 0.08;

/// Least share of the predicted acceptance.
const OF_PREDICTED: f64 = 0.5;

/// Least acceptance, whatever was predicted.
const ACCEPTED: f64 = 0.2;

/// Basis states that tell all four bits apart, and have each at 0 and at 1: they show any permutation
/// of the bits, as no symmetric circuit does.
const BASIS_STATES: [&str; 3] = ["1100", "1010", "0101"];

/// Property that a probe tests.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ProbeKind {
    /// Bits come in the requested order.
    Order,
    /// Each qubit reads the prepared state.
    Readout,
    /// A shared excitation and its inverse return to the start; shows faults that keep bits legal too.
    Mirror,
    /// A shared excitation gives legal bits as often as predicted.
    Acceptance,
    /// Legal bits follow the exact probabilities.
    Distribution,
}

impl ProbeKind {
    /// The property, in words.
    pub fn description(self) -> &'static str {
        match self {
            Self::Order => "bits come in the order asked for",
            Self::Readout => "every qubit reads what was prepared",
            Self::Mirror => "a split and its inverse return to the start",
            Self::Acceptance => "shots of a split are legal",
            Self::Distribution => "legal shots follow the exact probabilities",
        }
    }
}

/// Result of a probe.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Probe {
    /// Property that was tested.
    pub kind: ProbeKind,
    /// Share of shots that have the property, in 0..=1; for [`ProbeKind::Distribution`] the total
    /// variation distance.
    pub found: f64,
    /// Least value to pass; for [`ProbeKind::Distribution`] the largest.
    pub bound: f64,
}

impl Probe {
    /// Returns `true` if the value is within the bound.
    pub fn has_passed(&self) -> bool {
        match self.kind {
            ProbeKind::Distribution => self.found <= self.bound,
            _ => self.found >= self.bound,
        }
    }
}

/// Runs five small circuits, 200 shots of each.
///
/// A service that compiles by itself may shorten the mirrored circuit to nothing; then that probe shows
/// the readout alone.
///
/// # Errors
/// Returns an error if one of them could not be run.
pub fn probe(backend: &mut dyn Backend) -> Result<Vec<Probe>, BackendError> {
    let states = BASIS_STATES.map(|text| text.parse().expect("they are bits"));
    let prepared: Vec<Circuit> = states.iter().map(|&bits| basis_state(bits)).collect();
    let runs = backend.run(&Job::new(&prepared, SHOTS))?;
    let mut probes = readings(&states, &runs).to_vec();
    let shared = shared_excitation().expect("three qubits are there");
    let shared = std::slice::from_ref(&shared);
    let start: Bitstring = "100".parse().expect("they are bits");
    let mirrored = backend.run(&Job::new(shared, SHOTS).mirrored(start))?;
    let returned = |bits: &Bitstring| *bits == start;
    probes.push(Probe {
        kind: ProbeKind::Mirror,
        found: share(&mirrored, returned),
        bound: RETURNED,
    });
    let job = Job::new(shared, SHOTS).optimized(Optimization::Gates);
    probes.extend(acceptance(&backend.run(&job)?));
    Ok(probes)
}

/// Circuits to run side by side with others, before and behind them, and the bits that they read
/// together: `11` and `00`. A device that returns the bits of a register in reverse order reads `0011`.
pub fn order_probe() -> ([Circuit; 2], Bitstring) {
    let state: Bitstring = BASIS_STATES[0].parse().expect("they are bits");
    let half = state.len() / 2;
    let halves = [state.slice(0, half), state.slice(half, half)];
    (halves.map(basis_state), state)
}

/// A circuit that prepares a basis state.
fn basis_state(bits: Bitstring) -> Circuit {
    let mut circuit = Circuit::new(bits.len(), 0);
    for (index, _) in bits.iter().enumerate().filter(|&(_, bit)| bit) {
        let qubit = Qubit::from_index(index);
        circuit.push(Gate::X, &[qubit]).expect("the qubit is there");
    }
    circuit.measure_all();
    circuit
}

/// Probabilities of the three outcomes of [`shared_excitation`].
const SHARED_EXCITATION: [(&str, f64); 3] = [("100", 0.5), ("010", 0.25), ("001", 0.25)];

/// An excitation that two √iSWAP share among three qubits: on the first with probability 1/2, on the
/// others with 1/4 each. It is not the gate `Split`.
fn shared_excitation() -> Result<Circuit, CircuitError> {
    let mut circuit = Circuit::new(3, 0);
    circuit.push(Gate::X, &[Qubit(0)])?;
    circuit.push(Gate::Siswap, &[Qubit(0), Qubit(1)])?;
    circuit.push(Gate::Siswap, &[Qubit(1), Qubit(2)])?;
    circuit.measure_all();
    Ok(circuit)
}

/// Readings of prepared states: all bits in their order, and each by itself.
fn readings(states: &[Bitstring], runs: &[Run]) -> [Probe; 2] {
    let mut order: f64 = 1.0;
    let mut worst: f64 = 1.0;
    for (&state, run) in states.iter().zip(runs) {
        let runs = std::slice::from_ref(run);
        let whole = share(runs, |bits| *bits == state);
        order = order.min(whole);
        for k in 0..state.len() {
            worst = worst.min(share(runs, |bits| bits.bit(k) == state.bit(k)));
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

/// Acceptance of a shared excitation, and distance of the legal shots from the exact probabilities.
fn acceptance(runs: &[Run]) -> [Probe; 2] {
    let legal = SHARED_EXCITATION.map(|(text, p)| {
        let bits: Bitstring = text.parse().expect("they are bits");
        (share(runs, |found| *found == bits), p)
    });
    let accepted: f64 = legal.iter().map(|(found, _)| found).sum();
    let off = |(found, p): (f64, f64)| (found / accepted.max(f64::MIN_POSITIVE) - p).abs();
    let distance: f64 = legal.into_iter().map(off).sum::<f64>() / 2.0;
    let predicted = runs
        .iter()
        .filter_map(|run| run.provenance.as_ref()?.predicted);
    let predicted = predicted.fold(0.0, f64::max);
    let shots: usize = runs.iter().map(|run| run.shots.len()).sum();
    // The distance that so few shots have without bias: three standard errors of the first. No shot
    // shows nothing.
    let legal_shots = accepted * shots as f64;
    let deviation = if legal_shots > 0.0 {
        1.5 / legal_shots.sqrt()
    } else {
        0.0
    };
    [
        Probe {
            kind: ProbeKind::Acceptance,
            found: accepted,
            bound: (OF_PREDICTED * predicted).max(ACCEPTED),
        },
        Probe {
            kind: ProbeKind::Distribution,
            found: distance,
            bound: BIAS + deviation,
        },
    ]
}

/// Share of shots for which a predicate holds; 0 without shots.
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

    /// Permutes the bits of an exact backend.
    #[derive(Debug)]
    struct Reordered(Local, [usize; 4]);

    impl Backend for Reordered {
        fn name(&self) -> &'static str {
            "reordered"
        }

        fn run(&mut self, job: &Job<'_>) -> Result<Vec<Run>, BackendError> {
            let mut runs = self.0.run(job)?;
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
    fn a_device_without_a_shot_passes_no_probe() {
        #[derive(Debug)]
        struct Silent;

        impl Backend for Silent {
            fn name(&self) -> &'static str {
                "silent"
            }

            fn run(&mut self, job: &Job<'_>) -> Result<Vec<Run>, BackendError> {
                Ok(vec![Run::default(); job.circuits.len()])
            }
        }

        assert_eq!(failed(&mut Silent).len(), 5);
    }

    #[test]
    fn every_exchange_of_bits_is_seen() {
        for order in [[3, 2, 1, 0], [1, 0, 2, 3], [0, 2, 1, 3], [2, 1, 0, 3]] {
            assert!(failed(&mut reordered(order)).contains(&ProbeKind::Order));
        }
        // Two squares exchanged: all shots are legal, only the mirror and the chances tell.
        let failed = failed(&mut reordered([1, 0, 2, 3]));
        assert!(failed.contains(&ProbeKind::Mirror), "{failed:?}");
        assert!(failed.contains(&ProbeKind::Distribution), "{failed:?}");
        assert!(!failed.contains(&ProbeKind::Acceptance), "{failed:?}");
    }

    fn run(counts: &[(&str, usize)]) -> Run {
        let shots = counts.iter().flat_map(|&(bits, count)| {
            let bits: Bitstring = bits.parse().unwrap();
            std::iter::repeat_n(bits, count)
        });
        shots.collect::<Vec<_>>().into()
    }

    fn close(probe: Probe, found: f64, bound: f64) {
        let is_close = |a: f64, b: f64| (a - b).abs() < 1e-12;
        assert!(is_close(probe.found, found), "{probe:?} {found}");
        assert!(is_close(probe.bound, bound), "{probe:?} {bound}");
    }

    #[test]
    fn a_probe_passes_at_its_bound_and_no_further() {
        let passes = |kind, found| {
            Probe {
                kind,
                found,
                bound: 0.5,
            }
            .has_passed()
        };
        for kind in [
            ProbeKind::Order,
            ProbeKind::Readout,
            ProbeKind::Mirror,
            ProbeKind::Acceptance,
        ] {
            assert!(
                passes(kind, 0.5) && passes(kind, 0.6) && !passes(kind, 0.4),
                "{kind:?}"
            );
        }
        let distance = ProbeKind::Distribution;
        assert!(passes(distance, 0.5) && passes(distance, 0.4) && !passes(distance, 0.6));
    }

    #[test]
    fn acceptance_and_distance_are_those_of_the_legal_shots() {
        // 64 legal shots of 100, as likely as they should be.
        let even = run(&[
            ("100", 32),
            ("010", 16),
            ("001", 16),
            ("110", 30),
            ("000", 6),
        ]);
        let [accepted, distance] = acceptance(std::slice::from_ref(&even));
        assert_eq!(accepted.kind, ProbeKind::Acceptance);
        close(accepted, 0.64, 0.2);
        assert_eq!(distance.kind, ProbeKind::Distribution);
        close(distance, 0.0, 0.08 + 1.5 / 8.0);
        // All on the first qubit: half of the distribution is elsewhere.
        let first = run(&[("100", 25), ("111", 75)]);
        let [accepted, distance] = acceptance(&[first]);
        close(accepted, 0.25, 0.2);
        close(distance, 0.5, 0.08 + 1.5 / 5.0);
        let skewed = run(&[("100", 10), ("010", 15), ("001", 0)]);
        close(acceptance(&[skewed])[1], 0.35, 0.08 + 1.5 / 5.0);
        let [accepted, distance] = acceptance(&[Run::default()]);
        close(accepted, 0.0, 0.2);
        close(distance, 0.5, 0.08);
    }

    #[test]
    fn half_of_what_was_predicted_is_accepted_at_least() {
        let predicted = |predicted: Option<f64>| Run {
            provenance: Some(Box::new(crate::Provenance {
                service: String::new(),
                device: String::new(),
                job: None,
                key: String::new(),
                shots: 1,
                answer: None,
                calibrated: None,
                predicted,
                placement: Vec::new(),
                calibration: None,
                qasm: String::new(),
                qasm_sha256: String::new(),
                raw: String::new(),
            })),
            ..run(&[("100", 1)])
        };
        for (probability, bound) in [(None, 0.2), (Some(0.9), 0.45), (Some(0.3), 0.2)] {
            close(acceptance(&[predicted(probability)])[0], 1.0, bound);
        }
    }

    #[test]
    fn readings_are_the_worst_of_all_states_and_qubits() {
        let states = ["10", "01"].map(|text| text.parse().unwrap());
        let runs = [
            run(&[("10", 8), ("11", 1), ("00", 1)]),
            run(&[("01", 6), ("00", 1), ("10", 3)]),
        ];
        let [order, readout] = readings(&states, &runs);
        assert_eq!(
            (order.kind, readout.kind),
            (ProbeKind::Order, ProbeKind::Readout)
        );
        close(order, 0.6, 0.5);
        // The second qubit of the second state: 6 of 10 shots.
        close(readout, 0.6, 0.9);
        let [order, readout] = readings(&states[..1], &runs[..1]);
        close(order, 0.8, 0.5);
        close(readout, 0.9, 0.9);
    }

    #[test]
    fn circuits_of_the_order_probe_read_its_bits() {
        let (circuits, expected) = order_probe();
        assert_eq!(expected.to_string(), "1100");
        let mut local = Local::new(Simulator::Auto, rng());
        let runs = local.run(&Job::new(&circuits, 1)).unwrap();
        let read = Bitstring::concat_all(runs.iter().map(|run| run.shots[0]));
        assert_eq!(read, Some(expected));
        assert_eq!(circuits.each_ref().map(Circuit::num_qubits), [2, 2]);
    }

    #[test]
    fn an_error_of_the_backend_is_that_of_the_probe() {
        let down = BackendError::Exhausted {
            backend: "scripted",
        };
        let mut scripted = crate::Scripted::default();
        assert_eq!(probe(&mut scripted), Err(down));
    }

    #[test]
    fn properties_have_words() {
        let kinds = [
            ProbeKind::Order,
            ProbeKind::Readout,
            ProbeKind::Mirror,
            ProbeKind::Acceptance,
            ProbeKind::Distribution,
        ];
        let words: std::collections::BTreeSet<&str> =
            kinds.into_iter().map(ProbeKind::description).collect();
        assert_eq!(words.len(), kinds.len());
        assert!(words.contains("every qubit reads what was prepared"));
    }
}
