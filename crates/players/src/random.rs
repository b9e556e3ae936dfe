use std::sync::atomic::AtomicBool;

use cheqqers_game::Game;
use rand_chacha::ChaCha8Rng;

use crate::{Forfeit, MoveContext, Player, seed};

/// Chooses every legal move alike.
///
/// Takes one number from its generator for a move; see [`below`](crate::below).
#[derive(Clone, Debug)]
pub struct Random {
    rng: ChaCha8Rng,
}

impl Random {
    /// Draws from this generator.
    pub fn new(rng: ChaCha8Rng) -> Self {
        Self { rng }
    }
}

impl<G: Game> Player<G> for Random {
    fn choose(&mut self, context: &MoveContext<'_, G>) -> Result<G::Move, Forfeit> {
        Ok(context.legal[seed::below(&mut self.rng, context.legal.len())])
    }

    fn play(
        &mut self,
        position: &G,
        _: &mut Vec<G::Move>,
        _: &AtomicBool,
    ) -> Result<Option<G::Move>, Forfeit> {
        Ok(position.choose_move(|len| seed::below(&mut self.rng, len)))
    }
}
