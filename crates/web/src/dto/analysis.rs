//! Analysis of a game, ply by ply.
//!
//! Scores are those that White may expect, from 0 (lost) through 0.5 (drawn) to 1 (won); what a player lost or
//! gained is counted in the same unit, for that player.

use cheqqers_game::Colour;
use cheqqers_game::show::PlyFacts;
use cheqqers_players::{LuckMark, MoveMark};
use cheqqers_session::{AnalysedChoice, AnalysedOutcome, AnalysedPly};
use serde::Serialize;

/// A line of an analysis, as it is sent.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum AnalysisLine {
    /// Analysis of a ply; that of number 0 tells of the start.
    Ply(Box<PlyAnalysis>),
    /// Last line of an analysis that came to its end.
    Summary(AnalysisSummary),
    /// Last line of one that did not.
    Error { code: &'static str, message: String },
}

/// Analysis of a ply, and of the position it led to.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub(crate) struct PlyAnalysis {
    pub(crate) ply: usize,
    /// The score of the position.
    pub(crate) score: f64,
    /// Search depth in plies; 0 where the game is over, or the score is exact.
    pub(crate) depth: u32,
    /// The best moves from there, up to one that is measured.
    pub(crate) line: Vec<String>,
    /// All moves from there with their exact scores, the best first, where a table has them: its score is exact then.
    pub(crate) solved: Option<Vec<SolvedMove>>,
    /// The move that led there; none at the start, and where it or the best one has too many outcomes.
    #[serde(rename = "move")]
    pub(crate) mv: Option<MoveAnalysis>,
}

/// A move of a solved position.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub(crate) struct SolvedMove {
    #[serde(rename = "move")]
    pub(crate) mv: String,
    /// The mean over its outcomes.
    pub(crate) score: f64,
}

/// Analysis of a move that was played.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub(crate) struct MoveAnalysis {
    pub(crate) side: Colour,
    #[serde(rename = "move")]
    pub(crate) mv: String,
    /// `true` if the move was the only legal one.
    pub(crate) only: bool,
    /// The score before anything was measured: the mean over the outcomes.
    pub(crate) expected: f64,
    /// The best move: another one, or the same.
    pub(crate) best: String,
    pub(crate) best_score: f64,
    /// Loss by not playing the best one.
    pub(crate) loss: f64,
    pub(crate) mark: Option<&'static str>,
    /// Gain by what was measured, beyond what was expected; none where nothing was.
    pub(crate) luck: Option<f64>,
    pub(crate) luck_mark: Option<&'static str>,
    /// The ways the move could end, where it was measured: the likeliest first.
    pub(crate) outcomes: Vec<OutcomeAnalysis>,
}

/// A way a move could end.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub(crate) struct OutcomeAnalysis {
    /// The move with what it measures on this way.
    #[serde(rename = "move")]
    pub(crate) mv: String,
    pub(crate) probability: f64,
    pub(crate) score: f64,
    pub(crate) told: Vec<String>,
    pub(crate) facts: PlyFacts,
    /// `true` if it came so.
    pub(crate) actual: bool,
}

/// Summary of the moves of both sides.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize)]
pub(crate) struct AnalysisSummary {
    pub(crate) white: SideSummary,
    pub(crate) black: SideSummary,
}

/// Summary of the moves of a side.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize)]
pub(crate) struct SideSummary {
    /// Moves that were chosen among several.
    pub(crate) moves: u32,
    /// Loss by all of them together.
    pub(crate) loss: f64,
    pub(crate) inaccuracies: u32,
    pub(crate) mistakes: u32,
    pub(crate) blunders: u32,
    /// Moves that were measured.
    pub(crate) measurements: u32,
    /// Gain by all of these together.
    pub(crate) luck: f64,
}

impl AnalysisSummary {
    pub(crate) fn add(&mut self, mv: &MoveAnalysis) {
        let side = match mv.side {
            Colour::White => &mut self.white,
            Colour::Black => &mut self.black,
        };
        side.moves += u32::from(!mv.only);
        side.loss += mv.loss;
        match MoveMark::of(mv.loss) {
            Some(MoveMark::Inaccuracy) => side.inaccuracies += 1,
            Some(MoveMark::Mistake) => side.mistakes += 1,
            Some(MoveMark::Blunder) => side.blunders += 1,
            None => {}
        }
        if let Some(luck) = mv.luck {
            side.measurements += 1;
            side.luck += luck;
        }
    }
}

impl From<AnalysedPly> for PlyAnalysis {
    fn from(ply: AnalysedPly) -> Self {
        let of_moves = |moves: Vec<_>| {
            moves
                .into_iter()
                .map(|(mv, score)| SolvedMove { mv, score })
        };
        Self {
            ply: ply.number,
            score: ply.score,
            depth: ply.depth,
            line: ply.line,
            solved: ply.solved.map(|moves| of_moves(moves).collect()),
            mv: ply.choice.map(Into::into),
        }
    }
}

impl From<AnalysedChoice> for MoveAnalysis {
    fn from(choice: AnalysedChoice) -> Self {
        let (best, best_score) = choice.best;
        Self {
            side: choice.mover,
            mv: choice.mv,
            only: choice.num_legal == 1,
            expected: choice.expected,
            best,
            best_score,
            loss: choice.loss,
            mark: MoveMark::of(choice.loss).map(MoveMark::name),
            luck: choice.luck,
            luck_mark: choice.luck.and_then(LuckMark::of).map(LuckMark::name),
            outcomes: choice.outcomes.into_iter().map(Into::into).collect(),
        }
    }
}

impl From<AnalysedOutcome> for OutcomeAnalysis {
    fn from(outcome: AnalysedOutcome) -> Self {
        Self {
            mv: outcome.mv,
            probability: outcome.probability,
            score: outcome.score,
            facts: outcome.facts,
            told: outcome.description,
            actual: outcome.is_actual,
        }
    }
}
