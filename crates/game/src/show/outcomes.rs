//! Outcomes of a move before it is made.

use super::{PlyFacts, Show};
use crate::notation::write_ply;
use crate::{GameExt, Measurement, Pending, Ply, Turn};

/// Most outcomes of a move's measurements together that are followed.
const MOST: f64 = 1024.0;

/// The ways in which a move may end, with positions of type `P`.
#[derive(Clone, Debug)]
pub struct MoveOutcomes<P> {
    /// The likeliest first; ways that read alike are one.
    pub outcomes: Vec<MoveOutcome<P>>,
    /// `true` if there are more than are followed, 1024 bitstrings of all measurements together.
    pub more: bool,
    /// Probability that it captures what it jumps over; `None` where it jumps over nothing, or there are more outcomes
    /// than are followed.
    pub captures: Option<f64>,
}

/// A way in which a move may end.
#[derive(Clone, Debug)]
pub struct MoveOutcome<P> {
    /// The move with its outcome, as it can be played: the first of those that read alike.
    pub mv: String,
    /// Probability in (0, 1].
    pub probability: f64,
    /// Description of it, in sentences.
    pub told: Vec<String>,
    /// The same apart from any language.
    pub facts: PlyFacts,
    /// Position after it.
    pub after: P,
}

impl<G: Show> MoveOutcomes<G> {
    /// The outcomes of a legal move. Cost: each is played on a copy of the position.
    pub fn of(position: &G, mv: G::Move) -> Self {
        let mut branches = Branches {
            before: position,
            mv,
            over: position.over(mv),
            left: 0.0,
            found: Vec::new(),
            more: false,
        };
        let turn = position.clone().play_unchecked(mv);
        branches.follow(turn, &mut Vec::new(), 1.0, MOST);
        // No measurement changes the mean of what is there: what is missing afterwards was captured.
        let captured = || branches.there(position) - branches.left;
        let captures = (!branches.over.is_empty() && !branches.more).then(captured);
        let Branches {
            found: mut outcomes,
            more,
            ..
        } = branches;
        outcomes.sort_by(|a, b| b.probability.total_cmp(&a.probability));
        Self {
            outcomes,
            more,
            captures: captures.map(|probability| probability.clamp(0.0, 1.0)),
        }
    }
}

impl<P> MoveOutcomes<P> {
    /// The same with positions of another type.
    pub fn map<Q>(self, position: impl Fn(&str, P) -> Q) -> MoveOutcomes<Q> {
        let outcomes = self.outcomes.into_iter().map(|outcome| MoveOutcome {
            after: position(&outcome.mv, outcome.after),
            mv: outcome.mv,
            probability: outcome.probability,
            told: outcome.told,
            facts: outcome.facts,
        });
        MoveOutcomes {
            outcomes: outcomes.collect(),
            more: self.more,
            captures: self.captures,
        }
    }
}

struct Branches<'a, G: Show> {
    before: &'a G,
    mv: G::Move,
    /// Names of the places it jumps over.
    over: Vec<String>,
    /// Mean number of pieces left there.
    left: f64,
    found: Vec<MoveOutcome<G>>,
    more: bool,
}

impl<G: Show> Branches<'_, G> {
    fn follow(
        &mut self,
        turn: Turn<G>,
        answers: &mut Vec<Measurement>,
        probability: f64,
        most: f64,
    ) {
        match turn {
            Turn::Ready(after) => self.note(after, answers, probability),
            Turn::Pending(pending) if pending.num_outcomes() > most => self.more = true,
            Turn::Pending(pending) => self.branch(&pending, answers, probability, most),
        }
    }

    fn branch(
        &mut self,
        pending: &Pending<G>,
        answers: &mut Vec<Measurement>,
        probability: f64,
        most: f64,
    ) {
        let most = most / pending.num_outcomes();
        for (bits, factor) in pending.outcomes() {
            answers.push(Measurement::new(pending, bits, ""));
            let turn = pending.clone().resolve(&bits);
            let turn = turn.expect("an outcome is legal");
            self.follow(turn, answers, probability * factor, most);
            answers.pop();
        }
    }

    /// Mean number of pieces that can be captured there.
    fn there(&self, position: &G) -> f64 {
        if self.over.is_empty() {
            return 0.0;
        }
        let parts = position.parts().into_iter();
        let others = parts.filter(|part| part.colour != Some(self.before.turn()));
        let there = others.filter(|part| self.over.contains(&part.place));
        there.map(|part| part.probability).sum()
    }

    fn note(&mut self, after: G, answers: &[Measurement], probability: f64) {
        let ply = Ply {
            mv: self.mv,
            measurements: answers.to_vec(),
        };
        self.left += probability * self.there(&after);
        let facts = PlyFacts::of(self.before, &ply, &after);
        let told = facts.told();
        match self.found.iter_mut().find(|outcome| outcome.told == told) {
            Some(outcome) => outcome.probability += probability,
            None => self.found.push(MoveOutcome {
                mv: write_ply(self.before, &ply),
                probability,
                told,
                facts,
                after,
            }),
        }
    }
}
