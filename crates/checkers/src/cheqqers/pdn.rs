use cheqqers_game::Colour;
use serde_json::{Map, Value};

use super::{Level, Move, Position, Rules};
use crate::pdn::Draughts;
use crate::{RulesError, Square};

impl Draughts for Position {
    const VARIANT: &'static str = "Cheqqers";
    const GAME_TYPE: u32 = 21;
    const CLASSICAL: &'static str = "English draughts";
    const FIRST: Colour = Colour::Black;
    const SIZE: u64 = 8;
    const OPTIONS: &'static [&'static str] =
        &["rules", "level", "rows", "entanglement", "draw_after"];

    fn usual(level: Level, size: u64) -> Result<Map<String, Value>, RulesError> {
        Ok(Rules::new(level).with_size(size)?.to_header())
    }

    fn level(&self) -> Level {
        self.rules.level()
    }

    fn size(&self) -> u8 {
        self.rules.size()
    }

    fn rows(&self) -> u8 {
        self.rules.rows()
    }

    fn chain(&self) -> Option<Square> {
        self.chain
    }

    fn captured_square(&self, from: Square, to: Square) -> Option<Square> {
        from.between(to)
    }

    fn entangles(&self, mv: Move) -> bool {
        let Move::Capture { from, to } = mv else {
            return false;
        };
        let over = self.captured_square(from, to);
        over.is_some_and(|over| self.board.is_quantum(over))
    }
}
