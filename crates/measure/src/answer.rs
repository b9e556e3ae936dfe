use cheqqers_circuit::Bitstring;
use serde_json::{Map, Value};

/// The bits of a measurement and their provenance, as records write it.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) bits: Bitstring,
    pub(crate) provenance: Map<String, Value>,
}

impl From<Bitstring> for Answer {
    fn from(bits: Bitstring) -> Self {
        Self {
            bits,
            provenance: Map::new(),
        }
    }
}
