//! Boards drawn for pages, notebooks and slides.

use std::f64::consts::TAU;
use std::fmt::Write;

use cheqqers_world::TOLERANCE;

use super::board::{BoardView, PartPhase, PartView};
use super::{
    BoardLayout, BoardStyle, HalfMark, Likelihood, MarkColour, Numbers, Phases, PieceKind, Show,
    SquareLayout, TakenPiece,
};
use crate::Colour;

/// Pixels of a square.
const SQUARE: usize = 60;

/// Colours that tell components apart, and dashes for those who don't see hues.
const HUES: [&str; 6] = [
    "#003f7d", "#8a2400", "#00452f", "#5a0d66", "#4a3a00", "#1c1c1c",
];
const DASHES: [&str; 5] = [
    "none",
    "0.16 0.09",
    "0.01 0.11",
    "0.22 0.09 0.01 0.09",
    "0.3 0.07 0.07 0.07",
];

/// Draws the board of a position: SVG 1.1, text as text, no scripts, styles or links, so that several fit on one
/// page. `last` are the places of the last move, which are marked, and `bottom` is whose side is below.
///
/// A part has a ring as long as its probability, the probability as a number, a hand turned as its phase is,
/// and a frame in the hue of its component; a half has an arrow, which points the same way for all that are
/// there together. Captured pieces are on the right, beside their captor.
pub fn svg<G: Show>(position: &G, last: &[String], bottom: Colour) -> String {
    let board = BoardView::new(position, &position.parts());
    let layout = position.layout();
    let (columns, rows) = (layout.columns.len(), layout.rows.len());
    let drawing = Drawing {
        board: &board,
        layout: &layout,
        style: position.style(),
        kinds: G::PIECES,
        is_flipped: bottom == Colour::Black,
    };
    let all_columns = columns + usize::from(drawing.style.beside);
    let (width, height) = (all_columns * SQUARE, rows * SQUARE);
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" version=\"1.1\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 0 {all_columns} {rows}\" font-family=\"Helvetica, Arial, sans-serif\" font-weight=\"bold\">\n\
         <title>{}</title>\n",
        escaped(&format!("{}: {}", position.title(), position.status()))
    );
    drawing.ground(last, &mut out);
    drawing.frames(&mut out);
    for square in &board.squares {
        let (x, y) = drawing.middle(&square.square);
        let _ = write!(out, "<g transform=\"translate({x} {y})\">");
        drawing.pieces(&square.parts, &mut out);
        out += "</g>\n";
    }
    drawing.taken(&mut out);
    drawing.names(&mut out);
    out += "</svg>\n";
    out
}

struct Drawing<'a> {
    board: &'a BoardView,
    layout: &'a BoardLayout,
    style: BoardStyle,
    kinds: &'static [PieceKind],
    is_flipped: bool,
}

/// Colours of a side's pieces.
struct Paint {
    disc: &'static str,
    edge: &'static str,
    groove: &'static str,
    ring: &'static str,
    track: &'static str,
    badge: &'static str,
    badge_edge: &'static str,
}

fn paint(colour: Option<Colour>) -> Paint {
    let (track, badge, badge_edge) = ("#141414", "#a85b00", "#5c3200");
    match colour {
        Some(Colour::White) => Paint {
            disc: "#fdfaf2",
            edge: "#3a342a",
            groove: "#b9b09c",
            ring: "#ffe9a8",
            track,
            badge,
            badge_edge,
        },
        Some(Colour::Black) => Paint {
            disc: "#23211f",
            edge: "#d8d2c5",
            groove: "#6d675e",
            ring: "#17120c",
            track: "#ffffff",
            badge: "#ffcf4d",
            badge_edge: "#fff1c4",
        },
        None => Paint {
            disc: "#c9d6df",
            edge: "#3a342a",
            groove: "#93a5b1",
            ring: "#ffe9a8",
            track,
            badge,
            badge_edge,
        },
    }
}

