use std::sync::atomic::{AtomicU64, Ordering};

/// Rows of a state that may hold anything but zeros.
///
/// Cores may set and clear different rows at the same time.
#[derive(Debug)]
pub struct Live {
    words: Vec<AtomicU64>,
    num_rows: usize,
}

impl Clone for Live {
    fn clone(&self) -> Self {
        let word = |word: &AtomicU64| AtomicU64::new(word.load(Ordering::Relaxed));
        Self {
            words: self.words.iter().map(word).collect(),
            num_rows: self.num_rows,
        }
    }
}

impl Live {
    /// All rows are zero.
    pub(crate) fn none(num_rows: usize) -> Self {
        let words = 0..num_rows.div_ceil(64);
        Self {
            words: words.map(|_| AtomicU64::new(0)).collect(),
            num_rows,
        }
    }

    /// No row is known to be zero.
    pub(crate) fn set_all(&mut self) {
        for (index, word) in self.words.iter_mut().enumerate() {
            let beyond = (64 * (index + 1)).saturating_sub(self.num_rows);
            *word.get_mut() = u64::MAX >> beyond;
        }
    }

    pub(crate) fn get(&self, row: usize) -> bool {
        self.words[row / 64].load(Ordering::Relaxed) >> (row % 64) & 1 == 1
    }

    pub(crate) fn set(&self, row: usize) {
        self.words[row / 64].fetch_or(1 << (row % 64), Ordering::Relaxed);
    }

    pub(crate) fn clear(&self, row: usize) {
        self.words[row / 64].fetch_and(!(1 << (row % 64)), Ordering::Relaxed);
    }

    /// The rows that may hold anything but zeros, ascending.
    pub(crate) fn rows(&self) -> impl Iterator<Item = usize> + Clone + '_ {
        let words = self.words.iter().enumerate();
        words.flat_map(|(index, word)| {
            let mut word = word.load(Ordering::Relaxed);
            std::iter::from_fn(move || {
                (word != 0).then(|| {
                    let bit = word.trailing_zeros() as usize;
                    word &= word - 1;
                    64 * index + bit
                })
            })
        })
    }
}
