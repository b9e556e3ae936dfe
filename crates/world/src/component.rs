use std::collections::HashMap;
use std::sync::Arc;

use cheqqers_circuit::{Bitstring, Gate, Qubit};
use cheqqers_sim::{Sparse, TOLERANCE};
use num_complex::Complex64;
use rand::Rng;
use smallvec::SmallVec;

use crate::encoding::{self, Encoded, Encoding};
use crate::factor::{Kets, factors};
use crate::log::{Log, Moment, Prepared, Recording, Step};
use crate::{Effect, Settled, Slot, World, WorldError};

/// What a measurement of part of a component leaves.
pub(crate) struct Left {
    /// Slots that are certain now, the measured ones among them.
    pub(crate) certain: Settled,
    /// The other slots, in states that share nothing with each other.
    pub(crate) parts: Vec<Part>,
}

/// Slots and their amplitudes, not normalised.
pub(crate) type Part = (Vec<Slot>, Vec<(Bitstring, Complex64)>);

/// One number for each qubit that a component may have.
type Places = [u8; Sparse::MAX_QUBITS];

/// Slots linked by effects since they were last certain, with their exact state and the log of
/// effects from which their one circuit is written.
#[derive(Debug)]
pub struct Component {
    /// The slot of each qubit of `state`.
    slots: SmallVec<[Slot; 8]>,
    state: Sparse,
    log: Log,
}

impl Clone for Component {
    fn clone(&self) -> Self {
        // Slot by slot, as a small vector's own clone goes, takes longer.
        Self {
            slots: SmallVec::from_slice(&self.slots),
            state: self.state.clone(),
            log: self.log.clone(),
        }
    }
}

impl Component {
    pub(crate) fn new(log: Log) -> Self {
        Self {
            slots: SmallVec::new(),
            state: Sparse::new(),
            log,
        }
    }

    /// A component in a given state.
    pub(crate) fn prepared(
        moment: Moment,
        slots: &[Slot],
        amplitudes: &[(Bitstring, Complex64)],
        recording: Recording,
    ) -> Result<Self, WorldError> {
        let expected = slots.len();
        if let Some((bits, _)) = amplitudes.iter().find(|(bits, _)| bits.len() != expected) {
            let found = bits.len();
            return Err(WorldError::WrongLength { expected, found });
        }
        let norm_squared: f64 = amplitudes.iter().map(|(_, a)| a.norm_sqr()).sum();
        // What is normalised already stays as it is, to the last digit.
        let norm = if (norm_squared - 1.0).abs() > TOLERANCE {
            norm_squared.sqrt()
        } else {
            1.0
        };
        let amplitudes: Vec<_> = amplitudes
            .iter()
            .map(|&(bits, amplitude)| (bits, amplitude / norm))
            .filter(|(_, amplitude)| amplitude.norm_sqr() > TOLERANCE)
            .collect();
        let indices: Vec<_> = amplitudes
            .iter()
            .map(|&(bits, a)| (bits.index(), a))
            .collect();
        let state = Sparse::from_amplitudes(expected, indices)?;
        let mut log = Log::new(recording);
        log.push(moment, || {
            let slots = slots.to_vec();
            Step::Prepared(Arc::new(Prepared { slots, amplitudes }))
        });
        let component = Self {
            slots: SmallVec::from_slice(slots),
            state,
            log,
        };
        match slots.iter().find(|&&slot| {
            let probability = component.probability(slot);
            !(TOLERANCE..=1.0 - TOLERANCE).contains(&probability)
        }) {
            Some(&slot) => Err(WorldError::CertainSlot { slot }),
            None => Ok(component),
        }
    }

    /// The slots, ascending: the order of the bits of its measurement.
    pub fn slots(&self) -> Vec<Slot> {
        let mut slots = self.slots.to_vec();
        slots.sort_unstable();
        slots
    }

    /// How many slots.
    pub fn num_slots(&self) -> usize {
        self.slots.len()
    }

