//! Moves of pieces on a board, as its squares allow them.

use cheqqers_game::Colour;
use cozy_chess::{
    BitBoard, Color, Piece as Kind, Rank, Square, get_bishop_moves, get_king_moves,
    get_knight_moves, get_pawn_attacks, get_rook_moves,
};

/// A board of some files and ranks from a1, at most 8 x 8.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Geometry {
    files: u8,
    ranks: u8,
    squares: BitBoard,
}

impl Geometry {
    /// The board of 8 x 8.
    pub const STANDARD: Self = Self::new(8, 8);

    /// A board of 1 to 8 files and 4 to 8 ranks: with fewer than four, the first two ranks of one side
    /// are not all apart from those of the other.
    ///
    /// # Panics
    /// Panics if there are fewer or more.
    pub const fn new(files: u8, ranks: u8) -> Self {
        assert!(0 < files && files <= 8 && 4 <= ranks && ranks <= 8);
        let row = 0xff_u64 >> (8 - files);
        let (mut squares, mut rank) = (0, 0);
        while rank < ranks {
            squares |= row << (8 * rank);
            rank += 1;
        }
        Self {
            files,
            ranks,
            squares: BitBoard(squares),
        }
    }

    /// Number of files.
    pub fn files(self) -> u8 {
        self.files
    }

    /// Number of ranks.
    pub fn ranks(self) -> u8 {
        self.ranks
    }

    /// All squares of the board.
    pub fn squares(self) -> BitBoard {
        self.squares
    }

    /// The rank that is `ahead` ranks from a side's first.
    fn rank(self, colour: Colour, ahead: u8) -> Rank {
        Rank::index(usize::from(match colour {
            Colour::White => ahead,
            Colour::Black => self.ranks - 1 - ahead,
        }))
    }

    /// A side's own first rank.
    pub fn first_rank(self, colour: Colour) -> Rank {
        self.rank(colour, 0)
    }

    /// The rank on which a side's pawns start.
    pub fn second_rank(self, colour: Colour) -> Rank {
        self.rank(colour, 1)
    }

    /// The rank on which a side's pawns are promoted.
    pub fn last_rank(self, colour: Colour) -> Rank {
        self.rank(colour, self.ranks - 1)
    }

    /// Squares that a piece attacks, `occupied` ones in its way included.
    pub fn attacks(
        self,
        kind: Kind,
        colour: Colour,
        square: Square,
        occupied: BitBoard,
    ) -> BitBoard {
        // The edge of the board stops a line like a piece.
        let blockers = occupied | !self.squares;
        let attacked = match kind {
            Kind::Pawn => get_pawn_attacks(square, side(colour)),
            Kind::Knight => get_knight_moves(square),
            Kind::Bishop => get_bishop_moves(square, blockers),
            Kind::Rook => get_rook_moves(square, blockers),
            Kind::Queen => get_bishop_moves(square, blockers) | get_rook_moves(square, blockers),
            Kind::King => get_king_moves(square),
        };
        attacked & self.squares
    }

    /// Unoccupied squares that a piece can go to without a capture; castling aside.
    pub fn step_targets(
        self,
        kind: Kind,
        colour: Colour,
        square: Square,
        occupied: BitBoard,
    ) -> BitBoard {
        if kind != Kind::Pawn {
            return self.attacks(kind, colour, square, occupied) & !occupied;
        }
        let first = self.pawn_step(colour, square, occupied);
        let second = match first {
            Some(skipped) if self.has_double_step(colour, square) => {
                self.pawn_step(colour, skipped, occupied)
            }
            _ => None,
        };
        first.into_iter().chain(second).collect()
    }

    /// The unoccupied square straight ahead of a pawn.
    pub fn pawn_step(self, colour: Colour, square: Square, occupied: BitBoard) -> Option<Square> {
        let forward = match colour {
            Colour::White => 1,
            Colour::Black => -1,
        };
        let ahead = square.try_offset(0, forward)?;
        (self.squares.has(ahead) && !occupied.has(ahead)).then_some(ahead)
    }

    /// Returns `true` if a pawn may advance two squares from here: on its side's second rank, where
    /// the board has six ranks or more.
    fn has_double_step(self, colour: Colour, square: Square) -> bool {
        self.ranks >= 6 && square.rank() == self.second_rank(colour)
    }
}

/// Returns `true` for a1 and the squares of its colour.
pub(crate) fn is_dark(square: Square) -> bool {
    (square.file() as usize + square.rank() as usize).is_multiple_of(2)
}

/// The colour as `cozy_chess` has it.
pub(crate) fn side(colour: Colour) -> Color {
    match colour {
        Colour::White => Color::White,
        Colour::Black => Color::Black,
    }
}
