use std::collections::BTreeMap;

use cheqqers_game::notation::split_moves;
use cheqqers_game::{Colour, Encoding};
use cheqqers_measure::MeasurerKind;
use cheqqers_players::{Stream, generator};
use cheqqers_session::{GameKind, MissingOutcomes, Move, Opening, Session};
use serde::{Deserialize, Serialize};
use serde_json::Map;

use crate::error::PuzzleError;
use crate::exact::second;
use crate::grade::Grade;
use crate::source::Source;
use crate::theme::Theme;

/// A position in which one move stands out, and how it goes on.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Puzzle {
    /// Short name; depends on the position alone.
    pub id: String,
    /// Name of the game.
    pub game: String,
    /// Preset of its settings.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub preset: Option<String>,
    /// Settings that differ from the preset, as they are written.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub settings: BTreeMap<String, String>,
    /// Moves with their outcomes that lead to the position, a blank between them.
    pub moves: String,
    /// The player to move, whose puzzle it is.
    pub turn: Colour,
    /// Difficulty of the first move.
    pub grade: Grade,
    /// Percentage of the weak, middling and strong players who find the first move.
    pub found: [u8; 3],
    /// Depth in plies from which on every search finds the first move.
    pub depth: usize,
    /// Kinds of the moves to find, each once, as the game names them.
    pub kinds: Vec<String>,
    /// Effects of the first move.
    pub themes: Vec<Theme>,
    /// The moves to find, one at least.
    pub steps: Vec<PuzzleStep>,
}

/// A move to find.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PuzzleStep {
    /// The move with the outcomes that it has in the puzzle.
    pub ply: String,
    /// Probability of these outcomes, in thousandths.
    pub probability: u16,
    /// Expected score of each legal move, ascending, in thousandths: 1000 is a certain win, 500 a draw.
    pub scores: Vec<u16>,
    /// Plies until the player has a choice again, or the game is over.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub replies: Vec<String>,
}

impl PuzzleStep {
    /// The move without its outcomes.
    pub fn mv(&self) -> &str {
        let end = self.ply.find('{').unwrap_or(self.ply.len());
        &self.ply[..end]
    }

    /// Scores of the best move and of the second.
    pub fn best_and_second(&self) -> (u16, u16) {
        let best = self.scores.iter().copied().max().unwrap_or(0);
        let at = self.scores.iter().position(|&score| score == best);
        (best, second(&self.scores, at.unwrap_or(0)))
    }
}

impl Puzzle {
    /// The kind of games it is from.
    pub fn source(&self) -> Source {
        Source {
            game: self.game.clone(),
            preset: self.preset.clone(),
            settings: self.settings.clone(),
        }
    }

    /// The moves that lead to the position with the first `steps` solved.
    pub fn moves_to(&self, steps: usize) -> Vec<String> {
        let mut moves = split_moves(&self.moves);
        for step in &self.steps[..steps.min(self.steps.len())] {
            moves.push(step.ply.clone());
            moves.extend(step.replies.iter().cloned());
        }
        moves
    }

    /// The game with the first `steps` solved.
    ///
    /// # Errors
    /// Returns an error if there is no such game, or the puzzle can't be played.
    pub fn open(&self, steps: usize) -> Result<Session, PuzzleError> {
        let start = self.source().start()?;
        let game = GameKind::named(&self.game)?;
        let mut session = game.session(&start, Map::new(), usize::MAX);
        let rng = generator(0, Stream::Measurements);
        let mut measurer = MeasurerKind::Sparse.measurer(rng, Encoding::Minimal);
        let opening = Opening {
            moves: self.moves_to(steps),
            outcomes: Vec::new(),
        };
        session
            .play_opening(&opening, 0, MissingOutcomes::Refused, &mut measurer)
            .map_err(|error| PuzzleError::Moves {
                id: self.id.clone(),
                reason: error.to_string(),
            })?;
        Ok(session)
    }

    /// The legal moves where the first `steps` are solved, ascending, each with its expected score in thousandths; none if
    /// there is nothing more to find.
    ///
    /// # Errors
    /// Returns an error if the puzzle can't be played.
    pub fn legal_moves(&self, steps: usize) -> Result<Vec<(Move, u16)>, PuzzleError> {
        let Some(step) = self.steps.get(steps) else {
            return Ok(Vec::new());
        };
        let legal = self.open(steps)?.legal_moves();
        Ok(legal.iter().zip(step.scores.iter().copied()).collect())
    }
}
