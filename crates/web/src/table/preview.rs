//! Outcomes of a move before it is made.

use cheqqers_game::notation::write_plies;
use cheqqers_game::show::Show;
use cheqqers_game::{GameExt, Measurement, Pending, Ply, Turn};

use super::board::board;
use crate::dto::{Branch, Preview};

/// The most outcomes of a move's measurements together that are looked at.
const MOST: f64 = 1024.0;

/// The most ways that are told.
const TOLD: usize = 12;

/// Each way a legal move may end, the likeliest first; ways that read alike are one.
pub(super) fn preview<G: Show>(position: &G, mv: G::Move) -> Preview {
    let mut branches = Branches {
        before: position,
        mv,
        found: Vec::new(),
        more: false,
    };
    let turn = position.clone().play_unchecked(mv);
    branches.follow(turn, &mut Vec::new(), 1.0, MOST);
    let Branches {
        mut found, more, ..
    } = branches;
    found.sort_by(|a, b| b.probability.total_cmp(&a.probability));
    let more = more || found.len() > TOLD;
    found.truncate(TOLD);
    Preview {
        mv: mv.to_string(),
        words: position.describe_probabilities(mv),
        outcomes: found,
        more,
    }
}

struct Branches<'a, G: Show> {
    before: &'a G,
    mv: G::Move,
    found: Vec<Branch>,
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
            Turn::Ready(after) => self.note(&after, answers, probability),
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

    fn note(&mut self, after: &G, answers: &[Measurement], probability: f64) {
        let ply = Ply {
            mv: self.mv,
            measurements: answers.to_vec(),
        };
        let told = G::describe_ply(self.before, &ply, after);
        match self.found.iter_mut().find(|branch| branch.told == told) {
            Some(branch) => branch.probability += probability,
            None => self.found.push(Branch {
                mv: write_plies(self.before, [&ply]).trim_end().to_owned(),
                probability,
                told,
                board: board(after, &after.parts()),
            }),
        }
    }
}
