//! Castling: the rights to it and its squares, on the board of 8 x 8.

use std::fmt;

use cheqqers_game::Colour;
use cozy_chess::{BitBoard, File, Rank, Square};

/// Side of the board towards which a king castles.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum CastlingSide {
    /// Towards the h-file, written as `O-O`.
    King,
    /// Towards the a-file, written as `O-O-O`.
    Queen,
}

impl CastlingSide {
    /// The castling as it may be written.
    pub(crate) fn text(self) -> &'static str {
        match self {
            Self::King => "O-O",
            Self::Queen => "O-O-O",
        }
    }
}

/// Squares of a castling.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Castling {
    /// The king's square before.
    pub king_from: Square,
    /// The king's square afterwards.
    pub king_to: Square,
    /// The rook's square before.
    pub rook_from: Square,
    /// The rook's square afterwards, which the king crosses.
    pub rook_to: Square,
}

impl Castling {
    /// A player's castling to a side.
    pub fn new(colour: Colour, side: CastlingSide) -> Self {
        let rank = match colour {
            Colour::White => Rank::First,
            Colour::Black => Rank::Eighth,
        };
        let [king_to, rook_from, rook_to] = match side {
            CastlingSide::King => [File::G, File::H, File::F],
            CastlingSide::Queen => [File::C, File::A, File::D],
        };
        Self {
            king_from: Square::new(File::E, rank),
            king_to: Square::new(king_to, rank),
            rook_from: Square::new(rook_from, rank),
            rook_to: Square::new(rook_to, rank),
        }
    }

    /// The castling that a move of the king from one square to another is, if it is one.
    pub fn of_move(colour: Colour, from: Square, to: Square) -> Option<Self> {
        let castlings =
            [CastlingSide::King, CastlingSide::Queen].map(|side| Self::new(colour, side));
        let mut castlings = castlings.into_iter();
        castlings.find(|castling| castling.king_from == from && castling.king_to == to)
    }

    /// The king's move that castling to a side is, where `of_move` tells that it is one: what else may
    /// stand on the king's square keeps its own moves.
    pub(crate) fn king_move(
        colour: Colour,
        side: CastlingSide,
        of_move: impl FnOnce(Square, Square) -> Option<Self>,
    ) -> Option<[Square; 2]> {
        let castling = Self::new(colour, side);
        let castling = of_move(castling.king_from, castling.king_to)?;
        Some([castling.king_from, castling.king_to])
    }

    /// The kind of a ply that moved a piece, and castled if there is a castling.
    pub(crate) fn ply_kind(castling: Option<Self>) -> &'static str {
        if castling.is_some() {
            "castling"
        } else {
            "move"
        }
    }

    /// Squares between king and rook, which must be empty.
    pub fn between(self) -> BitBoard {
        cozy_chess::get_between_rays(self.king_from, self.rook_from)
    }

    /// Squares of the king before, on the way and afterwards.
    pub fn king_path(self) -> [Square; 3] {
        [self.king_from, self.rook_to, self.king_to]
    }
}

/// Rights to castle that the players have left.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct CastlingRights(u8);

/// The rights in the order of their bits and letters.
const RIGHTS: [(char, Colour, CastlingSide); 4] = [
    ('K', Colour::White, CastlingSide::King),
    ('Q', Colour::White, CastlingSide::Queen),
    ('k', Colour::Black, CastlingSide::King),
    ('q', Colour::Black, CastlingSide::Queen),
];

impl CastlingRights {
    /// The rights of both players on both wings.
    pub const ALL: Self = Self(15);

    /// The castlings to which a player has the right.
    pub fn of(self, colour: Colour) -> impl Iterator<Item = Castling> {
        self.castlings()
            .filter(move |castling| castling.0 == colour)
            .map(|castling| castling.1)
    }

    /// All castlings to which there is a right, with the player.
    pub fn castlings(self) -> impl Iterator<Item = (Colour, Castling)> {
        let rights = RIGHTS.into_iter().enumerate();
        let left = rights.filter(move |&(bit, _)| self.0 >> bit & 1 == 1);
        left.map(|(_, (_, colour, side))| (colour, Castling::new(colour, side)))
    }

    /// Ends the rights that need the piece which stood on a square to be there still.
    pub fn end_on(&mut self, square: Square) {
        for (bit, (_, colour, side)) in RIGHTS.into_iter().enumerate() {
            let castling = Castling::new(colour, side);
            if square == castling.king_from || square == castling.rook_from {
                self.0 &= !(1 << bit);
            }
        }
    }

    /// The rights as a number below 16.
    pub fn bits(self) -> u8 {
        self.0
    }

    /// Reads rights such as `KQkq` or `-`; `None` for any other text.
    pub fn from_text(text: &str) -> Option<Self> {
        let mut rights = Self::default();
        if text == "-" {
            return Some(rights);
        }
        for letter in text.chars() {
            let bit = RIGHTS.iter().position(|right| right.0 == letter)?;
            if rights.0 >> bit & 1 == 1 {
                return None;
            }
            rights.0 |= 1 << bit;
        }
        (!text.is_empty()).then_some(rights)
    }
}

impl fmt::Display for CastlingRights {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0 == 0 {
            return f.write_str("-");
        }
        let rights = RIGHTS.iter().enumerate();
        let mut left = rights.filter(|&(bit, _)| self.0 >> bit & 1 == 1);
        left.try_for_each(|(_, right)| write!(f, "{}", right.0))
    }
}
