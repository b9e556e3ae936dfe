use cheqqers_game::{Game, GameExt, Outcome, Sameness};

use crate::codes::hash;
use crate::error::SolveError;
use crate::outcomes::each_outcome;

/// Positions after each move and outcome of some positions, by their codes.
#[derive(Debug, Default)]
pub(crate) struct Expansion {
    /// For each position, the outcome for the player to move where the game is over.
    pub(crate) ended: Vec<Option<i8>>,
    /// Number of moves of each position.
    pub(crate) num_moves: Vec<usize>,
    /// Number of outcomes of each move.
    pub(crate) num_outcomes: Vec<usize>,
    /// All outcomes of all moves.
    pub(crate) outcomes: Vec<Successor>,
    /// Codes of the positions after them.
    pub(crate) bytes: Vec<u8>,
}

/// Position after an outcome.
#[derive(Debug)]
pub(crate) struct Successor {
    pub(crate) probability: f64,
    /// The other player is to move.
    pub(crate) passes_turn: bool,
    pub(crate) len: usize,
    pub(crate) hash: u64,
}

impl Expansion {
    /// Expands the positions with these codes, which are those of a game like `game`.
    pub(crate) fn of<'a, G: Game>(
        game: &G,
        sameness: Sameness,
        codes: impl Iterator<Item = &'a [u8]>,
    ) -> Result<Self, SolveError> {
        let mut expansion = Self::default();
        let mut legal = Vec::new();
        for code in codes {
            let position = game.decode(code).ok_or(SolveError::NoCode)?;
            let outcome = position.outcome();
            expansion.ended.push(outcome.map(|outcome| match outcome {
                Outcome::Draw => 0,
                Outcome::Decisive { winner } if winner == position.turn() => 1,
                Outcome::Decisive { .. } => -1,
            }));
            legal.clear();
            if outcome.is_none() {
                position.legal_moves(&mut legal);
            }
            expansion.num_moves.push(legal.len());
            for &mv in &legal {
                let before = expansion.outcomes.len();
                let turn = position.clone().play_unchecked(mv);
                each_outcome(turn, 1.0, &mut |after, probability| {
                    let passes_turn = after.turn() != position.turn();
                    expansion.add(&after, probability, passes_turn, sameness)
                })?;
                let num_outcomes = expansion.outcomes.len() - before;
                expansion.num_outcomes.push(num_outcomes);
            }
        }
        Ok(expansion)
    }

    fn add<G: Game>(
        &mut self,
        after: &G,
        probability: f64,
        passes_turn: bool,
        sameness: Sameness,
    ) -> Result<(), SolveError> {
        let start = self.bytes.len();
        if !after.encode(sameness, &mut self.bytes) {
            return Err(SolveError::NoCode);
        }
        self.outcomes.push(Successor {
            probability,
            passes_turn,
            len: self.bytes.len() - start,
            hash: hash(&self.bytes[start..]),
        });
        Ok(())
    }
}
