use super::presence::Rotation;

/// Presence of a piece after a measurement has found it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Collapse {
    /// It is there for good.
    #[default]
    Definite,
    /// Its qubit is prepared anew with the angle it had.
    Keep,
}

/// Outcome when a measurement leaves no token on the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Wipeout {
    /// A draw: nobody wins.
    #[default]
    Draw,
    /// The player who tried to capture.
    Capturer,
}

/// The options of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rules {
    pub(super) size: u8,
    pub(super) rows: u8,
    /// Effect of a move on the piece that moved.
    pub rotation: Rotation,
    /// Presence of pieces after a measurement has found them.
    pub collapse: Collapse,
    /// Measures the two pieces of a failed capture once more, with the angles they had.
    pub resample: bool,
    /// Turns in which no token leaves the board that make a draw; `None` for no such draw.
    pub draw_turns: Option<u32>,
    /// Outcome when no token is left.
    pub wipeout: Wipeout,
}

impl Rules {
    /// The rules `physical` on a board of 8 x 8.
    pub const PHYSICAL: Self = Self {
        size: 8,
        rows: 3,
        rotation: Rotation::Ry,
        collapse: Collapse::Definite,
        resample: false,
        draw_turns: Some(80),
        wipeout: Wipeout::Draw,
    };

    /// Files and ranks, 4..=16.
    pub fn size(&self) -> u8 {
        self.size
    }

    /// Rows of men on either side; one row at least is empty between them.
    pub fn rows(&self) -> u8 {
        self.rows
    }
}

impl Default for Rules {
    fn default() -> Self {
        Self::PHYSICAL
    }
}
