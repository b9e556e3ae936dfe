//! Drawing of a figure.

use super::canvas::{Anchor, Canvas, Coordinates, Paint, Rgb, TextStyle};
use super::figure::{ChartKind, Figure, Panel, Point};
use super::frame::{
    BARS, Frame, LEGEND_SIGN, LEGEND_SIZE, Layout, SETTINGS_SIZE, TICK_LINE, TICK_SIZE,
};
use super::units::{FINE, dots};

/// Masataka Okabe's and Kei Ito's colours for everybody, "Color Universal Design", 2008; the order
/// keeps neighbours apart in lightness too.
const COLOURS: [Rgb; 7] = [
    [0, 114, 178],
    [230, 159, 0],
    [0, 158, 115],
    [213, 94, 0],
    [204, 121, 167],
    [86, 180, 233],
    [0, 0, 0],
];
const INK: Rgb = [40, 40, 40];
const GRID: Rgb = [224, 224, 224];
const FAINT: Rgb = [110, 110, 110];

/// Marks and bars whose colour is that of another series have 1/`PALE` of the colour.
const PALE: u8 = 4;

/// Width in points.
pub(super) fn width(figure: &Figure) -> u32 {
    (Layout::new(figure).width / FINE).unsigned_abs()
}

pub(super) fn figure(figure: &Figure) -> Canvas {
    let layout = Layout::new(figure);
    let (width, height) = (layout.width, layout.height);
    let shown = (width / FINE, height / FINE);
    let mut canvas = Canvas::new((width, height), shown, &figure.title, &figure.settings);
    let middle = width / 2;
    canvas.text(&figure.title, (middle, dots(20)), text(17, INK));
    legend(&mut canvas, &layout);
    for (panel, frame) in figure.panels.iter().zip(&layout.frames) {
        axes(&mut canvas, panel, frame);
        match panel.kind {
            ChartKind::Lines | ChartKind::Marks => marks(&mut canvas, panel, frame, &layout.names),
            ChartKind::Bars => bars(&mut canvas, panel, frame, &layout.names),
        }
    }
    for (line, height) in &layout.settings {
        canvas.text(line, (middle, *height), text(SETTINGS_SIZE, FAINT));
    }
    canvas
}

/// Horizontal text around its place, of a size in points.
fn text(size: i32, colour: Rgb) -> TextStyle {
    TextStyle {
        size,
        colour,
        anchor: Anchor::Middle,
        is_turned: false,
    }
}

/// Draws the legend, one entry for each series.
fn legend(canvas: &mut Canvas, layout: &Layout<'_>) {
    let style = TextStyle {
        anchor: Anchor::Start,
        ..text(LEGEND_SIZE, INK)
    };
    let entries = layout.names.iter().zip(&layout.legend);
    for (number, (name, &(left, height))) in entries.enumerate() {
        path(canvas, number, &[(left, height), (left + dots(24), height)]);
        mark(canvas, number, (left + dots(12), height));
        canvas.text(name, (left + LEGEND_SIGN, height), style);
    }
}

fn axes(canvas: &mut Canvas, panel: &Panel, frame: &Frame) {
    let middle = i32::midpoint(frame.left, frame.right);
    let label = text(13, INK);
    let tick = text(TICK_SIZE, INK);
    let before = TextStyle {
        anchor: Anchor::End,
        ..tick
    };
    let upwards = TextStyle {
        is_turned: true,
        ..before
    };
    for (at, name) in &frame.y.ticks {
        let y = frame.up(frame.y.fraction(*at));
        canvas.line(&[(frame.left, y), (frame.right, y)], GRID, FINE);
        canvas.text(name, (frame.left - dots(7), y), before);
    }
    for &at in &frame.y.between {
        let y = frame.up(frame.y.fraction(at));
        canvas.line(&[(frame.left - dots(3), y), (frame.left, y)], INK, FINE);
    }
    for (at, name) in &frame.x.ticks {
        let x = frame.across(frame.x.fraction(*at));
        let ends = [(x, frame.bottom), (x, frame.bottom + dots(4))];
        canvas.line(&ends, INK, FINE);
        if frame.is_turned {
            canvas.text(name, (x, frame.bottom + dots(8)), upwards);
            continue;
        }
        // Longer names have a line for each word.
        for (line, word) in (0..).zip(name.split(' ')) {
            let below = frame.bottom + dots(14) + TICK_LINE * line;
            canvas.text(word, (x, below), tick);
        }
    }
    let corner = (frame.left, frame.bottom);
    let ends = [(frame.left, frame.top), (frame.right, frame.bottom)];
    canvas.line(&[ends[0], corner, ends[1]], INK, FINE);
    canvas.text(&panel.x.label, (middle, frame.label()), label);
    let turned = TextStyle {
        is_turned: true,
        ..label
    };
    let beside = (
        frame.left - dots(48),
        i32::midpoint(frame.top, frame.bottom),
    );
    canvas.text(&panel.y.label, beside, turned);
    canvas.text(&panel.title, (middle, frame.top - dots(14)), text(14, INK));
}

