/// Scope of the measurement of an attempt to capture.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Measure {
    /// The components of the attacker and the attacked, then those on the landing square.
    #[default]
    Components,
    /// Every component on the board.
    Full,
    /// The parts on the squares of the attempt alone.
    Squares,
}

/// Number of targets of a quantum move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum QuantumMove {
    /// Two: the part goes half to the left and half to the right.
    #[default]
    Double,
    /// One: half of the part stays.
    Single,
}

/// The options of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rules {
    pub(super) size: u8,
    pub(super) rows: u8,
    /// Number of targets of a quantum move.
    pub quantum_move: QuantumMove,
    /// Lets a part move onto the other part that one quantum move made.
    pub rejoin: bool,
    /// Allows links only of parts and squares with fewer than two links.
    pub link_limit: bool,
    /// Scope of the measurement of an attempt to capture.
    pub measure: Measure,
    /// Turns without a capture that make a draw.
    pub draw_turns: Option<u32>,
}

impl Default for Rules {
    fn default() -> Self {
        Self {
            size: 8,
            rows: 3,
            quantum_move: QuantumMove::default(),
            rejoin: false,
            link_limit: false,
            measure: Measure::default(),
            draw_turns: Some(80),
        }
    }
}

impl Rules {
    /// Files and ranks, 4 to 16.
    pub fn size(self) -> u8 {
        self.size
    }

    /// Rows of men on either side; one row at least is empty between them.
    pub fn rows(self) -> u8 {
        self.rows
    }
}
