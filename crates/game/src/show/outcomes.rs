//! Outcomes of a move before it is made.

use super::{PlyFacts, Show};
use crate::notation::write_plies;
use crate::{GameExt, Measurement, Pending, Ply, Turn};

/// Most outcomes of a move's measurements together that are followed.
const MOST: f64 = 1024.0;

/// The ways in which a move may end.
#[derive(Clone, Debug)]
pub struct MoveOutcomes<G: Show> {
    /// The likeliest first; ways that read alike are one.
    pub outcomes: Vec<MoveOutcome<G>>,
    /// `true` if there are more than are followed, 1024 bitstrings of all measurements together.
    pub more: bool,
}

/// A way in which a move may end.
#[derive(Clone, Debug)]
pub struct MoveOutcome<G: Show> {
    /// The move with its outcome, as it can be played: the first of those that read alike.
    pub mv: String,
    /// Probability in (0, 1].
    pub probability: f64,
    /// Description of it, in sentences.
    pub told: Vec<String>,
    /// The same apart from any language.
    pub facts: PlyFacts,
    /// Position after it.
    pub after: G,
}

impl<G: Show> MoveOutcomes<G> {
    /// The outcomes of a legal move. Cost: each is played on a copy of the position.
    pub fn of(position: &G, mv: G::Move) -> Self {
        let mut branches = Branches {
            before: position,
            mv,
            found: Vec::new(),
            more: false,
        };
        let turn = position.clone().play_unchecked(mv);
        branches.follow(turn, &mut Vec::new(), 1.0, MOST);
        let Branches {
            found: mut outcomes,
            more,
            ..
        } = branches;
        outcomes.sort_by(|a, b| b.probability.total_cmp(&a.probability));
        Self { outcomes, more }
    }
}

struct Branches<'a, G: Show> {
    before: &'a G,
    mv: G::Move,
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

    fn note(&mut self, after: G, answers: &[Measurement], probability: f64) {
        let ply = Ply {
            mv: self.mv,
            measurements: answers.to_vec(),
        };
        let told = G::describe_ply(self.before, &ply, &after);
        match self.found.iter_mut().find(|outcome| outcome.told == told) {
            Some(outcome) => outcome.probability += probability,
            None => self.found.push(MoveOutcome {
                mv: write_plies(self.before, [&ply]).trim_end().to_owned(),
                probability,
                told,
                facts: PlyFacts::of(self.before, &ply, &after),
                after,
            }),
        }
    }
}
