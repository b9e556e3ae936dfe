use std::cmp::Ordering;

use cheqqers_circuit::Qubit;
use num_complex::Complex64;
use smallvec::SmallVec;

use super::Sparse;
use super::entry::{Entry, bit_of, is_zero};
use crate::class::Mix;
use crate::{Limits, SimError};

/// Up to this many entries are put in order where they stand; more are merged from runs.
const FEW: usize = 16;

/// Pairs of basis states that differ in `low ^ high` and are selected by `mask`.
#[derive(Clone, Copy)]
pub(super) struct Pairs {
    mask: u128,
    low: u128,
    high: u128,
}

/// The places of the halves of pairs among sorted entries; both are in the order of what lows and
/// highs share.
struct Halves {
    lows: EntryIndices,
    highs: EntryIndices,
}

/// Indices of entries, on the stack as long as they are few.
pub(super) type EntryIndices = SmallVec<[u32; 32]>;

/// A walk over the pairs: how many lows and highs it has met.
#[derive(Default)]
struct Walk {
    low: usize,
    high: usize,
}

/// The places of a pair's halves, or of the one that is there.
enum Pair {
    Both(usize, usize),
    Low(usize),
    High(usize),
}

/// New entries in order, on the stack as long as they are few.
pub(super) type Run = SmallVec<[Entry; 32]>;

