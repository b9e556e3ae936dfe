//! Moves of international draughts, each a whole turn.
//!
//! Captured pieces leave the board at the end of the turn, no piece is captured twice, and a man that only passes
//! the far row stays a man. Of all captures those alone are legal that capture the most pieces.

use std::collections::HashSet;
use std::fmt;

use cheqqers_game::Colour;
use thiserror::Error;

use super::board::{Board, Number, is_far, name, neighbour};

/// A move, written `32-28`, or as a capture with the captured squares behind it, `26x39x31x34`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct HubMove {
    pub(super) from: Number,
    /// Captured squares, ascending.
    captured: Vec<Number>,
    /// Squares that it lands on, one after the other. Where there are several ways with the same end it is one of them.
    path: Vec<Number>,
}

impl HubMove {
    /// The square on which it ends.
    pub(super) fn to(&self) -> Number {
        *self.path.last().unwrap_or(&self.from)
    }

    pub(super) fn is_capture(&self) -> bool {
        !self.captured.is_empty()
    }

    /// The move as plies of ours.
    pub(super) fn plies(&self) -> Vec<String> {
        let sign = if self.is_capture() { 'x' } else { '-' };
        let starts = std::iter::once(&self.from).chain(&self.path);
        let steps = starts.zip(&self.path);
        steps
            .map(|(&from, &to)| format!("{}{sign}{}", name(from), name(to)))
            .collect()
    }
}

impl fmt::Display for HubMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.is_capture() { 'x' } else { '-' };
        write!(f, "{}{sign}{}", self.from, self.to())?;
        let mut captured = self.captured.iter();
        captured.try_for_each(|number| write!(f, "x{number}"))
    }
}

/// A text that is no legal move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub(super) enum ReadMoveError {
    #[error(
        "moves are written 32-28, and captures 26x39 with the captured squares behind, 26x39x31x34"
    )]
    Form,
    #[error("it is not legal in international draughts")]
    Illegal,
    #[error("more than one capture is written so: write the captured squares behind it")]
    Ambiguous,
}

const DIRECTIONS: [[bool; 2]; 4] = [[false, false], [false, true], [true, false], [true, true]];

impl Board {
    /// The legal moves.
    pub(super) fn legal_moves(&self) -> Vec<HubMove> {
        let mut captures = Captures {
            board: self.clone(),
            from: 0,
            seen: HashSet::new(),
            found: Vec::new(),
        };
        for from in self.of_side(self.turn) {
            captures.of_piece(from);
        }
        if !captures.found.is_empty() {
            return captures.found;
        }
        let mut steps = Vec::new();
        for from in self.of_side(self.turn) {
            self.steps(from, |to| {
                steps.push(HubMove {
                    from,
                    captured: Vec::new(),
                    path: vec![to],
                });
            });
        }
        steps
    }

    /// Calls `found` with each square that a piece may go to without a capture.
    fn steps(&self, from: Number, mut found: impl FnMut(Number)) {
        let is_forward = |[is_down, _]: [bool; 2]| is_down == (self.turn == Colour::Black);
        for direction in DIRECTIONS {
            if self.is_king(from) {
                self.ray(from, direction).for_each(&mut found);
            } else if is_forward(direction) {
                let to = neighbour(from, direction);
                to.into_iter()
                    .filter(|&to| self.is_empty(to))
                    .for_each(&mut found);
            }
        }
    }

    /// The empty squares from the next one on in a direction.
    fn ray(&self, from: Number, direction: [bool; 2]) -> impl Iterator<Item = Number> {
        let next = move |&at: &Number| neighbour(at, direction);
        std::iter::successors(next(&from), next).take_while(|&at| self.is_empty(at))
    }