    /// How many basis states have a non-zero amplitude.
    pub fn num_amplitudes(&self) -> usize {
        self.state.len()
    }

    /// Whether a gate, which at most doubles the amplitudes, keeps them within
    /// [`World::MAX_AMPLITUDES`].
    pub fn has_room(&self) -> bool {
        self.num_amplitudes() <= World::MAX_AMPLITUDES / 2
    }

    /// The exact state over the slots of [`Self::unordered_slots`], qubit `k` being the `k`-th.
    pub fn state(&self) -> &Sparse {
        &self.state
    }

    /// The slots in the order of the state's qubits; it changes from effect to effect.
    pub fn unordered_slots(&self) -> &[Slot] {
        &self.slots
    }

    /// Probability that the slot reads 1, in 0..=1; 0 for a slot that is not in the component.
    ///
    /// Cost: one pass over the amplitudes.
    pub fn probability(&self, slot: Slot) -> f64 {
        self.qubit(slot)
            .map_or(0.0, |qubit| self.state.probability(qubit).min(1.0))
    }

    /// The coherence of two slots: the sum, over what the other slots read, of the amplitude with `a`
    /// occupied and `b` not, times the conjugate of that with `b` occupied and `a` not.
    ///
    /// Its argument is the phase between what is on `a` and what is on `b`, and its norm at most
    /// the root of the product of their probabilities: less where other slots tell which it is, 0 where
    /// nothing could interfere.
    ///
    /// Cost: one pass over the amplitudes.
    pub fn coherence(&self, a: Slot, b: Slot) -> Complex64 {
        let (Some(a), Some(b)) = (self.qubit(a), self.qubit(b)) else {
            return Complex64::ZERO;
        };
        let (a, b) = (1_u128 << a.0, 1_u128 << b.0);
        let all: Vec<(u128, Complex64)> = self.state.amplitudes().collect();
        let on = |only: u128| all.iter().filter(move |(basis, _)| basis & (a | b) == only);
        let other: HashMap<u128, Complex64> = on(b).map(|&(basis, at)| (basis & !b, at)).collect();
        on(a)
            .filter_map(|(basis, at)| Some(at * other.get(&(basis & !a))?.conj()))
            .sum()
    }

    /// Every legal bitstring over [`Self::slots`] with its probability, in order of their text.
    ///
    /// Legal is what the exact state gives a probability above [`TOLERANCE`].
    pub fn outcomes(&self) -> Vec<(Bitstring, f64)> {
        let ranks = self.ranks();
        let mut outcomes: Vec<_> = self
            .state
            .amplitudes()
            .map(|(basis, amplitude)| (self.to_bits(&ranks, basis), amplitude.norm_sqr()))
            .filter(|&(_, probability)| probability > TOLERANCE)
            .collect();
        outcomes.sort_unstable_by_key(|&(bits, _)| bits);
        outcomes
    }

    /// Every legal bitstring over some slots of the component, in their order, with its
    /// probability; in order of their text.
    ///
    /// # Panics
    /// When a slot is not in the component.
    pub fn marginal(&self, slots: &[Slot]) -> Vec<(Bitstring, f64)> {
        let order = self.order_of(slots);
        let mut all: Vec<_> = self
            .state
            .amplitudes()
            .map(|(basis, amplitude)| (pick(&order, basis), amplitude.norm_sqr()))
            .collect();
        all.sort_unstable_by_key(|&(bits, _)| bits);
        all.dedup_by(|next, sum| {
            let same = next.0 == sum.0;
            if same {
                sum.1 += next.1;
            }
            same
        });
        all.retain(|&(_, probability)| probability > TOLERANCE);
        all
    }

    /// Draws legal bits over some slots of the component, in their order, from the exact state.
    ///
    /// # Panics
    /// When a slot is not in the component.
    pub fn sample_of(&self, slots: &[Slot], rng: &mut impl Rng) -> Bitstring {
        pick(&self.order_of(slots), self.state.sample(rng))
    }

