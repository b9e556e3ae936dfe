use std::fmt;
use std::str::FromStr;
use std::time::{Duration, Instant};

use cheqqers_game::Game;
use thiserror::Error;

use crate::{Clocks, Forfeit, Limit, MoveContext, Player};

/// Time control of a game.
///
/// Written in seconds as `60+0.6`, or `60` without an increment, or `off`; to the millisecond.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum TimeControl {
    /// As their own settings say.
    #[default]
    Own,
    /// A clock for each: so much for the whole game, and so much more after each move. Who is out
    /// of time loses.
    Clock {
        /// For the whole game.
        base: Duration,
        /// After each move.
        increment: Duration,
    },
}

/// A text that is no time control.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{found:?} is no time: write seconds for the game and for each move, as 60+0.6, or off")]
#[expect(missing_docs, reason = "the message says it")]
pub struct ParseTimeError {
    pub found: String,
}

impl TimeControl {
    /// The clocks at the start of a game, where there are any.
    pub fn clocks(self) -> Option<Clocks> {
        match self {
            Self::Own => None,
            Self::Clock { base, increment } => Some(Clocks {
                white: base,
                black: base,
                increments: [increment; 2],
            }),
        }
    }
}

impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = match self {
            Self::Own => "off".into(),
            Self::Clock { base, increment } if increment.is_zero() => {
                base.as_secs_f64().to_string()
            }
            Self::Clock { base, increment } => {
                format!("{}+{}", base.as_secs_f64(), increment.as_secs_f64())
            }
        };
        f.pad(&text)
    }
}

impl FromStr for TimeControl {
    type Err = ParseTimeError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        if text == "off" {
            return Ok(Self::Own);
        }
        let (base, increment) = text.split_once('+').unwrap_or((text, "0"));
        let clock = seconds(base).zip(seconds(increment));
        match clock {
            Some((base, increment)) if !base.is_zero() => Ok(Self::Clock { base, increment }),
            _ => Err(ParseTimeError {
                found: text.to_owned(),
            }),
        }
    }
}

/// Seconds, rounded to milliseconds; up to a year.
fn seconds(text: &str) -> Option<Duration> {
    const YEAR: f64 = 365.0 * 86400.0;
    let seconds: f64 = text.parse().ok()?;
    if !(0.0..=YEAR).contains(&seconds) {
        return None;
    }
    Duration::try_from_secs_f64((seconds * 1000.0).round() / 1000.0).ok()
}

/// Lets a player choose while its clock runs, where there are clocks: those are its limit then,
/// whatever the context says.
///
/// # Errors
/// Returns an error if the player loses by its own fault, being out of time one of them.
pub fn choose_in_time<G: Game>(
    player: &mut dyn Player<G>,
    context: &MoveContext<'_, G>,
    clocks: &mut Option<Clocks>,
) -> Result<G::Move, Forfeit> {
    let Some(clocks) = clocks else {
        return player.choose(context);
    };
    let context = MoveContext {
        limit: Limit::Clock(*clocks),
        ..*context
    };
    let began = Instant::now();
    let chosen = player.choose(&context);
    let turn = context.position.turn();
    let increment = clocks.increments[turn as usize];
    let left = clocks.of_mut(turn);
    *left = left
        .checked_sub(began.elapsed())
        .ok_or(Forfeit::OutOfTime)?
        .saturating_add(increment);
    chosen
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_round_trip() {
        for text in ["off", "60", "60+0.6", "0.25+0.001", "300+5"] {
            let time: TimeControl = text.parse().unwrap();
            assert_eq!(time.to_string(), text);
        }
        let time: TimeControl = "1.5+0".parse().unwrap();
        assert_eq!(time.to_string(), "1.5");
        let clocks = "2+0.5".parse::<TimeControl>().unwrap().clocks().unwrap();
        assert_eq!(clocks.white, Duration::from_secs(2));
        assert_eq!(clocks.black, clocks.white);
        assert_eq!(clocks.increments, [Duration::from_millis(500); 2]);
    }

    #[test]
    fn what_is_no_time_is_refused() {
        for text in [
            "", "+", "0", "0+1", "60+", "60+-1", "nan", "inf", "1e99", "60 + x", "on",
        ] {
            let error = text.parse::<TimeControl>().unwrap_err();
            assert_eq!(error.found, text);
        }
    }
}
