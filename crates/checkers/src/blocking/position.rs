use cheqqers_game::settings::{Preset, Setting, word};
use cheqqers_game::{Ask, Colour, Game, Occupied, Outcome};
use cheqqers_world::{Recording, Slot, World};
use serde_json::{Map, Value};

use super::rules::{PRESETS, SETTINGS};
use super::{Board, FAINT, Move, Place, Refusal, Rules, Stage};
use super::{eval, key, movegen, play, refusal, setup};
use crate::{FenError, Part, PieceId, RulesError, Square};

/// A position of blocking checkers: board, quantum state, whose turn, and the counters of the rules.
#[derive(Clone, Debug)]
pub struct Position {
    pub(super) rules: Rules,
    pub(super) board: Board,
    pub(super) world: World,
    pub(super) turn: Colour,
    /// The square of the certain piece that may go on capturing.
    pub(super) chain: Option<Square>,
    /// Turns since the last capture.
    pub(super) quiet: u32,
    /// Plies played, which number the groups of the circuits.
    pub(super) ply: u32,
    /// The square captured on by the ply that led here.
    pub(super) captured: Option<Square>,
    /// The pieces, by number, whose two parts one quantum move to one target has made, and nothing
    /// but plain steps since.
    pub(super) pairs: u128,
}

impl Position {
    /// The start of a game.
    pub fn initial(rules: Rules) -> Self {
        let board = Board::initial(rules.size(), rules.rows());
        Self::with_board(rules, board, Colour::White)
    }

    /// A start from other places: certain pieces, as in `W:Wc3,Kd4:Bf6`.
    ///
    /// # Errors
    /// When the text is no such position on a board of this size.
    pub fn from_text(rules: Rules, text: &str) -> Result<Self, FenError> {
        let (board, turn) = setup::read(rules.size(), text)?;
        Ok(Self::with_board(rules, board, turn))
    }

    fn with_board(rules: Rules, board: Board, turn: Colour) -> Self {
        Self {
            rules,
            board,
            world: World::new(Recording::On),
            turn,
            chain: None,
            quiet: 0,
            ply: 0,
            captured: None,
            pairs: 0,
        }
    }

    /// The options of the game.
    pub fn rules(&self) -> Rules {
        self.rules
    }

    /// What may stand where.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The square of the piece that may go on capturing, in the middle of a chain.
    pub fn chain(&self) -> Option<Square> {
        self.chain
    }

    /// Probability that the part is there, in 0..=1: exactly 1 for a certain piece, 0 for none.
    pub fn probability(&self, place: Place) -> f64 {
        match self.world.component(place.slot()) {
            Some(component) => component.probability(place.slot()),
            None if self.board.part(place).is_some() => 1.0,
            None => 0.0,
        }
    }

    /// Probability that any piece is on the square, in 0..=1: exactly 0 or 1 when that is certain.
    pub fn occupancy(&self, square: Square) -> f64 {
        let parts = self.board.on(square).iter();
        // A square never holds two pieces at once.
        let sum = parts.map(|&(place, _)| self.probability(place)).sum();
        if sum > 1.0 - FAINT { 1.0 } else { sum }
    }

    /// Whether the part may be elsewhere.
    pub fn is_quantum(&self, place: Place) -> bool {
        self.world.component(place.slot()).is_some()
    }

    /// The other pieces of the component of a part.
    pub(super) fn links(&self, place: Place) -> usize {
        let Some(component) = self.world.component(place.slot()) else {
            return 0;
        };
        let slots = component.unordered_slots().iter();
        let mut pieces: Vec<Option<PieceId>> = slots.map(|&slot| self.piece(slot)).collect();
        pieces.sort_unstable();
        pieces.dedup();
        pieces.len() - 1
    }

    fn piece(&self, slot: Slot) -> Option<PieceId> {
        let part = self.board.part(Place::from_slot(slot));
        part.map(|part| part.piece)
    }

    /// Whether both parts of a piece stem from one quantum move to one target.
    pub(super) fn is_pair(&self, piece: PieceId) -> bool {
        self.pairs >> piece.0 & 1 == 1
    }

    pub(super) fn set_pair(&mut self, piece: PieceId, pair: bool) {
        self.pairs = self.pairs & !(1 << piece.0) | u128::from(pair) << piece.0;
    }

    /// Whether something is played while there is a move: both players have pieces, and no draw is due.
    pub(super) fn goes_on(&self) -> bool {
        let has = |colour| !self.board.of(colour).is_empty();
        has(Colour::White) && has(Colour::Black) && !self.is_drawn()
    }

    /// Whether a draw is due.
    fn is_drawn(&self) -> bool {
        let due = |turns| self.quiet >= turns;
        self.chain.is_none() && self.rules.draw_turns.is_some_and(due)
    }

    /// The part that most likely stands on a square.
    fn likeliest(&self, square: Square) -> Option<Part> {
        let parts = self.board.on(square).iter();
        let likely = parts.map(|&(place, part)| (self.probability(place), part));
        // Among equals the first one.
        let best = likely.reduce(|a, b| if b.0 > a.0 { b } else { a });
        best.map(|(_, part)| part)
    }
}

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
        let position = setup::write(&self.board, self.turn);
        let initial = Board::initial(self.rules.size(), self.rules.rows());
        // What is split has not been so from the start.
        let certain = self.world.components().is_empty();
        if certain && position != setup::write(&initial, Colour::White) {
            header.insert("position".into(), position.into());
        }
        header
    }

    fn turn(&self) -> Colour {
        self.turn
    }

    /// A loss comes before a draw: who has lost the last piece, or can't move, has lost in the turn
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

    fn begin(&mut self, mv: Move) -> Option<Ask<Stage>> {
        play::begin(self, mv)
    }

    fn resume(&mut self, stage: Stage, readings: &[(Slot, bool)]) -> Option<Ask<Stage>> {
        play::resume(self, stage, readings)
    }

    fn world(&self) -> &World {
        &self.world
    }

    fn world_mut(&mut self) -> &mut World {
        &mut self.world
    }

    fn slot_name(&self, slot: Slot) -> String {
        Place::from_slot(slot).to_string()
    }

    fn slot_named(&self, name: &str) -> Option<Slot> {
        let place: Place = name.parse().ok()?;
        place.square.is_on(self.rules.size()).then(|| place.slot())
    }

    fn contents(&self, slots: &[Slot]) -> Vec<String> {
        let piece = |&slot: &Slot| self.piece(slot).map(|piece| piece.0.to_string());
        slots
            .iter()
            .map(|slot| piece(slot).unwrap_or_default())
            .collect()
    }

    fn occupied(&self) -> Vec<Occupied> {
        let squares = self.board.of(Colour::White) | self.board.of(Colour::Black);
        let occupied = |square| {
            Some(Occupied {
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

    fn quiet(&self) -> u32 {
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

    fn deed(before: &Self, mv: Move, after: &Self) -> &'static str {
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

    fn estimate(&self) -> f64 {
        eval::estimate(self)
    }

    fn key(&self) -> Option<u64> {
        Some(key::key(self))
    }
}
