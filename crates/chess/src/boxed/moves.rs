use std::cmp::Ordering;
use std::fmt;
use std::str::FromStr;

use cozy_chess::{Piece as Kind, Square};

use super::half::PairType;
use crate::castling::CastlingSide;
use crate::notation::{MoveReader, MoveText, ReadMoveError};

/// An action of one turn.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Move {
    /// Moves a unit to an unoccupied square; castling is the king's move.
    Step {
        /// Square of the unit.
        from: Square,
        /// An unoccupied square.
        to: Square,
        /// The kind that a pawn becomes on the last rank.
        promotion: Option<Kind>,
    },
    /// Captures, or attempts to where a half is involved.
    Capture {
        /// Square of the attacker.
        from: Square,
        /// Square of the target, or the one that a pawn has skipped.
        to: Square,
        /// The kind that a pawn becomes on the last rank.
        promotion: Option<Kind>,
    },
    /// Puts a conventional piece on two squares.
    Split {
        /// Square of the piece.
        from: Square,
        /// The squares of its halves: the likely one first if unequal, else the lower one.
        to: [Square; 2],
        /// Type of the pair.
        pair_type: PairType,
        /// The kind that a pawn becomes if a half is on the last rank.
        promotion: Option<Kind>,
    },
    /// Puts a conventional piece on another square as well, entangled with an opponent's pair.
    Join {
        /// Square of the piece, on which it stays.
        from: Square,
        /// Square of arrival.
        to: Square,
        /// Square of the opponent's half of the same class.
        with: Square,
        /// The kind that a pawn becomes if a half is on the last rank.
        promotion: Option<Kind>,
    },
    /// Exchanges the classes of a pair's halves, the lower square first.
    Invert([Square; 2]),
    /// Exchanges equal and with phase, the lower square first.
    PhaseFlip([Square; 2]),
    /// Makes a pair conventional by its phase.
    Hadamard {
        /// Squares of the pair, the lower one first.
        pair: [Square; 2],
        /// Square on which the piece will stand.
        to: Square,
    },
    /// Attempts to pass through a piece.
    Tunnel {
        /// Square of the piece.
        from: Square,
        /// Square behind the piece that is passed.
        to: Square,
    },
    /// Measures the group of one of the mover's pairs, named by its lower square.
    Collapse(Square),
    /// Castling as it may be written; [`Move::Step`] of the king is the same.
    Castle(CastlingSide),
}

/// Forms of moves, as errors list them.
const FORMS: &str = "e2-e4, e4xd5, e7-e8=Q, b1^a3c3, b1^c3>a3, b1^a3~c3, f6^d5&e4, d5<>f6, a1ze1, a1e1^a1, a1|a4 or a1?";

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
    for side in [CastlingSide::King, CastlingSide::Queen] {
        if reader.take_all(side.text()) {
            return Some(Move::Castle(side));
        }
    }
    let from = reader.square()?;
    if reader.take("?") {
        return reader.is_at_end().then_some(Move::Collapse(from));
    }
    if let Some(other) = reader.square() {
        let pair = pair(from, other)?;
        let to = reader.take("^").then(|| reader.square()).flatten()?;
        let known = pair.contains(&to) && reader.is_at_end();
        return known.then_some(Move::Hadamard { pair, to });
    }
    let signs = ["-", "x", "X", "^", "<>", "z", "Z", "|"];
    let sign = signs.into_iter().find(|sign| reader.take(sign))?;
    let to = reader.square()?;
    if sign == "^" {
        return read_split(reader, from, to);
    }
    let promotion = if matches!(sign, "-" | "x" | "X") {
        reader.promotion().ok()?
    } else if reader.is_at_end() {
        None
    } else {
        return None;
    };
    let squares = pair(from, to)?;
    Some(match sign {
        "-" => Move::Step {
            from,
            to,
            promotion,
        },
        "<>" => Move::Invert(squares),
        "z" | "Z" => Move::PhaseFlip(squares),
        "|" => Move::Tunnel { from, to },
        _ => Move::Capture {
            from,
            to,
            promotion,
        },
    })
}

