//! Drawing of a figure on any backend of the drawing library.

use plotters::coord::Shift;
use plotters::element::DashedPathElement;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

use super::figure::{ChartKind, Figure, Panel, Point};
use super::frame::{
    BARS, Frame, LEGEND_SIGN, LEGEND_SIZE, Layout, SETTINGS_SIZE, TICK_LINE, TICK_SIZE,
};
use super::units::{FINE, dots, font};

/// Masataka Okabe's and Kei Ito's colours for everybody, "Color Universal Design", 2008; the order
/// keeps neighbours apart in lightness too.
const COLOURS: [RGBColor; 7] = [
    RGBColor(0, 114, 178),
    RGBColor(230, 159, 0),
    RGBColor(0, 158, 115),
    RGBColor(213, 94, 0),
    RGBColor(204, 121, 167),
    RGBColor(86, 180, 233),
    RGBColor(0, 0, 0),
];
const INK: RGBColor = RGBColor(40, 40, 40);
const GRID: RGBColor = RGBColor(224, 224, 224);
const FAINT: RGBColor = RGBColor(110, 110, 110);

/// Marks and bars whose colour is that of another series have 1/`PALE` of the colour.
const PALE: u8 = 4;

/// Drawing on a backend.
pub(super) type Area<B> = DrawingArea<B, Shift>;
/// Error of a backend.
pub(super) type DrawResult<B> = Result<(), DrawingAreaErrorKind<<B as DrawingBackend>::ErrorType>>;

/// Width and height in dots.
pub(super) fn size(figure: &Figure) -> (u32, u32) {
    let Layout { width, height, .. } = Layout::new(figure);
    (width.unsigned_abs(), height.unsigned_abs())
}

pub(super) fn figure<B: DrawingBackend>(area: &Area<B>, figure: &Figure) -> DrawResult<B> {
    area.fill(&WHITE)?;
    let layout = Layout::new(figure);
    let middle = layout.width / 2;
    Text::new(17, INK).draw(area, &figure.title, (middle, dots(20)))?;
    legend(area, &layout)?;
    for (panel, frame) in figure.panels.iter().zip(&layout.frames) {
        axes(area, panel, frame)?;
        match panel.kind {
            ChartKind::Lines => lines(area, panel, frame, &layout.names)?,
            ChartKind::Bars => bars(area, panel, frame, &layout.names)?,
        }
    }
    for (line, height) in &layout.settings {
        Text::new(SETTINGS_SIZE, FAINT).draw(area, line, (middle, *height))?;
    }
    Ok(())
}

/// Style of a text.
#[derive(Clone, Copy)]
struct Text {
    size: i32,
    colour: RGBColor,
    across: HPos,
    turned: bool,
}

impl Text {
    /// Horizontal text around its place, of a size in points.
    fn new(size: i32, colour: RGBColor) -> Self {
        Self {
            size,
            colour,
            across: HPos::Center,
            turned: false,
        }
    }

    fn style(self) -> TextStyle<'static> {
        let font = font(self.size);
        let font = if self.turned {
            font.transform(FontTransform::Rotate270)
        } else {
            font
        };
        font.color(&self.colour)
            .pos(Pos::new(self.across, VPos::Center))
    }

    fn draw<B: DrawingBackend>(self, area: &Area<B>, text: &str, at: (i32, i32)) -> DrawResult<B> {
        // Digits and capitals reach above the middle of the line that the library assumes.
        area.draw_text(text, &self.style(), (at.0, at.1 + FINE))
    }
}

/// Draws the legend, one entry for each series.
fn legend<B: DrawingBackend>(area: &Area<B>, layout: &Layout<'_>) -> DrawResult<B> {
    let text = Text {
        across: HPos::Left,
        ..Text::new(LEGEND_SIZE, INK)
    };
    let entries = layout.names.iter().zip(&layout.legend);
    for (number, (name, &(left, height))) in entries.enumerate() {
        path(
            area,
            number,
            vec![(left, height), (left + dots(24), height)],
        )?;
        mark(area, number, (left + dots(12), height))?;
        text.draw(area, name, (left + LEGEND_SIGN, height))?;
    }
    Ok(())
}

fn axes<B: DrawingBackend>(area: &Area<B>, panel: &Panel, frame: &Frame) -> DrawResult<B> {
    let hair = |colour: RGBColor| colour.stroke_width(FINE.unsigned_abs());
    let line = |ends: Vec<(i32, i32)>, colour| area.draw(&PathElement::new(ends, hair(colour)));
    let middle = i32::midpoint(frame.left, frame.right);
    let label = Text::new(13, INK);
    let right = Text {
        across: HPos::Right,
        ..Text::new(TICK_SIZE, INK)
    };
    let upwards = Text {
        turned: true,
        ..right
    };
    for (at, name) in &frame.y.ticks {
        let y = frame.up(frame.y.fraction(*at));
        line(vec![(frame.left, y), (frame.right, y)], GRID)?;
        right.draw(area, name, (frame.left - dots(7), y))?;
    }
    for &at in &frame.y.between {
        let y = frame.up(frame.y.fraction(at));
        line(vec![(frame.left - dots(3), y), (frame.left, y)], INK)?;
    }
    for (at, name) in &frame.x.ticks {
        let x = frame.across(frame.x.fraction(*at));
        line(vec![(x, frame.bottom), (x, frame.bottom + dots(4))], INK)?;
        if frame.is_turned {
            let below = frame.bottom + dots(8);
            upwards.draw(area, name, (x, below))?;
            continue;
        }
        // Longer names have a line for each word.
        for (line, word) in (0..).zip(name.split(' ')) {
            let below = frame.bottom + dots(14) + TICK_LINE * line;
            Text::new(TICK_SIZE, INK).draw(area, word, (x, below))?;
        }
    }
    let corner = (frame.left, frame.bottom);
    line(
        vec![(frame.left, frame.top), corner, (frame.right, frame.bottom)],
        INK,
    )?;
    label.draw(area, &panel.x.label, (middle, frame.label()))?;
    let turned = Text {
        turned: true,
        ..label
    };
    let beside = (
        frame.left - dots(48),
        i32::midpoint(frame.top, frame.bottom),
    );
    turned.draw(area, &panel.y.label, beside)?;
    Text::new(14, INK).draw(area, &panel.title, (middle, frame.top - dots(14)))
}