fn is_dark(column: usize, row: usize) -> bool {
    (column + row).is_multiple_of(2)
}

fn is_certain(part: &PartView) -> bool {
    part.probability >= 1.0 - TOLERANCE
}

impl Drawing<'_> {
    /// Column from the left and row from the top.
    fn at(&self, column: usize, row: usize) -> (usize, usize) {
        if self.is_flipped {
            (self.layout.columns.len() - 1 - column, row)
        } else {
            (column, self.layout.rows.len() - 1 - row)
        }
    }

    fn square(&self, name: &str) -> Option<&SquareLayout> {
        self.layout.squares.iter().find(|known| known.name == name)
    }

    /// The middle of a square.
    fn middle(&self, name: &str) -> (f64, f64) {
        let place = self
            .square(name)
            .map_or((0, 0), |square| (square.column, square.row));
        let (x, y) = self.at(place.0, place.1);
        (x as f64 + 0.5, y as f64 + 0.5)
    }

    fn ground(&self, last: &[String], out: &mut String) {
        for row in 0..self.layout.rows.len() {
            for column in 0..self.layout.columns.len() {
                let (x, y) = self.at(column, row);
                let fill = if is_dark(column, row) {
                    "#a08f77"
                } else {
                    "#ece5d6"
                };
                let _ = writeln!(
                    out,
                    "<rect x=\"{x}\" y=\"{y}\" width=\"1\" height=\"1\" fill=\"{fill}\"/>"
                );
            }
        }
        for square in last.iter().filter_map(|name| self.square(name)) {
            let (x, y) = self.at(square.column, square.row);
            let _ = writeln!(
                out,
                "<rect x=\"{x}\" y=\"{y}\" width=\"1\" height=\"1\" fill=\"#ffd646\" fill-opacity=\"0.38\"/>"
            );
        }
    }

    /// Captured pieces on the right of the board, in two columns on their captor's half.
    fn taken(&self, out: &mut String) {
        let (columns, rows) = (self.layout.columns.len(), self.layout.rows.len());
        for colour in [Colour::White, Colour::Black] {
            let captor_is_below = (colour == Colour::Black) != self.is_flipped;
            let of_side = |piece: &&TakenPiece| piece.colour == colour;
            for (number, piece) in self.board.taken.iter().filter(of_side).enumerate() {
                let x = columns as f64 + 0.25 + 0.5 * (number % 2) as f64;
                let down = 0.25 + 0.5 * (number / 2) as f64;
                let y = if captor_is_below {
                    rows as f64 - down
                } else {
                    down
                };
                let _ = write!(out, "<g transform=\"translate({x} {y}) scale(0.5)\">");
                self.pieces(&[PartView::taken(piece)], out);
                *out += "</g>\n";
            }
        }
    }

    /// Frames of the squares of each component.
    fn frames(&self, out: &mut String) {
        for (component, squares) in self.board.components.iter().enumerate() {
            for name in squares {
                let here = self
                    .board
                    .squares
                    .iter()
                    .find(|square| square.square == *name);
                // A piece between its kinds shows that itself, and is linked with nothing.
                if here.is_some_and(|square| square.parts.iter().any(|part| !part.types.is_empty()))
                {
                    continue;
                }
                let (x, y) = self.middle(name);
                let (hue, dashes) = (
                    HUES[component % HUES.len()],
                    DASHES[component % DASHES.len()],
                );
                let _ = writeln!(
                    out,
                    "<rect x=\"{:.2}\" y=\"{:.2}\" width=\"0.9\" height=\"0.9\" rx=\"0.12\" fill=\"none\" \
                     stroke=\"{hue}\" stroke-width=\"0.05\" stroke-linecap=\"round\" stroke-dasharray=\"{dashes}\"/>",
                    x - 0.45,
                    y - 0.45
                );
            }
        }
    }

    /// Names of columns and rows, or numbers of squares where people number them.
    fn names(&self, out: &mut String) {
        let (columns, rows) = (self.layout.columns.len(), self.layout.rows.len());
        for (row, name) in self.layout.rows.iter().enumerate() {
            let (x, y) = self.at(if self.is_flipped { columns - 1 } else { 0 }, row);
            text(x as f64 + 0.03, y as f64 + 0.19, "start", name, out);
        }
        for (column, name) in self.layout.columns.iter().enumerate() {
            let (x, y) = self.at(column, if self.is_flipped { rows - 1 } else { 0 });
            text(x as f64 + 0.96, y as f64 + 0.95, "end", name, out);
        }
    }

    /// All that is on a square, around its middle.
    fn pieces(&self, parts: &[PartView], out: &mut String) {
        match (parts, self.style.likelihood) {
            ([part], Likelihood::Ring) => self.ringed(part, out),
            ([part], Likelihood::Fade) => self.faded(part, out),
            _ => self.sliced(parts, out),
        }
    }

    /// A piece in a ring as long as its probability.
    fn ringed(&self, part: &PartView, out: &mut String) {
        let paint = paint(part.colour);
        let whole = is_certain(part);
        let radius = if whole { 0.36 } else { 0.24 };
        if !whole {
            *out += "<g transform=\"translate(0 -0.07)\">";
            ring(0.32, part.probability, &paint, out);
        }
        if self.style.discs {
            disc(radius, &paint, 1.0, out);
            if whole {
                groove(&paint, out);
            }
        }
        if part.types.is_empty() {
            self.picture(
                &part.kind,
                &paint,
                (0.0, 0.0),
                if whole { 1.0 } else { 0.8 },
                out,
            );
        } else {
            self.kinds(part, &paint, out);
        }
        if let Some(phase) = self.shown(part) {
            dial(phase, radius, out);
        }
        if !whole {
            *out += "</g>";
            self.likelihood(part.probability, out);
            marks(&[&part.mark], out);
            if let Some(half) = part.half {
                arrow(half, out);
            }
        }
    }

    /// A piece that is fainter the less likely it is, in a ring.
    fn faded(&self, part: &PartView, out: &mut String) {
        let paint = paint(part.colour);
        *out += "<g transform=\"translate(0 -0.05)\">";
        ring(0.36, part.probability, &paint, out);
        disc(0.29, &paint, 0.3 + 0.7 * part.probability, out);
        self.picture(&part.kind, &paint, (0.0, 0.0), 0.8, out);
        *out += "</g>";
        if !is_certain(part) {
            self.likelihood(part.probability, out);
        }
    }

    /// A disc with a slice for each piece that may be there.
    fn sliced(&self, parts: &[PartView], out: &mut String) {
        let Some(first) = parts.first() else {
            return;
        };
        let first_paint = paint(first.colour);
        let whole = parts.len() == 1 && is_certain(first);
        if whole {
            disc(0.36, &first_paint, 1.0, out);
            groove(&first_paint, out);
        } else {
            let _ = write!(
                out,
                "<g transform=\"translate(0 -0.07)\"><circle r=\"0.31\" fill=\"#808080\" fill-opacity=\"0.25\" \
                 stroke=\"{}\" stroke-width=\"0.03\"/>",
                first_paint.disc
            );
            let mut from = 0.0;
            for part in parts {
                let to = f64::min(1.0, from + part.probability);
                wedge(from, to, 0.31, &paint(part.colour), out);
                from = to;
            }
        }
        self.picture(&first.kind, &first_paint, (0.0, 0.0), 0.85, out);
        if let Some(phase) = parts.iter().find_map(|part| self.shown(part)) {
            dial(phase, 0.28, out);
        }
        if !whole {
            *out += "</g>";
            self.likelihood(
                parts
                    .iter()
                    .map(|part| part.probability)
                    .sum::<f64>()
                    .min(1.0),
                out,
            );
            if self.style.marks_links && self.board.links(parts) > 1 {
                chain(out);
            }
            let letters: Vec<&str> = parts.iter().map(|part| part.mark.as_str()).collect();
            marks(&letters, out);
        }
    }

    /// A piece of several kinds: the one that is shown with all of them small below it, or all side by side.
    fn kinds(&self, part: &PartView, paint: &Paint, out: &mut String) {
        let is_known = !part.kind.is_empty();
        let step = if is_known { 0.3 } else { 0.42 };
        if is_known {
            self.picture(&part.kind, paint, (0.0, -0.1), 0.74, out);
        } else {
            *out += "<rect x=\"-0.43\" y=\"-0.3\" width=\"0.86\" height=\"0.62\" rx=\"0.2\" fill=\"#ffffff\" \
                     fill-opacity=\"0.3\" stroke=\"#141414\" stroke-opacity=\"0.55\" stroke-width=\"0.02\" \
                     stroke-dasharray=\"0.05 0.04\"/>";
        }
        for (index, kind) in part.types.iter().enumerate() {
            let x = step * (index as f64 - (part.types.len() as f64 - 1.0) / 2.0);
            if is_known {
                let opacity = if *kind == part.kind { 1.0 } else { 0.6 };
                let _ = write!(out, "<g opacity=\"{opacity}\">");
                self.picture(kind, paint, (x, 0.32), 0.32, out);
                *out += "</g>";
            } else {
                self.picture(kind, paint, (x, 0.02), 0.56, out);
            }
        }
    }

    /// Picture of a kind of piece, or the first letter of one that has none.
    fn picture(&self, kind: &str, paint: &Paint, at: (f64, f64), scale: f64, out: &mut String) {
        let _ = write!(
            out,
            "<g transform=\"translate({:.3} {:.3}) scale({scale})\">",
            at.0, at.1
        );
        if let Some(known) = self.kinds.iter().find(|known| known.name == kind) {
            let inner = known.picture.split_once('>').map_or("", |(_, inner)| inner);
            let inner = inner.strip_suffix("</svg>").unwrap_or_default();
            *out += &inner
                .replace("var(--badge-edge)", paint.badge_edge)
                .replace("var(--badge)", paint.badge)
                .replace("var(--piece)", paint.disc)
                .replace("var(--edge)", paint.edge);
        } else {
            let letter = kind
                .chars()
                .next()
                .map_or('?', |letter| letter.to_ascii_uppercase());
            let _ = write!(
                out,
                "<text y=\"0.11\" font-size=\"0.3\" text-anchor=\"middle\" fill=\"{}\">{}</text>",
                paint.badge,
                escaped(&letter.to_string())
            );
        }
        *out += "</g>";
    }

    /// Phase of a part, if it is drawn.
    fn shown(&self, part: &PartView) -> Option<PartPhase> {
        let phase = part.phase.filter(|_| !is_certain(part))?;
        let is_turned = phase.turns > 1e-6 && phase.turns < 1.0 - 1e-6;
        let is_shown = match self.style.phases {
            Phases::All => true,
            Phases::Turned => is_turned,
            Phases::None => false,
        };
        is_shown.then_some(phase)
    }

    /// Probability on a plate below a piece.
    fn likelihood(&self, probability: f64, out: &mut String) {
        let words = match self.style.numbers {
            Numbers::Percent => super::percent(probability).replace(' ', ""),
            Numbers::Decimal if probability < 0.01 => "<0.01".into(),
            Numbers::Decimal if probability < 1.0 && probability > 0.99 => ">0.99".into(),
            Numbers::Decimal => format!("{probability:.2}"),
        };
        let width = 0.1 + 0.125 * words.len() as f64;
        let _ = write!(
            out,
            "<g transform=\"translate(0 0.385)\"><rect x=\"{:.4}\" y=\"-0.115\" width=\"{width:.3}\" height=\"0.23\" \
             rx=\"0.1\" fill=\"#fffdf7\" stroke=\"#3a342a\" stroke-width=\"0.015\"/>\
             <text y=\"0.075\" font-size=\"0.19\" text-anchor=\"middle\" fill=\"#16130d\">{}</text></g>",
            -width / 2.0,
            escaped(&words)
        );
    }
}