impl Sparse {
    pub(super) fn mix(&mut self, pairs: Pairs, mix: Mix) {
        match mix {
            Mix::Swap => self.permute(pairs, |amplitude| amplitude, |amplitude| amplitude),
            Mix::Cross { up, down } => self.permute(pairs, |low| up * low, |high| down * high),
            Mix::Real(_) | Mix::Turn { .. } | Mix::Root { .. } => {
                self.mix_pairs(pairs, |low, high| mix.pair(low, high));
            }
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
        if self.len() <= FEW {
            for entry in &mut self.entries {
                let selected = entry.key & mask;
                if selected == low {
                    *entry = entry.moved(flip, up(entry.amplitude));
                } else if selected == high {
                    *entry = entry.moved(flip, down(entry.amplitude));
                }
            }
            self.sort();
            return;
        }
        // Entries that move up, that move down and that stay are each in order.
        let (mut ups, mut downs) = (Run::new(), Run::new());
        self.entries.retain(|entry| {
            let selected = entry.key & mask;
            if selected == low {
                ups.push(entry.moved(flip, up(entry.amplitude)));
            } else if selected == high {
                downs.push(entry.moved(flip, down(entry.amplitude)));
            }
            selected != low && selected != high
        });
        self.merge_in(&ups);
        self.merge_in(&downs);
    }

    /// Mixes the amplitudes of each pair.
    #[inline]
    pub(super) fn mix_pairs(
        &mut self,
        pairs: Pairs,
        mix: impl Fn(Complex64, Complex64) -> (Complex64, Complex64),
    ) {
        let flip = pairs.low ^ pairs.high;
        let entries = self.entries.as_mut_slice();
        let (mut ups, mut downs) = (Run::new(), Run::new());
        let halves = Halves::of(entries, pairs);
        let mut any_zero = false;
        let mut walk = Walk::default();
        while let Some(pair) = walk.next(&halves, entries, flip) {
            let kept = match pair {
                Pair::Both(low, high) => {
                    let (a, b) = mix(entries[low].amplitude, entries[high].amplitude);
                    entries[low].amplitude = a;
                    entries[high].amplitude = b;
                    any_zero |= is_zero(a) | is_zero(b);
                    continue;
                }
                Pair::Low(low) => {
                    let (a, b) = mix(entries[low].amplitude, Complex64::ZERO);
                    entries[low].amplitude = a;
                    if !is_zero(b) {
                        ups.push(entries[low].moved(flip, b));
                    }
                    a
                }
                Pair::High(high) => {
                    let (a, b) = mix(Complex64::ZERO, entries[high].amplitude);
                    entries[high].amplitude = b;
                    if !is_zero(a) {
                        downs.push(entries[high].moved(flip, a));
                    }
                    b
                }
            };
            any_zero |= is_zero(kept);
        }
        self.merge_in(&ups);
        self.merge_in(&downs);
        if any_zero {
            self.sweep();
        }
    }

    /// Mixes the amplitudes of both values of a qubit.
    pub(crate) fn mix_qubit(
        &mut self,
        qubit: Qubit,
        mix: impl Fn(Complex64, Complex64) -> (Complex64, Complex64),
    ) {
        self.mix_pairs(Pairs::flip(&[qubit]), mix);
    }

    /// As [`Self::mix_qubit`], when the state stays within the limit.
    pub(crate) fn mix_qubit_within(
        &mut self,
        qubit: Qubit,
        mix: impl Fn(Complex64, Complex64) -> (Complex64, Complex64),
        limits: Limits,
    ) -> Result<(), SimError> {
        self.check_room(Pairs::flip(&[qubit]), limits)?;
        self.mix_qubit(qubit, mix);
        Ok(())
    }

    /// Number of entries that [`Self::mix_qubit`] would leave, but for those at most as likely as this.
    pub(crate) fn count_mixed(
        &self,
        qubit: Qubit,
        mix: impl Fn(Complex64, Complex64) -> (Complex64, Complex64),
        negligible: f64,
    ) -> usize {
        let mut count = 0;
        self.for_pairs(qubit, |low, high| {
            let (low, high) = mix(low, high);
            count += usize::from(low.norm_sqr() > negligible);
            count += usize::from(high.norm_sqr() > negligible);
        });
        count
    }

    /// The amplitudes of 0 and 1 of a qubit where the others are in the likeliest state in which both occur.
    pub(crate) fn likeliest_pair(&self, qubit: Qubit) -> Option<[Complex64; 2]> {
        let (mut best, mut likeliest) = (0.0, None);
        self.for_pairs(qubit, |low, high| {
            let probability = low.norm_sqr() + high.norm_sqr();
            if !is_zero(low) && !is_zero(high) && probability > best {
                (best, likeliest) = (probability, Some([low, high]));
            }
        });
        likeliest
    }

    /// The reduced density matrix of a qubit: the probabilities of 0 and 1, and what is beside the diagonal, of 0 and 1.
    pub(crate) fn density(&self, qubit: Qubit) -> (f64, f64, Complex64) {
        let (mut zero, mut one, mut across) = (0.0, 0.0, Complex64::ZERO);
        self.for_pairs(qubit, |low, high| {
            zero += low.norm_sqr();
            one += high.norm_sqr();
            across += low * high.conj();
        });
        (zero, one, across)
    }

    /// The probability of the likeliest basis state.
    pub(crate) fn largest_probability(&self) -> f64 {
        let probabilities = self.entries.iter().map(|entry| entry.amplitude.norm_sqr());
        probabilities.fold(0.0, f64::max)
    }

    /// Visits the amplitudes of 0 and 1 of a qubit.
    fn for_pairs(&self, qubit: Qubit, mut visit: impl FnMut(Complex64, Complex64)) {
        let pairs = Pairs::flip(&[qubit]);
        let halves = Halves::of(&self.entries, pairs);
        let amplitude = |place: usize| self.entries[place].amplitude;
        let mut walk = Walk::default();
        while let Some(pair) = walk.next(&halves, &self.entries, pairs.low ^ pairs.high) {
            match pair {
                Pair::Both(low, high) => visit(amplitude(low), amplitude(high)),
                Pair::Low(low) => visit(amplitude(low), Complex64::ZERO),
                Pair::High(high) => visit(Complex64::ZERO, amplitude(high)),
            }
        }
    }

    /// Removes entries that count as zero.
    #[cold]
    pub(super) fn sweep(&mut self) {
        self.entries.retain(|entry| !is_zero(entry.amplitude));
    }
    /// Puts entries in order among those here; none of their states is here yet.
    pub(super) fn merge_in(&mut self, new: &[Entry]) {
        let mut from = self.entries.len();
        self.entries.extend_from_slice(new);
        let entries = self.entries.as_mut_slice();
        // From the back: a place is only written after what stood there has moved.
        let mut to = entries.len();
        for entry in new.iter().rev() {
            while from > 0 && entries[from - 1].key > entry.key {
                from -= 1;
                to -= 1;
                entries[to] = entries[from];
            }
            to -= 1;
            entries[to] = *entry;
        }
    }

    /// Checks that the state may hold what a mix of these pairs makes.
    pub(super) fn check_room(&self, pairs: Pairs, limits: Limits) -> Result<(), SimError> {
        // A mix at most doubles the entries; only near the limit is it worth the exact count.
        if self.len() > limits.amplitudes / 2 {
            limits.check_amplitudes(self.len() + self.count_unpaired(pairs))?;
        }
        Ok(())
    }

    /// Number of entries that lack the other half of their pair.
    fn count_unpaired(&self, pairs: Pairs) -> usize {
        let halves = Halves::of(&self.entries, pairs);
        let mut unpaired = 0;
        let mut walk = Walk::default();
        while let Some(pair) = walk.next(&halves, &self.entries, pairs.low ^ pairs.high) {
            unpaired += usize::from(!matches!(pair, Pair::Both(..)));
        }
        unpaired
    }
}

impl Pairs {
    /// Of the states that are `low` and `high` under the mask.
    pub(super) fn new(mask: u128, low: u128, high: u128) -> Self {
        Self { mask, low, high }
    }

