use cheqqers_circuit::{Bitstring, Circuit};

use crate::Slot;

/// What a measurement asks of a backend: independent circuits, one for each component of which
/// something is measured.
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
    /// How many bits answer the request.
    pub fn num_bits(&self) -> usize {
        self.slots.iter().map(Vec::len).sum()
    }

    /// The answer to the whole request from one shot of each circuit; `None` above 128 bits.
    pub fn join(shots: &[Bitstring]) -> Option<Bitstring> {
        shots
            .iter()
            .try_fold(Bitstring::default(), |all, &bits| all.concat(bits))
    }
}
