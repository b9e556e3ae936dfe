use std::cmp::Ordering;

use cheqqers_circuit::{Action, Circuit, Gate, Qubit};
use num_complex::Complex64;

use crate::class::{Class, Mix};
use crate::{Limits, Readout, SimError};

/// A mixed amplitude whose squared modulus is below this is an exact zero.
const DUST: f64 = 1e-30;

/// Up to this many entries are put in order where they stand; more are merged from runs.
const FEW: usize = 16;

/// An exact quantum state that holds only its non-zero amplitudes.
///
/// Up to 128 qubits. Entries are kept in the order of the basis states' text: by bit 0, then by bit
/// 1, and so on; all that lists or samples them follows that order, so it depends on the state alone
/// and not on how it was made. Equality is exact, amplitude by amplitude, global phase included.
///
/// Memory: 32 bytes per entry. Cost of a gate: linear in the entries, and in place but for new ones.
///
/// ```
/// use cheqqers_circuit::{Gate, Qubit};
/// use cheqqers_sim::Sparse;
///
/// let mut piece = Sparse::new();
/// let from = piece.add_qubit(true)?;
/// let to = piece.add_qubit(false)?;
/// piece.apply(Gate::Siswap, &[from, to]);
/// assert_eq!(piece.len(), 2);
/// assert!((piece.probability(to) - 0.5).abs() < 1e-12);
/// # Ok::<(), cheqqers_sim::SimError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Sparse {
    num_qubits: usize,
    /// Sorted by key, without repeats, never empty.
    pub(crate) entries: Vec<Entry>,
}

/// One basis state and its amplitude.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Entry {
    /// Qubit `k` in bit `127 - k`: the order of keys is the order of the text.
    pub(crate) key: u128,
    pub(crate) amplitude: Complex64,
}

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

impl Default for Sparse {
    fn default() -> Self {
        Self::new()
    }
}

impl Sparse {
    /// The most qubits a sparse state has.
    pub const MAX_QUBITS: usize = 128;

    /// No qubits; the one amplitude is 1.
    pub fn new() -> Self {
        let mut entries = Vec::with_capacity(4);
        entries.push(Entry {
            key: 0,
            amplitude: Complex64::new(1.0, 0.0),
        });
        Self {
            num_qubits: 0,
            entries,
        }
    }

    /// `num_qubits` qubits in |0⟩.
    ///
    /// # Errors
    /// When they are more than [`Self::MAX_QUBITS`].
    pub fn zero(num_qubits: usize) -> Result<Self, SimError> {
        check_qubits(num_qubits)?;
        Ok(Self {
            num_qubits,
            ..Self::new()
        })
    }

    /// The state that the gates of a circuit make of |0…0⟩; its measurements are left undone.
    ///
    /// # Errors
    /// When the circuit has too many qubits, a gate on a measured qubit or one unknown here, or the
    /// state would come to hold more non-zero amplitudes than `limits.amplitudes`.
    pub fn run(circuit: &Circuit, limits: Limits) -> Result<Self, SimError> {
        let mut state = Self::zero(circuit.num_qubits())?;
        Readout::of(circuit)?;
        for operation in circuit.operations() {
            if let Action::Gate(gate, operands) = operation.action {
                state.apply_within(gate, operands.as_slice(), limits)?;
            }
        }
        Ok(state)
    }

    /// How many qubits.
    pub fn num_qubits(&self) -> usize {
        self.num_qubits
    }

    /// How many amplitudes are not zero; at least 1.
    #[expect(clippy::len_without_is_empty, reason = "a state is never empty")]
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// The basis states that occur, by index, with their amplitudes, in the order of their text.
    pub fn amplitudes(&self) -> impl Iterator<Item = (u128, Complex64)> + Clone {
        self.entries
            .iter()
            .map(|entry| (entry.key.reverse_bits(), entry.amplitude))
    }

    /// One more qubit, the highest, in |0⟩ or (`one`) in |1⟩.
    ///
    /// # Errors
    /// When there are [`Self::MAX_QUBITS`] already.
    pub fn add_qubit(&mut self, one: bool) -> Result<Qubit, SimError> {
        check_qubits(self.num_qubits + 1)?;
        #[expect(clippy::cast_possible_truncation, reason = "below 128")]
        let qubit = Qubit(self.num_qubits as u32);
        self.num_qubits += 1;
        if one {
            let bit = bit_of(qubit);
            for entry in &mut self.entries {
                entry.key |= bit;
            }
        }
        Ok(qubit)
    }

    /// Drops a qubit that is 0, or 1, in every entry; the last qubit takes its number.
    ///
    /// The caller knows that it is so: a qubit that is both leaves entries in conflict.
    ///
    /// # Panics
    /// When there is no such qubit.
    pub fn remove_qubit(&mut self, qubit: Qubit) {
        assert!(
            qubit.index() < self.num_qubits,
            "qubit {} of {} qubits",
            qubit.0,
            self.num_qubits
        );
        #[expect(clippy::cast_possible_truncation, reason = "below 128")]
        let last = Qubit(self.num_qubits as u32 - 1);
        let (bit, last_bit) = (bit_of(qubit), bit_of(last));
        debug_assert!(
            self.entries
                .iter()
                .all(|entry| (entry.key ^ self.entries[0].key) & bit == 0),
            "a qubit that is removed is certain"
        );
        self.num_qubits -= 1;
        if qubit == last {
            for entry in &mut self.entries {
                entry.key &= !bit;
            }
            return;
        }
        for entry in &mut self.entries {
            let moved = if entry.key & last_bit == 0 { 0 } else { bit };
            entry.key = entry.key & !(bit | last_bit) | moved;
        }
        self.sort();
    }

