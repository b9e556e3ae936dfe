//! Analysis of plies that were played: how well they were chosen, and what chance made of them.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use cheqqers_game::{Colour, Game, Ply};
use cheqqers_solve::{SolvedPosition, Table};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

use crate::luck::mean;
use crate::ply_outcomes::{Leaf, ply_outcomes};
use crate::table::best_moves;
use crate::{Evaluation, Expert, ExpertSettings};

/// Entries of the table of positions: its searches are short.
const ENTRIES: usize = 1 << 16;

/// Analyses plies by a [`Table`] of the solved board where one has all positions, else by the search of an [`Expert`].
///
/// All values are scores that White may expect, from 0 (lost) through 0.5 (drawn) to 1 (won): certain
/// at the ends, and by the game's static evaluation between them; by a table all are exact.
#[derive(Debug)]
pub struct Analyst<G: Game> {
    expert: Expert<G>,
    nodes: u64,
    tables: Vec<Arc<Table>>,
}

/// Analysis of a ply.
#[derive(Clone, Debug)]
pub struct PlyAnalysis<G: Game> {
    /// Player of the move.
    pub mover: Colour,
    /// Every outcome that the move could have, in the order of the bits; one of them came.
    pub outcomes: Vec<PlyOutcome<G>>,
    /// The score before anything was measured: the mean over the outcomes.
    pub expected: f64,
    /// The best move, and the score it would have had; the one that was played where none is better.
    pub best: (G::Move, f64),
    /// Loss of the mover by not playing the best move, from 0 to 1.
    pub loss: f64,
}

/// An outcome that a ply could have.
#[derive(Clone, Debug)]
pub struct PlyOutcome<G: Game> {
    /// The ply with the measurements that lead there, the first of those that lead to one position.
    pub ply: Ply<G::Move>,
    /// The position it leads to.
    pub after: G,
    /// Its probability, in (0, 1].
    pub probability: f64,
    /// Value of the position, exact for all outcomes or by a search that is as deep for all.
    pub evaluation: Evaluation<G::Move>,
    /// `true` if it is the one that came.
    pub is_actual: bool,
}

/// Mark of a move that was not the best.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum MoveMark {
    /// It lost a twentieth of a win or more.
    Inaccuracy,
    /// It lost a tenth or more.
    Mistake,
    /// It lost a fifth or more.
    Blunder,
}

impl MoveMark {
    /// The mark of a move that lost so much; `None` where it was good enough.
    pub fn of(loss: f64) -> Option<Self> {
        match loss {
            0.2.. => Some(Self::Blunder),
            0.1.. => Some(Self::Mistake),
            0.05.. => Some(Self::Inaccuracy),
            _ => None,
        }
    }

    /// Its name in an analysis.
    pub fn name(self) -> &'static str {
        match self {
            Self::Inaccuracy => "inaccuracy",
            Self::Mistake => "mistake",
            Self::Blunder => "blunder",
        }
    }
}

/// Mark of an outcome that was worth much more or less than expected.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LuckMark {
    /// It was worth a twentieth of a win more, or better still.
    Lucky,
    /// It was worth as much less.
    Unlucky,
}

impl LuckMark {
    /// The mark of so much luck; `None` where it hardly mattered.
    pub fn of(luck: f64) -> Option<Self> {
        match luck {
            0.05.. => Some(Self::Lucky),
            ..=-0.05 => Some(Self::Unlucky),
            _ => None,
        }
    }

    /// Its name in an analysis.
    pub fn name(self) -> &'static str {
        match self {
            Self::Lucky => "lucky",
            Self::Unlucky => "unlucky",
        }
    }
}

impl<G: Game> PlyAnalysis<G> {
    /// The outcome that came.
    ///
    /// # Panics
    /// Never: one of them did.
    pub fn actual(&self) -> &PlyOutcome<G> {
        let actual = self.outcomes.iter().find(|outcome| outcome.is_actual);
        actual.expect("the outcome that came is one of all")
    }

    /// Gain of the mover by what was measured, beyond what was expected, from -1 to 1; `None` where nothing was
    /// measured.
    ///
    /// Its mean over the outcomes is 0.
    pub fn luck(&self) -> Option<f64> {
        let actual = self.actual();
        if actual.ply.measurements.is_empty() {
            return None;
        }
        Some(sign(self.mover) * (actual.evaluation.score() - self.expected))
    }
}

impl<M: Copy> Evaluation<M> {
    /// That of a position with an exact value.
    pub fn of_solved(solved: &SolvedPosition<M>, turn: Colour) -> Self {
        let best = best_moves(solved).first().map(|best| best.mv);
        Self {
            value: sign(turn) * solved.bounds.middle(),
            depth: 0,
            line: best.into_iter().collect(),
        }
    }
}