    /// Of 0 and 1 of the last qubit, where the others are 1.
    pub(super) fn flip(qubits: &[Qubit]) -> Self {
        let mask = ones(qubits);
        let low = mask ^ bit_of(qubits[qubits.len() - 1]);
        Self {
            mask,
            low,
            high: mask,
        }
    }

    /// Of 10 and 01 of the last two qubits, where the others are 1; which is low does not matter.
    pub(super) fn exchange(qubits: &[Qubit]) -> Self {
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

impl Halves {
    fn of(entries: &[Entry], pairs: Pairs) -> Self {
        let Pairs { mask, low, high } = pairs;
        let mut halves = Self {
            lows: EntryIndices::new(),
            highs: EntryIndices::new(),
        };
        for (place, entry) in (0..).zip(entries) {
            let selected = entry.key & mask;
            if selected == low {
                halves.lows.push(place);
            } else if selected == high {
                halves.highs.push(place);
            }
        }
        halves
    }
}

impl Walk {
    /// The next pair, in the order of what lows and highs share.
    #[inline]
    fn next(&mut self, halves: &Halves, entries: &[Entry], flip: u128) -> Option<Pair> {
        let low = halves.lows.get(self.low).map(|&place| place as usize);
        let high = halves.highs.get(self.high).map(|&place| place as usize);
        let pair = match (low, high) {
            (Some(low), Some(high)) => match (entries[low].key ^ flip).cmp(&entries[high].key) {
                Ordering::Equal => Pair::Both(low, high),
                Ordering::Less => Pair::Low(low),
                Ordering::Greater => Pair::High(high),
            },
            (Some(low), None) => Pair::Low(low),
            (None, Some(high)) => Pair::High(high),
            (None, None) => return None,
        };
        self.low += usize::from(!matches!(pair, Pair::High(_)));
        self.high += usize::from(!matches!(pair, Pair::Low(_)));
        Some(pair)
    }
}

/// The key that has these qubits in 1.
pub(crate) fn ones(qubits: &[Qubit]) -> u128 {
    qubits.iter().fold(0, |bits, &qubit| bits | bit_of(qubit))
}
