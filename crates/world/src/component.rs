use std::collections::HashMap;
use std::sync::Arc;

use cheqqers_circuit::{Bitstring, Qubit};
use cheqqers_sim::{Sparse, TOLERANCE};
use num_complex::Complex64;
use rand::Rng;
use smallvec::SmallVec;

use crate::effect::Effect;
use crate::encoding::{self, EncodedCircuit, Encoding};
use crate::error::WorldError;
use crate::factor::{Kets, factors};
use crate::limits::MAX_AMPLITUDES;
use crate::record::{Change, Moment, PreparedState, Record, Recording};
use crate::slot::{ClassicalSlots, Slot};
use crate::slot_state::SlotState;

/// Infidelity up to which two states are the same: what rounding makes.
const SAME: f64 = 1e-9;

/// State that a measurement of part of a component leaves.
pub(crate) struct Rest {
    /// Slots that are classical now, the measured ones among them.
    pub(crate) classical: ClassicalSlots,
    /// The other slots, in independent states.
    pub(crate) factors: Vec<Factor>,
}

impl Rest {
    /// A state of these slots, the qubits of the basis states, which need not be normalised; `None`
    /// where no amplitude is left.
    pub(crate) fn of(slots: &[Slot], mut kets: Kets) -> Option<Self> {
        let norm_squared: f64 = kets.iter().map(|(_, a)| a.norm_sqr()).sum();
        let most = kets.iter().map(|(_, a)| a.norm_sqr()).fold(0.0, f64::max);
        // Twice the tolerance, so that what stays is quantum by any way to add it up.
        let least = 2.0 * TOLERANCE * norm_squared;
        if norm_squared <= TOLERANCE || most <= least {
            return None;
        }
        kets.retain(|(_, amplitude)| amplitude.norm_sqr() > least);
        let ever = kets.iter().fold(0, |all, (basis, _)| all | basis);
        let always = kets.iter().fold(u128::MAX, |all, (basis, _)| all & basis);
        let mut classical = ClassicalSlots::new();
        let mut left: SmallVec<[u8; 64]> = SmallVec::new();
        for (qubit, &slot) in (0..).zip(slots) {
            let (ever, always) = (ever >> qubit & 1 == 1, always >> qubit & 1 == 1);
            if ever == always {
                classical.push((slot, always));
            } else {
                left.push(qubit);
            }
        }
        let factor = |(qubits, kets): (Vec<u8>, Kets)| -> Factor {
            let slots = qubits.iter().map(|&qubit| slots[usize::from(qubit)]);
            let kets = kets.iter().map(|&(basis, a)| (pick(&qubits, basis), a));
            (slots.collect(), kets.collect())
        };
        let factors = factors(&left, kets).into_iter().map(factor).collect();
        Some(Self { classical, factors })
    }
}

/// Slots and their amplitudes, not normalised.
pub(crate) type Factor = (Vec<Slot>, Vec<(Bitstring, Complex64)>);

/// One number for each qubit that a component may have.
type Ranks = [u8; Sparse::MAX_QUBITS];

/// Slots linked by effects since they were last classical, with their exact state and the record of
/// effects from which their one circuit is written.
#[derive(Debug)]
pub struct Component {
    slot_state: SlotState,
    record: Record,
}

impl Clone for Component {
    fn clone(&self) -> Self {
        let SlotState { slots, state } = &self.slot_state;
        // Faster than `SmallVec::clone`, which clones slot by slot, and than a `Clone` of `SlotState`,
        // which copies both once more.
        Self {
            slot_state: SlotState {
                slots: SmallVec::from_slice(slots),
                state: state.clone(),
            },
            record: self.record.clone(),
        }
    }
}

