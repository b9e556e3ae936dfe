/// Panels side by side, with one legend above them and the settings below.
///
/// A series has the same colour and mark in every panel. The colours are Okabe and Ito's, which
/// colour-blind people can distinguish.
#[derive(Clone, Debug)]
pub struct Figure {
    /// Title of the figure.
    pub title: String,
    /// Panels from left to right.
    pub panels: Vec<Panel>,
    /// Line below the panels, as the settings of an experiment.
    pub settings: String,
}

/// One pair of axes with its data.
#[derive(Clone, Debug)]
pub struct Panel {
    /// Title of the panel, which may be empty.
    pub title: String,
    /// Its horizontal axis.
    pub x: Axis,
    /// Its vertical axis.
    pub y: Axis,
    /// Drawing of its series.
    pub kind: ChartKind,
    /// Series of points.
    pub series: Vec<DataSeries>,
}

/// Drawing of the series of a panel.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ChartKind {
    /// Marks, joined by a line in each series.
    Lines,
    /// Marks without lines between them.
    Marks,
    /// Bars from zero, side by side at each place.
    Bars,
}

/// An axis: its label, and its range.
#[derive(Clone, Debug)]
pub struct Axis {
    pub(super) label: String,
    pub(super) range: Range,
}

/// Range of an axis.
#[derive(Clone, Debug)]
pub(super) enum Range {
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
    pub fn from_zero(label: &str) -> Self {
        Self::new(label, Range::FromZero)
    }

    /// An axis from one value to another.
    pub fn within(label: &str, from: f64, to: f64) -> Self {
        Self::new(label, Range::Within(from, to))
    }

    /// A logarithmic axis around all values, which are above zero.
    pub fn logarithmic(label: &str) -> Self {
        Self::new(label, Range::Logarithmic)
    }

    /// An axis of named places.
    pub fn named(label: &str, places: impl IntoIterator<Item = (f64, String)>) -> Self {
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
pub struct DataSeries {
    /// Name in the legend.
    pub name: String,
    /// Points from left to right.
    pub points: Vec<Point>,
}

/// A value with its error bar.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Point {
    /// Position on the horizontal axis.
    pub x: f64,
    /// Position on the vertical axis.
    pub y: f64,
    /// Ends of the error bar.
    pub error: Option<(f64, f64)>,
}

impl Point {
    /// Value and error bar multiplied by `by`.
    #[must_use]
    pub fn scaled(self, by: f64) -> Self {
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
