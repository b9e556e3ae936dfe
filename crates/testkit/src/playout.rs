//! Random games, ply by ply.

use cheqqers_circuit::Bitstring;
use cheqqers_game::{Game, Turn};
use cheqqers_world::Slot;
use rand::RngExt;
use rand_chacha::ChaCha8Rng;

use crate::seed;

/// One ply of a game, with the positions before and after it.
#[derive(Clone, Debug)]
pub struct Ply<G: Game> {
    /// From 1.
    pub number: u32,
    /// The position it was played in.
    pub before: G,
    /// The move.
    pub mv: G::Move,
    /// Its measurements, in order.
    pub measured: Vec<Measured>,
    /// The position it led to.
    pub after: G,
}

/// What one measurement read.
#[derive(Clone, PartialEq, Debug)]
pub struct Measured {
    /// The slots measured, in order of the bits.
    pub slots: Vec<Slot>,
    /// Their bits.
    pub bits: Bitstring,
    /// The exact probability the bits had.
    pub probability: f64,
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
    type Item = Ply<G>;

    fn next(&mut self) -> Option<Ply<G>> {
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
            measured.push(Measured {
                slots: pending.slots(),
                bits,
                probability: pending.probability(bits).unwrap_or_default(),
            });
            turn = pending
                .resolve(&bits)
                .unwrap_or_else(|error| panic!("{mv}: bits were drawn and refused: {error}"));
        };
        self.number += 1;
        self.position = after.clone();
        Some(Ply {
            number: self.number,
            before,
            mv,
            measured,
            after,
        })
    }
}
