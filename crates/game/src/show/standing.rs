//! Facts about how a position stands, and their telling.

use serde::Serialize;

use super::words::filled;
use crate::{Colour, Outcome};

/// Last plies or turns before a draw, in which it is announced.
const ANNOUNCE_DRAW: u32 = 10;

/// Sentences by the name of a fact: the player to move and what is due.
const DUE: &[(&str, &str)] = &[
    (
        "chain",
        "{turn} must go on capturing with the piece on {square}",
    ),
    (
        "may-go-on",
        "{turn} may go on capturing with {square}, or pass",
    ),
    ("must-move", "{turn} must move the piece on {square}"),
    ("must-promote", "{turn} must promote the pawn on {square}"),
    ("deal", "the types are to be dealt"),
    ("check", "{turn} to move, in check"),
];

/// The draws that come near.
const NEAR: &[(&str, &str)] = &[
    (
        "draw-near-captures",
        "; a draw in {count} without a capture",
    ),
    ("draw-near-kings", "; a draw in {count} by kings alone"),
    ("draw-near-lone-king", "; a draw in {count} of a king alone"),
    (
        "draw-near-leaving",
        "; a draw in {count} if nothing leaves the board",
    ),
    (
        "draw-near-progress",
        "; a draw in {count} without a capture or a pawn's move",
    ),
];

/// Reasons for the ends of games.
const ENDS: &[(&str, &str)] = &[
    ("no-move", "{loser} has no move"),
    ("no-pieces", "{loser} has no pieces left"),
    ("mated", "{loser} is mated"),
    ("king-captured", "{loser}'s king is captured"),
    (
        "last-attempt",
        "no piece is left, and {winner} tried the capture",
    ),
    ("repetition", "the position stands for the third time"),
    ("no-captures", "{count} without a capture"),
    ("kings-alone", "{count} by kings alone"),
    ("lone-king", "{count} of a king alone"),
    ("nothing-left", "{count} in which nothing left the board"),
    ("no-progress", "{count} without a capture or a pawn's move"),
    ("none-left", "no piece is left"),
    ("only-kings", "only the kings are left"),
    ("stalemate", "{turn} has no legal move and is not in check"),
];

/// Something to be known of a position beside whose turn it is, or why the game is over: for clients that put
/// it into words of their own.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Standing {
    /// Its name, such as `check` or `no-move`.
    pub name: &'static str,
    /// The square that it is about.
    pub square: Option<String>,
    /// A number of turns or plies.
    pub count: Option<u32>,
    /// Unit of the count, for one and for several.
    #[serde(skip)]
    units: [&'static str; 2],
}

impl Standing {
    /// One that its name tells.
    pub const fn new(name: &'static str) -> Self {
        Self {
            name,
            square: None,
            count: None,
            units: TURNS,
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
        self.counted(count, TURNS)
    }

    /// The same about a number of plies.
    #[must_use]
    pub fn plies(self, count: u32) -> Self {
        self.counted(count, PLIES)
    }

    /// A draw that comes by a count of turns, once it is near.
    pub fn turns_left(name: &'static str, count: u32, limit: Option<u32>) -> Option<Self> {
        Some(Self::new(name).turns(left(count, limit)?))
    }

    /// A draw that comes by a count of plies, once it is near.
    pub fn plies_left(name: &'static str, count: u32, limit: Option<u32>) -> Option<Self> {
        Some(Self::new(name).plies(left(count, limit)?))
    }

    fn counted(self, count: u32, units: [&'static str; 2]) -> Self {
        Self {
            count: Some(count),
            units,
            ..self
        }
    }

    /// The form of a table for it, filled in.
    fn told(
        &self,
        forms: &[(&str, &str)],
        turn: Colour,
        outcome: Option<Outcome>,
    ) -> Option<String> {
        let (_, form) = forms.iter().find(|(name, _)| *name == self.name)?;
        let count = self.count.unwrap_or_default();
        let [one, several] = self.units;
        let unit = if count == 1 { one } else { several };
        let winner = match outcome {
            Some(Outcome::Decisive { winner }) => winner,
            _ => turn,
        };
        let values = [
            ("{turn}", turn.to_string()),
            ("{winner}", winner.to_string()),
            ("{loser}", winner.opponent().to_string()),
            ("{square}", self.square.clone().unwrap_or_default()),
            ("{count}", format!("{count} {unit}")),
        ];
        Some(filled(form, &values))
    }
}

const TURNS: [&str; 2] = ["turn", "turns"];
const PLIES: [&str; 2] = ["ply", "plies"];

/// Rest of a limit; `None` while that is far.
fn left(count: u32, limit: Option<u32>) -> Option<u32> {
    let left = limit?.saturating_sub(count);
    (left <= ANNOUNCE_DRAW).then_some(left)
}

/// The player to move and what is due, or how the game ended, from these facts.
pub(super) fn status(
    standing: &[Standing],
    turn: Colour,
    outcome: Option<Outcome>,
    must_capture: bool,
) -> String {
    let told = |forms| {
        let facts = standing.iter();
        facts.filter_map(move |one| one.told(forms, turn, outcome))
    };
    let why = told(ENDS).next().map(|why| format!(": {why}"));
    let why = why.unwrap_or_default();
    match outcome {
        Some(Outcome::Draw) => format!("a draw{why}"),
        Some(Outcome::Decisive { winner }) => format!("{winner} has won{why}"),
        None => {
            let must = if must_capture {
                " and must capture"
            } else {
                ""
            };
            let due = told(DUE).next();
            let due = due.unwrap_or_else(|| format!("{turn} to move{must}"));
            due + &told(NEAR).collect::<String>()
        }
    }
}