    /// Applies a gate to qubits in the gate's order, controls first.
    ///
    /// It trusts its caller that the qubits are as many as the gate's, all different, and there.
    ///
    /// # Panics
    /// When the gate is unknown here, and perhaps when the caller's word does not hold.
    #[inline]
    pub fn apply(&mut self, gate: Gate, qubits: &[Qubit]) {
        debug_assert_eq!(qubits.len(), gate.num_qubits(), "{gate} has other qubits");
        debug_assert!(qubits.iter().all(|qubit| qubit.index() < self.num_qubits));
        let class = Class::of(gate).expect("a gate of the table");
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
                for (gate, [a, b]) in word {
                    self.apply(gate, &[qubits[a], qubits[b]]);
                }
            }
        }
    }

    /// Takes in the qubits of an independent state, which follow those here.
    ///
    /// # Errors
    /// When together they are too many, or make more amplitudes than the default [`Limits`]; then
    /// nothing changes.
    pub fn tensor(&mut self, other: &Self) -> Result<(), SimError> {
        check_qubits(self.num_qubits + other.num_qubits)?;
        let amplitudes = self.len().saturating_mul(other.len());
        Limits::default().check_amplitudes(amplitudes)?;
        let shift = self.num_qubits;
        // A shift by 128 only happens to a state without qubits, whose key is 0.
        let moved = |key: u128| if shift < 128 { key >> shift } else { 0 };
        self.num_qubits += other.num_qubits;
        if let [only] = other.entries[..] {
            for entry in &mut self.entries {
                entry.key |= moved(only.key);
                entry.amplitude *= only.amplitude;
            }
            return Ok(());
        }
        let mut entries = Vec::with_capacity(amplitudes);
        for left in &self.entries {
            entries.extend(other.entries.iter().map(|right| Entry {
                key: left.key | moved(right.key),
                amplitude: left.amplitude * right.amplitude,
            }));
        }
        self.entries = entries;
        Ok(())
    }

    /// Applies a gate when the state stays within the limit.
    fn apply_within(
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
                for (gate, [a, b]) in word {
                    self.apply_within(gate, &[qubits[a], qubits[b]], limits)?;
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
        let mut moved = false;
        for entry in &mut self.entries {
            let selected = entry.key & mask;
            if selected == low {
                entry.amplitude = up(entry.amplitude);
            } else if selected == high {
                entry.amplitude = down(entry.amplitude);
            } else {
                continue;
            }
            entry.key ^= low ^ high;
            moved = true;
        }
        if !moved {
            return;
        }
        if self.len() > FEW {
            self.merge_moved(pairs);
        } else {
            self.sort();
        }
    }

    /// Puts entries in order whose lows and highs have changed places: what moved up, what moved
    /// down and what stayed are each still in order.
    fn merge_moved(&mut self, Pairs { mask, low, high }: Pairs) {
        let entries = self.entries.iter();
        let mut up = entries.clone().filter(|e| e.key & mask == high).peekable();
        let mut down = entries.clone().filter(|e| e.key & mask == low).peekable();
        let mut still = entries
            .filter(|e| e.key & mask != high && e.key & mask != low)
            .peekable();
        let mut ordered = Vec::with_capacity(self.entries.len());
        loop {
            let up_or_down = match (up.peek(), down.peek()) {
                (Some(a), Some(b)) => Some(a.key.min(b.key)),
                (a, b) => a.or(b).map(|entry| entry.key),
            };
            let next = match up_or_down {
                Some(key) => still
                    .next_if(|entry| entry.key < key)
                    .or_else(|| up.next_if(|entry| entry.key == key))
                    .or_else(|| down.next()),
                None => still.next(),
            };
            let Some(next) = next else { break };
            ordered.push(*next);
        }
        self.entries = ordered;
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
                entries.push(Entry {
                    key: entries[kept].key ^ flip,
                    amplitude: new_amplitude,
                });
            }
        }
        if entries.len() > old {
            self.merge_new(old);
        }
        if dusty {
            self.entries.retain(|entry| !is_dust(entry.amplitude));
        }
    }

    /// Puts the entries from `old` on, in any order, among those before, which are in order.
    fn merge_new(&mut self, old: usize) {
        if self.entries.len() <= FEW {
            self.sort();
            return;
        }
        let mut new = self.entries[old..].to_vec();
        new.sort_by_key(|entry| entry.key);
        // From the back: a place is only written after what stood there has moved.
        let entries = &mut self.entries[..];
        let (mut from, mut to) = (old, entries.len());
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

    /// Puts the entries back in order; quick on what is in order, or made of few runs.
    fn sort(&mut self) {
        self.entries.sort_by_key(|entry| entry.key);
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

fn is_dust(amplitude: Complex64) -> bool {
    amplitude.norm_sqr() < DUST
}

/// The place of a qubit in a key.
pub(crate) fn bit_of(qubit: Qubit) -> u128 {
    1 << (127 - qubit.0)
}

/// The key that has these qubits in 1.
fn ones(qubits: &[Qubit]) -> u128 {
    qubits.iter().fold(0, |bits, &qubit| bits | bit_of(qubit))
}

fn check_qubits(num_qubits: usize) -> Result<(), SimError> {
    if num_qubits > Sparse::MAX_QUBITS {
        return Err(SimError::TooManyQubits {
            num_qubits,
            limit: Sparse::MAX_QUBITS,
        });
    }
    Ok(())
}

#[cfg(test)]
mod tests;
