mod limits;
mod reference;

use std::f64::consts::TAU;

use cheqqers_circuit::{Gate, Qubit};
use cheqqers_sim::{Dense, SimError};
use cheqqers_testkit::seed;
use rand_chacha::ChaCha8Rng;

use super::*;
use crate::processor::{MeasuredBit, Processor};

type Branch<'a, 'r> = BranchProcessor<'a, 'r>;
type Bits = Result<Vec<OutputBit>, SimulationError>;

const Q: [Qubit; 6] = [Qubit(0), Qubit(1), Qubit(2), Qubit(3), Qubit(4), Qubit(5)];

fn rng(usual: u64) -> ChaCha8Rng {
    seed::rng(seed::choose(usual))
}

fn exact(run: impl FnMut(&mut Branch<'_, '_>) -> Bits) -> BranchProbabilities {
    BranchSimulator::default().probabilities(run).unwrap()
}

fn counts(shots: u64, usual: u64, run: impl FnMut(&mut Branch<'_, '_>) -> Bits) -> BranchCounts {
    let simulator = BranchSimulator::default();
    simulator.counts(shots, &mut rng(usual), run).unwrap()
}

/// Probabilities by the text of the outcome.
#[track_caller]
fn assert_outcomes(found: &BranchProbabilities, expected: &[(&str, f64)]) {
    assert_eq!(found.probabilities.len(), expected.len(), "{found:?}");
    for ((bits, probability), expected) in found.probabilities.iter().zip(expected) {
        assert_eq!(bits.to_string(), expected.0, "{found:?}");
        assert!((probability - expected.1).abs() < 1e-11, "{found:?}");
    }
}

fn apply(
    processor: &mut Branch<'_, '_>,
    gates: &[(Gate, &[Qubit])],
) -> Result<(), SimulationError> {
    let mut gates = gates.iter();
    gates.try_for_each(|&(gate, qubits)| processor.gate(gate, qubits))
}

fn measured(bits: &[MeasuredBit]) -> Vec<OutputBit> {
    bits.iter().map(|&bit| OutputBit::Measured(bit)).collect()
}

#[test]
fn teleportation_carries_a_state_over() {
    let run = |processor: &mut Branch<'_, '_>| {
        processor.add_qubits(3)?;
        let [a, b, c] = [Q[0], Q[1], Q[2]];
        apply(
            processor,
            &[
                (Gate::Ry(1.1), &[a]),
                (Gate::Rz(0.7), &[a]),
                (Gate::H, &[b]),
                (Gate::Cx, &[b, c]),
                (Gate::Cx, &[a, b]),
                (Gate::H, &[a]),
            ],
        )?;
        let (phase, flip) = (processor.measure(a)?, processor.measure(b)?);
        if processor.value(flip)? {
            processor.gate(Gate::X, &[c])?;
        }
        if processor.value(phase)? {
            processor.gate(Gate::Z, &[c])?;
        }
        apply(processor, &[(Gate::Rz(-0.7), &[c]), (Gate::Ry(-1.1), &[c])])?;
        let last = processor.measure(c)?;
        Ok(measured(&[phase, flip, last]))
    };
    let found = exact(run);
    assert_eq!((found.branches, found.omitted), (4, 0.0));
    assert_outcomes(
        &found,
        &[("000", 0.25), ("010", 0.25), ("100", 0.25), ("110", 0.25)],
    );
    let counts = counts(1000, 71, run);
    assert_eq!(counts.branches, 4);
    assert_eq!(counts.counts.values().sum::<u64>(), 1000);
    assert!(counts.counts.keys().all(|bits| !bits.bit(2)));
}

/// Repeats until a qubit of probability 0.3 reads 1; returns the first eight turns in unary.
fn repeat_until_success(processor: &mut Branch<'_, '_>) -> Bits {
    processor.add_qubits(1)?;
    let mut failures = 0;
    loop {
        processor.gate(Gate::Ry(2.0 * 0.3_f64.sqrt().asin()), &[Q[0]])?;
        let bit = processor.measure(Q[0])?;
        if processor.value(bit)? {
            return Ok((0..8)
                .map(|turn| OutputBit::Known(turn < failures))
                .collect());
        }
        failures += 1;
    }
}

