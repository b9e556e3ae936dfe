//! All that is computed from counts.

use std::collections::BTreeMap;

use cheqqers_circuit::Bitstring;
use serde::{Deserialize, Serialize};

use crate::resample::{Counts, Resamples, mean};
use crate::suite::{Family, Suite, SuiteCircuit};
use crate::{BenchmarkError, IntervalEstimate};

/// Least share of legal shots at which a size passes, by the lower end of its interval: of two shots one
/// decides.
pub const MIN_LEGAL_SHARE: f64 = 0.5;

/// Least fidelity of the legal shots at which a size passes.
pub const MIN_FIDELITY: f64 = 0.9;

/// Results of a run.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Analysis {
    /// The score, 0 to 100: see [`Self::of`].
    pub score: IntervalEstimate,
    /// Largest number of qubits up to which all sizes of the suite pass; 0 if none does.
    pub size: usize,
    /// Share of the measurements of whole games at level 3 that noise leaves undisturbed, as the fidelities of
    /// their circuits predict it.
    pub measurements: IntervalEstimate,
    /// The same of plies, most of which measure nothing.
    pub plies: IntervalEstimate,
    /// Numbers of each size, the smallest first.
    pub sizes: Vec<SizeMetrics>,
    /// Numbers of each circuit that was run.
    pub circuits: Vec<CircuitMetrics>,
}

/// Results of the circuits of one size.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct SizeMetrics {
    /// Number of qubits.
    pub qubits: usize,
    /// Share of legal shots, of all circuits together.
    pub legal: IntervalEstimate,
    /// Mean fidelity of their legal shots.
    pub legal_fidelity: IntervalEstimate,
    /// Mean fidelity of all shots.
    pub fidelity: IntervalEstimate,
    /// Legal share and fidelity of legal shots pass the thresholds.
    pub passes: bool,
}

/// Results of a circuit.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct CircuitMetrics {
    /// Name of the circuit.
    pub name: String,
    /// Number of shots.
    pub shots: u64,
    /// Share of shots with bits that can occur without noise.
    pub legal: IntervalEstimate,
    /// Hellinger fidelity of the shots to the exact distribution: the square of the sum of √(p q).
    pub fidelity: IntervalEstimate,
    /// The same of the legal shots alone.
    pub legal_fidelity: IntervalEstimate,
    /// Total variation distance of the shots to the exact distribution.
    pub distance: IntervalEstimate,
    /// Contrast of the bit that interference decides: 1 where it is always as it must be, 0 where parts interfere no more
    /// than two pieces would.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub contrast: Option<IntervalEstimate>,
}

/// Positions of the functions that are resampled.
const FIDELITY: usize = 0;
const LEGAL_FIDELITY: usize = 1;
const SQUARED_DISTANCE: usize = 2;

/// A circuit with its counts, as analysed.
struct CircuitAnalysis<'a> {
    circuit: &'a SuiteCircuit,
    legal: u64,
    result: CircuitMetrics,
    /// Fidelity, which may be a little above 1: few shots err to either side.
    fidelity: f64,
    /// Fidelity of uniformly random bits.
    by_chance: f64,
    resamples: Resamples,
}

impl Analysis {
    /// Computes everything from the counts of circuits of a suite. The same counts give the same numbers.
    ///
    /// The score is the mean, over the circuits that games measure, of the fidelity beyond that of uniformly random bits,
    /// in percent of what is possible: 100 without noise, 0 for random bits. Each circuit counts as often as games at
    /// level 3 measure its size, and one of its kind among those of its size.
    ///
    /// Fidelities and distances are corrected for the bias of few shots: the bias is what drawing again from the shots
    /// adds once more. Of distances, whose square few shots add to, it is taken from the square.
    ///
    /// Source of the normalized fidelity: Lubinski and others, "Application-Oriented Performance Benchmarks for Quantum
    /// Computing", 2021.
    pub fn of<'a>(
        suite: &'a Suite,
        counts: impl IntoIterator<Item = (&'a SuiteCircuit, &'a Counts)>,
    ) -> Self {
        let analysed: Vec<CircuitAnalysis<'_>> = counts
            .into_iter()
            .map(|(circuit, counts)| CircuitAnalysis::new(circuit, counts, suite.place(circuit)))
            .collect();
        let weights = weights(suite, &analysed);
        // Of circuits that count, which a fidelity above that of random bits tells from these.
        let counting = || {
            let all = analysed.iter().zip(&weights);
            all.filter(|&(_, &weight)| weight > 0.0)
        };
        let sum = |term: &dyn Fn(&CircuitAnalysis<'_>) -> f64| {
            let terms = counting().map(|(analysed, weight)| weight * term(analysed));
            terms.sum::<f64>()
        };
        // Circuits are measured independently of each other.
        let deviation = |factor: &dyn Fn(&CircuitAnalysis<'_>) -> f64| {
            let squares = counting().map(|(analysed, weight)| {
                let deviation = analysed.resamples.deviation(FIDELITY);
                (weight * factor(analysed) * deviation).powi(2)
            });
            squares.sum::<f64>().sqrt()
        };
        let score = sum(&|analysed| analysed.normalized(analysed.fidelity));
        let score_deviation = deviation(&|analysed| 1.0 / (1.0 - analysed.by_chance));
        let measurements = sum(&|analysed| analysed.fidelity);
        let measurements =
            IntervalEstimate::resampled(measurements, deviation(&|_| 1.0), (0.0, 1.0));
        let measured: u64 = suite.measured.values().sum();
        let measured = measured as f64 / suite.plies as f64;
        let sizes = sizes(&analysed);
        let passed = sizes.iter().take_while(|size| size.passes);
        Self {
            score: IntervalEstimate::resampled(
                100.0 * score,
                100.0 * score_deviation,
                (0.0, 100.0),
            ),
            size: passed.last().map_or(0, |size| size.qubits),
            measurements,
            plies: measurements.mapped(|share| 1.0 - measured * (1.0 - share)),
            sizes,
            circuits: analysed
                .into_iter()
                .map(|analysed| analysed.result)
                .collect(),
        }
    }
}

