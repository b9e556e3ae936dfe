//! All that is computed from counts.

use std::collections::BTreeMap;

use cheqqers_circuit::Bitstring;
use serde::{Deserialize, Serialize};

use crate::Estimate;
use crate::resample::{Counts, RESAMPLES, Resamples, deviation, mean};
use crate::suite::{Family, Suite, SuiteCircuit};

/// Least share of legal shots at which a size passes, by the lower end of its interval: of two shots one
/// decides.
pub const MIN_LEGAL_SHARE: f64 = 0.5;

/// Least fidelity of the legal shots at which a size passes.
pub const MIN_FIDELITY: f64 = 0.9;

/// Results of a run.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Analysis {
    /// The score, 0 to 100: see [`Self::of`].
    pub score: Estimate,
    /// Largest number of qubits up to which all sizes of the suite pass; 0 if none does.
    pub size: usize,
    /// Share of the measurements of whole games at level 3 that noise leaves undisturbed, as the
    /// circuits predict it.
    pub measurements: Estimate,
    /// The same of plies, most of which measure nothing.
    pub plies: Estimate,
    /// Each size.
    pub sizes: Vec<SizeResult>,
    /// Each circuit that was run.
    pub circuits: Vec<CircuitResult>,
}

/// Results of the circuits of one size.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct SizeResult {
    /// Number of qubits.
    pub qubits: usize,
    /// Share of legal shots, of all circuits together.
    pub legal: Estimate,
    /// Mean fidelity of their legal shots.
    pub legal_fidelity: Estimate,
    /// Mean fidelity of all shots.
    pub fidelity: Estimate,
    /// Legal share and fidelity of legal shots pass the thresholds.
    pub passes: bool,
}

/// Results of a circuit.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct CircuitResult {
    /// Name of the circuit.
    pub name: String,
    /// Number of shots.
    pub shots: u64,
    /// Share of shots with bits that can occur without noise.
    pub legal: Estimate,
    /// Hellinger fidelity of the shots to the exact distribution: the square of the sum of √(p q).
    pub fidelity: Estimate,
    /// The same of the legal shots alone.
    pub legal_fidelity: Estimate,
    /// Total variation distance of the shots to the exact distribution.
    pub distance: Estimate,
    /// Share of shots that noise leaves undisturbed: the legal share times 1 minus the total variation distance of
    /// the legal shots.
    pub undisturbed: Estimate,
    /// Contrast of the bit that interference decides: 1 where it is always as it must be, 0 where parts interfere no more
    /// than two pieces would.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub contrast: Option<Estimate>,
}

/// Positions of the functions that are resampled.
const FIDELITY: usize = 0;
const LEGAL_FIDELITY: usize = 1;
const DISTANCE: usize = 2;
const SQUARED_DISTANCE: usize = 3;
const SQUARED_LEGAL_DISTANCE: usize = 4;
const UNDISTURBED: usize = 5;
const NUM_FUNCTIONS: usize = 6;

/// A circuit with its counts, as analysed.
struct Analysed<'a> {
    circuit: &'a SuiteCircuit,
    legal: u64,
    result: CircuitResult,
    /// Share of undisturbed shots, which may be a little above 1: few shots err to either side.
    undisturbed: f64,
    resamples: Resamples,
}