/// Draws the marks of each series, joined by a line if the kind of chart has lines.
fn marks(canvas: &mut Canvas, panel: &Panel, frame: &Frame, names: &[&str]) {
    for (place, series) in panel.series.iter().enumerate() {
        let number = number(names, &series.name);
        let aside = frame.dodge(panel, place);
        let at = |point: &Point| {
            let (x, y) = frame.at(point.x, point.y);
            (x + aside, y)
        };
        let places: Vec<_> = series.points.iter().map(at).collect();
        if panel.kind == ChartKind::Lines {
            path(canvas, number, &places);
        }
        for (point, place) in series.points.iter().zip(places) {
            error_bar(canvas, frame, point, place.0, colour(number));
            mark(canvas, number, place);
        }
    }
}

fn bars(canvas: &mut Canvas, panel: &Panel, frame: &Frame, names: &[&str]) {
    let width = BARS / panel.series.len().max(1) as f64;
    for (series, place) in panel.series.iter().zip(0..) {
        let number = number(names, &series.name);
        for point in &series.points {
            let left = point.x - BARS / 2.0 + width * f64::from(place);
            let top = frame.at(left, point.y);
            let (right, _) = frame.at(left + width, 0.0);
            let end = (right - dots(1), frame.bottom);
            let corners = [top, (end.0, top.1), end, (top.0, end.1)];
            canvas.polygon(&corners, paint(number));
            error_bar(canvas, frame, point, i32::midpoint(top.0, right), INK);
        }
    }
}

fn error_bar(canvas: &mut Canvas, frame: &Frame, point: &Point, x: i32, colour: Rgb) {
    let Some((low, high)) = point.error else {
        return;
    };
    let (low, high) = (frame.at(point.x, low).1, frame.at(point.x, high).1);
    let cap = |y| [(x - dots(3), y), (x + dots(3), y)];
    for ends in [[(x, low), (x, high)], cap(low), cap(high)] {
        canvas.line(&ends, colour, dots(1));
    }
}

/// Draws the line of a series, with gaps where the colour is that of another.
fn path(canvas: &mut Canvas, number: usize, places: &[Coordinates]) {
    let (colour, width) = (colour(number), dots(3) / 2);
    if is_repeated(number) {
        canvas.dashes(places, colour, width, (dots(4), dots(3)));
    } else {
        canvas.line(places, colour, width);
    }
}

/// Draws the mark of a series around a place, hollow where the colour is that of another.
fn mark(canvas: &mut Canvas, number: usize, at: Coordinates) {
    let r = dots(4);
    let by = |x: i32, y: i32| (at.0 + x, at.1 + y);
    let corners = match number % 6 {
        0 => return canvas.circle(at, r, paint(number)),
        1 => vec![by(-r, -r), by(r, -r), by(r, r), by(-r, r)],
        2 => vec![by(0, -r - r / 4), by(r + r / 4, r), by(-r - r / 4, r)],
        3 => vec![
            by(0, -r - r / 3),
            by(r + r / 3, 0),
            by(0, r + r / 3),
            by(-r - r / 3, 0),
        ],
        4 => vec![by(0, r + r / 4), by(r + r / 4, -r), by(-r - r / 4, -r)],
        _ => vec![
            by(-r / 2, -r),
            by(r / 2, -r),
            by(r, 0),
            by(r / 2, r),
            by(-r / 2, r),
            by(-r, 0),
        ],
    };
    canvas.polygon(&corners, paint(number));
}

fn number(names: &[&str], name: &str) -> usize {
    let number = names.iter().position(|other| *other == name);
    number.expect("the names are those of all series")
}

fn colour(number: usize) -> Rgb {
    COLOURS[number % COLOURS.len()]
}

/// Returns `true` if another series has the same colour, plain.
fn is_repeated(number: usize) -> bool {
    number / COLOURS.len() % 2 == 1
}

/// Colours of marks and bars.
fn paint(number: usize) -> Paint {
    let colour = colour(number);
    let pale = |part: u8| u8::MAX - (u8::MAX - part) / PALE;
    let repeated = Paint {
        inside: colour.map(pale),
        edge: Some((colour, dots(1))),
    };
    let plain = Paint {
        inside: colour,
        edge: None,
    };
    if is_repeated(number) { repeated } else { plain }
}
