//! Drawings as pixels: SVG to PNG, for slides, link previews and whatever shows no SVG; and plots, as a
//! [`Figure`].
//!
//! The library that draws is built without its typesetting, which is larger than all else of it: the few
//! words of a board or a plot are drawn as outlines of an embedded font, so that a picture is the same on every machine.
//!
//! ```
//! let svg = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 2 1\" width=\"120\" height=\"60\">\
//!            <rect width=\"2\" height=\"1\" fill=\"#a08f77\"/>\
//!            <text x=\"1\" y=\"0.6\" font-size=\"0.3\" text-anchor=\"middle\">50%</text></svg>";
//! let png = cheqqers_picture::png(svg, 400)?;
//! assert!(png.starts_with(b"\x89PNG"));
//! # Ok::<(), cheqqers_picture::PictureError>(())
//! ```

mod outline;
mod plot;

pub use outline::text_width;
pub use plot::{Axis, ChartKind, DataSeries, Figure, Panel, Point};

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{self, Options, Tree};
use thiserror::Error;

/// The most pixels along a side of a picture.
pub const MOST_PIXELS: u32 = 1 << 14;

/// A drawing that can't be a picture.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum PictureError {
    /// One side has no pixels, or too many.
    #[error("a picture has 1 to {MOST_PIXELS} pixels along each side, not {width} x {height}")]
    Size {
        /// Number of columns.
        width: u32,
        /// Number of rows.
        height: u32,
    },
    /// It is no SVG.
    #[error("the drawing can't be read")]
    Drawing(#[source] usvg::Error),
    /// Its pixels can't be written.
    #[error("the picture can't be written")]
    Writing(#[source] png::EncodingError),
}

/// A drawing as a PNG of so many pixels in width; the height follows.
///
/// Texts are those of `cheqqers_game::show::svg`: without markup, each with a position, a size, an anchor and a
/// colour of its own, all drawn in `DejaVu` Sans, bold where that is the weight of the drawing. Its title and
/// description are the picture's.
///
/// # Errors
/// Returns an error if it is no SVG, or the picture would have no pixels or too many.
pub fn png(svg: &str, width: u32) -> Result<Vec<u8>, PictureError> {
    let text = outline::outlined(svg);
    let tree = Tree::from_str(&text, &Options::default()).map_err(PictureError::Drawing)?;
    let scale = f64::from(width) / f64::from(tree.size().width());
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "sizes are positive, and casts saturate"
    )]
    let height = (f64::from(tree.size().height()) * scale).round() as u32;
    let is_bearable = |pixels| (1..=MOST_PIXELS).contains(&pixels);
    let are_bearable = is_bearable(width) && is_bearable(height);
    let pixmap = are_bearable.then(|| Pixmap::new(width, height)).flatten();
    let mut pixmap = pixmap.ok_or(PictureError::Size { width, height })?;
    #[expect(
        clippy::cast_possible_truncation,
        reason = "pixels need no more digits"
    )]
    let transform = Transform::from_scale(scale as f32, scale as f32);
    resvg::render(&tree, transform, &mut pixmap.as_mut());
    encoded(svg, pixmap).map_err(PictureError::Writing)
}

fn encoded(svg: &str, pixmap: Pixmap) -> Result<Vec<u8>, png::EncodingError> {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, pixmap.width(), pixmap.height());
    encoder.set_color(png::ColorType::Rgba);
    encoder.set_depth(png::BitDepth::Eight);
    for (keyword, element) in [("Title", "title"), ("Description", "desc")] {
        if let Some(text) = outline::content(svg, element) {
            encoder.add_itxt_chunk(keyword.into(), text)?;
        }
    }
    let mut writer = encoder.write_header()?;
    writer.write_image_data(&pixmap.take_demultiplied())?;
    writer.finish()?;
    Ok(bytes)
}

#[cfg(test)]
mod tests;
