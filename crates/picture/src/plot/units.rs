//! Dots of drawings, and sizes of their texts.

/// Dots of the drawing for one point of the picture. The drawing is larger than the picture, for fine
/// coordinates that are whole numbers.
pub(super) const FINE: i32 = 4;

/// Height of capitals and digits, as a part of the em.
pub(super) const CAPITAL: f64 = 0.73;

/// The em, as a part of the size of a text: that is the height of its line.
const EM: f64 = 0.86;

/// Converts points to dots.
pub(super) const fn dots(points: i32) -> i32 {
    points * FINE
}

/// Em of a text of a size in points, in dots.
pub(super) fn em(size: i32) -> f64 {
    EM * f64::from(dots(size))
}

/// Width of a text of a size in points, in dots.
pub(super) fn text_width(size: i32, text: &str) -> i32 {
    let width = crate::text_width(text, em(size));
    #[expect(clippy::cast_possible_truncation, reason = "casts saturate")]
    let width = width.round() as i32;
    width
}
