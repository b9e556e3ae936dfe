mod expectation;

use std::sync::Arc;

use cheqqers_circuit::{Bitstring, Gate, Qubit};
use cheqqers_sim::{
    AdaptiveState, Limits, Product, Readout, SimError, TOLERANCE, is_diagonal_on, supports,
};
use smallvec::SmallVec;

use super::component::Component;
use super::output::OutputBit;
use super::reduce::{ReducedGate, reduced};

/// The most qubits, whatever their state.
const MOST_QUBITS: usize = 1 << 16;

/// Qubits and measured bits at one step of a branch.
///
/// Each qubit has a slot. A slot is certain, or a qubit of a component. A qubit that is reset leaves
/// its slot, which no gate acts on any more.
#[derive(Clone, Debug)]
pub(super) struct BranchState {
    limits: Limits,
    /// Slot of each qubit.
    qubits: Vec<usize>,
    slots: Vec<Slot>,
    components: Vec<Option<Arc<Component>>>,
    bits: Vec<BitSource>,
}

#[derive(Clone, Debug)]
struct Slot {
    value: SlotValue,
    /// Measured bits that read it and are not known.
    bits: Vec<usize>,
    /// `true` if a gate has acted on it since it was measured.
    is_used: bool,
}

#[derive(Clone, Copy, Debug)]
enum SlotValue {
    Certain(bool),
    /// The index of its component.
    Quantum(usize),
}

/// Source of a measured bit.
#[derive(Clone, Copy, Debug)]
enum BitSource {
    Known(bool),
    /// The slot that has it.
    Slot(usize),
}

/// States of the components, read out as one.
pub(super) struct BranchReadout<'s> {
    product: Product<&'s AdaptiveState>,
    readout: Readout,
    known: Bitstring,
}

impl BranchState {
    pub(super) fn new(limits: Limits) -> Self {
        Self {
            limits,
            qubits: Vec::new(),
            slots: Vec::new(),
            components: Vec::new(),
            bits: Vec::new(),
        }
    }

    pub(super) fn add_qubits(&mut self, number: usize) -> Result<(), SimError> {
        let num_qubits = self.qubits.len().saturating_add(number);
        if num_qubits > MOST_QUBITS {
            return Err(SimError::TooManyQubits {
                num_qubits,
                limit: MOST_QUBITS,
            });
        }
        for _ in 0..number {
            let slot = self.new_slot();
            self.qubits.push(slot);
        }
        Ok(())
    }

    fn new_slot(&mut self) -> usize {
        self.slots.push(Slot {
            value: SlotValue::Certain(false),
            bits: Vec::new(),
            is_used: false,
        });
        self.slots.len() - 1
    }

    /// Value of a qubit that is certain.
    fn certain(&self, qubit: Qubit) -> Option<bool> {
        match self.slots[self.qubits[qubit.index()]].value {
            SlotValue::Certain(value) => Some(value),
            SlotValue::Quantum(_) => None,
        }
    }

    /// A slot that was measured and must have a value before this gate; `None` when there is none.
    pub(super) fn blocked_by(&self, gate: Gate, qubits: &[Qubit]) -> Option<usize> {
        let ReducedGate::Gate(gate, qubits) = reduced(gate, qubits, |qubit| self.certain(qubit))
        else {
            return None;
        };
        let places = qubits.iter().enumerate();
        let mut slots = places.filter_map(|(place, qubit)| {
            let slot = self.qubits[qubit.index()];
            let is_measured = !self.slots[slot].bits.is_empty();
            (is_measured && !is_diagonal_on(gate, place)).then_some(slot)
        });
        slots.next()
    }

    /// Applies a gate that nothing blocks.
    pub(super) fn gate(&mut self, gate: Gate, qubits: &[Qubit]) -> Result<(), SimError> {
        if !supports(gate) {
            return Err(SimError::UnsupportedGate { gate });
        }
        let (gate, qubits) = match reduced(gate, qubits, |qubit| self.certain(qubit)) {
            ReducedGate::Nothing => return Ok(()),
            ReducedGate::Exchange(a, b) => {
                self.qubits.swap(a.index(), b.index());
                return Ok(());
            }
            ReducedGate::Flip(qubit) => {
                let slot = self.qubits[qubit.index()];
                let value = self
                    .certain(qubit)
                    .expect("only a certain qubit is flipped");
                self.slots[slot].value = SlotValue::Certain(!value);
                return Ok(());
            }
            ReducedGate::Gate(gate, qubits) => (gate, qubits),
        };
        let slots: SmallVec<[usize; 3]> = qubits
            .iter()
            .map(|qubit| self.qubits[qubit.index()])
            .collect();
        let index = self.joined(&slots)?;
        let component = self.component_mut(index);
        let operands: SmallVec<[Qubit; 3]> =
            slots.iter().map(|&slot| component.qubit(slot)).collect();
        component.push(gate, &operands);
        let is_full = component.is_full();
        for slot in slots {
            self.slots[slot].is_used |= !self.slots[slot].bits.is_empty();
        }
        if is_full {
            self.flush(index)?;
        }
        Ok(())
    }