impl Analysis {
    /// Computes everything from counts by the names of circuits, however they were measured: of the whole suite, or of its
    /// quick part. In bit strings the first character is clbit 0.
    ///
    /// # Errors
    /// Returns an error if a circuit is missing, is there twice or is none of the suite's, has no shots, or has bit strings
    /// that are not its own.
    pub fn of_counts<N, C, B>(
        suite: &Suite,
        counts: impl IntoIterator<Item = (N, C)>,
    ) -> Result<Self, BenchmarkError>
    where
        N: AsRef<str>,
        C: IntoIterator<Item = (B, u64)>,
        B: AsRef<str>,
    {
        let mut counts = suite.counts(counts)?;
        suite.check_complete(&counts)?;
        counts.sort_by_key(|(circuit, _)| suite.place(circuit));
        let counts = counts.iter().map(|(circuit, counts)| (*circuit, counts));
        Ok(Self::of(suite, counts))
    }
}

/// The weight of each circuit in the score; they sum to 1, if any circuit counts.
fn weights(suite: &Suite, analysed: &[CircuitAnalysis<'_>]) -> Vec<f64> {
    let mut uses: BTreeMap<usize, u64> = BTreeMap::new();
    for CircuitAnalysis { circuit, .. } in analysed {
        if let Some(number) = circuit.uses {
            *uses.entry(circuit.qubits).or_default() += number;
        }
    }
    let measured = |size: &usize| suite.measured.get(size).copied().unwrap_or(0);
    let all: u64 = uses.keys().map(measured).sum();
    let weight = |CircuitAnalysis { circuit, .. }: &CircuitAnalysis<'_>| {
        let Some(number) = circuit.uses else {
            return 0.0;
        };
        let of_size = measured(&circuit.qubits) as f64 / all as f64;
        of_size * number as f64 / uses[&circuit.qubits] as f64
    };
    analysed.iter().map(weight).collect()
}

