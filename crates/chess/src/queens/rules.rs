/// Options of the game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is a choice of its own")]
pub struct Rules {
    /// `false` if all pieces are classical, of their primary type, for good.
    pub quantum: bool,
    /// Knowledge of the secondary types.
    pub secondaries: Secondaries,
    /// Kinds that a pawn may become.
    pub promotion: Promotion,
    /// Treatment of a touched piece that shows a pawn on the last rank.
    pub far_row: FarRow,
    /// `true` if a type shown on touch that attacks the king ends the turn.
    pub check_ends: bool,
    /// Mode of a piece whose touch ended the turn.
    pub idle: Idle,
    /// Classical pieces that may be touched.
    pub touch: Touch,
    /// Treatment of a captured quantum piece.
    pub captured: CapturedPiece,
    /// Pieces both of whose types are known to be of one kind.
    pub twins: Twins,
    /// `true` if there is castling.
    pub castling: bool,
    /// `true` if there is capturing en passant.
    pub en_passant: bool,
    /// Turns without a capture or a pawn's move that make a draw; `None` for no limit.
    pub draw_after: Option<u32>,
}

/// Knowledge of the secondary types.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Secondaries {
    /// Unknown until shown.
    Drawn,
    /// Dealt before the first move, seen by both sides.
    Open,
}

/// Kinds that a pawn may become.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Promotion {
    /// A queen, rook, bishop or knight.
    Choice,
    /// A queen alone.
    Queen,
}

/// Treatment of a touched piece that shows a pawn on the last rank.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum FarRow {
    /// It is promoted, and the turn is over.
    Turn,
    /// It becomes a queen and goes on.
    Queen,
    /// It stays a pawn.
    None,
}

/// Mode of a piece whose touch ended the turn.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Idle {
    /// It stays classical.
    Keep,
    /// On a dark square it is quantum again.
    Requantise,
}

/// Classical pieces that may be touched.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Touch {
    /// Those that can move, by moving them.
    Movable,
    /// The others too, which loses the turn.
    Any,
}

/// Treatment of a captured quantum piece.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum CapturedPiece {
    /// It is measured before it leaves the board.
    Collapse,
    /// It leaves unread.
    Hidden,
}

/// Pieces both of whose types are known to be of one kind.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Twins {
    /// Quantum again on dark squares, like any other.
    Quantum,
    /// Classical for good.
    Classical,
}
