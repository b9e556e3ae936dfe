//! Drawing of a figure on any backend of the drawing library.

use plotters::coord::Shift;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

use super::figure::{Figure, Marks, Panel, Point};
use super::frame::{BOTTOM, FINE, Frame, HEIGHT, TOP, WIDTH, dots};

/// Name of the font, in the drawing library and in SVG files.
pub(super) const FONT: &str = "sans-serif";

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

/// Share of a place that its bars take together.
const BARS: f64 = 0.8;

/// Drawing on a backend.
pub(super) type Area<B> = DrawingArea<B, Shift>;
/// Error of a backend.
pub(super) type DrawResult<B> = Result<(), DrawingAreaErrorKind<<B as DrawingBackend>::ErrorType>>;

/// Width and height in dots.
pub(super) fn size(figure: &Figure) -> (u32, u32) {
    let panels = i32::try_from(figure.panels.len()).unwrap_or(1).max(1);
    let positive = |length: i32| length.unsigned_abs();
    (positive(panels * WIDTH), positive(TOP + HEIGHT + BOTTOM))
}

pub(super) fn figure<B: DrawingBackend>(area: &Area<B>, figure: &Figure) -> DrawResult<B> {
    area.fill(&WHITE)?;
    let names = figure.names();
    let (width, height) = area.dim_in_pixel();
    let middle = i32::try_from(width).unwrap_or(i32::MAX) / 2;
    Text::new(17, INK).draw(area, &figure.title, (middle, dots(20)))?;
    legend(area, &names, middle)?;
    for (panel, number) in figure.panels.iter().zip(0..) {
        let frame = Frame::new(panel, number);
        axes(area, panel, &frame)?;
        match panel.marks {
            Marks::Lines => lines(area, panel, &frame, &names)?,
            Marks::Bars => bars(area, panel, &frame, &names)?,
        }
    }
    let foot = i32::try_from(height).unwrap_or(i32::MAX) - dots(12);
    let settings = figure.settings.line();
    Text::new(10, FAINT).draw(area, &settings, (middle, foot))
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
        let font = FontDesc::from((FONT, dots(self.size)));
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

/// Draws the legend, one entry for each series, in a row around `middle`.
fn legend<B: DrawingBackend>(area: &Area<B>, names: &[&str], middle: i32) -> DrawResult<B> {
    if names.len() < 2 {
        return Ok(());
    }
    let text = Text {
        across: HPos::Left,
        ..Text::new(13, INK)
    };
    let sign = dots(30);
    let gap = dots(20);
    let widths = names
        .iter()
        .map(|name| Ok(i32::try_from(area.estimate_text_size(name, &text.style())?.0).unwrap_or(0)))
        .collect::<Result<Vec<_>, DrawingAreaErrorKind<B::ErrorType>>>()?;
    let whole: i32 = widths.iter().map(|width| width + sign + gap).sum();
    let mut left = middle - (whole - gap) / 2;
    let height = dots(48);
    for (number, (name, width)) in names.iter().zip(widths).enumerate() {
        let place = (left + dots(12), height);
        let ends = vec![(left, height), (left + dots(24), height)];
        area.draw(&PathElement::new(ends, stroke(number)))?;
        mark(area, number, place)?;
        text.draw(area, name, (left + sign, height))?;
        left += width + sign + gap;
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
        ..Text::new(12, INK)
    };
    for (at, name) in &frame.y.ticks {
        let y = frame.up(frame.y.fraction(*at));
        line(vec![(frame.left, y), (frame.right, y)], GRID)?;
        right.draw(area, name, (frame.left - dots(7), y))?;
    }
    for (at, name) in &frame.x.ticks {
        let x = frame.across(frame.x.fraction(*at));
        line(vec![(x, frame.bottom), (x, frame.bottom + dots(4))], INK)?;
        // Longer names have a line for each word.
        for (line, word) in (0..).zip(name.split(' ')) {
            let below = frame.bottom + dots(14 + 13 * line);
            Text::new(12, INK).draw(area, word, (x, below))?;
        }
    }
    let corner = (frame.left, frame.bottom);
    line(
        vec![(frame.left, frame.top), corner, (frame.right, frame.bottom)],
        INK,
    )?;
    label.draw(area, &panel.x.label, (middle, frame.bottom + dots(42)))?;
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
    for series in &panel.series {
        let number = number(names, &series.name);
        let at = |point: &Point| frame.at(point.x, point.y);
        let path: Vec<_> = series.points.iter().map(at).collect();
        area.draw(&PathElement::new(path, stroke(number)))?;
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
            area.draw(&Rectangle::new(ends, colour(number).filled()))?;
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

/// Draws the mark of a series around a place.
fn mark<B: DrawingBackend>(area: &Area<B>, number: usize, at: (i32, i32)) -> DrawResult<B> {
    let style = colour(number).filled();
    let r = dots(4);
    let by = |x: i32, y: i32| (at.0 + x, at.1 + y);
    let corners = match number % 6 {
        0 => return area.draw(&Circle::new(at, r, style)),
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
    area.draw(&Polygon::new(corners, style))
}

fn number(names: &[&str], name: &str) -> usize {
    let number = names.iter().position(|other| *other == name);
    number.expect("the names are those of all series")
}

fn colour(number: usize) -> RGBColor {
    COLOURS[number % COLOURS.len()]
}

fn stroke(number: usize) -> ShapeStyle {
    colour(number).stroke_width((dots(3) / 2).unsigned_abs())
}