/// The sizes of which a circuit was run, the smallest first.
fn sizes(analysed: &[CircuitAnalysis<'_>]) -> Vec<SizeMetrics> {
    let mut by_size: BTreeMap<usize, Vec<&CircuitAnalysis<'_>>> = BTreeMap::new();
    for analysed in analysed {
        if analysed.circuit.family == Family::Size {
            let of_size = by_size.entry(analysed.circuit.qubits).or_default();
            of_size.push(analysed);
        }
    }
    let size = |(qubits, of_size): (usize, Vec<&CircuitAnalysis<'_>>)| {
        let legal = of_size.iter().map(|analysed| analysed.legal).sum();
        let legal = IntervalEstimate::share(
            legal,
            of_size.iter().map(|analysed| analysed.result.shots).sum(),
        );
        let number = of_size.len() as f64;
        let averaged = |value: fn(&CircuitMetrics) -> f64, function: usize| {
            let values: Vec<f64> = of_size
                .iter()
                .map(|analysed| value(&analysed.result))
                .collect();
            let deviations = of_size
                .iter()
                .map(|analysed| analysed.resamples.deviation(function));
            let squares: f64 = deviations.map(|deviation| deviation * deviation).sum();
            IntervalEstimate::resampled(mean(&values), squares.sqrt() / number, (0.0, 1.0))
        };
        let legal_fidelity = averaged(|result| result.legal_fidelity.value, LEGAL_FIDELITY);
        SizeMetrics {
            qubits,
            legal,
            legal_fidelity,
            fidelity: averaged(|result| result.fidelity.value, FIDELITY),
            passes: legal.low >= MIN_LEGAL_SHARE && legal_fidelity.value >= MIN_FIDELITY,
        }
    };
    by_size.into_iter().map(size).collect()
}

/// Share of the shots of a circuit with this exact distribution that noise leaves undisturbed: the share of
/// shots with bits that can occur, times 1 minus the total variation distance of these. Few shots err to either side.
pub fn undisturbed_share(exact: &BTreeMap<Bitstring, f64>, counts: &Counts) -> f64 {
    let accepted = legal(counts, exact);
    let squared = |counts: &Counts| {
        let distance = distance(counts, exact);
        [distance * distance]
    };
    let value = squared(&accepted)[0];
    let bias = Resamples::of(&accepted, 0, squared).bias(0, value);
    total(&accepted) / total(counts).max(1.0) * (1.0 - signed_root(value - bias))
}

impl<'a> CircuitAnalysis<'a> {
    fn new(circuit: &'a SuiteCircuit, counts: &Counts, stream: u64) -> Self {
        let exact = circuit.exact();
        let functions = |counts: &Counts| {
            let distance = distance(counts, exact);
            [
                fidelity(counts, exact),
                fidelity(&legal(counts, exact), exact),
                distance * distance,
            ]
        };
        let values = functions(counts);
        let resamples = Resamples::of(counts, stream, functions);
        let unbiased =
            |function: usize| values[function] - resamples.bias(function, values[function]);
        let shots = counts.values().sum();
        let estimate = |value: f64, function: usize| {
            match resamples.deviation(function) {
                // All shots are alike, and what is resampled from them too.
                0.0 if value >= 1.0 => IntervalEstimate::share(shots, shots),
                0.0 if value <= 0.0 => IntervalEstimate::share(0, shots),
                deviation => IntervalEstimate::resampled(value, deviation, (0.0, 1.0)),
            }
        };
        let accepted = legal(counts, exact).values().sum();
        let contrast = circuit.interference.map(|interference| {
            let ones = counts
                .iter()
                .filter(|(bits, _)| bits.bit(interference.clbit));
            let ones = IntervalEstimate::share(ones.map(|(_, count)| count).sum(), shots);
            ones.mapped(|share| 1.0 - share / interference.incoherent)
        });
        let result = CircuitMetrics {
            name: circuit.name.clone(),
            shots,
            legal: IntervalEstimate::share(accepted, shots),
            fidelity: estimate(unbiased(FIDELITY), FIDELITY),
            legal_fidelity: estimate(unbiased(LEGAL_FIDELITY), LEGAL_FIDELITY),
            distance: estimate(unbiased(SQUARED_DISTANCE), SQUARED_DISTANCE).mapped(f64::sqrt),
            contrast,
        };
        Self {
            circuit,
            legal: accepted,
            fidelity: unbiased(FIDELITY),
            by_chance: by_chance(circuit),
            resamples,
            result,
        }
    }

    /// A fidelity, from 0 for uniformly random bits to 1.
    fn normalized(&self, fidelity: f64) -> f64 {
        (fidelity - self.by_chance) / (1.0 - self.by_chance)
    }
}

/// Hellinger fidelity of uniformly random bits to the distribution of a circuit.
fn by_chance(circuit: &SuiteCircuit) -> f64 {
    let overlap: f64 = circuit.exact().values().map(|p| p.sqrt()).sum();
    let bits = i32::try_from(circuit.circuit().num_clbits()).unwrap_or(i32::MAX);
    overlap * overlap * 0.5_f64.powi(bits)
}

/// The counts of bit strings that can occur.
fn legal(counts: &Counts, exact: &BTreeMap<Bitstring, f64>) -> Counts {
    let legal = counts.iter().filter(|(bits, _)| exact.contains_key(bits));
    legal.map(|(&bits, &count)| (bits, count)).collect()
}

fn total(counts: &Counts) -> f64 {
    counts.values().sum::<u64>() as f64
}

/// Total variation distance of counts to a distribution; 1 of no counts.
fn distance(counts: &Counts, exact: &BTreeMap<Bitstring, f64>) -> f64 {
    let total = total(counts);
    if total == 0.0 {
        return 1.0;
    }
    // Counts lack as much of some bit strings as they have too much of others: either is the distance.
    let lacks = exact.iter().map(|(bits, p)| {
        let share = counts.get(bits).map_or(0.0, |&count| count as f64 / total);
        (p - share).max(0.0)
    });
    lacks.sum()
}

/// Hellinger fidelity of counts to a distribution; 0 of no counts.
fn fidelity(counts: &Counts, exact: &BTreeMap<Bitstring, f64>) -> f64 {
    let total = total(counts).max(1.0);
    let overlaps = counts.iter().map(|(bits, &count)| {
        let p = exact.get(bits).copied().unwrap_or(0.0);
        (p * count as f64 / total).sqrt()
    });
    let overlap: f64 = overlaps.sum();
    overlap * overlap
}

/// The root of the absolute value, with the sign.
fn signed_root(value: f64) -> f64 {
    value.abs().sqrt().copysign(value)
}

#[cfg(test)]
mod tests;
