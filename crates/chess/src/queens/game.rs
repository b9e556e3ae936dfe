use cheqqers_game::settings::{Preset, Setting, word};
use cheqqers_game::{
    ActionTable, Colour, Game, MeasurementRequest, OccupiedPlace, Outcome, PlaneLayout,
};
use cheqqers_world::{Slot, World};
use cozy_chess::Square;
use serde_json::{Map, Value};

use super::moves::Move;
use super::play::{self, Stage};
use super::pool::DRAW_NAMES;
use super::position::{Position, TurnStep};
use super::refusal::{self, Refusal};
use super::rules::Rules;
use super::settings::{PRESETS, SETTINGS};
use super::{actions, count, features, key, movegen, outcome, planes};
use crate::castling::Castling;
use crate::settings::OptionError;

impl Game for Position {
    const NAME: &'static str = "queens-chess";
    const RULES: &'static str = "queens-2010";
    const SETTINGS: &'static [Setting] = SETTINGS;
    const PRESETS: &'static [Preset] = PRESETS;

    type Move = Move;
    type Refusal = Refusal;
    type Stage = Stage;
    type SetupError = OptionError;

    fn from_header(header: &Map<String, Value>) -> Result<Self, OptionError> {
        let rules = Rules::from_header(header)?;
        if header.contains_key("position") {
            Ok(Self::from_text(rules, word::<Self>(header, "position")?)?)
        } else {
            Ok(Self::initial(rules))
        }
    }

    fn header(&self) -> Map<String, Value> {
        let mut header = self.rules.to_header();
        let position = self.to_text();
        if position != Self::initial(self.rules).to_text() {
            header.insert("position".into(), position.into());
        }
        header
    }

    fn canonical(&self, mv: Move) -> Move {
        let Move::Castle(side) = mv else {
            return mv;
        };
        let of_move = |from, to| self.board.castling(from, to);
        match Castling::king_move(self.turn, side, of_move) {
            None => mv,
            Some([from, to]) => Move::Step {
                from,
                to,
                promotion: None,
            },
        }
    }

    fn turn(&self) -> Colour {
        self.turn
    }

    fn outcome(&self) -> Option<Outcome> {
        outcome::outcome(self)
    }

    fn legal_moves(&self, moves: &mut Vec<Move>) {
        if self.outcome().is_none() {
            movegen::legal_moves(self, moves);
        }
    }

    fn check(&self, mv: Move) -> Result<(), Refusal> {
        refusal::check(self, mv)
    }

    fn begin(&mut self, mv: Move) -> Option<MeasurementRequest<Stage>> {
        play::begin(self, mv)
    }

    fn resume(
        &mut self,
        stage: Stage,
        readings: &[(Slot, bool)],
    ) -> Option<MeasurementRequest<Stage>> {
        play::resume(self, stage, readings)
    }

    fn world(&self) -> &World {
        &self.world
    }

    fn world_mut(&mut self) -> &mut World {
        &mut self.world
    }

    fn slot_name(&self, slot: Slot) -> String {
        let number = usize::from(slot.0);
        match Square::try_index(number) {
            Some(square) => square.to_string(),
            None => DRAW_NAMES[number - Square::NUM].to_owned(),
        }
    }

    fn slot_named(&self, name: &str) -> Option<Slot> {
        let square = name.parse().map(|square: Square| square as usize);
        let draw = || DRAW_NAMES.iter().position(|&known| known == name);
        let number = square.ok().or_else(|| Some(Square::NUM + draw()?))?;
        u16::try_from(number).ok().map(Slot)
    }

    /// The slots of a draw are parts of one thing.
    fn contents(&self, slots: &[Slot]) -> Vec<String> {
        let content = |&slot: &Slot| match usize::from(slot.0) {
            Square::NUM.. => "draw".to_owned(),
            _ => self.slot_name(slot),
        };
        slots.iter().map(content).collect()
    }

    fn occupied(&self) -> Vec<OccupiedPlace> {
        let occupied = |square: Square| OccupiedPlace {
            place: square.to_string(),
            piece: self.board.expect_piece(square).to_string(),
            probability: 1.0,
        };
        self.board.occupied().into_iter().map(occupied).collect()
    }

    fn captured(&self) -> Vec<String> {
        self.captured.iter().map(ToString::to_string).collect()
    }

    fn half_move_clock(&self) -> u32 {
        self.half_move_clock
    }

    /// Rights to castle and to capture en passant, which a quantum pawn may get by a touch, and pools.
    fn rights(&self) -> String {
        let skipped = self.en_passant.map(|right| right.skipped);
        let skipped = skipped.filter(|&skipped| movegen::may_take_en_passant(self, skipped));
        let skipped = skipped.map_or_else(|| "-".to_owned(), |square| square.to_string());
        format!("{} {skipped} {}", self.castling, self.pools_text())
    }

    fn kind(mv: Move) -> &'static str {
        match mv {
            Move::Touch(_) => "touch",
            Move::Step { .. } | Move::Castle(_) => "move",
            Move::Capture { .. } => "capture",
            Move::Promote { .. } => "promotion",
            Move::Deal => "deal",
            Move::Pass => "pass",
        }
    }

    fn ply_kind(before: &Self, mv: Move, after: &Self) -> &'static str {
        match mv {
            Move::Touch(_) if after.turn != before.turn => "lost turn",
            Move::Step { from, to, .. } => Castling::ply_kind(before.board.castling(from, to)),
            _ => Self::kind(mv),
        }
    }

    fn num_turns(&self, depth: u32) -> Option<u64> {
        match (depth, self.outcome()) {
            (0, _) => Some(1),
            (_, Some(_)) => Some(0),
            (1, None) => count::num_turns(self),
            _ => None,
        }
    }

    fn static_evaluation(&self) -> f64 {
        super::eval::evaluate(self)
    }

    fn features(&self, see: impl FnMut(usize, f64)) -> f64 {
        features::features(self, see)
    }

    fn num_features(&self) -> usize {
        features::FEATURES
    }

    fn actions(&self) -> Option<&'static ActionTable<Move>> {
        Some(&actions::TABLE)
    }

    fn plane_layout(&self) -> Option<PlaneLayout> {
        Some(planes::LAYOUT)
    }

    fn planes(&self, see: impl FnMut(usize, f64)) {
        planes::planes(self, see);
    }

    fn is_quiescent(&self) -> bool {
        super::eval::is_quiescent(self)
    }

    fn key(&self) -> Option<u64> {
        // No two deals lead to one position.
        (self.step != TurnStep::Deal).then(|| key::key(self))
    }
}
