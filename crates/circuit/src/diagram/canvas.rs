//! A grid of characters in which lines join by themselves.

use crate::Symbols;

/// The directions in which a line leaves its cell.
pub(super) const UP: u8 = 1;
pub(super) const DOWN: u8 = 2;
pub(super) const LEFT: u8 = 4;
pub(super) const RIGHT: u8 = 8;

#[derive(Clone, Copy, PartialEq)]
enum Cell {
    /// Lines in some directions; none is a blank.
    Lines(u8),
    Text(char),
}

impl Cell {
    const BLANK: Self = Self::Lines(0);
    const VERTICAL: Self = Self::Lines(UP | DOWN);

    /// The one cell that shows both, those of a row and of the next, if there is one.
    fn merged(self, below: Self) -> Option<Self> {
        match (self, below) {
            (cell, Self::BLANK) | (Self::BLANK, cell) => Some(cell),
            // A connector that goes on into a border, or comes out of one.
            (Self::VERTICAL, Self::Lines(lines)) if lines & UP != 0 => Some(below),
            (Self::Lines(lines), Self::VERTICAL) if lines & DOWN != 0 => Some(self),
            _ => None,
        }
    }

    fn character(self, symbols: Symbols) -> char {
        match self {
            Self::Text(character) => character,
            Self::Lines(lines) => match symbols {
                // Indexed by UP + DOWN + LEFT + RIGHT.
                Symbols::Unicode => [
                    ' ', '╵', '╷', '│', '╴', '┘', '┐', '┤', '╶', '└', '┌', '├', '─', '┴', '┬', '┼',
                ][usize::from(lines)],
                Symbols::Ascii => match lines {
                    0 => ' ',
                    _ if lines & (LEFT | RIGHT) == 0 => '|',
                    _ if lines & (UP | DOWN) == 0 => '-',
                    _ => '+',
                },
            },
        }
    }
}

/// Rows of cells, all equally wide.
pub(super) struct Canvas {
    rows: Vec<Vec<Cell>>,
}

impl Canvas {
    pub(super) fn new(width: usize, height: usize) -> Self {
        Self {
            rows: vec![vec![Cell::BLANK; width]; height],
        }
    }

    /// Adds lines to what is in a cell; text gives way.
    pub(super) fn add(&mut self, x: usize, y: usize, lines: u8) {
        let cell = &mut self.rows[y][x];
        *cell = match *cell {
            Cell::Lines(before) => Cell::Lines(before | lines),
            Cell::Text(_) => Cell::Lines(lines),
        };
    }

    /// Makes a cell blank.
    pub(super) fn clear(&mut self, x: usize, y: usize) {
        self.rows[y][x] = Cell::BLANK;
    }

    /// Writes over what is there.
    pub(super) fn write(&mut self, x: usize, y: usize, text: &str) {
        for (cell, character) in self.rows[y][x..].iter_mut().zip(text.chars()) {
            *cell = Cell::Text(character);
        }
    }

    /// A frame of three rows around `text`, the wire ending at its sides.
    pub(super) fn frame(&mut self, x: usize, top: usize, text: &str) {
        let right = x + text.chars().count() + 3;
        for (row, upright) in [(top, DOWN), (top + 2, UP)] {
            self.add(x, row, upright | RIGHT);
            self.add(right, row, upright | LEFT);
            for x in x + 1..right {
                self.add(x, row, LEFT | RIGHT);
            }
        }
        self.write(x, top + 1, &format!("  {text}  "));
        self.add(x, top + 1, UP | DOWN | LEFT);
        self.add(right, top + 1, UP | DOWN | RIGHT);
    }

    /// Makes one row of rows `y` and `y + 1` where nothing in them clashes.
    pub(super) fn squeeze(&mut self, y: usize) {
        let pairs = self.rows[y].iter().zip(&self.rows[y + 1]);
        let merged: Option<Vec<Cell>> = pairs.map(|(a, b)| a.merged(*b)).collect();
        if let Some(merged) = merged {
            self.rows[y] = merged;
            self.rows.remove(y + 1);
        }
    }

    /// The rows as lines of text without blanks at their ends.
    pub(super) fn lines(&self, symbols: Symbols) -> impl Iterator<Item = String> {
        self.rows.iter().map(move |row| {
            let line: String = row.iter().map(|cell| cell.character(symbols)).collect();
            line.trim_end().to_owned()
        })
    }
}
