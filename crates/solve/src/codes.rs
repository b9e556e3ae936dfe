use std::{fmt, mem};

use cheqqers_game::key::mix;
use hashbrown::HashTable;

/// Different codes, numbered in the order in which they came.
///
/// Memory: the bytes of each, and 8 to 18 bytes more.
#[derive(Default)]
pub struct Codes {
    /// One code after the other.
    bytes: Vec<u8>,
    /// End of each in the bytes.
    ends: Vec<u64>,
    numbers: HashTable<u32>,
}

impl Codes {
    /// Number of codes.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Returns `true` if there is none.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// Number of bytes of all codes together.
    pub fn num_bytes(&self) -> usize {
        self.bytes.len()
    }

    /// Memory that they take, in bytes.
    pub(crate) fn memory(&self) -> usize {
        self.bytes.len() + mem::size_of_val(&self.ends[..]) + self.numbers.allocation_size()
    }

    /// The code with this number.
    ///
    /// # Panics
    /// Panics if there is none.
    pub fn code(&self, number: usize) -> &[u8] {
        code(&self.bytes, &self.ends, number)
    }

    /// The number of a code.
    pub fn number(&self, wanted: &[u8]) -> Option<u32> {
        let is_it = |&number: &u32| self.code(number as usize) == wanted;
        self.numbers.find(hash(wanted), is_it).copied()
    }

    /// The number of a code, which is added if it is new; `hash` is its [`hash`].
    pub(crate) fn insert(&mut self, new: &[u8], hash_of_new: u64) -> u32 {
        let Self {
            bytes,
            ends,
            numbers,
        } = self;
        let entry = numbers.entry(
            hash_of_new,
            |&number| code(bytes, ends, number as usize) == new,
            |&number| hash(code(bytes, ends, number as usize)),
        );
        let next = u32::try_from(ends.len()).expect("a graph has fewer positions");
        let number = *entry.or_insert(next).get();
        if number == next {
            bytes.extend_from_slice(new);
            ends.push(bytes.len() as u64);
        }
        number
    }
}

impl fmt::Debug for Codes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Codes")
            .field("len", &self.len())
            .field("num_bytes", &self.num_bytes())
            .finish_non_exhaustive()
    }
}

fn code<'a>(bytes: &'a [u8], ends: &[u64], number: usize) -> &'a [u8] {
    let start = number.checked_sub(1).map_or(0, |before| ends[before]);
    let place = |end: u64| usize::try_from(end).expect("the bytes are in memory");
    &bytes[place(start)..place(ends[number])]
}

/// Hash by which codes are found; equality is that of the bytes.
pub(crate) fn hash(code: &[u8]) -> u64 {
    let (chunks, rest) = code.as_chunks::<8>();
    let key = chunks.iter().fold(code.len() as u64, |key, &chunk| {
        mix(key, u64::from_le_bytes(chunk))
    });
    let mut last = [0; 8];
    last[..rest.len()].copy_from_slice(rest);
    mix(key, u64::from_le_bytes(last))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_numbered_once_and_found_again() {
        let mut codes = Codes::default();
        let code = |k: u32| k.to_le_bytes()[..=k as usize % 4].to_vec();
        let mut different = Vec::new();
        for k in 0..2000 {
            let code = code(k);
            let number = codes.insert(&code, hash(&code));
            if number as usize == different.len() {
                different.push(code.clone());
            }
            assert_eq!(different[number as usize], code);
        }
        assert_eq!(codes.len(), different.len());
        for (number, code) in different.iter().enumerate() {
            assert_eq!(codes.code(number), code);
            assert_eq!(codes.number(code), Some(u32::try_from(number).unwrap()));
        }
        assert_eq!(codes.number(&[1; 9]), None);
    }
}
