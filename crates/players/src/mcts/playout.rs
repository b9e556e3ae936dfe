use std::convert::Infallible;

use cheqqers_game::{Colour, Game, MeasurementRequest, Outcome, Pending, Turn};
use rand::Rng;
use smallvec::SmallVec;

use crate::seed::below;

/// Length of a playout in plies, at most.
///
/// Source: the paper's program, whose playouts count as no win from there on.
const LONGEST: u32 = 100;

/// Bits read by the measurements of a move, in order.
pub(super) type Bits = SmallVec<[u128; 2]>;

/// Plays at random; the position it led to and who won, if anybody has within so many plies.
pub(super) fn playout<G: Game>(mut position: G, rng: &mut impl Rng) -> (G, Option<Colour>) {
    for _ in 0..LONGEST {
        let Some(mv) = position.choose_move(|len| below(rng, len)) else {
            break;
        };
        if let Some(ask) = position.begin(mv) {
            position = measure(position, ask, rng, |_| {});
        }
    }
    let winner = winner(&position);
    (position, winner)
}

/// The winner of a finished game.
pub(super) fn winner<G: Game>(position: &G) -> Option<Colour> {
    match position.outcome() {
        Some(Outcome::Decisive { winner }) => Some(winner),
        Some(Outcome::Draw) | None => None,
    }
}

/// Completes a move with outcomes drawn from the exact state; `seen` is told each.
pub(super) fn measure<G: Game>(
    position: G,
    ask: MeasurementRequest<G::Stage>,
    rng: &mut impl Rng,
    mut seen: impl FnMut(u128),
) -> G {
    let completed = Turn::Pending(Pending::new(position, ask)).finish(|pending| {
        let bits = pending.sample(rng);
        seen(bits.index());
        Ok::<_, Infallible>(bits)
    });
    completed.expect("what the exact state gives is legal")
}
