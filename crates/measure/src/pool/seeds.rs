use std::fmt;

use cheqqers_backend::sha256;
use cheqqers_game::record::Line;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// Key of the seeds in a record: their hashes in the header, themselves in the last line.
pub(super) const SEEDS: &str = "seeds";

/// Seeds of the order in which the shots of a pool are used, one of each side: neither side knows the
/// order without the other's.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PoolSeeds {
    #[serde(rename = "seeds")]
    seeds: [String; 2],
}

/// They are secrets as long as the game goes on.
impl fmt::Debug for PoolSeeds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PoolSeeds").finish_non_exhaustive()
    }
}

impl PoolSeeds {
    /// White's and Black's seed. Each should have 128 bits of entropy or more, as its hash is public.
    pub fn new(white: impl Into<String>, black: impl Into<String>) -> Self {
        Self {
            seeds: [white.into(), black.into()],
        }
    }

    /// SHA-256 of White's and of Black's seed, in hexadecimal digits: what binds them to it before the
    /// shots are taken.
    pub fn commitments(&self) -> [String; 2] {
        self.seeds.each_ref().map(|seed| sha256(seed.as_bytes()))
    }

    /// The line of a record that reveals the seeds, when the game is over.
    pub fn to_record(&self) -> Value {
        json!(self)
    }

    /// The seeds of a line of a record, if it reveals them.
    pub fn of_record(line: &Value) -> Option<Self> {
        Self::deserialize(line).ok()
    }

    /// Indices of the shots of a circuit in the order of use: ascending by the SHA-256 of the text
    /// `WHITE BLACK BATCH CIRCUIT INDEX`.
    pub(super) fn order(&self, batch: &str, circuit: usize, num_shots: usize) -> Vec<usize> {
        let [white, black] = &self.seeds;
        let mut order: Vec<usize> = (0..num_shots).collect();
        order.sort_by_cached_key(|index| {
            sha256(format!("{white} {black} {batch} {circuit} {index}").as_bytes())
        });
        order
    }
}

/// Returns `true` if lines of a record reveal the seeds of its pool.
pub(super) fn is_revealed(lines: &[Line]) -> bool {
    let mut lines = lines.iter();
    lines.any(|line| matches!(line, Line::Pool(pool) if pool.get(SEEDS).is_some()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_order_depends_on_both_seeds_and_on_the_shots() {
        let order = |white: &str, black: &str, batch: &str, circuit| {
            PoolSeeds::new(white, black).order(batch, circuit, 64)
        };
        let one = order("a", "b", "c", 0);
        let mut sorted = one.clone();
        sorted.sort_unstable();
        assert_eq!(sorted, (0..64).collect::<Vec<_>>());
        assert_eq!(one, order("a", "b", "c", 0));
        for other in [
            order("x", "b", "c", 0),
            order("a", "x", "c", 0),
            order("a", "b", "x", 0),
            order("a", "b", "c", 1),
        ] {
            assert_ne!(one, other);
        }
    }

    #[test]
    fn seeds_are_read_back_and_bound_by_their_hashes() {
        let seeds = PoolSeeds::new("a", "b");
        assert_eq!(seeds.to_record(), json!({"seeds": ["a", "b"]}));
        assert_eq!(
            PoolSeeds::of_record(&seeds.to_record()),
            Some(seeds.clone())
        );
        let [white, black] = seeds.commitments();
        assert_eq!(white, sha256(b"a"));
        assert_eq!(black, sha256(b"b"));
    }
}
