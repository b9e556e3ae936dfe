//! Points of plots with 95 % intervals.

use cheqqers_arena::{Frequencies, Z, wilson};

use crate::Point;

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
