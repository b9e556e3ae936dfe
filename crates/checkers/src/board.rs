use std::ops::Deref;

use cheqqers_game::Colour;
use cheqqers_world::World;

use crate::parts::Parts;
use crate::{Part, PieceId, Rank, Square};

/// Contents of every square without the quantum state: the part's colour, rank and piece, and
/// whether it is quantum.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Board {
    parts: Parts,
    /// By square number; meaningful where there is a part.
    pieces: [PieceId; 128],
}

/// The sets of squares with parts.
impl Deref for Board {
    type Target = Parts;

    #[inline]
    fn deref(&self) -> &Parts {
        &self.parts
    }
}

impl Board {
    /// An empty board of 4 to 16 files and ranks.
    pub fn new(size: u8) -> Self {
        Self {
            parts: Parts::new(size),
            pieces: [PieceId::default(); 128],
        }
    }

    /// The start of a game: `rows` rows of men on either side.
    pub fn initial(size: u8, rows: u8) -> Self {
        let mut board = Self::new(size);
        let men = board.parts.all.into_iter().filter_map(|square| {
            if square.rank() < rows {
                Some((square, Colour::White))
            } else if square.rank() >= size - rows {
                Some((square, Colour::Black))
            } else {
                None
            }
        });
        for (number, (square, colour)) in men.enumerate() {
            let piece = PieceId(u8::try_from(number).expect("at most 128 squares"));
            board.put(
                square,
                Part {
                    colour,
                    rank: Rank::Man,
                    piece,
                },
            );
        }
        board
    }

    /// The part on a square.
    pub fn part(&self, square: Square) -> Option<Part> {
        let colour = if self.parts.white.contains(square) {
            Colour::White
        } else if self.parts.black.contains(square) {
            Colour::Black
        } else {
            return None;
        };
        let rank = if self.kings().contains(square) {
            Rank::King
        } else {
            Rank::Man
        };
        Some(Part {
            colour,
            rank,
            piece: self.piece(square),
        })
    }

    /// The piece that the part on an occupied square belongs to.
    pub fn piece(&self, square: Square) -> PieceId {
        self.pieces[square.number()]
    }

    /// Returns `true` if any square holds a part of the piece.
    pub fn has(&self, piece: PieceId) -> bool {
        self.occupied()
            .into_iter()
            .any(|square| self.piece(square) == piece)
    }

    /// Returns `true` if both are equal but for the pieces' numbers.
    pub fn looks_like(&self, other: &Self) -> bool {
        self.parts == other.parts
    }

    /// Probability that the square is occupied in a world whose slots are squares, in 0..=1; exactly 0
    /// or 1 when that is certain.
    pub(crate) fn probability(&self, world: &World, square: Square) -> f64 {
        let slot = square.slot();
        if self.is_quantum(square) {
            world
                .component(slot)
                .map_or(0.0, |component| component.probability(slot))
        } else {
            f64::from(u8::from(self.is_occupied(square)))
        }
    }

    /// Puts a certain part on an empty square.
    pub(crate) fn put(&mut self, square: Square, part: Part) {
        match part.colour {
            Colour::White => self.parts.white.insert(square),
            Colour::Black => self.parts.black.insert(square),
        }
        if part.rank == Rank::King {
            self.parts.kings.insert(square);
        }
        self.pieces[square.number()] = part.piece;
    }

    /// Assigns the part on the square to a piece.
    pub(crate) fn set_piece(&mut self, square: Square, piece: PieceId) {
        self.pieces[square.number()] = piece;
    }

    /// Empties a square.
    pub(crate) fn clear(&mut self, square: Square) {
        self.parts.clear(square);
    }

    /// Moves the part on `from` to the empty `to`, and crowns it on its far rank.
    pub(crate) fn step(&mut self, from: Square, to: Square) {
        self.parts.step(from, to);
        self.follow(from, to);
    }

    /// Moves the part on `from` to the empty `to`, and removes the one on the square between.
    pub(crate) fn jump(&mut self, from: Square, to: Square) {
        self.parts.jump(from, to);
        self.follow(from, to);
    }

    /// Assigns the part on `to` to the piece of `from`.
    fn follow(&mut self, from: Square, to: Square) {
        self.pieces[to.number()] = self.pieces[from.number()];
    }

    /// Puts a part of the same piece and kind as on `from` on the empty `to`.
    pub(crate) fn copy(&mut self, from: Square, to: Square) {
        self.parts.copy(from, to);
        self.follow(from, to);
    }

    /// Marks the part on the square as quantum.
    pub(crate) fn set_quantum(&mut self, square: Square) {
        self.parts.quantum.insert(square);
    }

    /// Makes a quantum square certain: it holds its part, or nothing.
    pub(crate) fn settle(&mut self, square: Square, occupied: bool) {
        if occupied {
            self.parts.quantum.remove(square);
        } else {
            self.clear(square);
        }
    }

    /// Crowns a man on its far rank; returns `true` if there was one.
    pub(crate) fn crown(&mut self, square: Square) -> bool {
        self.parts.crown(square)
    }
}
