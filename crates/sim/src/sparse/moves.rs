use cheqqers_circuit::Qubit;
use num_complex::Complex64;

use super::pairs::{Pairs, Run, is_dust};
use super::{Sparse, bit_of};
use crate::SimError;
use crate::class::{I, MINUS_I, ROOT, turned};

/// Short words of gates that are done in one walk over the entries.
impl Sparse {
    /// What is on a qubit is on it and on a new one: a new qubit in |0⟩, the root of iSWAP of both,
    /// and S on the first; |1⟩ becomes (i/√2)(|10⟩ + |01⟩).
    ///
    /// # Errors
    /// When there are [`Self::MAX_QUBITS`] already; then nothing changes.
    pub fn split(&mut self, from: Qubit) -> Result<Qubit, SimError> {
        let to = self.add_qubit(false)?;
        let bit = bit_of(from);
        let flip = bit | bit_of(to);
        let mut new = Run::new();
        let mut dusty = false;
        for entry in &mut self.entries {
            if entry.key & bit != 0 {
                let (kept, moved) = turned(ROOT, ROOT, entry.amplitude, Complex64::ZERO);
                dusty |= is_dust(kept);
                entry.amplitude = kept * I;
                new.push(entry.moved(flip, moved));
            }
        }
        self.merge_in(&new);
        if dusty {
            self.sweep();
        }
        Ok(to)
    }

    /// Undoes [`Self::split`], for any amplitudes: the inverse of S on `first`, and of the root of
    /// iSWAP of both.
    ///
    /// It trusts its caller that the qubits are there, and different.
    pub fn merge(&mut self, first: Qubit, second: Qubit) {
        self.phase(bit_of(first), MINUS_I);
        self.mix_pairs(Pairs::exchange(&[first, second]), |low, high| {
            turned(ROOT, -ROOT, low, high)
        });
    }

    /// A new qubit that is 0 where `control` is 1 and 1 elsewhere, and S on `control`.
    ///
    /// # Errors
    /// When there are [`Self::MAX_QUBITS`] already; then nothing changes.
    pub fn capture(&mut self, control: Qubit) -> Result<Qubit, SimError> {
        let new = self.add_qubit(false)?;
        let (bit, new_bit) = (bit_of(control), bit_of(new));
        for entry in &mut self.entries {
            if entry.key & bit == 0 {
                // The last bit of the text: the order stays.
                entry.key |= new_bit;
            } else {
                entry.amplitude *= I;
            }
        }
        Ok(new)
    }
}
