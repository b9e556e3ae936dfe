use cheqqers_game::settings::Setting;
use cheqqers_game::{Ask, Colour, Game, Occupied, Outcome};
use cheqqers_world::{Recording, Slot, World};
use serde_json::{Map, Value};

use super::movegen::{self, LegalMoves};
use super::{Entanglement, Level, Move, Refusal, Rules, RulesError};
use super::{eval, play, refusal, rules};
use crate::word::in_word;
use crate::{Board, PieceId, Square, Squares, fen, key};

/// A position of Cheqqers: board, quantum state, whose turn, and the counters of the rules.
#[derive(Debug)]
pub struct Position {
    pub(crate) rules: Rules,
    pub(crate) board: Board,
    pub(crate) world: World,
    pub(crate) turn: Colour,
    /// The part that must go on capturing.
    pub(crate) chain: Option<Square>,
    /// Plies since the last capture.
    pub(crate) quiet: u32,
    /// Plies played, which number the groups of the circuits.
    pub(crate) ply: u32,
    /// The square captured for certain by the ply that led here.
    pub(crate) captured: Option<Square>,
    /// For each piece that entangling captures left without a square, whose capture is found when
    /// its component is measured: the piece that captured its last part. `unlimited` only.
    pub(crate) last_captors: Vec<PieceId>,
}

impl Position {
    /// The start of a game.
    pub fn initial(rules: Rules) -> Self {
        Self::with_board(
            rules,
            Board::initial(rules.size(), rules.rows()),
            World::new(Recording::On),
            Colour::White,
        )
    }

    /// The position that a FEN describes; see [`Self::to_fen`].
    ///
    /// # Errors
    /// When the text is no FEN, or not of a position that the rules allow.
    pub fn from_fen(rules: Rules, text: &str) -> Result<Self, fen::FenError> {
        fen::read(rules, text)
    }

    /// The position as a draughts FEN: numbered squares, `K` before kings, `~` before quantum
    /// squares, and a block of amplitudes for each component.
    ///
    /// Neither the counter of quiet plies nor a chain under way is part of it.
    pub fn to_fen(&self) -> String {
        fen::write(self)
    }

    pub(crate) fn with_board(rules: Rules, board: Board, world: World, turn: Colour) -> Self {
        Self {
            rules,
            board,
            world,
            turn,
            chain: None,
            quiet: 0,
            ply: 0,
            captured: None,
            last_captors: Vec::new(),
        }
    }

    /// The options of the game.
    pub fn rules(&self) -> Rules {
        self.rules
    }

    /// What stands, or may stand, where.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The part that must go on capturing, in the middle of a chain.
    pub fn chain(&self) -> Option<Square> {
        self.chain
    }

    /// Plies played since the start.
    pub fn plies(&self) -> u32 {
        self.ply
    }

    /// Probability that the square is occupied, in 0..=1; exactly 0 or 1 when that is certain.
    pub fn probability(&self, square: Square) -> f64 {
        if self.board.is_quantum(square) {
            self.world
                .component(square.slot())
                .map_or(0.0, |component| component.probability(square.slot()))
        } else if self.board.is_occupied(square) {
            1.0
        } else {
            0.0
        }
    }

    /// The squares that share a component with a quantum square, itself included, ascending.
    pub fn component_squares(&self, square: Square) -> Vec<Square> {
        self.world
            .component(square.slot())
            .map_or_else(Vec::new, |component| {
                component
                    .slots()
                    .into_iter()
                    .map(Square::from_slot)
                    .collect()
            })
    }

    /// Whether the component of a quantum square holds parts of another piece too.
    pub fn is_entangled(&self, square: Square) -> bool {
        self.world
            .component(square.slot())
            .is_some_and(|component| {
                component
                    .unordered_slots()
                    .iter()
                    .any(|&slot| self.piece_of(slot) != self.board.piece(square))
            })
    }

    /// Whether a certain piece that captures the quantum part on `captured` entangles with it,
    /// rather than having it measured.
    pub(crate) fn entangles(&self, captured: Square) -> bool {
        // arXiv:2506.05962, level 2: a classical capturer of an unentangled part entangles.
        self.rules.level() >= Level::Entanglement
            && (self.rules.entanglement() == Entanglement::Unlimited
                || !self.is_entangled(captured))
    }

    /// Whether a draw is due before the next ply.
    pub(crate) fn is_drawn(&self) -> bool {
        self.rules
            .draw_after()
            .is_some_and(|plies| self.quiet >= plies)
    }

