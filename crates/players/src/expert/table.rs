use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::Relaxed;

/// Transposition table shared by threads: an entry replaces that of another position in its place unless that one was
/// searched deeper in the same search, and always an older one of the same position.
///
/// An entry is two words, the first of them the key with the second mixed in: where two threads wrote
/// at once, the key does not match, and the entry reads as absent.
///
/// Source: Hyatt and Mann, "A lock-less transposition table implementation for parallel search",
/// 2002.
#[derive(Debug)]
pub(super) struct Table {
    entries: Vec<[AtomicU64; 2]>,
    age: u8,
}

/// Entry of a position.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Entry {
    /// For the player to move.
    pub(super) value: f32,
    pub(super) bound: BoundKind,
    /// Depth of the search, in -2048..=2047; greater depths are stored as less.
    pub(super) depth: i32,
    /// The number of the best move among the legal ones, below 4096.
    pub(super) best: u16,
}

/// Depths are remembered up to this.
const DEEP: i32 = 1 << 11;

/// Kind of bound that a value is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum BoundKind {
    Exact,
    AtLeast,
    AtMost,
}

impl Table {
    /// So many entries, a power of two, of 16 bytes each.
    pub(super) fn new(entries: usize) -> Self {
        let empty = || [AtomicU64::new(0), AtomicU64::new(0)];
        Self {
            entries: std::iter::repeat_with(empty).take(entries).collect(),
            age: 0,
        }
    }

    /// From now on entries are those of a new search.
    pub(super) fn age(&mut self) {
        self.age = self.age.wrapping_add(1) & 63;
    }

    #[inline]
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
        let index = key as usize & (self.entries.len() - 1);
        &self.entries[index]
    }
}

/// Value, depth, best move, age and bound, of 32, 12, 12, 6 and 2 bits. Never 0: bounds count from 1.
fn pack(entry: Entry, age: u8) -> u64 {
    let bound = match entry.bound {
        BoundKind::Exact => 1,
        BoundKind::AtLeast => 2,
        BoundKind::AtMost => 3,
    };
    let value = u64::from(entry.value.to_bits());
    let depth = u64::from((entry.depth.clamp(-DEEP, DEEP - 1) + DEEP).cast_unsigned());
    let best = u64::from(entry.best & 0xfff);
    value << 32 | depth << 20 | best << 8 | u64::from(age) << 2 | bound
}

fn unpack(word: u64) -> (Entry, u8) {
    #[expect(clippy::cast_possible_truncation, reason = "these are the lower bits")]
    let (value, depth, best, low) = (
        (word >> 32) as u32,
        (word >> 20 & 0xfff) as i32,
        (word >> 8 & 0xfff) as u16,
        word as u8,
    );
    let bound = match low & 3 {
        2 => BoundKind::AtLeast,
        3 => BoundKind::AtMost,
        _ => BoundKind::Exact,
    };
    let entry = Entry {
        value: f32::from_bits(value),
        bound,
        depth: depth - DEEP,
        best,
    };
    (entry, low >> 2)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_come_back_as_they_were() {
        let mut table = Table::new(1 << 20);
        let keys = [0, 1, u64::MAX, 1 << 40];
        let bounds = [
            BoundKind::Exact,
            BoundKind::AtLeast,
            BoundKind::AtMost,
            BoundKind::Exact,
        ];
        for ((key, bound), number) in keys.into_iter().zip(bounds).zip(0_u8..) {
            let entry = Entry {
                value: -0.25 * f32::from(number),
                bound,
                depth: 7 * i32::from(number) - 9,
                best: 1000 * u16::from(number),
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
            bound: BoundKind::Exact,
            depth: -30,
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
