use cheqqers_game::network::Network;
use cheqqers_game::settings::{Preset, Setting, word};
use cheqqers_game::{
    ActionTable, Colour, Game, MeasurementRequest, OccupiedPlace, Outcome, PlaneLayout, draw_share,
};
use cheqqers_world::{Slot, World};
use serde_json::{Map, Value};

use super::settings::{PRESETS, SETTINGS};
use super::{LayeredBoard, LayeredSquare, Move, Position, Refusal, Rules, Stage};
use super::{actions, eval, key, movegen, networks, play, refusal, setup};
use crate::actions::squares;
use crate::features::num_features;
use crate::planes::{self, PLANES, PlaneWriter};
use crate::{Rank, RulesError, Square};

impl Game for Position {
    const NAME: &'static str = "blocking";
    const RULES: &'static str = "qsqi-2021";
    const SETTINGS: &'static [Setting] = SETTINGS;
    const PRESETS: &'static [Preset] = PRESETS;

    type Move = Move;
    type Refusal = Refusal;
    type Stage = Stage;
    type SetupError = RulesError;

    fn from_header(header: &Map<String, Value>) -> Result<Self, RulesError> {
        let rules = Rules::from_header(header)?;
        if header.contains_key("position") {
            Ok(Self::from_text(rules, word::<Self>(header, "position")?)?)
        } else {
            Ok(Self::initial(rules))
        }
    }

    fn header(&self) -> Map<String, Value> {
        let mut header = self.rules.to_header();
        let draw_turns = self.rules.draw_turns;
        let position = setup::write(&self.board, self.turn, self.quiet, draw_turns);
        let initial = LayeredBoard::initial(self.rules.size(), self.rules.rows());
        // What is split has not been so from the start.
        let certain = self.world.components().is_empty();
        if certain && position != setup::write(&initial, Colour::White, 0, draw_turns) {
            header.insert("position".into(), position.into());
        }
        header
    }

    fn turn(&self) -> Colour {
        self.turn
    }

    /// A loss comes before a draw: a side that has lost its last piece, or can't move, has lost in the turn
    /// that would have made a draw too.
    fn outcome(&self) -> Option<Outcome> {
        let opponent = self.turn.opponent();
        let wins = |winner| Some(Outcome::Decisive { winner });
        // Who has no piece has no move.
        if !movegen::can_move(self) {
            wins(opponent)
        } else if self.board.of(opponent).is_empty() {
            wins(self.turn)
        } else {
            self.is_drawn().then_some(Outcome::Draw)
        }
    }

    fn legal_moves(&self, moves: &mut Vec<Move>) {
        if self.goes_on() {
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
        LayeredSquare::from_slot(slot).to_string()
    }

    fn slot_named(&self, name: &str) -> Option<Slot> {
        let place: LayeredSquare = name.parse().ok()?;
        place.square.is_on(self.rules.size()).then(|| place.slot())
    }

    fn contents(&self, slots: &[Slot]) -> Vec<String> {
        let piece = |&slot: &Slot| self.piece(slot).map(|piece| piece.0.to_string());
        slots
            .iter()
            .map(|slot| piece(slot).unwrap_or_default())
            .collect()
    }

    fn occupied(&self) -> Vec<OccupiedPlace> {
        let squares = self.board.of(Colour::White) | self.board.of(Colour::Black);
        let occupied = |square| {
            Some(OccupiedPlace {
                place: Square::to_string(&square),
                piece: self.likeliest(square)?.to_string(),
                probability: self.occupancy(square),
            })
        };
        squares.into_iter().filter_map(occupied).collect()
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
            Move::Split { .. } | Move::Half { .. } => "quantum move",
            Move::Capture { .. } => "capture",
            Move::Pass => "end of a chain",
        }
    }

    fn ply_kind(before: &Self, mv: Move, after: &Self) -> &'static str {
        match mv {
            Move::Step { from, .. } if after.board.part(from).is_some() => "blocked step",
            Move::Capture { from, to } if after.captured.is_none() => {
                let over = from.square.between(to);
                let walked = over.is_some_and(|over| {
                    !after.board.of(before.turn.opponent()).contains(over)
                        && after.board.of(before.turn).contains(over)
                });
                if walked { "step" } else { "pass" }
            }
            _ => Self::kind(mv),
        }
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
        Some(actions::actions(self.board.size()))
    }

    fn plane_layout(&self) -> Option<PlaneLayout> {
        Some(planes::layout(
            "blocking-planes-v1",
            &PLANES,
            self.board.size(),
        ))
    }

    fn planes(&self, see: impl FnMut(usize, f64)) {
        let mut planes = PlaneWriter::new(self.board.size(), self.turn, see);
        let clock = draw_share(self.quiet, self.rules.draw_turns);
        planes.board(self.chain, clock, squares(self.board.size()));
        let parts = self.board.parts();
        for of_square in parts.chunk_by(|a, b| a.0.square == b.0.square) {
            let mut quantum = false;
            for rank in [Rank::Man, Rank::King] {
                let alike = of_square.iter().filter(|(_, part)| part.rank == rank);
                let probability: f64 = alike.map(|&(place, _)| self.probability(place)).sum();
                let (place, part) = of_square[0];
                if probability > 0.0 {
                    planes.part(place.square, part.colour, rank, probability.min(1.0));
                }
                quantum |= probability > 0.0 && self.world.component(place.slot()).is_some();
            }
            if quantum {
                planes.quantum(of_square[0].0.square);
            }
        }
    }

    fn key(&self) -> Option<u64> {
        Some(key::key(self))
    }
}
