//! The clocks of a game: what is left to each side, and whose clock runs.

use std::time::{Duration, Instant};

use cheqqers_game::record::Line;
use cheqqers_game::{Colour, Status};
use cheqqers_players::{Clocks, ParseTimeError, TimeControl};
use serde::{Deserialize, Serialize};

use crate::dto;
use crate::error::ApiError;
use crate::links::Sides;

/// The least and the most for the whole game.
const BASE: (Duration, Duration) = (Duration::from_secs(1), Duration::from_hours(3));

/// The most that each move adds.
const INCREMENT: Duration = Duration::from_mins(3);

/// The clocks of a game.
///
/// The first move of each side costs no time and adds none; from then on the clock of the side whose turn
/// it is runs, of a computer only while it thinks. What is kept is what they showed when the last thing
/// happened: while nobody serves the game they stand still.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Clock {
    base: Duration,
    increment: Duration,
    white: Duration,
    black: Duration,
    /// Sides that have made their first move.
    moved: Sides,
    /// `true` once the game is over.
    over: bool,
    /// Whose clock runs, and since when it is not counted yet.
    #[serde(skip)]
    running: Option<(Colour, Instant)>,
}

impl Clock {
    /// The clocks that are asked for by a text, such as `300+5` in seconds.
    ///
    /// # Errors
    /// Returns an error if it is no such text, or asks for more or less than there is.
    pub(crate) fn read(time: &str) -> Result<Option<Self>, ApiError> {
        let malformed = |error: ParseTimeError| ApiError::malformed(error.to_string());
        let time = time.parse().map_err(malformed)?;
        let TimeControl::Clock { base, increment } = time else {
            return Ok(None);
        };
        if base < BASE.0 || base > BASE.1 || increment > INCREMENT {
            return Err(ApiError::malformed(format!(
                "no clock has {time}: there are {} to {} seconds for the game, and up to {} more for each move",
                BASE.0.as_secs(),
                BASE.1.as_secs(),
                INCREMENT.as_secs()
            )));
        }
        Ok(Some(Self {
            base,
            increment,
            white: base,
            black: base,
            moved: Sides::default(),
            over: false,
            running: None,
        }))
    }

    /// As records tell of it.
    pub(crate) fn control(&self) -> TimeControl {
        TimeControl::Clock {
            base: self.base,
            increment: self.increment,
        }
    }

    /// Returns `true` if a clock runs, unless something else is pending.
    pub(crate) fn is_on(&self) -> bool {
        self.moved.are_both() && !self.over
    }

    /// Time left to both sides.
    pub(crate) fn left(&self, now: Instant) -> Clocks {
        let mut left = Clocks {
            white: self.white,
            black: self.black,
            increments: [self.increment; 2],
        };
        if let Some((side, since)) = self.running {
            let left = left.of_mut(side);
            *left = left.saturating_sub(now.saturating_duration_since(since));
        }
        left
    }

    /// Whose clock runs, and what is left on it.
    pub(crate) fn due(&self, now: Instant) -> Option<(Colour, Duration)> {
        let (side, _) = self.running?;
        Some((side, self.left(now).of(side)))
    }

    /// The side whose time has run out.
    pub(crate) fn out(&self, now: Instant) -> Option<Colour> {
        let due = self.due(now).filter(|(_, left)| left.is_zero());
        due.map(|(side, _)| side)
    }

    /// Counts what has passed. The clock that runs goes on.
    pub(crate) fn count(&mut self, now: Instant) {
        let left = self.left(now);
        (self.white, self.black) = (left.white, left.black);
        if let Some((_, since)) = &mut self.running {
            *since = now;
        }
    }

    /// Stops the clock that runs.
    pub(crate) fn stop(&mut self, now: Instant) {
        self.count(now);
        self.running = None;
    }

    /// Lets the clock of a side run and no other one. That of a side which runs already just goes on.
    pub(crate) fn run(&mut self, side: Option<Colour>, now: Instant) {
        self.stop(now);
        let side = side.filter(|_| self.is_on());
        self.running = side.map(|side| (side, now));
    }

    /// Discards the time that has passed and was not counted yet.
    pub(crate) fn discard_elapsed(&mut self, now: Instant) {
        if let Some((_, since)) = &mut self.running {
            *since = now;
        }
    }

    /// Follows what happens in the game.
    pub(crate) fn follow(&mut self, line: &Line) {
        match line {
            Line::Ply(ply) => {
                let increment = if self.is_on() {
                    self.increment
                } else {
                    Duration::ZERO
                };
                let (left, moved) = match ply.turn {
                    Colour::White => (&mut self.white, &mut self.moved.white),
                    Colour::Black => (&mut self.black, &mut self.moved.black),
                };
                *left += increment;
                *moved = true;
                self.over = ply.status != Status::InProgress;
            }
            Line::Undo(_) => self.over = false,
            Line::End(_) => self.over = true,
            Line::Pool(_) => {}
        }
    }

    /// The clock as it is sent to pages.
    pub(crate) fn shown(&self, now: Instant) -> dto::Clock {
        let seconds = |time: Duration| time.as_millis() as f64 / 1000.0;
        let left = self.left(now);
        dto::Clock {
            base: seconds(self.base),
            increment: seconds(self.increment),
            white: seconds(left.white),
            black: seconds(left.black),
            running: self.running.map(|(side, _)| side),
        }
    }
}

#[cfg(test)]
mod tests;
