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

/// The puzzle of a day, days being counted from any one: no two days in a row have the same, and
/// each has its turn before one comes again.
pub fn daily(puzzles: &[Puzzle], day: u64) -> Option<&Puzzle> {
    let len = u64::try_from(puzzles.len()).ok().filter(|&len| len > 0)?;
    let mut order: Vec<&Puzzle> = puzzles.iter().collect();
    let round = day / len;
    order.sort_by_cached_key(|puzzle| hash(&format!("{round} {}", puzzle.id)));
    order.get(usize::try_from(day % len).ok()?).copied()
}
