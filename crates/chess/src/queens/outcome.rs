use cheqqers_game::{Colour, Outcome};

use super::position::{Position, TurnStep};

/// The outcome of the game, which is decided between turns.
pub(super) fn outcome(position: &Position) -> Option<Outcome> {
    if position.step != TurnStep::Touch {
        return None;
    }
    let colours = [Colour::White, Colour::Black];
    let mut losers = colours.into_iter();
    if let Some(loser) = losers.find(|&colour| position.board.king(colour).is_none()) {
        let winner = loser.opponent();
        return Some(Outcome::Decisive { winner });
    }
    let is_bare = colours.iter().all(|&colour| position.is_bare(colour));
    let limit = position.rules.draw_after;
    let is_drawn = is_bare || limit.is_some_and(|limit| position.half_move_clock >= limit);
    is_drawn.then_some(Outcome::Draw)
}
