/// Counters that lead to draws.
#[derive(Clone, PartialEq, Debug, Default)]
pub(super) struct Clock {
    /// Plies since the last completed capture.
    pub(super) half_moves: u32,
    /// Plies in a row without capture or man's move.
    pub(super) by_kings: u32,
    /// The lone king's case that the last plies were in, and how many they were.
    pub(super) endgame: Option<(Endgame, u32)>,
    /// Hashes of the positions since the last ply that can't be undone.
    pub(super) seen: Vec<u64>,
    /// The draw that the last ply led to.
    pub(super) draw: Option<Draw>,
}

/// Kind of a ply, for the counters.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum PlyEvent {
    /// A capture that succeeded, or failed after all its squares were measured.
    Capture,
    /// A step, split or merge of a man.
    ByMan,
    /// A step, split or merge of a king.
    ByKing,
    /// A move that a measurement refused.
    Refused,
}

/// Endgame of a side with one square, a king's, against few squares, one of them a king's at least.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Endgame {
    /// One square against one or two.
    AgainstOneOrTwo,
    /// One square against three.
    AgainstThree,
}

impl Endgame {
    /// Plies in it that make a draw.
    pub(super) fn limit(self) -> u32 {
        match self {
            Self::AgainstOneOrTwo => 10,
            Self::AgainstThree => 32,
        }
    }
}

/// Plies by kings alone that make a draw.
pub(super) const KING_PLIES: u32 = 50;

/// Occurrences of a position that make a draw.
pub(super) const REPETITIONS: usize = 3;

/// Reason for a draw.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Draw {
    /// The position stood for the third time.
    Repetition,
    /// Both have kings, and only they have moved.
    Kings,
    /// A lone king has held out.
    Endgame(Endgame),
    /// So many plies without a capture.
    HalfMoves,
}
