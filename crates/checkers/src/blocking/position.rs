use cheqqers_game::Colour;
use cheqqers_world::{Recording, Slot, World};

use super::setup;
use super::{LayeredBoard, LayeredSquare, Rules};
use crate::{FenError, Part, PieceId, Square};

/// Probabilities closer than this to 0 or 1 count as these; what is fainter is not made.
pub const FAINT: f64 = 1e-9;

/// A position of blocking checkers: board, quantum state, whose turn, and the counters of the rules.
#[derive(Clone, Debug)]
pub struct Position {
    pub(super) rules: Rules,
    pub(super) board: LayeredBoard,
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
        let board = LayeredBoard::initial(rules.size(), rules.rows());
        Self::with_board(rules, board, Colour::White)
    }

    /// A start from other places: certain pieces, as in `W:Wc3,Kd4:Bf6`, and `:H3` behind them after 3 turns without a
    /// capture.
    ///
    /// # Errors
    /// Returns an error if the text is no such position on a board of this size.
    pub fn from_text(rules: Rules, text: &str) -> Result<Self, FenError> {
        let (board, turn, quiet) = setup::read(rules.size(), text)?;
        Ok(Self {
            quiet,
            ..Self::with_board(rules, board, turn)
        })
    }

    fn with_board(rules: Rules, board: LayeredBoard, turn: Colour) -> Self {
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

    /// Parts of the pieces, without probabilities.
    pub fn board(&self) -> &LayeredBoard {
        &self.board
    }

    /// The square of the piece that may go on capturing, in the middle of a chain.
    pub fn chain(&self) -> Option<Square> {
        self.chain
    }

    /// Probability that the part is there, in 0..=1: exactly 1 for a certain piece, 0 for none.
    pub fn probability(&self, place: LayeredSquare) -> f64 {
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

    /// Returns `true` if the part may be elsewhere.
    pub fn is_quantum(&self, place: LayeredSquare) -> bool {
        self.world.component(place.slot()).is_some()
    }

    /// The other pieces of the component of a part.
    pub(super) fn links(&self, place: LayeredSquare) -> usize {
        let Some(component) = self.world.component(place.slot()) else {
            return 0;
        };
        let slots = component.unordered_slots().iter();
        let mut pieces: Vec<Option<PieceId>> = slots.map(|&slot| self.piece(slot)).collect();
        pieces.sort_unstable();
        pieces.dedup();
        pieces.len() - 1
    }

    pub(super) fn piece(&self, slot: Slot) -> Option<PieceId> {
        let part = self.board.part(LayeredSquare::from_slot(slot));
        part.map(|part| part.piece)
    }

    /// Returns `true` if both parts of a piece stem from one quantum move to one target.
    pub fn is_pair(&self, piece: PieceId) -> bool {
        self.pairs >> piece.0 & 1 == 1
    }

    pub(super) fn set_pair(&mut self, piece: PieceId, pair: bool) {
        self.pairs = self.pairs & !(1 << piece.0) | u128::from(pair) << piece.0;
    }

    /// Returns `true` if both players have pieces and no draw is due.
    pub(super) fn goes_on(&self) -> bool {
        let has = |colour| !self.board.of(colour).is_empty();
        has(Colour::White) && has(Colour::Black) && !self.is_drawn()
    }

    /// Returns `true` if a draw is due.
    pub(super) fn is_drawn(&self) -> bool {
        let due = |turns| self.quiet >= turns;
        self.chain.is_none() && self.rules.draw_turns.is_some_and(due)
    }

    /// The part that most likely stands on a square.
    pub(super) fn likeliest(&self, square: Square) -> Option<Part> {
        let parts = self.board.on(square).iter();
        let likely = parts.map(|&(place, part)| (self.probability(place), part));
        // Among equals the first one.
        let best = likely.reduce(|a, b| if b.0 > a.0 { b } else { a });
        best.map(|(_, part)| part)
    }
}
