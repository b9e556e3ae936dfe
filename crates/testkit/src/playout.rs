//! Random games, ply by ply.

use cheqqers_game::record::{Detail, PlyLine};
use cheqqers_game::{Game, GameExt, Measurement, Ply, Turn};
use rand::RngExt;
use rand_chacha::ChaCha8Rng;

use crate::seed;

/// One ply of a game, with the positions before and after it.
#[derive(Clone, Debug)]
pub struct RandomPly<G: Game> {
    /// Counted from 1.
    pub number: u32,
    /// The position it was played in.
    pub before: G,
    /// The move played.
    pub mv: G::Move,
    /// Its measurements, in order.
    pub measured: Vec<Measurement>,
    /// The position it led to.
    pub after: G,
}

impl<G: Game> RandomPly<G> {
    /// The line of a record that tells it.
    pub fn line(&self, detail: Detail) -> PlyLine {
        let ply = Ply {
            mv: self.mv,
            measurements: self.measured.clone(),
        };
        PlyLine::new(self.number, &self.before, &ply, &self.after, detail)
    }
}

/// A game in which moves are drawn evenly, and outcomes from the exact state.
#[derive(Clone, Debug)]
pub struct RandomGame<G: Game> {
    position: G,
    rng: ChaCha8Rng,
    number: u32,
}

/// The plies of the random game of this seed, until it is over.
///
/// A game whose rules know no draw may never be: take as many plies as are wanted.
pub fn random_game<G: Game>(start: G, seed: u64) -> RandomGame<G> {
    RandomGame {
        position: start,
        rng: seed::rng(seed),
        number: 0,
    }
}

impl<G: Game> RandomGame<G> {
    /// The position reached so far.
    pub fn position(&self) -> &G {
        &self.position
    }
}

impl<G: Game> Iterator for RandomGame<G> {
    type Item = RandomPly<G>;

    fn next(&mut self) -> Option<RandomPly<G>> {
        let mut moves = Vec::new();
        self.position.legal_moves(&mut moves);
        if moves.is_empty() {
            return None;
        }
        let mv = moves[self.rng.random_range(0..moves.len())];
        let before = self.position.clone();
        let mut turn = before
            .clone()
            .play(mv)
            .unwrap_or_else(|error| panic!("a legal move was refused: {error}"));
        let mut measured = Vec::new();
        let after = loop {
            let pending = match turn {
                Turn::Ready(position) => break position,
                Turn::Pending(pending) => pending,
            };
            let bits = pending.sample(&mut self.rng);
            measured.push(Measurement::new(&pending, bits, "exact"));
            turn = pending
                .resolve(&bits)
                .unwrap_or_else(|error| panic!("{mv}: bits were drawn and refused: {error}"));
        };
        self.number += 1;
        self.position = after.clone();
        Some(RandomPly {
            number: self.number,
            before,
            mv,
            measured,
            after,
        })
    }
}
