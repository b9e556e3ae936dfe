use cheqqers_circuit::Bitstring;
use serde_json::{Map, Value};

/// The bits of a measurement and their provenance, as records write it.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) bits: Bitstring,
    pub(crate) provenance: Map<String, Value>,
    /// Backend that took the shots of a pool; `None` if the one of the measurer answered.
    pub(crate) backend: Option<String>,
}

impl From<Bitstring> for Answer {
    fn from(bits: Bitstring) -> Self {
        Self {
            bits,
            provenance: Map::new(),
            backend: None,
        }
    }
}
