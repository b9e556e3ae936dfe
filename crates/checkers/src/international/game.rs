use cheqqers_game::network::Network;
use cheqqers_game::settings::{Preset, Setting, word};
use cheqqers_game::{
    ActionTable, Colour, Game, MeasurementRequest, OccupiedPlace, Outcome, PairSquare, PlaneLayout,
    draw_share,
};
use cheqqers_world::{Slot, World};
use serde_json::{Map, Value};

use super::clock::KING_PLIES;
use super::movegen::{self, LegalMoves};
use super::side;
use super::{Move, Position, Refusal, Rules, Stage};
use super::{actions, eval, key, networks, play, refusal, settings};
use crate::actions::cell;
use crate::bitboard::with_bitboard;
use crate::describe;
use crate::features::num_features;
use crate::planes::{self, PLANES, PlaneWriter};
use crate::{Board, RulesError, Square};

/// [`PLANES`], and those of the counters that only this game has.
const ALL_PLANES: [&str; PLANES.len() + 2] = {
    let [a, b, c, d, e, f, g, h] = PLANES;
    let kings = "share of the plies by kings alone to a draw that have passed";
    let endgame = "share of the plies of a lone king to a draw that have passed";
    [a, b, c, d, e, f, g, h, kings, endgame]
};

impl Game for Position {
    const NAME: &'static str = "international";
    const RULES: &'static str = "online-2026";
    const SETTINGS: &'static [Setting] = settings::SETTINGS;
    const PRESETS: &'static [Preset] = settings::PRESETS;

    type Move = Move;
    type Refusal = Refusal;
    type Stage = Stage;
    type SetupError = RulesError;

    fn from_header(header: &Map<String, Value>) -> Result<Self, RulesError> {
        let rules = Rules::from_header(header)?;
        if header.contains_key("position") {
            let text = word::<Self>(header, "position")?;
            Ok(Self::from_fen(rules, text)?)
        } else {
            Ok(Self::initial(rules))
        }
    }

    fn header(&self) -> Map<String, Value> {
        let mut header = self.rules.to_header();
        let initial = Board::initial(self.rules.size(), self.rules.rows());
        if self.turn != Colour::White || !self.board.looks_like(&initial) {
            header.insert("position".into(), self.to_fen().into());
        }
        header
    }

    fn turn(&self) -> Colour {
        self.turn
    }

    fn outcome(&self) -> Option<Outcome> {
        let winner = self.turn.opponent();
        let [own, theirs] = [self.turn, winner].map(|side| self.board.of(side));
        if own.is_empty() {
            return Some(Outcome::Decisive { winner });
        }
        if theirs.is_empty() {
            let winner = self.turn;
            return Some(Outcome::Decisive { winner });
        }
        if self.clock.draw.is_some() {
            return Some(Outcome::Draw);
        }
        (!movegen::can_move(self)).then_some(Outcome::Decisive { winner })
    }

    fn legal_moves(&self, moves: &mut Vec<Move>) {
        if self.can_go_on() {
            with_bitboard!(self.board, B => LegalMoves::<B>::of(self).for_each(|mv| moves.push(mv)));
        }
    }

    fn choose_move(&self, choose: impl FnOnce(usize) -> usize) -> Option<Move> {
        if !self.can_go_on() {
            return None;
        }
        with_bitboard!(self.board, B => LegalMoves::<B>::of(self).choose(choose))
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
            "international-planes-v1",
            &ALL_PLANES,
            self.rules.size(),
        ))
    }

    fn planes(&self, see: impl FnMut(usize, f64)) {
        let mut planes = PlaneWriter::new(self.rules.size(), self.turn, see);
        planes.parts(&self.board, |square| self.probability(square));
        let clock = draw_share(self.clock.half_moves, self.rules.draw_after());
        planes.board(self.chain(), clock, self.board.all());
        planes.constant(
            PLANES.len(),
            draw_share(self.clock.by_kings, Some(KING_PLIES)),
        );
        if let Some((endgame, plies)) = self.clock.endgame {
            planes.constant(PLANES.len() + 1, draw_share(plies, Some(endgame.limit())));
        }
    }

    fn pair_squares(&self) -> Option<Vec<PairSquare>> {
        let seen = |square: Square| PairSquare {
            slot: square.slot(),
            cell: cell(self.rules.size(), self.turn, square),
            probability: self.probability(square),
            pieces: self.numbers(square),
        };
        Some(self.board.occupied().into_iter().map(seen).collect())
    }

    fn is_quiescent(&self) -> bool {
        !self.can_go_on() || !side::can_capture(self)
    }

    fn key(&self) -> Option<u64> {
        Some(key::key(self))
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

    /// Pieces of one side are alike, whatever the labels say.
    fn contents(&self, slots: &[Slot]) -> Vec<String> {
        let white = self.board.of(Colour::White);
        let side = |&slot: &Slot| {
            let is_white = white.contains(Square::from_slot(slot));
            String::from(if is_white { "white" } else { "black" })
        };
        slots.iter().map(side).collect()
    }

    fn occupied(&self) -> Vec<OccupiedPlace> {
        describe::occupied(&self.board, |square| self.probability(square))
    }

    fn captured(&self) -> Vec<String> {
        self.captured.iter().map(ToString::to_string).collect()
    }

    fn half_move_clock(&self) -> u32 {
        self.clock.half_moves
    }

    fn rights(&self) -> String {
        self.counters_in_words()
    }

    fn kind(mv: Move) -> &'static str {
        mv.kind()
    }

    fn ply_kind(before: &Self, mv: Move, after: &Self) -> &'static str {
        let is_refused = || {
            let clock = &before.clock;
            after.clock.half_moves == clock.half_moves && after.clock.by_kings == clock.by_kings
        };
        match mv {
            Move::Capture { .. } if after.captured.is_none() => "failed capture",
            Move::Step { .. } | Move::Split { .. } | Move::Merge { .. } if is_refused() => {
                "refused"
            }
            _ => Self::kind(mv),
        }
    }
}

impl Position {
    /// Returns `true` if the game is not over by pieces or a draw.
    fn can_go_on(&self) -> bool {
        let board = &self.board;
        self.clock.draw.is_none()
            && !board.of(Colour::White).is_empty()
            && !board.of(Colour::Black).is_empty()
    }
}
