//! Scores of the benchmark on simulated devices by where circuits are placed, and by readout mitigation.

use std::collections::BTreeMap;

use cheqqers_backend::{Run, run_placed};
use cheqqers_benchmark::{Analysis, Suite};
use cheqqers_circuit::{Bitstring, Circuit, Qubit};
use cheqqers_native::{Device, Edge, PhysicalQubit, lower_to, place};
use cheqqers_players::{Stream, game_seed, generator};
use nalgebra::{DMatrix, DVector};

use crate::{Settings, Table};

/// Results of a device with circuits placed in one way.
pub(crate) struct PlacedScores {
    device: &'static str,
    /// The calibration was looked at for the placement.
    by_calibration: bool,
    measured: Analysis,
    /// The same of the counts after readout mitigation.
    mitigated: Analysis,
}

/// Runs the circuits that the score is of on each of the built-in devices.
pub(crate) fn placed_scores(shots: u64, seed: u64) -> Vec<PlacedScores> {
    let devices = Device::presets().into_iter();
    let ways = devices.flat_map(|name| [true, false].map(|by_calibration| (name, by_calibration)));
    ways.map(|(name, by_calibration)| scores(name, by_calibration, shots, seed))
        .collect()
}

fn scores(name: &'static str, by_calibration: bool, shots: u64, seed: u64) -> PlacedScores {
    let device = Device::preset(name).expect("its name is that of a preset");
    let known = if by_calibration {
        device.clone()
    } else {
        uncalibrated(&device)
    };
    let suite = Suite::v1();
    let circuits = suite.scored();
    let (mut measured, mut mitigated) = (Vec::new(), Vec::new());
    for (circuit, number) in circuits.iter().zip(0..) {
        let placed = place(circuit.circuit(), &known).expect("circuits of games fit on it");
        let native = lower_to(&placed.circuit, device.basis());
        let mut rng = generator(game_seed(seed, number), Stream::Measurements);
        let shots = usize::try_from(shots).unwrap_or(usize::MAX);
        let found = run_placed(&native, &device, shots, &mut rng);
        let counts = Run::from(found.expect("circuits of games are small enough")).counts();
        mitigated.push(without_misreading(
            &counts,
            &readout_errors(&native, &device),
        ));
        measured.push(counts);
    }
    let analysis = |counts: &[BTreeMap<Bitstring, u64>]| {
        Analysis::of(suite, circuits.iter().copied().zip(counts))
    };
    PlacedScores {
        device: name,
        by_calibration,
        measured: analysis(&measured),
        mitigated: analysis(&mitigated),
    }
}

/// A device with the same pairs, whose qubits and pairs are all alike.
fn uncalibrated(device: &Device) -> Device {
    let qubit = PhysicalQubit {
        readout: [0.01; 2],
        sx_error: 1e-3,
        ..PhysicalQubit::PERFECT
    };
    let edges = device.edges().map(|edge| Edge {
        qubits: edge.qubits,
        error: 0.01,
        length: 0.0,
    });
    Device::new(device.name(), vec![qubit; device.num_qubits()], edges)
        .expect("its numbers are in range")
}

/// Probabilities to read 1 where a bit is 0, and 0 where it is 1, of each clbit.
fn readout_errors(circuit: &Circuit, device: &Device) -> Vec<[f64; 2]> {
    let mut measured: Vec<(Qubit, _)> = circuit.measurements().collect();
    measured.sort_by_key(|(_, clbit)| *clbit);
    let qubits = measured.into_iter().map(|(qubit, _)| qubit);
    qubits
        .map(|qubit| device.qubits()[qubit.index()].readout)
        .collect()
}

/// The counts of bit strings before they were misread: the matrix of misreading is inverted on the
/// bit strings that were read, and what is below 0 left out.
///
/// Source: Nation, Kang, Sundaresan and Gambetta, "Scalable Mitigation of Measurement Errors on Quantum Computers", 2021.
fn without_misreading(
    counts: &BTreeMap<Bitstring, u64>,
    errors: &[[f64; 2]],
) -> BTreeMap<Bitstring, u64> {
    let strings: Vec<Bitstring> = counts.keys().copied().collect();
    let misread = |read: Bitstring, written: Bitstring| {
        let bits = read.iter().zip(written.iter()).zip(errors);
        let factors = bits.map(|((read, written), error)| {
            let wrong = error[usize::from(written)];
            if read == written { 1.0 - wrong } else { wrong }
        });
        factors.product::<f64>()
    };
    let number = strings.len();
    let mut matrix = DMatrix::from_fn(number, number, |row, column| {
        misread(strings[row], strings[column])
    });
    for mut column in matrix.column_iter_mut() {
        let sum = column.sum();
        column /= sum;
    }
    let read = DVector::from_iterator(number, counts.values().map(|&count| count as f64));
    let written = matrix.lu().solve(&read).unwrap_or(read);
    let total: f64 = written.iter().map(|count| count.max(0.0)).sum();
    let scale = counts.values().sum::<u64>() as f64 / total;
    let scaled = written.iter().map(|count| (count.max(0.0) * scale).round());
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "from 0 to the number of shots"
    )]
    let scaled = scaled.map(|count| count as u64);
    strings
        .into_iter()
        .zip(scaled)
        .filter(|(_, count)| *count > 0)
        .collect()
}

