use cheqqers_circuit::Bitstring;
use cheqqers_world::Slot;
use serde_json::{Map, Value};

use crate::{Game, Pending};

/// A measurement that was answered.
#[derive(Clone, PartialEq, Debug)]
pub struct Measurement {
    /// The slots measured, in the order of the bits.
    pub slots: Vec<Slot>,
    /// The bits read, one for each slot.
    pub bits: Bitstring,
    /// The exact probability of the bits, in 0..=1.
    pub probability: f64,
    /// The backend that measured, by its name in records.
    pub backend: String,
    /// Further provenance, by its keys in records: shots, accepted and rejected ones, jobs; empty
    /// for an exact backend.
    pub provenance: Map<String, Value>,
}

impl Measurement {
    /// The measurement that a move waits for, answered by bits; those beyond its slots are left
    /// out.
    pub fn new<G: Game>(pending: &Pending<G>, bits: Bitstring, backend: impl Into<String>) -> Self {
        Self {
            slots: pending.slots(),
            bits,
            probability: pending.probability(bits).unwrap_or(0.0),
            backend: backend.into(),
            provenance: Map::new(),
        }
    }

    /// The bit read for a slot; `None` when it was not measured.
    pub fn reading(&self, slot: Slot) -> Option<bool> {
        let mut readings = self.slots.iter().zip(self.bits.iter());
        readings.find_map(|(&measured, bit)| (measured == slot).then_some(bit))
    }

    /// The slots that read 1, ascending, of all components together.
    pub fn occupied(&self) -> impl Iterator<Item = Slot> {
        let readings = self.slots.iter().zip(self.bits.iter());
        let read = readings.filter_map(|(&slot, bit)| bit.then_some(slot));
        let mut read: Vec<Slot> = read.collect();
        read.sort_unstable();
        read.into_iter()
    }

    /// The names of the slots that read 1, as [`Self::occupied`].
    pub fn occupied_names<G: Game>(&self, position: &G) -> Vec<String> {
        self.occupied()
            .map(|slot| position.slot_name(slot))
            .collect()
    }
}