/// A name at the edge of the board.
fn text(x: f64, y: f64, anchor: &str, name: &str, out: &mut String) {
    let _ = writeln!(
        out,
        "<text x=\"{x:.2}\" y=\"{y:.2}\" font-size=\"0.18\" text-anchor=\"{anchor}\" fill=\"#3a2f20\">{}</text>",
        escaped(name)
    );
}

/// A ring from the top, clockwise, as long as the probability, on a track.
fn ring(radius: f64, probability: f64, paint: &Paint, out: &mut String) {
    let around = TAU * radius;
    let _ = write!(
        out,
        "<circle r=\"{radius}\" fill=\"none\" stroke=\"{}\" stroke-opacity=\"0.4\" stroke-width=\"0.1\"/>\
         <circle r=\"{radius}\" fill=\"none\" stroke=\"{}\" stroke-width=\"0.1\" \
         stroke-dasharray=\"{:.4} {:.4}\" transform=\"rotate(-90)\"/>",
        paint.track,
        paint.ring,
        around * probability,
        2.0 * around
    );
}

fn disc(radius: f64, paint: &Paint, opacity: f64, out: &mut String) {
    let _ = write!(
        out,
        "<circle r=\"{radius}\" fill=\"{}\" stroke=\"{}\" stroke-width=\"0.03\" opacity=\"{opacity:.3}\"/>",
        paint.disc, paint.edge
    );
}

