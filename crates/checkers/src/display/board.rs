use cheqqers_game::Colour;
use cheqqers_game::show::{Ink, short_percent};

use super::canvas::{BLACK, Canvas, Paint, WHITE};
use super::links::{ComponentLabel, Links};
use super::{BoardView, Style, Symbols, ToBoardView};
use crate::{Part, Rank, Square};

/// Columns left of the first square, for the ranks' numbers.
const MARGIN: usize = 3;
/// Lines of a square.
const LINES: usize = 2;

/// Light squares, which are never used, and dark ones.
const LIGHT: u8 = 187;
const DARK: u8 = 65;
/// A dark square that is marked.
const MARKED: u8 = 143;
/// Symbol of a crowned part.
const KING: &str = "♚";

/// The board as text, with coordinates on all sides; what the letters and signs on it mean is told
/// by [`legend`](super::legend).
pub fn board(position: &impl ToBoardView, style: &Style) -> String {
    let view = position.view();
    let sheet = Sheet::new(&view, style);
    let size = sheet.size;
    let mut canvas = Canvas::new(2 * MARGIN + size * sheet.width, size * LINES + 2);
    for line in 0..size {
        let rank = match style.bottom {
            Colour::White => size - 1 - line,
            Colour::Black => line,
        };
        let y = 1 + line * LINES;
        let number = (rank + 1).to_string();
        canvas.write(MARGIN - 1 - number.len(), y, &number, Paint::default());
        let right = MARGIN + size * sheet.width + 1;
        canvas.write(right, y, &number, Paint::default());
        for column in 0..size {
            let file = sheet.file(column);
            let x = MARGIN + column * sheet.width;
            let place = |n: usize| u8::try_from(n).expect("at most 16");
            match Square::new(place(file), place(rank)) {
                None => sheet.light(&mut canvas, x, y),
                Some(square) => sheet.dark(&mut canvas, x, y, square),
            }
        }
    }
    for column in 0..size {
        let file = u8::try_from(sheet.file(column)).expect("at most 16");
        let letter = char::from(b'a' + file).to_string();
        let x = MARGIN + column * sheet.width + (sheet.width - 1) / 2;
        canvas.write(x, 0, &letter, Paint::default());
        canvas.write(x, size * LINES + 1, &letter, Paint::default());
    }
    canvas.to_text(style.ink)
}

/// Layout that the squares of one board share.
struct Sheet<'a> {
    view: &'a BoardView,
    style: &'a Style,
    links: Links,
    size: usize,
    /// Columns of a square.
    width: usize,
}

impl<'a> Sheet<'a> {
    fn new(view: &'a BoardView, style: &'a Style) -> Self {
        let size = usize::from(view.size);
        let fits = |width: usize| {
            style
                .max_width
                .is_none_or(|max| 2 * MARGIN + size * width <= max)
        };
        Self {
            view,
            style,
            links: Links::new(view, &style.labels),
            size,
            width: if fits(5) { 5 } else { 4 },
        }
    }

    /// The file that a column shows.
    fn file(&self, column: usize) -> usize {
        match self.style.bottom {
            Colour::White => column,
            Colour::Black => self.size - 1 - column,
        }
    }

    fn light(&self, canvas: &mut Canvas, x: usize, y: usize) {
        let fill = match (self.style.ink, self.style.symbols) {
            (Ink::Ansi, _) => " ",
            (Ink::Plain, Symbols::Unicode) => "░",
            (Ink::Plain, Symbols::Ascii) => ":",
        };
        self.fill(canvas, x, y, fill, LIGHT);
    }

