//! The chances of legal bits when every bit is flipped now and then: exact ones, and those of shots.

use std::collections::BTreeMap;

use cheqqers_backend::{Backend, Job, Noise, Noisy};
use cheqqers_checkers::Position;
use cheqqers_circuit::{Bitstring, Optimization};
use cheqqers_game::{Encoding, Pending, Verdict};
use cheqqers_measure::MeasurerKind;
use cheqqers_players::{Stream, generator};
use cheqqers_testkit::counts::{assert_follow, is_plausible};

use crate::noise::measurements;

const SHOTS: usize = if cfg!(feature = "slow-tests") {
    1_000_000
} else {
    100_000
};

/// What becomes of legal bits when each is flipped by itself with some probability.
struct Conditional {
    /// The probabilities without flips.
    ideal: Vec<f64>,
    /// Those with flips, given that the bits are legal.
    noisy: Vec<(Bitstring, f64)>,
    /// The probability that they are.
    acceptance: f64,
}

impl Conditional {
    /// Exactly: from each legal bitstring to each, by the number of bits that differ.
    fn of(pending: &Pending<Position>, flip: f64) -> Self {
        let outcomes: Vec<(Bitstring, f64)> = pending.outcomes().collect();
        let arrive = |to: Bitstring| -> f64 {
            let ways = outcomes.iter().map(|&(from, probability)| {
                let flips = (from.index() ^ to.index()).count_ones();
                let others = u32::try_from(to.len()).unwrap() - flips;
                probability
                    * flip.powi(flips.cast_signed())
                    * (1.0 - flip).powi(others.cast_signed())
            });
            ways.sum()
        };
        let arrived: Vec<f64> = outcomes.iter().map(|&(bits, _)| arrive(bits)).collect();
        let acceptance: f64 = arrived.iter().sum();
        let given = |(&(bits, _), probability): (_, &f64)| (bits, probability / acceptance);
        Self {
            noisy: outcomes.iter().zip(&arrived).map(given).collect(),
            ideal: outcomes
                .iter()
                .map(|&(_, probability)| probability)
                .collect(),
            acceptance,
        }
    }

    /// The total variation distance from what it would be without noise.
    fn distance(&self) -> f64 {
        let differences = self.noisy.iter().zip(&self.ideal);
        differences
            .map(|((_, noisy), ideal)| (noisy - ideal).abs())
            .sum::<f64>()
            / 2.0
    }
}

/// How much noise is too much, in standard deviations: one run in 10⁹ is further off.
const SIGMAS: f64 = 6.0;

/// Whether counts follow a distribution: Pearson's chi-square.
///
/// Source of the bound: Wilson and Hilferty, The distribution of chi-square, PNAS 17, 684 (1931).
fn follow(
    counts: &BTreeMap<Bitstring, u32>,
    exact: impl Iterator<Item = (Bitstring, f64)>,
) -> bool {
    let total: f64 = counts.values().copied().map(f64::from).sum();
    let (mut chi_square, mut classes): (f64, f64) = (0.0, 0.0);
    for (bits, probability) in exact {
        let expected = probability * total;
        assert!(expected > 10.0, "{bits} is too rare for the test");
        let count = counts.get(&bits).copied().map_or(0.0, f64::from);
        chi_square += (count - expected).powi(2) / expected;
        classes += 1.0;
    }
    let spread: f64 = 2.0 / (9.0 * (classes - 1.0));
    chi_square < (classes - 1.0) * (1.0 - spread + SIGMAS * spread.sqrt()).powi(3)
}

/// A measurement of which one legal bitstring is one flip away from another.
fn close_by() -> Pending<Position> {
    let is_close = |pending: &Pending<Position>| Conditional::of(pending, 0.05).distance() > 0.02;
    measurements(300).find(is_close).unwrap()
}

#[test]
fn legal_shots_follow_the_exact_chances_under_flips() {
    let split_twice =
        |pending: &Pending<Position>| pending.slots().len() == 3 && pending.outcomes().count() == 3;
    let split_twice = measurements(300).find(split_twice).unwrap();
    for (name, pending) in [("split twice", split_twice), ("close by", close_by())] {
        for flip in [0.01, 0.05] {
            let exact = Conditional::of(&pending, flip);
            let rng = generator(17, Stream::Measurements);
            let mut backend = Noisy::new(Noise::bit_flip(flip).unwrap(), rng);
            let circuits = pending.circuits(Encoding::Minimal).unwrap();
            let [circuit] = &circuits[..] else {
                panic!("one component");
            };
            let job = Job::new(std::slice::from_ref(circuit), SHOTS);
            let runs = backend.run(&job.optimized(Optimization::Gates)).unwrap();
            let judge = pending.judge();
            let mut counts: BTreeMap<Bitstring, u32> = BTreeMap::new();
            for &bits in &runs[0].shots {
                if judge.verdict(bits) == Some(Verdict::Accepted) {
                    *counts.entry(bits).or_default() += 1;
                }
            }
            let accepted = counts.values().sum::<u32>() as usize;
            let what = format!("{name} at {flip}: {counts:?} of {:?}", exact.noisy);
            assert!(is_plausible(accepted, SHOTS, exact.acceptance), "{what}");
            assert!(follow(&counts, exact.noisy.iter().copied()), "{what}");
            // The test would tell them from those without noise where these are far enough.
            if exact.distance() > 0.02 {
                assert!(!follow(&counts, pending.outcomes()), "{what}");
            }
        }
    }
}

#[test]
fn the_measurer_gives_the_same_chances() {
    let pending = close_by();
    let noise = Noise::bit_flip(0.05).unwrap();
    let rng = generator(23, Stream::Measurements);
    let mut measurer = MeasurerKind::Noisy(noise).measurer(rng, Encoding::Minimal);
    let bits = (0..SHOTS / 50).map(|_| measurer.bits(&pending).unwrap());
    assert_follow(bits, Conditional::of(&pending, 0.05).noisy);
}

/// The figures that the README gives.
#[test]
fn legal_shots_are_close_to_those_without_noise() {
    for (flip, most_mean, most_of_99, most, fewest) in [
        (0.01, 3e-5, 3e-4, 0.007, 0.89),
        (0.05, 6e-4, 8e-3, 0.036, 0.57),
    ] {
        let all = measurements(300).map(|pending| Conditional::of(&pending, flip));
        let (mut distances, acceptance): (Vec<f64>, Vec<f64>) = all
            .map(|exact| (exact.distance(), exact.acceptance))
            .unzip();
        distances.sort_by(f64::total_cmp);
        let number = distances.len();
        assert!(number > 2000);
        assert!(distances[number / 2] < 1e-12);
        let mean = distances.iter().sum::<f64>() / number as f64;
        assert!(mean < most_mean, "{mean}");
        assert!(distances[number * 99 / 100] < most_of_99);
        assert!(distances[number - 1] < most);
        assert!(acceptance.iter().all(|&accepted| accepted > fewest));
    }
}