fn groove(paint: &Paint, out: &mut String) {
    let _ = write!(
        out,
        "<circle r=\"0.26\" fill=\"none\" stroke=\"{}\" stroke-width=\"0.025\"/>",
        paint.groove
    );
}

/// A slice of a disc, between two shares of the turn.
fn wedge(from: f64, to: f64, radius: f64, paint: &Paint, out: &mut String) {
    if to - from >= 1.0 - TOLERANCE {
        disc(radius, paint, 1.0, out);
        return;
    }
    let at = |turns: f64| (radius * (TAU * turns).sin(), -radius * (TAU * turns).cos());
    let ((x1, y1), (x2, y2)) = (at(from), at(to));
    let large = u8::from(to - from > 0.5);
    let _ = write!(
        out,
        "<path d=\"M0 0L{x1:.4} {y1:.4}A{radius} {radius} 0 {large} 1 {x2:.4} {y2:.4}Z\" fill=\"{}\" \
         stroke=\"{}\" stroke-width=\"0.03\"/>",
        paint.disc, paint.edge
    );
}

/// A hand turned as the phase is, as long as it could be seen, in the hue of its angle.
fn dial(phase: PartPhase, radius: f64, out: &mut String) {
    let degrees = 360.0 * phase.turns;
    let tip = -radius * phase.visible.max(0.25);
    let hue = hue(phase.turns);
    let _ = write!(
        out,
        "<g transform=\"rotate({degrees:.2})\" stroke-linecap=\"round\">\
         <line y2=\"{tip:.4}\" stroke=\"#ffffff\" stroke-width=\"0.1\"/><circle r=\"0.07\" fill=\"#ffffff\"/>\
         <line y2=\"{tip:.4}\" stroke=\"{hue}\" stroke-width=\"0.055\"/><circle r=\"0.045\" fill=\"{hue}\"/></g>"
    );
}

