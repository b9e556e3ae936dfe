use cheqqers_backend::{Backend, Job, Local, Noise, Noisy, Run, Simulator};
use cheqqers_circuit::Circuit;
use rand::RngExt;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

use super::*;

fn run(backend: &mut dyn Backend, circuits: &[&SuiteCircuit], shots: usize) -> Vec<Counts> {
    let all: Vec<Circuit> = circuits
        .iter()
        .map(|circuit| circuit.circuit().clone())
        .collect();
    let runs = backend.run(&Job::new(&all, shots)).unwrap();
    runs.iter().map(Run::counts).collect()
}

fn analysis(
    backend: &mut dyn Backend,
    circuits: &[&'static SuiteCircuit],
    shots: usize,
) -> Analysis {
    let counts = run(backend, circuits, shots);
    Analysis::of(Suite::v1(), circuits.iter().copied().zip(&counts))
}

fn rng(seed: u64) -> ChaCha8Rng {
    ChaCha8Rng::seed_from_u64(seed)
}

#[test]
fn a_perfect_simulator_scores_full_within_its_interval() {
    let circuits = Suite::v1().chosen(false);
    for (seed, shots) in [(1, 200), (2, 200), (3, 1000), (4, 1000)] {
        let found = analysis(
            &mut Local::new(Simulator::Auto, rng(seed)),
            &circuits,
            shots,
        );
        assert!(
            found.score.high >= 100.0 && found.score.low > 90.0,
            "{:?}",
            found.score
        );
        assert!(
            found.plies.high >= 1.0 && found.plies.low > 0.99,
            "{:?}",
            found.plies
        );
        assert_eq!(found.size, 24, "{:#?}", found.sizes);
        for circuit in &found.circuits {
            assert!(circuit.legal.value >= 1.0, "{}", circuit.name);
            assert!(circuit.fidelity.value > 0.93, "{circuit:?}");
            assert!(
                circuit
                    .contrast
                    .is_none_or(|contrast| contrast.value >= 1.0),
                "{circuit:?}"
            );
        }
    }
}

#[test]
fn random_bits_score_nothing() {
    for seed in 1..4 {
        let mut rng = rng(seed);
        let circuits = Suite::v1().chosen(false);
        let counts: Vec<Counts> = circuits
            .iter()
            .map(|circuit| {
                let width = circuit.circuit().num_clbits();
                let mut counts = Counts::new();
                for _ in 0..1000 {
                    let index = u128::from(rng.random::<u64>()) & ((1 << width) - 1);
                    *counts
                        .entry(Bitstring::from_index(index, width))
                        .or_default() += 1;
                }
                counts
            })
            .collect();
        let found = Analysis::of(Suite::v1(), circuits.iter().copied().zip(&counts));
        assert!(
            found.score.low <= 0.0 && found.score.high < 5.0,
            "{:?}",
            found.score
        );
        assert_eq!(found.size, 0);
        let merge = found
            .circuits
            .iter()
            .find(|circuit| circuit.name == "merge");
        let contrast = merge.and_then(|merge| merge.contrast).unwrap();
        assert!(contrast.low <= 0.0 && contrast.high >= 0.0, "{contrast:?}");
    }
}

#[test]
fn the_score_falls_with_noise() {
    let circuits = Suite::v1().chosen(true);
    let scores = [0.0, 1.0, 4.0, 16.0, 64.0].map(|factor| {
        let noise = Noise::scaled(factor).unwrap();
        analysis(&mut Noisy::new(noise, rng(5)), &circuits, 400)
            .score
            .value
    });
    assert!(scores.is_sorted_by(|a, b| a > b), "{scores:?}");
    assert!(scores[0] > 97.0 && scores[4] < 40.0, "{scores:?}");
}

#[test]
fn the_same_counts_give_the_same_numbers() {
    let circuits = Suite::v1().chosen(true);
    let counts = run(&mut Noisy::new(Noise::typical(), rng(6)), &circuits, 100);
    let analysis = || Analysis::of(Suite::v1(), circuits.iter().copied().zip(&counts));
    assert_eq!(analysis(), analysis());
    // Nor does it matter which other circuits were run, or in which order.
    let reversed = circuits.iter().copied().zip(&counts).rev();
    let reversed = Analysis::of(Suite::v1(), reversed);
    assert_eq!(reversed.score, analysis().score);
    for circuit in &reversed.circuits {
        assert!(analysis().circuits.contains(circuit), "{}", circuit.name);
    }
}

#[test]
fn distances_and_fidelities_are_those_of_their_definitions() {
    let bits = |text: &str| text.parse::<Bitstring>().unwrap();
    let exact = BTreeMap::from([(bits("01"), 0.5), (bits("10"), 0.5)]);
    let counts = Counts::from([(bits("01"), 60), (bits("10"), 20), (bits("11"), 20)]);
    assert!((distance(&counts, &exact) - 0.3).abs() < 1e-12);
    let overlap = 0.3_f64.sqrt() + 0.1_f64.sqrt();
    assert!((fidelity(&counts, &exact) - overlap * overlap).abs() < 1e-12);
    assert_eq!(
        (
            distance(&Counts::new(), &exact),
            fidelity(&Counts::new(), &exact)
        ),
        (1.0, 0.0)
    );
    assert_eq!((signed_root(-4.0), signed_root(9.0)), (-2.0, 3.0));
}

#[test]
fn intervals_shrink_as_shots_do_not_end() {
    let circuits = Suite::v1().chosen(true);
    let width = |factor: u64| {
        let mut counts = run(&mut Noisy::new(Noise::typical(), rng(7)), &circuits, 400);
        for count in counts.iter_mut().flat_map(|counts| counts.values_mut()) {
            *count *= factor;
        }
        let found = Analysis::of(Suite::v1(), circuits.iter().copied().zip(&counts));
        let widths = [found.score, found.measurements, found.sizes[1].fidelity];
        widths.map(|estimate| estimate.high - estimate.low)
    };
    // 400 shots are drawn again as they are, 40,000 by a part of them.
    for (few, many) in width(1).into_iter().zip(width(100)) {
        assert!((few / many / 10.0 - 1.0).abs() < 0.15, "{few} {many}");
    }
}

#[test]
fn intervals_of_distances_hold_the_true_one() {
    let circuits = Suite::v1().chosen(false);
    let (mut held, mut all) = (0, 0);
    for seed in 1..6 {
        let found = analysis(&mut Local::new(Simulator::Auto, rng(seed)), &circuits, 200);
        for circuit in &found.circuits {
            all += 1;
            held += usize::from(circuit.distance.low <= 0.0);
        }
    }
    // Of the exact distribution it is 0.
    assert!(100 * held >= 95 * all, "{held} of {all}");
}
