mod draw;
mod frame;
mod image;
mod ticks;

use std::path::Path;

use crate::{ExperimentError, Settings, file};

/// Panels side by side, with one legend above them and the settings below.
///
/// A series has the same colour and mark in every panel; both differ from series to series, and the
/// colours are told apart by colour-blind people too (Okabe and Ito's).
#[derive(Clone, Debug)]
pub(crate) struct Figure {
    /// What it shows.
    pub(crate) title: String,
    /// From left to right.
    pub(crate) panels: Vec<Panel>,
    /// What the data come from.
    pub(crate) settings: Settings,
}

/// One pair of axes.
#[derive(Clone, Debug)]
pub(crate) struct Panel {
    /// What distinguishes it from its neighbours; may be empty.
    pub(crate) title: String,
    /// Its horizontal axis.
    pub(crate) x: Axis,
    /// Its vertical axis.
    pub(crate) y: Axis,
    /// How points are shown.
    pub(crate) marks: Marks,
    /// What it shows.
    pub(crate) series: Vec<Line>,
}

/// How points are shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Marks {
    /// As marks, a line through those of a series.
    Lines,
    /// As bars from zero; those of one place side by side.
    Bars,
}

/// An axis: what is on it, and where.
#[derive(Clone, Debug)]
pub(crate) struct Axis {
    pub(crate) label: String,
    pub(crate) range: Range,
}

/// From where to where an axis goes.
#[derive(Clone, Debug)]
pub(crate) enum Range {
    /// From zero to the largest value.
    FromZero,
    /// These.
    Within(f64, f64),
    /// By powers of ten.
    Logarithmic,
    /// Places with names.
    Places(Vec<(f64, String)>),
}

impl Axis {
    /// From zero to the largest value; the label says what it is, and its unit.
    pub(crate) fn from_zero(label: &str) -> Self {
        Self::new(label, Range::FromZero)
    }

    /// From one value to another.
    pub(crate) fn within(label: &str, from: f64, to: f64) -> Self {
        Self::new(label, Range::Within(from, to))
    }

    /// By powers of ten around all values, which are above zero.
    pub(crate) fn logarithmic(label: &str) -> Self {
        Self::new(label, Range::Logarithmic)
    }

    /// Places with names.
    pub(crate) fn places(label: &str, places: impl IntoIterator<Item = (f64, String)>) -> Self {
        Self::new(label, Range::Places(places.into_iter().collect()))
    }

    fn new(label: &str, range: Range) -> Self {
        Self {
            label: label.to_owned(),
            range,
        }
    }
}

/// Points that belong together.
#[derive(Clone, Debug)]
pub(crate) struct Line {
    /// What it is called in the legend.
    pub(crate) name: String,
    /// Its points, from left to right.
    pub(crate) points: Vec<Point>,
}

/// A value, and how far it is trusted.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Point {
    /// Where.
    pub(crate) x: f64,
    /// How much.
    pub(crate) y: f64,
    /// The ends of its error bar.
    pub(crate) error: Option<(f64, f64)>,
}

impl Figure {
    /// Writes `STEM.svg` and `STEM.png` into a folder; nothing of the system's fonts is needed.
    ///
    /// # Errors
    /// When the folder takes no files.
    pub(crate) fn write(&self, folder: &Path, stem: &str) -> Result<(), ExperimentError> {
        let svg = image::svg(self);
        file::write(&folder.join(stem).with_extension("svg"), svg.as_bytes())?;
        let path = folder.join(stem).with_extension("png");
        let png = image::png(self).map_err(|source| ExperimentError::Write {
            path: path.clone(),
            source: source.into(),
        })?;
        file::write(&path, &png)
    }

    /// The names of all series, each once: its place is that of its colour.
    fn names(&self) -> Vec<&str> {
        let mut names = Vec::new();
        for series in self.panels.iter().flat_map(|panel| &panel.series) {
            if !names.contains(&&*series.name) {
                names.push(&*series.name);
            }
        }
        names
    }
}

#[cfg(test)]
mod tests;
