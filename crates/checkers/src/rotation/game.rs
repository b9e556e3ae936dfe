use cheqqers_game::network::Network;
use cheqqers_game::settings::{Preset, Setting, word};
use cheqqers_game::{
    ActionTable, Colour, Game, MeasurementRequest, OccupiedPlace, Outcome, PlaneLayout, draw_share,
};
use cheqqers_world::{Slot, World};
use serde_json::{Map, Value};

use super::{Move, Position, Rules, Stage, Wipeout};
use super::{actions, eval, key, movegen, networks, play, refusal, settings, setup};
use crate::describe;
use crate::features::num_features;
use crate::planes::{self, PLANES, PlaneWriter};
use crate::{CommonRefusal, RulesError, Square};

impl Game for Position {
    const NAME: &'static str = "rotation";
    const RULES: &'static str = "quantum-checkers-manual";
    const SETTINGS: &'static [Setting] = settings::SETTINGS;
    const PRESETS: &'static [Preset] = settings::PRESETS;

    type Move = Move;
    type Refusal = CommonRefusal;
    type Stage = Stage;
    type SetupError = RulesError;

    fn from_header(header: &Map<String, Value>) -> Result<Self, RulesError> {
        let rules = Rules::from_header(header)?;
        if header.contains_key("position") {
            Ok(setup::read(rules, word::<Self>(header, "position")?)?)
        } else {
            Ok(Self::initial(rules))
        }
    }

    fn header(&self) -> Map<String, Value> {
        let mut header = self.rules.to_header();
        let position = setup::write(self);
        if position != setup::write(&Self::initial(self.rules)) {
            header.insert("position".into(), position.into());
        }
        header
    }

    fn turn(&self) -> Colour {
        self.turn
    }

    fn outcome(&self) -> Option<Outcome> {
        let opponent = self.turn.opponent();
        let wins = |winner| Some(Outcome::Decisive { winner });
        let [own, theirs] = [self.turn, opponent].map(|colour| self.board.of(colour));
        match (own.is_empty(), theirs.is_empty()) {
            (true, true) => match self.rules.wipeout {
                Wipeout::Draw => Some(Outcome::Draw),
                // The turn has passed.
                Wipeout::Capturer => wins(opponent),
            },
            (true, false) => wins(opponent),
            (false, true) => wins(self.turn),
            (false, false) if movegen::moves(self).next().is_none() => wins(opponent),
            (false, false) => self.is_drawn().then_some(Outcome::Draw),
        }
    }

    fn legal_moves(&self, moves: &mut Vec<Move>) {
        if self.has_both() && !self.is_drawn() {
            moves.extend(movegen::moves(self));
        }
    }

    fn choose_move(&self, choose: impl FnOnce(usize) -> usize) -> Option<Move> {
        if !self.has_both() || self.is_drawn() {
            return None;
        }
        let legal = movegen::moves(self).count();
        (legal > 0)
            .then(|| movegen::moves(self).nth(choose(legal)))
            .flatten()
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
        num_features(self.board.size())
    }

    fn actions(&self) -> Option<&'static ActionTable<Move>> {
        Some(actions::actions(self.board.size()))
    }

    fn plane_layout(&self) -> Option<PlaneLayout> {
        Some(planes::layout(
            "rotation-planes-v1",
            &PLANES,
            self.board.size(),
        ))
    }

    fn planes(&self, see: impl FnMut(usize, f64)) {
        let mut planes = PlaneWriter::new(self.board.size(), self.turn, see);
        planes.parts(&self.board, |square| self.probability(square));
        let clock = draw_share(self.quiet, self.rules.draw_turns);
        planes.board(None, clock, self.board.all());
    }

    fn key(&self) -> Option<u64> {
        Some(key::key(self))
    }

    fn check(&self, mv: Move) -> Result<(), CommonRefusal> {
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
        match mv {
            Move::Step { .. } => "step",
            Move::Capture { .. } => "capture",
        }
    }

    fn ply_kind(_: &Self, mv: Move, after: &Self) -> &'static str {
        match mv {
            Move::Capture { .. } if after.captured.is_none() => "failed capture",
            _ => Self::kind(mv),
        }
    }
}
