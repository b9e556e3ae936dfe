//! Sizes and places of the parts of a figure.

use super::figure::{ChartKind, Figure, Panel, Range};
use super::ticks::Scale;
use super::units::{dots, text_width};

/// Size of the legend's names, in points.
pub(super) const LEGEND_SIZE: i32 = 13;
/// Size of the names of ticks, in points.
pub(super) const TICK_SIZE: i32 = 12;
/// Height of a line of such a name.
pub(super) const TICK_LINE: i32 = dots(13);
/// Size of the settings, in points.
pub(super) const SETTINGS_SIZE: i32 = 10;
/// Share of a place that its bars take together.
pub(super) const BARS: f64 = 0.8;

/// Space for the title and one line of the legend.
const TOP: i32 = dots(64);
/// Space for each further line of the legend.
const LEGEND_LINE: i32 = dots(18);
/// Width of the line and the mark before a name of the legend.
pub(super) const LEGEND_SIGN: i32 = dots(30);
/// Space between two names of the legend.
const LEGEND_GAP: i32 = dots(20);
/// Width of a panel with its labels, where it needs no more.
const WIDTH: i32 = dots(440);
/// Space left of a panel's frame, and right of it.
const SIDES: (i32, i32) = (dots(66), dots(18));
/// Space above a panel's frame.
const ABOVE: i32 = dots(26);
/// Height of a panel's frame.
const HEIGHT: i32 = dots(248);
/// Number of lines from which on panels are larger.
const MANY_LINES: usize = 8;
/// Space above and below the settings, from the middle of a line.
const BOTTOM: i32 = dots(12);
/// Space for each further line of the settings.
const SETTINGS_LINE: i32 = dots(14);
/// Space left free beside the legend and the settings.
const MARGIN: i32 = dots(20);
/// Distance at most by which the points of two series at one place are apart.
const DODGE: i32 = dots(6);
/// Smallest width of a bar.
const BAR: i32 = dots(5);

/// Places of the parts of a figure, in dots.
#[derive(Debug)]
pub(super) struct Layout<'a> {
    /// Names of all series, each once, in the order of the colours.
    pub(super) names: Vec<&'a str>,
    /// The legend: for each name where its sign begins; nothing for fewer than two series.
    pub(super) legend: Vec<(i32, i32)>,
    pub(super) frames: Vec<Frame>,
    /// Lines of the settings, each with the height of its middle.
    pub(super) settings: Vec<(String, i32)>,
    pub(super) width: i32,
    pub(super) height: i32,
}

/// The rectangle in which a panel's points are.
#[derive(Debug)]
pub(super) struct Frame {
    pub(super) left: i32,
    pub(super) right: i32,
    pub(super) top: i32,
    pub(super) bottom: i32,
    pub(super) x: Scale,
    pub(super) y: Scale,
    /// Direction of the names of horizontal ticks: upwards, as side by side they would overlap.
    pub(super) is_turned: bool,
    /// Height of the names of horizontal ticks.
    pub(super) names_height: i32,
}

impl<'a> Layout<'a> {
    pub(super) fn new(figure: &'a Figure) -> Self {
        let names = figure.names();
        let height = figure
            .panels
            .iter()
            .map(panel_height)
            .max()
            .unwrap_or(HEIGHT);
        let width = figure
            .panels
            .iter()
            .map(panel_width)
            .sum::<i32>()
            .max(WIDTH);
        let (legend, lines) = legend(&names, width);
        let top = TOP + (lines - 1).max(0) * LEGEND_LINE;
        let mut left = 0;
        let frame = |panel| {
            let frame = Frame::new(panel, left, top + ABOVE, height);
            left += panel_width(panel);
            frame
        };
        let frames: Vec<Frame> = figure.panels.iter().map(frame).collect();
        let below = frames.iter().map(|frame| frame.label() - frame.bottom);
        let below = below.max().unwrap_or(0) + dots(14);
        let mut height = top + ABOVE + height + below + BOTTOM;
        let mut settings = Vec::new();
        for line in wrapped(&figure.settings, width - 2 * MARGIN) {
            settings.push((line, height));
            height += SETTINGS_LINE;
        }
        Self {
            names,
            legend,
            frames,
            settings,
            width,
            height: height - SETTINGS_LINE + BOTTOM,
        }
    }
}

/// Words of a text in lines of this width.
fn wrapped(text: &str, width: i32) -> Vec<String> {
    let mut lines = Vec::new();
    let mut line = String::new();
    for word in text.split(' ').flat_map(|word| pieces(word, width)) {
        let longer = format!("{line} {word}");
        if line.is_empty() {
            line = word;
        } else if text_width(SETTINGS_SIZE, &longer) <= width {
            line = longer;
        } else {
            lines.push(std::mem::replace(&mut line, word));
        }
    }
    lines.push(line);
    lines
}

/// A word in pieces of this width at most.
fn pieces(word: &str, width: i32) -> Vec<String> {
    let mut pieces = vec![String::new()];
    for c in word.chars() {
        let piece = pieces.last_mut().expect("there is one");
        piece.push(c);
        if piece.chars().count() > 1 && text_width(SETTINGS_SIZE, piece) > width {
            piece.pop();
            pieces.push(c.into());
        }
    }
    pieces
}

