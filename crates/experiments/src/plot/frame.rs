//! Sizes and places of the parts of a figure.

use super::figure::Panel;
use super::ticks::Scale;

/// Dots of the drawing for one point of the picture. The drawing is larger than the picture, for fine
/// coordinates in SVG and smooth edges in PNG.
pub(super) const FINE: i32 = 4;

/// Converts points to dots.
pub(super) const fn dots(points: i32) -> i32 {
    points * FINE
}

/// Space for the title and the legend.
pub(super) const TOP: i32 = dots(64);
/// Space for one panel with its labels.
pub(super) const WIDTH: i32 = dots(440);
/// Height of a panel with its labels.
pub(super) const HEIGHT: i32 = dots(330);
/// Space for the settings.
pub(super) const BOTTOM: i32 = dots(24);

/// The rectangle in which a panel's points are.
#[derive(Debug)]
pub(super) struct Frame {
    pub(super) left: i32,
    pub(super) right: i32,
    pub(super) top: i32,
    pub(super) bottom: i32,
    pub(super) x: Scale,
    pub(super) y: Scale,
}

impl Frame {
    /// The frame of a panel, `number` counting from the left and from 0.
    pub(super) fn new(panel: &Panel, number: i32) -> Self {
        let points = panel.series.iter().flat_map(|series| &series.points);
        let heights = points.clone().flat_map(|point| {
            let (low, high) = point.error.unwrap_or((point.y, point.y));
            [low, point.y, high]
        });
        let left = number * WIDTH;
        Self {
            left: left + dots(66),
            right: left + WIDTH - dots(18),
            top: TOP + dots(26),
            bottom: TOP + HEIGHT - dots(56),
            x: Scale::new(&panel.x, points.map(|point| point.x)),
            y: Scale::new(&panel.y, heights),
        }
    }

    pub(super) fn across(&self, fraction: f64) -> i32 {
        self.left + part(self.right - self.left, fraction)
    }

    pub(super) fn up(&self, fraction: f64) -> i32 {
        self.bottom - part(self.bottom - self.top, fraction)
    }

    /// Coordinates of a value, in dots.
    pub(super) fn at(&self, x: f64, y: f64) -> (i32, i32) {
        (self.across(self.x.place(x)), self.up(self.y.place(y)))
    }
}

fn part(length: i32, fraction: f64) -> i32 {
    #[expect(clippy::cast_possible_truncation, reason = "a fraction is in 0..=1")]
    let part = (f64::from(length) * fraction).round() as i32;
    part
}
