use cheqqers_game::Colour;
use cozy_chess::{BitBoard, Piece as Kind, Square};

use super::piece::{Piece, PieceMode};
use crate::castling::Castling;
use crate::geometry::Geometry;

/// The board of the game, which has 8 x 8 squares.
pub(super) const GEOMETRY: Geometry = Geometry::STANDARD;

/// The primary types of the first rank.
const FIRST_RANK: [Kind; 8] = [
    Kind::Rook,
    Kind::Knight,
    Kind::Bishop,
    Kind::Queen,
    Kind::King,
    Kind::Bishop,
    Kind::Knight,
    Kind::Rook,
];

/// The pieces on their squares.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Board {
    pieces: [Option<Piece>; 64],
    colours: [BitBoard; 2],
    kings: BitBoard,
}

impl Board {
    /// An empty board.
    pub(super) fn empty() -> Self {
        Self {
            pieces: [None; 64],
            colours: [BitBoard::EMPTY; 2],
            kings: BitBoard::EMPTY,
        }
    }

    /// The start: every piece but the kings quantum with an unknown secondary type, or none at all.
    pub(super) fn initial(quantum: bool) -> Self {
        let mut board = Self::empty();
        for colour in [Colour::White, Colour::Black] {
            for square in start_squares(colour) {
                let kind = if square.rank() == GEOMETRY.second_rank(colour) {
                    Kind::Pawn
                } else {
                    FIRST_RANK[square.file() as usize]
                };
                let piece = if quantum && kind != Kind::King {
                    Piece::unknown(colour, kind)
                } else {
                    Piece::certain(colour, kind)
                };
                board.put(square, piece);
            }
        }
        board
    }

    /// The piece on a square.
    pub fn piece(&self, square: Square) -> Option<Piece> {
        self.pieces[square as usize]
    }

    /// Squares of a side's pieces.
    pub fn of(&self, colour: Colour) -> BitBoard {
        self.colours[colour as usize]
    }

    /// Squares of all pieces.
    pub fn occupied(&self) -> BitBoard {
        self.colours[0] | self.colours[1]
    }

    /// The square of a side's king, unless it was taken.
    pub fn king(&self, colour: Colour) -> Option<Square> {
        (self.kings & self.of(colour)).next_square()
    }

    /// Squares of the pieces that have a qubit.
    pub fn quantum(&self) -> BitBoard {
        let has_qubit = |&square: &Square| self.piece(square).is_some_and(Piece::has_qubit);
        self.occupied().into_iter().filter(has_qubit).collect()
    }

    /// The castling that a move of the king from one square to another is, if it is one.
    pub(super) fn castling(&self, from: Square, to: Square) -> Option<Castling> {
        let king = self.piece(from)?;
        let is_king = king.primary == Kind::King;
        is_king.then(|| Castling::of_move(king.colour, from, to))?
    }

    pub(super) fn put(&mut self, square: Square, mut piece: Piece) {
        let bit = square.bitboard();
        // Of two types of one kind the first is shown as well as the second.
        if piece.is_certain() && !piece.is_quantum() {
            piece.mode = PieceMode::Primary;
        }
        self.pieces[square as usize] = Some(piece);
        self.colours[piece.colour as usize] |= bit;
        self.colours[piece.colour.opponent() as usize] &= !bit;
        if piece.primary == Kind::King {
            self.kings |= bit;
        } else {
            self.kings &= !bit;
        }
    }

    pub(super) fn remove(&mut self, square: Square) -> Option<Piece> {
        let bit = square.bitboard();
        for squares in &mut self.colours {
            *squares &= !bit;
        }
        self.kings &= !bit;
        self.pieces[square as usize].take()
    }

    /// The piece on a square that is known to hold one.
    pub(super) fn expect_piece(&self, square: Square) -> Piece {
        self.piece(square).expect("a move starts from a piece")
    }

    /// Sets the mode of a piece.
    pub(super) fn set_mode(&mut self, square: Square, mode: PieceMode) {
        let mut piece = self.expect_piece(square);
        piece.mode = mode;
        self.pieces[square as usize] = Some(piece);
    }

    /// Returns `true` if the type that a piece shows attacks a square.
    pub(super) fn attacks(&self, from: Square, to: Square) -> bool {
        let piece = self.expect_piece(from);
        piece.kind().is_some_and(|kind| {
            let attacked = GEOMETRY.attacks(kind, piece.colour, from, self.occupied());
            attacked.has(to)
        })
    }
}

/// Squares of a side's pieces at the start, in the order in which types are dealt: the first rank,
/// then the pawns', each from the a-file.
pub(super) fn start_squares(colour: Colour) -> impl Iterator<Item = Square> {
    let ranks = [GEOMETRY.first_rank(colour), GEOMETRY.second_rank(colour)];
    ranks.into_iter().flat_map(cozy_chess::Rank::bitboard)
}
