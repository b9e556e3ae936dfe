//! Texts of a drawing as outlines of an embedded font.

use std::fmt::Write;
use std::sync::LazyLock;

use skrifa::instance::{LocationRef, Size};
use skrifa::metrics::GlyphMetrics;
use skrifa::outline::{DrawSettings, OutlinePen};
use skrifa::{FontRef, GlyphId, MetadataProvider};

static REGULAR: LazyLock<FontRef<'_>> = LazyLock::new(|| font(dejavu::sans::regular()));
static BOLD: LazyLock<FontRef<'_>> = LazyLock::new(|| font(dejavu::sans::bold()));

fn font(bytes: &[u8]) -> FontRef<'_> {
    FontRef::new(bytes).expect("the embedded font is whole")
}

/// Width of a text in `DejaVu` Sans of this size.
pub fn text_width(text: &str, size: f64) -> f64 {
    glyphs(&REGULAR, size, text)
        .map(|(_, advance)| advance)
        .sum()
}

/// Glyphs of a text in a size, each with its width; letters that the font lacks are left out.
fn glyphs(font: &FontRef<'static>, size: f64, text: &str) -> impl Iterator<Item = (GlyphId, f64)> {
    let (letters, metrics) = (font.charmap(), metrics(font));
    let scale = scale(font, size);
    text.chars().filter_map(move |letter| {
        let glyph = letters.map(letter)?;
        let advance = metrics.advance_width(glyph).map_or(0.0, f64::from);
        Some((glyph, scale * advance))
    })
}

fn metrics(font: &FontRef<'static>) -> GlyphMetrics<'static> {
    font.glyph_metrics(Size::unscaled(), LocationRef::default())
}

/// Length of a unit of the font in this size.
fn scale(font: &FontRef<'static>, size: f64) -> f64 {
    let metrics = font.metrics(Size::unscaled(), LocationRef::default());
    size / f64::from(metrics.units_per_em)
}

/// The same drawing, with a path in place of each text: in bold letters where the drawing says so.
pub(crate) fn outlined(svg: &str) -> String {
    let is_bold = attribute(root(svg), "font-weight") == Some("bold");
    let font = if is_bold { &BOLD } else { &REGULAR };
    let mut out = String::with_capacity(2 * svg.len());
    let mut rest = svg;
    while let Some((before, after)) = rest.split_once("<text ") {
        out.push_str(before);
        let Some((attributes, after)) = after.split_once('>') else {
            break;
        };
        let Some((words, after)) = after.split_once("</text>") else {
            break;
        };
        path(font, attributes, &unescaped(words), &mut out);
        rest = after;
    }
    out.push_str(rest);
    out
}

/// Attributes of the whole drawing.
fn root(svg: &str) -> &str {
    let inside = svg
        .split_once("<svg ")
        .and_then(|(_, after)| after.split_once('>'));
    inside.map_or("", |(attributes, _)| attributes)
}

/// Words as a path.
fn path(font: &FontRef<'static>, attributes: &str, words: &str, out: &mut String) {
    let number = |name| attribute(attributes, name).and_then(|text| text.parse().ok());
    let (x, y) = (number("x").unwrap_or(0.0), number("y").unwrap_or(0.0));
    let size = number("font-size").unwrap_or(16.0);
    let glyphs: Vec<_> = glyphs(font, size, words).collect();
    let width: f64 = glyphs.iter().map(|(_, advance)| advance).sum();
    let before = match attribute(attributes, "text-anchor") {
        Some("middle") => width / 2.0,
        Some("end") => width,
        _ => 0.0,
    };
    out.push_str("<path fill=\"");
    out.push_str(attribute(attributes, "fill").unwrap_or("#000000"));
    if let Some(transform) = attribute(attributes, "transform") {
        out.push_str("\" transform=\"");
        out.push_str(transform);
    }
    out.push_str("\" d=\"");
    let mut pen = Pen {
        scale: scale(font, size),
        x: x - before,
        y,
        out,
    };
    let outlines = font.outline_glyphs();
    let settings = || DrawSettings::unhinted(Size::unscaled(), LocationRef::default());
    for (glyph, advance) in glyphs {
        if let Some(outline) = outlines.get(glyph) {
            outline
                .draw(settings(), &mut pen)
                .expect("the embedded font is whole");
        }
        pen.x += advance;
    }
    pen.out.push_str("\"/>");
}

/// The value of an attribute.
fn attribute<'a>(attributes: &'a str, name: &str) -> Option<&'a str> {
    let mut rest = attributes;
    loop {
        let (key, after) = rest.split_once("=\"")?;
        let (value, after) = after.split_once('"')?;
        if key.trim() == name {
            return Some(value);
        }
        rest = after;
    }
}

/// Text of an element, such as the title, as it is read.
pub(crate) fn content(svg: &str, element: &str) -> Option<String> {
    let (_, after) = svg.split_once(&format!("<{element}>"))?;
    let (text, _) = after.split_once(&format!("</{element}>"))?;
    Some(unescaped(text))
}

fn unescaped(text: &str) -> String {
    text.replace("&lt;", "<")
        .replace("&gt;", ">")
        .replace("&amp;", "&")
}

/// Draws glyphs, whose y axis leads up.
struct Pen<'a> {
    scale: f64,
    x: f64,
    y: f64,
    out: &'a mut String,
}

impl Pen<'_> {
    fn points(&mut self, command: char, points: &[(f32, f32)]) {
        self.out.push(command);
        for &(x, y) in points {
            let (x, y) = (
                self.x + self.scale * f64::from(x),
                self.y - self.scale * f64::from(y),
            );
            write!(self.out, "{x:.4} {y:.4} ").expect("memory takes all text");
        }
    }
}

impl OutlinePen for Pen<'_> {
    fn move_to(&mut self, x: f32, y: f32) {
        self.points('M', &[(x, y)]);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.points('L', &[(x, y)]);
    }

    fn quad_to(&mut self, cx0: f32, cy0: f32, x: f32, y: f32) {
        self.points('Q', &[(cx0, cy0), (x, y)]);
    }

    fn curve_to(&mut self, cx0: f32, cy0: f32, cx1: f32, cy1: f32, x: f32, y: f32) {
        self.points('C', &[(cx0, cy0), (cx1, cy1), (x, y)]);
    }

    fn close(&mut self) {
        self.out.push('Z');
    }
}
