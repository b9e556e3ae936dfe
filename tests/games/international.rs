//! International quantum draughts: random games on every board, and circuits that say the same as the
//! state and the rules. The worked examples and counts of the rules are tests of the crate.

mod circuits;
mod games;

use cheqqers_checkers::Level;
use cheqqers_checkers::international::{Position, Rules};

/// The boards that are played most, and an odd one.
const SIZES: [u64; 6] = [4, 5, 6, 7, 8, 10];

fn start(level: Level, size: u64) -> Position {
    Position::initial(Rules::new(level).with_size(size).unwrap())
}
