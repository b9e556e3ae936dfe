//! Plots: panels of points, lines and bars with error bars, one legend and the settings below.

mod canvas;
mod draw;
mod figure;
mod frame;
mod image;
mod ticks;
mod units;

use crate::PictureError;

pub use figure::{Axis, ChartKind, DataSeries, Figure, Panel, Point};

impl Figure {
    /// The figure as SVG, with the title and the settings for screen readers. No system font is needed.
    pub fn to_svg(&self) -> String {
        image::svg(self)
    }

    /// The figure as PNG.
    ///
    /// # Errors
    /// Returns an error if the figure is too large.
    pub fn to_png(&self) -> Result<Vec<u8>, PictureError> {
        image::png(self)
    }
}

#[cfg(test)]
mod tests;