/// Colour of an angle in whole turns: red at 0, of a saturation of 85 % and a lightness of 36 %.
fn hue(turns: f64) -> String {
    let (lightness, saturation) = (0.36, 0.85);
    let spread = saturation * lightness;
    let channel = |offset: f64| {
        let k = (offset + 12.0 * turns).rem_euclid(12.0);
        let value = lightness - spread * (k - 3.0).min(9.0 - k).clamp(-1.0, 1.0);
        format!("{:.1}%", 100.0 * value)
    };
    format!("rgb({},{},{})", channel(0.0), channel(8.0), channel(4.0))
}

/// The letters of the pieces on a square, one below the other on a plate in the upper right corner.
fn marks(letters: &[&str], out: &mut String) {
    let letters: Vec<&&str> = letters.iter().filter(|letter| !letter.is_empty()).collect();
    if letters.is_empty() {
        return;
    }
    let longest = letters.iter().map(|letter| letter.len()).max().unwrap_or(1);
    let width = 0.18 + 0.1 * (longest - 1) as f64;
    let _ = write!(
        out,
        "<g transform=\"translate({:.3} -0.385)\"><rect x=\"{:.2}\" y=\"-0.09\" width=\"{width:.2}\" \
         height=\"{:.2}\" rx=\"0.05\" fill=\"#fffdf7\" stroke=\"#3a342a\" stroke-width=\"0.015\"/>",
        0.475 - width / 2.0,
        -width / 2.0,
        0.01 + 0.18 * letters.len() as f64
    );
    for (index, letter) in letters.iter().enumerate() {
        let _ = write!(
            out,
            "<text y=\"{:.2}\" font-size=\"0.19\" text-anchor=\"middle\" fill=\"#16130d\">{}</text>",
            0.06 + 0.18 * index as f64,
            escaped(letter)
        );
    }
    *out += "</g>";
}