    /// The component of these slots, made one.
    fn joined(&mut self, slots: &[usize]) -> Result<usize, SimError> {
        let component = |&slot: &usize| match self.slots[slot].value {
            SlotValue::Certain(_) => None,
            SlotValue::Quantum(index) => Some(index),
        };
        let index = slots.iter().find_map(component);
        let index = index.unwrap_or_else(|| self.new_component());
        for &slot in slots {
            match self.slots[slot].value {
                SlotValue::Certain(value) => {
                    self.component_mut(index).add(slot, value)?;
                    self.slots[slot].value = SlotValue::Quantum(index);
                }
                SlotValue::Quantum(other) if other != index => {
                    let other = self.components[other].take();
                    let other = Arc::unwrap_or_clone(other.expect("slots have a component"));
                    for &slot in other.slots() {
                        self.slots[slot].value = SlotValue::Quantum(index);
                    }
                    let limits = self.limits;
                    self.component_mut(index).absorb(other, limits)?;
                }
                SlotValue::Quantum(_) => {}
            }
        }
        Ok(index)
    }

    fn new_component(&mut self) -> usize {
        let component = Some(Arc::new(Component::new()));
        if let Some(free) = self.components.iter().position(Option::is_none) {
            self.components[free] = component;
            return free;
        }
        self.components.push(component);
        self.components.len() - 1
    }

    fn component(&self, index: usize) -> &Component {
        let component = self.components[index].as_ref();
        component.expect("slots have a component")
    }

    fn component_mut(&mut self, index: usize) -> &mut Component {
        let component = self.components[index].as_mut();
        Arc::make_mut(component.expect("slots have a component"))
    }

    /// Runs the gates of a component that were put off.
    fn flush(&mut self, index: usize) -> Result<(), SimError> {
        if self.component(index).is_behind() {
            let limits = self.limits;
            self.component_mut(index).flush(limits)?;
        }
        Ok(())
    }

    /// Runs all gates that were put off.
    pub(super) fn flush_all(&mut self) -> Result<(), SimError> {
        for index in 0..self.components.len() {
            if self.components[index].is_some() {
                self.flush(index)?;
            }
        }
        Ok(())
    }

    pub(super) fn measure(&mut self, qubit: Qubit) {
        let slot = self.qubits[qubit.index()];
        self.bits.push(match self.slots[slot].value {
            SlotValue::Certain(value) => BitSource::Known(value),
            SlotValue::Quantum(_) => {
                self.slots[slot].bits.push(self.bits.len());
                BitSource::Slot(slot)
            }
        });
    }

    /// Value of a measured bit, or the slot that must have a value for it.
    pub(super) fn bit(&self, index: usize) -> Result<bool, usize> {
        match self.bits[index] {
            BitSource::Known(value) => Ok(value),
            BitSource::Slot(slot) => Err(slot),
        }
    }

    /// A slot that must have a value before a qubit is reset; `None` if there is none.
    ///
    /// A qubit alone needs none: it is left as it is, and another one takes its number.
    pub(super) fn reset_blocked_by(&self, qubit: Qubit) -> Option<usize> {
        let slot = self.qubits[qubit.index()];
        match self.slots[slot].value {
            SlotValue::Quantum(index) if self.component(index).slots().len() > 1 => Some(slot),
            SlotValue::Certain(_) | SlotValue::Quantum(_) => None,
        }
    }

    /// Resets a qubit that nothing blocks.
    pub(super) fn reset(&mut self, qubit: Qubit) {
        let slot = self.qubits[qubit.index()];
        if let SlotValue::Quantum(index) = self.slots[slot].value {
            if self.slots[slot].bits.is_empty() {
                self.components[index] = None;
            } else {
                self.qubits[qubit.index()] = self.new_slot();
                return;
            }
        }
        self.slots[slot].value = SlotValue::Certain(false);
    }