#[test]
fn what_repeats_until_success_has_an_end() {
    let found = exact(repeat_until_success);
    // 0.3 · 0.7⁷⁵ is the first below the tolerance.
    assert_eq!(found.branches, 75);
    assert!((found.omitted / 0.7_f64.powi(75) - 1.0).abs() < 1e-9);
    let sum: f64 = found.probabilities.iter().map(|(_, p)| p).sum();
    assert!((sum + found.omitted - 1.0).abs() < 1e-12);
    let probability = |failures: i32| 0.3 * 0.7_f64.powi(failures);
    let expected = [
        ("00000000", probability(0)),
        ("10000000", probability(1)),
        ("11000000", probability(2)),
        ("11100000", probability(3)),
        ("11110000", probability(4)),
        ("11111000", probability(5)),
        ("11111100", probability(6)),
        ("11111110", probability(7)),
        ("11111111", 0.7_f64.powi(8)),
    ];
    assert_outcomes(&found, &expected);
    let drawn = counts(1_000_000, 72, repeat_until_success);
    assert!(drawn.branches < 60, "{} branches", drawn.branches);
    for (bits, probability) in found.probabilities {
        let count = drawn.counts[&bits] as f64;
        let sigma = (1e6 * probability * (1.0 - probability)).sqrt();
        assert!((count - 1e6 * probability).abs() < 6.0 * sigma, "{bits}");
    }
}

#[test]
fn a_code_of_three_qubits_corrects_any_flip() {
    for flipped in [None, Some(0), Some(1), Some(2)] {
        let run = |processor: &mut Branch<'_, '_>| {
            processor.add_qubits(5)?;
            apply(
                processor,
                &[
                    (Gate::Ry(0.8), &[Q[0]]),
                    (Gate::Cx, &[Q[0], Q[1]]),
                    (Gate::Cx, &[Q[0], Q[2]]),
                ],
            )?;
            let mut syndromes = Vec::new();
            for turn in 0..3 {
                if let (Some(qubit), 1) = (flipped, turn) {
                    processor.gate(Gate::X, &[Q[qubit]])?;
                }
                for (ancilla, pair) in [(Q[3], [Q[0], Q[1]]), (Q[4], [Q[1], Q[2]])] {
                    processor.reset(ancilla)?;
                    processor.gate(Gate::Cx, &[pair[0], ancilla])?;
                    processor.gate(Gate::Cx, &[pair[1], ancilla])?;
                    syndromes.push(processor.measure(ancilla)?);
                }
                let [.., first, second] = syndromes[..] else {
                    unreachable!("two were measured");
                };
                let wrong = match (processor.value(first)?, processor.value(second)?) {
                    (true, false) => Q[0],
                    (true, true) => Q[1],
                    (false, true) => Q[2],
                    (false, false) => continue,
                };
                processor.gate(Gate::X, &[wrong])?;
            }
            apply(
                processor,
                &[
                    (Gate::Cx, &[Q[0], Q[1]]),
                    (Gate::Cx, &[Q[0], Q[2]]),
                    (Gate::Ry(-0.8), &[Q[0]]),
                ],
            )?;
            for qubit in &Q[..3] {
                syndromes.push(processor.measure(*qubit)?);
            }
            Ok(measured(&syndromes))
        };
        let found = exact(run);
        let syndrome = ["00", "10", "11", "01"][flipped.map_or(0, |qubit| qubit + 1)];
        // A syndrome is certain, though the qubits are not: there is nothing to choose.
        assert_eq!(found.branches, 1);
        assert_outcomes(&found, &[(&format!("00{syndrome}00000"), 1.0)]);
    }
}

#[test]
fn phase_estimation_by_one_qubit_finds_a_phase_of_few_bits() {
    let run_with = |phase: f64| {
        move |processor: &mut Branch<'_, '_>| {
            processor.add_qubits(2)?;
            processor.gate(Gate::X, &[Q[1]])?;
            let mut bits = Vec::new();
            let mut correction = 0.0;
            for power in (0..4).rev() {
                processor.reset(Q[0])?;
                processor.gate(Gate::H, &[Q[0]])?;
                // A controlled phase.
                let angle = TAU * phase * f64::from(1 << power);
                apply(
                    processor,
                    &[
                        (Gate::P(angle / 2.0), &[Q[0]]),
                        (Gate::P(angle / 2.0), &[Q[1]]),
                        (Gate::Cx, &[Q[0], Q[1]]),
                        (Gate::P(-angle / 2.0), &[Q[1]]),
                        (Gate::Cx, &[Q[0], Q[1]]),
                        (Gate::P(-correction), &[Q[0]]),
                        (Gate::H, &[Q[0]]),
                    ],
                )?;
                let bit = processor.measure(Q[0])?;
                correction /= 2.0;
                if processor.value(bit)? {
                    correction += TAU / 4.0;
                }
                bits.push(bit);
            }
            Ok(measured(&bits))
        }
    };
    // 11/16, the last digit first.
    let found = exact(run_with(11.0 / 16.0));
    assert_eq!(found.branches, 1);
    assert_outcomes(&found, &[("1101", 1.0)]);
    // Between two of them each nearest one has a probability of at least 4/π² together.
    let between = exact(run_with(10.5 / 16.0));
    assert_eq!(between.branches, 16);
    let of = |text: &str| {
        let mut all = between.probabilities.iter();
        all.find(|(bits, _)| bits.to_string() == text).unwrap().1
    };
    // sin²(π/2) / (16² sin²(π/32))
    let expected = (256.0 * (TAU / 64.0).sin().powi(2)).recip();
    assert!((of("0101") - expected).abs() < 1e-12 && (of("1101") - expected).abs() < 1e-12);
}

