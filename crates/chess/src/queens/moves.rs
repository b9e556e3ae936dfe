use std::cmp::Ordering;
use std::fmt;
use std::str::FromStr;

use cozy_chess::{Piece as Kind, Square};

use crate::castling::CastlingSide;
use crate::notation::{MoveReader, MoveText, ReadMoveError};

/// A move of one ply.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Move {
    /// Touches a piece: one that is quantum, or a classical one without a move.
    Touch(Square),
    /// Moves a classical piece; castling is the king's move.
    Step {
        /// Square of the piece.
        from: Square,
        /// An unoccupied square.
        to: Square,
        /// The kind that a pawn becomes on the last rank.
        promotion: Option<Kind>,
    },
    /// Captures with a classical piece.
    Capture {
        /// Square of the piece.
        from: Square,
        /// The victim's square, or the one that a pawn has skipped.
        to: Square,
        /// The kind that a pawn becomes on the last rank.
        promotion: Option<Kind>,
    },
    /// Promotes a pawn that was touched on the last rank.
    Promote {
        /// Square of the piece.
        square: Square,
        /// The kind that it becomes.
        kind: Kind,
    },
    /// Castling as it may be written; [`Move::Step`] of the king is the same.
    Castle(CastlingSide),
    /// Deals all secondary types.
    Deal,
    /// Ends a turn in which no piece can be touched.
    Pass,
}

/// Forms of moves, as errors list them.
const FORMS: &str = "e2? to touch, e2-e4, e4xd5, e7-e8=Q, d8=Q, deal or pass";

impl FromStr for Move {
    type Err = ReadMoveError;

    fn from_str(text: &str) -> Result<Self, ReadMoveError> {
        read(MoveReader::new(text)).ok_or_else(|| ReadMoveError {
            text: text.to_owned(),
            forms: FORMS,
        })
    }
}

fn read(mut reader: MoveReader) -> Option<Move> {
    let words = [
        ("deal", Move::Deal),
        ("pass", Move::Pass),
        (CastlingSide::King.text(), Move::Castle(CastlingSide::King)),
        (
            CastlingSide::Queen.text(),
            Move::Castle(CastlingSide::Queen),
        ),
    ];
    for (word, mv) in words {
        if reader.take_all(word) {
            return Some(mv);
        }
    }
    let from = reader.square()?;
    if reader.take("?") {
        return reader.is_at_end().then_some(Move::Touch(from));
    }
    let captures = reader.take("x") || reader.take("X");
    if !captures && !reader.take("-") {
        let kind = reader.promotion().ok()??;
        return Some(Move::Promote { square: from, kind });
    }
    let to = reader.square()?;
    let promotion = reader.promotion().ok()?;
    (from != to).then_some(if captures {
        Move::Capture {
            from,
            to,
            promotion,
        }
    } else {
        Move::Step {
            from,
            to,
            promotion,
        }
    })
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.text().as_str())
    }
}

impl Move {
    /// The square of the piece touched or moved.
    pub fn from(self) -> Option<Square> {
        match self {
            Self::Touch(square) | Self::Promote { square, .. } => Some(square),
            Self::Step { from, .. } | Self::Capture { from, .. } => Some(from),
            Self::Castle(_) | Self::Deal | Self::Pass => None,
        }
    }

    /// The square that a piece moves to.
    pub fn to(self) -> Option<Square> {
        match self {
            Self::Step { to, .. } | Self::Capture { to, .. } => Some(to),
            _ => None,
        }
    }

    /// The kind that a pawn becomes.
    pub fn promotion(self) -> Option<Kind> {
        match self {
            Self::Step { promotion, .. } | Self::Capture { promotion, .. } => promotion,
            Self::Promote { kind, .. } => Some(kind),
            _ => None,
        }
    }

    pub(super) fn text(self) -> MoveText {
        let text = MoveText::default();
        let text = match self {
            Self::Touch(square) => text.square(square).sign(b'?'),
            Self::Step { from, to, .. } => text.square(from).sign(b'-').square(to),
            Self::Capture { from, to, .. } => text.square(from).sign(b'x').square(to),
            Self::Promote { square, .. } => text.square(square),
            Self::Castle(side) => text.word(side.text()),
            Self::Deal => text.word("deal"),
            Self::Pass => text.word("pass"),
        };
        text.promotion(self.promotion())
    }
}

impl Ord for Move {
    fn cmp(&self, other: &Self) -> Ordering {
        self.text().sort_key().cmp(&other.text().sort_key())
    }
}

impl PartialOrd for Move {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}
