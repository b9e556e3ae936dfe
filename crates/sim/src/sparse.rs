mod apply;
mod collapse;
mod entry;
mod pairs;
mod run;
mod walk;

use std::ops::Range;

use cheqqers_circuit::Qubit;
use num_complex::Complex64;
use smallvec::SmallVec;

pub use self::entry::BasisState;
pub(crate) use self::entry::{Entry, bit_of, is_zero};
pub(crate) use self::pairs::ones;
use crate::{Limits, SimError};

/// An exact quantum state that holds only its non-zero amplitudes.
///
/// Up to 128 qubits. Entries are kept in the order of the basis states' text: by bit 0, then by bit
/// 1, and so on; listing and sampling follow that order, so it depends on the state alone
/// and not on how it was made. Equality is exact, amplitude by amplitude, global phase included.
///
/// Memory: 32 bytes per entry. Cost of a gate: linear in the entries, and in place but for new ones.
///
/// ```
/// use cheqqers_circuit::{Gate, Qubit};
/// use cheqqers_sim::Sparse;
///
/// let mut state = Sparse::new();
/// let from = state.add_qubit(true)?;
/// let to = state.add_qubit(false)?;
/// state.apply(Gate::Siswap, &[from, to]);
/// assert_eq!(state.len(), 2);
/// assert!((state.probability(to) - 0.5).abs() < 1e-12);
/// # Ok::<(), cheqqers_sim::SimError>(())
/// ```
#[derive(Debug, PartialEq)]
pub struct Sparse {
    num_qubits: usize,
    /// Sorted by key, without repeats, never empty.
    pub(crate) entries: Entries,
}

/// Inline up to the size of most states that occur, which then need no memory of their own.
type Entries = SmallVec<[Entry; 4]>;

impl Clone for Sparse {
    fn clone(&self) -> Self {
        // Entry by entry, as a small vector's own clone goes, takes several times as long.
        Self {
            num_qubits: self.num_qubits,
            entries: Entries::from_slice(&self.entries),
        }
    }
}

impl Default for Sparse {
    fn default() -> Self {
        Self::new()
    }
}

impl Sparse {
    /// The most qubits a sparse state has.
    pub const MAX_QUBITS: usize = 128;

    /// No qubits; the one amplitude is 1.
    pub fn new() -> Self {
        let mut entries = Entries::new();
        entries.push(Entry {
            key: 0,
            amplitude: Complex64::new(1.0, 0.0),
        });
        Self {
            num_qubits: 0,
            entries,
        }
    }

    /// `num_qubits` qubits in |0⟩.
    ///
    /// # Errors
    /// Returns an error if they are more than [`Self::MAX_QUBITS`].
    pub fn zero(num_qubits: usize) -> Result<Self, SimError> {
        Self::check_qubits(num_qubits)?;
        Ok(Self {
            num_qubits,
            ..Self::new()
        })
    }

    /// The state with these amplitudes, by the index of their basis states; they are taken as they
    /// are, not normalised.
    ///
    /// # Errors
    /// Returns an error if there are too many qubits, an index has a bit beyond them, two are the
    /// same, an amplitude is not finite, or there is none but zeros.
    pub fn from_amplitudes(
        num_qubits: usize,
        amplitudes: impl IntoIterator<Item = (u128, Complex64)>,
    ) -> Result<Self, SimError> {
        Self::check_qubits(num_qubits)?;
        let mut entries: Entries = amplitudes
            .into_iter()
            .filter(|&(_, amplitude)| !is_zero(amplitude))
            .map(|(index, amplitude)| Entry {
                key: index.reverse_bits(),
                amplitude,
            })
            .collect();
        entries.sort_by_key(|entry| entry.key);
        let beyond = u128::MAX.checked_shr(u32::try_from(num_qubits).unwrap_or(u32::MAX));
        let fits =
            |entry: &Entry| entry.key & beyond.unwrap_or(0) == 0 && entry.amplitude.is_finite();
        let distinct = entries.windows(2).all(|pair| pair[0].key != pair[1].key);
        if entries.is_empty() || !distinct || !entries.iter().all(fits) {
            return Err(SimError::NotAState { num_qubits });
        }
        Ok(Self {
            num_qubits,
            entries,
        })
    }

    /// Checks that a sparse state may have so many qubits.
    ///
    /// # Errors
    /// Returns an error if they are more than [`Self::MAX_QUBITS`].
    pub fn check_qubits(num_qubits: usize) -> Result<(), SimError> {
        if num_qubits > Self::MAX_QUBITS {
            return Err(SimError::TooManyQubits {
                num_qubits,
                limit: Self::MAX_QUBITS,
            });
        }
        Ok(())
    }

    /// Number of qubits.
    pub fn num_qubits(&self) -> usize {
        self.num_qubits
    }

