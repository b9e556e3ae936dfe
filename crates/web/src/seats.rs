//! Players: people, and those of this program, which think no longer than a server can bear.

use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;
use std::time::Duration;

use cheqqers_players::{Effort, PlayerKind};
use serde_json::{Value, json};

use crate::error::ApiError;

/// Player of a side.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Seat {
    Person,
    Computer(PlayerKind),
}

const ROLLOUTS: RangeInclusive<u32> = 1..=5000;
const MILLISECONDS: RangeInclusive<u64> = 10..=5000;

/// The longest that a computer thinks about a move, whatever it is to try out.
const LONGEST: Duration = Duration::from_millis(*MILLISECONDS.end());

impl Seat {
    pub(crate) fn is_person(&self) -> bool {
        *self == Self::Person
    }

    /// Its name in records.
    pub(crate) fn in_records(&self) -> String {
        match self {
            Self::Person => "human".into(),
            Self::Computer(kind) => kind.to_string(),
        }
    }

    /// All there are, as the page offers them.
    pub(crate) fn options() -> Value {
        json!([
            {"name": "person", "about": "you, or a friend by link"},
            {"name": "random", "about": "moves at random"},
            {"name": "mcts:N", "about": "tries N games before each move",
             "least": ROLLOUTS.start(), "most": ROLLOUTS.end(), "usual": 800},
            {"name": "expert:MS", "about": "looks ahead for MS milliseconds",
             "least": MILLISECONDS.start(), "most": MILLISECONDS.end(), "usual": 200},
        ])
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Person => f.pad("person"),
            Self::Computer(kind) => kind.fmt(f),
        }
    }
}

impl FromStr for Seat {
    type Err = ApiError;

    fn from_str(text: &str) -> Result<Self, ApiError> {
        if text == "person" {
            return Ok(Self::Person);
        }
        let kind = text.parse().ok().filter(is_bearable);
        kind.map(Self::Computer).ok_or_else(|| {
            ApiError::malformed(format!(
                "no such player can be had here: there are person, random, mcts:N with N from {} to \
                 {}, and expert:MS with MS from {} to {}",
                ROLLOUTS.start(),
                ROLLOUTS.end(),
                MILLISECONDS.start(),
                MILLISECONDS.end()
            ))
        })
    }
}

/// The longest that it thinks about a move.
pub(crate) fn longest(kind: &PlayerKind) -> Duration {
    match kind {
        PlayerKind::Expert(settings) => match settings.effort {
            Effort::Time(time) => time,
            Effort::Nodes(_) => LONGEST,
        },
        _ => LONGEST,
    }
}

/// The longest search that nobody minds to wait for.
const SHORT: Duration = Duration::from_millis(500);

/// Number of rollouts that take about as long.
const FEW_ROLLOUTS: u32 = 1000;

/// Returns `true` if it does not think for long about a move.
pub(crate) fn is_quick(kind: &PlayerKind) -> bool {
    match kind {
        PlayerKind::Mcts { rollouts } => rollouts.get() <= FEW_ROLLOUTS,
        kind => longest(kind) <= SHORT,
    }
}

/// Returns `true` if any client may use it. Other programs are never started.
fn is_bearable(kind: &PlayerKind) -> bool {
    match kind {
        PlayerKind::Random => true,
        PlayerKind::Mcts { rollouts } => ROLLOUTS.contains(&rollouts.get()),
        PlayerKind::Expert(settings) => {
            let (first, last) = MILLISECONDS.into_inner();
            let times = Duration::from_millis(first)..=Duration::from_millis(last);
            let is_short = matches!(settings.effort, Effort::Time(time) if times.contains(&time));
            is_short && settings.threads.get() == 1
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nobody_thinks_longer_than_a_server_can_bear() {
        let longest = |text: &str| match text.parse().unwrap() {
            Seat::Computer(kind) => longest(&kind).as_millis(),
            Seat::Person => 0,
        };
        assert_eq!(longest("expert:10"), 10);
        assert_eq!(longest("mcts:5000"), 5000);
    }

    #[test]
    fn players_are_quick_or_slow() {
        for (text, quick) in [
            ("expert:200", true),
            ("expert:501", false),
            ("mcts:800", true),
            ("mcts:5000", false),
        ] {
            let Seat::Computer(kind) = text.parse().unwrap() else {
                panic!("{text}")
            };
            assert_eq!(is_quick(&kind), quick, "{text}");
        }
    }

    #[test]
    fn only_players_that_think_for_a_while_can_be_had() {
        for text in [
            "person",
            "random",
            "mcts:1",
            "mcts:5000",
            "expert:10",
            "expert:5000",
        ] {
            assert_eq!(text.parse::<Seat>().unwrap().to_string(), text);
        }
        for text in [
            "human",
            "mcts:0",
            "mcts:5001",
            "expert:9",
            "expert:5001",
            "expert:nodes=10",
            "expert:100,threads=2",
            "engine:sh",
            "engine@5:sh",
            "",
        ] {
            assert_eq!(
                text.parse::<Seat>().unwrap_err().code,
                "malformed",
                "{text}"
            );
        }
    }
}
