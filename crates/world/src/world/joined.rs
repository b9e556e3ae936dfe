use cheqqers_circuit::Bitstring;
use num_complex::Complex64;
use smallvec::SmallVec;

use super::World;
use crate::component::{Component, Rest};
use crate::error::WorldError;
use crate::slot::{ClassicalSlots, Slot};

impl World {
    /// The state of the components that hold these slots, joined: their slots, ascending, and the
    /// amplitudes of bits over them, in no particular order. Classical slots are left out.
    ///
    /// Cost: the product of the components' amplitudes.
    pub fn joined(
        &self,
        slots: impl IntoIterator<Item = Slot>,
    ) -> (Vec<Slot>, Vec<(Bitstring, Complex64)>) {
        let mut indices: SmallVec<[usize; 4]> = slots
            .into_iter()
            .filter_map(|slot| self.owner(slot))
            .collect();
        indices.sort_unstable();
        indices.dedup();
        let components = || indices.iter().map(|&index| &self.components[index]);
        let mut slots: Vec<Slot> = components()
            .flat_map(|component| component.unordered_slots().iter().copied())
            .collect();
        slots.sort_unstable();
        let mut kets = vec![(0_u128, Complex64::ONE)];
        for component in components() {
            let place = |slot| slots.partition_point(|&other| other < slot);
            let places: SmallVec<[usize; 16]> = component
                .unordered_slots()
                .iter()
                .copied()
                .map(place)
                .collect();
            let more: Vec<(u128, Complex64)> = component
                .state()
                .amplitudes()
                .map(|(basis, amplitude)| {
                    let bits = places.iter().enumerate();
                    let bits = bits.map(|(qubit, &place)| (basis >> qubit & 1) << place);
                    (bits.fold(0, |all, bit| all | bit), amplitude)
                })
                .collect();
            let product = |&(basis, amplitude): &(u128, Complex64)| {
                let more = more.iter();
                more.map(move |&(bits, factor)| (basis | bits, amplitude * factor))
            };
            kets = kets.iter().flat_map(product).collect();
        }
        let len = slots.len();
        let bits = |(basis, amplitude)| (Bitstring::from_index(basis, len), amplitude);
        (slots, kets.into_iter().map(bits).collect())
    }

    /// Replaces components by a given state of all their slots, and of slots that are classical
    /// until now: amplitudes of different bits over `slots`. Returns the slots that are classical
    /// then; independent ones are components of their own, prepared as in [`Self::prepare`].
    ///
    /// # Errors
    /// Returns an error if a slot stands there twice, a slot of one of the components is missing,
    /// bits have another length, or no amplitude is above [`TOLERANCE`](crate::TOLERANCE). Nothing has changed then.
    pub fn replace(
        &mut self,
        ply: u32,
        slots: &[Slot],
        amplitudes: &[(Bitstring, Complex64)],
    ) -> Result<ClassicalSlots, WorldError> {
        Self::check_distinct(slots)?;
        let expected = slots.len();
        if let Some((bits, _)) = amplitudes.iter().find(|(bits, _)| bits.len() != expected) {
            let found = bits.len();
            return Err(WorldError::WrongLength { expected, found });
        }
        for &slot in slots {
            let of_component = self.component(slot).into_iter();
            let missing = of_component
                .flat_map(Component::unordered_slots)
                .find(|other| !slots.contains(other));
            if let Some(&other) = missing {
                return Err(WorldError::DifferentComponents {
                    slots: [slot, other],
                });
            }
        }
        let kets = amplitudes
            .iter()
            .map(|&(bits, amplitude)| (bits.index(), amplitude));
        let rest = Rest::of(slots, kets.collect()).ok_or(WorldError::ImpossibleBits {
            bits: Bitstring::default(),
        })?;
        for &slot in slots {
            if let Some(index) = self.owner(slot) {
                self.remove(index);
            }
        }
        Ok(self.prepare_rest(ply, rest))
    }
}
