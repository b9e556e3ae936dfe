//! Static evaluation of positions.

use cheqqers_game::{Colour, draw_factor};

use super::movegen;
use crate::features::View;
use crate::piece::far_rank;
use crate::{Position, Square};

/// Number of features.
pub const FEATURES: usize = 7;

/// The weight of each of the [`features`].
///
/// Fitted by least squares to the results (1, 0 or -1) of 1,000 games between experts of 600 nodes a
/// move, 250 at each level on 8 x 8, begun by 8 random plies: 80,653 positions in which nothing had
/// to be captured. Rounded; features that came out near zero were dropped. Against weights set by hand
/// it took 67 % of the points of 600 games at 1,000 nodes a move.
pub const WEIGHTS: [f64; FEATURES] = [0.2, 0.32, 0.1, 0.07, 0.04, 0.003, 0.5];

/// Features of the static evaluation. Each but the last is White's minus Black's, every part weighted
/// by its probability:
///
/// 0. men
/// 1. kings
/// 2. men and kings over how many both have together: what is ahead counts for more the fewer are
///    left
/// 3. how far men have come, from 0 on their first row to 1 on the last
/// 4. men on their first row, which keep the other side from being crowned
/// 5. squares to step to
/// 6. the third, times how near the kings of who is ahead are to the other's parts where few are
///    left, in 0..=1
///
/// Cost: a pass over the amplitudes for each quantum square.
pub fn features(position: &Position) -> [f64; FEATURES] {
    let white = Side::of(position, Colour::White);
    let black = Side::of(position, Colour::Black);
    let worth = |side: &Side| side.men + 1.5 * side.kings;
    let (ours, theirs) = (worth(&white), worth(&black));
    let share = (ours - theirs) / (ours + theirs).max(f64::MIN_POSITIVE);
    let hunter = if share > 0.0 {
        Colour::White
    } else {
        Colour::Black
    };
    [
        white.men - black.men,
        white.kings - black.kings,
        share,
        white.advance - black.advance,
        white.home - black.home,
        white.mobility - black.mobility,
        share * nearness(position, hunter),
    ]
}

/// The most squares with parts on a board that counts as one with few pieces.
const FEW: u32 = 8;

/// Mean nearness of a player's kings to the other's parts, in 0..=1; 0 where more than [`FEW`]
/// squares hold parts.
fn nearness(position: &Position, hunter: Colour) -> f64 {
    let board = &position.board;
    if board.occupied().len() > FEW {
        return 0.0;
    }
    let kings = board.of(hunter) & board.kings();
    let hunted = board.of(hunter.opponent());
    let distance = |a: Square, b: Square| {
        let files = a.file().abs_diff(b.file());
        files.max(a.rank().abs_diff(b.rank()))
    };
    let nearest = |king: Square| hunted.into_iter().map(|other| distance(king, other)).min();
    let sum: u32 = kings.into_iter().filter_map(nearest).map(u32::from).sum();
    let mean = f64::from(sum) / f64::from(kings.len().max(1));
    if kings.is_empty() {
        0.0
    } else {
        1.0 - mean / f64::from(board.size())
    }
}

/// Calls `see` with the position's [features](crate::features), and returns the draw factor.
pub(super) fn features_of(position: &Position, see: impl FnMut(usize, f64)) -> f64 {
    let view = View {
        size: position.board.size(),
        turn: position.turn,
    };
    view.parts(&position.board, |square| position.probability(square), see);
    draw_factor(position.quiet, position.rules.draw_after())
}

/// Worth of the position for White, in -0.95..=0.95.
pub(crate) fn evaluate(position: &Position) -> f64 {
    let score: f64 = features(position)
        .iter()
        .zip(WEIGHTS)
        .map(|(f, w)| f * w)
        .sum();
    0.95 * score.tanh() * draw_factor(position.quiet, position.rules.draw_after())
}

/// Features of one player.
struct Side {
    men: f64,
    kings: f64,
    advance: f64,
    home: f64,
    mobility: f64,
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
            mobility: movegen::num_steps(board, colour) as f64,
        };
        let far = f64::from(size - 1);
        let home = far_rank(colour.opponent(), size);
        for square in board.of(colour) {
            let p = position.probability(square);
            let row = square.rank().abs_diff(home);
            if board.kings().contains(square) {
                side.kings += p;
            } else {
                side.men += p;
                side.advance += p * f64::from(row) / far;
                if row == 0 {
                    side.home += p;
                }
            }
        }
        side
    }
}
