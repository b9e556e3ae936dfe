use cheqqers_circuit::Qubit;

use super::Sparse;
use super::entry::{Entry, bit_of};

impl Sparse {
    /// The state of the other qubits where one of them reads `value`, renormalised; those behind it
    /// move up by one.
    ///
    /// # Panics
    /// Panics if it never reads that.
    pub(crate) fn without(&self, qubit: Qubit, value: bool) -> Self {
        let bit = bit_of(qubit);
        let wanted = if value { bit } else { 0 };
        // Qubits behind it stand in lower bits, so that the order of the entries stays.
        let behind = bit - 1;
        let entries = self
            .entries
            .iter()
            .filter(|entry| entry.key & bit == wanted);
        let entries = entries.map(|entry| Entry {
            key: entry.key & !behind & !bit | (entry.key & behind) << 1,
            amplitude: entry.amplitude,
        });
        let mut state = Self {
            num_qubits: self.num_qubits - 1,
            entries: entries.collect(),
        };
        let norm_squared = state.norm_squared();
        assert!(norm_squared > 0.0, "qubit {} is never {value}", qubit.0);
        let factor = norm_squared.sqrt().recip();
        for entry in &mut state.entries {
            entry.amplitude *= factor;
        }
        state
    }

    /// The qubits that have one value in all basis states that occur, with that value.
    pub(crate) fn certain_qubits(&self) -> Vec<(Qubit, bool)> {
        let (all, any) = self
            .entries
            .iter()
            .fold((u128::MAX, 0), |(all, any), entry| {
                (all & entry.key, any | entry.key)
            });
        let qubits = (0..self.num_qubits).map(Qubit::from_index);
        let certain = qubits.filter_map(|qubit| match (all & bit_of(qubit), any & bit_of(qubit)) {
            (_, 0) => Some((qubit, false)),
            (0, _) => None,
            _ => Some((qubit, true)),
        });
        certain.collect()
    }
}
