use cheqqers_game::Colour;
use cheqqers_world::{Recording, World};

use super::clock::Clock;
use super::count;
use super::labels::Labels;
use super::position::Position;
use super::rules::Rules;
use crate::Board;

impl Position {
    /// The start of a game.
    pub fn initial(rules: Rules) -> Self {
        Self::with_board(
            rules,
            Board::initial(rules.size(), rules.rows()),
            Labels::default(),
            World::new(Recording::On),
            Colour::White,
        )
    }

    pub(super) fn with_board(
        rules: Rules,
        board: Board,
        labels: Labels,
        world: World,
        turn: Colour,
    ) -> Self {
        let mut position = Self {
            rules,
            board,
            labels,
            world,
            turn,
            chain: None,
            clock: Clock::default(),
            ply: 0,
            captured: None,
        };
        count::note(&mut position);
        position
    }
}