    /// Number of non-zero amplitudes, at least 1.
    #[inline]
    #[expect(clippy::len_without_is_empty, reason = "a state is never empty")]
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// The basis states that occur, by index, with their amplitudes, in the order of their text.
    pub fn amplitudes(&self) -> impl Iterator<Item = (u128, Complex64)> + Clone {
        self.amplitudes_at(0..self.len())
    }

    /// Those of [`Self::amplitudes`] at some places, counted from 0.
    ///
    /// # Panics
    /// Panics if the state has not so many.
    pub fn amplitudes_at(
        &self,
        places: Range<usize>,
    ) -> impl Iterator<Item = (u128, Complex64)> + Clone {
        self.entries[places]
            .iter()
            .map(|entry| (entry.key.reverse_bits(), entry.amplitude))
    }

    /// The amplitude of the basis state with this index, 0 where it does not occur.
    #[inline]
    pub fn amplitude(&self, index: u128) -> Complex64 {
        let key = index.reverse_bits();
        self.entries
            .binary_search_by_key(&key, |entry| entry.key)
            .map_or(Complex64::ZERO, |place| self.entries[place].amplitude)
    }

    /// Adds a qubit, the highest, in |0⟩, or |1⟩ for `one`.
    ///
    /// # Errors
    /// Returns an error if there are [`Self::MAX_QUBITS`] already.
    #[inline]
    pub fn add_qubit(&mut self, one: bool) -> Result<Qubit, SimError> {
        Self::check_qubits(self.num_qubits + 1)?;
        #[expect(clippy::cast_possible_truncation, reason = "below 128")]
        let qubit = Qubit(self.num_qubits as u32);
        self.num_qubits += 1;
        if one {
            let bit = bit_of(qubit);
            for entry in &mut self.entries {
                entry.key |= bit;
            }
        }
        Ok(qubit)
    }

    /// Drops a qubit that is 0, or 1, in every entry; the last qubit takes its number.
    ///
    /// The caller answers for that: a qubit that is both leaves entries in conflict.
    ///
    /// # Panics
    /// Panics if there is no such qubit.
    pub fn remove_qubit(&mut self, qubit: Qubit) {
        assert!(
            qubit.index() < self.num_qubits,
            "qubit {} of {} qubits",
            qubit.0,
            self.num_qubits
        );
        #[expect(clippy::cast_possible_truncation, reason = "below 128")]
        let last = Qubit(self.num_qubits as u32 - 1);
        let (bit, last_bit) = (bit_of(qubit), bit_of(last));
        debug_assert!(
            self.entries
                .iter()
                .all(|entry| (entry.key ^ self.entries[0].key) & bit == 0),
            "a qubit that is removed is certain"
        );
        self.num_qubits -= 1;
        if qubit == last {
            for entry in &mut self.entries {
                entry.key &= !bit;
            }
            return;
        }
        for entry in &mut self.entries {
            let moved = if entry.key & last_bit == 0 { 0 } else { bit };
            entry.key = entry.key & !(bit | last_bit) | moved;
        }
        self.sort();
    }

    /// Takes in the qubits of an independent state, which follow those here.
    ///
    /// # Errors
    /// Returns an error if together they are too many, or make more amplitudes than the default
    /// [`Limits`]; then nothing changes.
    pub fn tensor(&mut self, other: &Self) -> Result<(), SimError> {
        self.tensor_within(other, Limits::default())
    }

    /// As [`Self::tensor`], within these limits.
    pub(crate) fn tensor_within(&mut self, other: &Self, limits: Limits) -> Result<(), SimError> {
        Self::check_qubits(self.num_qubits + other.num_qubits)?;
        let amplitudes = self.len().saturating_mul(other.len());
        limits.check_amplitudes(amplitudes)?;
        let shift = self.num_qubits;
        // A shift by 128 only happens to a state without qubits, whose key is 0.
        let moved = |key: u128| if shift < 128 { key >> shift } else { 0 };
        self.num_qubits += other.num_qubits;
        if let [only] = other.entries[..] {
            for entry in &mut self.entries {
                entry.key |= moved(only.key);
                entry.amplitude *= only.amplitude;
            }
            return Ok(());
        }
        let mut entries = Entries::with_capacity(amplitudes);
        for left in &self.entries {
            entries.extend(other.entries.iter().map(|right| Entry {
                key: left.key | moved(right.key),
                amplitude: left.amplitude * right.amplitude,
            }));
        }
        self.entries = entries;
        Ok(())
    }

    /// Puts the entries back in order; quick on what is in order, or made of few runs.
    fn sort(&mut self) {
        self.entries.sort_by_key(|entry| entry.key);
    }
}

#[cfg(test)]
mod tests;
