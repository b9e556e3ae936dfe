use cheqqers_game::{Colour, Outcome};
use cozy_chess::Piece as Kind;

use super::legal::can_move;
use super::position::Position;

/// The outcome of the game, which is decided between turns.
pub(super) fn outcome(position: &Position) -> Option<Outcome> {
    if position.collapsed.is_some() {
        return None;
    }
    if !can_move(position) {
        let winner = position.turn.opponent();
        return Some(if position.is_in_check(position.turn) {
            Outcome::Decisive { winner }
        } else {
            Outcome::Draw
        });
    }
    is_drawn(position).then_some(Outcome::Draw)
}

/// Returns `true` if only kings are left, or a draw is due by the number of turns; never in the middle of a
/// turn.
pub(super) fn is_drawn(position: &Position) -> bool {
    let board = &position.board;
    let kings = board.of_kind(Kind::King);
    let colours = [Colour::White, Colour::Black];
    let only_kings = colours
        .into_iter()
        .all(|colour| board.of(colour).is_subset(kings));
    let limit = position.rules.draw_after;
    let is_over = only_kings || limit.is_some_and(|limit| position.half_move_clock >= limit);
    position.collapsed.is_none() && is_over
}
