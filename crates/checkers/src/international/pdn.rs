use cheqqers_game::Colour;
use serde_json::{Map, Value};

use super::{Level, Position, Rules, side};
use crate::pdn::Draughts;
use crate::{RulesError, Square};

impl Draughts for Position {
    const VARIANT: &'static str = "International quantum draughts";
    const GAME_TYPE: u32 = 20;
    const CLASSICAL: &'static str = "international draughts";
    const FIRST: Colour = Colour::White;
    const SIZE: u64 = 10;
    const OPTIONS: &'static [&'static str] = &["rules", "level", "rows", "draw_after"];

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
        self.chain.map(|chain| chain.square)
    }

    fn captured_square(&self, from: Square, to: Square) -> Option<Square> {
        side::captured_square(&self.board, from, to)
    }
}
