//! Puzzles: what is told of them, and verdicts on moves. Nothing about those who solve them is kept.

use std::collections::BTreeMap;
use std::time::{SystemTime, UNIX_EPOCH};

use axum::http::StatusCode;
use cheqqers_puzzles::{Grade, Puzzle, PuzzleStep, Theme, daily, shipped};
use serde::{Deserialize, Serialize};

use crate::error::ApiError;

/// Seconds of a day.
const DAY: u64 = 24 * 60 * 60;

/// Choice of puzzles.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct PuzzleQuery {
    game: Option<String>,
    grade: Option<Grade>,
    /// A theme, or a kind of move.
    theme: Option<String>,
}

/// Puzzles, and how many of all there are by what they can be chosen.
#[derive(Debug, Serialize)]
pub(crate) struct PuzzleList {
    puzzles: Vec<ListedPuzzle>,
    games: BTreeMap<&'static str, usize>,
    grades: BTreeMap<&'static str, usize>,
    themes: BTreeMap<&'static str, usize>,
    kinds: BTreeMap<&'static str, usize>,
}

/// A puzzle of a list.
#[derive(Debug, Serialize)]
struct ListedPuzzle {
    id: &'static str,
    game: &'static str,
    grade: Grade,
}

/// A puzzle to be solved: the line that leads to its position, and nothing that tells its moves.
#[derive(Debug, Serialize)]
pub(crate) struct ShownPuzzle {
    id: &'static str,
    game: &'static str,
    preset: Option<&'static str>,
    settings: &'static BTreeMap<String, String>,
    moves: &'static str,
    turn: cheqqers_game::Colour,
    /// Number of moves to find.
    steps: usize,
}

/// The puzzle of a day.
#[derive(Debug, Serialize)]
pub(crate) struct DailyPuzzle {
    /// Days since 1970-01-01, by UTC.
    day: u64,
    #[serde(flatten)]
    puzzle: ShownPuzzle,
}

/// Moves that somebody tries.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Attempt {
    /// The moves found so far, without outcomes, and the one to be judged.
    moves: Vec<String>,
    #[serde(default)]
    want: AnswerKind,
}

/// Kind of answer that is asked for.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
enum AnswerKind {
    #[default]
    Verdict,
    Hint,
    Solution,
}

/// Answer to an attempt. Scores are expected points in thousandths: 1000 is a certain win, 500 a draw.
#[derive(Debug, Serialize)]
#[serde(untagged)]
pub(crate) enum AttemptAnswer {
    Wrong {
        right: bool,
        score: u16,
        best: u16,
    },
    Right {
        right: bool,
        solved: bool,
        #[serde(flatten)]
        step: SolvedStep,
        about: Option<PuzzleFacts>,
    },
    Hint {
        kind: &'static str,
        from: Vec<String>,
    },
    Solution {
        steps: Vec<SolvedStep>,
        about: PuzzleFacts,
    },
}

/// A move to find, and what follows.
#[derive(Debug, Serialize)]
pub(crate) struct SolvedStep {
    best: u16,
    second: u16,
    /// Probability of the outcomes that the move has in the puzzle, in thousandths.
    probability: u16,
    /// The move with its outcomes, and the plies until the player has a choice again.
    plies: Vec<&'static str>,
}

/// Facts about a puzzle, told once it is solved.
#[derive(Debug, Serialize)]
pub(crate) struct PuzzleFacts {
    grade: Grade,
    kinds: &'static [String],
    themes: &'static [Theme],
    found: [u8; 3],
    depth: usize,
}

/// The puzzles that a query chooses.
pub(crate) fn list(query: &PuzzleQuery) -> PuzzleList {
    let mut list = PuzzleList {
        puzzles: Vec::new(),
        games: BTreeMap::new(),
        grades: BTreeMap::new(),
        themes: BTreeMap::new(),
        kinds: BTreeMap::new(),
    };
    for puzzle in shipped() {
        *list.games.entry(&puzzle.game).or_default() += 1;
        *list.grades.entry(puzzle.grade.name()).or_default() += 1;
        for theme in &puzzle.themes {
            *list.themes.entry(theme.name()).or_default() += 1;
        }
        for kind in &puzzle.kinds {
            *list.kinds.entry(kind).or_default() += 1;
        }
        if query.chooses(puzzle) {
            list.puzzles.push(ListedPuzzle {
                id: &puzzle.id,
                game: &puzzle.game,
                grade: puzzle.grade,
            });
        }
    }
    list
}

