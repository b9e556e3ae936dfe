use std::fmt;

use cheqqers_game::Colour;
use cozy_chess::Piece as Kind;

use crate::fen::{letter, read_kind};

/// A piece with its types.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Piece {
    /// Whose it is.
    pub colour: Colour,
    /// Type of its starting square.
    pub primary: Kind,
    /// Other type; `None` while it has never shown.
    pub secondary: Option<Kind>,
    /// Mode of the piece.
    pub mode: PieceMode,
}

/// Mode of a piece: quantum, or the type that it shows.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum PieceMode {
    /// In a superposition of its types.
    Quantum,
    /// Classical, of its primary type.
    Primary,
    /// Classical, of its secondary type.
    Secondary,
}

impl Piece {
    /// A classical piece of one kind.
    pub fn certain(colour: Colour, kind: Kind) -> Self {
        Self {
            colour,
            primary: kind,
            secondary: Some(kind),
            mode: PieceMode::Primary,
        }
    }

    /// A quantum piece whose secondary type is unknown.
    pub fn unknown(colour: Colour, primary: Kind) -> Self {
        Self {
            colour,
            primary,
            secondary: None,
            mode: PieceMode::Quantum,
        }
    }

    /// The type shown; `None` for a quantum piece.
    pub fn kind(self) -> Option<Kind> {
        match self.mode {
            PieceMode::Quantum => None,
            PieceMode::Primary => Some(self.primary),
            PieceMode::Secondary => self.secondary,
        }
    }

    /// Returns `true` if the piece has to be touched before it moves.
    pub fn is_quantum(self) -> bool {
        self.mode == PieceMode::Quantum
    }

    /// Returns `true` if both types are known to be of one kind.
    pub fn is_certain(self) -> bool {
        self.secondary == Some(self.primary)
    }

    /// Returns `true` if touching the piece measures it: a quantum piece has a qubit unless it is
    /// certain.
    pub fn has_qubit(self) -> bool {
        self.is_quantum() && !self.is_certain()
    }

    /// The only type that the piece can show when it is touched or moved next.
    pub fn sure_kind(self) -> Option<Kind> {
        self.kind()
            .or_else(|| self.is_certain().then_some(self.primary))
    }

    /// The piece as a promoted pawn: of the type shown alone, or of the primary one where both are
    /// pawns.
    #[must_use]
    pub fn promoted(mut self, kind: Kind) -> Self {
        if self.mode == PieceMode::Secondary && self.primary != Kind::Pawn {
            self.secondary = Some(kind);
        } else {
            self.primary = kind;
            self.mode = PieceMode::Primary;
        }
        self
    }

    /// Reads a piece such as `K`, `(P?)`, `(PP)` or `[PR*]`.
    pub(super) fn from_text(text: &str) -> Option<Self> {
        let letters: Vec<char> = text.chars().collect();
        let (mode, primary, secondary) = match letters[..] {
            [kind] => {
                let (kind, colour) = read_kind(kind)?;
                return Some(Self::certain(colour, kind));
            }
            ['(', primary, secondary, ')'] => (PieceMode::Quantum, primary, secondary),
            ['[', primary, '*', secondary, ']'] => (PieceMode::Primary, primary, secondary),
            ['[', primary, secondary, '*', ']'] => (PieceMode::Secondary, primary, secondary),
            _ => return None,
        };
        let (primary, colour) = read_kind(primary)?;
        let secondary = match secondary {
            // A type that shows has been seen.
            '?' if mode == PieceMode::Secondary => return None,
            '?' => None,
            letter => {
                let (kind, other) = read_kind(letter)?;
                // A classical piece of one kind is a letter alone.
                if other != colour || kind == primary && mode != PieceMode::Quantum {
                    return None;
                }
                Some(kind)
            }
        };
        let has_king = primary == Kind::King || secondary == Some(Kind::King);
        (!has_king).then_some(Self {
            colour,
            primary,
            secondary,
            mode,
        })
    }
}

impl fmt::Display for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let primary = letter(self.primary, self.colour);
        if self.is_certain() && !self.is_quantum() {
            return write!(f, "{primary}");
        }
        let secondary = self.secondary.map_or('?', |kind| letter(kind, self.colour));
        match self.mode {
            PieceMode::Quantum => write!(f, "({primary}{secondary})"),
            PieceMode::Primary => write!(f, "[{primary}*{secondary}]"),
            PieceMode::Secondary => write!(f, "[{primary}{secondary}*]"),
        }
    }
}
