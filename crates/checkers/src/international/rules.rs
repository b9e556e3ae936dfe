use super::Level;
use crate::settings::{RulesError, SIZES, most_rows};

/// The options of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rules {
    level: Level,
    size: u8,
    rows: u8,
    draw_after: Option<u32>,
}

/// Plies without a capture that make a draw, unless chosen otherwise.
pub const DRAW_AFTER: u32 = 100;

impl Rules {
    /// The usual game at a level: 8 x 8, 3 rows, a draw after 100 plies without a capture.
    pub fn new(level: Level) -> Self {
        Self {
            level,
            size: 8,
            rows: 3,
            draw_after: Some(DRAW_AFTER),
        }
    }

    /// The same on a board of another size, with as many rows of men as leave one or two rows empty.
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
            rows: most_rows(size),
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

    /// The same with a draw after so many plies without a capture; `None`: no draw at all, neither by
    /// this nor by another counter nor by repetition.
    #[must_use]
    pub fn with_draw_after(self, draw_after: Option<u32>) -> Self {
        Self { draw_after, ..self }
    }

    /// The same at another level.
    #[must_use]
    pub fn with_level(self, level: Level) -> Self {
        Self { level, ..self }
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

    /// Plies without a capture that make a draw; `None`: no draws.
    pub fn draw_after(self) -> Option<u32> {
        self.draw_after
    }
}
