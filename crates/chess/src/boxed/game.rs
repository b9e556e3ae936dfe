use cheqqers_game::network::Network;
use cheqqers_game::settings::{Preset, Setting, word};
use cheqqers_game::{
    ActionTable, Colour, Game, MeasurementRequest, OccupiedPlace, Outcome, PlaneLayout,
};
use cheqqers_world::{Slot, World};
use cozy_chess::Square;
use serde_json::{Map, Value};

use super::moves::Move;
use super::networks::NETWORK;
use super::play::{self, Stage};
use super::position::{Position, slot};
use super::refusal::{self, Refusal};
use super::rules::Rules;
use super::settings::{PRESETS, SETTINGS};
use super::start::start;
use super::{actions, count, eval, features, key, legal, outcome, planes};
use crate::castling::Castling;
use crate::fen::letter;
use crate::geometry::Geometry;
use crate::settings::OptionError;

impl Game for Position {
    const NAME: &'static str = "box-chess";
    const RULES: &'static str = "varga-2023";
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
        if position != start(self.rules.geometry) {
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
        if !outcome::is_drawn(self) {
            legal::legal_moves(self, moves);
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
        Square::index(usize::from(slot.0)).to_string()
    }

    fn slot_named(&self, name: &str) -> Option<Slot> {
        let square: Square = name.parse().ok()?;
        let squares = self.rules.geometry.squares();
        squares.has(square).then(|| slot(square))
    }

    /// The halves of a pair are parts of one piece.
    fn contents(&self, slots: &[Slot]) -> Vec<String> {
        let content = |&slot: &Slot| {
            let square = Square::index(usize::from(slot.0));
            let half = self.board.half(square);
            half.map_or(square, |half| square.min(half.partner))
                .to_string()
        };
        slots.iter().map(content).collect()
    }

    fn occupied(&self) -> Vec<OccupiedPlace> {
        let occupied = |square: Square| {
            let unit = self.board.expect_unit(square);
            OccupiedPlace {
                place: square.to_string(),
                piece: letter(unit.kind, unit.colour).to_string(),
                probability: self.probability(square),
            }
        };
        self.board.occupied().into_iter().map(occupied).collect()
    }

    fn captured(&self) -> Vec<String> {
        self.captured.iter().map(ToString::to_string).collect()
    }

    fn half_move_clock(&self) -> u32 {
        self.half_move_clock
    }

    /// Rights to castle, and the red halves where Hadamard moves tell them from blue ones; a right to
    /// capture en passant shows among the legal moves.
    fn rights(&self) -> String {
        let mut text = self.castling.to_string();
        if self.rules.has_hadamard() {
            let reds = self.board.pairs();
            text.extend(reds.map(|square| format!(" {square}")));
        }
        text
    }

    fn kind(mv: Move) -> &'static str {
        match mv {
            Move::Step { .. } | Move::Castle(_) => "move",
            Move::Capture { .. } => "capture",
            Move::Split { .. } => "superposition",
            Move::Join { .. } => "entanglement",
            Move::Invert(_) => "inversion",
            Move::PhaseFlip(_) => "Z move",
            Move::Hadamard { .. } => "Hadamard move",
            Move::Tunnel { .. } => "tunnelling",
            Move::Collapse(_) => "remote collapse",
        }
    }

    fn ply_kind(before: &Self, mv: Move, after: &Self) -> &'static str {
        match mv {
            Move::Capture { .. } if after.captured.is_none() => "failed capture",
            Move::Step { from, to, .. } => Castling::ply_kind(before.board.castling(from, to)),
            _ => Self::kind(mv),
        }
    }

    fn choose_move(&self, choose: impl FnOnce(usize) -> usize) -> Option<Move> {
        if outcome::is_drawn(self) {
            return None;
        }
        legal::choose_move(self, choose)
    }

    fn num_turns(&self, depth: u32) -> Option<u64> {
        match depth {
            0 => Some(1),
            1 if outcome::is_drawn(self) => Some(0),
            1 => Some(count::num_turns(self)),
            _ => None,
        }
    }

    fn static_evaluation(&self) -> f64 {
        eval::evaluate(self)
    }

    fn features(&self, see: impl FnMut(usize, f64)) -> f64 {
        features::features(self, see)
    }

    fn network(&self) -> Option<&'static Network> {
        (self.rules.geometry == Geometry::STANDARD).then(|| &*NETWORK)
    }

    fn num_features(&self) -> usize {
        features::FEATURES
    }

    fn actions(&self) -> Option<&'static ActionTable<Move>> {
        actions::table(self.rules)
    }

    fn plane_layout(&self) -> Option<PlaneLayout> {
        Some(planes::layout(self.rules.geometry))
    }

    fn planes(&self, see: impl FnMut(usize, f64)) {
        planes::planes(self, see);
    }

    fn is_quiescent(&self) -> bool {
        eval::is_quiescent(self)
    }

    fn key(&self) -> Option<u64> {
        Some(key::key(self))
    }
}