    /// Whether a draw may be due before one of so many turns, the next one being the first.
    pub(crate) fn may_be_drawn_within(&self, turns: u32) -> bool {
        self.rules
            .draw_after()
            .is_some_and(|plies| self.quiet.saturating_add(turns) > plies)
    }

    /// The squares whose component has room for more amplitudes: all of them, but for games that
    /// were made to blow up.
    pub(crate) fn can_branch(&self) -> Squares {
        let mut all = !Squares::EMPTY;
        for component in self.world.components() {
            if !component.has_room() {
                for &slot in component.unordered_slots() {
                    all.remove(Square::from_slot(slot));
                }
            }
        }
        all
    }

    fn piece_of(&self, slot: Slot) -> PieceId {
        self.board.piece(Square::from_slot(slot))
    }
}

impl Clone for Position {
    fn clone(&self) -> Self {
        Self {
            board: self.board.clone(),
            world: self.world.clone(),
            last_captors: self.last_captors.clone(),
            ..*self
        }
    }

    /// Takes over the memory of `self`.
    fn clone_from(&mut self, other: &Self) {
        let Self {
            rules,
            board,
            world,
            turn,
            chain,
            quiet,
            ply,
            captured,
            last_captors,
        } = self;
        *rules = other.rules;
        board.clone_from(&other.board);
        world.clone_from(&other.world);
        *turn = other.turn;
        *chain = other.chain;
        *quiet = other.quiet;
        *ply = other.ply;
        *captured = other.captured;
        // Mostly there is none on either side: worth a test.
        if !(last_captors.is_empty() && other.last_captors.is_empty()) {
            last_captors.clone_from(&other.last_captors);
        }
    }
}

impl Game for Position {
    const NAME: &'static str = "cheqqers";
    const RULES: &'static str = "paper-2025";
    const SETTINGS: &'static [Setting] = rules::SETTINGS;

    type Move = Move;
    type Refusal = Refusal;
    type Stage = play::Stage;
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
        if self.turn != Colour::White || !self.board.looks_like(&initial) {
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
        let can_move = movegen::can_move(self.board.parts(), self.turn);
        (!can_move).then_some(Outcome::Decisive {
            winner: self.turn.opponent(),
        })
    }

    fn legal_moves(&self, moves: &mut Vec<Move>) {
        if self.is_drawn() {
            return;
        }
        in_word!(self.board.parts(), W => LegalMoves::<W>::of(self).iter().for_each(|mv| moves.push(mv)));
    }

    fn choose_move(&self, choose: impl FnOnce(usize) -> usize) -> Option<Move> {
        if self.is_drawn() {
            return None;
        }
        in_word!(self.board.parts(), W => LegalMoves::<W>::of(self).choose(choose))
    }

    fn num_turns(&self, depth: u32) -> Option<u64> {
        movegen::num_turns(self, depth)
    }

    fn estimate(&self) -> f64 {
        eval::estimate(self)
    }

    fn is_tense(&self) -> bool {
        !self.is_drawn() && movegen::can_capture(self.board.parts(), self.turn, self.chain)
    }

    fn key(&self) -> Option<u64> {
        Some(key::key(self))
    }

    fn check(&self, mv: Move) -> Result<(), Refusal> {
        refusal::check(self, mv)
    }

    fn begin(&mut self, mv: Move) -> Option<Ask<play::Stage>> {
        play::begin(self, mv)
    }

    fn resume(
        &mut self,
        stage: play::Stage,
        readings: &[(Slot, bool)],
    ) -> Option<Ask<play::Stage>> {
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
        let square: Square = name.parse().ok()?;
        square.is_on(self.rules.size()).then(|| square.slot())
    }

    fn occupied(&self) -> Vec<Occupied> {
        self.board
            .occupied()
            .into_iter()
            .filter_map(|square| {
                let part = self.board.part(square)?;
                Some(Occupied {
                    place: square.to_string(),
                    piece: part.to_string(),
                    probability: self.probability(square),
                })
            })
            .collect()
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
            Move::Split { .. } => "split",
            Move::Merge { .. } => "merge",
            Move::Capture { .. } => "capture",
        }
    }

    fn deed(_: &Self, mv: Move, after: &Self) -> &'static str {
        match mv {
            // Nobody was where it goes.
            Move::Capture { to, .. } if after.board.is_quantum(to) => "entangling capture",
            Move::Capture { to, .. } if !after.board.is_occupied(to) => "pass",
            _ => Self::kind(mv),
        }
    }
}
