//! Figures as SVG and PNG.

use std::sync::Once;

use plotters::backend::RGBPixel;
use plotters::prelude::*;

use super::draw;
use super::figure::Figure;
use super::units::{FINE, FONT};

/// Pixels of the drawing for one pixel of a PNG image, on either axis. The image has two pixels per
/// point: sharp on paper and on fine screens.
const SHRINK: usize = 2;

/// SVG text of a figure, with the title and the settings for screen readers.
pub(super) fn svg(figure: &Figure) -> String {
    font();
    let (width, height) = draw::size(figure);
    let mut text = String::new();
    let area = SVGBackend::with_string(&mut text, (width, height)).into_drawing_area();
    let drawn = draw::figure(&area, figure).and_then(|()| area.present());
    drawn.expect("text takes all that is drawn");
    drop(area);
    let fine = FINE.unsigned_abs();
    let whole = format!("width=\"{width}\" height=\"{height}\"");
    let shown = format!("width=\"{}\" height=\"{}\"", width / fine, height / fine);
    let names = format!(
        ">\n<title>{}</title>\n<desc>{}</desc>",
        escaped(&figure.title),
        escaped(&figure.settings.line())
    );
    text.replacen(&whole, &shown, 1).replacen('>', &names, 1)
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
}

/// PNG image of a figure.
///
/// # Errors
/// Returns an error if the image is too large.
pub(super) fn png(figure: &Figure) -> Result<Vec<u8>, png::EncodingError> {
    font();
    let (width, height) = draw::size(figure);
    let (columns, rows) = (width as usize, height as usize);
    let mut dots = vec![0; columns * rows * 3];
    let backend = BitMapBackend::<RGBPixel>::with_buffer(&mut dots, (width, height));
    let area = backend.into_drawing_area();
    let drawn = draw::figure(&area, figure).and_then(|()| area.present());
    drawn.expect("memory takes all that is drawn");
    drop(area);
    let small = shrunk(&dots, columns);
    let less = |length: u32| length / u32::try_from(SHRINK).unwrap_or(1);
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, less(width), less(height));
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.add_itxt_chunk("Title".into(), figure.title.clone())?;
    encoder.add_itxt_chunk("Description".into(), figure.settings.line())?;
    encoder.write_header()?.write_image_data(&small)?;
    Ok(bytes)
}

/// Scales an image down, every square of dots to their mean.
fn shrunk(dots: &[u8], columns: usize) -> Vec<u8> {
    let rows = dots.len() / 3 / columns;
    let mut small = Vec::with_capacity(dots.len() / SHRINK / SHRINK);
    for row in (0..rows - rows % SHRINK).step_by(SHRINK) {
        for column in (0..columns - columns % SHRINK).step_by(SHRINK) {
            for part in 0..3 {
                let square = (0..SHRINK * SHRINK).map(|k| {
                    let (row, column) = (row + k / SHRINK, column + k % SHRINK);
                    usize::from(dots[(row * columns + column) * 3 + part])
                });
                let mean = square.sum::<usize>() / (SHRINK * SHRINK);
                small.push(u8::try_from(mean).unwrap_or(u8::MAX));
            }
        }
    }
    small
}

/// Registers the font with the drawing library, which has none.
fn font() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let regular = dejavu::sans::regular();
        let known = plotters::style::register_font(FONT, FontStyle::Normal, regular);
        // Only a file that is no font is refused.
        assert!(known.is_ok(), "the font is whole");
    });
}
