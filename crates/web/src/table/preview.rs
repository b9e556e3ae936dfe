//! What a move would lead to, before it is made.

use std::fmt::Display;

use cheqqers_game::notation::{Demand, Forced};
use cheqqers_game::record::Measured;
use cheqqers_game::show::Show;
use cheqqers_game::{Pending, Turn};
use cheqqers_players::measured;

use super::board::board;
use crate::dto::{Branch, Preview};

/// The most outcomes of a measurement that are looked at.
const MOST: f64 = 1024.0;

/// The most ways that are told.
const TOLD: usize = 12;

/// Each way a legal move may end, the likeliest first; ways that read alike are one.
pub(super) fn preview<G: Show>(position: &G, start: &G, mv: G::Move) -> Preview {
    let mut branches = Branches {
        before: position,
        start,
        mv,
        found: Vec::new(),
        more: false,
    };
    let turn = position.clone().play_unchecked(mv);
    branches.follow(turn, &mut Vec::new(), 1.0);
    let Branches {
        mut found, more, ..
    } = branches;
    found.sort_by(|a, b| b.probability.total_cmp(&a.probability));
    let more = more || found.len() > TOLD;
    found.truncate(TOLD);
    Preview {
        mv: mv.to_string(),
        words: position.foretold(mv),
        outcomes: found,
        more,
    }
}

struct Branches<'a, G: Show> {
    before: &'a G,
    start: &'a G,
    mv: G::Move,
    found: Vec<Branch>,
    more: bool,
}

impl<G: Show> Branches<'_, G> {
    fn follow(&mut self, turn: Turn<G>, answers: &mut Vec<Measured>, probability: f64) {
        match turn {
            Turn::Ready(after) => self.note(&after, answers, probability),
            Turn::Pending(pending) if pending.num_outcomes() > MOST => self.more = true,
            Turn::Pending(pending) => self.branch(&pending, answers, probability),
        }
    }

    fn branch(&mut self, pending: &Pending<G>, answers: &mut Vec<Measured>, probability: f64) {
        for (bits, factor) in pending.outcomes() {
            answers.push(measured(pending, bits, ""));
            let turn = pending.clone().resolve(&bits);
            let turn = turn.expect("an outcome is legal");
            self.follow(turn, answers, probability * factor);
            answers.pop();
        }
    }

    fn note(&mut self, after: &G, answers: &[Measured], probability: f64) {
        let told = G::told(self.before, self.mv, answers, after);
        match self.found.iter_mut().find(|branch| branch.told == told) {
            Some(branch) => branch.probability += probability,
            None => self.found.push(Branch {
                mv: forced(self.mv, answers),
                probability,
                told,
                board: board(after, &after.parts(), self.start),
            }),
        }
    }
}

/// The move with these outcomes behind it.
fn forced(mv: impl Display, answers: &[Measured]) -> String {
    let occupied = answers.iter().map(|answer| answer.occupied.clone());
    let demand = Demand::Occupied(occupied.collect());
    Forced { mv, demand }.to_string()
}