/// Reads the rest of a move, after its first target.
fn read_split(mut reader: MoveReader, from: Square, to: Square) -> Option<Move> {
    if reader.take("&") {
        let with = reader.square()?;
        let promotion = reader.promotion().ok()?;
        let distinct = from != to && with != to && with != from;
        return distinct.then_some(Move::Join {
            from,
            to,
            with,
            promotion,
        });
    }
    let pair_type = if reader.take(">") {
        PairType::Unequal
    } else if reader.take("~") {
        PairType::Phase
    } else {
        PairType::Equal
    };
    let other = reader.square()?;
    let sorted = pair(to, other)?;
    let promotion = reader.promotion().ok()?;
    Some(Move::Split {
        from,
        to: if pair_type == PairType::Unequal {
            [to, other]
        } else {
            sorted
        },
        pair_type,
        promotion,
    })
}

/// Two squares in their order; `None` if they are one.
pub(super) fn pair(a: Square, b: Square) -> Option<[Square; 2]> {
    (a != b).then_some(if a < b { [a, b] } else { [b, a] })
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.text().as_str())
    }
}

impl Move {
    /// The squares of the units that act, the mover's.
    pub fn sources(self) -> Vec<Square> {
        match self {
            Self::Step { from, .. }
            | Self::Capture { from, .. }
            | Self::Split { from, .. }
            | Self::Join { from, .. }
            | Self::Tunnel { from, .. }
            | Self::Collapse(from) => vec![from],
            Self::Invert(pair) | Self::PhaseFlip(pair) | Self::Hadamard { pair, .. } => {
                pair.to_vec()
            }
            Self::Castle(_) => Vec::new(),
        }
    }

    /// The squares that units arrive on.
    pub fn targets(self) -> Vec<Square> {
        match self {
            Self::Step { to, .. }
            | Self::Capture { to, .. }
            | Self::Join { to, .. }
            | Self::Hadamard { to, .. }
            | Self::Tunnel { to, .. } => vec![to],
            Self::Split { to, .. } => to.to_vec(),
            Self::Invert(_) | Self::PhaseFlip(_) | Self::Collapse(_) | Self::Castle(_) => {
                Vec::new()
            }
        }
    }

    /// The kind that a pawn becomes.
    pub fn promotion(self) -> Option<Kind> {
        match self {
            Self::Step { promotion, .. }
            | Self::Capture { promotion, .. }
            | Self::Split { promotion, .. }
            | Self::Join { promotion, .. } => promotion,
            _ => None,
        }
    }

    pub(super) fn text(self) -> MoveText {
        let text = MoveText::default();
        let text = match self {
            Self::Step { from, to, .. } => text.square(from).sign(b'-').square(to),
            Self::Capture { from, to, .. } => text.square(from).sign(b'x').square(to),
            Self::Split {
                from,
                to: [first, second],
                pair_type,
                ..
            } => {
                let text = text.square(from).sign(b'^').square(first);
                let text = match pair_type {
                    PairType::Equal => text,
                    PairType::Unequal => text.sign(b'>'),
                    PairType::Phase => text.sign(b'~'),
                };
                text.square(second)
            }
            Self::Join { from, to, with, .. } => {
                let text = text.square(from).sign(b'^').square(to);
                text.sign(b'&').square(with)
            }
            Self::Invert([a, b]) => text.square(a).word("<>").square(b),
            Self::PhaseFlip([a, b]) => text.square(a).sign(b'z').square(b),
            Self::Hadamard { pair: [a, b], to } => text.square(a).square(b).sign(b'^').square(to),
            Self::Tunnel { from, to } => text.square(from).sign(b'|').square(to),
            Self::Collapse(square) => text.square(square).sign(b'?'),
            Self::Castle(side) => text.word(side.text()),
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
