//! Static evaluation of positions.

use cheqqers_game::draw_factor;

use super::Position;
use crate::Rank;
use crate::features::View;
use crate::piece::far_rank;

/// Worth of a king in men.
const KING: f64 = 1.5;
/// Worth that a man gains on its way to the far rank.
const ADVANCE: f64 = 0.15;
/// Weights of the difference in men and of its share of all men.
const WEIGHTS: [f64; 2] = [0.2, 0.5];

/// Calls `see` with the position's [features](crate::features), and returns the draw factor.
pub(super) fn features_of(position: &Position, mut see: impl FnMut(usize, f64)) -> f64 {
    let view = View {
        size: position.rules.size(),
        turn: position.turn,
    };
    for &(place, part) in position.board.parts() {
        let probability = position.probability(place);
        view.part(place.square, part.colour, part.rank, probability, &mut see);
    }
    draw_factor(position.quiet, position.rules.draw_turns)
}

/// Worth of the position for White, in -0.95..=0.95; opposite for exchanged colours.
///
/// Every part counts by its probability, as a king or a man as it would be there. What is ahead
/// counts for more the fewer are left, and for less the nearer a draw is.
///
/// Cost: a pass over the amplitudes of its component for each part.
pub(super) fn evaluate(position: &Position) -> f64 {
    let mut worth = [0.0; 2];
    let size = position.rules.size();
    let far = f64::from(size - 1);
    for &(place, part) in position.board.parts() {
        let home = far_rank(part.colour.opponent(), size);
        let row = f64::from(place.square.rank().abs_diff(home));
        let each = match part.rank {
            Rank::King => KING,
            Rank::Man => 1.0 + ADVANCE * row / far,
        };
        worth[part.colour as usize] += position.probability(place) * each;
    }
    let [white, black] = worth;
    let ahead = white - black;
    let share = ahead / (white + black).max(f64::MIN_POSITIVE);
    let draw_factor = draw_factor(position.quiet, position.rules.draw_turns);
    0.95 * (WEIGHTS[0] * ahead + WEIGHTS[1] * share).tanh() * draw_factor
}
