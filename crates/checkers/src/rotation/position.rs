use cheqqers_game::settings::{self, Preset, Setting};
use cheqqers_game::{Ask, Colour, Game, Occupied, Outcome};
use cheqqers_world::{Recording, Slot, World};
use serde_json::{Map, Value};

use super::{Move, Presence, Refusal, Rules, Stage, Wipeout};
use super::{eval, key, movegen, play, refusal, rules, setup};
use crate::{Board, RulesError, Square};

/// A position of rotation checkers: tokens, how far each is there, whose turn, and the counters of
/// the rules.
#[derive(Debug)]
pub struct Position {
    pub(super) rules: Rules,
    pub(super) board: Board,
    /// By the number of the piece; meaningful for those on the board.
    presences: [Presence; 128],
    pub(super) world: World,
    pub(super) turn: Colour,
    /// Turns since a token left the board.
    pub(super) quiet: u32,
    /// Turns played, which number the groups of the circuits.
    pub(super) ply: u32,
    /// The square captured by the turn that led here.
    pub(super) captured: Option<Square>,
}

impl Position {
    /// The start of a game.
    pub fn initial(rules: Rules) -> Self {
        let board = Board::initial(rules.size(), rules.rows());
        Self::with_board(rules, board, Colour::White, |_| Presence::START)
    }

    /// The tokens of a board, each as far there as it is said.
    pub(super) fn with_board(
        rules: Rules,
        board: Board,
        turn: Colour,
        presence: impl Fn(Square) -> Presence,
    ) -> Self {
        let mut position = Self {
            rules,
            board,
            presences: [Presence::START; 128],
            world: World::new(Recording::On),
            turn,
            quiet: 0,
            ply: 0,
            captured: None,
        };
        for square in position.board.occupied() {
            play::prepare(&mut position, square, presence(square));
        }
        position
    }

    /// The options of the game.
    pub fn rules(&self) -> Rules {
        self.rules
    }

    /// The tokens; [quantum](Board::quantum) are those that may not be there.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// Turns played since the start.
    pub fn plies(&self) -> u32 {
        self.ply
    }

    /// How far it is certain that the token on an occupied square is there.
    pub fn presence(&self, square: Square) -> Presence {
        self.presences[usize::from(self.board.piece(square).0)]
    }

    /// Probability that there is a piece on the square, in 0..=1; exactly 0 or 1 when that is
    /// certain.
    pub fn probability(&self, square: Square) -> f64 {
        if self.board.is_occupied(square) {
            self.presence(square).probability(self.rules.rotation)
        } else {
            0.0
        }
    }

    /// Probability that both pieces of a capture are there; `None` for a move that is none.
    pub fn success(&self, mv: Move) -> Option<f64> {
        let over = mv.over()?;
        let [from, _] = mv.ends();
        Some(self.probability(from) * self.probability(over))
    }

    pub(super) fn set_presence(&mut self, square: Square, presence: Presence) {
        self.presences[usize::from(self.board.piece(square).0)] = presence;
    }

    /// Whether a draw is due for want of losses.
    fn is_drawn(&self) -> bool {
        self.rules
            .draw_turns
            .is_some_and(|turns| self.quiet >= turns)
    }

    /// Whether both players have tokens.
    fn has_both(&self) -> bool {
        let has = |colour| !self.board.of(colour).is_empty();
        has(Colour::White) && has(Colour::Black)
    }
}

impl Clone for Position {
    fn clone(&self) -> Self {
        Self {
            board: self.board.clone(),
            world: self.world.clone(),
            ..*self
        }
    }

    /// Takes over the memory of `self`.
    fn clone_from(&mut self, other: &Self) {
        let Self {
            rules,
            board,
            presences,
            world,
            turn,
            quiet,
            ply,
            captured,
        } = self;
        *rules = other.rules;
        board.clone_from(&other.board);
        *presences = other.presences;
        world.clone_from(&other.world);
        *turn = other.turn;
        *quiet = other.quiet;
        *ply = other.ply;
        *captured = other.captured;
    }
}

impl Game for Position {
    const NAME: &'static str = "rotation";
    const RULES: &'static str = "quantum-checkers-manual";
    const SETTINGS: &'static [Setting] = rules::SETTINGS;
    const PRESETS: &'static [Preset] = rules::PRESETS;

    type Move = Move;
    type Refusal = Refusal;
    type Stage = Stage;
    type SetupError = RulesError;

    fn from_header(header: &Map<String, Value>) -> Result<Self, RulesError> {
        let rules = Rules::from_header(header)?;
        if header.contains_key("position") {
            Ok(setup::read(
                rules,
                settings::word::<Self>(header, "position")?,
            )?)
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

    fn estimate(&self) -> f64 {
        eval::estimate(self)
    }

    fn key(&self) -> Option<u64> {
        Some(key::key(self))
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
        Square::from_slot(slot).to_string()
    }

    fn slot_named(&self, name: &str) -> Option<Slot> {
        let square: Square = name.parse().ok()?;
        square.is_on(self.rules.size()).then(|| square.slot())
    }

    fn occupied(&self) -> Vec<Occupied> {
        let occupied = self.board.occupied().into_iter();
        occupied
            .filter_map(|square| {
                Some(Occupied {
                    place: square.to_string(),
                    piece: self.board.part(square)?.to_string(),
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
            Move::Capture { .. } => "capture",
        }
    }

    fn deed(_: &Self, mv: Move, after: &Self) -> &'static str {
        match mv {
            Move::Capture { .. } if after.captured.is_none() => "failed capture",
            _ => Self::kind(mv),
        }
    }
}
