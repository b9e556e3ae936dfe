//! Shapes and texts as SVG.

use std::fmt::Write;

use super::units::{CAPITAL, em};

/// A colour: red, green and blue.
pub(super) type Rgb = [u8; 3];

/// Position in dots, to the right and down.
pub(super) type Coordinates = (i32, i32);

/// An SVG drawing that grows by what is drawn behind all else.
#[derive(Debug)]
pub(super) struct Canvas {
    svg: String,
}

/// Colours of a shape.
#[derive(Clone, Copy, Debug)]
pub(super) struct Paint {
    pub(super) inside: Rgb,
    /// Colour and width of its edge.
    pub(super) edge: Option<(Rgb, i32)>,
}

/// Place of a text beside the one that it is drawn at.
#[derive(Clone, Copy, Debug)]
pub(super) enum Anchor {
    Start,
    Middle,
    End,
}

/// Style of a text.
#[derive(Clone, Copy, Debug)]
pub(super) struct TextStyle {
    /// Size in points.
    pub(super) size: i32,
    pub(super) colour: Rgb,
    pub(super) anchor: Anchor,
    /// It leads upwards.
    pub(super) is_turned: bool,
}

impl Canvas {
    /// A white canvas of this many dots, shown in the other size.
    pub(super) fn new(dots: (i32, i32), shown: (i32, i32), title: &str, description: &str) -> Self {
        let ((width, height), (title, description)) =
            (dots, (escaped(title), escaped(description)));
        let svg = format!(
            "<svg width=\"{}\" height=\"{}\" viewBox=\"0 0 {width} {height}\" \
             xmlns=\"http://www.w3.org/2000/svg\" font-family=\"sans-serif\">\n\
             <title>{title}</title>\n<desc>{description}</desc>\n\
             <rect width=\"{width}\" height=\"{height}\" fill=\"#ffffff\"/>\n",
            shown.0, shown.1,
        );
        Self { svg }
    }

    /// Draws a line through places.
    pub(super) fn line(&mut self, places: &[Coordinates], colour: Rgb, width: i32) {
        self.stroke(places, colour, width, "");
    }

    /// Draws a line of dashes and gaps of these lengths.
    pub(super) fn dashes(
        &mut self,
        places: &[Coordinates],
        colour: Rgb,
        width: i32,
        lengths: (i32, i32),
    ) {
        let (dash, gap) = lengths;
        let attribute = format!(" stroke-dasharray=\"{dash} {gap}\"");
        self.stroke(places, colour, width, &attribute);
    }

    fn stroke(&mut self, places: &[Coordinates], colour: Rgb, width: i32, more: &str) {
        self.add(format_args!(
            "<polyline fill=\"none\" stroke=\"{}\" stroke-width=\"{width}\"{more} points=\"{}\"/>",
            hex(colour),
            points(places)
        ));
    }

    pub(super) fn polygon(&mut self, corners: &[Coordinates], paint: Paint) {
        self.add(format_args!(
            "<polygon {paint} points=\"{}\"/>",
            points(corners)
        ));
    }

    pub(super) fn circle(&mut self, (x, y): Coordinates, radius: i32, paint: Paint) {
        self.add(format_args!(
            "<circle {paint} cx=\"{x}\" cy=\"{y}\" r=\"{radius}\"/>"
        ));
    }

    /// Draws a text whose capitals have their middle at the height of the place.
    pub(super) fn text(&mut self, text: &str, (x, y): Coordinates, style: TextStyle) {
        let (size, fill) = (em(style.size), hex(style.colour));
        let baseline = f64::from(y) + CAPITAL / 2.0 * size;
        let anchor = match style.anchor {
            Anchor::Start => "start",
            Anchor::Middle => "middle",
            Anchor::End => "end",
        };
        let turned = if style.is_turned {
            format!(" transform=\"rotate(-90 {x} {y})\"")
        } else {
            String::new()
        };
        self.add(format_args!(
            "<text x=\"{x}\" y=\"{baseline:.1}\" font-size=\"{size:.1}\" text-anchor=\"{anchor}\" fill=\"{fill}\"{turned}>{}</text>",
            escaped(text)
        ));
    }

    /// The whole drawing.
    pub(super) fn into_svg(mut self) -> String {
        self.svg.push_str("</svg>\n");
        self.svg
    }

    fn add(&mut self, element: std::fmt::Arguments<'_>) {
        writeln!(self.svg, "{element}").expect("memory takes all text");
    }
}

impl std::fmt::Display for Paint {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "fill=\"{}\"", hex(self.inside))?;
        if let Some((colour, width)) = self.edge {
            write!(f, " stroke=\"{}\" stroke-width=\"{width}\"", hex(colour))?;
        }
        Ok(())
    }
}

fn hex([red, green, blue]: Rgb) -> String {
    format!("#{red:02x}{green:02x}{blue:02x}")
}

fn points(places: &[Coordinates]) -> String {
    let points: Vec<_> = places.iter().map(|(x, y)| format!("{x},{y}")).collect();
    points.join(" ")
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
}
