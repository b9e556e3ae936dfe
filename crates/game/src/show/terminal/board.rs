use super::canvas::{BLACK, Canvas, Paint, WHITE};
use super::links::{ComponentLabel, Links};
use super::style::Style;
use super::view::BoardView;
use crate::Colour;
use crate::show::{HalfMark, Ink, PieceKind, Show, ShownPart, SquareLayout, short_percent};
use cheqqers_circuit::Symbols;

/// Columns left of the first square, for the rows' names.
const MARGIN: usize = 3;
/// Lines of a square.
const LINES: usize = 2;

/// Squares that are not in play.
const UNUSED: u8 = 187;
/// Dark squares, and light ones that are in play.
const DARK: u8 = 65;
const LIGHT: u8 = 102;
/// A square that is marked.
const MARKED: u8 = 143;

/// The board as text, with coordinates on all sides; what the letters and signs on it mean is told
/// by [`legend`](super::legend).
pub fn board(position: &impl Show, style: &Style) -> String {
    let view = BoardView::new(position);
    let sheet = Sheet::new(&view, style);
    let (columns, rows) = (view.layout.columns.len(), view.layout.rows.len());
    let mut canvas = Canvas::new(2 * MARGIN + columns * sheet.width, rows * LINES + 2);
    for line in 0..rows {
        let row = sheet.turned(rows - 1 - line, rows);
        let y = 1 + line * LINES;
        let name = &view.layout.rows[row];
        let left = (MARGIN - 1).saturating_sub(name.len());
        canvas.write(left, y, name, Paint::default());
        let right = MARGIN + columns * sheet.width + 1;
        canvas.write(right, y, name, Paint::default());
        for place in 0..columns {
            let column = sheet.turned(place, columns);
            let x = MARGIN + place * sheet.width;
            match view.square(column, row) {
                None => sheet.unused(&mut canvas, x, y),
                Some(square) => sheet.square(&mut canvas, x, y, square),
            }
        }
    }
    for place in 0..columns {
        let name = &view.layout.columns[sheet.turned(place, columns)];
        let x = MARGIN + place * sheet.width + (sheet.width - 1) / 2;
        canvas.write(x, 0, name, Paint::default());
        canvas.write(x, rows * LINES + 1, name, Paint::default());
    }
    canvas.to_text(style.ink)
}

/// Layout that the squares of one board share.
struct Sheet<'a> {
    view: &'a BoardView,
    style: &'a Style,
    links: Links,
    /// Columns of a square.
    width: usize,
}

impl<'a> Sheet<'a> {
    fn new(view: &'a BoardView, style: &'a Style) -> Self {
        let columns = view.layout.columns.len();
        let fits = |width: usize| {
            let max = style.max_width;
            max.is_none_or(|max| 2 * MARGIN + columns * width <= max)
        };
        Self {
            view,
            style,
            links: Links::new(view, &style.labels),
            width: if fits(5) { 5 } else { 4 },
        }
    }

    /// A column or row, counted from the side that is at the bottom.
    fn turned(&self, place: usize, of: usize) -> usize {
        match self.style.bottom {
            Colour::White => place,
            Colour::Black => of - 1 - place,
        }
    }

    fn unused(&self, canvas: &mut Canvas, x: usize, y: usize) {
        self.fill(canvas, x, y, self.shade(), UNUSED);
    }