impl Analysis {
    /// Computes everything from the counts of circuits of a suite. The same counts give the same numbers.
    ///
    /// The score is the mean, over the circuits that games measure, of the share of undisturbed shots beyond that of uniformly
    /// random bits, in percent of what is possible: 100 without noise, 0 for random bits. Each circuit counts as
    /// often as games at level 3 measure its size, and one of its kind among those of its size.
    ///
    /// Fidelities and distances are corrected for the bias of few shots: the bias is what drawing again from the shots
    /// adds once more. Of the distance of legal shots, whose square the bias adds to, it is taken from the square.
    pub fn of<'a>(
        suite: &'a Suite,
        counts: impl IntoIterator<Item = (&'a SuiteCircuit, &'a Counts)>,
    ) -> Self {
        let analysed: Vec<Analysed<'_>> = counts
            .into_iter()
            .map(|(circuit, counts)| {
                let place = suite
                    .circuits
                    .iter()
                    .position(|other| other.name == circuit.name);
                Analysed::new(circuit, counts, place.unwrap_or(0) as u64)
            })
            .collect();
        let weights = weights(suite, &analysed);
        let weighted = |share: &dyn Fn(&Analysed<'_>) -> f64| {
            let terms = analysed.iter().zip(&weights);
            terms
                .map(|(analysed, weight)| weight * share(analysed))
                .sum::<f64>()
        };
        let score = weighted(&|analysed| analysed.beyond_chance(analysed.undisturbed));
        let measurements = weighted(&|analysed| analysed.undisturbed);
        let resampled = |share: &dyn Fn(&Analysed<'_>, usize) -> f64| {
            let values: Vec<f64> = (0..RESAMPLES)
                .map(|k| weighted(&|analysed| share(analysed, k)))
                .collect();
            deviation(&values)
        };
        let raw = |analysed: &Analysed<'_>, k: usize| analysed.resamples.values[UNDISTURBED][k];
        let score_deviation = resampled(&|analysed, k| analysed.beyond_chance(raw(analysed, k)));
        let deviation = resampled(&|analysed, k| raw(analysed, k));
        let measurements = Estimate::resampled(measurements, deviation, (0.0, 1.0));
        let measured: u64 = suite.measured.values().sum();
        let measured = measured as f64 / suite.plies as f64;
        let sizes = sizes(&analysed);
        let passed = sizes.iter().take_while(|size| size.passes);
        Self {
            score: Estimate::resampled(100.0 * score, 100.0 * score_deviation, (0.0, 100.0)),
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

/// The weight of each circuit in the score; they sum to 1, if any circuit counts.
fn weights(suite: &Suite, analysed: &[Analysed<'_>]) -> Vec<f64> {
    let mut uses: BTreeMap<usize, u64> = BTreeMap::new();
    for Analysed { circuit, .. } in analysed {
        if let Some(number) = circuit.uses {
            *uses.entry(circuit.qubits).or_default() += number;
        }
    }
    let measured = |size: &usize| suite.measured.get(size).copied().unwrap_or(0);
    let all: u64 = uses.keys().map(measured).sum();
    let weight = |Analysed { circuit, .. }: &Analysed<'_>| {
        let Some(number) = circuit.uses else {
            return 0.0;
        };
        let of_size = measured(&circuit.qubits) as f64 / all as f64;
        of_size * number as f64 / uses[&circuit.qubits] as f64
    };
    analysed.iter().map(weight).collect()
}

/// The sizes of which a circuit was run, the smallest first.
fn sizes(analysed: &[Analysed<'_>]) -> Vec<SizeResult> {
    let mut by_size: BTreeMap<usize, Vec<&Analysed<'_>>> = BTreeMap::new();
    for analysed in analysed {
        if analysed.circuit.family == Family::Size {
            let of_size = by_size.entry(analysed.circuit.qubits).or_default();
            of_size.push(analysed);
        }
    }
    let size = |(qubits, of_size): (usize, Vec<&Analysed<'_>>)| {
        let legal = of_size.iter().map(|analysed| analysed.legal).sum();
        let legal = Estimate::share(
            legal,
            of_size.iter().map(|analysed| analysed.result.shots).sum(),
        );
        let number = of_size.len() as f64;
        let averaged = |value: fn(&CircuitResult) -> f64, function: usize| {
            let values: Vec<f64> = of_size
                .iter()
                .map(|analysed| value(&analysed.result))
                .collect();
            let deviations = of_size
                .iter()
                .map(|analysed| analysed.resamples.deviation(function));
            let squares: f64 = deviations.map(|deviation| deviation * deviation).sum();
            Estimate::resampled(mean(&values), squares.sqrt() / number, (0.0, 1.0))
        };
        let legal_fidelity = averaged(|result| result.legal_fidelity.value, LEGAL_FIDELITY);
        SizeResult {
            qubits,
            legal,
            legal_fidelity,
            fidelity: averaged(|result| result.fidelity.value, FIDELITY),
            passes: legal.low >= MIN_LEGAL_SHARE && legal_fidelity.value >= MIN_FIDELITY,
        }
    };
    by_size.into_iter().map(size).collect()
}

/// Share of the shots of a circuit with this exact distribution that noise leaves undisturbed, as
/// [`CircuitResult::undisturbed`]; few shots err to either side, so that it may be a little above 1.
pub fn undisturbed_share(exact: &BTreeMap<Bitstring, f64>, counts: &Counts) -> f64 {
    Statistics::new(exact, counts, 0).undisturbed()
}

/// What the counts of one circuit tell.
struct Statistics {
    shots: u64,
    legal: u64,
    values: [f64; NUM_FUNCTIONS],
    resamples: Resamples,
}

impl Statistics {
    fn new(exact: &BTreeMap<Bitstring, f64>, counts: &Counts, stream: u64) -> Self {
        let legal = |counts: &Counts| -> Counts {
            let legal = counts.iter().filter(|(bits, _)| exact.contains_key(bits));
            legal.map(|(&bits, &count)| (bits, count)).collect()
        };
        let functions = |counts: &Counts| {
            let accepted = legal(counts);
            let share = total(&accepted) / total(counts).max(1.0);
            let (distance, legal_distance) = (distance(counts, exact), distance(&accepted, exact));
            [
                fidelity(counts, exact),
                fidelity(&accepted, exact),
                distance,
                distance * distance,
                legal_distance * legal_distance,
                share * (1.0 - legal_distance),
            ]
        };
        Self {
            shots: counts.values().sum(),
            legal: legal(counts).values().sum(),
            values: functions(counts),
            resamples: Resamples::of(counts, stream, functions),
        }
    }

    /// The value of a function without the bias of few shots.
    fn unbiased(&self, function: usize) -> f64 {
        self.values[function] - self.resamples.bias(function, self.values[function])
    }

    /// A value, with the deviation of a function.
    fn estimate(&self, value: f64, function: usize) -> Estimate {
        Estimate::resampled(value, self.resamples.deviation(function), (0.0, 1.0))
    }

    fn undisturbed(&self) -> f64 {
        let legal = self.legal as f64 / (self.shots as f64).max(1.0);
        legal * (1.0 - signed_root(self.unbiased(SQUARED_LEGAL_DISTANCE)))
    }
}

impl<'a> Analysed<'a> {
    fn new(circuit: &'a SuiteCircuit, counts: &Counts, stream: u64) -> Self {
        let found = Statistics::new(circuit.exact(), counts, stream);
        let contrast = circuit.interference.map(|interference| {
            let ones = counts
                .iter()
                .filter(|(bits, _)| bits.bit(interference.clbit));
            let ones = Estimate::share(ones.map(|(_, count)| count).sum(), found.shots);
            ones.mapped(|share| 1.0 - share / interference.incoherent)
        });
        let distance = signed_root(found.unbiased(SQUARED_DISTANCE));
        let result = CircuitResult {
            name: circuit.name.clone(),
            shots: found.shots,
            legal: Estimate::share(found.legal, found.shots),
            fidelity: found.estimate(found.unbiased(FIDELITY), FIDELITY),
            legal_fidelity: found.estimate(found.unbiased(LEGAL_FIDELITY), LEGAL_FIDELITY),
            distance: found.estimate(distance, DISTANCE),
            undisturbed: found.estimate(found.undisturbed(), UNDISTURBED),
            contrast,
        };
        Self {
            circuit,
            legal: found.legal,
            undisturbed: found.undisturbed(),
            resamples: found.resamples,
            result,
        }
    }

    /// A share of undisturbed shots, from 0 for uniformly random bits to 1.
    fn beyond_chance(&self, share: f64) -> f64 {
        let exact = self.circuit.exact();
        let all = self.circuit.circuit().num_clbits();
        let legal = exact.len() as f64;
        let uniform = 1.0 / legal;
        let distance: f64 = exact.values().map(|p| (p - uniform).abs()).sum::<f64>() / 2.0;
        let bits = i32::try_from(all).unwrap_or(i32::MAX);
        let by_chance = legal * 0.5_f64.powi(bits) * (1.0 - distance);
        (share - by_chance) / (1.0 - by_chance)
    }
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
    // What the counts lack beside what they have too much: both are the distance.
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
