use cheqqers_circuit::Qubit;
use num_complex::Complex64;

use super::Sparse;
use super::entry::{BasisState, bit_of, is_zero};
use super::pairs::Run;
use crate::SimError;
use crate::class::{I, ROOT, turned};

/// Several gates done in one walk over the entries.
impl Sparse {
    /// Adds a qubit, the highest, whose value in each basis state is that which `image` returns, and
    /// multiplies the amplitude by the factor that comes with it; `None` is 1.
    ///
    /// The state stays normalised where all factors have norm 1, which the caller answers for.
    /// Cost: one pass over the entries, which keep their order.
    ///
    /// # Errors
    /// Returns an error if there are [`Self::MAX_QUBITS`] already; then nothing changes.
    ///
    /// ```
    /// use cheqqers_circuit::{Gate, Qubit};
    /// use cheqqers_sim::Sparse;
    ///
    /// let mut state = Sparse::new();
    /// let first = state.add_qubit(false)?;
    /// state.apply(Gate::H, &[first]);
    /// let mut gates = state.clone();
    /// // 1 where the first is 0.
    /// let second = state.add_qubit_by(|basis| (!basis.bit(first), None))?;
    /// gates.add_qubit(true)?;
    /// gates.apply(Gate::Cx, &[first, second]);
    /// assert_eq!(state, gates);
    /// # Ok::<(), cheqqers_sim::SimError>(())
    /// ```
    #[inline]
    pub fn add_qubit_by(
        &mut self,
        mut image: impl FnMut(BasisState) -> (bool, Option<Complex64>),
    ) -> Result<Qubit, SimError> {
        let new = self.add_qubit(false)?;
        let bit = bit_of(new);
        for entry in &mut self.entries {
            let (one, factor) = image(BasisState::new(entry.key));
            if one {
                // The last bit of the text: the order stays.
                entry.key |= bit;
            }
            if let Some(factor) = factor {
                entry.amplitude *= factor;
            }
        }
        Ok(new)
    }

    /// [`Gate::Split`](cheqqers_circuit::Gate::Split) of a qubit over two new ones in |0⟩, of which
    /// the first takes the number of the qubit, left in |0⟩ and dropped: |1⟩ becomes
    /// (i/√2)(|10⟩ + |01⟩).
    ///
    /// The tests compare it with that gate. Cost: one pass over the entries.
    ///
    /// # Errors
    /// Returns an error if there are [`Self::MAX_QUBITS`] already; then nothing changes.
    pub fn split(&mut self, from: Qubit) -> Result<Qubit, SimError> {
        let to = self.add_qubit(false)?;
        let bit = bit_of(from);
        let flip = bit | bit_of(to);
        let mut new = Run::new();
        let mut any_zero = false;
        for entry in &mut self.entries {
            if entry.key & bit != 0 {
                let (kept, moved) = turned(ROOT, ROOT, entry.amplitude, Complex64::ZERO);
                any_zero |= is_zero(kept);
                entry.amplitude = kept * I;
                new.push(entry.moved(flip, moved));
            }
        }
        self.merge_in(&new);
        if any_zero {
            self.sweep();
        }
        Ok(to)
    }
}
