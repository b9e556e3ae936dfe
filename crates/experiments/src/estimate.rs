//! Points of plots with 95 % intervals.

use cheqqers_arena::{Frequencies, Z, wilson};

use cheqqers_picture::Point;

/// Smallest number of games from which a point is plotted.
const ENOUGH: u64 = 10;

/// Point of a mean; `None` of too few games.
pub(crate) fn mean(x: f64, lengths: &Frequencies) -> Option<Point> {
    let (y, error) = (lengths.mean()?, lengths.standard_error()?);
    (lengths.len() >= ENOUGH).then_some(Point {
        x,
        y,
        error: Some((y - Z * error, y + Z * error)),
    })
}

/// Point of a share; `None` of too few games.
pub(crate) fn share(x: f64, part: u64, of: u64) -> Option<Point> {
    let y = part as f64 / of as f64;
    let error = Some(wilson(part, of)?);
    (of >= ENOUGH).then_some(Point { x, y, error })
}

/// A share in words with its 95 % interval: ` (44 %, 41 to 47 %)`; nothing where there are no games.
pub(crate) fn percent(part: u64, of: u64) -> String {
    wilson(part, of).map_or_else(String::new, |(low, high)| {
        let share = 100.0 * part as f64 / of as f64;
        format!(
            " ({share:.0} %, {:.0} to {:.0} %)",
            100.0 * low,
            100.0 * high
        )
    })
}
