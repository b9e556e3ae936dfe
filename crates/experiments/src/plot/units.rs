//! Dots of drawings, and the font of their texts.

use plotters::style::FontDesc;

/// Dots of the drawing for one point of the picture. The drawing is larger than the picture, for fine
/// coordinates in SVG and smooth edges in PNG.
pub(super) const FINE: i32 = 4;

/// Name of the font, in the drawing library and in SVG files.
pub(super) const FONT: &str = "sans-serif";

/// Converts points to dots.
pub(super) const fn dots(points: i32) -> i32 {
    points * FINE
}

/// The font of a size in points.
pub(super) fn font(size: i32) -> FontDesc<'static> {
    FontDesc::from((FONT, dots(size)))
}

/// Width of a text of a size in points, in dots.
pub(super) fn text_width(size: i32, text: &str) -> i32 {
    let (width, _) = font(size).box_size(text).unwrap_or_default();
    i32::try_from(width).unwrap_or(0)
}