#[test]
fn what_nothing_depends_on_makes_no_branch() {
    let run = |processor: &mut Branch<'_, '_>| {
        processor.add_qubits(100)?;
        let mut bits = Vec::new();
        for qubit in (0..100).map(Qubit) {
            let angle = if qubit.0 < 20 { 1.0 } else { 0.0 };
            processor.gate(Gate::Ry(angle), &[qubit])?;
            bits.push(processor.measure(qubit)?);
            // Diagonal gates and controls come after it as well as before.
            apply(processor, &[(Gate::T, &[qubit]), (Gate::Rz(0.3), &[qubit])])?;
            if qubit.0 % 2 == 1 {
                processor.gate(Gate::Cz, &[Qubit(qubit.0 - 1), qubit])?;
            }
            bits.push(processor.measure(qubit)?);
        }
        bits.truncate(16);
        Ok(measured(&bits))
    };
    let found = exact(run);
    assert_eq!((found.branches, found.probabilities.len()), (1, 256));
    let cos = 0.5_f64.cos().powi(2);
    assert!((found.probabilities[0].1 - cos.powi(8)).abs() < 1e-12);
    for (bits, _) in found.probabilities {
        let pairs: Vec<bool> = bits.iter().collect();
        assert!(pairs.chunks(2).all(|pair| pair[0] == pair[1]), "{bits}");
    }
}

#[test]
fn qubits_that_are_certain_are_reset_and_control_without_a_branch() {
    let run = |processor: &mut Branch<'_, '_>| {
        processor.add_qubits(4)?;
        let [a, b, c, d] = [Q[0], Q[1], Q[2], Q[3]];
        apply(processor, &[(Gate::X, &[a]), (Gate::H, &[b])])?;
        processor.reset(a)?;
        // Alone, it is left to itself; its bit stays what it was.
        let first = processor.measure(b)?;
        processor.reset(b)?;
        apply(
            processor,
            &[
                (Gate::Y, &[a]),
                (Gate::Ccx, &[c, a, d]),
                (Gate::Swap, &[a, b]),
                (Gate::Ccx, &[a, b, c]),
                (Gate::Cz, &[a, b]),
                (Gate::X, &[a]),
                (Gate::Ccx, &[a, b, c]),
                (Gate::Iswap, &[c, d]),
            ],
        )?;
        let mut bits = vec![first];
        for qubit in [a, b, c, d] {
            bits.push(processor.measure(qubit)?);
        }
        assert!(
            bits[1..]
                .iter()
                .all(|bit| processor.state.bit(bit.0).is_ok())
        );
        Ok(measured(&bits))
    };
    let found = exact(run);
    assert_eq!(found.branches, 1);
    assert_outcomes(&found, &[("01101", 0.5), ("11101", 0.5)]);
}

#[test]
fn a_reset_of_one_of_two_linked_qubits_leaves_the_other_mixed() {
    let run = |processor: &mut Branch<'_, '_>| {
        processor.add_qubits(2)?;
        apply(
            processor,
            &[(Gate::Ry(1.0), &[Q[0]]), (Gate::Cx, &[Q[0], Q[1]])],
        )?;
        processor.reset(Q[0])?;
        processor.gate(Gate::H, &[Q[1]])?;
        let bits = [processor.measure(Q[0])?, processor.measure(Q[1])?];
        Ok(measured(&bits))
    };
    assert_outcomes(&exact(run), &[("00", 0.5), ("01", 0.5)]);
}

