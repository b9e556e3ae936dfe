use std::cmp::Ordering;

use cheqqers_circuit::{Gate, Qubit};
use num_complex::Complex64;

use super::{Entry, Sparse, bit_of};
use crate::class::{Class, Mix, two};
use crate::{Limits, SimError};

/// A mixed amplitude whose squared modulus is below this is an exact zero.
const DUST: f64 = 1e-30;

/// Up to this many entries are put in order where they stand; more are merged from runs.
const FEW: usize = 16;

/// Pairs of basis states that differ in `low ^ high` and are selected by `mask`.
#[derive(Clone, Copy)]
struct Pairs {
    mask: u128,
    low: u128,
    high: u128,
}

/// A walk over the pairs of sorted entries, by the place of each half.
///
/// Lows and highs are each in the order of what they share, so two fingers that only go forward
/// meet every pair.
#[derive(Default)]
struct Fingers {
    low: usize,
    high: usize,
}

/// The places of a pair's halves, or of the one that is there.
enum Pair {
    Both(usize, usize),
    Low(usize),
    High(usize),
}

impl Sparse {
    /// Applies a gate to qubits in the gate's order, controls first.
    ///
    /// It trusts its caller that the qubits are as many as the gate's, all different, and there. At
    /// most it doubles the entries, and no limit holds it back.
    ///
    /// # Panics
    /// When the gate is unknown here or its angle is not finite, and perhaps when the caller's word
    /// does not hold.
    #[inline]
    pub fn apply(&mut self, gate: Gate, qubits: &[Qubit]) {
        debug_assert_eq!(qubits.len(), gate.num_qubits(), "{gate} has other qubits");
        debug_assert!(qubits.iter().all(|qubit| qubit.index() < self.num_qubits));
        let class = Class::of(gate).expect("a gate of the table, at a finite angle");
        match class {
            Class::Phase(factor) => self.phase(ones(qubits), factor),
            Class::Diagonal(zero, one) => {
                let bit = ones(qubits);
                for entry in &mut self.entries {
                    entry.amplitude *= if entry.key & bit == 0 { zero } else { one };
                }
            }
            Class::Flip(mix) => self.mix(Pairs::flip(qubits), mix),
            Class::Exchange(mix) => self.mix(Pairs::exchange(qubits), mix),
            Class::Word(word) => {
                for &(gate, places) in word {
                    self.apply(gate, &two(qubits, places));
                }
            }
        }
    }

    /// Applies a gate when the state stays within the limit.
    pub(crate) fn apply_within(
        &mut self,
        gate: Gate,
        qubits: &[Qubit],
        limits: Limits,
    ) -> Result<(), SimError> {
        let pairs = match Class::of(gate).ok_or(SimError::UnsupportedGate { gate })? {
            Class::Phase(_)
            | Class::Diagonal(..)
            | Class::Flip(Mix::Swap | Mix::Cross { .. })
            | Class::Exchange(Mix::Swap | Mix::Cross { .. }) => None,
            Class::Flip(_) => Some(Pairs::flip(qubits)),
            Class::Exchange(_) => Some(Pairs::exchange(qubits)),
            Class::Word(word) => {
                for &(gate, places) in word {
                    self.apply_within(gate, &two(qubits, places), limits)?;
                }
                return Ok(());
            }
        };
        if let Some(pairs) = pairs {
            // A gate at most doubles the entries; only near the limit is it worth the exact count.
            if self.len() > limits.amplitudes / 2 {
                limits.check_amplitudes(self.len() + self.count_unpaired(pairs))?;
            }
        }
        self.apply(gate, qubits);
        Ok(())
    }

    /// A factor where all `bits` are 1.
    fn phase(&mut self, bits: u128, factor: Complex64) {
        for entry in &mut self.entries {
            if entry.key & bits == bits {
                entry.amplitude *= factor;
            }
        }
    }

    fn mix(&mut self, pairs: Pairs, mix: Mix) {
        match mix {
            Mix::Swap => self.permute(pairs, |amplitude| amplitude, |amplitude| amplitude),
            Mix::Cross { up, down } => self.permute(pairs, |low| up * low, |high| down * high),
            Mix::Real(_) | Mix::Turn { .. } | Mix::Root { .. } => self.mix_pairs(pairs, mix),
        }
    }

    /// Moves every low state to its high one and back.
    fn permute(
        &mut self,
        pairs: Pairs,
        up: impl Fn(Complex64) -> Complex64,
        down: impl Fn(Complex64) -> Complex64,
    ) {
        let Pairs { mask, low, high } = pairs;
        let flip = low ^ high;
        if self.len() > FEW {
            // What moves up and what moves down are each in order.
            let ups = self.entries.extract_if(.., |e| e.key & mask == low);
            let mut moved: Vec<Entry> = ups.map(|e| e.moved(flip, up(e.amplitude))).collect();
            let downs = self.entries.extract_if(.., |e| e.key & mask == high);
            moved.extend(downs.map(|e| e.moved(flip, down(e.amplitude))));
            self.merge(moved);
            return;
        }
        let mut moved = false;
        for entry in &mut self.entries {
            let selected = entry.key & mask;
            if selected == low {
                *entry = entry.moved(flip, up(entry.amplitude));
            } else if selected == high {
                *entry = entry.moved(flip, down(entry.amplitude));
            } else {
                continue;
            }
            moved = true;
        }
        if moved {
            self.sort();
        }
    }