    /// Probability that a slot of a component reads 1: exactly 0 or 1 where the other value has no
    /// more than [`TOLERANCE`].
    pub(super) fn probability(&mut self, slot: usize) -> Result<f64, SimError> {
        let index = match self.slots[slot].value {
            SlotValue::Certain(value) => return Ok(f64::from(u8::from(value))),
            SlotValue::Quantum(index) => index,
        };
        self.flush(index)?;
        let component = self.component(index);
        let probability = component.state().probability(component.qubit(slot));
        Ok(if probability <= TOLERANCE {
            0.0
        } else if probability >= 1.0 - TOLERANCE {
            1.0
        } else {
            probability
        })
    }

    /// Collapses a slot to a value that it can have.
    pub(super) fn collapse(&mut self, slot: usize, value: bool) -> Result<(), SimError> {
        let SlotValue::Quantum(index) = self.slots[slot].value else {
            return Ok(());
        };
        self.flush(index)?;
        let component = self.component(index);
        let (rest, known) = component.collapsed(component.qubit(slot), value)?;
        self.components[index] = (!rest.slots().is_empty()).then(|| Arc::new(rest));
        for (slot, value) in known {
            let slot = &mut self.slots[slot];
            slot.value = SlotValue::Certain(value);
            slot.is_used = false;
            for bit in slot.bits.drain(..) {
                self.bits[bit] = BitSource::Known(value);
            }
        }
        Ok(())
    }

    /// Addresses and sizes of the large states. Branches may share a state, which has one address then.
    pub(super) fn large_states(&self) -> impl Iterator<Item = (*const Component, usize)> {
        const LARGE: usize = 1 << 16;
        let components = self.components.iter().flatten();
        components
            .map(|component| (Arc::as_ptr(component), component.state().bytes()))
            .filter(|&(_, bytes)| bytes >= LARGE)
    }

    /// Readout of these bits at the end of the branch.
    pub(super) fn readout(&mut self, bits: &[OutputBit]) -> Result<BranchReadout<'_>, SimError> {
        if bits.len() > Bitstring::MAX_LEN {
            return Err(SimError::TooManyClbits {
                num_clbits: bits.len(),
                limit: Bitstring::MAX_LEN,
            });
        }
        let mut first_qubits: Vec<Option<usize>> = vec![None; self.components.len()];
        let mut components = Vec::new();
        let mut num_qubits = 0;
        let mut known = Bitstring::zeros(bits.len());
        let mut sources = vec![None; bits.len()];
        for (place, bit) in bits.iter().enumerate() {
            let source = match *bit {
                OutputBit::Known(value) => BitSource::Known(value),
                OutputBit::Measured(bit) => self.bits[bit.0],
            };
            let slot = match source {
                BitSource::Known(value) => {
                    known = known.with_bit(place, value);
                    continue;
                }
                BitSource::Slot(slot) => slot,
            };
            let SlotValue::Quantum(index) = self.slots[slot].value else {
                unreachable!("the bits of a certain slot are known");
            };
            self.flush(index)?;
            let component = self.component(index);
            let first = *first_qubits[index].get_or_insert_with(|| {
                let first = num_qubits;
                num_qubits += component.slots().len();
                let qubits = (first..num_qubits).map(Qubit::from_index);
                components.push((qubits.collect(), index));
                first
            });
            let qubit = component.qubit(slot);
            sources[place] = Some(Qubit::from_index(first + qubit.index()));
        }
        let components = components.into_iter();
        let states = components.map(|(qubits, index)| (qubits, self.component(index).state()));
        Ok(BranchReadout {
            product: Product::new(states),
            readout: Readout::from_sources(sources),
            known,
        })
    }
}

impl BranchReadout<'_> {
    /// Probabilities of the outcomes.
    pub(super) fn marginal(&self) -> Result<Vec<(Bitstring, f64)>, SimError> {
        let marginal = self.product.marginal(&self.readout)?.into_iter();
        Ok(marginal
            .map(|(bits, p)| (self.with_known(bits), p))
            .collect())
    }

    /// Counts of the outcomes in so many shots.
    pub(super) fn counts(&self, shots: u64, mut rng: &mut dyn rand::Rng) -> Vec<(Bitstring, u64)> {
        let counts = self
            .product
            .counts(&self.readout, shots, &mut rng)
            .into_iter();
        counts
            .map(|(bits, count)| (self.with_known(bits), count))
            .collect()
    }

    fn with_known(&self, bits: Bitstring) -> Bitstring {
        Bitstring::from_index(bits.index() | self.known.index(), bits.len())
    }
}
