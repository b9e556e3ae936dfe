//! Numbers of games as points of a plot, each with its 95 % interval.

use crate::rating::Z;
use crate::{Lengths, Point, wilson};

/// From fewer games than this nothing is plotted.
const ENOUGH: u64 = 10;

/// A mean, at a place of one's own.
pub(crate) fn mean(x: f64, lengths: &Lengths) -> Option<Point> {
    let (y, error) = (lengths.mean()?, lengths.standard_error()?);
    (lengths.len() >= ENOUGH).then_some(Point {
        x,
        y,
        error: Some((y - Z * error, y + Z * error)),
    })
}

/// A share, at a place of one's own.
pub(crate) fn share(x: f64, part: u64, of: u64) -> Option<Point> {
    let y = part as f64 / of as f64;
    let error = Some(wilson(part, of)?);
    (of >= ENOUGH).then_some(Point { x, y, error })
}
