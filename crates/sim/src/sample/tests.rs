use std::collections::BTreeMap;

use cheqqers_circuit::{Gate, Qubit};
use num_complex::Complex64;

use super::*;
use crate::reference::{dense_of, readout_of, rng, some_state, sparse_of};

const SHOTS: usize = 100_000;

/// Counts stay within 6 sigma of the binomial; what has probability zero has no shot.
fn assert_fair(shots: &[Bitstring], expected: &[(Bitstring, f64)]) {
    let mut counts: BTreeMap<Bitstring, usize> = BTreeMap::new();
    for &shot in shots {
        *counts.entry(shot).or_default() += 1;
    }
    for &(bits, probability) in expected {
        let count = counts.remove(&bits).unwrap_or(0) as f64;
        let mean = probability * shots.len() as f64;
        let sigma = (mean * (1.0 - probability)).max(0.0).sqrt();
        assert!(
            (count - mean).abs() <= 6.0 * sigma + 1e-6,
            "{bits}: {count} shots, not {mean} within {sigma}"
        );
    }
    assert!(counts.is_empty(), "shots that can't be: {counts:?}");
}

#[test]
fn shots_follow_the_probabilities() {
    let amplitudes = some_state(5, 3, &mut rng(30));
    let (dense, sparse) = (dense_of(&amplitudes), sparse_of(&amplitudes));
    for list in [&[0, 1, 2, 3, 4][..], &[4, 0], &[2]] {
        let readout = readout_of(list);
        let expected = dense.marginal(&readout);
        assert_fair(&dense.shots(&readout, SHOTS, &mut rng(31)), &expected);
        assert_fair(&sparse.shots(&readout, SHOTS, &mut rng(32)), &expected);
    }
}

#[test]
fn counts_are_those_of_the_shots() {
    // Few states, and more than are looked up one by one.
    for num_qubits in [6, 13] {
        let amplitudes = some_state(num_qubits, 1, &mut rng(40));
        let (dense, sparse) = (dense_of(&amplitudes), sparse_of(&amplitudes));
        assert_eq!(sparse.len() > FEW, num_qubits == 13);
        for readout in [Readout::of_all(6).unwrap(), readout_of(&[4, 0])] {
            for shots in [0, 1, 500, PARALLEL_FROM] {
                let counted = |shots: Vec<Bitstring>| {
                    let mut counts: BTreeMap<Bitstring, u64> = BTreeMap::new();
                    for bits in shots {
                        *counts.entry(bits).or_default() += 1;
                    }
                    counts.into_iter().collect::<Vec<_>>()
                };
                let expected = counted(dense.shots(&readout, shots, &mut rng(41)));
                assert!(dense.counts(&readout, shots, &mut rng(41)) == expected);
                let expected = counted(sparse.shots(&readout, shots, &mut rng(42)));
                assert!(sparse.counts(&readout, shots, &mut rng(42)) == expected);
            }
        }
    }
}

#[test]
fn many_shots_are_single_shots_one_after_the_other() {
    let amplitudes = some_state(6, 2, &mut rng(33));
    let (dense, sparse) = (dense_of(&amplitudes), sparse_of(&amplitudes));
    let readout = Readout::of_all(6).unwrap();
    for shots in [0, 1, 500, PARALLEL_FROM] {
        let mut one = rng(34);
        let expected: Vec<Bitstring> = (0..shots)
            .map(|_| readout.read(dense.sample(&mut one) as u128))
            .collect();
        assert!(dense.shots(&readout, shots, &mut rng(34)) == expected);
        let mut one = rng(35);
        let expected: Vec<Bitstring> = (0..shots)
            .map(|_| readout.read(sparse.sample(&mut one)))
            .collect();
        assert!(sparse.shots(&readout, shots, &mut rng(35)) == expected);
    }
}

#[test]
fn what_is_below_tolerance_is_never_drawn() {
    let tiny = Complex64::new(9e-7, 0.0);
    let amplitudes = [
        tiny,
        Complex64::new(0.6, 0.0),
        Complex64::new(0.0, 0.8),
        tiny,
    ];
    let state = sparse_of(&amplitudes);
    assert_eq!(state.len(), 4);
    // Generators at both ends of their range.
    for fixed in [0, u64::MAX] {
        let index = state.sample(&mut Fixed(fixed));
        assert!([1, 2].contains(&index), "{index}");
        assert!([1, 2].contains(&dense_of(&amplitudes).sample(&mut Fixed(fixed))));
    }
}

#[test]
fn the_top_bits_of_one_number_choose_the_state() {
    let mut state = Sparse::zero(1).unwrap();
    state.apply(Gate::H, &[Qubit(0)]);
    assert_eq!(state.sample(&mut Fixed(0)), 0);
    assert_eq!(state.sample(&mut Fixed((1 << 63) - (1 << 12))), 0);
    assert_eq!(state.sample(&mut Fixed((1 << 63) + (1 << 12))), 1);
    assert_eq!(state.sample(&mut Fixed(u64::MAX)), 1);
}

/// A generator of one number.
struct Fixed(u64);

impl rand::TryRng for Fixed {
    type Error = std::convert::Infallible;

    fn try_next_u32(&mut self) -> Result<u32, Self::Error> {
        Ok((self.0 >> 32) as u32)
    }

    fn try_next_u64(&mut self) -> Result<u64, Self::Error> {
        Ok(self.0)
    }

    fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), Self::Error> {
        bytes.fill(0);
        Ok(())
    }
}
