use cheqqers_game::network::Network;
use cheqqers_game::settings::Setting;
use cheqqers_game::{
    ActionTable, Colour, Game, MeasurementRequest, OccupiedPlace, Outcome, PairSquare, PlaneLayout,
    Sameness, draw_share,
};
use cheqqers_world::{Slot, World};
use serde_json::{Map, Value};

use super::movegen::count::num_turns;
use super::movegen::{self, LegalMoves};
use super::{Move, Position, Refusal, Rules, Stage};
use super::{actions, code, eval, key, networks, play, refusal, settings};
use crate::actions::cell;
use crate::bitboard::with_bitboard;
use crate::describe;
use crate::features::num_features;
use crate::planes::{self, PLANES, PlaneWriter};
use crate::{Board, RulesError, Square};

impl Game for Position {
    const NAME: &'static str = "cheqqers";
    const RULES: &'static str = "paper-2025";
    const SETTINGS: &'static [Setting] = settings::SETTINGS;

    type Move = Move;
    type Refusal = Refusal;
    type Stage = Stage;
    type SetupError = RulesError;

    fn from_header(header: &Map<String, Value>) -> Result<Self, RulesError> {
        let rules = Rules::from_header(header)?;
        match header.get("position") {
            None => Ok(Self::initial(rules)),
            Some(Value::String(text)) => Ok(Self::from_fen(rules, text)?),
            Some(_) => Err(RulesError::Option {
                key: "position",
                kind: "text",
            }),
        }
    }

    fn header(&self) -> Map<String, Value> {
        let mut header = self.rules.to_header();
        let initial = Board::initial(self.rules.size(), self.rules.rows());
        if self.turn != Colour::White || self.quiet > 0 || !self.board.looks_like(&initial) {
            header.insert("position".into(), self.to_fen().into());
        }
        header
    }

    fn turn(&self) -> Colour {
        self.turn
    }

    fn outcome(&self) -> Option<Outcome> {
        if self.is_drawn() {
            return Some(Outcome::Draw);
        }
        // In a chain there is a capture to go on with.
        let can_move = movegen::can_move(&self.board, self.turn);
        (!can_move).then_some(Outcome::Decisive {
            winner: self.turn.opponent(),
        })
    }

    fn legal_moves(&self, moves: &mut Vec<Move>) {
        if self.is_drawn() {
            return;
        }
        with_bitboard!(&self.board, B => LegalMoves::<B>::of(self).iter().for_each(|mv| moves.push(mv)));
    }

    fn choose_move(&self, choose: impl FnOnce(usize) -> usize) -> Option<Move> {
        if self.is_drawn() {
            return None;
        }
        with_bitboard!(&self.board, B => LegalMoves::<B>::of(self).choose(choose))
    }

    fn num_turns(&self, depth: u32) -> Option<u64> {
        num_turns(self, depth)
    }

    fn static_evaluation(&self) -> f64 {
        eval::evaluate(self)
    }

    fn features(&self, see: impl FnMut(usize, f64)) -> f64 {
        eval::features_of(self, see)
    }

    fn network(&self) -> Option<&'static Network> {
        networks::network(self.rules)
    }

    fn num_features(&self) -> usize {
        num_features(self.rules.size())
    }

    fn actions(&self) -> Option<&'static ActionTable<Move>> {
        Some(actions::actions(self.rules.size()))
    }

    fn plane_layout(&self) -> Option<PlaneLayout> {
        Some(planes::layout(
            "cheqqers-planes-v1",
            &PLANES,
            self.rules.size(),
        ))
    }

    fn planes(&self, see: impl FnMut(usize, f64)) {
        let mut planes = PlaneWriter::new(self.rules.size(), self.turn, see);
        planes.parts(&self.board, |square| self.probability(square));
        let clock = draw_share(self.quiet, self.rules.draw_after());
        planes.board(self.chain, clock, self.board.all());
    }

    fn pair_squares(&self) -> Option<Vec<PairSquare>> {
        let seen = |square: Square| PairSquare {
            slot: square.slot(),
            cell: cell(self.rules.size(), self.turn, square),
            probability: self.probability(square),
            pieces: 1 << self.board.piece(square).0,
        };
        Some(self.board.occupied().into_iter().map(seen).collect())
    }

    fn is_quiescent(&self) -> bool {
        self.is_drawn() || !movegen::can_capture(&self.board, self.turn, self.chain)
    }

    fn key(&self) -> Option<u64> {
        Some(key::key(self))
    }

    fn encode(&self, sameness: Sameness, code: &mut Vec<u8>) -> bool {
        code::encode(self, sameness, code)
    }

    fn decode(&self, code: &[u8]) -> Option<Self> {
        code::decode(self.rules, code)
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
        Square::from_slot(slot).to_string()
    }

    fn slot_named(&self, name: &str) -> Option<Slot> {
        Square::named(name, self.rules.size()).map(Square::slot)
    }

    fn occupied(&self) -> Vec<OccupiedPlace> {
        describe::occupied(&self.board, |square| self.probability(square))
    }

    fn captured(&self) -> Vec<String> {
        self.captured.iter().map(ToString::to_string).collect()
    }

    fn half_move_clock(&self) -> u32 {
        self.quiet
    }

    fn kind(mv: Move) -> &'static str {
        mv.kind()
    }

    fn ply_kind(_: &Self, mv: Move, after: &Self) -> &'static str {
        match mv {
            // Nobody was where it goes.
            Move::Capture { to, .. } if after.board.is_quantum(to) => "entangling capture",
            Move::Capture { to, .. } if !after.board.is_occupied(to) => "pass",
            _ => Self::kind(mv),
        }
    }
}