    /// Calls `found` with the captured square and each one behind it for the captures that a piece has from a square.
    fn captures(&self, at: Number, is_king: bool, mut found: impl FnMut(Number, Number)) {
        for direction in DIRECTIONS {
            let flown = self.ray(at, direction).last().filter(|_| is_king);
            let before = flown.unwrap_or(at);
            let Some(over) = neighbour(before, direction) else {
                continue;
            };
            if self.side(over) == Some(self.turn.opponent()) {
                let behind = self.ray(over, direction);
                let most = if is_king { usize::MAX } else { 1 };
                behind.take(most).for_each(|to| found(over, to));
            }
        }
    }

    /// Makes a legal move.
    pub(super) fn play(&mut self, mv: &HubMove) {
        let (from, to) = (mv.from, mv.to());
        let mut piece = self.at(from);
        if is_far(to, self.turn) {
            piece = piece.to_ascii_uppercase();
        }
        self.put(from, b'e');
        mv.captured.iter().for_each(|&over| self.put(over, b'e'));
        self.put(to, piece);
        self.turn = self.turn.opponent();
    }

    /// The legal move of a text. The captured squares may be left out where one capture alone has these ends.
    ///
    /// # Errors
    /// Returns an error if the text is no move, or it is not legal.
    pub(super) fn read_move(&self, text: &str) -> Result<HubMove, ReadMoveError> {
        let is_capture = text.contains('x');
        let numbers = text.split(if is_capture { 'x' } else { '-' });
        let numbers: Result<Vec<Number>, _> = numbers.map(str::parse).collect();
        let numbers = numbers.map_err(|_| ReadMoveError::Form)?;
        let (from, to, captured) = match &*numbers {
            [from, to, captured @ ..] if is_capture || captured.is_empty() => (from, to, captured),
            _ => return Err(ReadMoveError::Form),
        };
        let mut captured = captured.to_vec();
        captured.sort_unstable();
        let mut legal = self.legal_moves();
        legal.retain(|mv| {
            let ends = mv.from == *from && mv.to() == *to && mv.is_capture() == is_capture;
            ends && (captured.is_empty() || mv.captured == captured)
        });
        let mv = legal.pop().ok_or(ReadMoveError::Illegal)?;
        if legal.is_empty() {
            Ok(mv)
        } else {
            Err(ReadMoveError::Ambiguous)
        }
    }
}

/// Search of the captures that capture the most pieces.
struct Captures {
    /// Without the capturer. What was captured is marked, so that it still is in the way, and no side's.
    board: Board,
    from: Number,
    /// Squares on which a chain was, with the squares that it had captured as bits.
    seen: HashSet<(Number, u64)>,
    /// The longest until now.
    found: Vec<HubMove>,
}

/// A captured piece that is still there.
const CAPTURED: u8 = b'x';

impl Captures {
    fn of_piece(&mut self, from: Number) {
        let piece = self.board.at(from);
        let is_king = self.board.is_king(from);
        self.board.put(from, b'e');
        self.seen.clear();
        self.from = from;
        self.go_on(from, is_king, &mut Vec::new(), &mut Vec::new());
        self.board.put(from, piece);
    }

    fn go_on(
        &mut self,
        at: Number,
        is_king: bool,
        path: &mut Vec<Number>,
        captured: &mut Vec<Number>,
    ) {
        let bits = captured.iter().fold(0, |bits, &over| bits | 1_u64 << over);
        if !self.seen.insert((at, bits)) {
            return;
        }
        let longest = self.found.first().map_or(1, |mv| mv.captured.len());
        if captured.len() >= longest {
            if captured.len() > longest {
                self.found.clear();
            }
            let mut captured = captured.clone();
            captured.sort_unstable();
            self.found.push(HubMove {
                from: self.from,
                captured,
                path: path.clone(),
            });
        }
        let mut next = Vec::new();
        self.board
            .captures(at, is_king, |over, to| next.push((over, to)));
        for (over, to) in next {
            let piece = self.board.at(over);
            self.board.put(over, CAPTURED);
            captured.push(over);
            path.push(to);
            self.go_on(to, is_king, path, captured);
            path.pop();
            captured.pop();
            self.board.put(over, piece);
        }
    }
}
