use std::sync::LazyLock;

use crate::likeness::hash;
use crate::puzzle::Puzzle;

/// The puzzles that come with this program, as `cheqqers puzzles` wrote them.
const SHIPPED: &str = include_str!("shipped.jsonl");

/// The puzzles that come with this program.
pub fn shipped() -> &'static [Puzzle] {
    static PUZZLES: LazyLock<Vec<Puzzle>> = LazyLock::new(|| {
        let lines = SHIPPED.lines().map(serde_json::from_str);
        lines.collect::<Result<_, _>>().expect("a test reads them")
    });
    &PUZZLES
}

/// The puzzle of a day, days being counted from any one: each has its turn before one comes again.
pub fn daily(day: u64) -> &'static Puzzle {
    static ORDER: LazyLock<Vec<&Puzzle>> = LazyLock::new(|| {
        let mut order: Vec<&Puzzle> = shipped().iter().collect();
        order.sort_by_cached_key(|puzzle| hash(&puzzle.id));
        order
    });
    let today = day % ORDER.len() as u64;
    ORDER[usize::try_from(today).expect("it is below their number")]
}