    /// Probability that slots of the component read so; those of other components are ignored.
    ///
    /// Cost: one pass over the amplitudes.
    pub fn joint(&self, readings: &[(Slot, bool)]) -> f64 {
        let (mut mask, mut wanted) = (0, 0);
        for &(slot, occupied) in readings {
            if let Some(qubit) = self.qubit(slot) {
                let bit = 1_u128 << qubit.0;
                if mask & bit != 0 && (wanted & bit != 0) != occupied {
                    return 0.0;
                }
                mask |= bit;
                wanted |= if occupied { bit } else { 0 };
            }
        }
        let agrees = |&(basis, _): &(u128, Complex64)| basis & mask == wanted;
        let amplitudes = self.state.amplitudes().filter(agrees);
        amplitudes.map(|(_, a)| a.norm_sqr()).sum::<f64>().min(1.0)
    }

    /// The amplitudes as (bits over [`Self::slots`], amplitude), in order of the bits' text.
    pub fn amplitudes(&self) -> Vec<(Bitstring, Complex64)> {
        let ranks = self.ranks();
        let mut amplitudes: Vec<_> = self
            .state
            .amplitudes()
            .map(|(basis, amplitude)| (self.to_bits(&ranks, basis), amplitude))
            .collect();
        amplitudes.sort_unstable_by_key(|&(bits, _)| bits);
        amplitudes
    }

    /// Draws legal bits over [`Self::slots`] from the exact state.
    pub fn sample(&self, rng: &mut impl Rng) -> Bitstring {
        let basis = self.state.sample(rng);
        let index = ones(basis).fold(0, |index, qubit| index | 1 << self.rank(self.slots[qubit]));
        Bitstring::from_index(index, self.num_slots())
    }

    /// Probability of the bits over [`Self::slots`]; `None` when their number is wrong.
    pub fn probability_of(&self, bits: Bitstring) -> Option<f64> {
        if bits.len() != self.num_slots() {
            return None;
        }
        Some(self.probability_in(&self.bit_order(), bits))
    }

    /// The circuit that prepares the component, without measurement.
    ///
    /// # Errors
    /// When the world was told not to record.
    pub fn circuit(&self, encoding: Encoding) -> Result<Encoded, WorldError> {
        encoding::encode(&self.log, encoding)
    }

    /// Which bit of [`Self::slots`] a slot of the component is.
    fn rank(&self, slot: Slot) -> u8 {
        self.slots.iter().map(|&other| u8::from(other < slot)).sum()
    }

    /// Which bit of [`Self::slots`] each qubit is.
    fn ranks(&self) -> Places {
        let mut ranks = [0; Sparse::MAX_QUBITS];
        for (rank, &qubit) in (0..).zip(self.bit_order().as_slice()) {
            ranks[usize::from(qubit)] = rank;
        }
        ranks
    }

    /// The qubit of each slot of [`Self::slots`].
    fn bit_order(&self) -> SmallVec<[u8; 64]> {
        let mut order: SmallVec<[u8; 64]> = (0..).take(self.num_slots()).collect();
        order.sort_unstable_by_key(|&qubit| self.slots[usize::from(qubit)]);
        order
    }

    /// Probability of bits, each of the qubit in its place of the order.
    fn probability_in(&self, order: &[u8], bits: Bitstring) -> f64 {
        let basis = ones(bits.index()).fold(0, |basis, bit| basis | 1 << order[bit]);
        self.state.amplitude(basis).norm_sqr()
    }

    /// The qubits of slots of the component.
    fn order_of(&self, slots: &[Slot]) -> SmallVec<[u8; 64]> {
        let qubit = |&slot: &Slot| self.slots.iter().position(|&other| other == slot);
        let number = |qubit: usize| u8::try_from(qubit).expect("at most 128 qubits");
        slots
            .iter()
            .map(|slot| number(qubit(slot).expect("the slot is in the component")))
            .collect()
    }

