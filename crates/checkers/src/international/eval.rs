//! Static evaluation of positions.

use cheqqers_game::{Colour, draw_factor};

use super::Position;
use crate::features::View;
use crate::piece::far_rank;

/// Number of features.
pub const FEATURES: usize = 6;

/// The weight of each of the [`features`].
///
/// Fitted by least squares to the results (1, 0 or -1) of 1,600 games between experts of 600 nodes a
/// move: 600 at level 3 and 250 at each other level on 8 x 8, 250 at level 3 on 10 x 10; 49,132 positions in
/// which nothing had to be captured. Rounded; the number of squares to step to came out near zero
/// and was dropped. Against weights set by hand it took 58 % of the points of 200 games on 8 x 8 and
/// 66 % of 80 on 10 x 10, level 3, at 1,000 nodes a move.
pub const WEIGHTS: [f64; FEATURES] = [0.12, 0.4, 0.9, 0.14, 0.15, 0.01];

/// Worth of a flying king in men.
const KING: f64 = 3.0;

/// Features of the static evaluation. Each is White's minus Black's, every square weighted by its
/// probability:
///
/// 0. men
/// 1. kings
/// 2. men and kings over how many both have together: what is ahead counts for more the fewer are
///    left
/// 3. how far men have come, from 0 on their first row to 1 on the last
/// 4. men on their first row, which keep the other side from being crowned
/// 5. men near the middle files, from where both diagonals are open
///
/// Cost: a pass over the amplitudes for each quantum square.
pub fn features(position: &Position) -> [f64; FEATURES] {
    let white = Side::of(position, Colour::White);
    let black = Side::of(position, Colour::Black);
    let worth = |side: &Side| side.men + KING * side.kings;
    let (white_worth, black_worth) = (worth(&white), worth(&black));
    [
        white.men - black.men,
        white.kings - black.kings,
        (white_worth - black_worth) / (white_worth + black_worth).max(f64::MIN_POSITIVE),
        white.advance - black.advance,
        white.home - black.home,
        white.middle - black.middle,
    ]
}

/// Calls `see` with the position's [features](crate::features), and returns the draw factor.
pub(super) fn features_of(position: &Position, see: impl FnMut(usize, f64)) -> f64 {
    let view = View {
        size: position.board.size(),
        turn: position.turn,
    };
    view.parts(&position.board, |square| position.probability(square), see);
    draw_factor(position.clock.half_moves, position.rules.draw_after())
}

/// Worth of the position for White, in -0.95..=0.95.
pub(super) fn evaluate(position: &Position) -> f64 {
    let features = features(position);
    let score: f64 = features.iter().zip(WEIGHTS).map(|(f, w)| f * w).sum();
    0.95 * score.tanh() * draw_factor(position.clock.half_moves, position.rules.draw_after())
}

/// Features of one player.
struct Side {
    men: f64,
    kings: f64,
    advance: f64,
    home: f64,
    middle: f64,
}

impl Side {
    fn of(position: &Position, colour: Colour) -> Self {
        let board = &position.board;
        let size = board.size();
        let mut side = Self {
            men: 0.0,
            kings: 0.0,
            advance: 0.0,
            home: 0.0,
            middle: 0.0,
        };
        let far = f64::from(size - 1);
        let home = far_rank(colour.opponent(), size);
        for square in board.of(colour) {
            let p = position.probability(square);
            if board.kings().contains(square) {
                side.kings += p;
                continue;
            }
            let row = square.rank().abs_diff(home);
            let from_edge = square.file().min(size - 1 - square.file());
            side.men += p;
            side.advance += p * f64::from(row) / far;
            side.middle += p * f64::from(from_edge);
            if row == 0 {
                side.home += p;
            }
        }
        side
    }
}