/// The arrow of a half on a plate at the left edge, with a full head unless it is blue, and a minus sign
/// below it where the half has one.
fn arrow(half: HalfMark, out: &mut String) {
    let (hue, head) = match half.colour {
        None => ("#16130d", "#16130d"),
        Some(MarkColour::Red) => ("#b3001b", "#b3001b"),
        Some(MarkColour::Blue) => ("#0a3fb5", "#fffdf7"),
    };
    let height = if half.negative { 0.32 } else { 0.22 };
    let _ = write!(
        out,
        "<g transform=\"translate(-0.385 -0.05)\"><rect x=\"-0.11\" y=\"-0.11\" width=\"0.22\" height=\"{height}\" \
         rx=\"0.05\" fill=\"#fffdf7\" stroke=\"#3a342a\" stroke-width=\"0.015\"/>\
         <path d=\"M0 0.085V0M-0.055 0L0 -0.085L0.055 0Z\" transform=\"rotate({})\" fill=\"{head}\" stroke=\"{hue}\" \
         stroke-width=\"0.03\" stroke-linejoin=\"round\"/>",
        half.degrees()
    );
    if half.negative {
        *out += "<path d=\"M-0.055 0.15H0.055\" stroke=\"#16130d\" stroke-width=\"0.03\"/>";
    }
    *out += "</g>";
}

/// Two rings of a chain, on a plate at the left edge.
fn chain(out: &mut String) {
    *out += "<g transform=\"translate(-0.385 -0.02)\"><rect x=\"-0.09\" y=\"-0.09\" width=\"0.18\" height=\"0.18\" \
             rx=\"0.05\" fill=\"#fffdf7\" stroke=\"#3a342a\" stroke-width=\"0.015\"/>\
             <ellipse cx=\"-0.035\" rx=\"0.055\" ry=\"0.035\" transform=\"rotate(-45)\" fill=\"none\" \
             stroke=\"#16130d\" stroke-width=\"0.025\"/>\
             <ellipse cx=\"0.035\" rx=\"0.055\" ry=\"0.035\" transform=\"rotate(-45)\" fill=\"none\" \
             stroke=\"#16130d\" stroke-width=\"0.025\"/></g>";
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
}
