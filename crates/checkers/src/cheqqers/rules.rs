use super::level::{Entanglement, Level};
use crate::settings::{RulesError, SIZES, most_rows, three_rows};

/// The options of a game. The rule set itself is `paper-2025` (arXiv:2506.05962).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rules {
    level: Level,
    size: u8,
    rows: u8,
    entanglement: Entanglement,
    draw_after: Option<u32>,
}

/// Plies without a capture that make a draw, unless chosen otherwise.
pub const DRAW_AFTER: u32 = 40;

impl Rules {
    /// The usual game at a level: 8 x 8, 3 rows, single entanglement, a draw after 40 plies.
    pub fn new(level: Level) -> Self {
        Self {
            level,
            size: 8,
            rows: 3,
            entanglement: Entanglement::Single,
            draw_after: Some(DRAW_AFTER),
        }
    }

    /// The same at another level.
    #[must_use]
    pub fn with_level(self, level: Level) -> Self {
        Self { level, ..self }
    }

    /// The same on a board of another size, with 3 rows of men or as many as fit.
    ///
    /// # Errors
    /// Returns an error if the size is not 4 to 16.
    pub fn with_size(self, size: u64) -> Result<Self, RulesError> {
        let size = u8::try_from(size)
            .ok()
            .filter(|size| SIZES.contains(size))
            .ok_or(RulesError::Size { size })?;
        Ok(Self {
            size,
            rows: three_rows(size),
            ..self
        })
    }

    /// The same with another number of rows of men.
    ///
    /// # Errors
    /// Returns an error if there is none, or no empty row would be left between the players.
    pub fn with_rows(self, rows: u64) -> Result<Self, RulesError> {
        let size = self.size;
        let rows = u8::try_from(rows)
            .ok()
            .filter(|rows| (1..=most_rows(size)).contains(rows))
            .ok_or(RulesError::Rows { rows, size })?;
        Ok(Self { rows, ..self })
    }

    /// The same with another entanglement rule.
    #[must_use]
    pub fn with_entanglement(self, entanglement: Entanglement) -> Self {
        Self {
            entanglement,
            ..self
        }
    }

    /// The same with a draw after so many plies without a capture; `None`: never.
    ///
    /// # Errors
    /// Returns an error if it is 0.
    pub fn with_draw_after(self, draw_after: Option<u32>) -> Result<Self, RulesError> {
        if draw_after == Some(0) {
            return Err(RulesError::DrawAfter {
                draw_after: "0".into(),
            });
        }
        Ok(Self { draw_after, ..self })
    }

    /// Level of the game.
    pub fn level(self) -> Level {
        self.level
    }

    /// Files and ranks, 4 to 16.
    pub fn size(self) -> u8 {
        self.size
    }

    /// Rows of men on either side at the start.
    pub fn rows(self) -> u8 {
        self.rows
    }

    /// The entanglement rule.
    pub fn entanglement(self) -> Entanglement {
        self.entanglement
    }

    /// Plies without a capture that make a draw; `None`: no such draw.
    pub fn draw_after(self) -> Option<u32> {
        self.draw_after
    }
}
