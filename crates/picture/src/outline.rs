//! Texts of a drawing as outlines of an embedded font.

use std::fmt::Write;
use std::sync::LazyLock;

use ttf_parser::{Face, OutlineBuilder};

static FACE: LazyLock<Face<'_>> = LazyLock::new(|| {
    let face = Face::parse(dejavu::sans::bold(), 0);
    face.expect("the embedded font is whole")
});

/// The same drawing, with a path in place of each text.
pub(crate) fn outlined(svg: &str) -> String {
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
        path(attributes, &unescaped(words), &mut out);
        rest = after;
    }
    out.push_str(rest);
    out
}

/// Words as a path.
fn path(attributes: &str, words: &str, out: &mut String) {
    let number = |name| attribute(attributes, name).and_then(|text| text.parse().ok());
    let (x, y) = (number("x").unwrap_or(0.0), number("y").unwrap_or(0.0));
    let scale = number("font-size").unwrap_or(16.0) / f64::from(FACE.units_per_em());
    let glyphs = words
        .chars()
        .filter_map(|letter| FACE.glyph_index(letter))
        .map(|glyph| (glyph, FACE.glyph_hor_advance(glyph).map_or(0.0, f64::from)));
    let glyphs: Vec<_> = glyphs.collect();
    let width: f64 = glyphs.iter().map(|(_, advance)| advance * scale).sum();
    let before = match attribute(attributes, "text-anchor") {
        Some("middle") => width / 2.0,
        Some("end") => width,
        _ => 0.0,
    };
    let mut pen = Pen {
        scale,
        x: x - before,
        y,
        out,
    };
    pen.out.push_str("<path fill=\"");
    pen.out
        .push_str(attribute(attributes, "fill").unwrap_or("#000000"));
    pen.out.push_str("\" d=\"");
    for (glyph, advance) in glyphs {
        FACE.outline_glyph(glyph, &mut pen);
        pen.x += advance * scale;
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

impl OutlineBuilder for Pen<'_> {
    fn move_to(&mut self, x: f32, y: f32) {
        self.points('M', &[(x, y)]);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.points('L', &[(x, y)]);
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        self.points('Q', &[(x1, y1), (x, y)]);
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        self.points('C', &[(x1, y1), (x2, y2), (x, y)]);
    }

    fn close(&mut self) {
        self.out.push('Z');
    }
}
