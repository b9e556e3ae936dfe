use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::Relaxed;

/// How many positions are remembered, a power of two.
const ENTRIES: usize = 1 << 20;

/// What is known of positions, shared by threads: later positions replace earlier ones of the same
/// place, unless those were searched deeper in the same search.
///
/// An entry is two words, the first of them the key with the second mixed in: what two threads wrote
/// at once is not known again.
///
/// Source: Hyatt and Mann, "A lock-less transposition table implementation for parallel search",
/// 2002.
#[derive(Debug)]
pub(super) struct Table {
    entries: Vec<[AtomicU64; 2]>,
    age: u8,
}

/// What is known of a position.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Entry {
    /// For the player to move.
    pub(super) value: f32,
    pub(super) bound: Bound,
    /// How deep it was searched.
    pub(super) depth: i16,
    /// The number of the best move among the legal ones.
    pub(super) best: u8,
}

/// How a value is meant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Bound {
    Exact,
    AtLeast,
    AtMost,
}

impl Table {
    pub(super) fn new() -> Self {
        let empty = || [AtomicU64::new(0), AtomicU64::new(0)];
        Self {
            entries: std::iter::repeat_with(empty).take(ENTRIES).collect(),
            age: 0,
        }
    }

    /// From now on entries are those of a new search.
    pub(super) fn age(&mut self) {
        self.age = self.age.wrapping_add(1) & 63;
    }

    pub(super) fn get(&self, key: u64) -> Option<Entry> {
        let [tag, word] = self.place(key);
        let word = word.load(Relaxed);
        (tag.load(Relaxed) ^ word == key && word != 0).then(|| unpack(word).0)
    }

    pub(super) fn put(&self, key: u64, entry: Entry) {
        let [tag, word] = self.place(key);
        let old = word.load(Relaxed);
        let (before, age) = unpack(old);
        let deeper = old != 0 && age == self.age && before.depth > entry.depth;
        if deeper && tag.load(Relaxed) ^ old != key {
            return;
        }
        let new = pack(entry, self.age);
        word.store(new, Relaxed);
        tag.store(key ^ new, Relaxed);
    }

    fn place(&self, key: u64) -> &[AtomicU64; 2] {
        // The key is as good as random in all its bits.
        #[expect(clippy::cast_possible_truncation, reason = "the low bits are meant")]
        let index = key as usize & (ENTRIES - 1);
        &self.entries[index]
    }
}

/// Value, depth, best move, and in the last byte bound and age. Never 0: bounds count from 1.
fn pack(entry: Entry, age: u8) -> u64 {
    let bound = match entry.bound {
        Bound::Exact => 1,
        Bound::AtLeast => 2,
        Bound::AtMost => 3,
    };
    let value = u64::from(entry.value.to_bits());
    let depth = u64::from(entry.depth.cast_unsigned());
    value << 32 | depth << 16 | u64::from(entry.best) << 8 | u64::from(age) << 2 | bound
}

fn unpack(word: u64) -> (Entry, u8) {
    let [low, best, depth_low, depth_high, v0, v1, v2, v3] = word.to_le_bytes();
    let bound = match low & 3 {
        2 => Bound::AtLeast,
        3 => Bound::AtMost,
        _ => Bound::Exact,
    };
    let entry = Entry {
        value: f32::from_le_bytes([v0, v1, v2, v3]),
        bound,
        depth: i16::from_le_bytes([depth_low, depth_high]),
        best,
    };
    (entry, low >> 2)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_come_back_as_they_were() {
        let mut table = Table::new();
        let keys = [0, 1, u64::MAX, 1 << 40];
        let bounds = [Bound::Exact, Bound::AtLeast, Bound::AtMost, Bound::Exact];
        for ((key, bound), number) in keys.into_iter().zip(bounds).zip(0_u8..) {
            let entry = Entry {
                value: -0.25 * f32::from(number),
                bound,
                depth: i16::from(number) - 2,
                best: number,
            };
            assert_eq!(table.get(key), None);
            table.put(key, entry);
            assert_eq!(table.get(key), Some(entry));
        }
        // The same place, another position.
        assert_eq!(table.get(1 << 41), None);
        // Deeper stays within a search, and goes with the next.
        let shallow = Entry {
            value: 0.5,
            bound: Bound::Exact,
            depth: -9,
            best: 1,
        };
        let deep = table.get(1 << 40).unwrap();
        table.put(1 << 41, shallow);
        assert_eq!(table.get(1 << 40), Some(deep));
        table.age();
        table.put(1 << 41, shallow);
        assert_eq!(table.get(1 << 41), Some(shallow));
    }
}
