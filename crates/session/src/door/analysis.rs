//! Analysis of the plies of a game, one at a time and apart from it.

use std::any::Any;
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use cheqqers_game::notation::write_ply;
use cheqqers_game::show::PlyFacts;
use cheqqers_game::{Colour, Game, Ply};
use cheqqers_players::{Analyst, Evaluation, PlyOutcome};
use cheqqers_solve::{SolvedPosition, Table};

use crate::playable::Playable;

/// A ply of a game, or its start, to be analysed apart from the game.
pub struct AnalysisStep(Box<dyn AnyStep>);

/// Memory of an analysis from one ply to the next of the same game.
#[derive(Debug)]
pub struct AnalysisMemory {
    /// Positions searched for each that is evaluated.
    nodes: u64,
    tables: Vec<Arc<Table>>,
    analyst: Option<Box<dyn Any + Send>>,
}

/// A ply that was analysed, or the start.
///
/// All values are scores that White may expect, from 0 (lost) through 0.5 (drawn) to 1 (won).
#[derive(Clone, PartialEq, Debug)]
pub struct AnalysedPly {
    /// Number of the ply, from 1; 0 is the start.
    pub number: usize,
    /// Score of the position after it.
    pub score: f64,
    /// Depth of the search, in plies; 0 where nothing had to be searched.
    pub depth: u32,
    /// The moves expected then.
    pub line: Vec<String>,
    /// Exact scores of the moves after it, the best first, where a table has all of them.
    pub solved: Option<Vec<(String, f64)>>,
    /// The choice of the move, but for the start.
    pub choice: Option<AnalysedChoice>,
}

/// The choice of a move that was analysed, and the outcome that it had.
#[derive(Clone, PartialEq, Debug)]
pub struct AnalysedChoice {
    /// Player of the move.
    pub mover: Colour,
    /// The move that was made.
    pub mv: String,
    /// Number of legal moves.
    pub num_legal: usize,
    /// The score before anything was measured: the mean over the outcomes.
    pub expected: f64,
    /// The best move, and the score it would have had.
    pub best: (String, f64),
    /// Loss of the mover by not playing the best move, from 0 to 1.
    pub loss: f64,
    /// Luck of the mover; `None` where there was one outcome.
    pub luck: Option<f64>,
    /// The outcomes that it could have, the likeliest first, where there were several; those that read alike are one.
    pub outcomes: Vec<AnalysedOutcome>,
}

/// An outcome that a move could have.
#[derive(Clone, PartialEq, Debug)]
pub struct AnalysedOutcome {
    /// The move with its outcome, as it can be played.
    pub mv: String,
    /// Probability in (0, 1].
    pub probability: f64,
    /// Score of the position that it leads to.
    pub score: f64,
    /// Description of it, in sentences.
    pub description: Vec<String>,
    /// The same apart from any language.
    pub facts: PlyFacts,
    /// `true` if it is the one that came.
    pub is_actual: bool,
}

impl AnalysisMemory {
    /// Of an analysis by those tables that are of its game, which searches so many positions for each that it evaluates
    /// and no table has.
    pub fn new(nodes: u64, tables: Vec<Arc<Table>>) -> Self {
        Self {
            nodes,
            tables,
            analyst: None,
        }
    }

    fn typed<G: Playable>(&mut self, position: &G) -> &mut GameAnalyst<G> {
        let analyst = self.analyst.get_or_insert_with(|| {
            let is_of_game = |table: &&Arc<Table>| table.check(position).is_ok();
            let tables = self.tables.iter().filter(is_of_game);
            Box::new(GameAnalyst::<G> {
                analyst: Analyst::new(self.nodes, tables.cloned().collect()),
                last: None,
            })
        });
        let analyst = analyst.downcast_mut();
        analyst.expect("an analysis is of one game")
    }
}

/// Memory of an analysis of a game of this kind.
struct GameAnalyst<G: Game> {
    analyst: Analyst<G>,
    /// The number of the last ply, and the value of the position after it.
    last: Option<(usize, Evaluation<G::Move>)>,
}

impl AnalysisStep {
    /// The step of ply `number`, from 1, and the positions before and after it; of the start there is one position alone.
    pub(crate) fn new<G: Playable>(
        number: usize,
        played: Option<(Arc<G>, Ply<G::Move>)>,
        after: Arc<G>,
    ) -> Self {
        Self(Box::new(StepOf {
            number,
            played,
            after,
        }))
    }

