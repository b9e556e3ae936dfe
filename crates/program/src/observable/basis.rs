use std::collections::BTreeMap;

use cheqqers_circuit::{Bitstring, Circuit, Clbit, Qubit};

use super::pauli::{Pauli, PauliString};
use super::sum::Observable;

/// Strings of an observable that commute qubit by qubit, so that one circuit measures all of them: on
/// each qubit all have the same operator, or none.
#[derive(Clone, PartialEq, Debug)]
pub struct MeasurementBasis {
    /// The operator measured on each qubit.
    operators: PauliString,
    terms: Vec<(PauliString, f64)>,
}

/// Value of an observable found from shots.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Estimate {
    /// Mean over the shots.
    pub value: f64,
    /// Standard error of the mean; not a number where a basis has fewer than two shots.
    pub standard_error: f64,
}

impl Observable {
    /// The bases to measure it in, as few as are found by putting each string, those with large
    /// coefficients first, into the first basis that has room for it.
    pub fn bases(&self) -> Vec<MeasurementBasis> {
        let mut terms: Vec<_> = self.terms().to_vec();
        terms.retain(|(string, _)| !string.is_identity());
        // A stable sort, so that equal ones keep their order.
        terms.sort_by(|a, b| b.1.abs().total_cmp(&a.1.abs()));
        let mut bases: Vec<MeasurementBasis> = Vec::new();
        for term in terms {
            let found = bases
                .iter_mut()
                .find(|basis| basis.operators.commutes_qubit_wise(&term.0));
            if let Some(basis) = found {
                basis.operators = basis.operators.union(&term.0);
                basis.terms.push(term);
            } else {
                bases.push(MeasurementBasis {
                    operators: term.0,
                    terms: vec![term],
                });
            }
        }
        bases
    }

    /// Its value by the counts of the circuits that [`MeasurementBasis::circuit`] makes for each of its
    /// [bases](Self::bases), in their order.
    ///
    /// # Panics
    /// Panics if there are not as many counts as bases, or a bitstring has another length than its basis.
    pub fn estimate(&self, counts: &[BTreeMap<Bitstring, u64>]) -> Estimate {
        let bases = self.bases();
        assert_eq!(bases.len(), counts.len(), "counts for each basis");
        let constant = self
            .terms()
            .iter()
            .filter(|(string, _)| string.is_identity());
        let constant: f64 = constant.map(|(_, coefficient)| coefficient).sum();
        let (value, variance) =
            bases
                .iter()
                .zip(counts)
                .fold((constant, 0.0), |(value, variance), (basis, counts)| {
                    let (mean, of_mean) = basis.mean(counts);
                    (value + mean, variance + of_mean)
                });
        Estimate {
            value,
            standard_error: variance.sqrt(),
        }
    }
}

impl MeasurementBasis {
    /// The operator that is measured on each qubit.
    pub fn operators(&self) -> PauliString {
        self.operators
    }

    /// The gates of a circuit, without its measurements, and then a measurement of each operator of the
    /// basis, in order of the qubits: 0 is its value 1, and 1 its value -1.
    ///
    /// # Panics
    /// Panics if the circuit has fewer qubits than the basis.
    pub fn circuit(&self, circuit: &Circuit) -> Circuit {
        let factors: Vec<(Qubit, Pauli)> = self.operators.factors().collect();
        let mut measured = Circuit::new(circuit.num_qubits(), factors.len());
        for (gate, qubits) in circuit.gates() {
            let pushed = measured.push(gate, qubits);
            pushed.expect("a gate of a circuit of as many qubits");
        }
        for (&(qubit, pauli), clbit) in factors.iter().zip((0..).map(Clbit)) {
            for &gate in pauli.basis_change() {
                let pushed = measured.push(gate, &[qubit]);
                pushed.expect("the circuit has the qubits of the basis");
            }
            let pushed = measured.measure(qubit, clbit);
            pushed.expect("the circuit has the qubits of the basis");
        }
        measured
    }

    /// The mean of the values of its strings, and the variance of that mean.
    fn mean(&self, counts: &BTreeMap<Bitstring, u64>) -> (f64, f64) {
        let factors: Vec<(Qubit, Pauli)> = self.operators.factors().collect();
        // Bits of the outcome that each string reads.
        let masks: Vec<(u128, f64)> = self
            .terms
            .iter()
            .map(|(string, coefficient)| {
                let places = factors.iter().enumerate();
                let read = places.filter(|(_, (qubit, _))| string.factor(*qubit).is_some());
                let mask = read.fold(0, |mask, (place, _)| mask | 1 << place);
                (mask, *coefficient)
            })
            .collect();
        let value = |bits: Bitstring| -> f64 {
            assert_eq!(bits.len(), factors.len(), "the bits of the basis");
            let signed = masks.iter().map(|(mask, coefficient)| {
                let is_odd = (bits.index() & mask).count_ones() % 2 == 1;
                if is_odd { -coefficient } else { *coefficient }
            });
            signed.sum()
        };
        let shots = counts.values().sum::<u64>() as f64;
        let values = || {
            counts
                .iter()
                .map(|(&bits, &count)| (value(bits), count as f64))
        };
        let mean = values().map(|(value, count)| value * count).sum::<f64>() / shots;
        let deviations: f64 = values()
            .map(|(value, count)| (value - mean).powi(2) * count)
            .sum();
        (mean, deviations / (shots - 1.0) / shots)
    }
}
