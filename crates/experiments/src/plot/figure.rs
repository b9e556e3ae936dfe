use crate::Settings;

/// Panels side by side, with one legend above them and the settings below.
///
/// A series has the same colour and mark in every panel. The colours are Okabe and Ito's, which
/// colour-blind people can distinguish.
#[derive(Clone, Debug)]
pub(crate) struct Figure {
    /// Title of the figure.
    pub(crate) title: String,
    /// Panels from left to right.
    pub(crate) panels: Vec<Panel>,
    /// Settings of the experiment.
    pub(crate) settings: Settings,
}

/// One pair of axes with its data.
#[derive(Clone, Debug)]
pub(crate) struct Panel {
    /// Title of the panel, which may be empty.
    pub(crate) title: String,
    /// Its horizontal axis.
    pub(crate) x: Axis,
    /// Its vertical axis.
    pub(crate) y: Axis,
    /// Drawing of its series.
    pub(crate) kind: ChartKind,
    /// Series of points.
    pub(crate) series: Vec<DataSeries>,
}

/// Drawing of the series of a panel.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ChartKind {
    /// Marks, joined by a line in each series.
    Lines,
    /// Bars from zero, side by side at each place.
    Bars,
}

/// An axis: its label, and its range.
#[derive(Clone, Debug)]
pub(crate) struct Axis {
    pub(crate) label: String,
    pub(crate) range: Range,
}

/// Range of an axis.
#[derive(Clone, Debug)]
pub(crate) enum Range {
    /// From zero to the largest value.
    FromZero,
    /// From one value to another.
    Within(f64, f64),
    /// Logarithmic, by powers of ten.
    Logarithmic,
    /// Places with names.
    Places(Vec<(f64, String)>),
}

impl Axis {
    /// An axis from zero to the largest value; the label names the quantity and its unit.
    pub(crate) fn from_zero(label: &str) -> Self {
        Self::new(label, Range::FromZero)
    }

    /// An axis from one value to another.
    pub(crate) fn within(label: &str, from: f64, to: f64) -> Self {
        Self::new(label, Range::Within(from, to))
    }

    /// A logarithmic axis around all values, which are above zero.
    pub(crate) fn logarithmic(label: &str) -> Self {
        Self::new(label, Range::Logarithmic)
    }

    /// An axis of named places.
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

/// Series of points.
#[derive(Clone, Debug)]
pub(crate) struct DataSeries {
    /// Name in the legend.
    pub(crate) name: String,
    /// Points from left to right.
    pub(crate) points: Vec<Point>,
}

/// A value with its error bar.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Point {
    /// Position on the horizontal axis.
    pub(crate) x: f64,
    /// Position on the vertical axis.
    pub(crate) y: f64,
    /// Ends of the error bar.
    pub(crate) error: Option<(f64, f64)>,
}

impl Point {
    /// Value and error bar multiplied by `by`.
    pub(crate) fn scaled(self, by: f64) -> Self {
        Self {
            y: self.y * by,
            error: self.error.map(|(low, high)| (low * by, high * by)),
            ..self
        }
    }
}

impl Figure {
    /// Names of all series, each once, in the order of the colours.
    pub(super) fn names(&self) -> Vec<&str> {
        let mut names = Vec::new();
        for series in self.panels.iter().flat_map(|panel| &panel.series) {
            if !names.contains(&&*series.name) {
                names.push(&*series.name);
            }
        }
        names
    }
}