    /// Filling of light squares and of those that are not in play.
    fn shade(&self) -> &'static str {
        match (self.style.ink, self.style.symbols) {
            (Ink::Ansi, _) => " ",
            (Ink::Plain, Symbols::Unicode) => "░",
            (Ink::Plain, Symbols::Ascii) => ":",
        }
    }

    fn square(&self, canvas: &mut Canvas, x: usize, y: usize, square: &SquareLayout) {
        let marked = self.style.marks.contains(&square.name);
        let is_light = (square.column + square.row) % 2 == 1;
        let ground = match (marked, is_light) {
            (true, _) => MARKED,
            (false, true) => LIGHT,
            (false, false) => DARK,
        };
        let fill = if is_light { self.shade() } else { " " };
        self.fill(canvas, x, y, fill, ground);
        let plain = Paint {
            text: Some(BLACK),
            ground: Some(ground),
            bold: true,
        };
        let Some(first) = self.view.on(square).next() else {
            self.brackets(canvas, x, y, marked, plain);
            return;
        };
        let piece = Paint {
            text: Some(match first.colour {
                Some(Colour::White) | None => WHITE,
                Some(Colour::Black) => BLACK,
            }),
            ..plain
        };
        // Nothing shades the pieces themselves.
        let blank = " ".repeat(self.width - 2);
        canvas.write(x + 1, y, &blank, plain);
        self.brackets(canvas, x, y, marked, plain);
        if first.probability >= 1.0 {
            self.certain(canvas, x, y, first, piece);
            return;
        }
        // Parts that share a square are of one side.
        let probability: f64 = self.view.on(square).map(|part| part.probability).sum();
        let tag = self.tag(square);
        let chip = self.chip(square).unwrap_or(plain);
        let tag_at = (x + 3).min(x + self.width - tag.len().min(self.width - 1));
        let symbol_at = match &*tag {
            "" => x + (self.width - 1) / 2,
            _ => (x + 1).min(tag_at - 1),
        };
        canvas.write(symbol_at, y, &self.symbol(first, &first.kind), piece);
        canvas.write(tag_at, y, &tag, Paint { bold: true, ..chip });
        let probability = short_percent(probability.min(1.0), self.width);
        let chip_text = format!("{probability:^width$}", width = self.width);
        canvas.write(x, y + 1, &chip_text, chip);
    }

    fn brackets(&self, canvas: &mut Canvas, x: usize, y: usize, marked: bool, paint: Paint) {
        if marked && self.style.ink == Ink::Plain {
            canvas.write(x, y, "[", paint);
            canvas.write(x + self.width - 1, y, "]", paint);
        }
    }

    /// The letters of the pieces that may be on a square, each component's with its sign and the side of
    /// a half behind them, as much as there is room for.
    fn tag(&self, square: &SquareLayout) -> String {
        let mut tags = String::new();
        let mut last = "";
        let mut side = None;
        for (place, part) in self.view.parts.iter().enumerate() {
            if part.place == square.name {
                let sign = self.links.component(place).and_then(|label| label.sign);
                if sign != Some(last) {
                    tags += last;
                }
                tags += &self.links.letter(part).unwrap_or_default();
                last = sign.unwrap_or_default();
                side = part.half.filter(|half| half.entangled.is_some());
            }
        }
        tags += last;
        tags.extend(side.map(HalfMark::digit));
        // A square has a column for the piece.
        tags.chars().take(self.width - 1).collect()
    }

    /// Paint of the parts on a square.
    fn chip(&self, square: &SquareLayout) -> Option<Paint> {
        let mut parts = self.view.parts.iter();
        let place = parts.position(|part| part.place == square.name)?;
        self.links.component(place).map(ComponentLabel::paint)
    }

    /// A certain piece: where pieces are discs, in colour one that fills its square, otherwise a
    /// character; and its kinds where there are several.
    fn certain(&self, canvas: &mut Canvas, x: usize, y: usize, part: &ShownPart, paint: Paint) {
        let middle = x + (self.width - 1) / 2;
        if !part.types.is_empty() {
            self.types(canvas, x, y, part, paint);
            return;
        }
        let in_colour = self.style.ink == Ink::Ansi && self.style.symbols == Symbols::Unicode;
        let symbol = self.symbol(part, &part.kind);
        if !in_colour || !self.view.style.discs {
            canvas.write(middle, y, &symbol, paint);
            return;
        }
        let disc = |half: &str| half.repeat(self.width - 2);
        canvas.write(x + 1, y + 1, &disc("▀"), paint);
        let kind = self.kind(&part.kind);
        if kind.is_some_and(|kind| kind.picture.is_empty()) {
            canvas.write(x + 1, y, &disc("▄"), paint);
        } else {
            // Its sign on the lower half.
            canvas.write(middle, y, &symbol, paint);
        }
    }

    /// A piece of several kinds: the one shown above all of them, or all of them in parentheses.
    fn types(&self, canvas: &mut Canvas, x: usize, y: usize, part: &ShownPart, paint: Paint) {
        let symbol = |kind: &String| match &**kind {
            "" => "?".to_owned(),
            kind => self.symbol(part, kind),
        };
        let middle = x + (self.width - 1) / 2;
        if part.kind.is_empty() {
            let all: String = part.types.iter().map(symbol).collect();
            canvas.write(x, y, &format!("({all})"), paint);
            return;
        }
        canvas.write(middle, y, &self.symbol(part, &part.kind), paint);
        let all = part.types.iter().map(|kind| {
            let shown = if *kind == part.kind { "*" } else { "" };
            symbol(kind) + shown
        });
        let all: String = all.collect();
        let thin = Paint {
            bold: false,
            ..paint
        };
        canvas.write(x + 1, y + 1, &all, thin);
    }

    fn kind(&self, name: &str) -> Option<&'static PieceKind> {
        self.view.kinds.iter().find(|kind| kind.name == name)
    }

    /// The sign of a part that is of this kind; its first letter where the game lists no such kind.
    fn symbol(&self, part: &ShownPart, kind: &str) -> String {
        // Where colours tell the sides apart, both are drawn full.
        let is_black = part.colour == Some(Colour::Black);
        let full = is_black || self.style.ink == Ink::Ansi;
        let Some(kind) = self.kind(kind) else {
            return kind.chars().take(1).collect();
        };
        let signs = match self.style.symbols {
            Symbols::Ascii => kind.letters[usize::from(is_black)],
            Symbols::Unicode => kind.signs[usize::from(full)],
        };
        signs.to_owned()
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
