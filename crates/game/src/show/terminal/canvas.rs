use crate::show::Ink;

/// The black and white of the palette.
pub(super) const BLACK: u8 = 16;
pub(super) const WHITE: u8 = 231;

/// Look of a character; colours are of the palette of 256.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Paint {
    pub(super) text: Option<u8>,
    pub(super) ground: Option<u8>,
    pub(super) bold: bool,
}

impl Paint {
    /// The escape sequence that turns it on, whatever was on before.
    fn escape(self) -> String {
        let mut codes = String::from("0");
        if self.bold {
            codes += ";1";
        }
        if let Some(colour) = self.text {
            codes += ";38;5;";
            codes += &colour.to_string();
        }
        if let Some(colour) = self.ground {
            codes += ";48;5;";
            codes += &colour.to_string();
        }
        format!("\x1b[{codes}m")
    }
}

/// A text in one paint, for the middle of a line.
pub(super) fn painted(text: &str, paint: Paint, ink: Ink) -> String {
    match ink {
        Ink::Plain => text.to_owned(),
        Ink::Ansi => format!("{}{text}{}", paint.escape(), Paint::default().escape()),
    }
}

/// A sheet of characters, each with its paint.
pub(super) struct Canvas {
    width: usize,
    cells: Vec<(char, Paint)>,
}

impl Canvas {
    pub(super) fn new(width: usize, height: usize) -> Self {
        Self {
            width,
            cells: vec![(' ', Paint::default()); width * height],
        }
    }

    /// Writes a text from a place on; what does not fit its line is left out.
    pub(super) fn write(&mut self, x: usize, y: usize, text: &str, paint: Paint) {
        let line = &mut self.cells[y * self.width..(y + 1) * self.width];
        for (cell, c) in line.iter_mut().skip(x).zip(text.chars()) {
            *cell = (c, paint);
        }
    }

    /// The lines as text, without blanks that nobody would see.
    pub(super) fn to_text(&self, ink: Ink) -> String {
        let mut text = String::new();
        for line in self.cells.chunks(self.width) {
            let visible = |(c, paint): &(char, Paint)| {
                *c != ' ' || (ink == Ink::Ansi && paint.ground.is_some())
            };
            let end = line.iter().rposition(visible).map_or(0, |last| last + 1);
            let mut current = Paint::default();
            for &(c, paint) in &line[..end] {
                if ink == Ink::Ansi && paint != current {
                    text.push_str(&paint.escape());
                    current = paint;
                }
                text.push(c);
            }
            if current != Paint::default() {
                text.push_str(&Paint::default().escape());
            }
            text.push('\n');
        }
        text
    }
}
