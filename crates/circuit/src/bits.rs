use std::fmt;
use std::str::FromStr;

use crate::error::ParseBitsError;

/// The bits of one shot, or a basis state: bit `k` belongs to qubit (or clbit) `k`.
///
/// In text the *first* character is bit 0, so qubit 1 alone of two reads `01` and has index 2.
/// At most [`Bitstring::MAX_LEN`] bits. Order is by length, then as text.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Bitstring {
    bits: u128,
    len: u8,
}

impl Bitstring {
    /// The longest bitstring.
    pub const MAX_LEN: usize = 128;

    /// `len` bits, all 0.
    ///
    /// # Panics
    /// Panics if `len` is above [`Self::MAX_LEN`].
    pub fn zeros(len: usize) -> Self {
        Self::from_index(0, len)
    }

    /// The `len` low bits of `index`, bit `k` of the index being bit `k`.
    ///
    /// # Panics
    /// Panics if `len` is above [`Self::MAX_LEN`], or `index` has a bit beyond `len`.
    pub fn from_index(index: u128, len: usize) -> Self {
        assert!(len <= Self::MAX_LEN, "a bitstring holds at most 128 bits");
        assert!(
            len == Self::MAX_LEN || index >> len == 0,
            "the index has bits beyond the length"
        );
        // The first assertion bounds `len` by 128.
        #[expect(clippy::cast_possible_truncation, reason = "at most 128")]
        let len = len as u8;
        Self { bits: index, len }
    }

    /// The basis index: bit `k` has weight 2ᵏ.
    pub fn index(self) -> u128 {
        self.bits
    }

    /// Number of bits.
    pub fn len(self) -> usize {
        usize::from(self.len)
    }

    /// Returns `true` if there are no bits.
    pub fn is_empty(self) -> bool {
        self.len == 0
    }

    /// Value of bit `k`.
    ///
    /// # Panics
    /// Panics if `k` is not below the length.
    pub fn bit(self, k: usize) -> bool {
        assert!(k < self.len(), "bit {k} of {} bits", self.len);
        self.bits >> k & 1 == 1
    }

    /// The same bits with bit `k` set to `value`.
    ///
    /// # Panics
    /// Panics if `k` is not below the length.
    #[must_use]
    pub fn with_bit(self, k: usize, value: bool) -> Self {
        assert!(k < self.len(), "bit {k} of {} bits", self.len);
        let mask = 1u128 << k;
        let bits = if value {
            self.bits | mask
        } else {
            self.bits & !mask
        };
        Self { bits, ..self }
    }

    /// Number of bits that are 1.
    pub fn count_ones(self) -> u32 {
        self.bits.count_ones()
    }

    /// The bits in order, bit 0 first.
    pub fn iter(self) -> impl DoubleEndedIterator<Item = bool> + ExactSizeIterator {
        (0..self.len).map(move |k| self.bits >> k & 1 == 1)
    }

    /// These bits, then those of `other`; `None` when together they are too many.
    #[must_use]
    #[inline]
    pub fn concat(self, other: Self) -> Option<Self> {
        let len = self.len() + other.len();
        if len > Self::MAX_LEN {
            return None;
        }
        let high = other.bits.checked_shl(self.len.into()).unwrap_or(0);
        Some(Self::from_index(self.bits | high, len))
    }

    /// The bits of all, one behind the other; `None` above [`Self::MAX_LEN`].
    pub fn concat_all(parts: impl IntoIterator<Item = Self>) -> Option<Self> {
        let mut parts = parts.into_iter();
        parts.try_fold(Self::default(), Self::concat)
    }

    /// `len` bits from bit `start` on.
    ///
    /// # Panics
    /// Panics if the bits do not all exist.
    #[must_use]
    pub fn slice(self, start: usize, len: usize) -> Self {
        assert!(
            start + len <= self.len(),
            "bits {start}.. of {} bits",
            self.len
        );
        self.iter().skip(start).take(len).collect()
    }
}

impl FromIterator<bool> for Bitstring {
    /// # Panics
    /// Panics if there are more than [`Bitstring::MAX_LEN`] bits.
    fn from_iter<I: IntoIterator<Item = bool>>(bits: I) -> Self {
        let mut index = 0;
        let mut len = 0;
        for bit in bits {
            assert!(len < Self::MAX_LEN, "a bitstring holds at most 128 bits");
            index |= u128::from(bit) << len;
            len += 1;
        }
        Self::from_index(index, len)
    }
}

impl Ord for Bitstring {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        let text = |b: &Self| b.bits.reverse_bits();
        self.len
            .cmp(&other.len)
            .then_with(|| text(self).cmp(&text(other)))
    }
}

impl PartialOrd for Bitstring {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for Bitstring {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text: String = self.iter().map(|b| if b { '1' } else { '0' }).collect();
        f.pad(&text)
    }
}

impl fmt::Debug for Bitstring {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Bitstring({self})")
    }
}

impl FromStr for Bitstring {
    type Err = ParseBitsError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        if text.chars().count() > Self::MAX_LEN {
            return Err(ParseBitsError::TooLong {
                len: text.chars().count(),
            });
        }
        text.chars()
            .enumerate()
            .map(|(position, found)| match found {
                '0' => Ok(false),
                '1' => Ok(true),
                _ => Err(ParseBitsError::NotABit { position, found }),
            })
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_character_is_bit_zero() {
        let bits: Bitstring = "01".parse().unwrap();
        assert_eq!(bits.index(), 2);
        assert!(!bits.bit(0) && bits.bit(1));
        assert_eq!(bits.to_string(), "01");
    }

    #[test]
    fn order_is_that_of_the_text() {
        let mut all: Vec<Bitstring> = (0..8).map(|i| Bitstring::from_index(i, 3)).collect();
        all.sort();
        let text: Vec<String> = all.iter().map(ToString::to_string).collect();
        let mut sorted = text.clone();
        sorted.sort();
        assert_eq!(text, sorted);
    }

    #[test]
    fn concat_and_slice_undo_each_other() {
        let a: Bitstring = "0110".parse().unwrap();
        let b: Bitstring = "101".parse().unwrap();
        let both = a.concat(b).unwrap();
        assert_eq!(both.to_string(), "0110101");
        assert_eq!((both.slice(0, 4), both.slice(4, 3)), (a, b));
        assert_eq!(Bitstring::zeros(128).concat(a), None);
        assert_eq!(
            Bitstring::zeros(128).concat(Bitstring::default()),
            Some(Bitstring::zeros(128))
        );
    }

    #[test]
    fn what_is_no_bit_is_refused_with_its_place() {
        assert_eq!(
            "012".parse::<Bitstring>(),
            Err(ParseBitsError::NotABit {
                position: 2,
                found: '2'
            })
        );
    }
}
