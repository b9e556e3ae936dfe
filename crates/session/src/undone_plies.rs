use std::collections::HashMap;

use cheqqers_game::notation::write_plies;
use cheqqers_game::{Game, Measurement, Ply};

/// Plies that were taken back.
#[derive(Clone, Debug)]
pub(crate) struct UndonePlies<M> {
    /// Measurements, by the moves before with their outcomes and the move itself.
    known: HashMap<String, Vec<Measurement>>,
    /// Moves that were taken back from here on, the next one last.
    ahead: Vec<M>,
}

impl<M> Default for UndonePlies<M> {
    fn default() -> Self {
        Self {
            known: HashMap::new(),
            ahead: Vec::new(),
        }
    }
}

impl<M: Copy + PartialEq + ToString> UndonePlies<M> {
    /// Takes up the last ply of these from a start.
    pub(crate) fn add<G: Game<Move = M>>(&mut self, start: &G, plies: &[Ply<M>]) {
        let [before @ .., ply] = plies else {
            return;
        };
        if !ply.measurements.is_empty() {
            let key = key(&write_plies(start, before), &ply.mv);
            self.known.insert(key, ply.measurements.clone());
        }
        self.ahead.push(ply.mv);
    }

    /// Measurements of a move after others with their outcomes.
    pub(crate) fn known(&self, before: &str, mv: M) -> Option<&Vec<Measurement>> {
        self.known.get(&key(before, &mv))
    }

    /// Returns `true` if nothing that was taken back had measured.
    pub(crate) fn knows_nothing(&self) -> bool {
        self.known.is_empty()
    }

    /// The move that was taken back from here.
    pub(crate) fn next(&self) -> Option<M> {
        self.ahead.last().copied()
    }

    /// Notes a move that is made.
    pub(crate) fn go_on(&mut self, mv: M) {
        if self.ahead.pop() != Some(mv) {
            self.ahead.clear();
        }
    }
}

/// Key of a move after others with their outcomes.
fn key(before: &str, mv: &impl ToString) -> String {
    before.to_owned() + &mv.to_string()
}
