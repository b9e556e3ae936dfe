use std::fmt;
use std::str::FromStr;

use cheqqers_game::Colour;
use cheqqers_session::Position;
use thiserror::Error;

/// A position of international draughts: 10 x 10, squares by their numbers from 1 to 50.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Board {
    pub(super) turn: Colour,
    /// By number from 0: `w`, `b`, kings as capitals, `e` where nothing stands.
    squares: [u8; 50],
}

/// Number of a square, from 1.
pub(super) type Number = u8;

/// A text that is no position of Hub.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub(super) enum ParseBoardError {
    #[error(
        "a position is W or B for the side to move, and one of w, b, W, B and e for each of 50 squares"
    )]
    Form,
    #[error("a man stands on {0}, where it would be a king")]
    Man(Number),
}

impl Board {
    /// The start of a game.
    pub(super) fn start() -> Self {
        let mut squares = [b'e'; 50];
        squares[..20].fill(b'b');
        squares[30..].fill(b'w');
        Self {
            turn: Colour::White,
            squares,
        }
    }

    /// The board of a position on 10 x 10 in which all pieces are certain.
    pub(super) fn of(position: &Position) -> Self {
        let mut board = Self {
            turn: position.turn(),
            squares: [b'e'; 50],
        };
        for piece in position.occupied() {
            if let (Some(number), &[letter]) = (number(&piece.place), piece.piece.as_bytes()) {
                board.put(number, letter);
            }
        }
        board
    }

    /// Letter of what is on a square.
    pub(super) fn at(&self, number: Number) -> u8 {
        self.squares[usize::from(number) - 1]
    }

    pub(super) fn put(&mut self, number: Number, letter: u8) {
        self.squares[usize::from(number) - 1] = letter;
    }

    pub(super) fn is_empty(&self, number: Number) -> bool {
        self.at(number) == b'e'
    }

    /// The squares on which pieces of a side stand, ascending.
    pub(super) fn of_side(&self, side: Colour) -> impl Iterator<Item = Number> {
        (1..=50).filter(move |&number| self.side(number) == Some(side))
    }

    /// Side of what is on a square.
    pub(super) fn side(&self, number: Number) -> Option<Colour> {
        match self.at(number) {
            b'w' | b'W' => Some(Colour::White),
            b'b' | b'B' => Some(Colour::Black),
            _ => None,
        }
    }

    pub(super) fn is_king(&self, number: Number) -> bool {
        self.at(number).is_ascii_uppercase()
    }

    /// The position as the setting `position` of a game has it.
    pub(super) fn to_fen(&self) -> String {
        let side = |side| {
            let pieces = self.of_side(side).map(|number| {
                let mark = if self.is_king(number) { "K" } else { "" };
                format!("{mark}{number}")
            });
            format!("{}{}", letter(side), pieces.collect::<Vec<_>>().join(","))
        };
        let sides = [Colour::White, Colour::Black].map(side);
        format!("{}:{}:{}", letter(self.turn), sides[0], sides[1])
    }
}

impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let squares = self.squares.iter().map(|&square| char::from(square));
        write!(f, "{}{}", letter(self.turn), squares.collect::<String>())
    }
}

impl FromStr for Board {
    type Err = ParseBoardError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let (turn, squares) = match text.as_bytes() {
            [b'W', squares @ ..] => (Colour::White, squares),
            [b'B', squares @ ..] => (Colour::Black, squares),
            _ => return Err(ParseBoardError::Form),
        };
        let squares: [u8; 50] = squares.try_into().map_err(|_| ParseBoardError::Form)?;
        if !squares.iter().all(|square| b"wbWBe".contains(square)) {
            return Err(ParseBoardError::Form);
        }
        let board = Self { turn, squares };
        let is_wrong = |&number: &Number| match board.at(number) {
            b'w' => is_far(number, Colour::White),
            b'b' => is_far(number, Colour::Black),
            _ => false,
        };
        match (1..=50).find(is_wrong) {
            Some(number) => Err(ParseBoardError::Man(number)),
            None => Ok(board),
        }
    }
}

fn letter(side: Colour) -> char {
    match side {
        Colour::White => 'W',
        Colour::Black => 'B',
    }
}

/// Returns `true` if men of a side are crowned on a square.
pub(super) fn is_far(number: Number, side: Colour) -> bool {
    match side {
        Colour::White => number <= 5,
        Colour::Black => number > 45,
    }
}

/// The name of a square.
pub(super) fn name(number: Number) -> String {
    let (row, index) = ((number - 1) / 5, (number - 1) % 5);
    let file = char::from(b'a' + 2 * index + (row + 1) % 2);
    format!("{file}{}", 10 - row)
}

/// The number of a square of this name.
pub(super) fn number(square: &str) -> Option<Number> {
    (1..=50).find(|&number| name(number) == square)
}

/// The next square in a direction.
pub(super) fn neighbour(number: Number, [is_down, is_right]: [bool; 2]) -> Option<Number> {
    let (row, index) = ((number - 1) / 5, (number - 1) % 5);
    let row_there = if is_down {
        row + 1
    } else {
        row.checked_sub(1)?
    };
    // Every other row begins half a square further right.
    let index_there = (index + u8::from(is_right)).checked_sub(row % 2)?;
    (row_there < 10 && index_there < 5).then(|| row_there * 5 + index_there + 1)
}
