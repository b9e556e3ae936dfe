use cheqqers_circuit::{Bitstring, Circuit};

use crate::slot::Slot;

/// Circuits of a measurement: independent ones, one for each component that is measured, whole or in
/// part.
///
/// Clbit `k` of circuit `i` is the reading of `slots[i][k]`.
#[derive(Clone, PartialEq, Debug)]
pub struct Request {
    /// The circuits, measurements included.
    pub circuits: Vec<Circuit>,
    /// The slots of each circuit's clbits.
    pub slots: Vec<Vec<Slot>>,
}

impl Request {
    /// Number of bits of all circuits together.
    pub fn num_bits(&self) -> usize {
        self.slots.iter().map(Vec::len).sum()
    }

    /// Joins one shot of each circuit; `None` above 128 bits.
    pub fn join(shots: &[Bitstring]) -> Option<Bitstring> {
        shots
            .iter()
            .try_fold(Bitstring::default(), |all, &bits| all.concat(bits))
    }
}
