use std::sync::Arc;

use cheqqers_circuit::{Bitstring, Gate, Qubit};
use cheqqers_sim::{Sparse, TOLERANCE};
use num_complex::Complex64;
use rand::Rng;

use crate::encoding::{self, Encoded, Encoding};
use crate::log::{Log, Moment, Prepared, Recording, Step};
use crate::{Effect, Slot, World, WorldError};

/// Slots linked by effects since they were last certain, with their exact state and the log of
/// effects from which their one circuit is written.
#[derive(Clone, Debug)]
pub struct Component {
    /// The slot of each qubit of `state`.
    slots: Vec<Slot>,
    state: Sparse,
    log: Log,
}

impl Component {
    pub(crate) fn new(log: Log) -> Self {
        Self {
            slots: Vec::new(),
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
            slots: slots.to_vec(),
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
        let mut slots = self.slots.clone();
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

    /// Every legal bitstring over [`Self::slots`] with its probability, in order of their text.
    ///
    /// Legal is what the exact state gives a probability above [`TOLERANCE`].
    pub fn outcomes(&self) -> Vec<(Bitstring, f64)> {
        let order = self.bit_order();
        let mut outcomes: Vec<_> = self
            .state
            .amplitudes()
            .map(|(basis, amplitude)| (to_bits(&order, basis), amplitude.norm_sqr()))
            .filter(|&(_, probability)| probability > TOLERANCE)
            .collect();
        outcomes.sort_unstable_by_key(|&(bits, _)| bits);
        outcomes
    }

    /// The amplitudes as (bits over [`Self::slots`], amplitude), in order of the bits' text.
    pub fn amplitudes(&self) -> Vec<(Bitstring, Complex64)> {
        let order = self.bit_order();
        let mut amplitudes: Vec<_> = self
            .state
            .amplitudes()
            .map(|(basis, amplitude)| (to_bits(&order, basis), amplitude))
            .collect();
        amplitudes.sort_unstable_by_key(|&(bits, _)| bits);
        amplitudes
    }

    /// Draws legal bits over [`Self::slots`] from the exact state.
    pub fn sample(&self, rng: &mut impl Rng) -> Bitstring {
        let basis = self.state.sample(rng);
        to_bits(&self.bit_order(), basis)
    }

    /// Probability of the bits over [`Self::slots`]; `None` when their number is wrong.
    pub fn probability_of(&self, bits: Bitstring) -> Option<f64> {
        if bits.len() != self.slots.len() {
            return None;
        }
        let basis = self
            .bit_order()
            .iter()
            .zip(bits.iter())
            .fold(0, |basis, (&qubit, bit)| basis | u128::from(bit) << qubit);
        let found = self.state.amplitudes().find(|&(b, _)| b == basis);
        Some(found.map_or(0.0, |(_, amplitude)| amplitude.norm_sqr()))
    }

    /// The circuit that prepares the component, without measurement.
    ///
    /// # Errors
    /// When the world was told not to record.
    pub fn circuit(&self, encoding: Encoding) -> Result<Encoded, WorldError> {
        encoding::encode(&self.log, encoding)
    }

    /// The qubit of each slot of [`Self::slots`].
    fn bit_order(&self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.slots.len()).collect();
        order.sort_unstable_by_key(|&qubit| self.slots[qubit]);
        order
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

    pub(crate) fn relabel(&mut self, from: Slot, to: Slot) {
        let qubit = self.expect_qubit(from);
        self.slots[qubit.index()] = to;
    }

    pub(crate) fn gate(&mut self, gate: Gate, slots: &[Slot]) {
        let mut qubits = [Qubit(0); 3];
        for (qubit, &slot) in qubits.iter_mut().zip(slots) {
            *qubit = self.expect_qubit(slot);
        }
        self.state.apply(gate, &qubits[..slots.len()]);
    }

    /// Drops a slot that reads 0, after projecting away what is left of its 1.
    pub(crate) fn vacate(&mut self, moment: Moment, slot: Slot) {
        let qubit = self.expect_qubit(slot);
        self.state.discard(qubit, false);
        self.state.remove_qubit(qubit);
        self.slots.swap_remove(qubit.index());
        self.log.push(moment, || Step::Vacated(slot));
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

    /// Takes over the qubits, amplitudes and log of `other`.
    pub(crate) fn join(&mut self, other: Component) -> Result<(), WorldError> {
        self.state.tensor(&other.state)?;
        self.slots.extend(other.slots);
        self.log.join(other.log);
        Ok(())
    }
}

/// The bits of a basis state in the given order of its qubits.
fn to_bits(order: &[usize], basis: u128) -> Bitstring {
    order.iter().map(|&qubit| basis >> qubit & 1 == 1).collect()
}