fn lines<B: DrawingBackend>(
    area: &Area<B>,
    panel: &Panel,
    frame: &Frame,
    names: &[&str],
) -> DrawResult<B> {
    for (place, series) in panel.series.iter().enumerate() {
        let number = number(names, &series.name);
        let aside = frame.dodge(panel, place);
        let at = |point: &Point| {
            let (x, y) = frame.at(point.x, point.y);
            (x + aside, y)
        };
        path(area, number, series.points.iter().map(at).collect())?;
        for point in &series.points {
            let (x, y) = at(point);
            error_bar(area, frame, point, x, colour(number))?;
            mark(area, number, (x, y))?;
        }
    }
    Ok(())
}

fn bars<B: DrawingBackend>(
    area: &Area<B>,
    panel: &Panel,
    frame: &Frame,
    names: &[&str],
) -> DrawResult<B> {
    let width = BARS / panel.series.len().max(1) as f64;
    for (series, place) in panel.series.iter().zip(0..) {
        let number = number(names, &series.name);
        for point in &series.points {
            let left = point.x - BARS / 2.0 + width * f64::from(place);
            let top = frame.at(left, point.y);
            let (right, _) = frame.at(left + width, 0.0);
            let ends = [top, (right - dots(1), frame.bottom)];
            area.draw(&Rectangle::new(ends, inside(number).filled()))?;
            if is_repeated(number) && top.1 < frame.bottom {
                area.draw(&Rectangle::new(ends, thin(number)))?;
            }
            error_bar(area, frame, point, i32::midpoint(top.0, right), INK)?;
        }
    }
    Ok(())
}

fn error_bar<B: DrawingBackend>(
    area: &Area<B>,
    frame: &Frame,
    point: &Point,
    x: i32,
    colour: RGBColor,
) -> DrawResult<B> {
    let Some((low, high)) = point.error else {
        return Ok(());
    };
    let (low, high) = (frame.at(point.x, low).1, frame.at(point.x, high).1);
    let style = colour.stroke_width(dots(1).unsigned_abs());
    let cap = |y| vec![(x - dots(3), y), (x + dots(3), y)];
    for ends in [vec![(x, low), (x, high)], cap(low), cap(high)] {
        area.draw(&PathElement::new(ends, style))?;
    }
    Ok(())
}

/// Draws the line of a series, with gaps where the colour is that of another.
fn path<B: DrawingBackend>(
    area: &Area<B>,
    number: usize,
    points: Vec<(i32, i32)>,
) -> DrawResult<B> {
    let style = colour(number).stroke_width((dots(3) / 2).unsigned_abs());
    if is_repeated(number) {
        return area.draw(&DashedPathElement::new(points, dots(4), dots(3), style));
    }
    area.draw(&PathElement::new(points, style))
}

/// Draws the mark of a series around a place, hollow where the colour is that of another.
fn mark<B: DrawingBackend>(area: &Area<B>, number: usize, at: (i32, i32)) -> DrawResult<B> {
    let style = inside(number).filled();
    let r = dots(4);
    let by = |x: i32, y: i32| (at.0 + x, at.1 + y);
    let mut corners = match number % 6 {
        0 => {
            area.draw(&Circle::new(at, r, style))?;
            if is_repeated(number) {
                area.draw(&Circle::new(at, r, thin(number)))?;
            }
            return Ok(());
        }
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
    area.draw(&Polygon::new(corners.clone(), style))?;
    if is_repeated(number) {
        corners.push(corners[0]);
        area.draw(&PathElement::new(corners, thin(number)))?;
    }
    Ok(())
}

fn number(names: &[&str], name: &str) -> usize {
    let number = names.iter().position(|other| *other == name);
    number.expect("the names are those of all series")
}

fn colour(number: usize) -> RGBColor {
    COLOURS[number % COLOURS.len()]
}

/// Returns `true` if another series has the same colour, plain.
fn is_repeated(number: usize) -> bool {
    number / COLOURS.len() % 2 == 1
}

/// Colour inside marks and bars.
fn inside(number: usize) -> RGBColor {
    let colour = colour(number);
    if is_repeated(number) {
        let pale = |part: u8| u8::MAX - (u8::MAX - part) / PALE;
        return RGBColor(pale(colour.0), pale(colour.1), pale(colour.2));
    }
    colour
}

fn thin(number: usize) -> ShapeStyle {
    colour(number).stroke_width(dots(1).unsigned_abs())
}