    /// Analyses it, with what is known from the ply before; `None` if it was stopped.
    ///
    /// # Panics
    /// Panics if the memory is of another game.
    pub fn run(self, memory: &mut AnalysisMemory, stop: &AtomicBool) -> Option<AnalysedPly> {
        self.0.run(memory, stop)
    }
}

impl fmt::Debug for AnalysisStep {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AnalysisStep").finish_non_exhaustive()
    }
}

trait AnyStep: Send {
    fn run(self: Box<Self>, memory: &mut AnalysisMemory, stop: &AtomicBool) -> Option<AnalysedPly>;
}

struct StepOf<G: Game> {
    number: usize,
    played: Option<(Arc<G>, Ply<G::Move>)>,
    after: Arc<G>,
}

impl<G: Playable> AnyStep for StepOf<G> {
    fn run(self: Box<Self>, memory: &mut AnalysisMemory, stop: &AtomicBool) -> Option<AnalysedPly> {
        let known = memory.typed(&*self.after);
        let mut found = None;
        if let Some((before, ply)) = &self.played {
            let here = match known.last.take() {
                Some((number, here)) if number + 1 == self.number => here,
                _ => before.evaluate(&mut known.analyst, stop)?,
            };
            let best = here.line.first().copied().unwrap_or(ply.mv);
            found = before.analyse(&mut known.analyst, best, ply, stop);
        }
        let solved = known.analyst.look_up(&self.after);
        let value = match (&solved, &found) {
            (Some(solved), _) => Evaluation::of_solved(solved, self.after.turn()),
            (None, Some(found)) => found.actual().evaluation.clone(),
            (None, None) => self.after.evaluate(&mut known.analyst, stop)?,
        };
        known.last = Some((self.number, value.clone()));
        let solved = solved.and_then(|solved| scores(solved, self.after.turn()));
        let choice = found.zip(self.played).map(|(found, (before, ply))| {
            let luck = found.luck();
            let (best, best_score) = found.best;
            let mut legal = Vec::new();
            before.legal_moves(&mut legal);
            AnalysedChoice {
                mover: found.mover,
                mv: ply.mv.to_string(),
                num_legal: legal.len(),
                expected: found.expected,
                best: (best.to_string(), best_score),
                loss: found.loss,
                luck,
                outcomes: match luck {
                    Some(_) => alike(&*before, &found.outcomes),
                    None => Vec::new(),
                },
            }
        });
        Some(AnalysedPly {
            number: self.number,
            score: value.score(),
            depth: value.depth,
            line: value.line.iter().map(ToString::to_string).collect(),
            solved,
            choice,
        })
    }
}

/// The scores of all moves, the best for the player to move first; `None` if one is not exact.
fn scores<M: ToString>(solved: SolvedPosition<M>, turn: Colour) -> Option<Vec<(String, f64)>> {
    let mut moves = solved.moves;
    if !moves.iter().all(|mv| mv.bounds.is_exact()) {
        return None;
    }
    moves.sort_by(|a, b| b.bounds.least.total_cmp(&a.bounds.least));
    let score = |value: f64| match turn {
        Colour::White => f64::midpoint(1.0, value),
        Colour::Black => f64::midpoint(1.0, -value),
    };
    let scored = moves
        .iter()
        .map(|mv| (mv.mv.to_string(), score(mv.bounds.middle())));
    Some(scored.collect())
}

/// The outcomes of a move, the likeliest first; those that read alike are one.
fn alike<G: Playable>(before: &G, outcomes: &[PlyOutcome<G>]) -> Vec<AnalysedOutcome> {
    let mut ways: Vec<AnalysedOutcome> = Vec::new();
    for outcome in outcomes {
        let PlyOutcome {
            ply,
            after,
            probability,
            evaluation,
            is_actual,
        } = outcome;
        let facts = PlyFacts::of(before, ply, after);
        let description = facts.told();
        let score = evaluation.score();
        let written = || write_ply(before, ply);
        if let Some(way) = ways.iter_mut().find(|way| way.description == description) {
            let both = way.probability + probability;
            way.score = (way.score * way.probability + score * probability) / both;
            way.probability = both;
            if *is_actual {
                way.is_actual = true;
                way.mv = written();
            }
        } else {
            ways.push(AnalysedOutcome {
                mv: written(),
                probability: *probability,
                score,
                facts,
                description,
                is_actual: *is_actual,
            });
        }
    }
    ways.sort_by(|a, b| b.probability.total_cmp(&a.probability));
    ways
}