/// Lines of the legend around the middle of a figure, and how many they are.
fn legend(names: &[&str], width: i32) -> (Vec<(i32, i32)>, i32) {
    if names.len() < 2 {
        return (Vec::new(), 0);
    }
    let widths = names
        .iter()
        .map(|name| LEGEND_SIGN + text_width(LEGEND_SIZE, name));
    let mut lines: Vec<Vec<i32>> = vec![Vec::new()];
    let mut used = 0;
    for entry in widths {
        if used > 0 && used + entry > width - 2 * MARGIN {
            lines.push(Vec::new());
            used = 0;
        }
        lines.last_mut().expect("there is one").push(entry);
        used += entry + LEGEND_GAP;
    }
    let mut places = Vec::new();
    let mut height = dots(48);
    for line in &lines {
        let whole = line.iter().map(|entry| entry + LEGEND_GAP).sum::<i32>() - LEGEND_GAP;
        let mut left = width / 2 - whole / 2;
        for entry in line {
            places.push((left, height));
            left += entry + LEGEND_GAP;
        }
        height += LEGEND_LINE;
    }
    (places, i32::try_from(lines.len()).unwrap_or(1))
}

/// Returns `true` if a panel has so many lines that it must be larger.
fn is_large(panel: &Panel) -> bool {
    panel.kind == ChartKind::Lines && panel.series.len() >= MANY_LINES
}

fn panel_height(panel: &Panel) -> i32 {
    if is_large(panel) { 2 * HEIGHT } else { HEIGHT }
}

/// Width of a panel with its labels, at which bars are not too thin.
fn panel_width(panel: &Panel) -> i32 {
    if is_large(panel) {
        return WIDTH * 3 / 2;
    }
    let bars = match (&panel.x.range, panel.kind) {
        (Range::Places(places), ChartKind::Bars) => places.len() * panel.series.len(),
        _ => 0,
    };
    #[expect(clippy::cast_possible_truncation, reason = "a figure has few bars")]
    let needed = (bars as f64 * f64::from(BAR) / BARS) as i32;
    WIDTH.max(SIDES.0 + needed + SIDES.1)
}

impl Frame {
    /// The frame of a panel whose space begins at `left`.
    fn new(panel: &Panel, left: i32, top: i32, height: i32) -> Self {
        let points = panel.series.iter().flat_map(|series| &series.points);
        let heights = points.clone().flat_map(|point| {
            let (low, high) = point.error.unwrap_or((point.y, point.y));
            [low, point.y, high]
        });
        let mut frame = Self {
            left: left + SIDES.0,
            right: left + panel_width(panel) - SIDES.1,
            top,
            bottom: top + height,
            x: Scale::new(&panel.x, points.map(|point| point.x)),
            y: Scale::new(&panel.y, heights),
            is_turned: false,
            names_height: 0,
        };
        frame.is_turned = frame.names_overlap();
        let names = frame.x.ticks.iter().map(|(_, name)| name);
        frame.names_height = if frame.is_turned {
            let longest = names.map(|name| text_width(TICK_SIZE, name)).max();
            longest.unwrap_or(0) + dots(8)
        } else {
            let lines = names.map(|name| name.split(' ').count()).max();
            let lines = i32::try_from(lines.unwrap_or(0)).unwrap_or(0);
            dots(2) + TICK_LINE * lines.max(2)
        };
        frame
    }

    /// Returns `true` if names of ticks side by side, a line for each word, overlap.
    fn names_overlap(&self) -> bool {
        let width = |name: &str| {
            name.split(' ')
                .map(|word| text_width(TICK_SIZE, word))
                .max()
        };
        let ticks = self.x.ticks.iter();
        let names = ticks.map(|(at, name)| (self.across(self.x.fraction(*at)), width(name)));
        let names: Vec<_> = names.map(|(x, width)| (x, width.unwrap_or(0))).collect();
        let overlap = |pair: &[(i32, i32)]| {
            pair[1].0 - pair[0].0 < i32::midpoint(pair[0].1, pair[1].1) + dots(1)
        };
        names.windows(2).any(overlap)
    }

    /// Distance in dots by which the points of a series are moved sideways, so that none hides another: at
    /// places with names alone, where it says nothing.
    pub(super) fn dodge(&self, panel: &Panel, place: usize) -> i32 {
        let Range::Places(places) = &panel.x.range else {
            return 0;
        };
        let last = panel.series.len().saturating_sub(1);
        let between = (self.right - self.left) / i32::try_from(places.len().max(1)).unwrap_or(1);
        let steps = i32::try_from(last).unwrap_or(i32::MAX).max(1);
        let step = (between / 2 / steps).min(DODGE);
        let doubled = 2 * i32::try_from(place).unwrap_or(0) - i32::try_from(last).unwrap_or(0);
        step * doubled / 2
    }

    /// Height of the middle of the label below the frame.
    pub(super) fn label(&self) -> i32 {
        self.bottom + self.names_height + dots(14)
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