/// Rows by device, placement, mitigation and number of qubits.
pub(crate) fn placement_table(settings: &Settings, scores: &[PlacedScores]) -> Table {
    let rows: Vec<_> = scores
        .iter()
        .flat_map(|scores| {
            let both = [(false, &scores.measured), (true, &scores.mitigated)];
            both.into_iter().flat_map(move |(mitigated, analysis)| {
                let sizes = analysis.sizes.iter();
                sizes.map(move |size| (scores, mitigated, analysis, size))
            })
        })
        .collect();
    let words = |yes: &'static str, no: &'static str, is: bool| if is { yes } else { no };
    Table::new(settings, rows.len())
        .words(
            "device",
            rows.iter().map(|(scores, ..)| scores.device.to_owned()),
        )
        .words(
            "placement",
            rows.iter().map(|(scores, ..)| {
                words("calibration", "edges", scores.by_calibration).to_owned()
            }),
        )
        .words(
            "readout",
            rows.iter()
                .map(|(_, mitigated, ..)| words("mitigated", "measured", *mitigated).to_owned()),
        )
        .integers("qubits", rows.iter().map(|(.., size)| size.qubits as u64))
        .numbers(
            "score",
            rows.iter()
                .map(|(_, _, analysis, _)| Some(analysis.score.value)),
        )
        .numbers(
            "legal",
            rows.iter().map(|(.., size)| Some(size.legal.value)),
        )
        .numbers(
            "fidelity",
            rows.iter().map(|(.., size)| Some(size.fidelity.value)),
        )
        .numbers(
            "legal_fidelity",
            rows.iter()
                .map(|(.., size)| Some(size.legal_fidelity.value)),
        )
}

/// A line for each device and placement.
pub(crate) fn placement_summary(scores: &[PlacedScores]) -> String {
    let line = |scores: &PlacedScores| {
        let by = if scores.by_calibration {
            "calibration"
        } else {
            "edges alone"
        };
        format!(
            "{:<18}placed by {by:<12}score {:5.1}  after readout mitigation {:5.1}  fidelity of legal shots {:.3}, {:.3}\n",
            format!("noisy:{}", scores.device),
            scores.measured.score.value,
            scores.mitigated.score.value,
            mean_legal_fidelity(&scores.measured),
            mean_legal_fidelity(&scores.mitigated),
        )
    };
    scores.iter().map(line).collect()
}

/// Mean over the sizes.
fn mean_legal_fidelity(analysis: &Analysis) -> f64 {
    let sum: f64 = analysis
        .sizes
        .iter()
        .map(|size| size.legal_fidelity.value)
        .sum();
    sum / analysis.sizes.len() as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn misread_bits_are_put_right() {
        // Of 3/4 that read 10 and 1/4 that read 01, each bit misread by itself.
        let errors = [[0.1, 0.2], [0.05, 0.15]];
        let exact = [("10", 0.75), ("01", 0.25)];
        let probability = |read: &str| -> f64 {
            let of = |written: &str| -> f64 {
                let bits = read.chars().zip(written.chars()).zip(errors);
                bits.map(|((read, written), [one, zero])| match (read, written) {
                    ('1', '0') => one,
                    ('0', '0') => 1.0 - one,
                    ('0', _) => zero,
                    _ => 1.0 - zero,
                })
                .product()
            };
            exact
                .iter()
                .map(|(written, share)| share * of(written))
                .sum()
        };
        let counts = ["00", "01", "10", "11"].map(|read| {
            #[expect(
                clippy::cast_possible_truncation,
                clippy::cast_sign_loss,
                reason = "a count"
            )]
            let count = (1e9 * probability(read)).round() as u64;
            (read.parse().unwrap(), count)
        });
        let found = without_misreading(&counts.into(), &errors);
        for (bits, share) in [("10", 750_000_000), ("01", 250_000_000)] {
            let found = found.get(&bits.parse().unwrap()).copied();
            assert!(found.unwrap_or(0).abs_diff(share) < 10, "{bits}: {found:?}");
        }
        assert!(found.values().sum::<u64>().abs_diff(1_000_000_000) < 10);
    }

    #[test]
    fn calibration_and_mitigation_raise_the_score() {
        let [calibrated, edges] =
            [true, false].map(|by_calibration| scores("torino", by_calibration, 200, 3));
        let score = |analysis: &Analysis| analysis.score.value;
        assert!(score(&calibrated.measured) > score(&edges.measured) + 10.0);
        for scores in [&calibrated, &edges] {
            assert!(score(&scores.mitigated) > score(&scores.measured));
        }
    }
}
