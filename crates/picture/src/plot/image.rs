//! Figures as SVG and PNG.

use crate::{MOST_PIXELS, PictureError};

use super::draw;
use super::figure::Figure;

/// Pixels of a PNG image for one point: sharp on paper and on fine screens.
const PIXELS: u32 = 2;

/// SVG text of a figure, with the title and the settings for screen readers.
pub(super) fn svg(figure: &Figure) -> String {
    draw::figure(figure).into_svg()
}

/// PNG image of a figure; a very wide one has fewer pixels.
///
/// # Errors
/// Returns an error if the image is too large.
pub(super) fn png(figure: &Figure) -> Result<Vec<u8>, PictureError> {
    let width = PIXELS * draw::width(figure);
    crate::png(&svg(figure), width.min(MOST_PIXELS))
}