    /// The bits over [`Self::slots`] of a basis state, whose qubits have these ranks.
    fn to_bits(&self, ranks: &Places, basis: u128) -> Bitstring {
        let index = ones(basis).fold(0, |index, qubit| index | 1 << ranks[qubit]);
        Bitstring::from_index(index, self.num_slots())
    }

    fn qubit(&self, slot: Slot) -> Option<Qubit> {
        let index = self.slots.iter().position(|&s| s == slot)?;
        Some(Qubit(u32::try_from(index).expect("at most 128 qubits")))
    }

    fn expect_qubit(&self, slot: Slot) -> Qubit {
        self.qubit(slot)
            .expect("the world names slots of the component")
    }

    pub(crate) fn stop_recording(&mut self) {
        self.log.stop_recording();
    }

    pub(crate) fn record(&mut self, moment: Moment, effect: Effect) {
        self.log.push(moment, || Step::Effect(effect));
    }

    /// A certain slot becomes the last qubit.
    pub(crate) fn add(&mut self, slot: Slot, occupied: bool) -> Result<(), WorldError> {
        self.state.add_qubit(occupied)?;
        self.slots.push(slot);
        Ok(())
    }

    /// Gives the qubit of a slot to another slot.
    pub(crate) fn relabel(&mut self, from: Slot, to: Slot) -> Qubit {
        let qubit = self.expect_qubit(from);
        self.slots[qubit.index()] = to;
        qubit
    }

    pub(crate) fn step(&mut self, qubit: Qubit) {
        self.state.apply(Gate::S, &[qubit]);
    }

    /// What is on the qubit is there and on a certain empty slot.
    pub(crate) fn split(&mut self, qubit: Qubit, to: Slot) -> Result<(), WorldError> {
        self.state.split(qubit)?;
        self.slots.push(to);
        Ok(())
    }

    /// The split of the qubit over it and the slot, undone.
    pub(crate) fn merge(&mut self, qubit: Qubit, second: Slot) {
        self.state.merge(qubit, self.expect_qubit(second));
    }

    /// A certain occupied slot is emptied where the qubit is 1, whose phase is that of a step.
    pub(crate) fn capture(&mut self, qubit: Qubit, capturer: Slot) -> Result<(), WorldError> {
        self.state.capture(qubit)?;
        self.slots.push(capturer);
        Ok(())
    }

    pub(crate) fn gate(&mut self, gate: Gate, slots: &[Slot]) {
        let mut qubits = [Qubit(0); 3];
        for (qubit, &slot) in qubits.iter_mut().zip(slots) {
            *qubit = self.expect_qubit(slot);
        }
        self.state.apply(gate, &qubits[..slots.len()]);
    }

    /// Drops a slot that has one reading, after projecting away what is left of the other.
    pub(crate) fn drop_settled(&mut self, moment: Moment, slot: Slot, occupied: bool) {
        let qubit = self.expect_qubit(slot);
        self.state.discard(qubit, occupied);
        self.state.remove_qubit(qubit);
        self.slots.swap_remove(qubit.index());
        self.log.push(moment, || Step::Settled { slot, occupied });
    }

    /// When one legal basis state is left, that state; `None` otherwise.
    pub(crate) fn certain(&self) -> Option<u128> {
        let mut legal = self
            .state
            .amplitudes()
            .filter(|(_, amplitude)| amplitude.norm_sqr() > TOLERANCE);
        let (basis, _) = legal.next()?;
        legal.next().is_none().then_some(basis)
    }