    /// Mixes the amplitudes of each pair.
    fn mix_pairs(&mut self, pairs: Pairs, mix: Mix) {
        let zero = Complex64::new(0.0, 0.0);
        let flip = pairs.low ^ pairs.high;
        let entries = &mut self.entries;
        let old = entries.len();
        let mut fingers = Fingers::default();
        let mut dusty = false;
        while let Some(pair) = fingers.next(&entries[..old], pairs) {
            let (kept, (kept_amplitude, new_amplitude)) = match pair {
                Pair::Both(low, high) => {
                    let (a, b) = mix.pair(entries[low].amplitude, entries[high].amplitude);
                    entries[low].amplitude = a;
                    entries[high].amplitude = b;
                    dusty |= is_dust(a) | is_dust(b);
                    continue;
                }
                Pair::Low(low) => (low, mix.pair(entries[low].amplitude, zero)),
                Pair::High(high) => {
                    let (a, b) = mix.pair(zero, entries[high].amplitude);
                    (high, (b, a))
                }
            };
            entries[kept].amplitude = kept_amplitude;
            dusty |= is_dust(kept_amplitude);
            if !is_dust(new_amplitude) {
                entries.push(entries[kept].moved(flip, new_amplitude));
            }
        }
        if entries.len() > FEW && entries.len() > old {
            let new = entries.split_off(old);
            self.merge(new);
        } else if entries.len() > old {
            self.sort();
        }
        if dusty {
            self.entries.retain(|entry| !is_dust(entry.amplitude));
        }
    }

    /// Puts further entries among those here, which are in order.
    fn merge(&mut self, mut new: Vec<Entry>) {
        new.sort_by_key(|entry| entry.key);
        let entries = &mut self.entries;
        let mut from = entries.len();
        entries.extend_from_slice(&new);
        let mut to = entries.len();
        // From the back: a place is only written after what stood there has moved.
        for entry in new.into_iter().rev() {
            while from > 0 && entries[from - 1].key > entry.key {
                from -= 1;
                to -= 1;
                entries[to] = entries[from];
            }
            to -= 1;
            entries[to] = entry;
        }
    }

    /// How many entries lack the other half of their pair.
    fn count_unpaired(&self, pairs: Pairs) -> usize {
        let mut fingers = Fingers::default();
        let mut unpaired = 0;
        while let Some(pair) = fingers.next(&self.entries, pairs) {
            unpaired += usize::from(!matches!(pair, Pair::Both(..)));
        }
        unpaired
    }
}

impl Pairs {
    /// Of 0 and 1 of the last qubit, where the others are 1.
    fn flip(qubits: &[Qubit]) -> Self {
        let mask = ones(qubits);
        let low = mask ^ bit_of(qubits[qubits.len() - 1]);
        Self {
            mask,
            low,
            high: mask,
        }
    }

    /// Of 10 and 01 of the last two qubits, where the others are 1; which is low does not matter.
    fn exchange(qubits: &[Qubit]) -> Self {
        let mask = ones(qubits);
        let [.., first, second] = qubits else {
            unreachable!("an exchange has two qubits");
        };
        Self {
            mask,
            low: mask ^ bit_of(*second),
            high: mask ^ bit_of(*first),
        }
    }
}

impl Fingers {
    #[inline]
    fn next(&mut self, entries: &[Entry], pairs: Pairs) -> Option<Pair> {
        let Pairs { mask, low, high } = pairs;
        let seek = |from: usize, wanted: u128| {
            let mut place = from;
            while place < entries.len() && entries[place].key & mask != wanted {
                place += 1;
            }
            place
        };
        self.low = seek(self.low, low);
        self.high = seek(self.high, high);
        let order = match (entries.get(self.low), entries.get(self.high)) {
            (Some(a), Some(b)) => (a.key ^ low ^ high).cmp(&b.key),
            (Some(_), None) => Ordering::Less,
            (None, Some(_)) => Ordering::Greater,
            (None, None) => return None,
        };
        let pair = match order {
            Ordering::Equal => Pair::Both(self.low, self.high),
            Ordering::Less => Pair::Low(self.low),
            Ordering::Greater => Pair::High(self.high),
        };
        self.low += usize::from(order != Ordering::Greater);
        self.high += usize::from(order != Ordering::Less);
        Some(pair)
    }
}

/// Whether an amplitude counts as an exact zero.
pub(super) fn is_dust(amplitude: Complex64) -> bool {
    amplitude.norm_sqr() < DUST
}

/// The key that has these qubits in 1.
fn ones(qubits: &[Qubit]) -> u128 {
    qubits.iter().fold(0, |bits, &qubit| bits | bit_of(qubit))
}
