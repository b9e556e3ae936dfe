use cheqqers_game::{Colour, draw_factor};

use super::Position;
use crate::features::View;

/// Worth of a man, of a king and of a man's way to the far rank, set by hand.
const MAN: f64 = 1.0;
const KING: f64 = 1.6;
const ADVANCE: f64 = 0.3;

/// Weights of the difference in men and of its share of all men.
const SUM: f64 = 0.2;
const SHARE: f64 = 1.5;

/// Calls `see` with the position's [features](crate::features), and returns the draw factor.
pub(super) fn features_of(position: &Position, see: impl FnMut(usize, f64)) -> f64 {
    let view = View {
        size: position.board.size(),
        turn: position.turn,
    };
    view.parts(&position.board, |square| position.probability(square), see);
    draw_factor(position.quiet, position.rules.draw_turns)
}

/// Worth of the position for White, in -0.95..=0.95: material weighted by probability, and less the
/// nearer a draw is.
pub(super) fn evaluate(position: &Position) -> f64 {
    let white = material(position, Colour::White);
    let black = material(position, Colour::Black);
    let ahead = white - black;
    let share = ahead / (white + black).max(f64::MIN_POSITIVE);
    let score = SUM * ahead + SHARE * share;
    0.95 * score.tanh() * draw_factor(position.quiet, position.rules.draw_turns)
}

fn material(position: &Position, colour: Colour) -> f64 {
    let board = &position.board;
    let far = board.far_rank(colour);
    let last = f64::from(board.size() - 1);
    let worth = |square| {
        let probability = position.probability(square);
        if board.kings().contains(square) {
            return KING * probability;
        }
        let way = f64::from(far.abs_diff(square.rank())) / last;
        probability * (MAN + ADVANCE * (1.0 - way))
    };
    board.of(colour).into_iter().map(worth).sum()
}

#[cfg(test)]
mod tests {
    use cheqqers_game::{Game, GameExt};

    use super::*;
    use crate::rotation::Rules;

    #[test]
    fn the_start_is_even_and_a_step_is_a_gain() {
        let start = Position::initial(Rules::PHYSICAL);
        assert!(start.static_evaluation().abs() < 1e-12);
        let Ok(cheqqers_game::Turn::Ready(after)) = start.play("c3-d4".parse().unwrap()) else {
            panic!("a step measures nothing");
        };
        assert!(after.static_evaluation() > 0.0 && after.static_evaluation() < 0.2);
    }
}
