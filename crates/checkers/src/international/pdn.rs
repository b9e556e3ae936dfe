use cheqqers_game::{Colour, Game, Ply};
use serde_json::{Map, Value};

use super::{Level, Move, Position, Rules, side, transition};
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

    /// Compares with the authors' browser client of 2026.
    fn difference(before: &Self, ply: &Ply<Move>, after: &Self) -> Option<&'static str> {
        let mv = ply.mv;
        let is_left = mv.sources().any(|from| after.board.is_occupied(from));
        let opposing = before.board.of(before.turn.opponent());
        let is_single = before.rules.level() == Level::Superposition;
        let is_refused = Self::ply_kind(before, mv, after) == "refused";
        let finds = |square: Square| {
            let mut all = ply.measurements.iter();
            all.any(|one| one.reading(square.slot()) == Some(true))
        };
        match mv {
            Move::Capture { to, .. } if !is_single && finds(to) => Some(
                "the landing square was occupied: nothing moves; on the authors' page pieces are lost or change sides",
            ),
            Move::Capture { .. } => None,
            Move::Split { to, .. } if is_single && is_refused && !to.into_iter().any(finds) => {
                Some(
                    "one target was empty, so that the other was occupied: nothing moves; on the authors' page the piece on it changes sides",
                )
            }
            _ if is_single => None,
            _ if mv.targets().any(|to| opposing.contains(to)) => Some(
                "a square of the opponent was measured; on the authors' page the piece on it changes sides",
            ),
            _ if transition::meets_target(before, mv) => Some(
                "parts of one piece change places or mix; on the authors' page their amplitudes add up to more than 1",
            ),
            Move::Merge { .. } if is_left => Some(
                "what is left stays one piece; on the authors' page it becomes two that belong to nobody",
            ),
            _ if is_left => {
                Some("what stays behind keeps its owner; on the authors' page it belongs to nobody")
            }
            _ => None,
        }
    }
}