impl<G: Game> Analyst<G> {
    /// One who searches so many positions for each that it evaluates and no table has. Tables must be of [the same
    /// game](Table::check).
    ///
    /// Memory: 1 MiB for transpositions.
    pub fn new(nodes: u64, tables: Vec<Arc<Table>>) -> Self {
        let rng = ChaCha8Rng::seed_from_u64(0);
        Self {
            expert: Expert::with_entries(ExpertSettings::default(), rng, ENTRIES),
            nodes,
            tables,
        }
    }

    /// The value of a position; `None` if it was stopped.
    pub fn evaluate(&mut self, position: &G, stop: &AtomicBool) -> Option<Evaluation<G::Move>> {
        self.values(std::slice::from_ref(position), stop)?.pop()
    }

    /// The exact value of a position, and the values of its moves; `None` where no table has them.
    pub fn look_up(&self, position: &G) -> Option<SolvedPosition<G::Move>> {
        let mut solved = self
            .tables
            .iter()
            .filter_map(|table| table.look_up(position));
        solved.find(|solved| solved.bounds.is_exact())
    }

    /// The values of some positions, all of them exact or by searches of the same depth.
    fn values(&mut self, positions: &[G], stop: &AtomicBool) -> Option<Vec<Evaluation<G::Move>>> {
        let exact = positions.iter().map(|position| {
            let solved = self.look_up(position)?;
            Some(Evaluation::of_solved(&solved, position.turn()))
        });
        match exact.collect() {
            Some(values) => Some(values),
            None => self.expert.evaluate(positions, self.nodes, stop),
        }
    }

    /// Analyses a ply that was played from `before`, where the search had found `best`. `None` if it
    /// was stopped, or one of both has too many outcomes to be searched.
    pub fn analyse(
        &mut self,
        before: &G,
        best: G::Move,
        played: &Ply<G::Move>,
        stop: &AtomicBool,
    ) -> Option<PlyAnalysis<G>> {
        let outcomes = ply_outcomes(before, played.mv)?;
        let others = if best == played.mv {
            Vec::new()
        } else {
            ply_outcomes(before, best)?
        };
        let leaves = outcomes.iter().chain(&others);
        let positions: Vec<G> = leaves.clone().map(|leaf| leaf.after.clone()).collect();
        let values = self.values(&positions, stop)?;
        let mean = |leaves: &[Leaf<G>], values: &[Evaluation<G::Move>]| -> f64 {
            let probabilities = leaves.iter().map(|leaf| leaf.probability);
            mean(probabilities.zip(values.iter().map(Evaluation::score)))
        };
        let (of_played, of_best) = values.split_at(outcomes.len());
        let expected = mean(&outcomes, of_played);
        let mover = before.turn();
        let alternative = (!others.is_empty()).then(|| (best, mean(&others, of_best)));
        let loss = |score: f64| sign(mover) * (score - expected);
        let better = alternative.filter(|&(_, score)| loss(score) > 0.0);
        let known = |(leaf, evaluation): (Leaf<G>, &Evaluation<G::Move>)| PlyOutcome {
            is_actual: leaf.is_of(played),
            ply: Ply {
                mv: played.mv,
                measurements: leaf.measurements,
            },
            after: leaf.after,
            probability: leaf.probability,
            evaluation: evaluation.clone(),
        };
        let outcomes: Vec<_> = outcomes.into_iter().zip(of_played).map(known).collect();
        // Bits that the exact state does not give were never played.
        outcomes.iter().find(|outcome| outcome.is_actual)?;
        Some(PlyAnalysis {
            mover,
            outcomes,
            expected,
            best: better.unwrap_or((played.mv, expected)),
            loss: better.map_or(0.0, |(_, score)| loss(score)),
        })
    }
}

/// Sign of White's score for a player.
fn sign(player: Colour) -> f64 {
    match player {
        Colour::White => 1.0,
        Colour::Black => -1.0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_begin_at_their_thresholds() {
        assert_eq!(MoveMark::of(0.049), None);
        assert_eq!(MoveMark::of(0.05), Some(MoveMark::Inaccuracy));
        assert_eq!(MoveMark::of(0.1), Some(MoveMark::Mistake));
        assert_eq!(MoveMark::of(0.7), Some(MoveMark::Blunder));
        assert_eq!(LuckMark::of(0.0), None);
        assert_eq!(LuckMark::of(0.05), Some(LuckMark::Lucky));
        assert_eq!(LuckMark::of(-0.3), Some(LuckMark::Unlucky));
    }
}
