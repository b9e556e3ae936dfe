use cheqqers_game::Colour;
use cheqqers_world::World;

use super::moves::Move;
use super::presence::Presence;
use super::rules::Rules;
use crate::{Board, Square};

/// A position of rotation checkers: tokens, how far each is there, whose turn, and the counters of
/// the rules.
#[derive(Debug)]
pub struct Position {
    pub(super) rules: Rules,
    pub(super) board: Board,
    /// By the number of the piece; meaningful for those on the board.
    pub(super) presences: [Presence; 128],
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
    /// The options of the game.
    pub fn rules(&self) -> Rules {
        self.rules
    }

    /// The tokens; [quantum](crate::Parts::quantum) are those that may not be there.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// Turns played since the start.
    pub fn plies(&self) -> u32 {
        self.ply
    }

    /// Certainty that the token on an occupied square is there.
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

    /// Returns `true` if a draw is due for want of losses.
    pub(super) fn is_drawn(&self) -> bool {
        self.rules
            .draw_turns
            .is_some_and(|turns| self.quiet >= turns)
    }

    /// Returns `true` if both players have tokens.
    pub(super) fn has_both(&self) -> bool {
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

    /// Copies `other` into the memory of `self`.
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