    /// The slots with their bits of a basis state of the state.
    pub(crate) fn readings(&self, basis: u128) -> impl Iterator<Item = (Slot, bool)> + '_ {
        self.slots
            .iter()
            .enumerate()
            .map(move |(qubit, &slot)| (slot, basis >> qubit & 1 == 1))
    }

    /// What a measurement of [`Self::slots`] read, slot by slot.
    ///
    /// # Errors
    /// When the bits are too many, too few or not legal.
    pub(crate) fn read(&self, bits: Bitstring) -> Result<Settled, WorldError> {
        let (expected, found) = (self.num_slots(), bits.len());
        if expected != found {
            return Err(WorldError::WrongLength { expected, found });
        }
        let order = self.bit_order();
        if self.probability_in(&order, bits) <= TOLERANCE {
            return Err(WorldError::ImpossibleBits { bits });
        }
        let slots = order.iter().map(|&qubit| self.slots[usize::from(qubit)]);
        Ok(slots.zip(bits.iter()).collect())
    }

    /// What a measurement of some slots, in any order, leaves of the state when it read `bits`: what
    /// is certain now, and the amplitudes over the others, if there are any.
    ///
    /// # Errors
    /// When the bits are too many, too few or not legal.
    pub(crate) fn conditioned(&self, slots: &[Slot], bits: Bitstring) -> Result<Left, WorldError> {
        let (expected, found) = (slots.len(), bits.len());
        if expected != found {
            return Err(WorldError::WrongLength { expected, found });
        }
        let order = self.order_of(slots);
        let mut kets: Vec<(u128, Complex64)> = self.state.amplitudes().collect();
        kets.retain(|&(basis, _)| pick(&order, basis) == bits);
        let norm_squared: f64 = kets.iter().map(|(_, a)| a.norm_sqr()).sum();
        let most = kets.iter().map(|(_, a)| a.norm_sqr()).fold(0.0, f64::max);
        // Twice the tolerance, so that what stays is quantum by any way to add it up.
        let least = 2.0 * TOLERANCE * norm_squared;
        if norm_squared <= TOLERANCE || most <= least {
            return Err(WorldError::ImpossibleBits { bits });
        }
        kets.retain(|(_, amplitude)| amplitude.norm_sqr() > least);
        let ever = kets.iter().fold(0, |all, (basis, _)| all | basis);
        let always = kets.iter().fold(u128::MAX, |all, (basis, _)| all & basis);
        let mut certain = Settled::new();
        let mut left: SmallVec<[u8; 64]> = SmallVec::new();
        for (qubit, &slot) in (0..).zip(&self.slots) {
            let (ever, always) = (ever >> qubit & 1 == 1, always >> qubit & 1 == 1);
            if ever == always {
                certain.push((slot, always));
            } else {
                left.push(qubit);
            }
        }
        let part = |(qubits, kets): (Vec<u8>, Kets)| -> Part {
            let slots = qubits.iter().map(|&qubit| self.slots[usize::from(qubit)]);
            let kets = kets.iter().map(|&(basis, a)| (pick(&qubits, basis), a));
            (slots.collect(), kets.collect())
        };
        let parts = factors(&left, kets).into_iter().map(part).collect();
        Ok(Left { certain, parts })
    }

    /// The group of the last step, where steps are recorded.
    pub(crate) fn last_group(&self) -> u32 {
        let last = self.log.events().and_then(<[_]>::last);
        last.map_or(0, |event| event.group)
    }

    /// Takes over the qubits, amplitudes and log of `other`.
    pub(crate) fn join(&mut self, other: Component) -> Result<(), WorldError> {
        self.state.tensor(&other.state)?;
        self.slots.extend(other.slots);
        self.log.join(other.log);
        Ok(())
    }
}

/// The bits of these qubits in a basis state.
fn pick(order: &[u8], basis: u128) -> Bitstring {
    let ones = (0..)
        .zip(order)
        .map(|(k, &qubit)| (basis >> qubit & 1) << k);
    Bitstring::from_index(ones.fold(0, |index, one: u128| index | one), order.len())
}

/// The places of the ones of a number, ascending.
fn ones(mut number: u128) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let place = number.trailing_zeros() as usize;
        number &= number.checked_sub(1)?;
        Some(place)
    })
}
