use cheqqers_game::Colour;
use cheqqers_world::{Component, Recording, Slot, World};

use super::level::{Entanglement, Level};
use super::rules::Rules;
use crate::{Board, PieceId, Square, Squares};

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

    /// Parts of the pieces, without probabilities.
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

    /// The same position with the moves of another level.
    #[must_use]
    pub fn at_level(&self, level: Level) -> Self {
        Self {
            rules: self.rules.with_level(level),
            ..self.clone()
        }
    }

    /// Pieces that have no part left but may still have been missed by the captures that took the
    /// parts: measuring the capturer's component tells. None but with `unlimited` entanglement.
    pub fn pieces_in_doubt(&self) -> usize {
        self.last_captors.len()
    }

    /// Probability that the square is occupied, in 0..=1; exactly 0 or 1 when that is certain.
    pub fn probability(&self, square: Square) -> f64 {
        self.board.probability(&self.world, square)
    }

    /// The squares that share a component with a quantum square, itself included, ascending.
    pub fn component_squares(&self, square: Square) -> Vec<Square> {
        let component = self.world.component(square.slot()).into_iter();
        component
            .flat_map(Component::slots)
            .map(Square::from_slot)
            .collect()
    }

    /// Returns `true` if the component of a quantum square holds parts of another piece too.
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

    /// Returns `true` if a certain piece that captures the quantum part on `captured` entangles with
    /// it, and `false` if the part is measured instead.
    pub(crate) fn entangles(&self, captured: Square) -> bool {
        // arXiv:2506.05962, level 2: a classical capturer of an unentangled part entangles.
        self.rules.level() >= Level::Entanglement
            && (self.rules.entanglement() == Entanglement::Unlimited
                || !self.is_entangled(captured))
    }

    /// Returns `true` if a draw is due before the next ply.
    pub(crate) fn is_drawn(&self) -> bool {
        self.rules
            .draw_after()
            .is_some_and(|plies| self.quiet >= plies)
    }

    /// Returns `true` if a draw may be due before one of so many turns, the next being the first.
    pub(crate) fn may_be_drawn_within(&self, turns: u32) -> bool {
        self.rules
            .draw_after()
            .is_some_and(|plies| self.quiet.saturating_add(turns) > plies)
    }

    /// The squares whose component has room for more amplitudes: all of them, but for games that
    /// were made to blow up.
    #[inline]
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

    /// Copies `other` into the memory of `self`.
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