/// Layers of gates that leave no amplitude zero, a measurement after each.
fn layers(num_qubits: u32, processor: &mut Branch<'_, '_>) -> Bits {
    processor.add_qubits(num_qubits as usize)?;
    let mut bits = Vec::new();
    for layer in 0..3 {
        for k in 0..num_qubits {
            let angle = 0.4 + 0.1 * f64::from(k) + f64::from(layer);
            processor.gate(Gate::Rx(angle), &[Qubit(k)])?;
        }
        for k in 1..num_qubits {
            processor.gate(Gate::Cx, &[Qubit(k - 1), Qubit(k)])?;
        }
        let bit = processor.measure(Qubit(layer))?;
        bits.push(bit);
        if processor.value(bit)? {
            processor.gate(Gate::Siswap, &[Qubit(5), Qubit(6)])?;
        }
    }
    bits.push(processor.measure(Qubit(6))?);
    Ok(measured(&bits))
}

#[test]
fn dense_states_are_collapsed_as_by_hand() {
    let found = exact(|processor| layers(9, processor));
    assert_eq!(found.branches, 8);
    for (bits, probability) in found.probabilities {
        let mut state = Dense::zero(9).unwrap();
        let mut expected = 1.0;
        for layer in 0..3 {
            for k in 0..9 {
                let angle = 0.4 + 0.1 * f64::from(k) + f64::from(layer);
                state.apply(Gate::Rx(angle), &[Qubit(k)]);
            }
            for k in 1..9 {
                state.apply(Gate::Cx, &[Qubit(k - 1), Qubit(k)]);
            }
            let value = bits.bit(layer as usize);
            expected *= state.project(&[(Qubit(layer), value)]).unwrap();
            if value {
                state.apply(Gate::Siswap, &[Qubit(5), Qubit(6)]);
            }
        }
        expected *= state.project(&[(Qubit(6), bits.bit(3))]).unwrap();
        assert!((probability - expected).abs() < 1e-12, "{bits}");
    }
}

#[test]
fn a_large_chain_collapses_at_once() {
    let run = |processor: &mut Branch<'_, '_>| {
        processor.add_qubits(128)?;
        processor.gate(Gate::H, &[Q[0]])?;
        for k in 1..128 {
            processor.gate(Gate::Cx, &[Qubit(k - 1), Qubit(k)])?;
        }
        let middle = processor.measure(Qubit(64))?;
        processor.value(middle)?;
        processor.gate(Gate::H, &[Qubit(64)])?;
        let ends = [Q[0], Qubit(127), Qubit(64)].map(|qubit| processor.measure(qubit));
        let [first, last, again] = ends;
        Ok(measured(&[first?, last?, middle, again?]))
    };
    let found = exact(run);
    assert_eq!(found.branches, 2);
    assert_outcomes(
        &found,
        &[
            ("0000", 0.25),
            ("0001", 0.25),
            ("1110", 0.25),
            ("1111", 0.25),
        ],
    );
}

#[test]
fn a_seed_gives_the_same_counts_on_any_number_of_threads() {
    let drawn = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
        pool.unwrap()
            .install(|| counts(5000, 73, |processor| layers(17, processor)))
    };
    let one = drawn(1);
    assert_eq!(one, drawn(3));
    assert_eq!(one, drawn(1));
    assert_eq!(one.counts.values().sum::<u64>(), 5000);
}

#[test]
fn errors_of_the_closure_are_passed_on() {
    #[derive(Debug, PartialEq)]
    enum Wrong {
        Simulation(SimulationError),
        Own,
    }
    impl From<SimulationError> for Wrong {
        fn from(error: SimulationError) -> Self {
            Self::Simulation(error)
        }
    }
    let simulator = BranchSimulator::default();
    let own = simulator.probabilities(|_| Err(Wrong::Own));
    assert_eq!(own, Err(Wrong::Own));
    let many = simulator.probabilities(|processor| {
        processor.add_qubits(1 << 20)?;
        Ok::<_, Wrong>(Vec::new())
    });
    let error = SimError::TooManyQubits {
        num_qubits: 1 << 20,
        limit: 1 << 16,
    };
    assert_eq!(many, Err(Wrong::Simulation(error.into())));
}

