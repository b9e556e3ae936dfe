//! Values of certain wins and losses, which shrink a little the later they come.

use cheqqers_game::{Colour, Outcome};

/// Length of a line in plies, at most.
pub(super) const LONGEST: usize = 100;

/// Loss of a win's value with each ply until it comes.
const DELAY: f32 = 1e-4;

/// Values above this are wins that were found, not estimated ones: certain, or as good as certain
/// where the mean over outcomes comes so near.
pub(super) const PROVEN: f32 = 1.0 - DELAY * LONGEST as f32;

/// A value as the table keeps it: a win or loss that was found counts its plies from the position,
/// which other lines reach sooner or later.
pub(super) fn to_table(value: f32, ply: usize) -> f32 {
    if value.abs() > PROVEN {
        value + value.signum() * DELAY * ply as f32
    } else {
        value
    }
}

/// The same back again, from the root of this line.
pub(super) fn from_table(value: f32, ply: usize) -> f32 {
    if value.abs() > PROVEN {
        value - value.signum() * DELAY * ply as f32
    } else {
        value
    }
}

/// Value of an end of the game for a player; a win is better the sooner it comes.
pub(super) fn worth(outcome: Outcome, player: Colour, ply: usize) -> f32 {
    let win = 1.0 - DELAY * ply as f32;
    match outcome {
        Outcome::Draw => 0.0,
        Outcome::Decisive { winner } if winner == player => win,
        Outcome::Decisive { .. } => -win,
    }
}