impl PuzzleQuery {
    fn chooses(&self, puzzle: &Puzzle) -> bool {
        let has = |theme: &String| {
            puzzle.kinds.contains(theme) || puzzle.themes.iter().any(|known| known.name() == theme)
        };
        self.game.as_ref().is_none_or(|game| *game == puzzle.game)
            && self.grade.is_none_or(|grade| grade == puzzle.grade)
            && self.theme.as_ref().is_none_or(has)
    }
}

/// The puzzle of this name.
///
/// # Errors
/// Returns an error if there is none.
pub(crate) fn named(id: &str) -> Result<&'static Puzzle, ApiError> {
    let found = shipped().iter().find(|puzzle| puzzle.id == id);
    found.ok_or_else(none)
}

fn none() -> ApiError {
    let message = "there is no such puzzle";
    ApiError::new(StatusCode::NOT_FOUND, "unknown-puzzle", message)
}

/// The puzzle of today.
pub(crate) fn of_today() -> DailyPuzzle {
    let now = SystemTime::now().duration_since(UNIX_EPOCH);
    let day = now.map_or(0, |since| since.as_secs() / DAY);
    DailyPuzzle {
        day,
        puzzle: show(daily(day)),
    }
}

/// A puzzle to be solved.
pub(crate) fn show(puzzle: &'static Puzzle) -> ShownPuzzle {
    ShownPuzzle {
        id: &puzzle.id,
        game: &puzzle.game,
        preset: puzzle.preset.as_deref(),
        settings: &puzzle.settings,
        moves: &puzzle.moves,
        turn: puzzle.turn,
        steps: puzzle.steps.len(),
    }
}

impl Attempt {
    /// The answer to it. Cost: the moves that lead to the puzzle are played.
    ///
    /// # Errors
    /// Returns an error if its moves are not those of the puzzle, or the last one is not legal.
    pub(crate) fn judge(&self, puzzle: &'static Puzzle) -> Result<AttemptAnswer, ApiError> {
        let found = match self.want {
            AnswerKind::Verdict => self.moves.len().checked_sub(1),
            AnswerKind::Hint | AnswerKind::Solution => Some(self.moves.len()),
        };
        let found = found.filter(|&found| found < puzzle.steps.len());
        let found = found
            .ok_or_else(|| ApiError::malformed("send a move for each step, and one to judge"))?;
        let mut pairs = self.moves[..found].iter().zip(&puzzle.steps);
        if pairs.any(|(mv, step)| mv != step.mv()) {
            return Err(ApiError::refused(
                "the moves before are not those of the puzzle",
            ));
        }
        let step = &puzzle.steps[found];
        let choice = |wanted: &str| {
            let legal = puzzle.legal_moves(found);
            let legal = legal.map_err(|error| ApiError::unavailable(error.to_string()))?;
            let choice = legal.into_iter().find(|(mv, _)| mv.text() == wanted);
            choice.ok_or_else(|| ApiError::refused(format!("{wanted} is not legal here")))
        };
        Ok(match self.want {
            AnswerKind::Solution => AttemptAnswer::Solution {
                steps: puzzle.steps[found..].iter().map(SolvedStep::of).collect(),
                about: PuzzleFacts::of(puzzle),
            },
            AnswerKind::Hint => {
                let (mv, _) = choice(step.mv())?;
                AttemptAnswer::Hint {
                    kind: mv.kind(),
                    from: mv.sources(),
                }
            }
            AnswerKind::Verdict => {
                let (mv, score) = choice(&self.moves[found])?;
                let solved = found + 1 == puzzle.steps.len();
                if mv.text() == step.mv() {
                    AttemptAnswer::Right {
                        right: true,
                        solved,
                        step: SolvedStep::of(step),
                        about: solved.then(|| PuzzleFacts::of(puzzle)),
                    }
                } else {
                    AttemptAnswer::Wrong {
                        right: false,
                        score,
                        best: step.best_and_second().0,
                    }
                }
            }
        })
    }
}

impl SolvedStep {
    fn of(step: &'static PuzzleStep) -> Self {
        let (best, second) = step.best_and_second();
        let replies = step.replies.iter().map(String::as_str);
        Self {
            best,
            second,
            probability: step.probability,
            plies: std::iter::once(&step.ply[..]).chain(replies).collect(),
        }
    }
}

impl PuzzleFacts {
    fn of(puzzle: &'static Puzzle) -> Self {
        Self {
            grade: puzzle.grade,
            kinds: &puzzle.kinds,
            themes: &puzzle.themes,
            found: puzzle.found,
            depth: puzzle.depth,
        }
    }
}
