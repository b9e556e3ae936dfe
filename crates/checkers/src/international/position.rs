use cheqqers_game::Colour;
use cheqqers_world::{Component, World};

use super::clock::Clock;
use super::labels::Labels;
use super::{Level, Rules};
use crate::{Board, Square, Squares};

/// A position of international quantum draughts: board, quantum state, whose turn, and the counters
/// of the rules.
#[derive(Debug)]
pub struct Position {
    pub(super) rules: Rules,
    /// The label of every square that is not empty.
    pub(super) board: Board,
    pub(super) labels: Labels,
    pub(super) world: World,
    pub(super) turn: Colour,
    /// The chain of captures under way.
    pub(super) chain: Option<Chain>,
    pub(super) clock: Clock,
    /// Plies played, which number the groups of the circuits.
    pub(super) ply: u32,
    /// The square captured by the ply that led here.
    pub(super) captured: Option<Square>,
}

/// Captures of one turn so far.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Chain {
    /// The piece that must go on capturing.
    pub(super) square: Square,
    /// Piece numbers of what was captured.
    pub(super) captured: u128,
}

impl Position {
    /// The options of the game.
    pub fn rules(&self) -> Rules {
        self.rules
    }

    /// Labels of the squares that are not empty, without probabilities; [`Self::share_piece`] compares their
    /// piece numbers.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The piece that must go on capturing, in the middle of a chain.
    pub fn chain(&self) -> Option<Square> {
        self.chain.map(|chain| chain.square)
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

    /// Returns `true` if the labels of two squares have a piece number in common.
    pub fn share_piece(&self, a: Square, b: Square) -> bool {
        self.numbers(a) & self.numbers(b) != 0
    }

    /// The piece numbers of the label on a square that is not empty, as bits.
    pub(super) fn numbers(&self, square: Square) -> u128 {
        self.labels.numbers(self.board.piece(square))
    }

    /// Returns `true` if a square that is not empty has a number of what this turn captured.
    pub(super) fn was_captured(&self, square: Square) -> bool {
        let chain = self.chain.map_or(0, |chain| chain.captured);
        self.numbers(square) & chain != 0
    }

    /// The squares that this turn can't capture, as they share a number with what it captured.
    pub(super) fn blocked(&self) -> Squares {
        let opposing = self.board.of(self.turn.opponent()).into_iter();
        let blocked = opposing.filter(|&square| self.was_captured(square));
        blocked.fold(Squares::EMPTY, |all, square| all | Squares::from(square))
    }

    /// Returns `true` if both sides have a king's square.
    pub(super) fn both_have_kings(&self) -> bool {
        let kings = self.board.kings();
        [Colour::White, Colour::Black]
            .into_iter()
            .all(|side| !(self.board.of(side) & kings).is_empty())
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
}

impl Clone for Position {
    fn clone(&self) -> Self {
        Self {
            board: self.board.clone(),
            labels: self.labels.clone(),
            world: self.world.clone(),
            clock: self.clock.clone(),
            ..*self
        }
    }

    /// Copies `other` into the memory of `self`.
    fn clone_from(&mut self, other: &Self) {
        let Self {
            rules,
            board,
            labels,
            world,
            turn,
            chain,
            clock,
            ply,
            captured,
        } = self;
        *rules = other.rules;
        board.clone_from(&other.board);
        labels.assign(&other.labels);
        world.clone_from(&other.world);
        *turn = other.turn;
        *chain = other.chain;
        clock.clone_from(&other.clock);
        *ply = other.ply;
        *captured = other.captured;
    }
}
