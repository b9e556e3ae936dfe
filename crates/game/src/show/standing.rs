use serde::Serialize;

use super::hint::ANNOUNCE_DRAW;

/// Something to be known of a position beside whose turn it is, or why the game is over: for clients that put
/// it into words of their own.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Standing {
    /// Its name, such as `check` or `no-move`.
    pub name: &'static str,
    /// The square that it is about.
    pub square: Option<String>,
    /// A number of turns.
    pub count: Option<u32>,
}

impl Standing {
    /// One that its name tells.
    pub const fn new(name: &'static str) -> Self {
        Self {
            name,
            square: None,
            count: None,
        }
    }

    /// The same about a square.
    #[must_use]
    pub fn on(self, square: &impl ToString) -> Self {
        Self {
            square: Some(square.to_string()),
            ..self
        }
    }

    /// The same about a number of turns.
    #[must_use]
    pub fn turns(self, count: u32) -> Self {
        Self {
            count: Some(count),
            ..self
        }
    }

    /// A draw that comes by the count of turns, once it is near.
    pub fn draw_near(name: &'static str, count: u32, limit: Option<u32>) -> Option<Self> {
        let left = limit?.saturating_sub(count);
        (left <= ANNOUNCE_DRAW).then(|| Self::new(name).turns(left))
    }
}