impl Component {
    /// Creates a component without slots.
    pub(crate) fn new(recording: Recording) -> Self {
        Self {
            slot_state: SlotState::new(),
            record: Record::new(recording),
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
        // A normalised state stays as it is, to the last digit.
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
        let mut record = Record::new(recording);
        record.push(moment, || {
            let slots = slots.to_vec();
            Change::Prepared(Arc::new(PreparedState { slots, amplitudes }))
        });
        let slots_of_qubits = SmallVec::from_slice(slots);
        let component = Self {
            slot_state: SlotState {
                slots: slots_of_qubits,
                state,
            },
            record,
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
        let mut slots = self.slot_state.slots.to_vec();
        slots.sort_unstable();
        slots
    }

    /// Number of slots.
    pub fn num_slots(&self) -> usize {
        self.slot_state.slots.len()
    }

    /// Number of basis states with a non-zero amplitude.
    #[inline]
    pub fn num_amplitudes(&self) -> usize {
        self.slot_state.state.len()
    }

    /// Returns `true` if a gate, which at most doubles the amplitudes, keeps them within
    /// [`World::MAX_AMPLITUDES`](crate::World::MAX_AMPLITUDES).
    #[inline]
    pub fn has_room(&self) -> bool {
        self.num_amplitudes() <= MAX_AMPLITUDES / 2
    }

    /// The exact state over the slots of [`Self::unordered_slots`], qubit `k` being the `k`-th.
    #[inline]
    pub fn state(&self) -> &Sparse {
        &self.slot_state.state
    }

    /// The slots in the order of the state's qubits; it changes from effect to effect.
    pub fn unordered_slots(&self) -> &[Slot] {
        &self.slot_state.slots
    }

    /// Returns `true` if another component is of the same slots in the same state, up to the global phase and rounding.
    ///
    /// Cost: one pass over the amplitudes of both.
    pub fn is_same_state(&self, other: &Self) -> bool {
        if self.slots() != other.slots() {
            return false;
        }
        let known: HashMap<Bitstring, Complex64> = other.amplitudes().into_iter().collect();
        let amplitudes = self.amplitudes().into_iter();
        let overlap: Complex64 = amplitudes
            .filter_map(|(bits, amplitude)| Some(amplitude.conj() * known.get(&bits)?))
            .sum();
        1.0 - overlap.norm_sqr() < SAME
    }

    /// Probability that the slot reads 1, in 0..=1; 0 for a slot that is not in the component.
    ///
    /// Cost: one pass over the amplitudes.
    #[inline]
    pub fn probability(&self, slot: Slot) -> f64 {
        self.qubit(slot).map_or(0.0, |qubit| {
            self.slot_state.state.probability(qubit).min(1.0)
        })
    }

    /// Coherence of two slots: the sum, over the values of the other slots, of the amplitude with `a`
    /// occupied and `b` not, times the conjugate of that with `b` occupied and `a` not.
    ///
    /// Its argument is the phase between `a` and `b`, and its norm at most the root of the product of
    /// their probabilities: less where other slots are correlated with them, 0 where nothing could
    /// interfere.
    ///
    /// Cost: one pass over the amplitudes.
    pub fn coherence(&self, a: Slot, b: Slot) -> Complex64 {
        let (Some(a), Some(b)) = (self.qubit(a), self.qubit(b)) else {
            return Complex64::ZERO;
        };
        let (a, b) = (1_u128 << a.0, 1_u128 << b.0);
        let all: Vec<(u128, Complex64)> = self.slot_state.state.amplitudes().collect();
        let on = |only: u128| all.iter().filter(move |(basis, _)| basis & (a | b) == only);
        let other: HashMap<u128, Complex64> = on(b).map(|&(basis, at)| (basis & !b, at)).collect();
        on(a)
            .filter_map(|(basis, at)| Some(at * other.get(&(basis & !a))?.conj()))
            .sum()
    }

    /// Every legal bitstring over [`Self::slots`] with its probability, in order of their text.
    ///
    /// Legal is what the exact state gives a probability above [`TOLERANCE`].
    #[inline]
    pub fn outcomes(&self) -> Vec<(Bitstring, f64)> {
        let amplitudes = self.amplitudes().into_iter();
        amplitudes
            .map(|(bits, amplitude)| (bits, amplitude.norm_sqr()))
            .filter(|&(_, probability)| probability > TOLERANCE)
            .collect()
    }

    /// Every legal bitstring over some slots of the component, in their order, with its
    /// probability; in order of their text.
    ///
    /// # Panics
    /// Panics if a slot is not in the component.
    pub fn marginal(&self, slots: &[Slot]) -> Vec<(Bitstring, f64)> {
        let order = self.order_of(slots);
        let mut all: Vec<_> = self
            .slot_state
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
    /// Panics if a slot is not in the component.
    pub fn sample_of(&self, slots: &[Slot], rng: &mut impl Rng) -> Bitstring {
        pick(&self.order_of(slots), self.slot_state.state.sample(rng))
    }

    /// Joint probability of values of slots of the component; those of others are ignored.
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
        let amplitudes = self.slot_state.state.amplitudes().filter(agrees);
        amplitudes.map(|(_, a)| a.norm_sqr()).sum::<f64>().min(1.0)
    }

    /// The amplitudes as (bits over [`Self::slots`], amplitude), in order of the bits' text.
    pub fn amplitudes(&self) -> Vec<(Bitstring, Complex64)> {
        let ranks = self.ranks();
        let mut amplitudes: Vec<_> = self
            .slot_state
            .state
            .amplitudes()
            .map(|(basis, amplitude)| (self.to_bits(&ranks, basis), amplitude))
            .collect();
        amplitudes.sort_unstable_by_key(|&(bits, _)| bits);
        amplitudes
    }

    /// Draws legal bits over [`Self::slots`] from the exact state.
    #[inline]
    pub fn sample(&self, rng: &mut impl Rng) -> Bitstring {
        pick(&self.bit_order(), self.slot_state.state.sample(rng))
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
    /// Returns an error if nothing is recorded.
    pub fn circuit(&self, encoding: Encoding) -> Result<EncodedCircuit, WorldError> {
        encoding::encode(&self.record, encoding)
    }

    /// Bit of [`Self::slots`] that each qubit is.
    fn ranks(&self) -> Ranks {
        let mut ranks = [0; Sparse::MAX_QUBITS];
        for (rank, &qubit) in (0..).zip(self.bit_order().as_slice()) {
            ranks[usize::from(qubit)] = rank;
        }
        ranks
    }

    /// The qubit of each slot of [`Self::slots`].
    fn bit_order(&self) -> SmallVec<[u8; 64]> {
        let mut order: SmallVec<[u8; 64]> = (0..).take(self.num_slots()).collect();
        order.sort_unstable_by_key(|&qubit| self.slot_state.slots[usize::from(qubit)]);
        order
    }

    /// Probability of bits, each of the qubit in its place of the order.
    fn probability_in(&self, order: &[u8], bits: Bitstring) -> f64 {
        let basis = ones(bits.index()).fold(0, |basis, bit| basis | 1 << order[bit]);
        self.slot_state.state.amplitude(basis).norm_sqr()
    }

    /// The qubits of slots of the component.
    fn order_of(&self, slots: &[Slot]) -> SmallVec<[u8; 64]> {
        let qubit = |&slot: &Slot| {
            self.slot_state
                .slots
                .iter()
                .position(|&other| other == slot)
        };
        let number = |qubit: usize| u8::try_from(qubit).expect("at most 128 qubits");
        slots
            .iter()
            .map(|slot| number(qubit(slot).expect("the slot is in the component")))
            .collect()
    }

    /// The bits over [`Self::slots`] of a basis state, whose qubits have these ranks.
    fn to_bits(&self, ranks: &Ranks, basis: u128) -> Bitstring {
        let index = ones(basis).fold(0, |index, qubit| index | 1 << ranks[qubit]);
        Bitstring::from_index(index, self.num_slots())
    }

    #[inline]
    fn qubit(&self, slot: Slot) -> Option<Qubit> {
        self.slot_state.qubit(slot)
    }

    /// The state and its slots, for an effect that [`Self::record`] is told of.
    pub(crate) fn slot_state_mut(&mut self) -> &mut SlotState {
        &mut self.slot_state
    }

    pub(crate) fn stop_recording(&mut self) {
        self.record.stop();
    }

    pub(crate) fn record(&mut self, moment: Moment, effect: Effect) {
        self.record.push(moment, || Change::Effect(effect));
    }

    /// Drops a slot that has one value, after projecting away what is left of the other.
    pub(crate) fn remove(&mut self, moment: Moment, slot: Slot, occupied: bool) {
        self.slot_state.remove(slot, occupied);
        self.record
            .push(moment, || Change::Classical { slot, occupied });
    }

    /// The only legal basis state; `None` when there are several.
    pub(crate) fn certain(&self) -> Option<u128> {
        let mut legal = self
            .slot_state
            .state
            .amplitudes()
            .filter(|(_, amplitude)| amplitude.norm_sqr() > TOLERANCE);
        let (basis, _) = legal.next()?;
        legal.next().is_none().then_some(basis)
    }

    /// The slots with their bits of a basis state of the state.
    pub(crate) fn readings(&self, basis: u128) -> impl Iterator<Item = (Slot, bool)> + '_ {
        self.slot_state
            .slots
            .iter()
            .enumerate()
            .map(move |(qubit, &slot)| (slot, basis >> qubit & 1 == 1))
    }

    /// Values of the slots by a measurement of [`Self::slots`].
    ///
    /// # Errors
    /// Returns an error if the bits are too many, too few or not legal.
    #[inline]
    pub(crate) fn read(&self, bits: Bitstring) -> Result<ClassicalSlots, WorldError> {
        let (expected, found) = (self.num_slots(), bits.len());
        if expected != found {
            return Err(WorldError::WrongLength { expected, found });
        }
        let order = self.bit_order();
        if self.probability_in(&order, bits) <= TOLERANCE {
            return Err(WorldError::ImpossibleBits { bits });
        }
        let slots = order
            .iter()
            .map(|&qubit| self.slot_state.slots[usize::from(qubit)]);
        Ok(slots.zip(bits.iter()).collect())
    }

    /// The state after a measurement of some slots, in any order, that read `bits`: slots that are
    /// classical then, and the amplitudes over the others, if there are any.
    ///
    /// # Errors
    /// Returns an error if the bits are too many, too few or not legal.
    pub(crate) fn conditioned(&self, slots: &[Slot], bits: Bitstring) -> Result<Rest, WorldError> {
        let (expected, found) = (slots.len(), bits.len());
        if expected != found {
            return Err(WorldError::WrongLength { expected, found });
        }
        let order = self.order_of(slots);
        let mut kets: Vec<(u128, Complex64)> = self.slot_state.state.amplitudes().collect();
        kets.retain(|&(basis, _)| pick(&order, basis) == bits);
        Rest::of(&self.slot_state.slots, kets).ok_or(WorldError::ImpossibleBits { bits })
    }

    /// The ply of the last step, where steps are recorded.
    pub fn last_ply(&self) -> u32 {
        let last = self.record.events().and_then(<[_]>::last);
        last.map_or(0, |event| event.moment.ply)
    }

    /// Takes over the qubits, amplitudes and record of `other`.
    pub(crate) fn join(&mut self, other: Self) -> Result<(), WorldError> {
        self.slot_state.join(other.slot_state)?;
        self.record.join(other.record);
        Ok(())
    }
}

/// The bits of these qubits in a basis state.
#[inline]
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
