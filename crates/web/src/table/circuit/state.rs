//! States of a circuit's qubits, as far as people read them.

use std::cmp::Reverse;

use cheqqers_circuit::{Bitstring, Qubit};
use cheqqers_world::{Component, EncodedCircuit};
use num_complex::Complex64;

use crate::dto::{CircuitState, Ket, Wire};

/// The most basis states that are told of one state.
const MOST_KETS: usize = 64;

/// The fewest and the most that are told of all states of a circuit together.
const FEWEST_KETS: usize = 8;
const ALL_KETS: usize = 2048;

/// The most gates of a circuit, and amplitudes of each state, that are gone through one by one.
const MOST_GATES: usize = 512;
const MOST_AMPLITUDES: usize = 1 << 12;

/// The largest probability that counts as zero.
const ZERO: f64 = 1e-12;

/// Probabilities that are equal but for rounding are told in the order of their first qubits.
const GRAIN: f64 = 1e9;

/// The state at the end, as the game keeps it.
pub(super) fn last(
    component: &Component,
    encoded: &EncodedCircuit,
    wires: &[Wire],
) -> CircuitState {
    let slots = component.unordered_slots();
    // What a wire carries no more has left it in |0⟩.
    let qubits: Vec<Option<usize>> = slots
        .iter()
        .map(|&slot| encoded.qubit(slot).map(Qubit::index))
        .collect();
    let amplitudes = component.state().amplitudes().map(|(basis, amplitude)| {
        let ones = qubits.iter().enumerate();
        let ones = ones.filter(|(slot, _)| basis >> slot & 1 == 1);
        let index = ones.fold(0, |index, (_, qubit)| {
            index | qubit.map_or(0, |qubit| 1 << qubit)
        });
        (index, amplitude)
    });
    shown(amplitudes.collect(), wires, usize::MAX, MOST_KETS)
}

/// The states before the first gate and after each; none where there are too many, or one is too large.
pub(super) fn all(encoded: &EncodedCircuit, wires: &[Wire]) -> Option<Vec<CircuitState>> {
    let num_states = encoded.circuit().gates().count() + 1;
    if num_states > MOST_GATES {
        return None;
    }
    let most = (ALL_KETS / num_states).clamp(FEWEST_KETS, MOST_KETS);
    let states = encoded.states().ok()?.enumerate();
    states
        .map(|(gates, state)| {
            (state.len() <= MOST_AMPLITUDES)
                .then(|| shown(state.amplitudes().collect(), wires, gates, most))
        })
        .collect()
}

/// A state after some gates, with up to `most` of its basis states.
fn shown(
    mut amplitudes: Vec<(u128, Complex64)>,
    wires: &[Wire],
    gates: usize,
    most: usize,
) -> CircuitState {
    amplitudes.retain(|(_, amplitude)| amplitude.norm_sqr() > ZERO);
    let one = |wire: usize| {
        let ones = amplitudes
            .iter()
            .filter(|(index, _)| index >> wire & 1 == 1);
        // From 0 on: the empty sum is -0.
        let sum = ones.fold(0.0, |sum, (_, amplitude)| sum + amplitude.norm_sqr());
        sum.min(1.0)
    };
    let ones = (0..wires.len()).map(one).collect();
    #[expect(clippy::cast_possible_truncation, reason = "at most GRAIN")]
    amplitudes.sort_by_key(|&(index, amplitude)| {
        let probability = (amplitude.norm_sqr() * GRAIN).round() as i64;
        Reverse((probability, index.reverse_bits()))
    });
    // The phase of all of them together means nothing.
    let turn = amplitudes.first().map_or(Complex64::ONE, |&(_, first)| {
        first.conj().unscale(first.norm())
    });
    let names: Vec<&str> = wires.iter().map(|wire| name(wire, gates)).collect();
    let kets = amplitudes.iter().take(most).map(|&(index, amplitude)| {
        let bits = Bitstring::from_index(index, wires.len());
        let read = names.iter().zip(bits.iter()).filter(|(_, bit)| *bit);
        let turned = amplitude * turn;
        Ket {
            bits: bits.to_string(),
            occupied: read.map(|(name, _)| (*name).to_owned()).collect(),
            probability: amplitude.norm_sqr(),
            amplitude: [turned.re, turned.im],
        }
    });
    CircuitState {
        ones,
        kets: kets.collect(),
        num_kets: amplitudes.len(),
    }
}

/// The slot that a wire carries after some gates; empty on one that never carries any.
fn name(wire: &Wire, gates: usize) -> &str {
    let mut carried = wire.carried.iter().rev();
    let last = carried.find(|carried| carried.since <= gates);
    last.map_or("", |carried| &carried.square)
}