#[test]
fn a_measurement_that_nothing_uses_is_left_undone_by_an_observable() {
    let observables = ["X0", "X0 X1", "Z0 Z1", "X1", "Z1", "3"].map(|text| text.parse().unwrap());
    let values = |link: bool, read: bool| {
        let found = BranchSimulator::default().expectations(&observables, |processor| {
            processor.add_qubits(2)?;
            processor.gate(Gate::H, &[Q[0]])?;
            let bit = processor.measure(Q[0])?;
            if link {
                processor.gate(Gate::Cx, &[Q[0], Q[1]])?;
            }
            if read {
                processor.value(bit)?;
            }
            Ok::<_, SimulationError>(())
        });
        let rounded = |value: f64| (value * 1e9).round() / 1e9;
        found
            .unwrap()
            .values
            .into_iter()
            .map(rounded)
            .collect::<Vec<_>>()
    };
    assert_eq!(values(false, false), [1.0, 0.0, 0.0, 0.0, 1.0, 3.0]);
    assert_eq!(values(false, true), [0.0, 0.0, 0.0, 0.0, 1.0, 3.0]);
    assert_eq!(values(true, false), [0.0, 0.0, 1.0, 0.0, 0.0, 3.0]);
    assert_eq!(values(true, true), [0.0, 0.0, 1.0, 0.0, 0.0, 3.0]);
    let drawn = |text: &str| {
        let observable: Observable = text.parse().unwrap();
        let basis = &observable.bases()[0];
        let found =
            BranchSimulator::default().counts_in_basis(basis, 9, &mut rng(1), |processor| {
                processor.add_qubits(2)?;
                processor.gate(Gate::H, &[Q[0]])?;
                processor.measure(Q[0])
            });
        found.map(|found| found.counts)
    };
    assert_eq!(drawn("X0 Z1"), Ok([(Bitstring::zeros(2), 9)].into()));
    assert!(matches!(
        drawn("Z2"),
        Err(SimulationError::NoSuchQubit { .. })
    ));
    let beyond = ["Z2".parse().unwrap()];
    let error = BranchSimulator::default().expectations(&beyond, |processor| {
        processor.add_qubits(2)?;
        Ok::<_, SimulationError>(())
    });
    assert!(matches!(error, Err(SimulationError::NoSuchQubit { .. })));
}

#[test]
fn a_dense_and_a_sparse_component_become_one() {
    let chain = |processor: &mut Branch<'_, '_>, qubits: std::ops::Range<u32>| {
        let mut links = qubits.clone().zip(qubits.skip(1));
        links.try_for_each(|(a, b)| processor.gate(Gate::Cx, &[Qubit(a), Qubit(b)]))
    };
    let run = |processor: &mut Branch<'_, '_>| {
        processor.add_qubits(16)?;
        for k in 0..8 {
            processor.gate(Gate::Ry(0.3 + f64::from(k)), &[Qubit(k)])?;
        }
        chain(processor, 0..8)?;
        processor.gate(Gate::H, &[Qubit(8)])?;
        chain(processor, 8..16)?;
        // The states of both are known when the first is read.
        let first = processor.measure(Qubit(3))?;
        processor.value(first)?;
        apply(
            processor,
            &[
                (Gate::Ch, &[Qubit(7), Qubit(15)]),
                (Gate::Siswap, &[Qubit(12), Qubit(0)]),
            ],
        )?;
        let second = processor.measure(Qubit(12))?;
        processor.value(second)?;
        apply(
            processor,
            &[(Gate::H, &[Qubit(12)]), (Gate::Ch, &[Qubit(12), Qubit(15)])],
        )?;
        let last = [15, 9, 0, 12].map(|qubit| processor.measure(Qubit(qubit)));
        let [a, b, c, d] = last;
        Ok(measured(&[first, second, a?, b?, c?, d?]))
    };
    let found = exact(run);
    assert_eq!(found.branches, 4);
    let mut sum = 0.0;
    for (bits, probability) in found.probabilities {
        let mut state = Dense::zero(16).unwrap();
        let mut gate = |gate, qubits: &[u32]| {
            let qubits: Vec<Qubit> = qubits.iter().map(|&qubit| Qubit(qubit)).collect();
            state.apply(gate, &qubits);
        };
        (0..8).for_each(|k| gate(Gate::Ry(0.3 + f64::from(k)), &[k]));
        (1..8).for_each(|k| gate(Gate::Cx, &[k - 1, k]));
        gate(Gate::H, &[8]);
        (9..16).for_each(|k| gate(Gate::Cx, &[k - 1, k]));
        let mut expected = state.project(&[(Qubit(3), bits.bit(0))]).unwrap();
        state.apply(Gate::Ch, &[Qubit(7), Qubit(15)]);
        state.apply(Gate::Siswap, &[Qubit(12), Qubit(0)]);
        expected *= state.project(&[(Qubit(12), bits.bit(1))]).unwrap();
        state.apply(Gate::H, &[Qubit(12)]);
        state.apply(Gate::Ch, &[Qubit(12), Qubit(15)]);
        let last = (2..).zip([15, 9, 0, 12]);
        let last: Vec<(Qubit, bool)> = last.map(|(k, qubit)| (Qubit(qubit), bits.bit(k))).collect();
        expected *= state.project(&last).unwrap();
        assert!((probability - expected).abs() < 1e-12, "{bits}");
        sum += expected;
    }
    assert!((sum - 1.0).abs() < 1e-12);
}
