//! Analysis of the plies of a game, one at a time and apart from it.

use std::any::Any;
use std::sync::atomic::AtomicBool;

use cheqqers_game::Ply;
use cheqqers_game::notation::write_plies;
use cheqqers_game::show::{PlyFacts, Show};
use cheqqers_players::{Analyst, Evaluation, LuckMark, MoveMark, PlyOutcome};
use cheqqers_session::{Playable, TypedSession};

use super::error::TableError;
use crate::dto::{MoveAnalysis, OutcomeAnalysis, PlyAnalysis};

/// A ply of a game, or its start, to be analysed apart from it.
pub(crate) trait AnalysisStep: Send {
    /// Analyses it, with what is known from the ply before; `None` if it was stopped.
    fn run(self: Box<Self>, memory: &mut AnalysisMemory, stop: &AtomicBool) -> Option<PlyAnalysis>;
}

/// Memory of an analysis from one ply to the next of the same game.
pub(crate) struct AnalysisMemory {
    /// Positions searched for each that is evaluated.
    nodes: u64,
    analyst: Option<Box<dyn Any + Send>>,
}

impl AnalysisMemory {
    pub(crate) fn new(nodes: u64) -> Self {
        Self {
            nodes,
            analyst: None,
        }
    }

    fn known<G: Playable>(&mut self) -> &mut GameAnalyst<G> {
        let nodes = self.nodes;
        let new = || {
            Box::new(GameAnalyst::<G> {
                analyst: Analyst::new(nodes),
                last: None,
            })
        };
        let analyst = self.analyst.get_or_insert_with(|| new());
        let known = analyst.downcast_mut();
        known.expect("an analysis is of one game")
    }
}

/// Memory of an analysis of a game of this kind.
struct GameAnalyst<G: Show> {
    analyst: Analyst<G>,
    /// The number of the last ply, and the value of the position after it.
    last: Option<(usize, Evaluation<G::Move>)>,
}

/// The step of a ply of a session; 0 is the start.
pub(super) fn step<G: Playable>(
    session: &TypedSession<G>,
    ply: usize,
) -> Result<Box<dyn AnalysisStep>, TableError> {
    if ply > session.plies().len() {
        return Err(TableError::NoSuchPly(ply));
    }
    let played = ply.checked_sub(1).map(|index| PlayedPly {
        before: session.before(index).clone(),
        ply: session.plies()[index].clone(),
    });
    Ok(Box::new(Step {
        number: ply,
        played,
        after: session.before(ply).clone(),
    }))
}

/// A ply, or the start, and the position after it.
struct Step<G: Show> {
    number: usize,
    played: Option<PlayedPly<G>>,
    after: G,
}

/// A ply that was played, and the position before it.
struct PlayedPly<G: Show> {
    before: G,
    ply: Ply<G::Move>,
}

impl<G: Playable> AnalysisStep for Step<G> {
    fn run(self: Box<Self>, memory: &mut AnalysisMemory, stop: &AtomicBool) -> Option<PlyAnalysis> {
        let known = memory.known::<G>();
        let mut found = None;
        if let Some(PlayedPly { before, ply }) = &self.played {
            let here = match known.last.take() {
                Some((number, here)) if number + 1 == self.number => here,
                _ => before.evaluate(&mut known.analyst, stop)?,
            };
            let best = here.line.first().copied().unwrap_or(ply.mv);
            found = before.analyse(&mut known.analyst, best, ply, stop);
        }
        let value = match &found {
            Some(found) => found.actual().evaluation.clone(),
            None => self.after.evaluate(&mut known.analyst, stop)?,
        };
        known.last = Some((self.number, value.clone()));
        let mv = found.zip(self.played).map(|(found, played)| {
            let luck = found.luck();
            let (best, best_score) = found.best;
            let mut legal = Vec::new();
            played.before.legal_moves(&mut legal);
            MoveAnalysis {
                side: found.mover,
                mv: played.ply.mv.to_string(),
                only: legal.len() == 1,
                expected: found.expected,
                best: best.to_string(),
                best_score,
                loss: found.loss,
                mark: MoveMark::of(found.loss).map(MoveMark::name),
                luck,
                luck_mark: luck.and_then(LuckMark::of).map(LuckMark::name),
                outcomes: if luck.is_some() {
                    told(&played.before, &found.outcomes)
                } else {
                    Vec::new()
                },
            }
        });
        Some(PlyAnalysis {
            ply: self.number,
            score: value.score(),
            depth: value.depth,
            line: value.line.iter().map(ToString::to_string).collect(),
            mv,
        })
    }
}

/// The ways a move could end, the likeliest first; those that read alike are one.
fn told<G: Show>(before: &G, outcomes: &[PlyOutcome<G>]) -> Vec<OutcomeAnalysis> {
    let mut ways: Vec<OutcomeAnalysis> = Vec::new();
    for outcome in outcomes {
        let PlyOutcome {
            ply,
            after,
            probability,
            evaluation,
            is_actual,
        } = outcome;
        let told = G::describe_ply(before, ply, after);
        let score = evaluation.score();
        let written = || write_plies(before, [ply]).trim_end().to_owned();
        if let Some(way) = ways.iter_mut().find(|way| way.told == told) {
            let both = way.probability + probability;
            way.score = (way.score * way.probability + score * probability) / both;
            way.probability = both;
            if *is_actual {
                way.actual = true;
                way.mv = written();
            }
        } else {
            ways.push(OutcomeAnalysis {
                mv: written(),
                probability: *probability,
                score,
                facts: PlyFacts::of(before, ply, after),
                told,
                actual: *is_actual,
            });
        }
    }
    ways.sort_by(|a, b| b.probability.total_cmp(&a.probability));
    ways
}