    fn dark(&self, canvas: &mut Canvas, x: usize, y: usize, square: Square) {
        let marked = self.style.marks.contains(square);
        let ground = if marked { MARKED } else { DARK };
        self.fill(canvas, x, y, " ", ground);
        let plain = Paint {
            text: Some(BLACK),
            ground: Some(ground),
            bold: true,
        };
        if marked && self.style.ink == Ink::Plain {
            canvas.write(x, y, "[", plain);
            canvas.write(x + self.width - 1, y, "]", plain);
        }
        let Some(first) = self.view.on(square).next() else {
            return;
        };
        let part = first.part;
        let piece = Paint {
            text: Some(match part.colour {
                Colour::White => WHITE,
                Colour::Black => BLACK,
            }),
            ..plain
        };
        // Parts that share a square are of one side.
        let probability: f64 = self.view.on(square).map(|seen| seen.probability).sum();
        let tag = self.tag(square);
        if first.probability >= 1.0 {
            self.certain(canvas, x, y, part, piece);
            return;
        }
        let chip = self.chip(square).unwrap_or(plain);
        let tag_at = (x + 3).min(x + self.width - tag.len().min(self.width - 1));
        let symbol_at = match &*tag {
            "" => x + (self.width - 1) / 2,
            _ => (x + 1).min(tag_at - 1),
        };
        canvas.write(symbol_at, y, self.symbol(part), piece);
        canvas.write(tag_at, y, &tag, Paint { bold: true, ..chip });
        let probability = short_percent(probability.min(1.0), self.width);
        let chip_text = format!("{probability:^width$}", width = self.width);
        canvas.write(x, y + 1, &chip_text, chip);
    }

    /// The letters of the pieces that may be on a square, each component's with its sign behind
    /// them, as much as there is room for.
    fn tag(&self, square: Square) -> String {
        let mut tags = String::new();
        let mut last = "";
        for (place, seen) in self.view.parts.iter().enumerate() {
            if seen.square == square {
                let sign = self.links.component(place).and_then(|label| label.sign);
                if sign != Some(last) {
                    tags += last;
                }
                tags += &self.links.letter(seen).unwrap_or_default();
                last = sign.unwrap_or_default();
            }
        }
        tags += last;
        // A square has a column for the piece.
        tags.chars().take(self.width - 1).collect()
    }

    /// Paint of the parts on a square.
    fn chip(&self, square: Square) -> Option<Paint> {
        let mut parts = self.view.parts.iter();
        let place = parts.position(|seen| seen.square == square)?;
        self.links.component(place).map(ComponentLabel::paint)
    }

    /// A certain piece: in colour a disc that fills its square, otherwise a character.
    fn certain(&self, canvas: &mut Canvas, x: usize, y: usize, part: Part, paint: Paint) {
        let middle = x + (self.width - 1) / 2;
        if self.style.ink == Ink::Plain || self.style.symbols == Symbols::Ascii {
            canvas.write(middle, y, self.symbol(part), paint);
            return;
        }
        let disc = |half: &str| half.repeat(self.width - 2);
        canvas.write(x + 1, y + 1, &disc("▀"), paint);
        match part.rank {
            Rank::Man => canvas.write(x + 1, y, &disc("▄"), paint),
            // A crown on the lower half.
            Rank::King => canvas.write(middle, y, KING, paint),
        }
    }

    fn symbol(&self, part: Part) -> &'static str {
        // Where colours tell the sides apart, both are drawn full.
        let full = part.colour == Colour::Black || self.style.ink == Ink::Ansi;
        match (self.style.symbols, part.rank) {
            (Symbols::Ascii, Rank::Man) if part.colour == Colour::White => "w",
            (Symbols::Ascii, Rank::King) if part.colour == Colour::White => "W",
            (Symbols::Ascii, Rank::Man) => "b",
            (Symbols::Ascii, Rank::King) => "B",
            (Symbols::Unicode, Rank::Man) if full => "●",
            (Symbols::Unicode, Rank::King) if full => KING,
            (Symbols::Unicode, Rank::Man) => "○",
            (Symbols::Unicode, Rank::King) => "♔",
        }
    }

    fn fill(&self, canvas: &mut Canvas, x: usize, y: usize, with: &str, ground: u8) {
        let paint = Paint {
            ground: Some(ground),
            ..Paint::default()
        };
        for line in y..y + LINES {
            canvas.write(x, line, &with.repeat(self.width), paint);
        }
    }
}
