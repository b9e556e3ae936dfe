use std::sync::atomic::AtomicBool;

use cheqqers_players::{Limit, PlayerKind, Stream, game_seed, generator};
use cheqqers_session::{GameKind, Move, Position};
use serde::{Deserialize, Serialize};
use serde_json::Map;

use crate::error::PuzzleError;

/// Difficulty of a puzzle.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Grade {
    /// Most weak players find the move.
    Easy,
    /// Most middling players find the move, few weak ones.
    Medium,
    /// Few middling players find the move.
    Hard,
}

impl Grade {
    /// All grades, the easiest first.
    pub const ALL: [Self; 3] = [Self::Easy, Self::Medium, Self::Hard];

    /// The name in data.
    pub fn name(self) -> &'static str {
        match self {
            Self::Easy => "easy",
            Self::Medium => "medium",
            Self::Hard => "hard",
        }
    }

    /// The grade of a puzzle that so many percent of the weak, middling and strong players solve.
    pub(crate) fn of(found: [u8; 3]) -> Self {
        match found {
            [weak, _, _] if weak >= MOST => Self::Easy,
            [_, middling, _] if middling >= MOST => Self::Medium,
            _ => Self::Hard,
        }
    }
}

/// Percentage of players that counts as most of them.
const MOST: u8 = 60;

/// Nodes a move of the weak, middling and strong players.
const STRENGTHS: [u32; 3] = [20, 150, 1200];

/// Number of players of each strength, who differ by their seeds.
const PLAYERS: u64 = 5;

/// Percentage of the players of each strength who choose a move.
pub(crate) fn found(
    game: GameKind,
    position: &Position,
    best: &Move,
) -> Result<[u8; 3], PuzzleError> {
    let session = game.session(position, Map::new(), usize::MAX);
    let mut found = [0; 3];
    for (found, nodes) in found.iter_mut().zip(STRENGTHS) {
        let kind: PlayerKind = format!("expert:nodes={nodes}")
            .parse()
            .expect("an expert is written so");
        let mut times = 0;
        for player in 1..=PLAYERS {
            let rng = generator(game_seed(1, player), Stream::White);
            let mut seat = game.seat(&kind, rng);
            let chosen = seat.choose(&session, Limit::Own, &AtomicBool::new(false))?;
            if chosen.mv == *best {
                times += 1;
            }
        }
        *found = times * (100 / u8::try_from(PLAYERS).expect("they are few"));
    }
    Ok(found)
}
